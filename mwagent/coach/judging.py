"""What a picture of the followed board is taken for, by what its round has shown so far.

It is believed where it can be the board of a moment ago with some cells opened or flagged, a board
that shows its mines, or a fresh one. What makes no sense, and stays, is taken for another thing.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from typing import NamedTuple

from mwagent.belief import plausible, same_board
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
from mwagent.coach.credibility import (
    another_round,
    beneath_cover,
    going_on,
    has_mines,
    mostly_unread,
    numbers_gone,
    overlaid,
    sound,
    stepwise,
    zero_stays,
)
from mwagent.coach.durations import FADING, PASSING
from mwagent.coach.ends import Understood, marks_shown
from mwagent.coach.followed import Followed
from mwagent.minefield import FLAG, Cell, Stage
from mwagent.vision.reading import Reading


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
    marked = now.marks.understand(
        reading,
        board.known,
        board.drawn,
        board.program.known_skin,
        board.clock.times,
        covered=board.covered,
        unseen=now.unseen,
    )
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
        gone = mostly_unread(odd) or not has_mines(odd) or numbers_gone(odd, known)
        return Judged(Verdict.GONE, odd) if gone and stayed > FADING else nothing
    if odd.stage is Stage.LOST and same_board(odd, known) and marks_shown(odd, known):
        return Judged(Verdict.BELIEVED, odd)
    if stepwise(board, odd):
        if not zero_stays(board, odd):
            return nothing
        board.seen.note_stepwise()
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
    more, now = going_on(board, reading), board.round
    if more is not None and now.sighting is not None:
        now.sighting = replace(now.sighting, stage=Stage.ONGOING)
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
