"""Boards that cannot be: the error names a number that really cannot be met, or the mine count."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mwagent.minefield import HIDDEN, Board
from mwagent.solvers import ContradictionError, InconsistentBoardError, RuleSystem, analyse
from testbed.oracle import arrangements, small_boards, to_blame


@st.composite
def altered_boards(draw: st.DrawFn) -> Board:
    """Draw a position with some numbers changed, or another mine count, or both."""
    board = draw(small_boards(most_hidden=10))
    cells = board.cells.copy()
    numbers = np.argwhere(cells <= 8)
    for _ in range(draw(st.integers(0, 2))):
        if len(numbers):
            cells[tuple(draw(st.sampled_from(numbers.tolist())))] = draw(st.integers(0, 8))
    mines = draw(st.one_of(st.just(board.mines), st.none(), st.integers(-2, 60)))
    return Board(cells, mines)


@pytest.mark.slow
@settings(max_examples=800, deadline=None)
@given(altered_boards())
def test_the_error_names_a_number_that_cannot_be_met(board: Board) -> None:
    assume(not len(arrangements(board)))
    with pytest.raises(InconsistentBoardError) as caught:
        analyse(board)
    numbers_alone = Board(board.cells)
    if len(arrangements(numbers_alone)):
        assert caught.value.cell is None or caught.value.cell in to_blame(board)
        assert caught.value.cell is not None or "mine" in str(caught.value)
    else:
        assert caught.value.cell in to_blame(numbers_alone) | to_blame(board)
        row, col = caught.value.cell or (-1, -1)
        assert f"({row}, {col})" in str(caught.value)


@settings(max_examples=300, deadline=None)
@given(altered_boards())
def test_a_possible_board_is_never_refused(board: Board) -> None:
    masks = arrangements(board)
    assume(len(masks))
    analysis = analyse(board)
    hidden = board.cells == HIDDEN
    np.testing.assert_allclose(
        analysis.mine_probability[hidden], masks.mean(axis=0)[hidden], rtol=0, atol=1e-9
    )


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("1F\nF#", ["the 1 at (0, 0)", "the flag at (0, 1)", "the flag at (1, 0)"]),
        ("F1F\n###\n###", ["the 1 at (0, 1)", "the flag at (0, 0)", "the flag at (0, 2)"]),
        ("#1#2\n####", None),
        ("F1#1#F", None),
        ("F1#1", ["the flag at (0, 0)", "the 1 at (0, 1)", "the 1 at (0, 3)"]),
        ("1#3#1\n00000", ["the 3 at (0, 2)"]),
    ],
)
def test_flags_and_numbers_that_cannot_all_be_right_are_named(
    text: str, named: list[str] | None
) -> None:
    board = Board.parse(text)
    if named is None:
        analyse(board)
        return
    with pytest.raises(InconsistentBoardError) as caught:
        analyse(board)
    said = str(caught.value)
    assert all(each in said for each in named), said
    listed = said.partition("cannot be met: ")[2].partition(" cannot all be right")[0]
    assert len(named) == 1 or listed.count(" at (") == len(named), said
    assert pickle.loads(pickle.dumps(caught.value)).args == (said,)


@settings(max_examples=100, deadline=None)
@given(altered_boards())
def test_what_is_named_is_a_contradiction_and_no_less_is(board: Board) -> None:
    system = RuleSystem.of_board(Board(board.cells))
    try:
        system.analyse()
    except ContradictionError as error:
        hidden = len(system.cells)
        assume(hidden <= 10)
        for left_out in (None, *error.rules):
            rules = [rule for rule in error.rules if rule is not left_out]
            possible = any(
                all(
                    rule.low
                    <= sum(bits >> system.cells.index(cell) & 1 for cell in rule.cells)
                    <= rule.high
                    for rule in rules
                )
                for bits in range(1 << hidden)
            )
            assert possible == (left_out is not None)
