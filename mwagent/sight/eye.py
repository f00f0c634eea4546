"""Finding the board in what a view shows, and reading it again and again where it lies."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from minefield import FLAG, Board, Cell, Stage, rules
from mwagent.hands import View
from mwagent.sight.appearances import Appearances
from mwagent.sight.cascades import flood_stops, lone_blanks
from mwagent.sight.location import Location, coincide, near, same_location, shaped
from mwagent.sight.occlusion import UnderstoodCells, covered, hidden, unclear
from vision.capture import Shot
from vision.cluster import cell_images, looks
from vision.cutoff import cut_sides, told_cut
from vision.inside import inside
from vision.lattice import Lattice
from vision.learn import Memory, read_unknown
from vision.locate import NOT_FOUND, locate_all
from vision.period import find_huge, find_lattices, undithered
from vision.read import read, read_cells, stage_of
from vision.reading import UNKNOWN, UNKNOWN_SKIN, BoardCoveredError, BoardNotFoundError, Reading
from vision.sight import assured, explained, is_clear, well_read
from vision.skins import Skin
from vision.tinted import tinted

FEW: Final = 0.12
"""Part of the cells that may stay unread while a game goes on; none of them is clicked."""
OPENING: Final = 4
"""Cells a round may begin with at least, where it begins with an opening."""
ANEW: Final = 0.7
"""Part of the open cells of one round or the other that are open in only one of them."""
UNCLEAR: Final = 4
"""So many cells of a fresh board that are not understood may lie under the pointer."""
UNTOUCHED: Final = 0.25
"""Part of the cells that may be unread on a board on which nothing has been opened yet."""
SCALED: Final = 0.02
"""Part by which cells may seem to grow, and still be of the same size."""
ALIKE: Final = 0.85
"""Likeness of its cells' rims from which a board is taken for one of a known skin at once."""
JITTER: Final = sorted(
    ((x, y) for x in range(-4, 5) for y in range(-2, 3) if (x, y) != (0, 0)),
    key=lambda by: abs(by[0]) + abs(by[1]),
)
"""By so many pixels cells move on pages whose rows grow with what is in them."""
UNSUITED: Final = 0.9
"""What is left of the merit of a board in a known skin that it can hardly have."""
ELSEWHERE: Final = 0.1
"""Part of its merit that a board loses for not being where it was."""
STAYED: Final = 4.0
"""Grey levels by which what lies over a cell differs at most while it stays."""
RECALLED: Final = 0.95
"""Confidence in a cell that looks as one did before."""
FAMILIAR: Final = 0.5
"""Part of the cells that must look as some did before, on a board that is not the one we had."""
SURE: Final = 0.8
"""Confidence from which the look of a cell is worth keeping."""
RIM: Final = 6
"""Pixels around the board that are watched: they change when the board is moved by whole cells."""
LOOSE: Final = 2
"""Of these, so many next to the board are not: a lattice may be off by a pixel."""
MISTAKEN: Final = 0.1
"""Part of the cells known from before that a look at the whole may take for something else."""


Rim = tuple[NDArray[np.uint8], ...]
"""Strips of pixels above, below, left and right of a board."""


class Eye:
    """Finds boards and reads them; what it learns of an unknown skin it remembers.

    `flagged` and `pressed` are the cells that were to be flagged and opened in this round;
    `recalled` tells what part of the cells of an unknown skin looked, at the last reading, as some
    did before; `stepwise` that blank cells do not open all cells around them here; `cut` on which
    sides the board that was found last seems to go on.
    """

    def __init__(self, view: View):
        self.view = view
        self.place: Location | None = None
        self.flagged: set[Cell] = set()
        self.pressed: set[Cell] = set()
        self.stepwise = False
        self.recalled = 0.0
        self.cut: tuple[str, ...] = ()
        self._doubted = False
        self._memory = Memory()
        self._album = Appearances()
        self._last: _Read | None = None
        self._believed: UnderstoodCells | None = None
        self._unopened: tuple[Location, NDArray[np.uint8]] | None = None
        self._over: tuple[NDArray[np.intp], NDArray[np.uint8]] | None = None
        self._sizes: dict[int, tuple[int, int]] = {}
        self._rim: Rim | None = None
        self._rim_found: Rim | None = None

    def find(
        self,
        known: Board | None = None,
        moved: bool = False,
        opened: bool = False,
        until: float = math.inf,
    ) -> Reading:
        """Find the board: where it was if it is still there, else anywhere.

        Boards of known skins come first, then any that can be read. `known` is what it showed
        before; with `moved` it may as well be anywhere else; where a cell was `opened`, it is no
        fresh board elsewhere. `place` tells where it is afterwards. From `until` on, by
        `time.perf_counter`, no more places are tried once a board has been read.
        Raises BoardNotFoundError with a sentence on what to check, BoardCoveredError where it is
        seen first, or nothing of it is open, and something lies over it.
        """
        best: tuple[float, Location, Reading] | None = None
        shots = self.view.pictures()
        for shot in shots:
            height, width = shot.picture.shape[:2]
            self._sizes[shot.monitor] = height, width
            for place, reading in self._boards(shot, moved, until):
                if bare(reading):
                    continue
                merit = self._merit(place, reading, known, moved)
                if opened and fresh(reading) and self.place and not near(place, self.place):
                    merit -= ELSEWHERE * reading.confidence.size
                if best is None or merit > best[0]:
                    best = merit, place, reading
        if best is None:
            raise BoardNotFoundError(NOT_FOUND.replace("the screen", self.view.name))
        _, place, reading = best
        picture = next(shot.picture for shot in shots if shot.monitor == place.monitor)
        # Cells that are all understood in a known skin are no parts of what covers the board.
        whole = self.place is not None and place.skin is not None and plain(reading)
        self.cut = () if whole else cut_sides(picture, reading)
        if self.cut and self.place is None:
            raise BoardCoveredError(
                f"{told_cut(place.lattice, self.cut)}; bring all of it into sight"
            )
        foreign = 0 if opened else unclear(picture, reading)
        if foreign > UNCLEAR:
            raise BoardCoveredError(
                f"{foreign} cells of a board of {place.lattice.rows} x {place.lattice.cols} on "
                f"which nothing is open are not understood; take away what lies over it"
            )
        if self.place is not None and same_location(place, self.place):
            place = self.place
        if not self._same_scale(place):
            # What was learned of cells of another size, or of none, no longer holds.
            self._memory = Memory()
            self._album.forget()
        self.place = place
        self._doubted = self._doubted and place.skin is not None and not plain(reading)
        self._rim_found = None
        return reading

    @property
    def shifted(self) -> bool:
        """Whether what lies around the board is no more what it was when the board was found."""
        if self._rim is None or self._rim_found is None:
            return False
        pairs = zip(self._rim, self._rim_found, strict=True)
        return not all(np.array_equal(now, then) for now, then in pairs)

    def learn_hidden(self, reading: Reading) -> None:
        """Remember the looks of a board on which nothing is open yet."""
        assert self.place is not None
        images = cell_images(undithered(self.grab().picture), self.place.inner)
        closed, foreign = hidden(images, reading)
        over = np.flatnonzero(foreign & ~closed)
        self._over = (over, images[over]) if len(over) else None
        images = images[closed]
        self._unopened = self.place, images
        self._remember_hidden(images)

    def _still_over(self, picture: NDArray[np.uint8], lattice: Lattice) -> NDArray[np.bool_]:
        """Cells (rows, cols) under what lay over them when nothing was open yet."""
        found = np.zeros(lattice.rows * lattice.cols, bool)
        if self._over is not None and self._seen_closed(lattice):
            cells, then = self._over
            now = cell_images(undithered(picture), lattice)[cells].astype(np.int16)
            found[cells] = np.abs(now - then).mean(axis=(1, 2, 3)) < STAYED
        return found.reshape(lattice.rows, lattice.cols)

    def _remember_hidden(self, images: NDArray[np.uint8]) -> None:
        self._album.learn(images, np.full(len(images), "#"))
        for look in looks(images):
            self._memory.learn(look, "#")

    def grab(self) -> Shot:
        """A picture of the board's pixels alone; `shifted` tells of what lies around them."""
        assert self.place is not None
        x0, y0, x1, y1 = self.place.box
        height, width = self._sizes.get(self.place.monitor, (y1, x1))
        left, right = (min(RIM, max(0, room)) for room in (x0, width - x1))
        top, bottom = (min(RIM, max(0, room)) for room in (y0, height - y1))
        box = (x0 - left, y0 - top, x1 + right, y1 + bottom)
        whole = self.view.grab(self.place.monitor, box)
        picture = whole.picture
        if picture.shape[:2] != (box[3] - box[1], box[2] - box[0]):
            # Pixels that are no whole part of the mouse's units.
            self._rim = None
            return self.view.grab(self.place.monitor, self.place.box)
        end, foot = left + x1 - x0, top + y1 - y0
        strips = (
            picture[: max(0, top - LOOSE)],
            picture[foot + LOOSE :],
            picture[top:foot, : max(0, left - LOOSE)],
            picture[top:foot, end + LOOSE :],
        )
        self._rim = tuple(strip.copy() for strip in strips)
        self._rim_found = self._rim_found or self._rim
        x, y = whole.to_screen(left, top)
        inner = np.ascontiguousarray(picture[top:foot, left:end])
        return Shot(inner, x, y, whole.scale_x, whole.scale_y, whole.monitor)

    def read(self, picture: NDArray[np.uint8]) -> Reading:
        """Read a picture of the board's pixels alone; its mine counter is not read."""
        assert self.place is not None
        lattice = self.place.inner
        if self.place.skin is None:
            reading = without_lone_mine(self._read_learned(picture, lattice))
            reading = self._without_covered(picture, lattice, reading)
        else:
            symbols, confidence = self._read_changed(picture, lattice, self.place.skin)
            rows = tuple("".join(row) for row in symbols.tolist())
            stage = stage_of(rows, None)
            reading = Reading(lattice, rows, confidence, self.place.skin.name, None, stage)
        if 0 < len(reading.unknown) <= FEW * reading.confidence.size:
            if self.place.skin is None:
                reading = inside(picture, lattice, reading)
            reading = tinted(picture, lattice, reading)
        return reading

    def _read_learned(self, picture: NDArray[np.uint8], lattice: Lattice) -> Reading:
        """Read a board in an unknown skin: what the album knows, and the rest by its look."""
        shape = lattice.rows, lattice.cols
        symbols = self._recalled(undithered(picture), lattice).reshape(shape)
        confidence = np.full(shape, RECALLED, np.float32)
        over = self._still_over(picture, lattice)
        new = (symbols == UNKNOWN) & ~over
        self.recalled = 1 - float(new.mean())
        if new.any():
            touched = None
            if self._seen_closed(lattice):
                touched = new.astype(np.int8)
                for cell in self.flagged:
                    touched[cell] *= 2
            read = read_unknown(picture, lattice, None, self._memory, touched)
            said = np.array([list(row) for row in read.cells])
            # A look at the whole that takes much for what it is not tells nothing about the rest.
            doubtful = (said != symbols)[~new & ~over & (said != UNKNOWN)]
            if len(doubtful) and doubtful.mean() > MISTAKEN:
                said = np.full(shape, UNKNOWN)
            if touched is not None:
                bare = new & (said == "#")
                cells = cell_images(undithered(picture), lattice)[bare.reshape(-1)]
                said[bare] = np.where(self._album.rimless(cells), "0", "#")
                if ((symbols == "#") & ~new).any():
                    # Where other closed cells look as ever, these are something else.
                    said[bare] = np.where(self._album.foreign(cells), UNKNOWN, said[bare])
            symbols = np.where(new, said, symbols)
            confidence = np.where(new, read.confidence, confidence)
            if self._doubted and (symbols == UNKNOWN)[~over].any():
                plainly = read_unknown(picture, lattice)
                unread = agreed(symbols, plainly)
                symbols = np.where(unread, [list(row) for row in plainly.cells], symbols)
                confidence = np.where(unread, plainly.confidence, confidence)
        symbols[over] = UNKNOWN
        rows = tuple("".join(row) for row in symbols.tolist())
        return Reading(lattice, rows, confidence, UNKNOWN_SKIN, None, stage_of(rows, None))

    def _without_covered(
        self, picture: NDArray[np.uint8], lattice: Lattice, reading: Reading
    ) -> Reading:
        """The reading without closed cells that were closed before, and looked otherwise."""
        if self._believed is None or reading.stage is Stage.LOST:
            return reading
        before = self._believed
        if before.shape != (lattice.rows, lattice.cols):
            return reading
        now = np.array(list("".join(reading.cells)))
        known = (before.symbols == now) & (now != UNKNOWN)
        closed = known & (now == "#")
        for row, col in self.pressed:
            closed[row * lattice.cols + col] = False
        cells = cell_images(undithered(picture), lattice)
        strange = np.flatnonzero(covered(before.cells, cells, known, closed))
        return reading.filled({int(i): UNKNOWN for i in strange})

    def _seen_closed(self, lattice: Lattice) -> bool:
        """Whether the closed cells of this very lattice are known, not of one a little off.

        Cells cut out a part of a pixel beside look otherwise, though nothing has touched them.
        """
        if self._unopened is None or self._unopened[0] is not self.place or self.place is None:
            return False
        return any(coincide(lattice, one) for one in (self.place.lattice, self.place.inner))

    def _recalled(self, picture: NDArray[np.uint8], lattice: Lattice) -> NDArray[np.str_]:
        """What the album knows of the cells, (n,), also of such as have moved by a pixel or two."""
        symbols = self._album.recall(cell_images(picture, lattice))
        for right, down in JITTER if len(self._album) else ():
            unread = np.flatnonzero(symbols == UNKNOWN)
            if not len(unread):
                break
            moved = cell_images(picture, lattice.moved(right, down))
            symbols[unread] = self._album.recall(moved[unread])
        return symbols

    def believe(self, picture: NDArray[np.uint8], reading: Reading) -> None:
        """Keep how cells look, of a reading of the board's pixels that makes sense."""
        if self.place is None or reading.stage is Stage.LOST:
            return
        symbols = np.array([list(row) for row in reading.cells])
        self._believed = UnderstoodCells(
            picture, self.place.inner, symbols.reshape(-1), self._believed
        )
        if self.place.skin is not None:
            return
        symbols = symbols.copy()
        symbols[reading.confidence < SURE] = UNKNOWN
        for cell in self.pressed:
            # It may lie open, though it does not look like it.
            if symbols[cell] == "#":
                symbols[cell] = UNKNOWN
        cells = cell_images(undithered(picture), self.place.inner)
        self._album.learn(cells, symbols.reshape(-1))

    def with_lone_blanks(self, picture: NDArray[np.uint8], reading: Reading) -> Reading:
        """The reading with the blank cells that were opened one by one, and are known from now on.

        `picture` shows the board's pixels, without the pointer.
        """
        assert self.place is not None
        if self.place.skin is not None or self._unopened is None:
            # Programs whose skins are known open all cells around a blank one.
            return reading
        cells = cell_images(undithered(picture), self.place.inner)
        lone = lone_blanks(cells, reading, self._album, self._unopened[1], self.pressed)
        if lone:
            reading = reading.filled(lone)
            reading = replace(reading, stage=stage_of(reading.cells, None))
        self.stepwise |= flood_stops(cells, reading, self._album, self.pressed)
        return reading

    def suspect(self) -> None:
        """Let other ways to read the board compete with the known skin when it is looked for."""
        self._doubted = True

    def forget(self) -> None:
        """Forget how cells look: the program has another look now."""
        self._memory, self._unopened, self._last = Memory(), None, None
        self._believed = None
        self._album.forget()

    def doubt(self) -> None:
        """Forget how cells look: some of it was wrong."""
        self._doubted = True
        self._album.forget()
        self._memory = Memory()
        if self._unopened is not None and self._same_scale(self._unopened[0]):
            self._remember_hidden(self._unopened[1])

    def _read_changed(
        self, picture: NDArray[np.uint8], lattice: Lattice, skin: Skin
    ) -> tuple[NDArray[np.str_], NDArray[np.float32]]:
        """Read the cells that differ from the last picture, and keep what was read of the rest."""
        last = self._last
        if last is None or last.place is not self.place or last.picture.shape != picture.shape:
            symbols, confidence = read_cells(picture, lattice, skin)
        else:
            symbols, confidence = last.symbols.copy(), last.confidence.copy()
            part = changed(picture, last.picture, lattice)
            if part is not None:
                rows, cols = part
                cut = Lattice(
                    lattice.x + cols.start * lattice.pitch_x,
                    lattice.y + rows.start * lattice.pitch_y,
                    lattice.pitch_x,
                    lattice.pitch_y,
                    rows.stop - rows.start,
                    cols.stop - cols.start,
                )
                symbols[part], confidence[part] = read_cells(picture, cut, skin)
        assert self.place is not None
        self._last = _Read(self.place, picture, symbols, confidence)
        return symbols, confidence

    def _boards(self, shot: Shot, moved: bool, until: float) -> list[tuple[Location, Reading]]:
        """Every board that may be on a picture; one place may be read in several ways.

        From `until` on no more are read than one.
        """
        found = locate_all(shot.picture)
        places = [Location(shot.monitor, f.lattice, f.skin) for f in found]
        here = self.place if self.place and self.place.monitor == shot.monitor else None
        clear = bool(places) and all(f.likeness >= ALIKE for f in found)
        # How large a board is that nobody has seen yet, only its rim tells.
        clear = clear and (here is not None or all(is_clear(shot.picture, f) for f in found))
        # Found anew the lattice may be a little off: where it was is tried as well, but for a
        # board that may have moved: by a whole cell it can seem to make sense where it was.
        if here is not None and (not moved or any(near(place, here) for place in places)):
            places.append(here)
        boards = [(place, self._read_whole(shot, place)) for place in places]
        # Of a board in another skin the closed part alone may be found, and be well read.
        good = all(well_read(reading) and not bare(reading) for _, reading in boards)
        if clear and good and not self._doubted:
            return boards
        lattices = [*find_lattices(shot.picture), *find_huge(shot.picture)]
        if here is not None:
            lattices += [cut for at in lattices for cut in shaped(at, here.shape)]
        # A skin may be like one that is known, and not the same.
        if here is None or here.skin is None or self._doubted:
            lattices += [board.lattice for board in found]
        more = [Location(shot.monitor, at, None) for at in lattices]
        if here is not None and here not in places and any(near(place, here) for place in more):
            more.append(here)
        for place in more:
            if boards and time.perf_counter() > until:
                break
            boards.append((place, self._read_whole(shot, place)))
        return boards

    def _read_whole(self, shot: Shot, place: Location) -> Reading:
        """Read a board on the picture of a whole monitor."""
        if place.skin is None:
            if self._same_scale(place):
                return self._read_learned(shot.picture, place.lattice)
            return read_unknown(shot.picture, place.lattice)
        return read(shot.picture, place.lattice, place.skin)

    def _same_scale(self, place: Location) -> bool:
        """Whether a place has cells of the size we had."""
        if self.place is None:
            return False
        one, two = place.lattice, self.place.lattice
        across, down = one.pitch_x / two.pitch_x, one.pitch_y / two.pitch_y
        return abs(across - 1) < SCALED and abs(down - 1) < SCALED

    def _merit(self, place: Location, reading: Reading, known: Board | None, moved: bool) -> float:
        """How likely it is the board that is meant: well read, large, or the one we had."""
        size = float(place.lattice.rows * place.lattice.cols)
        merit = size * max(0.0, explained(reading, self.stepwise)) ** 2
        if place.skin is not None and not assured(reading):
            merit *= UNSUITED
        if known is not None and not fresh(reading):
            merit *= 0.4 + 0.6 * agreement(reading, known)
        if self.place is None:
            return merit
        merit += 1e6 * (place.shape == self.place.shape)
        if moved:
            return merit
        # What was found anew in the same place is seldom nearer the truth.
        merit += 0.02 * size * (place is self.place)
        return merit if near(place, self.place) else merit - ELSEWHERE * size


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """The last picture of the board and what was read of it."""

    place: Location
    picture: NDArray[np.uint8]
    symbols: NDArray[np.str_]
    confidence: NDArray[np.float32]


def changed(
    picture: NDArray[np.uint8], last: NDArray[np.uint8], lattice: Lattice
) -> tuple[slice, slice] | None:
    """Rows and columns around all cells that differ between two pictures; None where none does."""
    height, width, _ = picture.shape
    apart = cv2.absdiff(picture, last).reshape(height, width * 3)
    ys = np.flatnonzero(apart.any(axis=1))
    if not len(ys):
        return None
    xs = np.flatnonzero(apart[ys[0] : ys[-1] + 1].any(axis=0)) // 3
    # The pixels at the edge of a board may lie outside its cells.
    rows = np.clip((ys[[0, -1]] - lattice.y) // lattice.pitch_y, 0, lattice.rows - 1)
    cols = np.clip((xs[[0, -1]] - lattice.x) // lattice.pitch_x, 0, lattice.cols - 1)
    return slice(int(rows[0]), int(rows[1]) + 1), slice(int(cols[0]), int(cols[1]) + 1)


def plain(reading: Reading) -> bool:
    """Whether every cell was understood."""
    return not any(UNKNOWN in row for row in reading.cells)


def bare(reading: Reading) -> bool:
    """Whether all cells are blank: a grid of lines that is no board, or closed cells misread."""
    return all(set(row) == {"0"} for row in reading.cells)


def without_lone_mine(reading: Reading) -> Reading:
    """Doubt a single mine: a lost game shows all of its mines, a misread cell is alone."""
    cells = "".join(reading.cells)
    if cells.count("*") != 1 or "X" in cells or "W" in cells:
        return reading
    rows = tuple(row.replace("*", UNKNOWN) for row in reading.cells)
    return replace(reading, cells=rows, stage=stage_of(rows, None))


def agreed(symbols: NDArray[np.str_], other: Reading) -> NDArray[np.bool_]:
    """Cells not understood, (rows, cols), that another reading understands.

    None where it takes any number or blank cell for something else.
    """
    told = np.array([list(row) for row in other.cells])
    both = (symbols != UNKNOWN) & (told != UNKNOWN)
    either = np.char.isdigit(symbols) | np.char.isdigit(told)
    if (both & either & (symbols != told)).any():
        return np.zeros(symbols.shape, bool)
    filled: NDArray[np.bool_] = (symbols == UNKNOWN) & (told != UNKNOWN)
    return filled


def agreement(reading: Reading, known: Board) -> float:
    """Part of the open cells of a board that a reading shows as they were; 1 where none is."""
    board = reading.board()
    if board.shape != known.shape:
        return 0.0
    seen = np.array([[symbol != UNKNOWN for symbol in row] for row in reading.cells])
    opened = (known.cells < FLAG) & seen
    if not opened.any():
        return 1.0
    return float((board.cells == known.cells)[opened].mean())


def familiar(place: Location, reading: Reading) -> bool:
    """Whether a board that is not as we left it can be a board of the same program all the same."""
    if place.skin is not None:
        return True
    return bool((reading.confidence >= np.float32(RECALLED)).mean() > FAMILIAR)


def begun(reading: Reading, ended: Board | None) -> bool:
    """Whether a new round has begun with an opening, as some programs give one.

    `ended` is the last board of the round before: what is open now is not what was open then.
    """
    cells = np.array([list(row) for row in reading.cells])
    opened = np.char.isdigit(cells)
    before = np.zeros_like(opened)
    if ended is not None and ended.shape == cells.shape:
        before = ended.cells < FLAG
    if reading.stage is not Stage.ONGOING or np.count_nonzero(opened) < OPENING:
        return False
    apart = np.count_nonzero(opened != before) / np.count_nonzero(opened | before)
    if apart <= ANEW or not plain(reading):
        return False
    return not rules.impossible_numbers(reading.board()).any()


def fresh(reading: Reading) -> bool:
    """Whether nothing has been opened yet; a few cells may not be understood."""
    cells = "".join(reading.cells)
    return set(cells) <= {"#", "?", UNKNOWN} and cells.count(UNKNOWN) <= UNTOUCHED * len(cells)
