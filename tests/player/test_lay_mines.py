"""Mines that fit the last board of a log, where the log does not have them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.minefield import HIDDEN, Board, Click, Stage, count_around
from mwagent.player.records.log import LogFormatError
from mwagent.player.records.replaying import LoggedGame, lay_mines


def logged(board: Board) -> LoggedGame:
    return LoggedGame(
        1, (board,), ((Click((0, 0)),),), (Stage.ONGOING,), finished=False, times=((0.0,),)
    )


def seen(mines: np.ndarray, opened: np.ndarray, total: int | None) -> Board:
    return Board(np.where(opened & ~mines, count_around(mines), HIDDEN), total)


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 9), st.integers(1, 9), st.booleans())
def test_every_number_and_the_total_are_met(seed: int, rows: int, cols: int, told: bool) -> None:
    rng = np.random.default_rng(seed)
    mines = rng.random((rows, cols)) < rng.uniform(0, 0.6)
    opened = rng.random((rows, cols)) < rng.uniform(0, 1)
    board = seen(mines, opened, int(mines.sum()) if told else None)
    laid = lay_mines(logged(board))
    open_cells = board.cells <= 8
    assert not laid[open_cells].any()
    assert (count_around(laid)[open_cells] == board.cells[open_cells]).all()
    assert not told or laid.sum() == mines.sum()


@pytest.mark.parametrize("drawing", ["mines 0\n1#", "mines 3\n1#", "mines 4\n#1#1#", "2#\n00"])
def test_mines_that_do_not_fit_are_told(drawing: str) -> None:
    with pytest.raises(LogFormatError, match="no mines fit"):
        lay_mines(logged(Board.parse(drawing)))


def large(share: float) -> tuple[Board, int]:
    rng = np.random.default_rng(1)
    mines = rng.random((250, 250)) < 0.2
    return seen(mines, rng.random((250, 250)) < share, int(mines.sum())), int(mines.sum())


def test_the_largest_board_takes_no_time() -> None:
    board, total = large(0.03)
    assert lay_mines(logged(board)).sum() == total


@pytest.mark.slow
def test_a_board_on_which_it_takes_too_long_is_told() -> None:
    with pytest.raises(LogFormatError, match="takes too long"):
        lay_mines(logged(large(0.3)[0]))
