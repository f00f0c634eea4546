"""Boards of known skins on a picture: of the lattices found by their period, those with its tiles.

See `mwagent.vision.grid.period` and `mwagent.vision.known.fit`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.levels import LEAST_PLAYED
from mwagent.vision.edges import Pixels
from mwagent.vision.grid.period import find_lattices
from mwagent.vision.known.fit import refined, rim_likeness
from mwagent.vision.known.skins import Skin, pick
from mwagent.vision.known.tiles import read_cells
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN

OF_SKIN = 0.74
"""Least likeness of rims to those of tiles, on average over a board and over each of its sides."""
UNDERSTOOD_SKIN = 0.6
"""Smallest fraction of the cells of a board that must be understood in its skin."""
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
    found = []
    for lattice in find_lattices(picture) if pick(skins) else ():
        fits = (_fitted(picture.pixels, lattice, skin) for skin in pick(skins))
        found += sorted(filter(None, fits), key=lambda place: -place.likeness)[:1]
    return sorted(found, key=lambda place: -place.lattice.rows * place.lattice.cols)


def _fitted(picture: Pixels, lattice: Lattice, skin: Skin) -> Place | None:
    """A lattice brought to where a skin's tiles are, and end; None where it shows something else.

    The tiles of a taught skin may have next to no border, and be known by their whole alone.
    """
    soft = skin.at(min(lattice.pitch_x, lattice.pitch_y))
    if not skin.strict and rim_likeness(picture, lattice, soft).max() < OF_SKIN:
        return None
    fitted, trimmed = None, lattice
    while trimmed != fitted:
        fitted = refined(picture, trimmed, soft)
        likeness = rim_likeness(picture, fitted, soft)
        known = read_cells(picture, fitted, skin)[0] != UNKNOWN
        of_skin = np.maximum(likeness, known) if skin.strict else likeness
        trimmed = _trimmed(fitted, of_skin)
    if known.mean() < UNDERSTOOD_SKIN or of_skin.mean() < OF_SKIN:
        return None
    return Place(fitted, skin, float(likeness.mean()))


def _trimmed(lattice: Lattice, score: NDArray[np.float32]) -> Lattice:
    """The lattice without outer rows and columns of a mean score (rows, cols) below OF_SKIN."""
    top, bottom, left, right = 0, lattice.rows, 0, lattice.cols
    while min(bottom - top, right - left) > LEAST_PLAYED:
        part = score[top:bottom, left:right]
        ends = part[0].mean(), part[-1].mean(), part[:, 0].mean(), part[:, -1].mean()
        if min(ends) >= OF_SKIN:
            break
        worst = int(np.argmin(ends))
        top, bottom = top + (worst == 0), bottom - (worst == 1)
        left, right = left + (worst == 2), right - (worst == 3)
    return lattice.part(top, left, bottom, right)
