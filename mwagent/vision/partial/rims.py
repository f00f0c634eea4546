"""Cells whose rims are hidden by a focus ring or a highlight, read by what stands inside."""

from __future__ import annotations

from typing import Final

import numpy as np

from mwagent.vision.grid.cells import cells_of
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN, Reading

RIM_COVERED: Final = 0.22
"""Part of a cell's side that may be covered."""
INSIDE_ALIKE: Final = 4.0
"""Mean difference in grey levels up to which two cells are alike inside."""
CLEARLY_FARTHER: Final = 6.0
"""Mean difference by which cells of other meanings must be farther than twice the nearest."""


def inside(picture: Picture, lattice: Lattice, reading: Reading) -> Reading:
    """A reading with cells filled in that are, but for their rims, like understood ones.

    `picture` is BGR and was read on `lattice`. Cells that are alike inside and differ in meaning
    decide nothing.
    """
    flat = np.array(list("".join(reading.cells)))
    unread = np.flatnonzero(flat == UNKNOWN)
    known = np.flatnonzero(flat != UNKNOWN)
    if not len(unread) or not len(known):
        return reading
    images = cells_of(picture, lattice)
    rim = round(RIM_COVERED * images.shape[1])
    middles = images[:, rim:-rim, rim:-rim].astype(np.int16)
    told = {}
    for cell in unread.tolist():
        distance = np.abs(middles[known] - middles[cell]).mean(axis=(1, 2, 3))
        nearest = int(distance.argmin())
        others = distance[flat[known] != flat[known[nearest]]]
        if (
            distance[nearest] < INSIDE_ALIKE
            and others.min(initial=np.inf) > 2 * distance[nearest] + CLEARLY_FARTHER
        ):
            told[cell] = str(flat[known[nearest]])
    return reading.filled(told)
