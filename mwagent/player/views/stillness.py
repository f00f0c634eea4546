"""Waiting until what is shown keeps still."""

from __future__ import annotations

import time
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.player.views.view import View
from mwagent.vision.capture import Shot

OTHER_COLOUR: Final = 10
"""Levels, of 255, from which a pixel has another colour than before."""
GONE: Final = 0.6
"""Part of the pixels that must have another colour for a picture to show something else."""


def await_stillness(view: View, seconds: float, at_most: float) -> None:
    """Wait until a view has not changed for some seconds."""
    start = changed = time.perf_counter()
    before: list[Shot] = []
    while True:
        shots = view.pictures()
        now = time.perf_counter()
        pairs = zip(before, shots, strict=False)
        if len(before) != len(shots) or not all(same_but(one, two) for one, two in pairs):
            before, changed = shots, now
        if now - changed >= seconds or now - start >= at_most:
            return
        time.sleep(0.03)


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
