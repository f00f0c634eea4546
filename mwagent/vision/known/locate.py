"""Finding the boards of known skins on a picture.

Places with evenly spaced lines in a skin's colours are found first; there the skin's tiles are
slid over the picture, brought to the tiles' own scale, and the lattice is fitted to where they
match. See `mwagent.vision.known.lines` and `mwagent.vision.known.fit`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.known.fit import FEWEST, Fit, fit, likely_pitches, refined, rim_likeness
from mwagent.vision.known.lines import BLOCK, LEAST_PLACE, Grid, LineMap, line_maps
from mwagent.vision.known.skins import Skin, pick
from mwagent.vision.known.tiles import read_cells
from mwagent.vision.lattice import Box, Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.ranks import median
from mwagent.vision.reading import UNKNOWN

COLOUR_TOLERANCE = 18
"""Levels, of 255, by which a skin's plain colour may be off on the screen."""
CERTAIN_FIT = 0.93
"""Likeness of a fit that needs no comparison with others."""
SWEPT = 8
"""Number of places of each level on which all scales are tried, when no board was found."""
MOST_SWEPT = 60
"""Side, in cells of the smallest size, of the largest place on which all scales are tried."""
UNDERSTOOD_SKIN = 0.6
"""Smallest fraction of the cells of a board found by its period that must be of a taught skin."""
NOT_FOUND = (
    "no board found: see that all of it is visible, not covered by a window nor scrolled out of "
    "sight, with cells of 12 pixels or more; its skin may be unlike any that is known"
)


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a board may be, its skin, None for any, and how alike its cells are to it, up to 1."""

    lattice: Lattice
    skin: Skin | None = None
    likeness: float = 0.0

    def same(self, other: Place) -> bool:
        """Whether two places are one: the same lattice, in the same skin."""
        return self.lattice == other.lattice and self.skin is other.skin


def locate_all(picture: Picture, skins: Sequence[Skin] | None = None) -> list[Place]:
    """Every board on a picture, those of more cells first; empty when there is none.

    `skins` are those to look for, all known ones by default.
    """
    return next(filter(None, locate_each(picture, skins)), [])


def locate_each(picture: Picture, skins: Sequence[Skin] | None = None) -> Iterator[list[Place]]:
    """The boards on a picture, those of more cells first; asked for more, where there is none, ...

    ... such as are too small for the pitch to follow from their lines, which takes longer.
    """
    if min(picture.height, picture.width) < LEAST_PLACE:
        return
    pixels = picture.pixels
    small = _thinned(pixels)
    likely = [(skin, _likely_blocks(small, skin)) for skin in pick(skins)]
    likely = [(skin, blocks) for skin, blocks in likely if blocks.any()]
    levels = line_maps(picture.grey) if likely else ()
    seen: list[LineMap] = []
    candidates: list[Place] = []
    for lines in levels:
        seen.append(lines)
        for skin, blocks in likely:
            candidates += _boards_on_level(pixels, lines, skin, blocks)
    for lines in seen if not candidates else ():
        for skin, blocks in likely:
            if not candidates:
                candidates += _boards_on_level(pixels, lines, skin, blocks, one_sided=True)
    if all(found.likeness < CERTAIN_FIT for found in candidates):
        candidates += _by_period(picture, skins)
    yield _distinct(candidates)
    if not candidates:
        yield _distinct(_swept(pixels, seen, likely))


def _by_period(picture: Picture, skins: Sequence[Skin] | None) -> list[Place]:
    """Boards in skins taught by a user, whose thin lines may be lost when tiles are slid."""
    taught = [skin for skin in pick(skins) if skin.strict]
    if not taught:
        return []
    from mwagent.vision.grid.period import find_lattices

    boards = []
    for lattice in find_lattices(picture):
        for skin in taught:
            fitted = refined(picture.pixels, lattice, skin)
            symbols, _ = read_cells(picture.pixels, fitted, skin)
            if (symbols != UNKNOWN).mean() > UNDERSTOOD_SKIN:
                likeness = float(rim_likeness(picture.pixels, fitted, skin).mean())
                boards.append(Place(fitted, skin, likeness))
    return boards


def _understood(picture: NDArray[np.uint8], lattice: Lattice, skin: Skin) -> Lattice:
    """The lattice without outer rows and columns that show nothing of a taught skin.

    The tiles of such a skin may have next to no border, and what lies beside the board, too.
    """
    if not skin.strict:
        return lattice
    symbols, _ = read_cells(picture, lattice, skin)
    known = symbols != UNKNOWN
    top, bottom, left, right = 0, lattice.rows, 0, lattice.cols
    while bottom - top > FEWEST and right - left > FEWEST:
        part = known[top:bottom, left:right]
        ends = part[0].mean(), part[-1].mean(), part[:, 0].mean(), part[:, -1].mean()
        if min(ends) >= UNDERSTOOD_SKIN:
            break
        worst = int(np.argmin(ends))
        top, bottom = top + (worst == 0), bottom - (worst == 1)
        left, right = left + (worst == 2), right - (worst == 3)
    return lattice.part(top, left, bottom, right)


def _swept(
    picture: NDArray[np.uint8],
    levels: list[LineMap],
    likely: list[tuple[Skin, NDArray[np.bool_]]],
) -> list[Place]:
    """Boards too small for the pitch to follow from their lines, found by trying all scales."""
    boards = []
    for lines in levels:
        for skin, blocks in likely:
            for place in lines.places(blocks)[:SWEPT]:
                if place.width * place.height < (MOST_SWEPT * place.pitch_x) ** 2:
                    fitted = _best_fit(picture, likely_pitches(picture, place, skin), skin)
                    if fitted is not None:
                        boards.append(
                            Place(_understood(picture, fitted.lattice, skin), skin, fitted.likeness)
                        )
    return boards


def _boards_on_level(
    picture: NDArray[np.uint8],
    lines: LineMap,
    skin: Skin,
    likely: NDArray[np.bool_],
    one_sided: bool = False,
) -> list[Place]:
    """The boards of a skin among the lines of one level; their blocks are no longer `likely`.

    With `one_sided`, a last resort, the first clear one is enough.
    """
    boards: list[Place] = []
    tried: set[Grid] = set()
    while True:
        for grids in lines.grids(likely, one_sided):
            fitted = None if grids[0] in tried else _best_fit(picture, grids, skin)
            tried.add(grids[0])
            if fitted is not None:
                break
        else:
            return boards
        boards.append(Place(_understood(picture, fitted.lattice, skin), skin, fitted.likeness))
        if one_sided and fitted.likeness > CERTAIN_FIT:
            return boards
        x0, y0, x1, y1 = (max(0, side) for side in fitted.lattice.box)
        likely[y0 // BLOCK : -(-y1 // BLOCK), x0 // BLOCK : -(-x1 // BLOCK)] = False


def _best_fit(picture: NDArray[np.uint8], grids: list[Grid], skin: Skin) -> Fit | None:
    """The best fit to one of the grids that a place may hold."""
    best = None
    for grid in grids:
        fitted = fit(picture, grid, skin)
        if fitted is not None and (best is None or fitted.worth > best.worth):
            best = fitted
        if best is not None and best.likeness > CERTAIN_FIT:
            break
    return best


def _thinned(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Every other mean of two by two pixels, which evens out dithering; whole blocks of them."""
    height, width = picture.shape[:2]
    rows, cols = -(-height // BLOCK), -(-width // BLOCK)
    half = cv2.resize(picture, (cols * BLOCK // 2, rows * BLOCK // 2), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(half[::2, ::2])


def _likely_blocks(small: NDArray[np.uint8], skin: Skin) -> NDArray[np.bool_]:
    """Which blocks of a thinned picture hold the skin's plain colours to a fair part."""
    rows, cols = (4 * side // BLOCK for side in small.shape[:2])
    mask: cv2.typing.MatLike = np.zeros(small.shape[:2], np.uint8)
    for colour in plain_colours(skin):
        low = np.clip(colour.astype(int) - COLOUR_TOLERANCE, 0, 255)
        high = np.clip(colour.astype(int) + COLOUR_TOLERANCE, 0, 255)
        mask = cv2.bitwise_or(mask, cv2.inRange(small, low.astype(np.uint8), high.astype(np.uint8)))
    share = cv2.resize(mask, (cols, rows), interpolation=cv2.INTER_AREA)
    # A number or a flag may fill a block: its neighbours speak for it.
    plain = cv2.threshold(share, 0.2 * 255, 1, cv2.THRESH_BINARY)[1]
    return np.asarray(cv2.morphologyEx(plain, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)) > 0)


def plain_colours(skin: Skin) -> list[NDArray[np.uint8]]:
    """The colours that most of a closed and of an open cell consist of, BGR uint8."""
    colours: list[NDArray[np.uint8]] = []
    for symbol in "#0":
        inside = skin.tile(symbol)[3:-3, 3:-3].reshape(-1, 3)
        colour = median(inside, axis=0).astype(np.uint8)
        if all(np.abs(colour.astype(int) - other).max() > 4 for other in colours):
            colours.append(colour)
    return colours


def _distinct(candidates: list[Place]) -> list[Place]:
    """The best of those that overlap, larger boards first."""
    kept: list[Place] = []
    ranked = sorted(
        candidates,
        key=lambda found: found.likeness * np.sqrt(found.lattice.rows * found.lattice.cols),
        reverse=True,
    )
    for found in ranked:
        if not any(_overlap(found.lattice.box, other.lattice.box) for other in kept):
            kept.append(found)
    return sorted(kept, key=lambda found: -found.lattice.rows * found.lattice.cols)


def _overlap(one: Box, other: Box) -> bool:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    smaller = min((box[2] - box[0]) * (box[3] - box[1]) for box in (one, other))
    return width > 0 and height > 0 and width * height > 0.05 * smaller
