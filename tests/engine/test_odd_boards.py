"""Boards and matrices of every odd kind: the right answer, or one sentence on what is wrong."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mwagent.minefield import FLAG, HIDDEN, MINE, Board, BoardFormatError, MinefieldError
from mwagent.solvers import Analysis, InconsistentBoardError, analyse, best, create
from testbed.oracle import listed, small_boards, without_flags

CORNER = [[1, 11], [11, 11]]


def same(a: Analysis, b: Analysis) -> bool:
    np.testing.assert_array_equal(a.mine_probability, b.mine_probability)
    proven = (a.safe, a.mines, a.exact, a.board) == (b.safe, b.mines, b.exact, b.board)
    return proven and a.decide() == b.decide()


@settings(max_examples=150, deadline=None)
@given(
    small_boards(),
    st.sampled_from(["int8", "uint8", "int16", "int64", "uint32", ">i2", "float32", "float64"]),
    st.sampled_from(["rows", "columns", "backwards", "a part", "read-only", "lists"]),
)
def test_the_same_codes_in_any_matrix_give_the_same_answer(
    board: Board, dtype: str, layout: str
) -> None:
    cells: Any = board.cells.astype(dtype)
    if layout == "columns":
        cells = np.asfortranarray(cells)
    elif layout == "backwards":
        cells = np.ascontiguousarray(cells[::-1, ::-1])[::-1, ::-1]
    elif layout == "a part":
        wide = np.full((2 * cells.shape[0], 3 * cells.shape[1]), 8, cells.dtype)
        wide[::2, 1::3] = cells
        cells = wide[::2, 1::3]
    elif layout == "read-only":
        cells.flags.writeable = False
    elif layout == "lists":
        cells = cells.tolist()
    assert same(analyse(cells, board.mines), analyse(board))


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ([[1, 12]], r"cell \(0, 1\) has code 12"),
        ([[1], [-1]], r"cell \(1, 0\) has code -1"),
        ([[1, 300]], r"cell \(0, 1\) has code 300"),
        ([[1, 267]], r"cell \(0, 1\) has code 267"),
        (np.array([[1, 267]]), r"cell \(0, 1\) has code 267"),
        (np.array([[1, 12]], np.int8), r"cell \(0, 1\) has code 12"),
        (np.array([[1, 255]], np.uint8), r"cell \(0, 1\) has code 255"),
        ([[1, np.nan]], r"cell \(0, 1\) has code nan"),
        ([[1, np.inf]], r"cell \(0, 1\) has code inf"),
        ([[0.5, 11]], r"cell \(0, 0\) has code 0.5"),
        ([[True, False]], "got one of bool"),
        ([["1", "#"]], "a matrix of cell codes"),
        ("1#\n##", "a matrix of cell codes"),
        ([[1, None]], "a matrix of cell codes"),
        ([[1, 10**30]], "a matrix of cell codes"),
        (None, "a matrix of cell codes"),
        ([[1, 11], [11]], "differ in length"),
        ([], r"shape \(0,\)"),
        ([[]], r"shape \(1, 0\)"),
        ([1, 11], r"shape \(2,\)"),
        ([[[1, 11]]], r"shape \(1, 1, 2\)"),
    ],
)
def test_a_matrix_that_is_no_board(cells: Any, sentence: str) -> None:
    with pytest.raises(BoardFormatError, match=sentence) as caught:
        analyse(cells, 1)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("mines", ["1", 1.5, float("nan"), float("inf"), [1]])
def test_a_mine_count_that_is_no_number(mines: Any) -> None:
    with pytest.raises(BoardFormatError, match="the number of mines is a whole number"):
        analyse(CORNER, mines)


@pytest.mark.parametrize("mines", [1, np.int64(1), np.uint8(1), 1.0])
def test_a_mine_count_of_any_kind(mines: Any) -> None:
    assert analyse(CORNER, mines).decide().win_probability == pytest.approx(1 / 3)


@pytest.mark.parametrize("mines", [-5, -1, 4, 5, 2**31, 2**63, -(2**40)])
def test_a_mine_count_the_board_cannot_hold(mines: int) -> None:
    with pytest.raises(InconsistentBoardError, match=f"cannot hold {mines} mines") as caught:
        analyse(CORNER, mines)
    assert caught.value.cell is None


@settings(max_examples=300, deadline=None)
@given(
    st.integers(1, 3),
    st.integers(1, 14),
    st.lists(st.sampled_from([FLAG, MINE, HIDDEN, HIDDEN, 0, 1, 2, 3]), min_size=42, max_size=42),
    st.one_of(st.none(), st.integers(0, 14)),
    st.booleans(),
)
def test_strips_of_any_codes(
    rows: int, cols: int, codes: list[int], mines: int | None, trust_flags: bool
) -> None:
    board = Board(np.array(codes[: rows * cols]).reshape(rows, cols), mines)
    seen = board if trust_flags else without_flags(board)
    assume((seen.cells == HIDDEN).sum() <= 14)
    truth = listed(seen)
    if truth is None:
        with pytest.raises(InconsistentBoardError):
            analyse(board, trust_flags=trust_flags)
        return
    told = analyse(board, trust_flags=trust_flags).mine_probability
    np.testing.assert_allclose(told, truth.probability, rtol=0, atol=1e-9)


@pytest.mark.parametrize(
    ("shape", "mines"),
    [((1000, 1000), 0), ((1000, 1000), 160_000), ((1000, 1000), 10**6), ((1, 300_000), None)],
)
def test_huge_boards_without_a_number(shape: tuple[int, int], mines: int | None) -> None:
    told = analyse(np.full(shape, HIDDEN, np.int8), mines).mine_probability
    share = 0.5 if mines is None else mines / (shape[0] * shape[1])
    np.testing.assert_allclose(told, share, rtol=1e-9)


def test_a_huge_row_of_islands() -> None:
    row = np.tile(np.array([[HIDDEN, 1, HIDDEN, HIDDEN]], np.int8), (1, 20_000))
    told = analyse(row, 30_000).mine_probability.reshape(-1, 4)
    np.testing.assert_allclose(told[:, [0, 2]], 0.5, rtol=0, atol=1e-9)
    np.testing.assert_allclose(told[:, 3], 0.5, rtol=0, atol=1e-9)  # 20 000 mines in the islands
    fewer = analyse(row, 20_000).mine_probability.reshape(-1, 4)
    assert (fewer[:, 3] == 0).all()
    with pytest.raises(MinefieldError, match="cannot hold 19999 mines"):
        analyse(row, 19_999)


@pytest.mark.parametrize("solver", ["best", "exactsolver"])
def test_the_guess_is_worked_out_when_asked_for(
    solver: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decided = []
    ask = best._ask

    def watched(*args: Any, decide: bool = False) -> Any:
        decided.append(decide)
        return ask(*args, decide=decide)

    monkeypatch.setattr(best, "_ask", watched)
    analysis = create(solver).analyse(Board(CORNER, 1))
    assert analysis.mine_probability[0, 1] == pytest.approx(1 / 3)
    assert analysis.safe == ()
    assert analysis.exact
    assert decided == [False]
    assert analysis.decide().best == analysis.decide().best == analysis.decide().candidates[0].cell
    assert analysis.decide().why in ("endgame", "guess")
    assert decided == ([False, True] if solver == "best" else [False])


def test_what_is_worked_out_later_is_of_the_board_as_it_was() -> None:
    cells = np.array([[1, 11], [1, 1]], np.int8)
    analysis = analyse(cells, 1)
    cells[:] = 0
    analysis.mine_probability[:] = 0
    assert analysis.mines == ((0, 1),)
    assert analysis.decide().best is None


def test_an_analysis_is_copied_and_sent_whole() -> None:
    analysis = analyse(CORNER, 1)
    assert same(copy.deepcopy(analysis), analyse(CORNER, 1))
    assert same(pickle.loads(pickle.dumps(analyse(CORNER, 1))), analysis)
    assert "exact=True" in repr(analysis)
    with pytest.raises(AttributeError, match="nothing"):
        analysis.nothing  # type: ignore[attr-defined] # noqa: B018
