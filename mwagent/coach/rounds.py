"""Whether a picture shows another round, or whether the one that seemed over goes on."""

from __future__ import annotations

import numpy as np

from mwagent.belief import fresh, plain, plausible, symbols_of
from mwagent.coach.credibility import HIT, agree, shut_share, sound, with_flags_for_mines
from mwagent.coach.followed import Followed
from mwagent.coach.moves import QUICK
from mwagent.minefield import FLAG, Board, Stage, cells_where
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
    other = reading.stage is Stage.ONGOING and sound(reading, None, board.program)
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
    reading, marks = with_flags_for_mines(reading)
    new = (reading.board.cells < FLAG) & (known.cells >= FLAG)
    since = board.clock.times > sighting.seconds
    if len(marks) > HIT or not (new & since).any() or not agree(reading, known):
        return None
    if not (known.cells < FLAG).any():
        return None
    if not sound(reading, None, board.program):
        return None
    board.round.marks.flags |= marks
    board.seen.flag(marks)
    return reading


def flags_gone(reading: Reading, known: Board) -> bool:
    """Whether a board of which nothing was open but marked has lost its marks: it is another."""
    marked = known.cells == FLAG
    if not marked.any() or (known.cells < FLAG).any():
        return False
    symbols = symbols_of(reading)
    return bool(np.isin(symbols[marked], [*"#012345678"]).all())


def _marks_gone(board: Followed, reading: Reading, known: Board) -> bool:
    """Whether marks are gone, at once, of which nobody took away so many, or mines, by hand."""
    if not fresh(reading) or not plain(reading) or not flags_gone(reading, known):
        return False
    flags = set(cells_where(known.cells == FLAG))
    return len(flags) > QUICK or flags <= board.round.marks.like_mines
