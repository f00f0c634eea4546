"""Cells that lie in part under the mouse pointer, told by what is left of them to see."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import UNKNOWN
from vision.skins import Skin

TOLD: Final = "#0123456F"
"""What may be told; the rest is black and white itself."""
MOST: Final = 3
"""A pointer lies on so many cells at most."""
SAME: Final = 56
"""Levels by which a pixel may differ from that of a tile, smoothed as either may be."""
SEEN: Final = 0.5
"""Part of a cell that must be seen."""
TELLING: Final = 0.09
"""Part of a cell that must be seen and be otherwise in every other tile."""
GREY: Final = 40
"""A pointer has no colour: its channels differ by no more."""
INK: Final = 0.02
"""Part of a cell that the dark and the light of a pointer take at least."""


def beneath_pointer(
    cells: NDArray[np.uint8], symbols: NDArray[np.str_], skin: Skin
) -> NDArray[np.str_]:
    """The symbols (n,) with cells filled in that are partly under a pointer.

    `cells` is (n, size, size, 3) BGR, the tiles' size. What covers a cell must look like a
    pointer, in one piece, black and white; all else must be as in one tile, and enough of it
    otherwise than in all tiles that mean something else.
    """
    unread = np.flatnonzero(symbols == UNKNOWN)
    if not 0 < len(unread) <= MOST:
        return symbols
    tiles = skin.tiles.reshape(-1, skin.size, skin.size, 3).astype(np.int16)
    alphabet = np.array(list(skin.symbols))
    told = symbols.copy()
    for n in unread:
        cell = cells[n].astype(np.int16)
        same = np.abs(cell - tiles).max(axis=3) < SAME
        best = int(same.sum(axis=(1, 2)).argmax())
        others = same[alphabet != alphabet[best]]
        telling = (same[best] & ~others).mean(axis=(1, 2)).min()
        known = alphabet[best] in TOLD and same[best].mean() > SEEN
        if known and telling > TELLING and _pointer(cell, ~same[best]):
            told[n] = alphabet[best]
    return told


def _pointer(cell: NDArray[np.int16], covered: NDArray[np.bool_]) -> bool:
    """Whether what covers a cell may be a pointer: in one piece, dark and light, in no colour."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(covered.astype(np.uint8), connectivity=8)
    if count < 2 or stats[1:, cv2.CC_STAT_AREA].max() < 0.8 * covered.sum():
        return False
    pixels = cell[covered]
    level, colour = pixels.mean(axis=1), pixels.max(axis=1) - pixels.min(axis=1)
    dark, light = (level < 70).sum() / covered.size, (level > 185).sum() / covered.size
    return bool((colour < GREY).mean() > 0.85 and min(dark, light) > INK)
