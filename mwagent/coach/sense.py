"""What may be believed of a picture that makes no sense as a whole, and has stayed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from mwagent.belief import (
    UNREAD,
    consistent,
    plausible,
    plausible_part,
    symbols_of,
)
from mwagent.coach.credibility import beside_cover, has_mines, has_numbers, overlaid, sound
from mwagent.coach.durations import FADING, LATE
from mwagent.coach.followed import Followed
from mwagent.coach.moves import together
from mwagent.minefield import FLAG, Board, rules
from mwagent.vision.partial.pointer import UNDER_POINTER
from mwagent.vision.reading import Reading


def mostly_unread(reading: Reading) -> bool:
    """Whether so much of a board is not understood that something else may lie there."""
    return len(reading.unknown) > UNREAD * reading.confidence.size


def visible_part(board: Followed, reading: Reading, known: Board) -> Reading | None:
    """What is seen of the board beside what covers a part of it; None if it makes no sense."""
    visible = beside_cover(reading, known)
    return visible if visible is not None and sound(visible, known, board.program) else None


def sound_part(board: Followed, reading: Reading, known: Board) -> Reading | None:
    """The reading without the cells that cannot be right; None where too little is left."""
    part = plausible_part(reading, known, board.program)
    if part is None or not has_numbers(part) or not consistent(part):
        return None
    return None if overlaid(reading, known, board.reading) else part


def stepwise(board: Followed, reading: Reading, known: Board) -> bool:
    """Whether a reading would make sense if, and only if, zeros open nothing in this program."""
    program = board.program
    if program.known_skin or program.stepwise:
        return False
    if len(reading.unknown) > UNDER_POINTER or not has_mines(reading):
        return False
    unfinished = not plausible(reading, known, program)
    return unfinished and plausible(reading, known, replace(program, stepwise=True))


def zero_stays(board: Followed, reading: Reading, known: Board) -> bool:
    """Whether a zero has been open for long, and a cell beside it is closed all the same.

    Where several cells opened together, it is longer: an opening may be painted bit by bit.
    """
    symbols = symbols_of(reading)
    new = np.char.isdigit(symbols) & (known.cells >= FLAG)
    wait = LATE if together(board.clock.times[new]) else FADING
    still = board.clock.still(board.now) > wait
    closed = np.isin(symbols, ["#", "?"]) & still
    return bool((rules.unfinished_zeros(reading.board.cells, closed) & still).any())
