"""The board on a view, found once: where it lies, how it looks, and what we did on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Generic, NamedTuple, Self

from mwagent.belief.camera import Camera, Frame, S
from mwagent.belief.finding import Found, Home, Search, find_again, find_board
from mwagent.belief.game_state import UNREAD, fresh, total_of
from mwagent.belief.known_skin import KnownSkinReader
from mwagent.belief.location import same_scale
from mwagent.belief.pixels import is_another
from mwagent.belief.plausibility import Program
from mwagent.belief.unknown_skin import UnknownSkinReader
from mwagent.belief.zeros import UnseenZeros
from mwagent.minefield import Board, Button, Cell, Click, Stage
from mwagent.vision.capture import Shot
from mwagent.vision.edges import Pixels
from mwagent.vision.known.locate import Place
from mwagent.vision.lattice import Lattice
from mwagent.vision.partial.focus import without_mark
from mwagent.vision.partial.highlights import inside, tinted
from mwagent.vision.picture import Picture
from mwagent.vision.reader import Candidate, counted
from mwagent.vision.reading import BoardCoveredError, BoardNotFoundError, Reading, Told

RIMS: Final = 0.2
"""Part of the pixels of closed cells that differ from a plain surface of their colour, or less."""
LOOKS: Final = 3
"""Times a board is looked for where something else is shown once it is found, at most."""


class Taught(NamedTuple):
    """The last look at a game that was going on in an unknown skin: what a skin is made of.

    `picture` (height, width, 3) uint8 shows the board's pixels, on which `lattice` lies.
    """

    picture: Pixels
    lattice: Lattice
    reading: Reading


class SeenBoard(Generic[S]):
    """A board that is looked at again and again, and found again where it moves.

    `view` shows it; `location` is where it lies; `reading` what was read of it, at first where it
    was found; `cut` on which sides it seemed to go on when it was found last; `pressed` and
    `flagged` are the cells to be opened and flagged in this round.
    """

    def __init__(self, camera: Camera[S], found: Found):
        self._camera = camera
        self.view = camera.sight
        self.location, self.reading = found.location, found.reading
        self.cut: Sequence[str] = found.cut
        self.pressed: set[Cell] = set()
        self.flagged: set[Cell] = set()
        self._known = KnownSkinReader()
        self._unknown = UnknownSkinReader(camera.noise)
        self.unseen = UnseenZeros()
        self._taught: Taught | None = None
        self._unmarked: tuple[Picture, Picture] | None = None
        if fresh(found.reading):
            self._learn_closed(found.reading)

    @classmethod
    def at(cls, sight: S, found: Found, noise: float = 0.0) -> Self:
        """A board that was found on what a sight shows; `noise` is as in `Camera`."""
        camera = Camera(sight, noise)
        camera.monitors()
        return cls(camera, found)

    @classmethod
    def watch(cls, sight: S, search: Search | None = None, noise: float = 0.0) -> Self:
        """Find a board in what is shown; raises as `find_board` does.

        It is looked for again where something else is shown by then: finding it takes a while.
        """
        camera = Camera(sight, noise)
        for _ in range(LOOKS):
            shots = camera.monitors()
            found = find_board(shots, sight.name, search)
            camera.begin()
            board = cls(camera, found)
            x0, y0, x1, y1 = found.location.box
            seen = next(shot for shot in shots if shot.monitor == found.location.monitor)
            if not is_another(board.picture().picture, seen.picture[y0:y1, x0:x1], RIMS):
                break
        return board

    @property
    def width(self) -> int | None:
        """Width of the monitor it lies on, in pixels; None where that was not seen yet."""
        return self._camera.width(self.location)

    @property
    def program(self) -> Program:
        """What is known of the program that is played."""
        return Program(self.location.skin is not None, self._unknown.stepwise)

    @property
    def taught(self) -> Taught | None:
        """The last look at a game in an unknown skin; None where the skin is known."""
        return self._taught if self.location.skin is None else None

    @property
    def moved(self) -> bool:
        """Whether what lies around the board is no more what it was when it was found."""
        return self._camera.moved

    @property
    def familiar_share(self) -> float:
        """Part of the cells of an unknown skin that looked, at the last reading, as some before."""
        return self._unknown.familiar_share

    def picture(self) -> Shot:
        """A picture of the board's pixels alone."""
        return self._camera.board(self.location)

    def frame(self) -> Frame:
        """A picture of the board and what is around it."""
        return self._camera.frame(self.location)

    def read(self, picture: Picture, since: Board | None = None) -> Reading:
        """Read a picture of the board's pixels alone; its mine counter is not read.

        Nothing was clicked `since` a board was believed.
        """
        location = self.location
        if location.skin is None:
            picture = self._without_mark(picture)
            reading = self._unknown.read(picture, location, self.pressed, self.flagged, since=since)
        else:
            reading = self._known.read(picture, location, location.skin)
        if 0 < len(reading.unknown) <= UNREAD * reading.confidence.size:
            if location.skin is None:
                reading = reading.filled(inside(picture, location.inner, reading))
            reading = reading.filled(tinted(picture, location.inner, reading))
        return reading

    def total_now(self, reading: Reading) -> int | None:
        """`total_of` the reading of the board with what a mine counter near it shows now."""
        here = self.location
        shown = next(one for one in self._camera.monitors() if one.monitor == here.monitor)
        now = counted(shown.seen, Candidate(Place(here.lattice, here.skin), reading))
        return total_of(now, self.program.known_skin)

    def find(self, search: Search | None = None) -> Found:
        """Find the board again, or another; it counts as ours once it is `adopted`.

        Raises as `find_again` does.
        """
        home = Home(
            self.location, self._read_at, self._unknown.skin.doubted, self._unknown.stepwise
        )
        return find_again(self._camera.monitors(), self.view.name, home, search)

    def find_any(self) -> Found:
        """Find any board as if none was known; it counts as ours once it is `adopted`.

        Raises as `find_board` does.
        """
        return find_board(self._camera.monitors(), self.view.name)

    def any_in_sight(self) -> bool:
        """Whether any board is in sight, looked for as if none had been found before."""
        try:
            find_board(self._camera.monitors(), self.view.name)
        except BoardCoveredError:
            return True
        except BoardNotFoundError:
            return False
        return True

    def adopt(self, found: Found) -> None:
        """Take a board that was found for ours."""
        skin = self._unknown.skin
        if not same_scale(found.location, self.location):
            # What was learned of cells of another size no longer holds.
            skin.forget_appearances()
        self.location, self.cut = found.location, found.cut
        if found.location.skin is None or found.reading.plain:
            skin.doubted = False
        self._camera.begin()

    def adopt_fresh(self, found: Found) -> None:
        """Take a board that was found for ours, and learn how it looks where nothing is open."""
        self.adopt(found)
        if fresh(found.reading):
            self._learn_closed(found.reading)

    def begin_anew(self) -> None:
        """Take what lies around the board now for what belongs there."""
        self._camera.begin()

    def note(self, clicks: Sequence[Click]) -> None:
        """Remember which cells were to be opened and flagged in this round."""
        self.pressed |= {click.cell for click in clicks if click.button is Button.LEFT}
        self.flagged |= {click.cell for click in clicks if click.button is Button.RIGHT}

    def note_stepwise(self, stepwise: bool = True) -> None:
        """Take it for known that zeros do not open all cells around them in this program."""
        self._unknown.stepwise = stepwise

    def begin_round(self) -> None:
        """Forget what was done: a new round begins."""
        self.pressed.clear()
        self.flagged.clear()

    def remember(self, picture: Picture, reading: Reading) -> None:
        """Keep how cells look, of a reading of the board's pixels that makes sense."""
        picture = self._without_mark(picture)
        if reading.stage is not Stage.LOST:
            self._unknown.remember(picture, self.location, reading, self.pressed)
        if self.location.skin is None and reading.stage is Stage.ONGOING:
            self._taught = Taught(picture.pixels, self.location.inner, reading)
        untouched = self.location.skin is None and not self.pressed and fresh(reading)
        if untouched and reading.plain and self.familiar_share < 1:
            # A program may lay its board out a little otherwise for a new round.
            self._unknown.skin.learn_closed(picture, self.location, reading, self.pointed())

    def lone_blanks(
        self, picture: Picture, reading: Reading, effective: bool, marked: Cell | None = None
    ) -> Told:
        """The zeros that were opened one by one, and are known from now on.

        `picture` shows the board's pixels, without the pointer; `effective` says that clicks are
        known to open cells, and `marked` is one that is surely none of those.
        """
        return self._unknown.lone_blanks(
            self._without_mark(picture), self.location, reading, self.pressed - {marked}, effective
        )

    def suspect_skin(self) -> None:
        """Let other ways to read the board compete with its known skin when it is looked for."""
        self._unknown.skin.doubted = True

    def doubt(self) -> None:
        """Forget how cells look: some of it was wrong."""
        self._unknown.skin.doubt(self.location)

    def forget(self) -> None:
        """Forget how cells look: the program looks otherwise now."""
        self._unknown.forget()
        self._known = KnownSkinReader()

    def _without_mark(self, picture: Picture) -> Picture:
        """A picture of the board's pixels without the mark of the keyboard, worked out once."""
        if self.location.skin is not None:
            return picture
        if self._unmarked is None or self._unmarked[0] is not picture:
            shown = without_mark(picture, self.location.inner, self.flagged)
            self._unmarked = picture, shown
        return self._unmarked[1]

    def pointed(self) -> Cell | None:
        """The cell under the pointer, which may look otherwise for it; None for none."""
        return None

    def _learn_closed(self, reading: Reading) -> None:
        picture, skin = self.picture().seen, self._unknown.skin
        skin.learn_closed(picture, self.location, reading, self.pointed())

    def _read_at(self, picture: Picture, lattice: Lattice) -> Reading:
        return self._unknown.read_at(picture, lattice, self.location, self.pressed, self.flagged)
