"""Yellow faces in a picture: what begins a new round, in most programs, when it is pressed."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.lattice import Box
from mwagent.vision.ranks import MAJORITY

FACES: Final = (14, 100)
"""Least and greatest height of a face, in pixels."""
DISK: Final = 0.85
"""Likeness to a disk, from 0 to 1, of what may be a face; that of a square is 0.79."""
FEATURES: Final = (0.02, 0.45)
"""Least and greatest part of a face that is not yellow: its eyes and its mouth."""


def faces_in(picture: NDArray[np.uint8], least: float, most: float, gap: int = 3) -> list[Box]:
    """Rectangles of the yellow faces on a picture, (height, width, 3) uint8 BGR.

    A face is a yellow disk, on one side perhaps orange, with eyes and a mouth, and between `least`
    and `most` pixels high. These cut it into pieces, at most `gap` pixels apart.
    """
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    orange, yellow = (
        cv2.inRange(hsv, np.array((hue, 110, 140)), np.array((36, 255, 255))) for hue in (8, 18)
    )
    joined = cv2.morphologyEx(orange, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    outlines, _ = cv2.findContours(joined, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for outline in outlines:
        x, y, width, height = cv2.boundingRect(outline)
        if not least < height < most or max(width, height) > 1.4 * min(width, height):
            continue
        part = orange[y : y + height, x : x + width] > 0
        filled = cv2.drawContours(np.zeros_like(joined), [outline], -1, 255, cv2.FILLED)
        most_yellow = yellow[y : y + height, x : x + width][part].mean() > 255 * MAJORITY
        if most_yellow and _is_face(part, filled[y : y + height, x : x + width] > 0):
            found.append((x, y, x + width, y + height))
    return found


def _is_face(yellow: NDArray[np.bool_], filled: NDArray[np.bool_]) -> bool:
    """Whether what is yellow, and with what it encloses, is a disk with eyes and a mouth."""
    height, width = filled.shape
    row, col = np.indices(filled.shape)
    off = np.hypot((row + 0.5) / height - 0.5, (col + 0.5) / width - 0.5)
    disk, inner = off <= 0.5, off < 0.4
    alike = (disk & filled).sum() / (disk | filled).sum()
    features = inner & ~yellow
    upper = row < 0.55 * height
    parts = (upper & (col < width / 2), upper & (col >= width / 2), ~upper)
    drawn = all((features & part).any() for part in parts)
    return bool(alike > DISK and FEATURES[0] < features.sum() / inner.sum() < FEATURES[1] and drawn)
