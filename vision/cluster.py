"""Group the cells of a board by their look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.digits import BUSY, CELL, CLASSES, Glyph, classify, glyph_of
from vision.lattice import Lattice

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

_LOOK: Final = 16
_RIM: Final = 4.0
"""Weight of the sides of a cell where looks are compared."""
_SHADED: Final = 8.0
"""Grey levels from one end of a board to the other that count as shading."""
_COMMON: Final = 0.08
"""Part of the cells that must look the same for their ground to be one of the board's."""
_CLEAN: Final = 3.0
"""Grey levels by which cells that look the same differ at most, on a picture without noise."""
SPOT: Final = 24.0
"""The same for any one spot of them: in large cells a thin dark digit on a dark ground changes
the whole but little."""
_MOST: Final = 400
"""So many different looks are told apart at most."""


@dataclass(frozen=True, slots=True)
class Look:
    """Cells that look the same.

    `cells` are their flat numbers (row * cols + col); `image` (CELL, CELL, 3) is their mean;
    `vector` what looks are compared by; `border` (n,) the look of their outer zone; `glyph`
    what stands in them, None for blank ones, and `odds` (len(CLASSES),) what it may be.
    """

    cells: NDArray[np.intp]
    image: Floats
    vector: Floats
    border: Floats
    glyph: Glyph | None
    odds: Floats

    @property
    def count(self) -> int:
        """Number of cells with this look."""
        return len(self.cells)


def cell_images(picture: Picture, lattice: Lattice, *, even: bool = False) -> Picture:
    """Every cell scaled to a square, (rows * cols, CELL, CELL, 3) BGR.

    With `even`, shading that runs across the whole board is taken off.
    """
    fine = CELL * (2 if min(lattice.pitch_x, lattice.pitch_y) > 1.5 * CELL else 1)
    step_x, step_y = lattice.pitch_x / fine, lattice.pitch_y / fine
    warp = np.array(
        [
            [step_x, 0, lattice.x + 0.5 * step_x - 0.5],
            [0, step_y, lattice.y + 0.5 * step_y - 0.5],
        ]
    )
    x0, y0, x1, y1 = lattice.box
    x0, y0 = max(0, x0 - 4), max(0, y0 - 4)
    warp[:, 2] -= (x0, y0)
    board = cv2.warpAffine(
        picture[y0 : y1 + 4, x0 : x1 + 4],
        warp,
        (lattice.cols * fine, lattice.rows * fine),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if fine != CELL:
        size = (lattice.cols * CELL, lattice.rows * CELL)
        board = cv2.resize(board, size, interpolation=cv2.INTER_AREA)
    cells = board.reshape(lattice.rows, CELL, lattice.cols, CELL, 3).swapaxes(1, 2)
    images = np.asarray(np.ascontiguousarray(cells.reshape(-1, CELL, CELL, 3)), np.uint8)
    return _evened(images, lattice.rows, lattice.cols) if even else images


def _evened(images: Picture, rows: int, cols: int) -> Picture:
    """The cells without the shading that runs across the board.

    Most cells show the same as the next but one, so the median step tells the shading; the next
    one may be of the other colour of a checkerboard.
    """
    if min(rows, cols) < 5:
        return images
    colours = np.median(images[:, ::2, ::2].reshape(len(images), -1, 3), axis=1)
    colours = colours.reshape(rows, cols, 3)
    across = np.median((colours[:, 2:] - colours[:, :-2]).reshape(-1, 3), axis=0) / 2
    down = np.median((colours[2:] - colours[:-2]).reshape(-1, 3), axis=0) / 2
    if max(abs(across).max() * cols, abs(down).max() * rows) < _SHADED:
        return images
    row, col = np.divmod(np.arange(len(images)), cols)
    shade = (col - (cols - 1) / 2)[:, None] * across + (row - (rows - 1) / 2)[:, None] * down
    level = images - np.rint(shade)[:, None, None].astype(np.int16)
    return np.asarray(np.clip(level, 0, 255), np.uint8)


def looks(cells: Picture) -> list[Look]:
    """The different looks among cells (n, CELL, CELL, 3), most frequent first."""
    half = CELL // _LOOK
    small = cells.reshape(-1, _LOOK, half, _LOOK, half, 3).mean(axis=(2, 4), dtype=np.float32)
    vectors = small[:, 1:-1, 1:-1].reshape(len(cells), -1)
    found = []
    for members in leaders(np.concatenate([vectors, _RIM * _rims(cells)], axis=1)):
        image = cells[members[:64]].mean(axis=0, dtype=np.float32)
        found.append((members, image, vectors[members].mean(axis=0)))
    found.sort(key=lambda item: -len(item[0]))
    glyphs = [glyph_of(image) for _, image, _ in found]
    middles = [image[8:-8, 8:-8].reshape(-1, 3) for _, image, _ in found]
    plain = [
        np.median(middle, axis=0)
        for middle, glyph in zip(middles, glyphs, strict=True)
        if glyph is None and middle.std(axis=0).max() < 8
    ]
    # What many glyphs stand on is a ground, too, where no cell is without one.
    of_glyphs = [
        glyph.ground
        for glyph, (members, _, _) in zip(glyphs, found, strict=True)
        if glyph is not None and len(members) > _COMMON * len(cells)
    ]
    if plain or of_glyphs:
        grounds = np.array(plain[:12] + of_glyphs[:4], np.float32)
        for i, (_, image, _) in enumerate(found):
            one = glyphs[i]
            ground = middles[i].mean(axis=0) if one is None else one.ground
            busy = one is not None or middles[i].std(axis=0).max() >= 8
            if busy and abs(grounds - ground).max(axis=1).min() >= 14:
                glyphs[i] = glyph_of(image, grounds=grounds)
    odds = np.zeros((len(found), len(CLASSES)), np.float32)
    some = [i for i, glyph in enumerate(glyphs) if glyph is not None]
    if some:
        odds[some] = classify(np.stack([g.feature for g in glyphs if g is not None]))
    for i, middle in enumerate(middles):
        if glyphs[i] is None and middle.std(axis=0).max() >= BUSY:
            odds[i] = 0.03
            odds[i, -1] = 1 - 0.03 * (len(CLASSES) - 1)
    return [
        Look(members, image, vector, _border(image), glyphs[i], odds[i])
        for i, (members, image, vector) in enumerate(found)
    ]


def _rims(cells: Picture) -> Floats:
    """The colour of each side of cells just within their border, (n, 12).

    Where a bevel is thin, it is all that tells hidden cells from open ones.
    """
    middle = slice(CELL // 5, CELL - CELL // 5)
    sides = (
        cells[:, 1:3, middle],
        cells[:, -3:-1, middle],
        cells[:, middle, 1:3],
        cells[:, middle, -3:-1],
    )
    means = [side.mean(axis=(1, 2), dtype=np.float32) for side in sides]
    return np.concatenate(means, axis=1)


def leaders(vectors: Floats, within: float | None = None) -> list[NDArray[np.intp]]:
    """Indices of vectors that are close together: `within` a root mean square distance.

    None lets it depend on the noise.
    """
    dimension = vectors.shape[1]
    if within is not None:
        return _led(vectors, within**2 * dimension)
    sample = vectors[:: max(1, len(vectors) // 300)]
    length = (sample**2).sum(axis=1)
    apart = length[:, None] + length - 2 * sample @ sample.T
    np.fill_diagonal(apart, np.inf)
    noise = float(np.sqrt(max(0.0, float(np.median(apart.min(axis=1)))) / dimension))
    within = float(np.clip(1.6 * noise, _CLEAN, 9.0))
    return _led(vectors, within**2 * dimension, SPOT if within == _CLEAN else np.inf)


def _led(vectors: Floats, reach: float, local: float = np.inf) -> list[NDArray[np.intp]]:
    """Indices of vectors whose squared distance to the first of them is at most `reach`.

    None of their numbers may differ by more than `local`.
    """
    left = np.arange(len(vectors))
    groups: list[NDArray[np.intp]] = []
    centres: list[Floats] = []
    while len(left):
        if len(groups) >= _MOST:
            nearest = np.stack(centres)
            for i in left:
                k = int(((nearest - vectors[i]) ** 2).sum(axis=1).argmin())
                groups[k] = np.append(groups[k], i)
            break
        leader = vectors[left[0]]
        for _ in range(2):
            apart = vectors[left] - leader
            near = (apart**2).sum(axis=1) <= reach
            near[near] = abs(apart[near]).max(axis=1) <= local
            near[0] = True
            leader = vectors[left[near]].mean(axis=0)
        groups.append(left[near])
        centres.append(leader)
        left = left[~near]
    return groups


def _border(image: Floats) -> Floats:
    """The outer zone of a cell: for each side its colours from outside in.

    Near the corners, but not in them: there glyphs seldom reach.
    """
    near = np.r_[3 : CELL // 4 + 2, CELL - CELL // 4 - 2 : CELL - 3]
    depth = slice(1, 6)
    sides = (
        np.median(image[depth][:, near], axis=1),
        np.median(image[::-1][depth][:, near], axis=1),
        np.median(image[near, depth], axis=0),
        np.median(image[near, ::-1][:, depth], axis=0),
    )
    return np.concatenate(sides).ravel().astype(np.float32)
