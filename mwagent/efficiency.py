"""The fewest clicks rather than the fewest looks: one step at a time, flags only where they pay.

What is sure to open by itself later is not clicked now. A step is, in this order: a cell known to
be blank, which opens all around it; the chord that opens most cells for its clicks, flags
included, as in greedy ZiNi but with what is known so far; else the one safe cell that is most
likely to be blank. After each step the board is looked at again, since what opened by itself
changes what pays.
"""

from __future__ import annotations

from math import prod
from typing import Final, NamedTuple

import numpy as np

from minefield import FLAG, HIDDEN, MINE, Board, Button, Cell, Click, neighbours
from solvers import Analysis

BESIDE_OPEN: Final = 0.5
"""Cells that an opening must be likely to bring to make up for each number beside a cell.

Many numbers beside it make it likely that a chord opens the cell later without a click of its own.
"""


BY_ITSELF: Final = 0.9
"""How much less a cell is worth to a chord if a blank neighbour is sure to open it anyway."""


class _Known(NamedTuple):
    """A position sorted by what is known of its cells.

    `blank` is the chance that a safe cell shows 0, `worth` what it is worth to open it.
    """

    board: Board
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    blank: dict[Cell, float]
    worth: dict[Cell, float]

    def around(self, cell: Cell) -> list[Cell]:
        return list(neighbours(cell, self.board.shape))


def plan_step(
    board: Board, analysis: Analysis, start: Cell | None = None, *, chords: bool = True
) -> list[Click]:
    """Plan the next step: a blank cell, a chord with its flags, one safe cell, or the guess.

    `start` is the cell the mouse is over; of equal steps the nearest is taken. Without `chords`
    nothing is flagged. Opens no cell that is not proven safe, except the guess, which is the only
    click when nothing is proven. Returns no click when nothing is left to open.

    >>> board = Board.parse("1##\\n###\\n###", mines=1)
    >>> risk = np.array([[0, 0, 0.1], [0, 1, 0.1], [0.1, 0.1, 0.1]])
    >>> known = Analysis(risk, ((0, 1), (1, 0)), ((1, 1),), (0, 1), "proof")
    >>> [(click.button.value, click.cell) for click in plan_step(board, known, (0, 0))]
    [('right', (1, 1)), ('chord', (0, 0))]
    """
    safe = frozenset(cell for cell in analysis.safe if board[cell] == HIDDEN)
    if not safe:
        best = analysis.best
        return [Click(best)] if best is not None and board[best] == HIDDEN else []
    marked = np.argwhere(board.known_mines)
    mines = frozenset(analysis.mines) | {(int(row), int(col)) for row, col in marked}
    known = _Known(board, safe, mines, {}, {})
    for cell in safe:
        known.blank[cell] = _chance_of_blank(known, analysis, cell)
    for cell in safe:
        alone = prod(1 - known.blank.get(other, 0.0) for other in known.around(cell))
        known.worth[cell] = 1 - BY_ITSELF * (1 - alone)
    here = start if start is not None else min(safe)
    certain = [cell for cell in safe if known.blank[cell] == 1]
    if certain:
        return [Click(min(certain, key=lambda cell: (_distance(cell, here), cell)))]
    if chords and (clicks := _best_chord(known, here)):
        return clicks
    return [Click(max(safe, key=lambda c: (_promise(known, c), -_distance(c, here), c)))]


def _chance_of_blank(known: _Known, analysis: Analysis, cell: Cell) -> float:
    """Estimate how likely a safe cell shows 0, taking its neighbours for independent."""
    risks = (
        float(analysis.mine_probability[other])
        for other in known.around(cell)
        if known.board[other] >= FLAG and other not in known.safe
    )
    return prod(1 - risk for risk in risks)


def _promise(known: _Known, cell: Cell) -> float:
    around = known.around(cell)
    hidden = sum(known.board[other] == HIDDEN and other not in known.mines for other in around)
    numbers = sum(known.board[other] <= 8 for other in around)
    return known.blank[cell] * hidden - BESIDE_OPEN * numbers


def _best_chord(known: _Known, here: Cell) -> list[Click]:
    """Find the chord that is worth most, on an open number or on a safe cell opened for it.

    Worth is the cells it opens less its clicks, where cells that may open by themselves count for
    less; a chord that breaks even is made too, because its flags serve others. A number must have
    all its mines known, and show none of them.
    """
    best: tuple[tuple[float, int, float, Cell], list[Click]] | None = None
    for cell in {other for safe in known.safe for other in known.around(safe)}:
        if known.board[cell] >= FLAG and cell not in known.safe:
            continue
        around = known.around(cell)
        closed = [other for other in around if known.board[other] >= FLAG]
        if not all(other in known.safe or other in known.mines for other in closed):
            continue
        if any(known.board[other] == MINE for other in closed):
            continue
        flags = [c for c in closed if c in known.mines and known.board[c] != FLAG]
        worth = sum(known.worth.get(other, 0.0) for other in closed) - len(flags) - 1
        # A number that is closed itself costs a click, too, and is worth opening in itself.
        worth -= 1 - known.worth.get(cell, 1.0)
        score = (worth, -len(flags), -_distance(cell, here), cell)
        if worth >= 0 and (best is None or score > best[0]):
            clicks = [Click(flag, Button.RIGHT) for flag in flags]
            if cell in known.safe:
                clicks.append(Click(cell))
            best = score, [*clicks, Click(cell, Button.CHORD)]
    return best[1] if best else []


def _distance(a: Cell, b: Cell) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))
