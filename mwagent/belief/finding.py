"""Finding the board in what a view shows: where it was if it is still there, else anywhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief.game_state import TELLING, UNREAD, UNTOUCHED, agreement, bare, fresh
from mwagent.belief.location import Location, near, same_location, same_scale, shaped
from mwagent.belief.occlusion import unclear
from mwagent.belief.plausibility import consistent
from mwagent.minefield import Board
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.capture import Shot
from mwagent.vision.header.counters import USUAL
from mwagent.vision.header.words import LARGEST_WORD
from mwagent.vision.known.locate import NOT_FOUND, Place
from mwagent.vision.lattice import Lattice
from mwagent.vision.partial.cutoff import cut_sides
from mwagent.vision.partial.pointer import UNDER_POINTER
from mwagent.vision.picture import Picture
from mwagent.vision.reader import (
    Candidate,
    Reader,
    counted,
    explained,
    in_order,
    settled,
    well_read,
    worth,
)
from mwagent.vision.reading import BoardCoveredError, BoardNotFoundError, Reading, Told, told_cut
from mwagent.vision.unknown.clusters import signs_in

ELSEWHERE: Final = 0.1
"""Part of its merit that a board loses for not being where it was."""
STAYED_MERIT: Final = 0.02
"""Merit for each cell of a board at its old place: one found anew is seldom placed better."""
AGREEING: Final = 0.6
"""Part of the merit of a board that depends on its open cells being as they were."""

NUMBERING: Final = ("0123", "1234")
"""How rows and columns are numbered, as far as all read the numbers alike."""


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
    where a cell was `opened`, fresh boards elsewhere are rejected. Where `nothing_over` a fresh
    board can lie, blank cells that are not understood are closed ones, as are those that are spread
    over it. Where nothing is pressed, but only `watched`, few cells may be covered. Once it is
    `late`, no more places are tried where a board has been read.
    """

    known: Board | None = None
    moved: bool = False
    opened: bool = False
    late: Callable[[], bool] = lambda: False
    nothing_over: bool = False
    watched: bool = False


def find_board(shots: Sequence[Shot], name: str, search: Search | None = None) -> Found:
    """Find a board on pictures of all monitors; `name` is what messages call these.

    Boards of known skins come first, then any that can be read. Raises BoardNotFoundError with a
    sentence on what to check, BoardCoveredError where something lies over the board.
    """
    search = Search() if search is None else search
    boards = [(shot, board) for shot in shots for board in Reader().boards(shot.seen)]
    found = sorted(_boards(boards, name), key=lambda board: _first_choice(board[1]))
    read = [board for _, board, _ in found]
    first = next((one for one in found if not _is_letter(one[1], read)), None)
    if first is None:
        raise BoardNotFoundError("what looks like a board is written in large pixels")
    location, best, picture = first
    reading = best.reading
    if location.skin is None:
        location, reading = _without_margin(picture, location, reading)
    cut = cut_sides(picture, reading)
    if cut:
        location, reading, cut = _with_clipped_row(picture, location, reading, cut)
    if cut:
        raise BoardCoveredError(f"{told_cut(location.lattice, cut)}; bring all of it into sight")
    return Found(location, _uncovered(picture, reading, search), cut)


def find_again(shots: Sequence[Shot], name: str, home: Home, search: Search | None = None) -> Found:
    """Find the board that was at `home`, there or anywhere else.

    Raises BoardNotFoundError as `find_board` does, and BoardCoveredError where nothing of it is
    open, and something lies over it.
    """
    search = Search() if search is None else search
    boards = [(shot, board) for shot in shots for board in _tried(shot, home, search)]
    location, best, picture = max(
        _boards(boards, name), key=lambda board: _merit(board[0], board[1], home, search)
    )
    # A board that is remembered keeps its number of mines.
    remembered = _remembered(location, home)
    reading = best.reading if remembered else counted(picture, best)
    # Cells that are all understood in a known skin are no parts of what covers the board.
    whole = location.skin is not None and reading.plain
    cut = () if whole else cut_sides(picture, reading)
    reading = _uncovered(picture, reading, search)
    stayed = same_location(location, home.location)
    return Found(home.location if stayed else location, reading, cut)


def _boards(
    boards: Sequence[tuple[Shot, Candidate]], name: str
) -> list[tuple[Location, Candidate, Picture]]:
    """Where the boards lie that are any, and the pictures they are on."""
    found = [
        (_located(shot, board.place), board, shot.seen)
        for shot, board in boards
        if not bare(board.reading)
    ]
    if not found:
        raise BoardNotFoundError(NOT_FOUND.replace("the screen", name))
    return found


def _uncovered(picture: Picture, reading: Reading, search: Search) -> Reading:
    """A reading in which nothing seems to lie over the board; else raises BoardCoveredError."""
    odd = unclear(picture, reading)
    if search.nothing_over or (not search.opened and _spread(odd)):
        reading = reading.filled(_blank_closed(picture, reading, odd))
    foreign = 0 if search.opened else np.count_nonzero(unclear(picture, reading))
    most = UNREAD * reading.confidence.size if search.watched else UNDER_POINTER
    if foreign > most:
        rows, cols = reading.confidence.shape
        raise BoardCoveredError(
            f"no board found that is in sight as a whole: of {rows} x {cols} cells, if that is "
            f"one, {foreign} are not understood; take away what lies over it"
        )
    return reading


def _with_clipped_row(
    picture: Picture, location: Location, reading: Reading, cut: tuple[str, ...]
) -> tuple[Location, Reading, tuple[str, ...]]:
    """A board in a known skin with its last row or column, where a frame clips that a little.

    With it the board has the size of a usual level, whose mines the counter shows: what lies there
    is a frame of the program, and no window that covers more rows.
    """
    (rows, cols), skin = location.shape, location.skin
    top, left, bottom, right = (side in cut for side in ("top", "left", "bottom", "right"))
    lattice = location.lattice.part(-top, -left, rows + bottom, cols + right)
    shape = lattice.rows, lattice.cols
    if skin is None or reading.mines not in USUAL.get(shape, ()):
        return location, reading, cut
    grown = replace(Reader().read(picture, lattice, skin), mines=reading.mines)
    understood = len(grown.unknown) <= len(reading.unknown)
    if not understood or explained(grown) < explained(reading) or cut_sides(picture, grown):
        return location, reading, cut
    return replace(location, lattice=lattice), grown, ()


def _spread(cells: NDArray[np.bool_]) -> bool:
    """Whether cells, (rows, cols), lie here and there: what covers a board lies in one place."""
    places, _ = cv2.connectedComponents(cells.astype(np.uint8), connectivity=4)
    return bool(2 * (places - 1) > np.count_nonzero(cells) > UNDER_POINTER)


def _blank_closed(picture: Picture, reading: Reading, unclear_cells: NDArray[np.bool_]) -> Told:
    """Cells of a fresh board that look otherwise than most are closed ones, if all are blank.

    Some pages draw closed cells at a side without the shade of a neighbour, or in two colours.
    """
    odd = np.flatnonzero(unclear_cells)
    if not 0 < len(odd) <= UNTOUCHED * reading.confidence.size:
        return {}
    cells = BoardPicture.of(picture, reading.lattice).cells[odd]
    if any(sign is not None for sign in signs_in(cells)):
        return {}
    return dict.fromkeys(odd.tolist(), "#")


def _without_margin(
    picture: Picture, location: Location, reading: Reading
) -> tuple[Location, Reading]:
    """A fresh board without what lies on the lines of its cells, but is none of them.

    That is a row of buttons above it, or of something below it; or a row and a column beside it in
    which its cells are numbered. In play a number with closed cells on one side of it alone is 3 at
    most, and no 0.
    """
    foreign, cells = unclear(picture, reading), reading.symbols
    inside = (cells == "#") & ~foreign
    rows, cols = (np.flatnonzero(inside.any(axis=axis)).tolist() for axis in (1, 0))
    if not rows:
        return location, reading
    top, left, bottom, right = rows[0], cols[0], rows[-1] + 1, cols[-1] + 1
    beside = [*cells[:top], *cells[bottom:], *cells[:, :left].T, *cells[:, right:].T]
    strip = len(beside) == 1 and right - left == cells.shape[1] and foreign.sum() > UNDER_POINTER
    numbered = [any(run in "".join(line) for run in NUMBERING) for line in beside]
    if not beside or not (strip or all(numbered)):
        return location, reading
    place = Place(location.lattice.part(top, left, bottom, right))
    inner = Reader().read(picture, place.lattice)
    if not fresh(inner) or unclear(picture, inner).any():
        return location, reading
    return replace(location, lattice=place.lattice), counted(picture, Candidate(place, inner))


def _first_choice(board: Candidate) -> tuple[bool, int, float]:
    """Sort key of boards when none is known yet: the larger first; inconsistent ones come last.

    Numbers of their own do not put boards first: a page may show one that is played as an example;
    nor do more cells than an easy board has: patterns of a background have the most.
    """
    lattice, (rank, less) = board.reading.lattice, in_order(board.reading)
    least = max(less, -min(map(math.prod, USUAL)))
    bad = rank > 2 or not consistent(board.reading)
    return bad, least, less * lattice.pitch_x * lattice.pitch_y


def _is_letter(board: Candidate, others: Sequence[Candidate]) -> bool:
    """Whether boards alike, as small as letters, stand in a line, as those of a word do."""
    lattice, (_, top, _, foot) = board.reading.lattice, board.reading.lattice.box
    near = [one.reading.lattice for one in others]
    line = {one.box[0] for one in near if abs(one.box[1] - top) <= 1 and one.same_size(lattice)}
    return foot - top < 4 * LARGEST_WORD and len(line) > TELLING


def _tried(shot: Shot, home: Home, search: Search) -> list[Candidate]:
    """The places where our board may be by now, and what is read there."""
    tried: list[Candidate] = []
    for number, batch in enumerate(Reader().places(shot.seen)):
        for place in [*batch, *_like_ours(shot, batch, home, search)]:
            if number and tried and search.late():
                return tried
            if not any(place.same(one.place) for one in tried):
                tried.append(Candidate(place, _read(shot, place, home)))
        if any(_found_again(one, home) for one in tried):
            break
        # A skin that is doubted gives way, where our board was, to what its cells look like.
        if any(settled(one.reading) for one in tried if number or _in_doubt(one, home)):
            break
    return tried


def _like_ours(shot: Shot, batch: Sequence[Place], home: Home, search: Search) -> Iterator[Place]:
    """Places on the lines of those of a batch, or near them, that our board may have."""
    here = home.location
    if here.monitor != shot.monitor:
        return
    for place in batch:
        if place.skin is None:
            yield from map(Place, shaped(place.lattice, here.shape))
    # Found anew the lattice may be a little off: where it was is tried as well, but for a
    # board that may have moved: by a whole cell it can seem to make sense where it was.
    if not search.moved or any(near(_located(shot, place), here) for place in batch):
        yield Place(here.lattice, here.skin)
        if home.doubted and here.skin is not None:
            yield Place(here.lattice)


def _in_doubt(board: Candidate, home: Home) -> bool:
    """Whether a board was read without the known skin of ours, which is doubted."""
    return home.doubted and board.place.skin is None and home.location.skin is not None


def _found_again(board: Candidate, home: Home) -> bool:
    """Whether a board has the known skin and the shape of ours, and is well read."""
    ours = home.location
    same = (
        board.place.skin is ours.skin is not None and board.reading.confidence.shape == ours.shape
    )
    return same and not home.doubted and well_read(board.reading)


def _read(shot: Shot, place: Place, home: Home) -> Reading:
    """Read the picture of a whole monitor, by what is known of ours where it may be that."""
    if _remembered(_located(shot, place), home):
        return home.read(shot.seen, place.lattice)
    return Reader().read(shot.seen, place.lattice, place.skin)


def _remembered(location: Location, home: Home) -> bool:
    """Whether a board is read by what is known of ours."""
    return location.skin is None and same_scale(location, home.location)


def _located(shot: Shot, place: Place) -> Location:
    return Location(shot.monitor, place.lattice, place.skin)


def _merit(location: Location, board: Candidate, home: Home, search: Search) -> tuple[bool, float]:
    """How likely it is the board that is meant: of our shape; well read, large, in its place."""
    size = float(board.reading.confidence.size)
    merit = worth(board, home.stepwise, home.doubted) ** 2
    if search.known is not None and not fresh(board.reading):
        merit *= 1 - AGREEING + AGREEING * agreement(board.reading, search.known)
    ours = location.shape == home.location.shape
    away = not near(location, home.location)
    if search.opened and fresh(board.reading) and away:
        merit -= ELSEWHERE * size
    if search.moved:
        return ours, merit
    # A doubted skin has no merit for the place where it was found.
    stayed = location.lattice == home.location.lattice and (
        location.skin is None or not home.doubted
    )
    merit += STAYED_MERIT * size * stayed
    return ours, merit - ELSEWHERE * size * away
