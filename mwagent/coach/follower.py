"""Follows the boards that are shown: finds them, reads what changes, and says when it cannot.

Nothing is known here of what the player clicked. A picture is believed where it can be the board
of a moment ago with some cells opened or flagged, a board that shows its mines, or a fresh one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from mwagent.belief import (
    Found,
    Location,
    fresh,
    plausible,
)
from mwagent.coach.belief import believe
from mwagent.coach.changes import CellClock
from mwagent.coach.correction import as_before, as_others, beside_fresh, note_glyphs, with_colours
from mwagent.coach.credibility import agree, consistent, has_mines, overlaid, shut_share
from mwagent.coach.displacement import laid, shift_of, uniform
from mwagent.coach.ends import Understood, marks_shown
from mwagent.coach.followed import Followed, Taken
from mwagent.coach.passing import (
    beneath_pointer,
    closed_at,
    half_opened,
    lone_mine,
    passing_flags,
    without_passing_zeros,
)
from mwagent.coach.patience import Patience
from mwagent.coach.pointer import MOST, Pointer
from mwagent.coach.rounds import (
    another_round,
    flagged_since,
    flags_gone,
    going_on,
    round_after_end,
)
from mwagent.coach.searching import ELSEWHERE, Elsewhere, SearchTimes, find, other_level
from mwagent.coach.sense import (
    corrected,
    mostly_unread,
    proved_part,
    sound_part,
    stepwise,
    visible_part,
    zero_stays,
)
from mwagent.coach.sighting import Sighting, Source, Trouble
from mwagent.minefield import FLAG, Board, Cell, Stage
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Box
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN, BoardCoveredError, BoardNotFoundError, Reading

DOUBTED: Final = 0.35
"""Seconds for which a picture that makes no sense is waited upon, as it may be passing."""
GONE: Final = 0.8
"""Seconds for which the board of a finished game must be out of sight before one is looked for."""
OUT_OF_SIGHT: Final = 1.5
"""Seconds for which a board may be out of sight for what is new on it to be one event."""
RELAPSE: Final = 10.0
"""Seconds within which a board that is lost twice is doubted."""
FALSE_ALARMS: Final = 3
"""Changes around a board that lies still, after which such changes no longer count at once."""
NUDGED: Final = 2
"""Pixels by which the edges of a board that is found again may differ where it lies as before."""


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
        self._lost_at: Box | None = None
        self._times = SearchTimes()
        self._elsewhere = Elsewhere(source)
        self._alarms = 0
        self._moved = False
        self._lost_since = -np.inf
        self._doubted = False
        self._patience = Patience()
        self._first: Pixels | None = None
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
        last, clock = self._board, self._clock_again(taken.seen.location, picture)
        self._lost = self._patience.unread = False
        reading = taken.found.reading
        if last is None or taken.other:
            self._board = Followed(self.source, taken, clock, self._patience)
            self._note_pointer(self._board)
            return self._begin_round(self._board, reading)
        last.clock, last.odd_since = clock, None
        self._note_pointer(last)
        if not _same_round(last, taken.found):
            return self._begin_round(last, reading)
        return self._consider(last, replace(reading, lattice=taken.seen.location.inner), picture)

    def _clock_again(self, place: Location, picture: Pixels) -> CellClock:
        """The clock of a board that is found again: it goes on where the board lies as before.

        What is new on it otherwise came up when the picture began to make no sense.
        """
        now, clock, there = self.source.seconds, self._fresh_clock(place, picture), self._lost_at
        since = None if self._board is None else self._board.odd_since
        if self._board is None or since is None or now - since >= OUT_OF_SIGHT:
            return clock
        clock.times[:] = since
        before = self._board.clock
        if there is None or before.times.shape != clock.times.shape:
            return clock
        if max(abs(one - other) for one, other in zip(there, place.box, strict=True)) <= NUDGED:
            seen = np.ascontiguousarray(self.source.grab(place.monitor, there).picture)
            if seen.shape == before.picture.shape:
                before.see(seen, now)
                clock.times = np.where(before.times == now, since, before.times)
        return clock

    def _fresh_clock(self, place: Location, picture: Pixels) -> CellClock:
        return CellClock(place.inner, picture, self.source.seconds, self.source.exact)

    def _lose_sight(self, board: Followed) -> None:
        """Look for a board anew, in other skins, too."""
        board.seen.suspect_skin()
        # A board that is found, and lost again, may be a part of another.
        self._doubted = board.now - self._lost_since < RELAPSE
        self._lost_since = board.now
        self._lost_at = board.seen.location.box
        self._lost = True
        self._times.at_once()

    # Following it

    def _follow(self, board: Followed) -> Sighting | None:
        now, patience = board.now, self._patience
        picture = board.seen.picture().picture
        self._moved = board.seen.moved and self._alarms < FALSE_ALARMS
        if self._moved:
            place = board.seen.location
            level = self._shifted(board)
            if level is not None:
                return self._take(level)
            if board.seen.location != place:
                picture = board.seen.picture().picture
        self._with_pointer = picture
        if self._pointer is not None:
            picture = self._pointer.see(self._around(board.seen.location))
        earlier = self._before_next_change(board, picture)
        if self._board is not board or self._lost:
            return earlier
        board.covered = self._beneath_pointer(board)
        begun = board.clock.times.copy()
        changed = board.clock.see(picture, now)
        if changed.any() and not patience.unread:
            self._first = board.clock.picture.copy()
        patience.note(changed, begun, now)
        if earlier is not None:
            return earlier
        if not changed.any() and now - patience.quiet_since > ELSEWHERE:
            other = self._elsewhere.look(board.seen.location)
            if other is not None:
                patience.quiet_since = now
                return self._take(other)
        if patience.waits(now):
            return self._wait_for_sense(board) if board.odd_since is not None else None
        if not board.program.known_skin and not patience.calm(board.clock, now):
            return None
        return self._read(board)

    def _note_pointer(self, board: Followed) -> None:
        """Note where the pointer of a film lies on a board that was just found."""
        if self._pointer is not None:
            self._pointer.see(self._around(board.seen.location))
        board.covered = self._beneath_pointer(board)

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
        board.clock.rest()
        picture = board.clock.picture.copy()
        # Without the pointer a cell changes when it does, and is read when all of it is seen. In a
        # known skin it is read at once, by the tile that is like what the pointer leaves of it.
        reading = board.read(self._with_pointer if board.program.known_skin else picture)
        if uniform(picture):
            # The page is being loaded again: no lines lie between cells.
            reading = reading.filled(dict.fromkeys(range(reading.confidence.size), UNKNOWN))
        first, self._first = self._first, None
        if mostly_unread(reading) and first is not None and not board.round.finished:
            sighting = self._before_covered(board, first)
            if sighting is not None:
                self._patience.unread = True
                return sighting
        return self._consider(board, reading, picture)

    def _before_covered(self, board: Followed, picture: Pixels) -> Sighting | None:
        """What the first picture after a change shows, before something came over the board."""
        now, board.clock.picture = board.clock.picture, picture
        try:
            return self._consider(board, board.seen.read(Picture(picture)), picture)
        finally:
            board.clock.picture = now

    def _shifted(self, board: Followed) -> Taken | None:
        """Follow a board that was moved as a whole, as by scrolling.

        Gives the board of another level instead, where ours has become a part of it.
        """
        location = board.seen.location
        shot = next(s for s in self.source.pictures() if s.monitor == location.monitor)
        pitch = min(location.lattice.pitch_x, location.lattice.pitch_y)
        by = shift_of(board.before, shot.picture, location.box, pitch)
        if by is None:
            return None
        outgrown = self._outgrown(board)
        if outgrown is not None:
            return outgrown
        if by == (0, 0):
            self._alarms += 1
            board.seen.begin_anew()
            return None
        moved = Location(location.monitor, location.lattice.moved(*by), location.skin)
        board.seen.adopt(Found(moved, board.reading, ()))
        picture = board.seen.picture().picture
        at = location.box[0] + by[0] - moved.box[0], location.box[1] + by[1] - moved.box[1]
        board.before = laid(board.before, picture, at)
        if board.round.closed is not None:
            board.round.closed = laid(board.round.closed, picture, at)
        times = board.clock.times
        board.clock = self._fresh_clock(moved, laid(board.clock.picture, picture, at))
        board.clock.times = times
        self._patience.unread = True
        return None

    def _outgrown(self, board: Followed) -> Taken | None:
        """The board of another level, where ours has become a part of it."""
        sighting = board.round.sighting
        if sighting is None or sighting.stage is not Stage.WAITING:
            return None
        ours = board.seen.location
        taken = other_level(self.source, ours)
        return None if taken is None or taken.found.location.shape == ours.shape else taken

    # Believing what is read

    def _consider(self, board: Followed, reading: Reading, picture: Pixels) -> Sighting | None:
        sighting = board.round.sighting
        if sighting is None:
            return self._believe(board, reading, None)
        known = sighting.board
        reading = beneath_pointer(board, as_before(board, reading, known, picture), known)
        if board.round.finished:
            return self._after_the_end(board, reading, known)
        coloured = board.round.coloured
        reading = with_colours(board, reading, known, picture)
        reading = as_others(board, beside_fresh(board, reading, known), known, picture)
        if another_round(board, reading, known):
            return self._round_begins(board, reading, coloured)
        note_glyphs(board, reading, known, picture)
        marked = board.round.marks.understand(
            reading,
            known,
            picture,
            board.program.known_skin,
            board.clock.times,
            covered=board.covered,
        )
        if not (known.cells < FLAG).any():
            board.round.marks.first |= marked.flags
        over = marked.lone and lone_mine(board, marked.lone)
        if over:
            ended = marked.reading.filled({board.number(cell): "X" for cell in over})
            return self._believe(board, replace(ended, stage=Stage.LOST), known, over)
        return self._going_on(board, marked, known)

    def _going_on(self, board: Followed, marked: Understood, known: Board) -> Sighting | None:
        """Believe the reading of a game that goes on or has just ended, if it makes sense."""
        reading = marked.reading
        passing = passing_flags(board, marked.flags)
        if passing:
            reading = closed_at(reading, passing)
        if marked.flags - passing:
            board.seen.flag(marked.flags - passing - board.round.marks.first)
        same = agree(reading, known)
        if marked.shown and same and len(reading.unknown) < known.cells.size / 2:
            return self._believe(board, replace(reading, stage=Stage.LOST), known, marked.hit)
        if reading.stage is Stage.LOST:
            if board.program.known_skin and same and marks_shown(reading, known):
                return self._believe(board, reading, known, marked.hit)
        elif (
            has_mines(reading)
            and not overlaid(reading, known)
            and plausible(reading, known, board.program)
            and not half_opened(board, reading, known)
            and consistent(reading)
        ):
            return self._believe(board, reading, known)
        else:
            part = without_passing_zeros(board, reading, known)
            if part is not None:
                return self._believe(board, part, known)
        before, lost = board.odd, reading.stage is Stage.LOST
        if board.odd_since is None or before is None or lost != (before.stage is Stage.LOST):
            board.odd_since = board.now
        board.odd = reading
        return self._wait_for_sense(board)

    def _wait_for_sense(self, board: Followed) -> Sighting | None:
        """What is done with a picture that makes no sense, and stays."""
        odd, sighting, now = board.odd, board.round.sighting, board.now
        assert board.odd_since is not None and odd is not None and sighting is not None
        if now - board.odd_since < DOUBTED:
            return None
        known = sighting.board
        if board.round.finished:
            # What was open is closed again where a level of another size has taken its place.
            another = shut_share(odd, known) > 0.5
            gone = mostly_unread(odd) or not has_mines(odd) or another
            if gone and now - board.odd_since > GONE:
                self._lose_sight(board)
            return None
        if odd.stage is Stage.LOST and agree(odd, known) and marks_shown(odd, known):
            return self._believe(board, odd, known)
        if stepwise(board, odd, known):
            if not zero_stays(board, odd, known):
                return None
            board.seen.note_stepwise()
            return self._believe(board, odd, known)
        visible = visible_part(board, odd, known)
        if visible is None and not self._displaced(odd):
            visible = sound_part(board, odd, known)
            right = corrected(board, odd, known) if visible is None else None
            if right is not None:
                return self._believe(board, odd, right)
        if visible is None:
            visible = proved_part(odd, known)
        if visible is not None:
            return self._believe(board, visible, known)
        self._say(
            Trouble.UNCLEAR,
            "the picture is not understood; the coach goes on as soon as the board is in sight",
        )
        self._lose_sight(board)
        return None

    def _displaced(self, reading: Reading) -> bool:
        """Whether the board may have moved as it changed: other things lie around it, too."""
        return self._moved and mostly_unread(reading)

    def _after_the_end(self, board: Followed, reading: Reading, known: Board) -> Sighting | None:
        """A game is over: its board may change in many ways until another begins."""
        more = going_on(board, reading, known)
        if more is not None:
            assert board.round.sighting is not None
            board.round.sighting = replace(board.round.sighting, stage=Stage.ONGOING)
            return self._believe(board, more, known)
        if round_after_end(board, reading, known):
            return self._round_begins(board, reading)
        if flagged_since(board, reading, known):
            return self._believe(board, reading, known)
        strange = not has_mines(reading) or not plausible(reading, known, board.program)
        if reading.stage is not Stage.LOST and strange:
            if board.odd_since is None:
                board.odd_since = board.now
            board.odd = reading
        else:
            board.odd_since = None
        return None

    def _round_begins(
        self, board: Followed, reading: Reading, coloured: Mapping[Cell, float] | None = None
    ) -> Sighting | None:
        """Follow another round of the board, or of another level that has begun in its place."""
        # In a film the pointer alone may have changed what lies around: all are looked at.
        looked = self._moved or self._pointer is not None
        level = other_level(self.source, board.seen.location) if looked else None
        if level is not None:
            return self._take(level)
        assert board.round.sighting is not None
        mines = board.round.sighting.board.mines
        board.begin_round(coloured)
        return self._believe(board, reading, None, mines=mines)

    def _begin_round(self, board: Followed, reading: Reading) -> Sighting | None:
        """Follow the first round that is seen of a board."""
        board.begin_round()
        return self._believe(
            board, beneath_pointer(board, reading), None, mines=reading.board.mines
        )

    def _believe(
        self,
        board: Followed,
        reading: Reading,
        known: Board | None,
        hit: frozenset[Cell] = frozenset(),
        mines: int | None = None,
    ) -> Sighting | None:
        self._say(Trouble.NONE, "")
        return believe(board, reading, known, hit, mines)

    def _say(self, trouble: Trouble, sentence: str) -> None:
        if trouble is not self._trouble:
            self._trouble = trouble
            self._tell(trouble, sentence)


def _same_round(board: Followed, found: Found) -> bool:
    """Whether a board that was found again shows the round that was followed."""
    sighting = board.round.sighting
    if sighting is None:
        return False
    known, reading = sighting.board, found.reading
    if known.shape != found.location.shape or not agree(reading, known):
        return False
    played = bool((known.cells <= FLAG).any())
    if not played and sighting.stage is Stage.LOST:
        return False
    return not (fresh(reading) and played) and not flags_gone(reading, known)
