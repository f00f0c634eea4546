"""Signs that may be passing: a cell that is pressed or hovered, a mark that is gone at once.

They are believed only once they have stayed for a while.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from mwagent.belief import plausible
from mwagent.coach.correction import HOVERED
from mwagent.coach.credibility import consistent, has_mines
from mwagent.coach.followed import Followed
from mwagent.coach.moves import Change, sudden
from mwagent.coach.patience import FADING
from mwagent.minefield import FLAG, HIDDEN, Board, Cell, Stage, cells_where, neighbours, rules
from mwagent.vision.reading import UNKNOWN, Reading, stage_of

ALONE: Final = 1.0
"""Seconds for which a mark unlike any flag must stay alone to be the mine that ended a game."""
MARKED: Final = 0.25
"""Seconds for which a mark that nobody knows must stay before it is a flag."""


def lone_mine(board: Followed, lone: frozenset[Cell]) -> frozenset[Cell]:
    """A mark that no flag looks like: once it has stayed a while, a mine that was opened."""
    still = board.clock.still(board.now)
    if all(still[cell] >= ALONE for cell in lone):
        return lone
    board.patience.again_at(board.now + ALONE)
    return frozenset()


def beneath_pointer(board: Followed, reading: Reading, known: Board | None = None) -> Reading:
    """The reading, with cells on which the pointer of a film lies as they were.

    What comes up there is not understood until the pointer leaves, or has stayed for long.
    """
    first = known is None
    known = Board.hidden(*reading.confidence.shape) if known is None else known
    if not board.covered or reading.stage is Stage.LOST or reading.confidence.shape != known.shape:
        return reading
    still, signs = board.clock.still(board.now), {}
    for cell in board.covered:
        if known.cells[cell] <= FLAG:
            signs[cell] = "F" if known.cells[cell] == FLAG else str(known.cells[cell])
        elif reading.cells[cell[0]][cell[1]] != "#" and (first or still[cell] < ALONE):
            signs[cell] = UNKNOWN
            board.patience.again_at(board.now + ALONE)
    rows = [list(row) for row in reading.cells]
    for (row, col), sign in signs.items():
        rows[row][col] = sign
    unread = [cell for cell, sign in signs.items() if sign == UNKNOWN]
    if not board.program.stepwise:
        for row, col in unread:
            around = list(neighbours((row, col), known.shape))
            new = [n for n in around if reading.cells[n[0]][n[1]].isdigit() and known[n] >= FLAG]
            if len(new) > 1 and all(rows[r][c].isdigit() or (r, c) in unread for r, c in around):
                # It has opened those around it.
                rows[row][col] = "0"
    cells = tuple("".join(row) for row in rows)
    return replace(reading, cells=cells, stage=stage_of(cells, None))


def passing_flags(board: Followed, flags: frozenset[Cell]) -> frozenset[Cell]:
    """Those of some new flags that may be no more than a cell that is pressed, or fades."""
    still = board.clock.still(board.now)
    passing = frozenset(cell for cell in flags if still[cell] < MARKED)
    if passing:
        board.round.marks.forget(passing)
        board.patience.again_at(board.now + MARKED)
    board.round.pending = passing
    return passing


def without_passing_zeros(board: Followed, reading: Reading, known: Board) -> Reading | None:
    """What else was opened, where a cell that is pressed, or hovered, looks like a zero."""
    if board.program.known_skin or reading.confidence.shape != known.shape:
        return None
    cells = reading.board.cells
    shut = np.isin(np.array([list(row) for row in reading.cells]), ["#", "?"])
    zeros = rules.unfinished_zeros(cells, shut) & (known.cells == HIDDEN)
    new = rules.opened(cells) & (known.cells == HIDDEN) & ~zeros
    beside = cv2.dilate(zeros.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    if not 0 < zeros.sum() <= HOVERED or not new.any() or (new & beside).any():
        return None
    dropped = frozenset(cells_where(zeros))
    part = closed_at(reading, dropped)
    if not plausible(part, known, board.program) or half_opened(board, part, known):
        return None
    if not has_mines(part) or not consistent(part):
        return None
    board.round.pending |= dropped
    board.patience.again_at(board.now + MARKED)
    return part


def half_opened(board: Followed, reading: Reading, known: Board) -> bool:
    """Whether numbers came up together whose zeros may still be fading in."""
    if reading.stage is Stage.WON:
        return False
    change = Change(known.cells, reading.board.cells, board.clock.times)
    return sudden(change, board.now - FADING)


def closed_at(reading: Reading, cells: Set[Cell]) -> Reading:
    """A reading on which some cells are closed, and bear no flag yet."""
    rows = [list(row) for row in reading.cells]
    for row, col in cells:
        rows[row][col] = "#"
    return replace(reading, cells=tuple("".join(row) for row in rows))
