"""Whether a board that was read can be one that somebody plays on, and which one.

It may be the one that was known, another round of it, or a part of either beside what lies over it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from mwagent.belief import (
    UNREAD,
    Found,
    Program,
    consistent,
    fresh,
    other_round,
    plausible,
    same_board,
    signs_of,
)
from mwagent.coach.durations import FADING, LATE
from mwagent.coach.followed import Followed
from mwagent.coach.moves import QUICK, together
from mwagent.minefield import FLAG, Board, Stage, cells_where, rules
from mwagent.vision.partial.pointer import UNDER_POINTER
from mwagent.vision.ranks import MAJORITY
from mwagent.vision.reading import UNKNOWN, Reading, Told

HIT: Final = 3
"""Mines that one click opens, at most: where more look so, all mines do."""


def has_mines(reading: Reading) -> bool:
    """Whether any cell can be a mine: an empty window looks like a board that is all zeros."""
    return bool(any(sign not in "012345678" for row in reading.cells for sign in row))


def sound(reading: Reading, known: Board | None, program: Program) -> bool:
    """Whether a reading makes sense as a game that goes on after the `known` board, if any."""
    return has_mines(reading) and plausible(reading, known, program) and consistent(reading)


def beneath_cover(reading: Reading, known: Board) -> Told:
    """What lies beneath something that lies over a part of a board, such as a dialog.

    Open cells do not change: those that are not as they were are covered, and so is all between
    them, which is as it was. Nothing where too much is covered, or the rest is another.
    """
    symbols, signs = reading.symbols, signs_of(known)
    opened = known.cells < FLAG
    wrong = opened & (symbols != signs)
    if not wrong.any():
        return {}
    rows, cols = np.nonzero(wrong)
    covered = np.zeros(known.shape, bool)
    covered[max(0, rows.min() - 1) : rows.max() + 2, max(0, cols.min() - 1) : cols.max() + 2] = True
    if covered.mean() > MAJORITY or (opened & ~covered).sum() < opened.sum() * MAJORITY:
        return {}
    return reading.others(np.where(covered, signs, symbols))


def overlaid(reading: Reading, known: Board, last: Reading) -> bool:
    """Whether more closed cells came to look strange than were opened: something lies over them.

    What is read of the others then may be a part of that. Where the `last` reading that was
    believed understood nothing, something has lain all along.
    """
    new = reading.symbols[(known.cells >= FLAG) & (last.symbols != UNKNOWN)]
    strange = int((new == UNKNOWN).sum())
    return strange > UNDER_POINTER and strange > int(np.char.isdigit(new).sum())


def credible(found: Found) -> bool:
    """Whether what was found can be a board that somebody plays on."""
    reading = found.reading
    if len(reading.unknown) > UNREAD * reading.confidence.size or not has_mines(reading):
        return False
    known_skin = found.location.skin is not None
    return plausible(reading, None, Program(known_skin, stepwise=not known_skin))


def stage_of_board(board: Board) -> Stage:
    """How a game stands that shows no mines: won where no cell is left that is safe."""
    opened = board.cells < FLAG
    if not opened.any():
        return Stage.WAITING
    closed = int((~opened).sum())
    if closed in (0, board.mines) or rules.closed_are_mines(board.cells):
        return Stage.WON
    return Stage.ONGOING


def numbers_gone(reading: Reading, known: Board) -> bool:
    """Whether most numbers of a board are shown no more: something else is in its place."""
    numbers = rules.opened(known.cells) & (known.cells > 0)
    kept = (reading.symbols == known.cells.astype("<U1"))[numbers]
    return bool(kept.size and kept.mean() < 1 - MAJORITY)


def mostly_unread(reading: Reading) -> bool:
    """Whether so much of a board is not understood that something else may lie there."""
    return len(reading.unknown) > UNREAD * reading.confidence.size


def stepwise(board: Followed, reading: Reading) -> bool:
    """Whether a reading would make sense if, and only if, zeros open nothing in this program."""
    known, program = board.known, board.program
    if program.known_skin or program.stepwise:
        return False
    if len(reading.unknown) > UNDER_POINTER or not has_mines(reading):
        return False
    unfinished = not plausible(reading, known, program)
    return unfinished and plausible(reading, known, replace(program, stepwise=True))


def zero_stays(board: Followed, reading: Reading) -> bool:
    """Whether a zero has been open for long, and a cell beside it is closed all the same.

    Where several cells opened together, it is longer: an opening may be painted bit by bit.
    """
    symbols, clock = reading.symbols, board.clock
    new = np.char.isdigit(symbols) & (board.known.cells >= FLAG)
    still = clock.unchanged(board.now) > (LATE if together(clock.times[new]) else FADING)
    closed = np.isin(symbols, ["#", "?"]) & still
    return bool((rules.unfinished_zeros(reading.board.cells, closed) & still).any())


def another_round(board: Followed, reading: Reading) -> bool:
    """Whether a reading shows another round than the board that is known."""
    known, program = board.known, board.program
    if board.round.finished:
        other = reading.stage is Stage.ONGOING and not same_board(reading, known)
        return fresh(reading) or (other and sound(reading, None, program))
    if not (known.cells < FLAG).any():
        return _marks_gone(board, reading)
    return (fresh(reading) and reading.plain) or other_round(reading, known, program)


def going_on(board: Followed, reading: Reading) -> Told | None:
    """What looked like a few mines, in a game that seemed lost and goes on: they are flags.

    None where it does not go on: no more cells were opened since.
    """
    known, sighting = board.known, board.round.sighting
    if sighting is None or sighting.stage is not Stage.LOST or not (known.cells < FLAG).any():
        return None
    symbols = reading.symbols
    mines = np.isin(symbols, list("*XW"))
    told = dict.fromkeys(np.flatnonzero(mines).tolist(), "F")
    reading = reading.explained(told)
    new = np.char.isdigit(symbols) & (known.cells >= FLAG) & (board.clock.times > sighting.seconds)
    if mines.sum() > HIT or not new.any() or not same_board(reading, known):
        return None
    if not sound(reading, None, board.program):
        return None
    board.round.marks.flags |= (marks := set(cells_where(mines)))
    board.seen.flagged |= marks
    return told


def flags_gone(reading: Reading, known: Board) -> bool:
    """Whether a board of which nothing was open but marked has lost its marks: it is another."""
    marked = known.cells == FLAG
    if not marked.any() or (known.cells < FLAG).any():
        return False
    symbols = reading.symbols
    return bool(np.isin(symbols[marked], [*"#012345678"]).all())


def _marks_gone(board: Followed, reading: Reading) -> bool:
    """Whether marks are gone, at once, of which nobody took away so many, or mines, by hand."""
    if not fresh(reading) or not reading.plain or not flags_gone(reading, board.known):
        return False
    flags = set(cells_where(board.known.cells == FLAG))
    return len(flags) > QUICK or flags <= board.round.marks.like_mines
