"""What a picture of the followed board is taken for, by what its round has shown so far.

It is believed where it can be the board of a moment ago with some cells opened or flagged, a board
that shows its mines, or a fresh one. What makes no sense, and stays, is taken for another thing.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from typing import NamedTuple

import numpy as np

from mwagent.belief import (
    UNREAD,
    fresh,
    has_mines,
    other_round,
    plausible,
    same_board,
    signs_of,
    sound,
)
from mwagent.coach.correction import (
    ALWAYS,
    IN_PLAY,
    ending_seen,
    explained,
    lone_mine,
    note_glyphs,
    passing_flags,
    passing_zeros,
)
from mwagent.coach.durations import FADING, LATE, PASSING
from mwagent.coach.ends import Look, Understood, marks_shown
from mwagent.coach.followed import HIT, Followed
from mwagent.coach.moves import QUICK, together
from mwagent.minefield import FLAG, Board, Cell, Stage, cells_where, rules
from mwagent.vision.partial.pointer import UNDER_POINTER
from mwagent.vision.ranks import MAJORITY
from mwagent.vision.reading import UNKNOWN, Reading, Told


class Verdict(Enum):
    """What a picture is.

    Nothing new, or nothing that makes sense as yet; the round, as the reading shows it; the first
    of another round; not understood for long; or something else that lies where the board was.
    """

    NOTHING = auto()
    BELIEVED = auto()
    ANOTHER_ROUND = auto()
    UNCLEAR = auto()
    GONE = auto()


class Judged(NamedTuple):
    """A verdict, the reading it is on, and the mines that seem to have been opened."""

    verdict: Verdict
    reading: Reading
    hit: frozenset[Cell] = frozenset()


def judge(board: Followed, reading: Reading) -> Judged:
    """Judge a reading of the board as it looks now."""
    now = board.round
    if now.sighting is None:
        return Judged(Verdict.BELIEVED, reading)
    reading = explained(board, reading, ALWAYS)
    if now.finished:
        return _after_the_end(board, reading)
    reading = explained(board, reading, IN_PLAY)
    if another_round(board, reading):
        return Judged(Verdict.ANOTHER_ROUND, reading)
    note_glyphs(board, reading)
    look = Look(board.known, board.drawn, board.clock.times, board.covered, now.unseen)
    marked = now.marks.understand(reading, look, board.program.known_skin)
    if not (board.known.cells < FLAG).any():
        now.marks.first |= marked.flags
    if marked.lone and (over := lone_mine(board, marked.lone)):
        ended = marked.reading.filled({board.number(cell): "X" for cell in over})
        return Judged(Verdict.BELIEVED, replace(ended, stage=Stage.LOST), over)
    return _in_play(board, marked)


def judge_again(board: Followed, odd: Reading) -> Judged:
    """Judge a picture that made no sense, and stays."""
    known, nothing = board.known, Judged(Verdict.NOTHING, odd)
    assert board.odd_since is not None
    stayed = board.now - board.odd_since
    if stayed < PASSING:
        return nothing
    if board.round.finished:
        unread = len(odd.unknown) > UNREAD * odd.confidence.size
        gone = unread or not has_mines(odd) or numbers_gone(odd, known)
        return Judged(Verdict.GONE, odd) if gone and stayed > FADING else nothing
    if odd.stage is Stage.LOST and same_board(odd, known) and marks_shown(odd, known):
        return Judged(Verdict.BELIEVED, odd)
    if stepwise(board, odd):
        if not zero_stays(board, odd):
            return nothing
        board.note_stepwise()
        return Judged(Verdict.BELIEVED, odd)
    told = beneath_cover(odd, known)
    if told and sound(visible := odd.explained(told), known, board.program):
        return Judged(Verdict.BELIEVED, visible)
    return Judged(Verdict.UNCLEAR, odd)


def _in_play(board: Followed, marked: Understood) -> Judged:
    """Judge the reading of a game that goes on or has just ended."""
    known, lost = board.known, marked.reading.stage is Stage.LOST
    reading = marked.reading.explained(passing_flags(board, marked.flags))
    same = same_board(reading, known)
    if marked.shown and same and len(reading.unknown) < known.cells.size / 2:
        return Judged(Verdict.BELIEVED, replace(reading, stage=Stage.LOST), marked.hit)
    if not lost:
        whole = not overlaid(reading, known, board.reading)
        if whole and sound(reading, known, board.program):
            return Judged(Verdict.BELIEVED, reading)
        if told := passing_zeros(board, reading):
            return Judged(Verdict.BELIEVED, reading.explained(told))
    board.make_no_sense(reading)
    return judge_again(board, reading)


def _after_the_end(board: Followed, reading: Reading) -> Judged:
    """A game is over: its board may change in many ways until another begins."""
    more, seen = going_on(board, reading), board.round.sighting
    if more is not None and seen is not None:
        board.round.sighting = replace(seen, stage=Stage.ONGOING)
        return Judged(Verdict.BELIEVED, reading.explained(more))
    if another_round(board, reading):
        return Judged(Verdict.ANOTHER_ROUND, reading)
    better = ending_seen(board, reading)
    if better is not None:
        return Judged(Verdict.BELIEVED, better.reading, better.hit)
    strange = not has_mines(reading) or not plausible(reading, board.known, board.program)
    if reading.stage is not Stage.LOST and strange:
        board.make_no_sense(reading)
    else:
        board.odd_since = None
    return Judged(Verdict.NOTHING, reading)


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


def numbers_gone(reading: Reading, known: Board) -> bool:
    """Whether most numbers of a board are shown no more: something else is in its place."""
    numbers = rules.opened(known.cells) & (known.cells > 0)
    kept = (reading.symbols == known.cells.astype("<U1"))[numbers]
    return bool(kept.size and kept.mean() < 1 - MAJORITY)


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
    board.flagged |= marks
    return told


def _marks_gone(board: Followed, reading: Reading) -> bool:
    """Whether marks are gone, at once, of which nobody took away so many, or mines, by hand."""
    if not fresh(reading) or not reading.plain or not flags_gone(reading, board.known):
        return False
    flags = set(cells_where(board.known.cells == FLAG))
    return len(flags) > QUICK or flags <= board.round.marks.like_mines


def flags_gone(reading: Reading, known: Board) -> bool:
    """Whether a board of which nothing was open but marked has lost its marks: it is another."""
    marked = known.cells == FLAG
    if not marked.any() or (known.cells < FLAG).any():
        return False
    symbols = reading.symbols
    return bool(np.isin(symbols[marked], [*"#012345678"]).all())
