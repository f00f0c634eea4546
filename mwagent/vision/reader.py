"""The one way from a picture to its boards: find them and read them, in known skins or in any.

Finding and reading change nothing: what a reading teaches (`Reading.lessons`) is learned by who
accepts it, in an explicit step.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import Stage, count_around, rules
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.edges import Pixels
from mwagent.vision.grid.period import find_lattices
from mwagent.vision.header.counters import mines_left, read_mines
from mwagent.vision.known.locate import NOT_FOUND, SKIN_LIKENESS, Place, likeness_beyond, locate_all
from mwagent.vision.known.skins import Skin
from mwagent.vision.known.tiles import read
from mwagent.vision.lattice import FEWEST_ROWS, Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.ranks import MAJORITY, median
from mwagent.vision.reading import UNKNOWN, BoardNotFoundError, Reading, stage_of

if TYPE_CHECKING:
    from mwagent.vision.pictures import PictureLike
    from mwagent.vision.unknown.labelling import Event
    from mwagent.vision.unknown.memory import Memory

GOOD: Final = 0.97
"""Part of its cells that a reading must explain to be taken at once."""
SURE_LIKENESS: Final = 0.94
"""Likeness of its cells' rims from which a board certainly has the skin it was found by."""
LIKELY_LIKENESS: Final = 0.8
"""The likeness of its cells' rims from which a board read without a fault has its skin."""
PROVING: Final = 0.15
"""Part of a board's cells that must be numbers to prove skin and lattice, if they agree."""
KNOWN_BONUS: Final = 1.03
"""How much more the reading in a known skin counts, where both explain nearly the same."""
UNLIKE_TILES: Final = 0.9
"""How much less a reading counts in a known skin whose tiles are not like the cells."""
ASSURED: Final = 0.68
"""Median confidence of a reading in the skin that a board really has, at least."""
STEPWISE_LOSS: Final = 0.04
"""What a board loses at most for blank cells that did not open those around them."""
CLEARER: Final = 0.15
"""Part of the cells that it explains more than the pattern does, where some cells are marked."""
MOTLEY: Final = 0.25
"""Part of the cells of a fresh board that may bear signs that are all different."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A place where a board may be, and what was read there."""

    place: Place
    reading: Reading


class Reader:
    """Finds and reads boards; `skins` are those it knows, by default all that are installed."""

    def __init__(self, skins: Sequence[Skin] | None = None):
        self.skins = skins

    def look(self, picture: Picture | PictureLike) -> Reading:
        """The board on a picture: the first of `look_all`, which says what a picture can be.

        Raises BoardNotFoundError with a sentence on what to check, and PictureError.
        """
        readings = self.look_all(picture)
        if not readings:
            raise BoardNotFoundError(NOT_FOUND)
        return readings[0]

    def look_all(self, picture: Picture | PictureLike) -> list[Reading]:
        """Every board on a picture: those well explained come first, larger ones before smaller.

        A picture is its pixels (height, width, 3) uint8 BGR, as OpenCV has them, or any of what
        `mwagent.vision.pictures.pixels_of` takes: a path, a Pillow image, levels of grey, pixels
        with transparency, fractions. Raises PictureError in a sentence on all else.
        """
        picture = _seen(picture)
        readings = [candidate.reading for candidate in self.boards(picture)]
        if any(reading.unknown for reading in readings):
            from mwagent.vision.partial.highlights import tinted

            readings = [one.filled(tinted(picture, one.lattice, one)) for one in readings]
        from mwagent.vision.partial.cutoff import beyond

        readings = [replace(one, cut=beyond(picture, one)) for one in readings]
        return sorted(map(_by_itself, readings), key=in_order)

    def boards(self, picture: Picture) -> list[Candidate]:
        """Every board on a picture, as it is read, the clearest first.

        Known skins come first. Where they leave cells unexplained or find nothing, what the picture
        itself teaches competes, and the reading that explains more of the board is taken. So it
        does where a skin that a user has taught leaves any cell out: some look may never have been
        shown.
        """
        tried: list[Candidate] = []
        for places in self.places(picture):
            tried += [self._candidate(picture, place) for place in places]
            if enough(picture, tried):
                break
        tried = [one for one in tried if not any(disproves(other, one) for other in tried)]
        kept: list[Candidate] = []
        ground = [
            one
            for one in tried
            if not _proven(one.reading)
            and any(_lies_on(other, one) or stands_out(picture, other, one) for other in tried)
        ]
        for one in sorted(tried, key=worth, reverse=True):
            if one in ground:
                continue
            separate = all(not one.place.lattice.overlaps(other.place.lattice) for other in kept)
            if separate and explained(one.reading) >= MAJORITY and not _motley(picture, one):
                kept.append(one)
        kept = [replace(one, reading=counted(picture, one)) for one in kept]
        return sorted(kept, key=lambda one: in_order(one.reading))

    def _candidate(self, picture: Picture, place: Place) -> Candidate:
        """What is read at a place; in no known skin, without lines that are none of the board."""
        reading = self.read(picture, place.lattice, place.skin)
        if place.skin is None and explained(reading) >= MAJORITY:
            from mwagent.vision.unknown.bounds import played

            lattice = place.lattice.part(*played(reading.cells))
            if lattice != place.lattice:
                return Candidate(Place(lattice), self.read(picture, lattice))
        return Candidate(place, reading)

    def places(self, picture: Picture) -> Iterator[list[Place]]:
        """Where boards may be, batch after batch, the likeliest first.

        What repeats in a known skin comes first, then all that
        `mwagent.vision.unknown.bounds.find_boards` finds, in known skins or any.
        """
        yield locate_all(picture, self.skins)
        from mwagent.vision.unknown.bounds import find_boards

        tried = find_lattices(picture)
        for lattices in find_boards(picture):
            others = [one for one in lattices if not any(_alike(one, other) for other in tried)]
            yield [*locate_all(picture, self.skins, others), *map(Place, lattices)]

    def read(
        self,
        picture: Picture,
        lattice: Lattice,
        skin: Skin | None = None,
        *,
        memory: Memory | None = None,
        touched: NDArray[np.int8] | None = None,
        recalled: NDArray[np.str_] | None = None,
        events: Sequence[Event] | None = None,
    ) -> Reading:
        """What the board on a lattice shows, in a known skin or, without one, by its appearance.

        Its mine counter is not read: see `counted`.
        `memory`, `touched`, `recalled` and `events` are as in
        `mwagent.vision.unknown.board.read_unknown`.
        """
        if skin is not None:
            return read(picture, lattice, skin)
        from mwagent.vision.unknown.board import read_unknown

        return read_unknown(picture, lattice, memory, touched, recalled, events=events)


def look(picture: Picture | PictureLike) -> Reading:
    """The board on a picture, with all skins installed; see `Reader.look`."""
    return Reader().look(picture)


def look_all(picture: Picture | PictureLike, skins: Sequence[Skin] | None = None) -> list[Reading]:
    """Every board on a picture, the clearest first; see `Reader.look_all`."""
    return Reader(skins).look_all(picture)


def _seen(given: Picture | PictureLike) -> Picture:
    """The picture of whatever was given; raises PictureError."""
    if isinstance(given, Picture):
        return given
    if isinstance(given, np.ndarray) and given.dtype == np.uint8 and given.flags.c_contiguous:
        pixels: Pixels = given
        if pixels.ndim == 3 and pixels.shape[2] == 3 and pixels.size:
            return Picture(pixels)
    from mwagent.vision.pictures import pixels_of  # what the player has is always as above

    return Picture(pixels_of(given))


def _alike(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices lie in one place, with cells of one size."""
    return one.overlaps(other) and one.same_size(other)


def _lies_on(board: Candidate, ground: Candidate) -> bool:
    """Whether a good board lies inside a background pattern, which is no board.

    Its cells have another size then. What repeats all over a page looks like closed cells.
    """
    (x0, y0, x1, y1), (left, top, right, bottom) = board.place.lattice.box, ground.place.lattice.box
    inside = left <= x0 and top <= y0 and x1 <= right and y1 <= bottom
    other = not board.place.lattice.same_size(ground.place.lattice)
    clear, doubtful = explained(board.reading), explained(ground.reading)
    return inside and other and doubtful < GOOD and clear >= min(GOOD, doubtful + CLEARER)


def disproves(board: Candidate, other: Candidate) -> bool:
    """Whether a board shows that another one, in cells of another size, is none.

    It has many numbers that agree, where there are few in the other: pieces of cells look alike.
    """
    apart = board.place.lattice.of_other_size(other.place.lattice)
    return apart and not _many_numbers(other.reading) and _proven(board.reading)


def _proven(reading: Reading) -> bool:
    """Whether a board has many numbers, and all of them agree."""
    agreed = _many_numbers(reading) and not reading.contradictions
    return agreed and explained(reading) >= MAJORITY


def _many_numbers(reading: Reading) -> bool:
    """Whether so many cells are numbers that they prove what they were found by."""
    return bool(np.isin(reading.numbers, range(1, 9)).mean() >= PROVING)


def stands_out(picture: Picture, board: Candidate, ground: Candidate) -> bool:
    """Whether a board that is wholly explained lies amid cells that look like none of its own.

    So it does on a page with a pattern, or beside a panel, whose lines meet those of the board.
    """
    lattice, inner = ground.place.lattice, board.place.lattice
    (x0, y0, x1, y1), (left, top, right, foot) = inner.box, lattice.box
    within = min(x0 - left, y0 - top, right - x1, foot - y1) > -lattice.pitch_x / 2
    if not within or not explained(ground.reading) < explained(board.reading) == 1:
        return False
    xs = lattice.x + (np.arange(lattice.cols) + 0.5) * lattice.pitch_x
    ys = lattice.y + (np.arange(lattice.rows) + 0.5) * lattice.pitch_y
    own = np.outer((y0 < ys) & (ys < y1), (x0 < xs) & (xs < x1)).reshape(-1)
    looks = BoardPicture.of(picture, lattice).clusters
    shared = sum(int((~own[one.cells]).sum()) for one in looks if own[one.cells].any())
    return shared < CLEARER * int((~own).sum())


def _motley(picture: Picture, board: Candidate) -> bool:
    """Whether the hidden cells of a fresh board all differ: then it is a menu, or a table.

    The buttons of a menu bear words of their own, as the boxes of a table do, and may be taken for
    several cells each.
    """
    reading = board.reading
    closed = set("".join(reading.cells)) <= {"#", "?", UNKNOWN}
    if board.place.skin is not None or not closed:
        return False
    looks = BoardPicture.of(picture, board.place.lattice).clusters
    own = sum(look.glyph is not None and look.count == 1 for look in looks)
    return own > MOTLEY * reading.confidence.size


def counted(picture: Picture, board: Candidate) -> Reading:
    """What was read of a board, with what a mine counter near it shows."""
    (lattice, skin), reading = (board.place.lattice, board.place.skin), board.reading
    if skin is None and explained(reading) < MAJORITY:
        return reading
    count = read_mines if skin is None or skin.counter == "seven-segment" else mines_left
    marks = "FW" if skin is None else "F"
    flags = sum(symbol in marks for row in reading.cells for symbol in row)
    counter = count(picture.pixels, lattice, flags)
    if counter is None:
        return replace(reading, mines=None, stage=stage_of(reading.cells, None))
    stage = stage_of(reading.cells, counter.left)
    return replace(reading, mines=counter.left, mines_doubted=counter.doubted, stage=stage)


def enough(picture: Picture, tried: Sequence[Candidate]) -> bool:
    """Whether no board need be looked for in further places.

    Where all that was tried has a known skin, each must certainly have it, to the last cell in one
    that a user has taught.
    """
    if any(one.place.skin is None for one in tried):
        return any(settled(one.reading) for one in tried)
    return bool(tried) and all(well_read(one.reading) and _clear(picture, one) for one in tried)


def _clear(picture: Picture, board: Candidate) -> bool:
    """Whether a board in a known skin certainly has it, and ends where it seems to.

    Small cells are less like the tiles. There the skin shows in a reading of many numbers that
    leaves nothing unexplained.
    """
    place, reading = board.place, board.reading
    if place.skin is None or (place.skin.strict and reading.unknown):
        return False
    likely = place.likeness >= SURE_LIKENESS
    if not likely and place.likeness >= LIKELY_LIKENESS:
        many = np.isin(reading.numbers, range(1, 9)).mean() >= PROVING
        likely = bool(many) and explained(reading) == 1.0
    return likely and likeness_beyond(picture, place.lattice, place.skin) < SKIN_LIKENESS


def explained(reading: Reading, stepwise: bool = False) -> float:
    """Part of the cells that are understood and do not contradict their neighbours, up to 1.

    A number contradicts its neighbours when fewer of them are closed than it has mines, and a
    blank cell when one of them is closed, for those open by themselves unless the program is
    `stepwise`. A program that nobody knows yet may be so, if there are numbers enough.
    """
    cells, numbers = reading.symbols, reading.numbers
    digits = rules.opened(numbers)
    if np.isin(cells, ["0", UNKNOWN]).all():
        # Nothing but open blank cells: there is no mine, so it is no board, or of another skin.
        return 0.0
    if digits.any() and (_all_alike(cells) or _all_alike(cells.T)):
        return 0.0  # lines of text, or of a table
    wrong = 10 * float(rules.without_room(numbers, ~digits).mean())
    beside = rules.unfinished_zeros(numbers, np.isin(cells, ["#", "?"]))
    if not stepwise:
        doubt = 10 * float(beside.mean())
        enough = np.count_nonzero(digits & (numbers > 0)) >= np.count_nonzero(beside)
        wrong += min(doubt, STEPWISE_LOSS) if enough else doubt
    return float(1 - (cells == UNKNOWN).mean() - wrong)


def _all_alike(rows: NDArray[np.str_]) -> bool:
    """Whether all rows are the same, but for those of which nothing is understood."""
    rows = rows[(rows != UNKNOWN).any(axis=1)]
    return len(rows) >= FEWEST_ROWS and bool((rows == rows[0]).all())


def settled(reading: Reading) -> bool:
    """Whether a board need not be looked for elsewhere: nearly all of it is explained."""
    return explained(reading) >= GOOD


def _by_itself(reading: Reading) -> Reading:
    """The reading of a single picture, won where the cells left are mines by the numbers alone.

    Who watches a game may know better: some programs want a flag on every mine. Numbers that
    contradict, and cells around them, have half the confidence.
    """
    wrong = np.zeros(reading.confidence.shape, bool)
    for cell in reading.contradictions:
        wrong[cell] = True
    sure = np.where(wrong | (count_around(wrong) > 0), reading.confidence / 2, reading.confidence)
    won = reading.stage is Stage.ONGOING and not reading.unknown
    won = won and rules.closed_are_mines(reading.numbers)
    return replace(reading, confidence=sure, stage=Stage.WON if won else reading.stage)


def in_order(reading: Reading) -> tuple[int, int]:
    """What boards are sorted by: pages repeat more than their boards.

    Those that their numbers prove come first, without a fault or with one, then other clear ones;
    larger before smaller.
    """
    rank = 2 * (not _proven(reading)) + (not settled(reading))
    return rank, -reading.confidence.size


def well_read(reading: Reading) -> bool:
    """Whether a reading in a known skin explains the board, whose cells are near its tiles."""
    return settled(reading) and assured(reading)


def assured(reading: Reading) -> bool:
    """Whether the cells that are understood are near the tiles of the skin they were read in."""
    understood = reading.confidence[reading.symbols != UNKNOWN]
    return bool(len(understood)) and float(median(understood)) >= ASSURED


def worth(board: Candidate, stepwise: bool = False, doubted: bool = False) -> float:
    """What ranks readings of the same place: how much of how many cells they explain.

    Skins that a user has taught know no more than was shown: they get no bonus. Nor do others that
    leave a cell out where the skin is `doubted`: closed cells of many programs are alike. Cells
    that are like none of its tiles speak against a skin.
    """
    skin, reading = board.place.skin, board.reading
    bonus = 1.0
    if skin is not None and not assured(reading):
        bonus = UNLIKE_TILES
    elif skin is not None and not skin.strict and not (doubted and reading.unknown):
        bonus = KNOWN_BONUS
    return bonus * max(0.0, explained(reading, stepwise)) * float(np.sqrt(reading.confidence.size))
