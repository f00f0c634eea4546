"""Whether pictures show the same: to the last pixel, but for a few, or hardly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.capture import Shot
from mwagent.vision.edges import SMOOTH, Pixels, difference
from mwagent.vision.lattice import Box

OTHER_COLOUR: Final = SMOOTH
"""Difference in grey levels from which something has another colour."""
GONE: Final = 0.6
"""Part of the pixels that must have another colour for a picture to show something else."""


def same_pixels(one: Pixels, other: Pixels) -> bool:
    """Whether two pictures, (height, width, 3), are the same to the last pixel."""
    return one is other or (one.shape == other.shape and cv2.norm(one, other, cv2.NORM_INF) == 0)


def same_but(one: Shot, two: Shot, but: int = 0, noise: float = 0.0) -> bool:
    """Whether two pictures are the same, up to `noise` grey levels, in all `but` a few pixels."""
    if same_pixels(one.picture, two.picture):
        return True
    if not but or one.picture.shape != two.picture.shape:
        return False
    return int(np.count_nonzero(difference(one.picture, two.picture) > noise)) <= but


def same_shots(
    shots: Sequence[Shot], others: Sequence[Shot], but: int = 0, noise: float = 0.0
) -> bool:
    """Whether pictures of all monitors are the same, but for a few pixels of each, and noise."""
    pairs = zip(shots, others, strict=False)
    return len(shots) == len(others) and all(same_but(one, two, but, noise) for one, two in pairs)


def extent(apart: NDArray[Any]) -> Box | None:
    """The rectangle around all pixels of (height, width, 3) that are not 0; None where all are."""
    across = apart.reshape(len(apart), -1)
    ys = np.flatnonzero(across.any(axis=1))
    if not len(ys):
        return None
    xs = np.flatnonzero(across[ys[0] : ys[-1] + 1].any(axis=0)) // 3
    return int(xs[0]), int(ys[0]), int(xs[-1]) + 1, int(ys[-1]) + 1


def is_another(now: NDArray[np.uint8], before: NDArray[np.uint8], part: float = GONE) -> bool:
    """Whether more than a part of a picture, (height, width, 3), looks otherwise than before."""
    if now.shape != before.shape:
        return True
    other = difference(now, before) > OTHER_COLOUR
    return bool(other.mean() > part)
