"""The subset, contradiction and linear solvers: what they prove, and that weights are right."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from mwagent import solvers
from mwagent.minefield import HIDDEN, Board, Cell
from mwagent.solvers.python.linearsolver import NoSolutionError, Row, solutions
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


def test_equations_without_a_solution_are_noticed() -> None:
    with pytest.raises(NoSolutionError):
        solutions([Row({0: 1, 1: 1}, 1), Row({0: 1, 1: 1}, 2)], [2, 2])
    with pytest.raises(NoSolutionError):
        solutions([Row({0: 2, 1: 2}, 5)], [1, 1])


def test_a_huge_board_is_weighed_by_density() -> None:
    board = opened_at_random(100, 100, 1500, 0.02, seed=4, cascade=True)
    exact = solvers.create("exactsolver").analyse(board)
    analysis = solvers.create("subsetsolver").analyse(board)
    assert not analysis.exact
    assert (analysis.safe, analysis.mines) == (exact.safe, exact.mines)
    difference = np.nan_to_num(analysis.mine_probability - exact.mine_probability)
    assert np.abs(difference).max() < 0.1
