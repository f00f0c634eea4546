"""The rules of the game that a position can be checked against, each in one place.

An open number counts the mines among its neighbours, so it needs room for them, and has no more.
Opening a zero opens all cells around it. A click opens the cell it is on, a chord all neighbours
without a flag.

Matrices of `numbers` are (rows, cols) of an integer type: 0 to 8 for open cells, any other value
for all others. They are what a picture is read as, before there is a `Board`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.board import Board, count_around, neighbours
from mwagent.minefield.codes import HIDDEN, MINE, Button, Cell, Click

Numbers = NDArray[np.integer[Any]]
REACH: Final = 2
"""Rows and columns between two numbers that border on a cell both, at most."""


def opened(numbers: Numbers) -> NDArray[np.bool_]:
    """Which cells are open, (rows, cols)."""
    return (numbers >= 0) & (numbers <= 8)


def without_room(numbers: Numbers, room: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which numbers are greater than the count of cells around them in `room`, (rows, cols) each.

    `room` are the cells that can be mines.
    """
    return opened(numbers) & (numbers > count_around(room))


def contradicting(numbers: Numbers, mines: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which numbers, (rows, cols), cannot be right beside the `mines` shown, or beside another one.

    One may have more mines around it than it counts, or too little room for them; and one cannot
    exceed another by more than the count of closed cells that it alone borders on. What takes three
    numbers to be refuted is not found.

    >>> contradicting(np.array([[9, 0, 9], [9, 2, 9]]), np.zeros((2, 3), bool)).tolist()
    [[False, True, False], [False, True, False]]
    """
    number = opened(numbers)
    room, around = ~number, count_around(~number)
    wrong = without_room(numbers, room) | (number & (count_around(mines) > numbers))
    shared = _bordered_by_both(room)
    both, more = number & _near(number), numbers - _near(numbers)
    alone, other = around - shared, _near(around) - shared
    wrong |= (both & ((more > alone) | (-more > other))).any(axis=(0, 1))
    return wrong


def _bordered_by_both(cells: NDArray[np.bool_]) -> NDArray[np.float32]:
    """How many of some cells each cell and one near it border on both, (down, right, rows, cols).

    The first two say how far away that one is, from -REACH to REACH.
    """
    rows, cols = cells.shape
    wide = np.pad(cells, 1)
    around = [wide[row : row + rows, col : col + cols] for row, col in np.ndindex(3, 3)]
    shared = _SHARED @ np.stack(around).reshape(9, -1).astype(np.float32)
    return np.asarray(shared.reshape(*_APART.shape, *_APART.shape, rows, cols))


def _near(cells: NDArray[Any], beyond: int = 0) -> NDArray[Any]:
    """What lies near each cell, (down, right, rows, cols) as above, and `beyond` the board."""
    wide = np.pad(cells, REACH, constant_values=beyond)
    return np.lib.stride_tricks.sliding_window_view(wide, cells.shape)


_APART: Final = np.arange(-REACH, REACH + 1)
_BESIDE: Final = abs(_APART[:, None] - np.arange(-1, 2)) <= 1
"""Whether two cells so many rows apart border both on a row, (apart, row)."""
_SHARED: Final = np.kron(_BESIDE, _BESIDE).astype(np.float32)
"""The same of cells, (row and column apart, cell around)."""


def possible_zeros(
    numbers: Numbers, mines: NDArray[np.bool_], undecided: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which cells that are not open may be zeros, (rows, cols) each, as far as one number tells.

    A zero borders on none of the known `mines`, and leaves each number enough of the `undecided`
    cells, which may be mines or not.

    >>> numbers = np.array([[9, 9, 9, 9], [9, 9, 9, 9], [0, 0, 1, 9]])
    >>> undecided = np.array([[0, 0, 0, 0], [0, 1, 1, 1], [0, 0, 0, 1]], bool)
    >>> possible_zeros(numbers, np.zeros((3, 4), bool), undecided).astype(int).tolist()
    [[1, 1, 1, 1], [1, 1, 0, 1], [0, 0, 0, 1]]
    """
    left = np.where(opened(numbers), numbers - count_around(mines), 0)
    spare = np.where(left > 0, count_around(undecided) - left, 9)
    zeros = ~opened(numbers) & ~mines & (count_around(mines) == 0)
    fit = (_bordered_by_both(undecided) <= _near(spare, 9)).all(axis=(0, 1))
    return np.asarray(zeros & fit, np.bool_)


def met(numbers: Numbers, mines: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which numbers have exactly as many `mines` around them as they count, (rows, cols) each."""
    return opened(numbers) & np.equal(numbers, count_around(mines))


def unfinished_zeros(numbers: Numbers, hidden: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which zeros have `hidden` cells around them, (rows, cols) each: those open with the zero."""
    return np.equal(numbers, 0) & (count_around(hidden) > 0)


def closed_are_mines(numbers: Numbers) -> bool:
    """Whether each cell that is not open is a mine, for numbers that need all of those around them.

    >>> closed_are_mines(np.array([[1, 9], [1, 1]])), closed_are_mines(np.array([[1, 9], [1, 9]]))
    (True, False)
    """
    covered = ~opened(numbers)
    needing = met(numbers, covered) & (numbers > 0)
    return bool(covered.any() and (count_around(needing) > 0)[covered].all())


def impossible_numbers(board: Board) -> NDArray[np.bool_]:
    """Which open numbers are greater than the unopened cells and mines around them, (rows, cols).

    >>> impossible_numbers(Board.parse("2#\\n00")).tolist()
    [[True, False], [False, False]]
    """
    return without_room(board.cells, board.unopened | (board.cells == MINE))


def beside_zeros(board: Board) -> NDArray[np.bool_]:
    """Which cells, (rows, cols), have an open zero around them, which may have opened them."""
    return count_around(board.cells == 0) > 0


def opened_by(board: Board, clicks: Sequence[Click]) -> set[Cell]:
    """Cells that are hidden on `board` and open once `clicks` have taken effect, in any game.

    What a zero opens is left out: nobody can know it before. Flags set by these clicks count.

    >>> board = Board.parse("1#\\n##", mines=1)
    >>> chord = [Click((1, 1), Button.RIGHT), Click((0, 0), Button.CHORD)]
    >>> sorted(opened_by(board, chord))
    [(0, 1), (1, 0)]
    """
    flagged = {click.cell for click in clicks if click.button is Button.RIGHT}
    cells = set()
    for click in clicks:
        if click.button is Button.LEFT and board[click.cell] == HIDDEN:
            cells.add(click.cell)
        elif click.button is Button.CHORD:
            around = neighbours(click.cell, board.shape)
            cells |= {n for n in around if board[n] == HIDDEN and n not in flagged}
    return cells
