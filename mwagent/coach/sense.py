"""What may be believed of a picture that makes no sense as a whole, and has stayed."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from mwagent.belief import COVERED_OPEN, UNREAD, plausible, plausible_part
from mwagent.coach.credibility import (
    agree,
    beside_cover,
    consistent,
    has_mines,
    has_numbers,
    overlaid,
)
from mwagent.coach.followed import Followed
from mwagent.coach.moves import together
from mwagent.minefield import FLAG, HIDDEN, Board, MinefieldError, Stage, neighbours, rules
from mwagent.solvers import create
from mwagent.vision.reading import UNKNOWN, Reading, stage_of

STEPWISE: Final = 0.8
"""Seconds for which a zero must lie open beside closed cells for zeros to open nothing."""
STALLED: Final = 2.5
"""The same, where other cells came up with it."""


def mostly_unread(reading: Reading) -> bool:
    """Whether so much of a board is not understood that something else may lie there."""
    return len(reading.unknown) > UNREAD * reading.confidence.size


def visible_part(board: Followed, reading: Reading, known: Board) -> Reading | None:
    """What is seen of the board beside what covers a part of it; None if it makes no sense."""
    visible = beside_cover(reading, known)
    if visible is None or not has_mines(visible):
        return None
    sound = plausible(visible, known, board.program) and consistent(visible)
    return visible if sound else None


def sound_part(board: Followed, reading: Reading, known: Board) -> Reading | None:
    """The reading without the cells that cannot be right; None where too little is left."""
    part = plausible_part(reading, known, board.program)
    if part is None or overlaid(reading, known) or not has_numbers(part) or not consistent(part):
        return None
    return part


def corrected(board: Followed, reading: Reading, known: Board) -> Board | None:
    """The board that was known, with a few numbers put right; None where it is another."""
    if reading.stage is not Stage.ONGOING or len(reading.unknown) > COVERED_OPEN:
        return None
    sound = agree(reading, known) and plausible(reading, None, board.program)
    if not sound or not consistent(reading):
        return None
    now = reading.board.cells
    wrong = (known.cells < FLAG) & (now != known.cells)
    return Board(np.where(wrong, now, known.cells), known.mines)


def proved_part(reading: Reading, known: Board) -> Reading | None:
    """The cells that were opened beside something that lies over the board; None where none was.

    However much is covered, such a cell is proved safe, what is seen around it, half of it at
    least, is as it was, and it reads as the number of the mines that are proved there.
    """
    symbols = np.array([list(row) for row in reading.cells])
    if symbols.shape != known.shape:
        return None
    try:
        answer = create("best", {}).analyse(
            Board(np.where(known.cells == FLAG, HIDDEN, known.cells), known.mines)
        )
    except MinefieldError:
        return None
    safe, mines = set(answer.safe), set(answer.mines)
    signs = np.where(known.cells < FLAG, known.cells.astype("<U1"), "#")
    signs[known.cells == FLAG] = "F"
    same = symbols == signs
    opened = set()
    for cell in safe:
        around = list(neighbours(cell, known.shape))
        number = str(sum(other in mines for other in around))
        decided = all(known.cells[o] < FLAG or o in mines for o in around)
        seen = [o for o in around if symbols[o] != UNKNOWN]
        seen_well = all(same[o] for o in seen) and 2 * len(seen) >= len(around)
        if decided and seen_well and number != "0" and symbols[cell] == number:
            opened.add(cell)
    if not opened:
        return None
    done = np.where(same, symbols, UNKNOWN)
    for cell in opened:
        done[cell] = symbols[cell]
    rows = tuple("".join(row) for row in done.tolist())
    return replace(reading, cells=rows, stage=stage_of(rows, None))


def stepwise(board: Followed, reading: Reading, known: Board) -> bool:
    """Whether a reading would make sense if, and only if, zeros open nothing in this program."""
    program = board.program
    if program.known_skin or program.stepwise or reading.confidence.shape != known.shape:
        return False
    if len(reading.unknown) > COVERED_OPEN or not has_mines(reading):
        return False
    unfinished = not plausible(reading, known, program)
    return unfinished and plausible(reading, known, replace(program, stepwise=True))


def zero_stays(board: Followed, reading: Reading, known: Board) -> bool:
    """Whether a zero has been open for long, and a cell beside it is closed all the same.

    Where several cells opened together, it is longer: an opening may be painted bit by bit.
    """
    symbols = np.array([list(row) for row in reading.cells])
    new = np.char.isdigit(symbols) & (known.cells >= FLAG)
    wait = STALLED if together(board.clock.times[new]) else STEPWISE
    still = board.clock.still(board.now) > wait
    closed = np.isin(symbols, ["#", "?"]) & still
    return bool((rules.unfinished_zeros(reading.board.cells, closed) & still).any())
