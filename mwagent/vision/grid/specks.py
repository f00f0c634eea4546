"""Whether the sides of cells can be seen, or there are only specks where they would be.

A pattern of faint dots in the background of a page repeats as a board does. But a cell has sides:
where there is a line or a step of colour beside it, it runs along most of that side.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Lattice
from mwagent.vision.ranks import MAJORITY

_SIDE_WITHIN: Final = 0.12
"""Part of a cell on either side of a line between two cells within which its side may lie."""
_STEP: Final = 2
"""Least difference in grey levels that counts as an edge."""
_FAINT_SPECK: Final = 20.0
"""Grey levels below which specks are a pattern: round keys without a border stand out by more."""


def speckled(grey: Pixels, lattice: Lattice) -> bool:
    """Whether faint specks are all that lies between the cells of a lattice on a grey picture."""
    across = lattice.x + lattice.pitch_x * np.arange(lattice.cols + 1)
    down = lattice.y + lattice.pitch_y * np.arange(lattice.rows + 1)
    upright, level = _sides(grey, across, down), _sides(grey.T, down, across)
    share, contrast = np.concatenate([upright, level], axis=1)
    seen = share > 0
    if not seen.any() or np.median(share[seen]) >= MAJORITY:
        return False
    return float(np.median(contrast[seen])) < _FAINT_SPECK


def _sides(
    grey: Pixels, lines: NDArray[np.floating], ends: NDArray[np.floating]
) -> NDArray[np.float64]:
    """Of every upright side within a board how much is seen and how clearly, (2, sides).

    `lines` are the columns of pixels between cells, `ends` the rows at which a side ends and the
    next begins. The second row of the result is in grey levels.
    """
    reach = max(1, round(_SIDE_WITHIN * float(lines[1] - lines[0])))
    cuts = np.unique(np.clip(np.rint(ends), 0, len(grey)).astype(int))
    found = [np.zeros((2, 0))]
    for line in np.rint(lines[1:-1]).astype(int):
        strip = grey[cuts[0] : cuts[-1], max(0, line - reach) : line + reach + 1]
        if strip.size:
            distance = (strip.max(axis=1) - strip.min(axis=1)).astype(np.float64)
            first = cuts[:-1] - cuts[0]
            share = np.add.reduceat(distance >= _STEP, first, dtype=np.float64) / np.diff(cuts)
            found.append(np.stack([share, np.maximum.reduceat(distance, first)]))
    return np.concatenate(found, axis=1)
