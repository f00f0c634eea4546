"""How hard a board is to click: openings, islands and 3BV."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.board import Board, cells_where, count_around, neighbours
from mwagent.minefield.checked import checked
from mwagent.minefield.codes import Cell


class Difficulty(NamedTuple):
    """3BV (fewest left clicks without flags), openings, and islands of numbers between them."""

    bbbv: int
    openings: int
    islands: int


@checked
def opening(mines: NDArray[np.bool_], start: Cell) -> set[Cell]:
    """Cells that a left click on the safe cell `start` opens: an opening with its rim, or one."""
    numbers = count_around(mines)
    Board(numbers)[start]  # raises off the board
    seen = {start}
    queue = [start]
    while queue:
        cell = queue.pop()
        if numbers[cell] == 0:
            fresh = [n for n in neighbours(cell, numbers.shape) if n not in seen]
            seen.update(fresh)
            queue.extend(fresh)
    return seen


@checked
def difficulty(mines: NDArray[np.bool_]) -> Difficulty:
    """Count 3BV, openings and islands of a (rows, cols) bool mask of mines.

    3BV is the number of openings plus the safe cells that touch none (the field's usual
    measure, Bechtel's Board Benchmark Value); islands are groups of such cells that touch.
    """
    numbers = count_around(mines)
    zeros = ~mines & (numbers == 0)
    reached = np.zeros_like(mines)
    openings = 0
    for row, col in np.argwhere(zeros):
        if not reached[row, col]:
            openings += 1
            for cell in opening(mines, (int(row), int(col))):
                reached[cell] = True
    apart = ~mines & ~reached
    left, islands = set(cells_where(apart)), 0
    while left:
        islands += 1
        queue = [left.pop()]
        while queue:
            around = left.intersection(neighbours(queue.pop(), mines.shape))
            left -= around
            queue.extend(around)
    return Difficulty(openings + int(apart.sum()), openings, islands)
