"""Waiting until what is shown keeps still."""

from __future__ import annotations

import time

import cv2
import numpy as np

from mwagent.player.views.view import View
from mwagent.vision.capture import Shot


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
