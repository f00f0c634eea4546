"""Follows the boards that are shown: finds them, reads what changes, and says when it cannot.

Nothing is known here of what the player clicked. A picture is believed where it can be the board
of a moment ago with some cells opened or flagged, a board that shows its mines, or a fresh one.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.coach.changes import NOISE, CellClock, same_pixels
from mwagent.coach.credibility import (
    HIT,
    SAME_BOARD,
    UNREAD,
    agree,
    at_most_a_few,
    beside_cover,
    consistent,
    credible,
    exploded,
    has_mines,
    has_numbers,
    shut_share,
    stage_of_board,
    with_flags_for_mines,
    zeros_among,
)
from mwagent.coach.displacement import Stillness, changed_box, inside, laid, shift_of, uniform
from mwagent.coach.ends import SINGLE, Marks, bearing, filled, marks_shown
from mwagent.coach.moves import Change, revealed, sudden
from mwagent.coach.sighting import Sighting, Source, Trouble
from mwagent.minefield import FLAG, HIDDEN, Board, Cell, Stage, rules
from mwagent.player.tracking import (
    Found,
    Location,
    Search,
    SeenBoard,
    carried_over,
    fresh,
    plain,
    plausible,
    plausible_part,
    watch,
)
from mwagent.vision.capture import Shot
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Box
from mwagent.vision.picture import Picture
from mwagent.vision.reader import Reader
from mwagent.vision.reading import (
    UNKNOWN,
    BoardCoveredError,
    BoardNotFoundError,
    Reading,
    stage_of,
)

CALM: Final = 0.05
"""Seconds without a change before a board in an unknown skin is read, at first."""
CALM_LEARNED: Final = 0.3
"""The same, at most, in a program whose cells were seen to go on changing after that."""
CALM_AT_MOST: Final = 0.4
"""Seconds for which a board in an unknown skin may go on changing before it is read anyway."""
FADING: Final = 0.6
"""Seconds after a cell began to change within which further changes belong to the same event."""
ALONE: Final = 1.0
"""Seconds for which a mark unlike any flag must stay alone to be the mine that ended a game."""
FEW: Final = 4
"""Cells that may be hidden by the pointer, at most."""
HOVERED: Final = 2
"""Cells that look otherwise because the pointer came or went, at most."""
MARKED: Final = 0.25
"""Seconds for which a mark that nobody knows must stay before it is a flag."""
CALM_SEARCH: Final = 0.12
"""Seconds without a change before a board is looked for."""
DOUBTED: Final = 0.35
"""Seconds for which a picture that makes no sense is waited upon, as it may be passing."""
GONE: Final = 0.8
"""Seconds for which the board of a finished game must be out of sight before one is looked for."""
OUT_OF_SIGHT: Final = 1.5
"""Seconds for which a board may be out of sight for what is new on it to be one event."""
STEPWISE: Final = 0.8
"""Seconds for which a zero must lie open beside closed cells for zeros to open nothing."""
AGAIN: Final = 1.0
"""Seconds after which a board is looked for again where none was found."""
AGAIN_AT_MOST: Final = 8.0
"""The same, where it was looked for in vain many times."""
RIM: Final = 6
"""Pixels around the board that are watched: they change when the board is moved."""
RIM_APART: Final = 2
"""Pixels of the rim next to the board that are not watched: a lattice may be off by a pixel."""
NUDGED: Final = 2
"""Pixels by which the edges of a board that is found again may differ where it lies as before."""
ELSEWHERE: Final = 2.0
"""Seconds without a change on the board after which the rest of the picture is looked at."""
SHARE: Final = 30.0
"""Times the seconds of a search for another board that must go by before the next."""
FALSE_ALARMS: Final = 3
"""Changes around a board that lies still, after which such changes no longer count at once."""


class _Glance(NamedTuple):
    """The last look at the board: the pixels in a box, those of the board, and the rim's strips."""

    box: Box
    whole: Pixels
    board: Pixels
    rim: list[Pixels]


class Follower:
    """Follows the board that a source shows; call `step` after each of its pictures."""

    def __init__(
        self,
        source: Source,
        tell: Callable[[Trouble, str], object] = lambda trouble, sentence: None,
    ):
        self.source = source
        self._tell = tell
        self._seen: SeenBoard | None = None
        self._clock: CellClock | None = None
        self._sighting: Sighting | None = None
        self._marks = Marks()
        self._since: dict[Cell, float] = {}
        self._coloured: set[Cell] = set()
        self._closed: Pixels | None = None
        self._first: Pixels | None = None
        self._rim: list[Pixels] | None = None
        self._glance: _Glance | None = None
        self._read: Picture | None = None
        self._alarms = 0
        self._moved = False
        self._unread = False
        self._calm = CALM
        self._read_at = -np.inf
        self._pending: frozenset[Cell] = frozenset()
        self._quiet_since = -np.inf
        self._next_look = -np.inf
        self._whole: list[Shot] = []
        self._odd_since: float | None = None
        self._odd: Reading | None = None
        self._lost = True
        self._lost_at: Box | None = None
        self._searched: list[Shot] = []
        self._still = Stillness()
        self._wait = AGAIN
        self._next_search = -np.inf
        self._trouble = Trouble.NONE

    @property
    def location(self) -> Location | None:
        """Where the board lies, None before one was found."""
        return None if self._seen is None else self._seen.location

    @property
    def lost(self) -> bool:
        """Whether no board is followed at the moment."""
        return self._lost

    @property
    def restless(self) -> bool:
        """Whether what is shown has not been believed yet."""
        return self._unread or self._odd_since is not None

    def step(self) -> Sighting | None:
        """Look at the picture that the source shows now; gives what is new on the board, if any."""
        if self._lost:
            return self._search()
        return self._follow()

    # Looking for a board

    def _search(self) -> Sighting | None:
        now = self.source.seconds
        shots = self.source.pictures()
        self._still.see(shots, now)
        if self._still.seconds(now) < CALM_SEARCH and self._still.moving(now) < 2.0:
            return None
        same = len(shots) == len(self._searched) and all(
            np.array_equal(one.picture, other.picture)
            for one, other in zip(shots, self._searched, strict=True)
        )
        if same or now < self._next_search:
            return None
        self._searched = shots
        try:
            found = self._find()
        except BoardNotFoundError as error:
            covered = isinstance(error, BoardCoveredError)
            self._say(Trouble.COVERED if covered else Trouble.NO_BOARD, str(error))
            self._wait = min(AGAIN_AT_MOST, 1.5 * self._wait)
            self._next_search = self.source.seconds + self._wait
            return None
        self._wait = AGAIN
        return self._take(found)

    def _find(self) -> tuple[SeenBoard, Found, bool]:
        """Find a board: ours where it is still somewhere, else any."""
        if self._seen is None or self._sighting is None:
            seen, reading = watch(self.source)
            found = Found(seen.location, reading, ())
            if not credible(found):
                raise BoardNotFoundError(
                    f"what looks like a board on {self.source.name} is not understood; the coach "
                    f"goes on when it is"
                )
            return seen, found, True
        before = self._sighting.board
        opened = bool((before.cells < FLAG).any())
        found = self._seen.find(Search(before, moved=True, opened=opened))
        same = found.location.shape == before.shape and (
            agree(found.reading, before) or self._finished()
        )
        if not credible(found):
            raise BoardNotFoundError(
                f"no board is in sight on {self.source.name}; the coach goes on when it is"
            )
        if same and not (fresh(found.reading) and opened):
            self._seen.adopt(found)
        else:
            self._seen.adopt_fresh(found)
        return self._seen, found, False

    def _take(self, taken: tuple[SeenBoard, Found, bool]) -> Sighting | None:
        """Follow a board that was found."""
        self._seen, found, other = taken
        since, self._odd_since = self._odd_since, None
        self._lost = False
        before = None if other or self._sighting is None else self._sighting
        picture, self._rim = self._look()
        self._clock = self._clock_again(picture, since)
        self._unread = False
        reading = found.reading
        known = None if before is None else before.board
        played = known is not None and bool((known.cells <= FLAG).any())
        if known is not None and (
            known.shape != found.location.shape
            or not agree(reading, known)
            or (before is not None and before.stage is Stage.LOST and not played)
            or (fresh(reading) and played)
            or _flags_gone(reading, known)
        ):
            known = None
        if known is None:
            self._begin_round()
            return self._believe(reading, None, mines=reading.board().mines)
        return self._consider(replace(reading, lattice=self._seen.location.inner), picture)

    def _clock_again(self, picture: Pixels, since: float | None) -> CellClock:
        """The clock of a board that is found again: it goes on where the board lies as before.

        What is new on it otherwise came up when the picture began to make no sense: `since`.
        """
        now, before = self.source.seconds, self._clock
        clock = self._fresh_clock(picture)
        assert self._seen is not None
        place, there = self._seen.location, self._lost_at
        if since is None or now - since >= OUT_OF_SIGHT:
            return clock
        clock.times[:] = since
        if before is None or there is None or before.times.shape != clock.times.shape:
            return clock
        if max(abs(one - other) for one, other in zip(there, place.box, strict=True)) <= NUDGED:
            seen = np.ascontiguousarray(self.source.grab(place.monitor, there).picture)
            if seen.shape == before.picture.shape:
                before.see(seen, now)
                clock.times = np.where(before.times == now, since, before.times)
        return clock

    def _fresh_clock(self, picture: Pixels) -> CellClock:
        assert self._seen is not None
        lattice = self._seen.location.inner
        return CellClock(lattice, picture, self.source.seconds, self.source.exact)

    def _begin_round(self) -> None:
        assert self._seen is not None
        self._seen.begin_round()
        self._marks = Marks()
        self._since.clear()
        self._coloured.clear()
        self._closed = None
        self._sighting = None

    # Following it

    def _follow(self) -> Sighting | None:
        assert self._seen is not None and self._clock is not None
        now = self.source.seconds
        picture, rim = self._look()
        moved = self._moved = self._has_moved(rim)
        if moved and self._alarms < FALSE_ALARMS:
            place = self._seen.location
            shifted = self._shifted()
            if shifted is not None:
                return shifted
            if self._seen.location != place:
                picture, self._rim = self._look()
        begun = self._clock.times.copy()
        changed = self._clock.see(picture, now)
        self._learn_calm(changed, begun, now)
        if changed.any():
            if not self._unread:
                self._first = self._clock.picture.copy()
            self._unread = True
            self._read_at = -np.inf
            self._quiet_since = now
        elif now - self._quiet_since > ELSEWHERE and now > self._next_look:
            other = self._elsewhere()
            if other is not None:
                return other
        if not self._unread or now < self._read_at:
            return self._wait_for_sense() if self._odd_since is not None else None
        known_skin = self._seen.location.skin is not None
        calm = now - self._clock.changed_at
        most = max(CALM_AT_MOST, 2 * self._calm)
        if not known_skin and calm < self._calm and self._clock.restless < most:
            return None
        self._unread = False
        self._clock.rest()
        board = self._clock.picture.copy()
        self._read = Picture(board)
        reading = self._seen.read(self._read)
        if uniform(board):
            # The page is being loaded again: no lines lie between cells.
            reading = reading.filled(dict.fromkeys(range(reading.confidence.size), UNKNOWN))
        first, self._first = self._first, None
        many = len(reading.unknown) > UNREAD * reading.confidence.size
        if many and first is not None and not self._finished():
            sighting = self._before_covered(first)
            if sighting is not None:
                self._unread = True
                return sighting
        return self._consider(reading, board)

    def _before_covered(self, picture: Pixels) -> Sighting | None:
        """What the first picture after a change shows, before something came over the board."""
        assert self._seen is not None and self._clock is not None
        now, self._clock.picture = self._clock.picture, picture
        try:
            return self._consider(self._seen.read(Picture(picture)), picture)
        finally:
            self._clock.picture = now

    def _elsewhere(self) -> Sighting | None:
        """Turn to another board, if it is there that something happens."""
        now, began = self.source.seconds, time.perf_counter()
        self._next_look = now + ELSEWHERE
        before, self._whole = self._whole, self.source.pictures()
        assert self._seen is not None
        ours = self._seen.location
        for shot, last in zip(self._whole, before, strict=False):
            own = ours.box if shot.monitor == ours.monitor else None
            active = changed_box(shot.picture, last.picture, own)
            if active is None:
                continue
            for board in Reader().boards(shot.seen):
                place = Location(shot.monitor, board.place.lattice, board.place.skin)
                found = Found(place, board.reading, ())
                if self._is_ours(place) or not inside(active, place.box) or not credible(found):
                    continue
                self._sighting = None
                self._seen = SeenBoard.at(self.source, found)
                self._quiet_since = now
                return self._take((self._seen, found, True))
            self._next_look = now + max(ELSEWHERE, SHARE * (time.perf_counter() - began))
        return None

    def _is_ours(self, place: Location) -> bool:
        assert self._seen is not None
        ours = self._seen.location
        return place.monitor == ours.monitor and place.lattice.overlaps(ours.lattice)

    def _learn_calm(
        self, changed: NDArray[np.bool_], begun: NDArray[np.float64], now: float
    ) -> None:
        """Wait longer from now on where cells that were believed go on changing, as in a fade."""
        if self._unread or not changed.any():
            return
        fading = changed & (now - begun < FADING)
        if fading.any():
            took = float((now - begun)[fading].max())
            self._calm = min(CALM_LEARNED, max(self._calm, took))

    def _look(self) -> tuple[Pixels, list[Pixels]]:
        """The pixels of the board, and strips of what lies around it."""
        assert self._seen is not None
        location = self._seen.location
        x0, y0, x1, y1 = location.box
        left, top = min(RIM, max(0, x0)), min(RIM, max(0, y0))
        box: Box = (x0 - left, y0 - top, x1 + RIM, y1 + RIM)
        picture = self.source.grab(location.monitor, box).picture
        last = self._glance
        if last is not None and last.box == box and same_pixels(last.whole, picture):
            return last.board, last.rim
        foot, end = top + y1 - y0, left + x1 - x0
        rim = [
            picture[: max(0, top - RIM_APART)],
            picture[foot + RIM_APART :],
            picture[top:foot, : max(0, left - RIM_APART)],
            picture[top:foot, end + RIM_APART :],
        ]
        board = np.ascontiguousarray(picture[top:foot, left:end])
        self._glance = _Glance(box, picture, board, [strip.copy() for strip in rim])
        return board, self._glance.rim

    def _has_moved(self, rim: list[Pixels]) -> bool:
        """Whether what lies around the board is no more what it was."""
        before = self._rim
        if before is None:
            self._rim = rim
            return False
        for now, then in zip(rim, before, strict=True):
            if now.shape != then.shape:
                return True
            if now.size and float(cv2.absdiff(now, then).mean()) > (
                0 if self.source.exact else NOISE
            ):
                return True
        return False

    def _shifted(self) -> Sighting | None:
        """Follow a board that was moved as a whole, as by scrolling; None where it was not."""
        assert self._seen is not None and self._clock is not None and self._sighting is not None
        location = self._seen.location
        shot = next(s for s in self.source.pictures() if s.monitor == location.monitor)
        pitch = min(location.lattice.pitch_x, location.lattice.pitch_y)
        by = shift_of(self._before_change(), shot.picture, location.box, pitch)
        if by is None:
            return None
        outgrown = self._outgrown()
        if outgrown is not None:
            return outgrown
        if by == (0, 0):
            self._alarms += 1
            self._rim = None
            return None
        reading = self._last_reading
        moved = Location(location.monitor, location.lattice.moved(*by), location.skin)
        self._seen.adopt(Found(moved, reading, ()))
        picture, _ = self._look()
        at = location.box[0] + by[0] - moved.box[0], location.box[1] + by[1] - moved.box[1]
        self._before: Pixels = laid(self._before, picture, at)
        if self._closed is not None:
            self._closed = laid(self._closed, picture, at)
        times = self._clock.times
        self._clock = self._fresh_clock(laid(self._clock.picture, picture, at))
        self._clock.times = times
        self._unread = True
        return None

    def _outgrown(self) -> Sighting | None:
        """Follow the board of another level, where ours has become a part of it."""
        assert self._seen is not None and self._sighting is not None
        if self._sighting.stage is not Stage.WAITING:
            return None
        taken = self._other_level()
        if taken is None or taken[1].location.shape == self._seen.location.shape:
            return None
        self._sighting = None
        return self._take(taken)

    def _other_level(self) -> tuple[SeenBoard, Found, bool] | None:
        """The board that lies where ours was, looked for as if none was known."""
        with contextlib.suppress(BoardNotFoundError):
            seen, read = watch(self.source)
            found = Found(seen.location, read, ())
            if self._is_ours(seen.location) and credible(found):
                return seen, found, True
        return None

    # Believing what is read

    def _consider(self, reading: Reading, picture: Pixels) -> Sighting | None:
        assert self._seen is not None and self._clock is not None
        sighting = self._sighting
        if sighting is None:
            return self._believe(reading, None)
        known, program = sighting.board, self._seen.program
        reading = self._as_before(reading, known, picture)
        if self._finished():
            return self._after_the_end(reading)
        reading = self._beside_fresh(self._with_colours(reading, known, picture), known)
        if self._new_round(reading, known):
            return self._round_begins(reading)
        self._note_glyphs(reading, known, picture)
        marked = self._marks.understand(
            reading, known, picture, program.known_skin, self._clock.times
        )
        if not (known.cells < FLAG).any():
            self._marks.first |= marked.flags
        if marked.lone:
            over = self._lone_mine(marked.lone)
            if over:
                ended = marked.reading.filled({self._number(cell): "X" for cell in over})
                return self._believe(replace(ended, stage=Stage.LOST), known, over)
        reading, passing = marked.reading, self._passing(marked.flags)
        if passing:
            reading = self._without(reading, passing)
        if marked.flags - passing:
            self._seen.flag(marked.flags - passing - self._marks.first)
        if marked.shown and agree(reading, known) and len(reading.unknown) < known.cells.size / 2:
            return self._believe(replace(reading, stage=Stage.LOST), known, marked.hit)
        if reading.stage is Stage.LOST:
            if program.known_skin and agree(reading, known) and marks_shown(reading, known):
                return self._believe(reading, known, marked.hit)
        elif (
            has_mines(reading)
            and plausible(reading, known, program)
            and not self._half_opened(reading, known)
            and consistent(reading)
        ):
            return self._believe(reading, known)
        else:
            part = self._without_passing_zeros(reading, known)
            if part is not None:
                return self._believe(part, known)
        before, lost = self._odd, reading.stage is Stage.LOST
        if self._odd_since is None or before is None or lost != (before.stage is Stage.LOST):
            self._odd_since = self.source.seconds
        self._odd = reading
        return self._wait_for_sense()

    def _as_before(self, reading: Reading, known: Board, picture: Pixels) -> Reading:
        """The reading, with open and flagged cells as they were where no pixel has changed."""
        before = self._before
        if reading.confidence.shape != known.shape or before.shape != picture.shape:
            return reading
        assert self._clock is not None
        same = ~self._clock.changed_cells(before) & (known.cells <= FLAG)
        for cell in self._pending:
            same[cell] = False
        symbols = np.array([list(row) for row in reading.cells])
        for cell in self._marks.first:
            # Nobody flags before anything is open: a number is known once there are more of them.
            same[cell] &= not symbols[cell].isdigit()
        signs = np.where(known.cells == FLAG, "F", known.cells.astype("<U1"))
        other = same & (symbols != signs)
        if not other.any():
            return reading
        kept = {int(i): str(signs.flat[i]) for i in np.flatnonzero(other)}
        reading = reading.filled(kept)
        return replace(reading, stage=stage_of(reading.cells, None))

    def _with_colours(self, reading: Reading, known: Board, picture: Pixels) -> Reading:
        """The reading, with cells not understood that were closed, and took another colour."""
        assert self._seen is not None and self._clock is not None
        before = self._before_change()
        if self._seen.location.skin is not None or before.shape != picture.shape:
            return reading
        symbols = np.array([list(row) for row in reading.cells])
        if symbols.shape != known.shape:
            return reading
        options = self._clock.changed_cells(before)
        for cell in self._coloured:
            options[cell] = True
        options &= np.isin(symbols, ["#", UNKNOWN]) & (known.cells == HIDDEN)
        colours = filled(picture, reading, known, options)
        self._coloured = {(int(row), int(col)) for row, col in np.argwhere(colours)}
        if not colours.any():
            return reading
        return reading.filled({int(i): UNKNOWN for i in np.flatnonzero(colours)})

    def _beside_fresh(self, reading: Reading, known: Board) -> Reading:
        """The reading, put right by what the board looked like when all of it was closed.

        Cells that look as they did then are closed. Those that do not are no closed ones: numbers
        stay numbers when the pointer leaves them, and others are zeros where that makes sense.
        """
        assert self._seen is not None and self._clock is not None
        closed, picture = self._closed, self._clock.picture
        if closed is None or closed.shape != picture.shape:
            return reading
        symbols = np.array([list(row) for row in reading.cells])
        if symbols.shape != known.shape:
            return reading
        changed = self._clock.changed_cells(closed)
        kept = {int(i): "#" for i in np.flatnonzero(~changed & (symbols != "#"))}
        shut = changed & (known.cells < FLAG) & (symbols == "#")
        # Those under the pointer, and on its way where colours fade.
        if shut.sum() <= max(HOVERED, (1 - SAME_BOARD) * (known.cells < FLAG).sum()):
            kept |= {int(i): str(known.cells.flat[i]) for i in np.flatnonzero(shut)}
        if kept:
            reading = reading.filled(kept)
            reading = replace(reading, stage=stage_of(reading.cells, None))
            symbols = np.array([list(row) for row in reading.cells])
        if self._seen.location.skin is not None:
            return reading
        zeros = zeros_among(symbols, changed & (known.cells == HIDDEN))
        if not zeros.any():
            return reading
        more = reading.filled({int(i): "0" for i in np.flatnonzero(zeros)})
        more = replace(more, stage=stage_of(more.cells, None))
        sound = plausible(more, known, self._seen.program) and consistent(more)
        return more if sound and has_mines(more) else reading

    def _note_glyphs(self, reading: Reading, known: Board, picture: Pixels) -> None:
        """Note since when cells bear something, though the pointer may hide for long what it is."""
        assert self._clock is not None
        symbols = np.array([list(row) for row in reading.cells])
        if symbols.shape != known.shape:
            return
        for cell in [cell for cell in self._since if symbols[cell] != UNKNOWN]:
            if symbols[cell] == "#" or known.cells[cell] < FLAG:
                del self._since[cell]
        new = (symbols == UNKNOWN) & (known.cells == HIDDEN)
        if 0 < new.sum() <= FEW:
            for row, col in np.argwhere(bearing(picture, reading, new)):
                cell = int(row), int(col)
                self._since.setdefault(cell, float(self._clock.begun[cell]))

    def _lone_mine(self, lone: frozenset[Cell]) -> frozenset[Cell]:
        """A mark that no flag looks like: once it has stayed a while, a mine that was opened."""
        assert self._clock is not None
        still = self._clock.still(self.source.seconds)
        if all(still[cell] >= ALONE for cell in lone):
            return lone
        self._unread, self._read_at = True, self.source.seconds + ALONE
        return frozenset()

    def _number(self, cell: Cell) -> int:
        """The flat number of a cell."""
        assert self._clock is not None
        return cell[0] * self._clock.times.shape[1] + cell[1]

    def _half_opened(self, reading: Reading, known: Board) -> bool:
        """Whether numbers came up together whose zeros may still be fading in."""
        assert self._clock is not None
        if reading.stage is Stage.WON:
            return False
        change = Change(known.cells, reading.board().cells, self._clock.times)
        return sudden(change, self.source.seconds - FADING)

    def _without_passing_zeros(self, reading: Reading, known: Board) -> Reading | None:
        """What else was opened, where a cell that is pressed, or hovered, looks like a zero."""
        assert self._seen is not None and self._clock is not None
        if self._seen.program.known_skin or reading.confidence.shape != known.shape:
            return None
        cells = reading.board().cells
        shut = np.isin(np.array([list(row) for row in reading.cells]), ["#", "?"])
        zeros = rules.unfinished_zeros(cells, shut) & (known.cells == HIDDEN)
        new = rules.opened(cells) & (known.cells == HIDDEN) & ~zeros
        beside = cv2.dilate(zeros.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        if not 0 < zeros.sum() <= HOVERED or not new.any() or (new & beside).any():
            return None
        dropped = frozenset((int(row), int(col)) for row, col in np.argwhere(zeros))
        part = self._without(reading, dropped)
        if not plausible(part, known, self._seen.program) or self._half_opened(part, known):
            return None
        if not has_mines(part) or not consistent(part):
            return None
        self._pending |= dropped
        self._unread, self._read_at = True, self.source.seconds + MARKED
        return part

    def _passing(self, flags: frozenset[Cell]) -> frozenset[Cell]:
        """Those of some new flags that may be no more than a cell that is pressed, or fades."""
        assert self._clock is not None
        still = self._clock.still(self.source.seconds)
        passing = frozenset(cell for cell in flags if still[cell] < MARKED)
        if passing:
            self._marks.forget(passing)
            self._unread, self._read_at = True, self.source.seconds + MARKED
        self._pending = passing
        return passing

    @staticmethod
    def _without(reading: Reading, flags: frozenset[Cell]) -> Reading:
        """A reading on which some cells are closed, and bear no flag yet."""
        rows = [list(row) for row in reading.cells]
        for row, col in flags:
            rows[row][col] = "#"
        return replace(reading, cells=tuple("".join(row) for row in rows))

    def _wait_for_sense(self) -> Sighting | None:
        """What is done with a picture that makes no sense, and stays."""
        assert self._seen is not None and self._sighting is not None
        assert self._odd_since is not None and self._odd is not None
        if self.source.seconds - self._odd_since < DOUBTED:
            return None
        if self._finished():
            if self._gone(self._odd):
                self._lose_sight()
            return None
        known, odd = self._sighting.board, self._odd
        if odd.stage is Stage.LOST and agree(odd, known) and marks_shown(odd, known):
            return self._believe(odd, known)
        if self._stepwise(odd, known):
            if not self._zero_stays(odd):
                return None
            self._seen.note_stepwise()
            return self._believe(odd, known)
        visible = self._beside_cover(odd, known)
        if visible is not None:
            return self._believe(visible, known)
        if not self._displaced(odd):
            part = plausible_part(odd, known, self._seen.program)
            if part is not None and has_numbers(part) and consistent(part):
                return self._believe(part, known)
            corrected = self._corrected(odd, known)
            if corrected is not None:
                return self._believe(odd, corrected)
        self._say(
            Trouble.UNCLEAR,
            "the picture is not understood; the coach goes on as soon as the board is in sight",
        )
        self._lose_sight()
        return None

    def _beside_cover(self, reading: Reading, known: Board) -> Reading | None:
        """What is seen of the board beside what covers a part of it; None if it makes no sense."""
        assert self._seen is not None
        visible = beside_cover(reading, known)
        if visible is None or not has_mines(visible):
            return None
        sound = plausible(visible, known, self._seen.program) and consistent(visible)
        return visible if sound else None

    def _displaced(self, reading: Reading) -> bool:
        """Whether the board may have moved as it changed: other things lie around it, too."""
        assert self._seen is not None
        many = len(reading.unknown) > UNREAD * reading.confidence.size
        return self._moved and many and self._alarms < FALSE_ALARMS

    def _corrected(self, reading: Reading, known: Board) -> Board | None:
        """The board that was known, with a few numbers put right; None where it is another."""
        assert self._seen is not None
        if reading.stage is not Stage.ONGOING or len(reading.unknown) > FEW:
            return None
        sound = agree(reading, known) and plausible(reading, None, self._seen.program)
        if not sound or not consistent(reading):
            return None
        now = reading.board().cells
        wrong = (known.cells < FLAG) & (now != known.cells)
        return Board(np.where(wrong, now, known.cells), known.mines)

    def _gone(self, reading: Reading) -> bool:
        """Whether a board of a finished game is out of sight: what is there is none, and stays."""
        assert self._odd_since is not None
        unread = len(reading.unknown) > UNREAD * reading.confidence.size
        long = self.source.seconds - self._odd_since > GONE
        return long and (unread or not has_mines(reading))

    def _lose_sight(self) -> None:
        """Look for a board anew, in other skins, too."""
        assert self._seen is not None
        self._seen.suspect_skin()
        self._lost_at = self._seen.location.box
        self._lost = True
        self._searched = []

    def _stepwise(self, reading: Reading, known: Board) -> bool:
        """Whether a reading would make sense in a program in which zeros open nothing."""
        assert self._seen is not None
        program = self._seen.program
        if program.known_skin or program.stepwise or reading.confidence.shape != known.shape:
            return False
        if len(reading.unknown) > FEW or not has_mines(reading):
            return False
        return plausible(reading, known, replace(program, stepwise=True))

    def _zero_stays(self, reading: Reading) -> bool:
        """Whether a zero has been open for long, and a cell beside it is closed all the same."""
        assert self._clock is not None
        still = self._clock.still(self.source.seconds) > STEPWISE
        symbols = np.array([list(row) for row in reading.cells])
        closed = np.isin(symbols, ["#", "?"]) & still
        return bool((rules.unfinished_zeros(reading.board().cells, closed) & still).any())

    def _believe(
        self,
        reading: Reading,
        known: Board | None,
        hit: frozenset[Cell] = frozenset(),
        mines: int | None = None,
    ) -> Sighting | None:
        """Take a reading for what the board shows, and learn from it."""
        assert self._seen is not None and self._clock is not None
        self._odd_since = None
        self._last_reading = reading
        if mines is None and known is not None:
            mines = known.mines
        board = carried_over(reading, known, mines, self._seen.flagged)
        if known is not None and known.shape == board.shape:
            # Whatever a program shows at the end, and writes over it: numbers stay.
            board = Board(np.where(known.cells < FLAG, known.cells, board.cells), board.mines)
        stage = reading.stage
        flags = {(int(row), int(col)) for row, col in np.argwhere(board.cells == FLAG)}
        if stage is not Stage.LOST:
            unsure = {self._number(cell): UNKNOWN for cell in self._pending}
            unsure |= {self._number(cell): UNKNOWN for cell in self._marks.first & flags}
            self._seen.remember(self._picture_now(), reading.filled(unsure))
            stage = stage_of_board(board)
            if known is not None and stage is Stage.WON and known.shape == board.shape:
                change = Change(known.cells, board.cells, self._clock.times, over=True)
                stage = Stage.LOST if revealed(change) else stage
        elif known is not None and not hit and self._cleared(board, known):
            stage = Stage.WON
        self._before = self._clock.picture.copy()
        if fresh(reading) and not reading.unknown and not self._pending:
            self._closed = self._before
        times = self._clock.times.copy()
        for cell, since in self._since.items():
            if board.cells[cell] < FLAG:
                times[cell] = min(times[cell], since)
        settled = np.ones(self._clock.times.shape, bool)
        for cell in self._pending:
            settled[cell] = False
        self._clock.settle(settled)
        self._say(Trouble.NONE, "")
        anew = self._sighting is None
        if not anew and self._sighting is not None:
            same = np.array_equal(self._sighting.board.cells, board.cells)
            if same and self._sighting.stage is stage:
                return None
        self._sighting = Sighting(
            board,
            times,
            stage,
            self.source.seconds,
            at_most_a_few(hit) | exploded(reading),
            anew,
            len(reading.unknown),
            reading.skin,
            self._seen.program.stepwise,
            frozenset(self._marks.suspects),
        )
        return self._sighting

    def _picture_now(self) -> Picture:
        """The board's pixels as they are: the picture that was read, where that is the same."""
        assert self._clock is not None
        if self._read is None or not same_pixels(self._read.pixels, self._clock.picture):
            self._read = Picture(self._clock.picture.copy())
        return self._read

    def _before_change(self) -> Pixels:
        """The board's pixels as they were when it was last believed."""
        return self._before

    def _cleared(self, board: Board, known: Board) -> bool:
        """Whether mines are shown on a board of which all else was opened by hand: it is won."""
        assert self._clock is not None
        if (board.cells == HIDDEN).any() or not rules.closed_are_mines(board.cells):
            return False
        return not revealed(Change(known.cells, board.cells, self._clock.times, over=True))

    def _finished(self) -> bool:
        return self._sighting is not None and self._sighting.stage in (Stage.WON, Stage.LOST)

    def _after_the_end(self, reading: Reading) -> Sighting | None:
        """A game is over: its board may change in many ways until another begins."""
        assert self._seen is not None and self._sighting is not None
        known, program = self._sighting.board, self._seen.program
        going_on = self._going_on(reading, known)
        if going_on is not None:
            self._sighting = replace(self._sighting, stage=Stage.ONGOING)
            return self._believe(going_on, known)
        shut = shut_share(reading, known)
        begun = reading.stage is Stage.ONGOING and plausible(reading, None, program)
        other = begun and has_mines(reading) and consistent(reading)
        if fresh(reading) or (other and (shut > 0.5 or not agree(reading, known))):
            return self._round_begins(reading)
        strange = not has_mines(reading) or not plausible(reading, known, program)
        if reading.stage is not Stage.LOST and strange:
            if self._odd_since is None:
                self._odd_since = self.source.seconds
            self._odd = reading
        else:
            self._odd_since = None
        return None

    def _going_on(self, reading: Reading, known: Board) -> Reading | None:
        """The reading of a game that seemed lost and goes on: more cells were opened since.

        What looked like a few mines are flags then.
        """
        assert self._seen is not None and self._sighting is not None and self._clock is not None
        if self._sighting.stage is not Stage.LOST or reading.confidence.shape != known.shape:
            return None
        reading, marks = with_flags_for_mines(reading)
        cells = reading.board().cells
        new = (cells < FLAG) & (known.cells >= FLAG)
        since = self._clock.times > self._sighting.seconds
        if len(marks) > HIT or not (new & since).any() or not agree(reading, known):
            return None
        if not (known.cells < FLAG).any():
            return None
        sound = has_mines(reading) and plausible(reading, None, self._seen.program)
        if not sound or not consistent(reading):
            return None
        self._marks.flags |= marks
        self._seen.flag(marks)
        return reading

    def _new_round(self, reading: Reading, known: Board) -> bool:
        """Whether a reading shows another round than the board that is known."""
        assert self._seen is not None
        opened = int((known.cells < FLAG).sum())
        if not opened:
            return self._marks_gone(reading, known)
        if fresh(reading) and plain(reading):
            return True
        if reading.stage is not Stage.ONGOING or not plausible(reading, None, self._seen.program):
            return False
        return shut_share(reading, known) > 0.5 and not agree(reading, known)

    def _marks_gone(self, reading: Reading, known: Board) -> bool:
        """Whether marks are gone, at once, of which nobody took away so many, or mines, by hand."""
        if not fresh(reading) or not plain(reading) or not _flags_gone(reading, known):
            return False
        flags = {(int(row), int(col)) for row, col in np.argwhere(known.cells == FLAG)}
        return len(flags) > SINGLE or flags <= self._marks.like_mines

    def _round_begins(self, reading: Reading) -> Sighting | None:
        assert self._seen is not None and self._sighting is not None
        mines = self._sighting.board.mines
        if self._moved:
            # Another level may have begun where the board was.
            taken = self._other_level()
            if taken is not None:
                self._sighting = None
                return self._take(taken)
        self._begin_round()
        return self._believe(reading, None, mines=mines)

    def _say(self, trouble: Trouble, sentence: str) -> None:
        if trouble is not self._trouble:
            self._trouble = trouble
            self._tell(trouble, sentence)


def _flags_gone(reading: Reading, known: Board) -> bool:
    """Whether a board of which nothing was open but marked has lost its marks: it is another."""
    marked = known.cells == FLAG
    if not marked.any() or (known.cells < FLAG).any():
        return False
    symbols = np.array([list(row) for row in reading.cells])
    return bool(np.isin(symbols[marked], [*"#012345678"]).all())
