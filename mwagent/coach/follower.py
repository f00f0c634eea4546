"""Follows the boards that are shown: finds them, reads what changes, and says when it cannot.

Nothing is known here of what the player clicked. What a picture is taken for, `judging` says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.belief import Found, Location, familiar, fresh, same_board, unclear
from mwagent.coach.changes import Patience
from mwagent.coach.correction import beneath_pointer, explained
from mwagent.coach.displacement import laid, shift_of, uniform
from mwagent.coach.durations import LATE
from mwagent.coach.followed import Followed, believe
from mwagent.coach.judging import Judged, Verdict, flags_gone, judge, judge_again
from mwagent.coach.pointer import MOST, Pointer
from mwagent.coach.searching import AGAIN, Elsewhere, SearchTimes, Taken, find, other_level
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
        return None if self._board is None else self._board.location

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
        (board, found), since = taken, None if self._board is None else self._board.odd_since
        board.begin_anew()
        board.watch_cells(board.picture().picture)
        if since is not None and board.now - since < LATE:
            # What is new on it came up when the picture began to make no sense.
            board.clock.times[:] = since
        self._board, self._lost, self._patience.unread = board, False, False
        board.patience, board.odd_since = self._patience, None
        if self._pointer is not None:
            self._pointer.see(self._around(board.location))
        board.covered = self._beneath_pointer(board)
        if not _same_round(board, found):
            board.begin(found.reading.board.mines)
            return self._believe(board, explained(board, found.reading, [beneath_pointer]))
        again = replace(found.reading, lattice=board.location.inner)
        return self._act(board, judge(board, again))

    def _lose_sight(self, board: Followed) -> None:
        """Look for a board anew, in other skins, too."""
        board.suspect_skin()
        # A board that is found, and lost again, may be a part of another.
        self._doubted = board.now - self._lost_since < RELAPSE
        self._lost_since = board.now
        self._lost = True
        self._times.at_once()

    # Following it

    def _follow(self, board: Followed) -> Sighting | None:
        now, patience = board.now, self._patience
        picture = board.picture().picture
        self._moved = board.moved and self._alarms < FALSE_ALARMS
        if self._moved:
            self._shift(board)
            picture = board.picture().picture
        self._with_pointer = picture
        if self._pointer is not None:
            picture = self._pointer.see(self._around(board.location))
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
            other = self._elsewhere.look(board.location)
            if other is not None:
                patience.quiet_since = now
                return self._take(other)
        if patience.waits(now):
            if board.odd_since is None or board.odd is None:
                return None
            return self._act(board, judge_again(board, board.odd))
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
        reading = board.read_pixels(self._with_pointer if board.program.known_skin else picture)
        if uniform(picture) and not (fresh(reading) and familiar(board.location, reading)):
            # The page is being loaded again: no lines lie between cells.
            reading = reading.filled(dict.fromkeys(range(reading.confidence.size), UNKNOWN))
        return self._act(board, judge(board, reading))

    def _shift(self, board: Followed) -> None:
        """Follow a board that was moved as a whole, as by scrolling."""
        location = board.location
        shot = next(s for s in self.source.pictures() if s.monitor == location.monitor)
        pitch = min(location.lattice.pitch_x, location.lattice.pitch_y)
        by = shift_of(board.before, shot.picture, location.box, pitch)
        if by is None:
            return
        if by == (0, 0):
            self._alarms += 1
            board.begin_anew()
            return
        moved = Location(location.monitor, location.lattice.moved(*by), location.skin)
        board.adopt(Found(moved, board.reading, ()))
        picture = board.picture().picture
        at = location.box[0] + by[0] - moved.box[0], location.box[1] + by[1] - moved.box[1]
        board.before = laid(board.before, picture, at)
        for name in ("closed", "looks"):
            if (known := getattr(board.round, name)) is not None:
                setattr(board.round, name, laid(known, picture, at))
        times = board.clock.times
        board.watch_cells(laid(board.clock.picture, picture, at))
        board.clock.times = times
        self._patience.unread = True

    # What is made of what is read

    def _act(self, board: Followed, judged: Judged) -> Sighting | None:
        """Do what a verdict asks for; gives what is new on the board, if any."""
        verdict, reading, hit = judged
        if verdict is Verdict.BELIEVED:
            return self._believe(board, reading, hit)
        if verdict is Verdict.ANOTHER_ROUND:
            return self._round_begins(board, reading)
        if verdict is Verdict.UNCLEAR:
            self._say(
                Trouble.UNCLEAR,
                "the picture is not understood; the coach goes on as soon as the board is in sight",
            )
        if verdict is not Verdict.NOTHING:
            self._lose_sight(board)
        return None

    def _round_begins(self, board: Followed, reading: Reading) -> Sighting | None:
        """Follow another round of the board, or of another level that has begun in its place."""
        # In a film the pointer alone may have changed what lies around.
        looked = self._moved or (self._pointer is not None and not board.closed_again)
        level = other_level(self.source, board.location) if looked else None
        if level is not None:
            return self._take(level)
        if not board.program.known_skin and _has_foreign_side(unclear(board.shown(), reading)):
            # A level without lines, smaller than ours, in a frame: it is found once some is open.
            self._lose_sight(board)
            return None
        board.begin(board.known.mines)
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
    begun = played or sighting.stage is not Stage.LOST
    return begun and not (fresh(reading) and played) and not flags_gone(reading, known)
