"""The time that goes by: the real one, or another that is handed in."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final


class Clock:
    """Tells the time and waits; whoever is handed another one lives by that.

    >>> clock = Clock()
    >>> [bool(gone < 1.0) for gone in clock.ticks(0.0, 0.0)][0]
    True
    """

    def now(self) -> float:
        """Seconds since some moment."""
        return time.perf_counter()

    def wait(self, seconds: float) -> None:
        """Let time go by."""
        time.sleep(seconds)

    def ticks(self, seconds: float, pause: float) -> Iterator[float]:
        """Seconds gone by, `pause` apart, until so many are over; once at least."""
        begun = self.now()
        while True:
            yield self.now() - begun
            if self.now() - begun > seconds:
                return
            self.wait(pause)


REAL: Final = Clock()
"""The clock of this machine."""
