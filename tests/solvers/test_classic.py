"""The classic solvers: sound with any options, complete where they say so, and their guesses."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest
from hypothesis import given, settings

from mwagent import solvers
from mwagent.minefield import (
    HIDDEN,
    LEVELS,
    Board,
    Click,
    FirstClick,
    Game,
    cells_where,
    count_around,
)
from mwagent.solvers.python.bitboard import Bitboard
from mwagent.solvers.python.cnf import models
from mwagent.solvers.python.frontier import Part, parts_of, problems_of
from mwagent.solvers.python.search import arrangements
from testbed.oracle import listed, opened_at_random, small_boards

CLASSIC = ["fullsatsolver", "mcdfssolver", "mcsatsolver"]
PARTING = ["mcdfssolver", "mcsatsolver"]
classic = pytest.mark.parametrize("name", CLASSIC)

OPTIONS: list[dict[str, object]] = [
    {"consider_mines_th": 0},
    {"consider_mines_th": 99},
    {"max_models": 1},
    {"max_models": 3, "consider_mines_th": 99},
    {"max_vars": 1},
    {"max_vars": 4, "consider_mines_th": 99},
    {"max_vars": 10_000},
]


def random_position(rng: np.random.Generator) -> Board:
    """Make a true position with at most 13 hidden cells; every other one knows its mines."""
    while True:
        shape = rng.integers(1, 7, 2)
        mines = rng.random(shape) < rng.choice([0.1, 0.2, 0.3, 0.5])
        board = np.where(mines, 10, count_around(mines))
        is_hidden = mines | (rng.random(shape) < rng.choice([0.2, 0.5, 0.8]))
        is_hidden &= ~(mines & (rng.random(shape) < rng.choice([0, 0.3])))
        board[is_hidden] = HIDDEN
        if is_hidden.sum() <= 13:
            return Board(board, int(mines.sum()) if rng.random() < 0.5 else None)


def test_all_find_what_numbers_prove_on_thousands_of_boards(quick: bool) -> None:
    rng = np.random.default_rng(2026)
    players = {name: solvers.create(name) for name in CLASSIC}
    for _ in range(400 if quick else 2500):
        board = random_position(rng)
        truth, by_numbers = listed(board), listed(Board(board.cells))
        assert truth is not None and by_numbers is not None
        hidden = board.cells == HIDDEN
        for name, solver in players.items():
            analysis = solver.analyse(board)
            for cells, value in ((analysis.safe, 0), (analysis.mines, 1)):
                provable = set(cells_where(hidden & (truth.probability == value)))
                required = set(cells_where(hidden & (by_numbers.probability == value)))
                assert required <= set(cells) <= provable, f"{name}\n{board}"


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@settings(max_examples=120, deadline=None)
@given(board=small_boards())
def test_sound_with_any_options(options: Mapping[str, object], board: Board) -> None:
    truth = listed(board)
    assert truth is not None
    for name in PARTING if "max_vars" in options else CLASSIC:
        analysis = solvers.create(name, options).analyse(board)
        assert all(truth.probability[cell] == 0 for cell in analysis.safe)
        assert all(truth.probability[cell] == 1 for cell in analysis.mines)
        if analysis.exact:
            np.testing.assert_allclose(analysis.mine_probability, truth.probability, atol=1e-9)


@classic
@settings(max_examples=150, deadline=None)
@given(board=small_boards())
def test_exact_when_the_mine_count_is_considered_or_unknown(name: str, board: Board) -> None:
    solver = solvers.create(name, {"consider_mines_th": 99})
    analysis = solver.analyse(board)
    truth = listed(board)
    assert truth is not None
    assert analysis.exact
    np.testing.assert_allclose(analysis.mine_probability, truth.probability, atol=1e-9)
    hidden = board.cells == HIDDEN
    assert len(analysis.safe) == (truth.probability[hidden] == 0).sum()
    assert len(analysis.mines) == (truth.probability[hidden] == 1).sum()


@classic
@pytest.mark.parametrize("seed", range(4))
def test_wide_frontiers_agree_with_exact_counting(name: str, seed: int) -> None:
    board = opened_at_random(16, 30, 99, 0.3, seed=seed)
    truth = solvers.create("exactsolver").analyse(board)
    by_numbers = solvers.create("exactsolver").analyse(Board(board.cells))
    analysis = solvers.create(name).analyse(board)
    assert set(analysis.safe) <= set(truth.safe)
    assert set(analysis.mines) <= set(truth.mines)
    if name == "fullsatsolver":
        assert set(analysis.safe) >= set(by_numbers.safe)
        assert set(analysis.mines) >= set(by_numbers.mines)


@classic
def test_the_count_of_mines_decides_when_few_are_left(name: str) -> None:
    board = Board.parse("mines 1\n#1###")
    assert solvers.create(name).analyse(board).safe == ((0, 3), (0, 4))
    ignorant = solvers.create(name, {"consider_mines_th": 0}).analyse(board)
    assert ignorant.safe == ()
    assert not ignorant.exact


@classic
def test_a_guess_is_the_cell_least_likely_a_mine(name: str) -> None:
    board = Board.parse("#1###\n##3##\n#####")
    analysis = solvers.create(name).analyse(board)
    assert analysis.decide().why == "guess"
    assert analysis.decide().best is not None
    matrix = analysis.mine_probability
    assert matrix[analysis.decide().best] == pytest.approx(np.nanmin(matrix))


@classic
def test_among_equals_the_edge_is_drawn_more_often(name: str) -> None:
    flagged = [Board.parse("F" + "#" * n + ("\n#" + "#" * n) * 4, 6) for n in range(4, 44)]

    def edges(weight: float) -> int:
        solver = solvers.create(name, {"guess_edge_weight": weight})
        found = [(board.shape, solver.analyse(board).decide().best) for board in flagged]
        return sum(
            best is not None and (best[0] in (0, rows - 1) or best[1] in (0, cols - 1))
            for (rows, cols), best in found
        )

    assert edges(0.001) < edges(1.0) < edges(1000.0) == len(flagged)


@classic
def test_a_fresh_board_is_begun_where_it_says(name: str) -> None:
    fresh = Board.hidden(9, 9, 10)
    assert solvers.create(name).analyse(fresh).decide().best == (0, 0)
    begun = Board(fresh.cells, 10, first=(3, 4))
    assert solvers.create(name).analyse(begun).decide().best == (3, 4)


@classic
def test_aggressive_guessing_is_off_until_asked_for(name: str) -> None:
    game = Game(LEVELS["intermediate"], 5, FirstClick.OPEN)
    game.play(Click((8, 8)))
    board = game.board
    assert solvers.create(name).analyse(board).decide().why == "proof"
    daring = solvers.create(
        name,
        {"aggressive_guess_max_mine_density": 0.25, "aggressive_guess_min_empty_density": 0.5},
    )
    analysis = daring.analyse(board)
    assert analysis.decide().why == "guess"
    assert analysis.safe == analysis.mines == ()
    assert analysis.decide().best is not None
    assert analysis.decide().best not in solvers.create("exactsolver").analyse(board).mines
    timid = solvers.create(name, {"aggressive_guess_max_mine_density": 0.25})
    assert timid.analyse(board).decide().why == "proof", "the board is not empty enough"
    assert daring.analyse(Board(board.cells)).decide().why == "proof", "it needs the mine count"


@classic
@pytest.mark.parametrize(
    "pair",
    ["aggressive_guess_max_mine_density=2", "guess_edge_weight=0", "max_models=0"],
)
def test_options_out_of_range_are_refused(name: str, pair: str) -> None:
    with pytest.raises(solvers.SolverOptionError, match=pair.split("=", maxsplit=1)[0]):
        solvers.create(name, solvers.parse_options(name, [pair]))


@settings(max_examples=200, deadline=None)
@given(board=small_boards())
def test_search_and_sat_find_the_same_arrangements(board: Board) -> None:
    bitboard = Bitboard(board)
    mines, safe = bitboard.settle(bitboard.marked, 0)
    for problems in parts_of(problems_of(bitboard, mines, safe)):
        part = Part(problems)
        searched, modelled = arrangements(part, 10_000), models(part, 10_000)
        assert searched is not None and modelled is not None
        assert sorted(searched) == sorted(modelled)  # type: ignore[type-var]
        assert arrangements(part, len(searched) - 1) is None
        assert models(part, len(searched) - 1) is None
