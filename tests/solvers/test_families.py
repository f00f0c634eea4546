"""The subset, contradiction and linear solvers: what they prove, and that weights are right."""

from __future__ import annotations

from fractions import Fraction
from operator import mul

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent import solvers
from mwagent.minefield import HIDDEN, Board, Cell
from mwagent.solvers.python.bitboard import Bitboard, bits
from mwagent.solvers.python.equations import NoSolutionError, Row, echelon, reduced, solutions
from mwagent.solvers.python.frontier import Part, Problem, parts_of, problems_of
from mwagent.solvers.python.merging import Merged, TooWideError
from mwagent.solvers.python.minecount import weigh
from mwagent.solvers.python.part_count import PartCount
from mwagent.solvers.python.search import arrangements
from mwagent.solvers.python.subsets import NoRoomError, Sets
from mwagent.solvers.python.trial import Trial
from testbed.oracle import listed, opened_at_random, small_boards, swept


@settings(max_examples=300, deadline=None)
@given(board=small_boards())
def test_subset_and_linear_weights_equal_listing_every_arrangement(board: Board) -> None:
    truth = listed(board)
    assert truth is not None
    hidden = board.cells == HIDDEN
    for name in ("subsetsolver", "linearsolver"):
        analysis = solvers.create(name).analyse(board)
        assert analysis.exact
        np.testing.assert_allclose(analysis.mine_probability, truth.probability, atol=1e-12)
        assert len(analysis.safe) == (truth.probability[hidden] == 0).sum()
        assert len(analysis.mines) == (truth.probability[hidden] == 1).sum()


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("count", [True, False])
def test_subset_weights_equal_a_sweep_in_whole_numbers(seed: int, count: bool) -> None:
    board = opened_at_random(9, 10, 20, 0.25, seed=seed, cascade=seed % 2 == 0)
    board = board if count else Board(board.cells)
    truth = swept(board)
    assert truth is not None
    analysis = solvers.create("subsetsolver").analyse(board)
    assert analysis.exact
    np.testing.assert_allclose(analysis.mine_probability, truth.probability, atol=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_subset_weights_equal_exact_counting_on_expert(seed: int) -> None:
    board = opened_at_random(16, 30, 99, 0.05, seed=seed, cascade=True)
    exact = solvers.create("exactsolver").analyse(board)
    analysis = solvers.create("subsetsolver").analyse(board)
    assert analysis.exact
    np.testing.assert_allclose(analysis.mine_probability, exact.mine_probability, atol=1e-9)
    assert (analysis.safe, analysis.mines) == (exact.safe, exact.mines)


@pytest.mark.parametrize("cells", [128, 129, 400])
def test_a_frontier_of_any_length(cells: int) -> None:
    """Rows 1 1 1 ... over a closed row: each mine fixes the next, so there are few arrangements.

    With row 0 the only cells, the arrangements are those with a mine in every third column.
    """
    board = Board.parse("\n".join(["#" * cells, "#" + "1" * (cells - 2) + "#", "#" * cells]))
    solver = solvers.create("subsetsolver")
    analysis = solver.analyse(board)
    exact = solvers.create("exactsolver").analyse(board)
    assert analysis.exact
    np.testing.assert_allclose(analysis.mine_probability, exact.mine_probability, atol=1e-9)


def test_subset_gives_up_counting_only_where_it_is_too_wide() -> None:
    board = opened_at_random(16, 30, 99, 0.12, seed=3)
    hasty = solvers.create("subsetsolver", {"max_steps": 20}).analyse(board)
    exact = solvers.create("exactsolver").analyse(board)
    assert not hasty.exact
    assert set(hasty.safe) <= set(exact.safe)
    assert set(hasty.mines) <= set(exact.mines)


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["contradictionsolver", "linearsolver", "subsetsolver"])
@pytest.mark.parametrize("options", [{}, {"max_vars": 2}, {"count_cells": 0}, {"max_steps": 1}])
@settings(max_examples=80, deadline=None)
@given(board=small_boards())
def test_sound_with_any_options(name: str, options: dict[str, object], board: Board) -> None:
    known = {key: value for key, value in options.items() if key in solvers.options(name)}
    analysis = solvers.create(name, known).analyse(board)
    truth = listed(board)
    assert truth is not None
    assert all(truth.probability[cell] == 0 for cell in analysis.safe)
    assert all(truth.probability[cell] == 1 for cell in analysis.mines)


def safe_cells(name: str, drawing: str, **options: object) -> tuple[Cell, ...]:
    return solvers.create(name, options).analyse(Board.parse(drawing)).safe


@pytest.mark.parametrize("name", ["subsetsolver", "contradictionsolver", "linearsolver"])
@pytest.mark.parametrize(
    ("drawing", "expected"),
    [
        ("###\n111\n000", ((0, 0), (0, 2))),
        ("####\n1221\n0000", ((0, 0), (0, 3))),
        ("##\n#1\n##", ()),
        ("mines 1\n#1##", ((0, 3),)),
    ],
    ids=["1-1 on both walls", "1-2-2-1", "nothing proven", "the mine count"],
)
def test_patterns(name: str, drawing: str, expected: tuple[Cell, ...]) -> None:
    assert safe_cells(name, drawing) == expected


@pytest.mark.parametrize(
    ("drawing", "expected"),
    [("###\n111\n000", ((0, 0), (0, 2))), ("####\n1221\n0000", ((0, 0), (0, 3)))],
)
def test_subset_rules_prove_by_themselves_where_counting_gives_up(
    drawing: str, expected: tuple[Cell, ...]
) -> None:
    assert safe_cells("subsetsolver", drawing, max_steps=1) == expected


def test_the_contradiction_solver_guesses_corners_early_then_pairs() -> None:
    early = Board.parse("######\n######\n##1###\n######\n######\n######", 8)
    assert solvers.create("contradictionsolver").analyse(early).decide().best == (0, 0)
    late = Board.parse("mines 4\n#12F##\n#12F##")
    analysis = solvers.create("contradictionsolver").analyse(late)
    assert analysis.decide().why == "guess"
    assert analysis.decide().best in ((0, 0), (1, 0))
    eager = solvers.create("contradictionsolver", {"early_share": 0.4})
    assert eager.analyse(late).decide().best == (0, 5)


def test_the_linear_solver_goes_inland_when_it_has_nothing_to_count() -> None:
    board = opened_at_random(12, 12, 30, 0.15, seed=8)
    solver = solvers.create("linearsolver", {"max_vars": 1})
    analysis = solver.analyse(board)
    while analysis.safe:
        board = opened_at_random(12, 12, 30, 0.05, seed=int(board.cells.sum()))
        analysis = solver.analyse(board)
    assert analysis.decide().best is not None
    row, col = analysis.decide().best
    around = board.cells[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2]
    assert around.size < 9 or (around == HIDDEN).all()


def problems(board: Board) -> list[list[Problem]]:
    bitboard = Bitboard(board)
    mines, safe = bitboard.settle(bitboard.marked, 0)
    return parts_of(problems_of(bitboard, mines, safe))


@settings(max_examples=200, deadline=None)
@given(board=small_boards(), seed=st.integers(0, 10**6))
def test_merging_counts_what_search_lists(board: Board, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for part in map(Part, problems(board)):
        merged = Merged(part, steps=10**6)
        found = arrangements(part, 10**6)
        assert found is not None
        tally = PartCount(part, found)
        assert merged.ways == tally.ways
        rest = [value * 10**20 for value in rng.integers(0, 3, len(merged.ways)).tolist()]
        if any(map(mul, rest, merged.ways)):
            merged.weigh(rest)
            tally.weigh(rest)
            assert merged.share == pytest.approx(tally.share)
            assert sorted(merged.never) == tally.never
            assert sorted(merged.always) == tally.always


def test_merging_stops_in_time() -> None:
    widest = max(problems(opened_at_random(16, 30, 99, 0.12, seed=3)), key=len)
    with pytest.raises(TooWideError):
        Merged(Part(widest), steps=100)


@settings(max_examples=200, deadline=None)
@given(board=small_boards())
def test_rules_and_trials_prove_only_what_every_arrangement_has(board: Board) -> None:
    for part in problems(board):
        counted = Part(part)
        found = arrangements(counted, 10**6)
        assert found is not None
        tally = PartCount(counted, found)
        never = {cell for index in tally.never for cell in counted.classes[index]}
        always = {cell for index in tally.always for cell in counted.classes[index]}
        sets = Sets(part)
        sets.settle()
        assert set(bits(sets.safe)) <= never
        assert set(bits(sets.mines)) <= always
        trial = Trial(part)
        for cell in trial.cells():
            if cell not in trial.known:
                trial.prove(cell)
        assert trial.holds
        assert {cell for cell, mine in trial.known.items() if not mine} <= never
        assert {cell for cell, mine in trial.known.items() if mine} <= always


def test_sets_notice_that_there_is_no_room() -> None:
    with pytest.raises(NoRoomError):
        Sets([Problem((1, 2), 2, 9), Problem((1, 2, 3), 1, 10)]).settle()


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.tuples(st.dictionaries(st.integers(0, 6), st.integers(-4, 4).filter(bool), min_size=1)),
        min_size=1,
        max_size=7,
    ),
    st.lists(st.integers(0, 3), min_size=7, max_size=7),
)
def test_elimination_keeps_the_solutions(
    equations: list[tuple[dict[int, int]]], point: list[int]
) -> None:
    rows = [Row(c, sum(v * point[k] for k, v in c.items())) for (c,) in equations]
    steps = echelon(rows)
    short = reduced(steps)
    for row in (*steps, *short):
        assert sum(v * point[k] for k, v in row.coefficients.items()) == row.total
    leads = [row.lead for row in steps]
    assert leads == sorted(set(leads)) == [row.lead for row in short]
    assert all(set(row.coefficients) & set(leads) == {row.lead} for row in short)
    matrix = [[c.get(k, 0) for k in range(7)] for (c,) in equations]
    assert len(steps) == rank(matrix)
    for column, full in solutions(rows, [3] * 7).items():
        assert point[column] == (3 if full else 0)


def rank(matrix: list[list[int]]) -> int:
    rows = [[Fraction(value) for value in row] for row in matrix]
    found = 0
    for column in range(len(matrix[0])):
        pivot = next((row for row in rows[found:] if row[column]), None)
        if pivot is None:
            continue
        rows.remove(pivot)
        rows.insert(found, pivot)
        for row in rows[found + 1 :]:
            factor = row[column] / pivot[column]
            row[:] = [a - factor * b for a, b in zip(row, pivot, strict=True)]
        found += 1
    return found


def test_equations_without_a_solution_are_noticed() -> None:
    with pytest.raises(NoSolutionError):
        solutions([Row({0: 1, 1: 1}, 1), Row({0: 1, 1: 1}, 2)], [2, 2])
    with pytest.raises(NoSolutionError):
        solutions([Row({0: 2, 1: 2}, 5)], [1, 1])


def test_weighing_by_the_mine_count() -> None:
    """Two parts with 1 or 2 mines in 2 and 3 ways, 4 cells off the frontier, 4 mines left."""
    weighed = weigh([[0, 2, 3], [0, 2, 3]], off=4, left=4)
    assert weighed is not None
    boards = {2: 6, 3: 4, 4: 1}
    rest = [2 * boards[1 + k] + 3 * boards[2 + k] if k else None for k in range(3)]
    assert [Fraction(value, weighed.rest[0][1]) for value in weighed.rest[0][1:]] == [
        Fraction(value, rest[1] or 1) for value in rest[1:] if value
    ]
    total = 4 * 6 + 12 * 4 + 9 * 1
    assert weighed.off_share == pytest.approx((4 * 6 * 2 + 12 * 4 * 1) / (4 * total))
    assert weigh([[0, 1]], off=0, left=2) is None


def test_a_huge_board_is_weighed_by_density() -> None:
    board = opened_at_random(100, 100, 1500, 0.02, seed=4, cascade=True)
    exact = solvers.create("exactsolver").analyse(board)
    analysis = solvers.create("subsetsolver").analyse(board)
    assert not analysis.exact
    assert (analysis.safe, analysis.mines) == (exact.safe, exact.mines)
    difference = np.nan_to_num(analysis.mine_probability - exact.mine_probability)
    assert np.abs(difference).max() < 0.1
