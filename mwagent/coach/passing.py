"""Signs that may be passing: a cell that is pressed or hovered, a mark that is gone at once.

They are believed only once they have stayed for a while.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

import numpy as np

from mwagent.belief import (
    rows_of,
    showing,
    signs_of,
    symbols_of,
    with_around,
)
from mwagent.coach.correction import HOVERED
from mwagent.coach.credibility import sound
from mwagent.coach.durations import FADING, PASSING
from mwagent.coach.ends import MINES
from mwagent.coach.followed import Followed
from mwagent.coach.moves import Change, sudden
from mwagent.minefield import FLAG, HIDDEN, Board, Cell, Stage, cells_where, neighbours, rules
from mwagent.vision.reading import UNKNOWN, Reading


def lone_mine(board: Followed, lone: frozenset[Cell]) -> frozenset[Cell]:
    """A mark that no flag looks like: once it has stayed a while, a mine that was opened."""
    still = board.clock.still(board.now)
    if all(still[cell] >= FADING for cell in lone):
        return lone
    board.patience.again_at(board.now + FADING)
    return frozenset()


def beneath_pointer(board: Followed, reading: Reading, known: Board | None = None) -> Reading:
    """The reading, with cells on which the pointer of a film lies as they were.

    What comes up there is not understood until the pointer leaves, or has stayed for long. Where
    mines are shown beside it, too, the game is over and all is as it is read.
    """
    first = known is None
    known = Board.hidden(*reading.confidence.shape) if known is None else known
    still, symbols, signs = board.clock.still(board.now), symbols_of(reading), signs_of(known)
    mines = set(cells_where(np.isin(symbols, list(MINES))))
    if not board.covered or (reading.stage is Stage.LOST and mines - board.covered):
        return reading
    new, unread = np.char.isdigit(symbols) & (known.cells >= FLAG), set()
    for cell in board.covered:
        if known.cells[cell] <= FLAG:
            symbols[cell] = signs[cell]
        elif symbols[cell] != "#" and (first or still[cell] < FADING):
            symbols[cell] = UNKNOWN
            unread.add(cell)
            board.patience.again_at(board.now + FADING)
    for cell in unread if not board.program.stepwise else ():
        around = list(neighbours(cell, known.shape))
        opened = all(symbols[n].isdigit() or n in unread for n in around)
        if opened and sum(new[n] for n in around) > 1:
            # It has opened those around it.
            symbols[cell] = "0"
    return showing(reading, symbols)


def passing_flags(board: Followed, flags: frozenset[Cell]) -> frozenset[Cell]:
    """Those of some new flags that may be no more than a cell that is pressed, or fades."""
    still = board.clock.still(board.now)
    passing = frozenset(cell for cell in flags if still[cell] < PASSING)
    if passing:
        board.round.marks.forget(passing)
        board.patience.again_at(board.now + PASSING)
    board.round.pending = passing
    return passing


def without_passing_zeros(board: Followed, reading: Reading, known: Board) -> Reading | None:
    """What else was opened, where a cell that is pressed, or hovered, looks like a zero."""
    if board.program.known_skin:
        return None
    cells = reading.board.cells
    shut = np.isin(symbols_of(reading), ["#", "?"])
    zeros = rules.unfinished_zeros(cells, shut) & (known.cells == HIDDEN)
    new = rules.opened(cells) & (known.cells == HIDDEN) & ~zeros
    if not 0 < zeros.sum() <= HOVERED or not new.any() or (new & with_around(zeros)).any():
        return None
    dropped = frozenset(cells_where(zeros))
    part = closed_at(reading, dropped)
    if not sound(part, known, board.program) or half_opened(board, part, known):
        return None
    board.round.pending |= dropped
    board.patience.again_at(board.now + PASSING)
    return part


def half_opened(board: Followed, reading: Reading, known: Board) -> bool:
    """Whether numbers came up together whose zeros may still be fading in."""
    if reading.stage is Stage.WON:
        return False
    change = Change(known.cells, reading.board.cells, board.clock.times)
    return sudden(change, board.now - FADING)


def closed_at(reading: Reading, cells: Set[Cell]) -> Reading:
    """A reading on which some cells are closed, and bear no flag yet."""
    symbols = symbols_of(reading)
    for cell in cells:
        symbols[cell] = "#"
    return replace(reading, cells=rows_of(symbols))
