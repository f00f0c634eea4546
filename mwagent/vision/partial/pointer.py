"""Cells that cannot be seen whole, read by what is left of them to see.

The mouse pointer lies on a few of them in most pictures; others have lost a corner to a highlight,
a shadow or a fault of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.ranks import MAJORITY
from mwagent.vision.reading import UNKNOWN

Masks = NDArray[np.bool_]

TOLD: Final = "#0123456F"
"""Symbols that may be filled in; the others are black and white like a pointer."""
UNDER_POINTER: Final = 4
"""Largest number of cells on which a pointer or a mark lies."""
SAME_PIXEL: Final = 56
"""Greatest difference in levels of a pixel from that of its tile; either may be smoothed."""
PART_TELLING: Final = 0.09
"""Smallest fraction of a cell that must be seen and differ from every tile of another meaning."""
MOST_SEEN: Final = 0.75
"""Part of a narrower cell that is as in its tile, at least."""
GREY: Final = 40
"""Greatest difference in levels of the channels of a pointer's pixels: it has no colour."""
POINTER_INK: Final = 0.01
"""Smallest fraction of a cell that is taken by the dark and by the light of a pointer."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """What uncovered cells look like, (m, size, size, 3) BGR, and what each of these stands for."""

    images: NDArray[np.uint8]
    meaning: NDArray[np.str_]

    def best(
        self, cell: NDArray[np.uint8], covered: Masks | None = None
    ) -> tuple[str, Masks, float]:
        """The meaning of the tile most of a cell is like, where it is, and how much decides it.

        Nothing is taken from where the cell is `covered`.
        """
        many, size = self.images.shape[:2]
        tall = self.images.reshape(many * size, size, 3)
        distance = cv2.absdiff(tall, np.tile(cell.astype(np.uint8), (many, 1, 1)))
        near = cv2.inRange(distance, (0, 0, 0), (SAME_PIXEL - 1, SAME_PIXEL - 1, SAME_PIXEL - 1))
        same = near.reshape(many, size, size) > 0
        if covered is not None:
            same &= ~covered
        best = int(same.sum(axis=(1, 2)).argmax())
        others = same[self.meaning != self.meaning[best]]
        telling = (same[best] & ~others).mean(axis=(1, 2)).min() if len(others) else 0.0
        return str(self.meaning[best]), same[best], float(telling)

    def distance(self, cell: NDArray[np.uint8], symbol: str) -> NDArray[np.int16]:
        """How far each pixel, (size, size), is from the nearest tile of a meaning, in levels."""
        own = self.images[self.meaning == symbol].astype(np.int16)
        return np.asarray(np.abs(own - cell).max(axis=3).min(axis=0), np.int16)


def beneath_pointer(
    cells: NDArray[np.uint8], symbols: NDArray[np.str_], known: Tiles
) -> NDArray[np.str_]:
    """The symbols (rows, cols) with cells filled in that are partly under a pointer.

    `cells` is (rows * cols, size, size, 3) BGR, the tiles' size. What covers cells must look like
    a pointer, in one piece, black and white; all else must be as in one tile, and enough of it
    otherwise than in all tiles that mean something else.
    """
    unread = np.argwhere(symbols == UNKNOWN).tolist()
    told = symbols.copy()
    for places in touching([(row, col) for row, col in unread]):
        if len(places) > UNDER_POINTER or not len(known.images):
            continue
        best = {(r, c): known.best(cells[r * symbols.shape[1] + c]) for r, c in places}
        seen = {
            place: (symbol, ~same)
            for place, (symbol, same, telling) in best.items()
            if symbol in TOLD and same.mean() > MAJORITY and telling > PART_TELLING
        }
        covers = {place: covered for place, (_, covered) in seen.items()}
        if not _is_pointer(cells, covers, symbols.shape[1]):
            continue
        for place, within in _hulls(covers).items():
            cell = cells[place[0] * symbols.shape[1] + place[1]]
            like_ink = known.distance(cell, seen[place][0]) >= _from_ink(cell)
            symbol, same, telling = known.best(cell, within & like_ink)
            sure = same.mean() > MAJORITY and telling > PART_TELLING
            if sure and symbol == seen[place][0]:
                told[place] = symbol
    return told


def narrower_at_sides(
    cells: NDArray[np.uint8], symbols: NDArray[np.str_], known: Tiles
) -> NDArray[np.str_]:
    """The symbols (rows, cols) with cells at the sides filled in whose middle tells one meaning.

    The arguments are those of `beneath_pointer`. The last row and column of some boards are
    narrower, and their rims elsewhere; whatever is drawn in a cell is in its middle. Where cells
    within the board are not understood either, something else lies over them.
    """
    if not len(known.images) or (symbols[1:-1, 1:-1] == UNKNOWN).any():
        return symbols
    told = symbols.copy()
    inner = slice(cells.shape[1] // 4, -(cells.shape[1] // 4))
    middles = known.images[:, inner, inner].astype(np.int16)
    for number in np.flatnonzero(symbols == UNKNOWN):
        symbol, same, _ = known.best(cells[number])
        apart = np.abs(middles - cells[number, inner, inner]).max(axis=(1, 2, 3))
        alone = set(known.meaning[apart < SAME_PIXEL].tolist()) == {symbol}
        if alone and symbol in TOLD and same.mean() > MOST_SEEN:
            told.flat[number] = symbol
    return told


def marked_start(
    cells: NDArray[np.uint8], symbols: NDArray[np.str_], known: Tiles
) -> NDArray[np.str_]:
    """The symbols (rows, cols) with the one cell filled in that a fresh board says to begin with.

    The arguments are those of `beneath_pointer`. Games that promise boards without guesses mark
    a cell. All others are hidden, and its rim is that of a hidden cell.
    """
    unread = np.argwhere(symbols == UNKNOWN)
    if len(unread) != 1 or (symbols != "#").sum() != 1:
        return symbols
    row, col = unread[0].tolist()
    own = known.images[known.meaning == "#"].astype(np.int16)
    distance = np.abs(own - cells[row * symbols.shape[1] + col]).max(axis=3)
    rim = cells.shape[1] // 6
    distance[:, rim:-rim, rim:-rim] = 0
    told = symbols.copy()
    if len(own) and distance.max(axis=(1, 2)).min() < SAME_PIXEL:
        told[row, col] = "#"
    return told


def touching(places: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Places (row, col) in sets of which each touches another, by a side or a corner."""
    at = np.array(places, np.intp).reshape(-1, 2)
    mask = np.zeros(at.max(axis=0, initial=0) + 1, np.uint8)
    mask[tuple(at.T)] = 1
    labels = cv2.connectedComponents(mask, connectivity=8)[1][tuple(at.T)]
    sets: dict[int, list[tuple[int, int]]] = {}
    for place, label in zip(places, labels.tolist(), strict=True):
        sets.setdefault(label, []).append(place)
    return list(sets.values())


def _hulls(covers: dict[tuple[int, int], Masks]) -> dict[tuple[int, int], Masks]:
    """What lies within the convex hull of all that covers cells, by cell.

    On a ground about as dark as a pointer only its outline is seen to cover something; what is
    within the hull and as like the pointer's ink as the tile is covered, too.
    """
    whole, top, left = _side_by_side(covers)
    points = np.argwhere(whole)[:, ::-1].astype(np.int32)
    area = cv2.fillConvexPoly(np.zeros_like(whole), cv2.convexHull(points), 1)
    size = next(iter(covers.values())).shape[0]
    return {
        (row, col): area[(row - top) * size :, (col - left) * size :][:size, :size] > 0
        for row, col in covers
    }


def _side_by_side(
    covers: dict[tuple[int, int], Masks],
) -> tuple[NDArray[np.uint8], int, int]:
    """Where cells are covered, as they lie on the board, and the first row and column of them."""
    top, left = (min(place[axis] for place in covers) for axis in (0, 1))
    rows, cols = (max(place[axis] for place in covers) + 1 for axis in (0, 1))
    size = next(iter(covers.values())).shape[0]
    area = np.zeros(((rows - top) * size, (cols - left) * size), np.uint8)
    for (row, col), covered in covers.items():
        area[(row - top) * size :, (col - left) * size :][:size, :size] = covered
    return area, top, left


def _from_ink(cell: NDArray[np.uint8]) -> NDArray[np.int16]:
    """How far each pixel, (size, size), is from black or white, the nearer, in levels."""
    return np.asarray(np.minimum(cell.max(axis=2), 255 - cell.min(axis=2)), np.int16)


def _is_pointer(
    cells: NDArray[np.uint8], covers: dict[tuple[int, int], Masks], columns: int
) -> bool:
    """Whether what covers cells may be a pointer: in one piece, dark and light, in no colour.

    `covers` has the covered pixels of every cell by its row and column.
    """
    if not covers:
        return False
    size, (area, *_) = cells.shape[1], _side_by_side(covers)
    # Between cells, and where a pointer is of their ground's colour, there may be a gap.
    joined = cv2.morphologyEx(area, cv2.MORPH_CLOSE, np.ones((size // 8, size // 8), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    if count < 2 or stats[1:, cv2.CC_STAT_AREA].max() < 0.8 * joined.sum():
        return False
    pixels = np.concatenate([cells[r * columns + c][at] for (r, c), at in covers.items()])
    pixels = pixels.astype(np.int16)
    level, colour = pixels.mean(axis=1), pixels.max(axis=1) - pixels.min(axis=1)
    dark, light = (level < 100).sum() / size**2, (level > 185).sum() / size**2
    return bool((colour < GREY).mean() > 0.8 and min(dark, light) > POINTER_INK)
