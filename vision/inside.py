"""Cells whose rims are hidden, by a focus ring or a highlight, told by what stands inside."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from vision.cluster import Picture, cell_images
from vision.edges import undithered
from vision.lattice import Lattice
from vision.reading import UNKNOWN, Reading

RIM: Final = 0.22
"""Part of a cell's side that may be covered."""
ALIKE: Final = 4.0
"""Mean difference in grey levels up to which two cells are alike inside."""
CLEAR: Final = 6.0
"""So much farther, beyond twice as far, cells of any other meaning must be."""


def inside(picture: Picture, lattice: Lattice, reading: Reading) -> Reading:
    """A reading with cells filled in that are, but for their rims, like understood ones.

    `picture` is BGR and was read on `lattice`. Cells that are alike inside and differ in meaning
    decide nothing.
    """
    symbols = np.array([list(row) for row in reading.cells])
    flat = symbols.reshape(-1).copy()
    unread = np.flatnonzero(flat == UNKNOWN)
    known = np.flatnonzero(flat != UNKNOWN)
    if not len(unread) or not len(known):
        return reading
    images = cell_images(undithered(picture), lattice)
    rim = round(RIM * images.shape[1])
    middles = images[:, rim:-rim, rim:-rim].astype(np.int16)
    confidence = reading.confidence.copy()
    for cell in unread:
        apart = np.abs(middles[known] - middles[cell]).mean(axis=(1, 2, 3))
        nearest = int(apart.argmin())
        others = apart[flat[known] != flat[known[nearest]]]
        if apart[nearest] < ALIKE and others.min(initial=np.inf) > 2 * apart[nearest] + CLEAR:
            symbols.reshape(-1)[cell] = flat[known[nearest]]
            confidence.reshape(-1)[cell] = 0.6
    cells = tuple("".join(row) for row in symbols.tolist())
    return replace(reading, cells=cells, confidence=confidence)
