"""Finding the board in what a view shows: where it was if it is still there, else anywhere."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from minefield import Board
from mwagent.sight.location import Location, near, same_location, same_scale, shaped
from mwagent.sight.occlusion import unclear
from mwagent.sight.readings import agreement, bare, fresh, plain
from vision.capture import Shot
from vision.known.locate import NOT_FOUND
from vision.lattice import Lattice
from vision.partial.cutoff import cut_sides, told_cut
from vision.picture import Picture
from vision.reader import GOOD, Reader, assured, explained, is_clear, settled, well_read
from vision.reading import BoardCoveredError, BoardNotFoundError, Reading

UNCLEAR: Final = 4
"""Largest number of cells of a fresh board that the pointer keeps from being understood."""
ALIKE: Final = 0.85
"""Likeness of its cells' rims from which a board is taken for one of a known skin at once."""
UNSUITED: Final = 0.9
"""Factor on the merit of a board in a known skin that it can hardly have."""
ELSEWHERE: Final = 0.1
"""Part of its merit that a board loses for not being where it was."""
SAME_SHAPE: Final = 1e6
"""Merit for having the rows and columns of the board we had: more than any other merit."""
STAYED: Final = 0.02
"""Merit for each cell of a board at its old place: one found anew is seldom placed better."""
SHOWN: Final = 0.6
"""Part of the merit of a board that depends on its open cells being as they were."""


@dataclass(frozen=True, slots=True, eq=False)
class Home:
    """Where our board was seen last, and what is known of it by now.

    `read` reads a whole picture at a lattice with cells of the same size. `doubted` lets other ways
    to read the board compete with its known skin; `stepwise` is as in `plausibility.Program`.
    """

    location: Location
    read: Callable[[Picture, Lattice], Reading]
    doubted: bool
    stepwise: bool


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A board that was found, how it was read there, and on which sides it seems to go on.

    `location` is the one we had, the very object, where the board has not moved.
    """

    location: Location
    reading: Reading
    cut: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Search:
    """What is known before a search.

    `known` is what the board showed before; where it `moved` it may as well be anywhere else;
    where a cell was `opened` it is no fresh board elsewhere. From `until` on, in seconds of
    `time.perf_counter`, no more places are tried once a board has been read.
    """

    known: Board | None = None
    moved: bool = False
    opened: bool = False
    until: float = math.inf


def find_board(
    shots: Sequence[Shot], name: str, home: Home | None = None, search: Search | None = None
) -> Found:
    """Find the board on pictures of all monitors; `name` is what messages call these.

    Boards of known skins come first, then any that can be read. Raises BoardNotFoundError with a
    sentence on what to check, BoardCoveredError where it is seen first, or nothing of it is open,
    and something lies over it.
    """
    search = Search() if search is None else search
    boards = [
        (_merit(location, reading, home, search), location, reading)
        for shot in shots
        for location, reading in _boards(shot, home, search)
        if not bare(reading)
    ]
    if not boards:
        raise BoardNotFoundError(NOT_FOUND.replace("the screen", name))
    _, location, reading = max(boards, key=lambda board: board[0])
    picture = next(shot.seen for shot in shots if shot.monitor == location.monitor)
    # Cells that are all understood in a known skin are no parts of what covers the board.
    whole = home is not None and location.skin is not None and plain(reading)
    cut = () if whole else cut_sides(picture.pixels, reading)
    if cut and home is None:
        raise BoardCoveredError(f"{told_cut(location.lattice, cut)}; bring all of it into sight")
    foreign = 0 if search.opened else unclear(picture, reading)
    if foreign > UNCLEAR:
        raise BoardCoveredError(
            f"{foreign} cells of a board of {location.lattice.rows} x {location.lattice.cols} on "
            f"which nothing is open are not understood; take away what lies over it"
        )
    if home is not None and same_location(location, home.location):
        location = home.location
    return Found(location, reading, cut)


def _boards(shot: Shot, home: Home | None, search: Search) -> list[tuple[Location, Reading]]:
    """Every board that may be on a picture; one location may be read in several ways."""
    reader = Reader()
    found = reader.known_boards(shot.seen)
    places = [Location(shot.monitor, board.lattice, board.skin) for board in found]
    here = home.location if home and home.location.monitor == shot.monitor else None
    doubted = home is not None and home.doubted
    clear = bool(places) and all(board.likeness >= ALIKE for board in found)
    # How large a board is that nobody has seen yet can be seen only at its rim.
    clear = clear and (here is not None or all(is_clear(shot.seen, board) for board in found))
    # Found anew the lattice may be a little off: where it was is tried as well, but for a
    # board that may have moved: by a whole cell it can seem to make sense where it was.
    if here is not None and (not search.moved or any(near(one, here) for one in places)):
        places.append(here)
    boards = [(place, _read_whole(shot, place, home)) for place in places]
    # Of a board in another skin the closed part alone may be found, and be well read.
    good = all(well_read(reading) and not bare(reading) for _, reading in boards)
    if clear and good and not doubted:
        return boards
    # A skin may be like one that is known, and not the same.
    unlike = found if here is None or here.skin is None or doubted else []
    for batch in _any_places(shot, here, [board.lattice for board in unlike]):
        for place in batch:
            if place is here and place in places:
                continue
            if boards and time.perf_counter() > search.until:
                return boards
            boards.append((place, _read_whole(shot, place, home)))
        if any(settled(reading) for _, reading in boards):
            break
    if not found and all(explained(reading) < GOOD for _, reading in boards):
        for board in reader.known_boards(shot.seen, thorough=True):
            place = Location(shot.monitor, board.lattice, board.skin)
            boards.append((place, _read_whole(shot, place, home)))
    return boards


def _any_places(
    shot: Shot, here: Location | None, known: list[Lattice]
) -> Iterator[list[Location]]:
    """Where boards in any skin may be, batch after batch, for a board that may still be `here`.

    `known` are lattices that were found by a known skin.
    """
    batches = Reader().any_boards(shot.seen)
    first = next(batches)
    cut = [] if here is None else [one for at in first for one in shaped(at, here.shape)]
    places = [Location(shot.monitor, at, None) for at in (*first, *cut, *known)]
    if here is not None and any(near(one, here) for one in places):
        places.append(here)
    yield places
    for batch in batches:
        yield [Location(shot.monitor, at, None) for at in batch]


def _read_whole(shot: Shot, location: Location, home: Home | None) -> Reading:
    """Read a board on the picture of a whole monitor."""
    if location.skin is None and home is not None and same_scale(location, home.location):
        return home.read(shot.seen, location.lattice)
    return Reader().read(shot.seen, location.lattice, location.skin)


def _merit(location: Location, reading: Reading, home: Home | None, search: Search) -> float:
    """How likely it is the board that is meant: well read, large, or the one we had."""
    size = float(location.lattice.rows * location.lattice.cols)
    stepwise = home is not None and home.stepwise
    merit = size * max(0.0, explained(reading, stepwise)) ** 2
    if location.skin is not None and not assured(reading):
        merit *= UNSUITED
    if search.known is not None and not fresh(reading):
        merit *= 1 - SHOWN + SHOWN * agreement(reading, search.known)
    if home is None:
        return merit
    merit += SAME_SHAPE * (location.shape == home.location.shape)
    away = not near(location, home.location)
    if search.opened and fresh(reading) and away:
        merit -= ELSEWHERE * size
    if search.moved:
        return merit
    merit += STAYED * size * (location is home.location)
    return merit - ELSEWHERE * size * away
