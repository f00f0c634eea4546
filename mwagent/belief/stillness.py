"""Is it still: since when nothing has changed, and for how long that must be to believe it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

import numpy as np

from mwagent.belief.pixels import same_shots
from mwagent.vision.capture import Shot

CALM: Final = 0.06
"""Seconds without a change after which a picture is calm, as far as nothing else was learned."""


class Stillness:
    """Since when pictures have been the same, but for a few pixels that change at once.

    Of a film a pixel may differ by `noise` grey levels.
    """

    def __init__(self, but: int = 0, changed: float = -np.inf, noise: float = 0.0) -> None:
        self.changed = changed
        self._but, self._noise = but, noise
        self._last: Sequence[Shot] = []
        self._moving = self._restless = np.inf

    def see(self, shots: Sequence[Shot], now: float) -> bool:
        """Take the next pictures; gives whether they are others than the last."""
        other = not same_shots(shots, self._last, self._but, self._noise)
        if other:
            self._last = shots
            self.note(now)
        return other

    def note(self, now: float) -> None:
        """Note that something has changed."""
        if now - self.changed > 1.0:
            self._moving = now
        self.changed = now
        self._restless = min(self._restless, now)

    def seconds(self, now: float) -> float:
        """Seconds since the last change."""
        return float(now - self.changed)

    def moving(self, now: float) -> float:
        """Seconds for which changes have followed one another."""
        return max(0.0, now - self._moving)

    def watched(self, now: float) -> float:
        """Seconds since the first change after `rest`, which is the first picture at first."""
        return max(0.0, now - self._restless)

    def rest(self) -> None:
        """Begin to count anew how long changes go on."""
        self._restless = np.inf


class Calm:
    """For how many seconds a picture must have kept still, as far as this program has shown.

    They are `most` at most, and none once what was to change kept still `enough` times in a row.
    """

    def __init__(self, most: float, enough: int = sys.maxsize):
        self.seconds = CALM
        self._most = most
        self._enough = enough
        self._in_a_row = 0

    def went_on(self, seconds: float) -> None:
        """What seemed complete went on changing after so many seconds: wait longer from now on."""
        self.seconds = min(self._most, max(self.seconds, CALM, seconds))
        self._in_a_row = 0

    def kept(self, changed: bool) -> None:
        """What was believed kept still; it had `changed` before."""
        self._in_a_row += changed
        if self._in_a_row >= self._enough and self.seconds <= CALM:
            self.seconds = 0.0

    def restore(self) -> None:
        """What was believed at once was not all there was to come."""
        self.seconds = max(self.seconds, CALM)
