"""What every registered solver promises; a new solver is tested by being registered."""

from __future__ import annotations

import inspect

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mwagent import solvers
from mwagent.minefield import HIDDEN, LEVELS, Board, Click, FirstClick, Game, Stage, count_around
from mwagent.solvers import Analysis, InconsistentBoardError
from testbed.oracle import listed, opened_at_random, small_boards

every_solver = pytest.mark.parametrize("name", solvers.names())
examples = settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.filter_too_much]
)

HAS_A_MOVE = {
    "one hidden cell": "#",
    "one hidden cell, no mine": "mines 0\n#",
    "no numbers": "####\n####",
    "no numbers, mines known": "mines 3\n####\n####",
    "flags and hidden cells": "F#F\n###",
    "an island of numbers": "mines 6\n######\n##2###\n######",
    "a shown mine counts": "*#\n#1",
    "a nought that was not opened up": "0##\n###",
    "too many flags for their neighbours to matter": "FF#\nFF#\nFF#",
}

HAS_NO_MOVE = {
    "one hidden mine": "mines 1\n#",
    "nothing hidden": "1F\n11",
    "one open cell": "0",
    "a wall of flags": "FFF\nFFF",
    "a wall of shown mines": "***\n***",
    "only mines are left": "mines 1\n#1\n11",
    "only mines, by the numbers": "1\n#\n#\n1\n0",
}

CONTRADICTIONS = {
    "too few cells": "3#\n#1",
    "too many flags": "F1F\n###",
    "a nought beside a flag": "0F\n##",
    "the same cells, another number": "1#\n2#",
    "a one beside a three": "#3\n1#",
    "two numbers together": "##\n21\n##\n##",
    "two numbers on the edge": "#1####\n#2####",
    "either way it fails": "#1\n#1\n##\n#4\n##\n##",
    "only together": "#1#\n13#\n#31\n1##",
    "three of a kind": "##\n32\n##\n##\n##\n11",
    "a good board beside a bad one": "##21#\n##31#\n0000F",
}


def check(board: Board, analysis: Analysis) -> None:
    """Check what can be checked without knowing the truth."""
    matrix, hidden = analysis.mine_probability, board.cells == HIDDEN
    assert matrix.shape == board.shape
    assert matrix.dtype == np.float64
    assert np.array_equal(np.isnan(matrix), board.cells <= 8)
    assert (matrix[board.known_mines] == 1).all()
    assert ((matrix[hidden] >= 0) & (matrix[hidden] <= 1)).all()
    for cells, value in ((analysis.safe, 0), (analysis.mines, 1)):
        assert list(cells) == sorted(set(cells))
        assert all(hidden[cell] and matrix[cell] == value for cell in cells)
    decision = analysis.decide()
    if decision.best is None:
        assert not analysis.safe
        assert len(analysis.mines) == hidden.sum()
    else:
        assert hidden[decision.best]
        assert decision.best not in analysis.mines
        assert analysis.safe == () or decision.best in analysis.safe
    if decision.why == "proof":
        assert decision.best is None or decision.best in analysis.safe
    else:
        assert not analysis.safe
    best = [decision.best] if decision.best else []
    for cell in (*analysis.safe, *analysis.mines, *best):
        assert all(type(part) is int for part in cell)


def same(first: Analysis, second: Analysis) -> bool:
    chances = np.array_equal(first.mine_probability, second.mine_probability, equal_nan=True)
    proven = (first.safe, first.mines) == (second.safe, second.mines)
    return chances and proven and first.decide() == second.decide() and first.exact == second.exact


def open_number(board: Board, error: InconsistentBoardError) -> bool:
    return error.cell is not None and board[error.cell] <= 8 and str(error.cell) in str(error)


@every_solver
@examples
@given(board=small_boards())
def test_never_wrong_about_what_it_proves(name: str, board: Board) -> None:
    truth = listed(board)
    assert truth is not None
    analysis = solvers.create(name).analyse(board)
    check(board, analysis)
    assert all(truth.probability[cell] == 0 for cell in analysis.safe), str(board)
    assert all(truth.probability[cell] == 1 for cell in analysis.mines), str(board)
    if analysis.exact:
        np.testing.assert_allclose(analysis.mine_probability, truth.probability, atol=1e-9)


def _crowded(seed: int) -> Board:
    """Make a true position of at most 14 hidden cells, most of them mines; the total is known."""
    rng = np.random.default_rng(seed)
    while True:
        mines = rng.random(rng.integers(2, 7, 2)) < rng.choice([0.3, 0.45, 0.6, 0.75])
        hidden = mines | (rng.random(mines.shape) < rng.choice([0.1, 0.3, 0.6]))
        if 2 <= hidden.sum() <= 14:
            return Board(np.where(hidden, HIDDEN, count_around(mines)), int(mines.sum()))


@every_solver
def test_a_guess_is_never_a_cell_that_must_be_a_mine(name: str, quick: bool) -> None:
    solver = solvers.create(name)
    four_corners = Board.parse("#22#\n#3##\n#3##\n#22#", 8)
    for board in (four_corners, *map(_crowded, range(150 if quick else 600))):
        truth = listed(board)
        best = solver.analyse(board).decide().best
        assert truth is not None
        assert best is None or truth.probability[best] < 1, str(board)


@every_solver
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), share=st.sampled_from([0.0, 0.02, 0.1, 0.3, 0.6]))
def test_says_the_same_again_and_leaves_the_board_alone(name: str, seed: int, share: float) -> None:
    board = opened_at_random(9, 12, 22, share, seed=seed, cascade=True)
    before = board.cells.copy()
    solver = solvers.create(name)
    analysis = solver.analyse(board)
    check(board, analysis)
    assert same(analysis, solver.analyse(board))
    solver.analyse(opened_at_random(9, 12, 22, share, seed=seed + 1, cascade=True))
    assert same(analysis, solver.analyse(board))
    assert same(analysis, solvers.create(name).analyse(Board(board.cells, board.mines)))
    assert np.array_equal(board.cells, before)


@every_solver
@pytest.mark.parametrize("drawing", HAS_A_MOVE.values(), ids=HAS_A_MOVE)
def test_finds_a_move_on_odd_boards(name: str, drawing: str) -> None:
    board = Board.parse(drawing)
    analysis = solvers.create(name).analyse(board)
    check(board, analysis)
    assert analysis.decide().best is not None


@every_solver
@pytest.mark.parametrize("drawing", HAS_NO_MOVE.values(), ids=HAS_NO_MOVE)
def test_knows_when_nothing_is_left_to_open(name: str, drawing: str) -> None:
    board = Board.parse(drawing)
    analysis = solvers.create(name).analyse(board)
    check(board, analysis)
    assert analysis.decide().best is None


@every_solver
@pytest.mark.parametrize("drawing", CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_contradiction_names_a_number(name: str, drawing: str) -> None:
    board = Board.parse(drawing)
    with pytest.raises(InconsistentBoardError) as caught:
        solvers.create(name).analyse(board)
    assert open_number(board, caught.value)


@every_solver
@examples
@given(board=small_boards(), where=st.integers(0, 10**6), lie=st.integers(0, 8))
def test_a_wrong_number_is_noticed(name: str, board: Board, where: int, lie: int) -> None:
    is_open = np.argwhere(board.cells <= 8)
    assume(len(is_open))
    cells = board.cells.copy()
    cells[tuple(is_open[where % len(is_open)])] = lie
    liar = Board(cells)
    assume(listed(liar) is None)
    with pytest.raises(InconsistentBoardError) as caught:
        solvers.create(name).analyse(liar)
    assert open_number(liar, caught.value)


@every_solver
@pytest.mark.parametrize("mines", [0, 1, 17, 999])
def test_an_impossible_number_of_mines_is_noticed(name: str, mines: int) -> None:
    board = Board.parse("####\n#22#\n#22#\n##F#", mines)
    with pytest.raises(InconsistentBoardError):
        solvers.create(name).analyse(board)


@every_solver
@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(3))
def test_plays_a_game_to_its_end(name: str, seed: int) -> None:
    solver = solvers.create(name)
    game = Game(LEVELS["beginner"], seed, FirstClick.OPEN)
    game.play(Click((3, 3)))
    moves = 0
    while game.stage is Stage.ONGOING:
        board = game.board
        analysis = solver.analyse(board)
        check(board, analysis)
        assert analysis.decide().best is not None
        for cell in analysis.safe or (analysis.decide().best,):
            game.play(Click(cell))
            moves += 1
            assert game.stage is not Stage.LOST or analysis.decide().why != "proof"
    assert 0 < moves <= 81


@every_solver
def test_options_are_typed_and_wrong_ones_are_refused(name: str) -> None:
    for option in solvers.options(name).values():
        assert option.types
        assert option.default is not inspect.Parameter.empty
        assert option.parse(str(option.default)) == option.default
    with pytest.raises(solvers.SolverOptionError, match="no_such_option"):
        solvers.parse_options(name, ["no_such_option=1"])


@every_solver
def test_says_what_it_can_and_cannot_prove(name: str) -> None:
    solver = type(solvers.create(name))
    assert solver.__doc__
