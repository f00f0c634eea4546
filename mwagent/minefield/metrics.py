"""How hard a board is to click: openings, 3BV and ZiNi."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.board import cells_where, count_around, neighbours
from mwagent.minefield.codes import Cell


class Difficulty(NamedTuple):
    """3BV (fewest left clicks without flags) and the number of openings of a board."""

    bbbv: int
    openings: int


def opening(mines: NDArray[np.bool_], start: Cell) -> set[Cell]:
    """Cells that a left click on the safe cell `start` opens: an opening with its rim, or one."""
    numbers = count_around(mines)
    seen = {start}
    queue = [start]
    while queue:
        cell = queue.pop()
        if numbers[cell] == 0:
            fresh = [n for n in neighbours(cell, numbers.shape) if n not in seen]
            seen.update(fresh)
            queue.extend(fresh)
    return seen


def difficulty(mines: NDArray[np.bool_]) -> Difficulty:
    """Count 3BV and openings of a (rows, cols) bool mask of mines.

    3BV is the number of openings plus the safe cells that touch none (the field's usual
    measure, Bechtel's Board Benchmark Value).
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
    return Difficulty(openings + int((~mines & ~reached).sum()), openings)


def zini(mines: NDArray[np.bool_]) -> int:
    """Count the clicks of greedy ZiNi: efficient play, flags and chords included, by a clairvoyant.

    A chord on a number is worth the 3BV it solves, less a click for each mine around it without a
    flag, one for the chord, and one for opening the number first where that solves nothing by
    itself (it lies on the rim of an opening). The chord worth most is made, the first of equals
    row by row, while one is worth at least nothing; then a 3BV is solved by a plain click. Greedy
    ZiNi is due to Elmar Zimmermann and Christoph Nikolaus; fewer clicks may be possible.

    `mines` is a (rows, cols) bool mask.

    >>> zini(np.array([[0, 0, 0], [0, 1, 0], [0, 0, 0]], bool))
    5
    """
    solves, unsolved = _solutions(mines)
    cells = cells_where(~mines)
    around = {cell: list(neighbours(cell, mines.shape)) for cell in cells}
    covered, flagged = set(cells), set[Cell]()
    clicks = 0

    def reveal(cell: Cell) -> None:
        for task in solves.get(cell, ()):
            covered.difference_update(unsolved.pop(task, ()))
        covered.discard(cell)

    def premium(cell: Cell) -> int:
        gain = {task for n in around[cell] for task in solves.get(n, ()) if task in unsolved}
        # Opening the number itself costs a click and solves its own task: that is even.
        gain.difference_update(solves.get(cell, ()))
        flags = sum(bool(mines[n]) and n not in flagged for n in around[cell])
        return len(gain) - flags - 1 - (cell in covered and cell not in solves)

    worth = {cell: premium(cell) for cell in cells}
    while unsolved:
        best = max(cells, key=worth.__getitem__)
        before, marked = set(covered), set(flagged)
        if worth[best] >= 0:
            clicks += (best in covered) + 1
            reveal(best)
            for n in around[best]:
                if mines[n]:
                    clicks += n not in flagged
                    flagged.add(n)
                else:
                    reveal(n)
        else:
            clicks += 1
            reveal(next(iter(unsolved)))
        changed = (before - covered) | (flagged - marked)
        for cell in {n for c in changed for n in neighbours(c, mines.shape)} | changed:
            if cell in worth:
                worth[cell] = premium(cell)
    return clicks


def _solutions(mines: NDArray[np.bool_]) -> tuple[dict[Cell, list[Cell]], dict[Cell, set[Cell]]]:
    """List the tasks that make up the 3BV, each named by its first cell.

    Returns the tasks that a click on a cell solves, and the cells that each task opens. Openings
    come first.
    """
    numbers = count_around(mines)
    solves: dict[Cell, list[Cell]] = {}
    tasks: dict[Cell, set[Cell]] = {}
    rims: set[Cell] = set()
    for row, col in np.argwhere(~mines & (numbers == 0)):
        cell = (int(row), int(col))
        if cell not in solves:
            tasks[cell] = opening(mines, cell)
            for opened in tasks[cell]:
                if numbers[opened] == 0:
                    solves[opened] = [cell]
                else:
                    rims.add(opened)
    for row, col in np.argwhere(~mines & (numbers > 0)):
        cell = (int(row), int(col))
        if cell not in rims:
            tasks[cell] = {cell}
            solves[cell] = [cell]
    return solves, tasks
