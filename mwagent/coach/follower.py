"""Follows the boards that are shown: finds them, reads what changes, and says when it cannot.

Nothing is known here of what the player clicked. A picture is believed where it can be the board
of a moment ago with some cells opened or flagged, a board that shows its mines, or a fresh one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.belief import (
    Found,
    Location,
    familiar,
    fresh,
    plausible,
    same_board,
    unclear,
)
from mwagent.coach.acceptance import believe
from mwagent.coach.changes import CellClock, Patience
from mwagent.coach.correction import (
    as_before,
    as_others,
    beneath_pointer,
    beside_fresh,
    ending_seen,
    lone_mine,
    note_glyphs,
    with_colours,
    without_passing_flags,
    without_passing_zeros,
)
from mwagent.coach.credibility import (
    another_round,
    beside_cover,
    flags_gone,
    going_on,
    has_mines,
    mostly_unread,
    numbers_gone,
    overlaid,
    sound,
    stepwise,
    zero_stays,
)
from mwagent.coach.displacement import laid, shift_of, uniform
from mwagent.coach.durations import FADING, LATE, PASSING
from mwagent.coach.ends import Understood, marks_shown
from mwagent.coach.followed import Followed, Taken
from mwagent.coach.pointer import MOST, Pointer
from mwagent.coach.searching import AGAIN, Elsewhere, SearchTimes, find, other_level
from mwagent.coach.sighting import Sighting, Source, Trouble
from mwagent.minefield import FLAG, Cell, Stage
from mwagent.vision.edges import Pixels
from mwagent.vision.reading import UNKNOWN, BoardCoveredError, BoardNotFoundError, Reading

RELAPSE: Final = 10.0
"""Seconds within which a board that is lost twice is doubted."""
FALSE_ALARMS: Final = 3
"""Changes around a board that lies still, after which such changes no longer count at once."""


class Follower:
    """Follows the board that a source shows; call `step` after each of its pictures."""

    def __init__(
        self,
        source: Source,
        tell: Callable[[Trouble, str], object] = lambda trouble, sentence: None,
    ):
        self.source = source
        self._tell = tell
        self._trouble = Trouble.NONE
        self._board: Followed | None = None
        self._lost = True
        self._times = SearchTimes(source.exact)
        self._elsewhere = Elsewhere(source)
        self._alarms = 0
        self._moved = False
        self._lost_since = -np.inf
        self._doubted = False
        self._patience = Patience()
        self._with_pointer: Pixels = np.zeros((0, 0, 3), np.uint8)
        self._pointer = None if source.live else Pointer(source.exact)

    @property
    def location(self) -> Location | None:
        """Where the board lies, None before one was found."""
        return None if self._board is None else self._board.seen.location

    @property
    def lost(self) -> bool:
        """Whether no board is followed at the moment."""
        return self._lost

    @property
    def restless(self) -> bool:
        """Whether what is shown has not been believed yet."""
        odd = self._board is not None and self._board.odd_since is not None
        return self._patience.unread or odd

    def step(self) -> Sighting | None:
        """Look at the picture that the source shows now; gives what is new on the board, if any."""
        if self._lost or self._board is None:
            return self._search()
        return self._follow(self._board)

    # Looking for a board

    def _search(self) -> Sighting | None:
        if not self._times.due(self.source.pictures(), self.source.seconds):
            return None
        try:
            taken = find(self.source, self._board, doubted=self._doubted)
        except BoardNotFoundError as error:
            covered = isinstance(error, BoardCoveredError)
            self._say(Trouble.COVERED if covered else Trouble.NO_BOARD, str(error))
            self._times.note(found=False, now=self.source.seconds)
            return None
        self._times.note(found=True, now=self.source.seconds)
        return self._take(taken)

    def _take(self, taken: Taken) -> Sighting | None:
        """Follow a board that was found."""
        taken.seen.begin_anew()
        picture = taken.seen.picture().picture
        last, clock = self._board, self._clock(taken.seen.location, picture)
        since = None if last is None else last.odd_since
        if since is not None and self.source.seconds - since < LATE:
            # What is new on it came up when the picture began to make no sense.
            clock.times[:] = since
        self._lost = self._patience.unread = False
        reading = taken.found.reading
        if last is None or taken.other:
            last = self._board = Followed(self.source, taken, clock, self._patience)
        last.clock, last.odd_since = clock, None
        if self._pointer is not None:
            self._pointer.see(self._around(taken.seen.location))
        last.covered = self._beneath_pointer(last)
        if not _same_round(last, taken.found):
            last.begin_round(reading.board.mines)
            return self._believe(last, beneath_pointer(last, reading))
        return self._consider(last, replace(reading, lattice=taken.seen.location.inner))

    def _clock(self, place: Location, picture: Pixels) -> CellClock:
        return CellClock(place.inner, picture, self.source.seconds, self.source.exact)

    def _lose_sight(self, board: Followed) -> None:
        """Look for a board anew, in other skins, too."""
        board.seen.suspect_skin()
        # A board that is found, and lost again, may be a part of another.
        self._doubted = board.now - self._lost_since < RELAPSE
        self._lost_since = board.now
        self._lost = True
        self._times.at_once()

    # Following it

    def _follow(self, board: Followed) -> Sighting | None:
        now, patience = board.now, self._patience
        picture = board.seen.picture().picture
        self._moved = board.seen.moved and self._alarms < FALSE_ALARMS
        if self._moved:
            self._shift(board)
            picture = board.seen.picture().picture
        self._with_pointer = picture
        if self._pointer is not None:
            picture = self._pointer.see(self._around(board.seen.location))
        earlier = self._before_next_change(board, picture)
        if self._board is not board or self._lost:
            return earlier
        board.covered = self._beneath_pointer(board)
        begun = board.clock.times.copy()
        hidden = None if self._pointer is None else self._pointer.hidden
        changed = board.clock.see(picture, now, hidden)
        patience.note(changed, begun, now)
        if earlier is not None:
            return earlier
        if not changed.any() and now - patience.quiet_since > AGAIN:
            other = self._elsewhere.look(board.seen.location)
            if other is not None:
                patience.quiet_since = now
                return self._take(other)
        if patience.waits(now):
            return self._wait_for_sense(board) if board.odd_since is not None else None
        if not board.program.known_skin and not patience.calm(board.clock, now):
            return None
        return self._read(board)

    def _beneath_pointer(self, board: Followed) -> frozenset[Cell]:
        """The cells on which the pointer of a film lies; none in a known skin, read by tiles."""
        if self._pointer is None or board.program.known_skin:
            return frozenset()
        return self._pointer.covers(*board.clock.edges)

    def _around(self, place: Location) -> Pixels:
        """What is shown of a board, and around it as far as the pointer may reach."""
        x0, y0, x1, y1 = place.box
        wide = x0 - MOST, y0 - MOST, x1 + MOST, y1 + MOST
        return self.source.grab(place.monitor, wide).picture

    def _before_next_change(self, board: Followed, picture: Pixels) -> Sighting | None:
        """What the board showed until now, where it changes before it was read."""
        if board.program.known_skin or not self._patience.interrupted(board.clock, board.now):
            return None
        return self._read(board) if board.clock.changed_cells(picture).any() else None

    def _read(self, board: Followed) -> Sighting | None:
        """Read the board as it looks now, and believe what makes sense."""
        self._patience.unread = False
        board.clock.still.rest()
        picture = board.clock.picture.copy()
        # Without the pointer a cell changes when it does, and is read when all of it is seen. In a
        # known skin it is read at once, by the tile that is like what the pointer leaves of it.
        reading = board.read(self._with_pointer if board.program.known_skin else picture)
        if uniform(picture) and not (fresh(reading) and familiar(board.seen.location, reading)):
            # The page is being loaded again: no lines lie between cells.
            reading = reading.filled(dict.fromkeys(range(reading.confidence.size), UNKNOWN))
        return self._consider(board, reading)

    def _shift(self, board: Followed) -> None:
        """Follow a board that was moved as a whole, as by scrolling."""
        location = board.seen.location
        shot = next(s for s in self.source.pictures() if s.monitor == location.monitor)
        pitch = min(location.lattice.pitch_x, location.lattice.pitch_y)
        by = shift_of(board.before, shot.picture, location.box, pitch)
        if by is None:
            return
        if by == (0, 0):
            self._alarms += 1
            board.seen.begin_anew()
            return
        moved = Location(location.monitor, location.lattice.moved(*by), location.skin)
        board.seen.adopt(Found(moved, board.reading, ()))
        picture = board.seen.picture().picture
        at = location.box[0] + by[0] - moved.box[0], location.box[1] + by[1] - moved.box[1]
        board.before = laid(board.before, picture, at)
        for name in ("closed", "looks"):
            if (known := getattr(board.round, name)) is not None:
                setattr(board.round, name, laid(known, picture, at))
        times = board.clock.times
        board.clock = self._clock(moved, laid(board.clock.picture, picture, at))
        board.clock.times = times
        self._patience.unread = True

    # Believing what is read

    def _consider(self, board: Followed, reading: Reading) -> Sighting | None:
        if board.round.sighting is None:
            return self._believe(board, reading)
        reading = beneath_pointer(board, as_before(board, reading))
        if board.round.finished:
            return self._after_the_end(board, reading)
        reading = as_others(board, beside_fresh(board, with_colours(board, reading)))
        if another_round(board, reading):
            return self._round_begins(board, reading)
        note_glyphs(board, reading)
        now = board.round
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
            return self._believe(board, replace(ended, stage=Stage.LOST), over)
        return self._going_on(board, marked)

    def _going_on(self, board: Followed, marked: Understood) -> Sighting | None:
        """Believe the reading of a game that goes on or has just ended, if it makes sense."""
        known, lost = board.known, marked.reading.stage is Stage.LOST
        reading = without_passing_flags(board, marked.reading, marked.flags)
        same = same_board(reading, known)
        if marked.shown and same and len(reading.unknown) < known.cells.size / 2:
            return self._believe(board, replace(reading, stage=Stage.LOST), marked.hit)
        if not lost:
            whole = not overlaid(reading, known, board.reading)
            sensible = whole and sound(reading, known, board.program)
            part = reading if sensible else without_passing_zeros(board, reading)
            if part is not None:
                return self._believe(board, part)
        board.make_no_sense(reading)
        return self._wait_for_sense(board)

    def _wait_for_sense(self, board: Followed) -> Sighting | None:
        """What is done with a picture that makes no sense, and stays."""
        odd, known = board.odd, board.known
        assert board.odd_since is not None and odd is not None
        stayed = board.now - board.odd_since
        if stayed < PASSING:
            return None
        if board.round.finished:
            gone = mostly_unread(odd) or not has_mines(odd) or numbers_gone(odd, known)
            if gone and stayed > FADING:
                self._lose_sight(board)
            return None
        if odd.stage is Stage.LOST and same_board(odd, known) and marks_shown(odd, known):
            return self._believe(board, odd)
        if stepwise(board, odd):
            if not zero_stays(board, odd):
                return None
            board.seen.note_stepwise()
            return self._believe(board, odd)
        visible = beside_cover(odd, known)
        if visible is not None and sound(visible, known, board.program):
            return self._believe(board, visible)
        self._say(
            Trouble.UNCLEAR,
            "the picture is not understood; the coach goes on as soon as the board is in sight",
        )
        self._lose_sight(board)
        return None

    def _after_the_end(self, board: Followed, reading: Reading) -> Sighting | None:
        """A game is over: its board may change in many ways until another begins."""
        more, now = going_on(board, reading), board.round
        if more is not None and now.sighting is not None:
            now.sighting = replace(now.sighting, stage=Stage.ONGOING)
            return self._believe(board, more)
        if another_round(board, reading):
            return self._round_begins(board, reading)
        better = ending_seen(board, reading)
        if better is not None:
            return self._believe(board, better.reading, better.hit)
        strange = not has_mines(reading) or not plausible(reading, board.known, board.program)
        if reading.stage is not Stage.LOST and strange:
            board.make_no_sense(reading)
        else:
            board.odd_since = None
        return None

    def _round_begins(self, board: Followed, reading: Reading) -> Sighting | None:
        """Follow another round of the board, or of another level that has begun in its place."""
        # In a film the pointer alone may have changed what lies around: all are looked at.
        looked = self._moved or self._pointer is not None
        level = other_level(self.source, board.seen.location) if looked else None
        if level is not None:
            return self._take(level)
        if not board.program.known_skin and _has_foreign_side(unclear(board.picture(), reading)):
            # A level without lines, smaller than ours, in a frame: it is found once some is open.
            self._lose_sight(board)
            return None
        board.begin_round(board.known.mines)
        return self._believe(board, reading)

    def _believe(
        self, board: Followed, reading: Reading, hit: frozenset[Cell] = frozenset()
    ) -> Sighting | None:
        self._say(Trouble.NONE, "")
        return believe(board, reading, hit)

    def _say(self, trouble: Trouble, sentence: str) -> None:
        if trouble is not self._trouble:
            self._trouble = trouble
            self._tell(trouble, sentence)


def _has_foreign_side(foreign: NDArray[np.bool_]) -> bool:
    """Whether all cells along a side, of (rows, cols), are like none of the others."""
    return any(bool(side.all()) for side in (*foreign[[0, -1]], *foreign[:, [0, -1]].T))


def _same_round(board: Followed, found: Found) -> bool:
    """Whether a board that was found again shows the round that was followed."""
    sighting = board.round.sighting
    if sighting is None:
        return False
    known, reading = sighting.board, found.reading
    if known.shape != found.location.shape or not same_board(reading, known):
        return False
    played = bool((known.cells <= FLAG).any())
    if not played and sighting.stage is Stage.LOST:
        return False
    return not (fresh(reading) and played) and not flags_gone(reading, known)
