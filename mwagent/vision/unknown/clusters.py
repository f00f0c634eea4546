"""Cluster the cells of a board by what they look like."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import Pixels
from mwagent.vision.glyphs.classifier import BUSY, CLASSES, Glyph, classify, glyph_of
from mwagent.vision.grid.alike import OFF_GROUND, leaders
from mwagent.vision.grid.cells import CELL, COMPARED, block_means

Floats = NDArray[np.float32]
Groups = list[tuple[NDArray[np.intp], Floats]]
"""Cells that look the same, by their flat numbers, and the mean of what they are compared by."""

_RIM_WEIGHT: Final = 4.0
"""Weight of the sides of a cell where cells are compared."""
_COMMON: Final = 0.08
"""Fraction of the cells that must look the same for their ground to be one of the board's."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """Cells that look the same.

    `cells` are their flat numbers (row * cols + col); `image` (CELL, CELL, 3) is their mean;
    `vector` what clusters are compared by; `border` (n,) their outer zone; `glyph`
    what stands in them, None for blank ones, and `probs` (len(CLASSES),) what it may be.
    """

    cells: NDArray[np.intp]
    image: Floats
    vector: Floats
    border: Floats
    glyph: Glyph | None
    probs: Floats

    @property
    def count(self) -> int:
        """Number of cells with this cluster."""
        return len(self.cells)


def signs_in(cells: Pixels) -> list[Glyph | None]:
    """What stands in each of some cells (n, CELL, CELL, 3), None in blank ones."""
    signs: list[Glyph | None] = [None] * len(cells)
    for cluster in clusters_of(cells, groups_of(cells)):
        for cell in cluster.cells.tolist():
            signs[cell] = cluster.glyph
    return signs


def clusters_of(cells: Pixels, groups: Groups) -> list[Cluster]:
    """The different clusters among cells (n, CELL, CELL, 3) in `groups_of`, in their order."""
    found = [
        (members, cells[members[:64]].mean(axis=0, dtype=np.float32), vector)
        for members, vector in groups
    ]
    seen = [sign_in(image.tobytes()) for _, image, _ in found]
    glyphs = [glyph for glyph, _ in seen]
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
            if busy and abs(grounds - ground).max(axis=1).min() >= OFF_GROUND:
                glyphs[i] = glyph_of(image, grounds=grounds)
    probs = np.zeros((len(found), len(CLASSES)), np.float32)
    some = [i for i, glyph in enumerate(glyphs) if glyph is not None]
    if some:
        probs[some] = classify(np.stack([g.feature for g in glyphs if g is not None]))
    for i, middle in enumerate(middles):
        if glyphs[i] is None and middle.std(axis=0).max() >= BUSY:
            probs[i, :-1] = 0.03
            probs[i, -1] = 1 - probs[i].sum()
    return [
        Cluster(members, image, vector, seen[i][1], glyphs[i], probs[i])
        for i, (members, image, vector) in enumerate(found)
    ]


@lru_cache(maxsize=500)
def sign_in(image: bytes) -> tuple[Glyph | None, Floats]:
    """The glyph and the border of a cell (CELL, CELL, 3) float32.

    A game shows the same cells again and again.
    """
    cell = np.frombuffer(image, np.float32).reshape(CELL, CELL, 3)
    return glyph_of(cell), _border(cell)


def groups_of(cells: Pixels) -> Groups:
    """Cells (n, CELL, CELL, 3) that look the same, most first: fast, as nothing is recognized."""
    small = block_means(cells, CELL // COMPARED)
    vectors = small[:, 1:-1, 1:-1].reshape(len(cells), -1)
    groups = leaders(np.concatenate([vectors, _RIM_WEIGHT * _rims(cells)], axis=1))
    return sorted(
        ((one, vectors[one].mean(axis=0)) for one in groups), key=lambda one: -len(one[0])
    )


def _rims(cells: Pixels) -> Floats:
    """The colour of each side of cells just within their border, (n, 12).

    Where a bevel is thin, nothing else distinguishes hidden cells from open ones.
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
