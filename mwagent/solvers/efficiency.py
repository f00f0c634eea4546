"""Planning for the fewest clicks: one step at a time, flags only where they pay.

A step is a chord with the flags it lacks, or one safe cell. Each is judged by the 3BV it solves
less its clicks, and by how it changes what the position promises (`chord_savings`): a cell that a
chord may open later is left to it, a flag counts for all the chords it serves, and a cell whose
number may make a great chord is opened first. After each step the board is looked at again, since
what opened by itself changes what pays.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from mwagent.minefield import HIDDEN, MINE, Board, Button, Cell, Click
from mwagent.minefield.checked import argument
from mwagent.solvers.analysis import Analysis, Decision
from mwagent.solvers.chord_savings import Change, ChordSavings, bits

WINDOW: Final = 60
"""Rows and columns of the parts in which a board is planned that has more than 60 x 60 cells."""
OPENING_WORTH: Final = 0.5
"""Clicks that an opening is worth beyond its 3BV, for the numbers that it shows."""
ALONE_COST: Final = 0.16
"""Clicks that opening a single cell costs beyond its own: a chord might have opened it some day."""


def plan_step(
    board: Board, analysis: Analysis, start: Cell | None = None, *, chords: bool = True
) -> list[Click]:
    """Plan the next step: a chord with its flags, one safe cell, or the guess.

    `start` is the cell the mouse is over; of equal steps the nearest is taken. Without `chords`
    nothing is flagged. Opens no cell that is not proven safe, except the guess, which is the only
    click when nothing is proven. Returns no click when nothing is left to open.

    >>> board = Board.parse("1##\\n###\\n###", mines=1)
    >>> risk = np.array([[0, 0, 0.1], [0, 1, 0.1], [0.1, 0.1, 0.1]])
    >>> known = Analysis(risk, ((0, 1), (1, 0)), ((1, 1),), Decision((0, 1), "proof"))
    >>> [(click.button.value, click.cell) for click in plan_step(board, known, (0, 0))]
    [('right', (1, 1)), ('chord', (0, 0))]
    """
    argument("board", board, Board)
    argument("analysis", analysis, Analysis)
    start = argument("start", start, Cell | None)
    safe = [cell for cell in analysis.safe if board[cell] == HIDDEN]
    if not safe:
        best = analysis.decide().best
        return [Click(best)] if best is not None and board[best] == HIDDEN else []
    if len(safe) == 1:
        return [Click(safe[0])]
    here = start if start is not None else min(safe)
    if board.cells.size > WINDOW * WINDOW:
        nearest = min(safe, key=lambda cell: max(abs(cell[0] - here[0]), abs(cell[1] - here[1])))
        return _plan_around(board, analysis, nearest, chords=chords)
    seen = ChordSavings(board, analysis)

    def away(place: int) -> float:
        row, col = divmod(place, seen.cols)
        return float(np.hypot(row - here[0], col - here[1]))

    steps = []
    for place in bits(seen.safe):
        worth = seen.solved(1 << place) - 1 + OPENING_WORTH * seen.zero[place] - ALONE_COST
        if chords:
            worth += seen.gain(Change(1 << place, 1 << place, seen.flags))
        steps.append((round(worth, 9), 0, -away(place), place, False))
    for place in _chords(board, seen) if chords else ():
        opens, flags = _opens(seen, place), _flags(seen, place)
        worth = seen.solved(opens) - 1 - flags.bit_count()
        worth += seen.gain(Change(opens, opens, seen.flags | flags))
        steps.append((round(worth, 9), -flags.bit_count(), -away(place), place, True))
    *_, place, chord = max(steps)
    clicks = [Click(divmod(place, seen.cols), Button.CHORD if chord else Button.LEFT)]
    if chord:
        marks = [divmod(flag, seen.cols) for flag in bits(_flags(seen, place))]
        clicks[:0] = [Click(mark, Button.RIGHT) for mark in marks]
    return clicks


def _plan_around(board: Board, analysis: Analysis, middle: Cell, *, chords: bool) -> list[Click]:
    """Plan a step on a part of a large board, whose edge counts as mines that nobody flags."""
    (top, bottom), (left, right) = (
        (max(0, at - WINDOW // 2), min(size, at + WINDOW // 2))
        for at, size in zip(middle, board.shape, strict=True)
    )
    cells = board.cells[top:bottom, left:right].copy()
    inside = np.zeros(cells.shape, bool)
    inside[int(top > 0) : bottom - top - (bottom < board.shape[0]), :] = True
    inside[:, : int(left > 0)] = False
    inside[:, right - left - (right < board.shape[1]) :] = False
    cells[~inside] = MINE

    def within(listed: Iterable[Cell]) -> tuple[Cell, ...]:
        shifted = ((row - top, col - left) for row, col in listed)
        rows, cols = cells.shape
        return tuple((r, c) for r, c in shifted if 0 <= r < rows and 0 <= c < cols and inside[r, c])

    part = Analysis(
        analysis.mine_probability[top:bottom, left:right],
        within(analysis.safe),
        within(analysis.mines),
        Decision(None, "proof"),
    )
    clicks = plan_step(Board(cells), part, (middle[0] - top, middle[1] - left), chords=chords)
    return [Click((click.cell[0] + top, click.cell[1] + left), click.button) for click in clicks]


def _chords(board: Board, seen: ChordSavings) -> list[int]:
    """List the open numbers that open something by a chord: all their mines are known."""
    found = []
    for place in bits(seen.near(seen.safe, 1) & seen.numbers):
        around = seen.around[place]
        number = board[divmod(place, seen.cols)]
        if not around & (seen.unknown | seen.shown) and (around & seen.mines).bit_count() == number:
            found.append(place)
    return found


def _opens(seen: ChordSavings, place: int) -> int:
    return seen.around[place] & seen.safe


def _flags(seen: ChordSavings, place: int) -> int:
    return seen.around[place] & seen.mines & ~seen.flags
