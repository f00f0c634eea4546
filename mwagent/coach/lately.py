"""What a board has shown lately: since when a cell bears a sign, a digit or a flag.

A pointer that lies on a cell may change more of it than the sign that comes up under it, and does
so before the sign comes, and when it leaves.
"""

from __future__ import annotations

from collections import deque
from itertools import takewhile
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.coach.durations import LATE
from mwagent.vision import exact
from mwagent.vision.edges import Pixels

MIDDLE: Final = 0.2
"""Part of a cell on each side that is no part of its middle, where signs are."""
CONTRAST: Final = 4.0
"""Standard deviation of grey levels in the middle of a cell that bears a sign, at least."""
GRAIN: Final = 8
"""Pixels across the middle of a cell, made coarse: a sign that grows keeps its form."""
ALIKE: Final = 0.6
"""Correlation of two middles of a cell that bear the same sign, at least."""


class Lately:
    """The last pictures of a board, in grey, oldest first."""

    def __init__(self, picture: Pixels, seconds: float):
        self._shown: deque[tuple[float, NDArray[np.uint8]]] = deque()
        self.see(picture, seconds)

    def see(self, picture: Pixels, seconds: float) -> None:
        """Keep a picture; of those before the last LATE seconds the last is kept, too."""
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        self._shown.append((seconds, grey))
        while len(self._shown) > 2 and self._shown[1][0] < seconds - LATE:
            self._shown.popleft()

    def signed(self, cell: tuple[slice, slice], changed: float) -> float:
        """Since when a cell bears its sign, where most of it changed at `changed`.

        The latter, where it has no sign or had it all the time.
        """
        forms = [(seconds, _form(grey[cell])) for seconds, grey in self._shown]
        sign = forms[-1][1]
        borne = [
            seconds for seconds, _ in takewhile(lambda one: _alike(one[1], sign), reversed(forms))
        ]
        if not 0 < len(borne) < len(forms):
            return changed
        before = [form for seconds, form in forms if seconds <= changed]
        # What comes up as a flag grows, or a number turns, is no plain ground.
        return borne[-1] if not before or before[-1] is None else min(borne[-1], changed)


def _alike(one: NDArray[np.float64] | None, other: NDArray[np.float64] | None) -> bool:
    return one is not None and other is not None and abs(float((one * other).sum())) >= ALIKE


def _form(cell: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The middle of a cell, (GRAIN, GRAIN), without its ground; None where it is plain."""
    height, width = cell.shape
    top, left = round(height * MIDDLE), round(width * MIDDLE)
    middle = cell[top : height - top, left : width - left].astype(np.float64)
    if not middle.size or middle.std() < CONTRAST:
        return None
    coarse = cv2.resize(middle, (GRAIN, GRAIN), interpolation=cv2.INTER_AREA)
    coarse -= coarse.mean()
    return np.asarray(coarse / max(exact.length(coarse), 1e-9))
