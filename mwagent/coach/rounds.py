"""Whether a picture shows another round, or whether the one that seemed over goes on."""

from __future__ import annotations

import numpy as np

from mwagent.belief import fresh, plain, plausible
from mwagent.coach.credibility import (
    HIT,
    agree,
    consistent,
    has_mines,
    shut_share,
    with_flags_for_mines,
)
from mwagent.coach.ends import SINGLE
from mwagent.coach.followed import Followed
from mwagent.minefield import FLAG, HIDDEN, Board, Stage, cells_where
from mwagent.vision.reading import Reading


def another_round(board: Followed, reading: Reading, known: Board) -> bool:
    """Whether a reading shows another round than the board that is known, which was going on."""
    if not (known.cells < FLAG).any():
        return _marks_gone(board, reading, known)
    if fresh(reading) and plain(reading):
        return True
    if reading.stage is not Stage.ONGOING or not plausible(reading, None, board.program):
        return False
    return shut_share(reading, known) > 0.5 and not agree(reading, known)


def round_after_end(board: Followed, reading: Reading, known: Board) -> bool:
    """Whether a reading shows another round than the board that is known, which was over."""
    begun = reading.stage is Stage.ONGOING and plausible(reading, None, board.program)
    other = begun and has_mines(reading) and consistent(reading)
    return fresh(reading) or (
        other and (shut_share(reading, known) > 0.5 or not agree(reading, known))
    )


def going_on(board: Followed, reading: Reading, known: Board) -> Reading | None:
    """The reading of a game that seemed lost and goes on: more cells were opened since.

    What looked like a few mines are flags then.
    """
    sighting = board.round.sighting
    if sighting is None or sighting.stage is not Stage.LOST:
        return None
    if reading.confidence.shape != known.shape:
        return None
    reading, marks = with_flags_for_mines(reading)
    new = (reading.board.cells < FLAG) & (known.cells >= FLAG)
    since = board.clock.times > sighting.seconds
    if len(marks) > HIT or not (new & since).any() or not agree(reading, known):
        return None
    if not (known.cells < FLAG).any():
        return None
    sound = has_mines(reading) and plausible(reading, None, board.program)
    if not sound or not consistent(reading):
        return None
    board.round.marks.flags |= marks
    board.seen.flag(marks)
    return reading


def flagged_since(board: Followed, reading: Reading, known: Board) -> bool:
    """Whether a reading shows a game that is won, and flags that were set by hand since.

    Some programs end only when all mines are flagged. One that flags them itself flags all at once.
    """
    sighting = board.round.sighting
    if sighting is None or sighting.stage is not Stage.WON:
        return False
    symbols = np.array([list(row) for row in reading.cells])
    if symbols.shape != known.shape:
        return False
    new = (symbols == "F") & (known.cells == HIDDEN)
    signs = np.where(known.cells < FLAG, known.cells.astype("<U1"), symbols)
    if not 0 < new.sum() <= SINGLE or (symbols != signs).any():
        return False
    if not np.isin(symbols[known.cells >= FLAG], ["#", "F"]).all():
        return False
    by_hand = bool((symbols == "#").any() and (board.clock.times[new] > sighting.seconds).all())
    board.round.flagging |= by_hand
    return board.round.flagging


def flags_gone(reading: Reading, known: Board) -> bool:
    """Whether a board of which nothing was open but marked has lost its marks: it is another."""
    marked = known.cells == FLAG
    if not marked.any() or (known.cells < FLAG).any():
        return False
    symbols = np.array([list(row) for row in reading.cells])
    return bool(np.isin(symbols[marked], [*"#012345678"]).all())


def _marks_gone(board: Followed, reading: Reading, known: Board) -> bool:
    """Whether marks are gone, at once, of which nobody took away so many, or mines, by hand."""
    if not fresh(reading) or not plain(reading) or not flags_gone(reading, known):
        return False
    flags = set(cells_where(known.cells == FLAG))
    return len(flags) > SINGLE or flags <= board.round.marks.like_mines
