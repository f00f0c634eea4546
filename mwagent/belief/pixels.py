"""Whether two pictures show the same: to the last pixel, but for a few, or hardly at all."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.capture import Shot
from mwagent.vision.edges import Pixels

OTHER_COLOUR: Final = 10
"""Levels, of 255, from which a pixel has another colour than before."""
GONE: Final = 0.6
"""Part of the pixels that must have another colour for a picture to show something else."""


def same_pixels(one: Pixels, other: Pixels) -> bool:
    """Whether two pictures, (height, width, 3), are the same to the last pixel."""
    return one is other or (one.shape == other.shape and cv2.norm(one, other, cv2.NORM_INF) == 0)


def same_but(one: Shot, two: Shot, but: int = 0) -> bool:
    """Whether two pictures are the same in all pixels, or in all but `pixels` of them."""
    if one.picture.shape != two.picture.shape:
        return False
    if not but or np.array_equal(one.picture, two.picture):
        return np.array_equal(one.picture, two.picture)
    apart = cv2.absdiff(one.picture, two.picture).max(axis=2)
    return cv2.countNonZero(apart) <= but


def is_another(now: NDArray[np.uint8], before: NDArray[np.uint8], part: float = GONE) -> bool:
    """Whether more than a part of a picture, (height, width, 3), looks otherwise than before."""
    if now.shape != before.shape:
        return True
    other = cv2.absdiff(now, before).max(axis=2) > OTHER_COLOUR
    return bool(other.mean() > part)
