"""The user's monitors, looked at again and again."""

from __future__ import annotations

import time

from mwagent.coach.sources.steady import steady
from mwagent.vision.capture import Screen, Shot
from mwagent.vision.lattice import Box

_INSTEAD = (
    "watch a browser tab instead, which needs no screen: python -m mwagent.coach --browser URL"
)


class ScreenSource:
    """Pictures of the screen; raises ScreenCaptureError where there is none to be had."""

    name = "the screen"
    exact = True
    live = True

    def __init__(self) -> None:
        self._screen = Screen(_INSTEAD)
        self._seconds = steady()
        self._next = time.monotonic()
        self._whole: list[Shot] | None = None

    @property
    def seconds(self) -> float:
        """Seconds since the epoch, as of the picture, by a steady clock."""
        return self._seconds

    def advance(self, pause: float) -> bool:
        """Wait until `pause` seconds after the last picture; there always is a next one."""
        wait = self._next + pause - time.monotonic()
        if wait > 0:
            time.sleep(wait)
        self._next = time.monotonic()
        self._seconds = steady()
        self._whole = None
        return True

    def pictures(self) -> list[Shot]:
        """A picture of every monitor."""
        if self._whole is None:
            self._whole = self._screen.grab_all()
        return self._whole

    def grab(self, monitor: int, box: Box) -> Shot:
        """A picture of a part of a monitor."""
        return self._screen.grab(monitor, box)

    def close(self) -> None:
        """Let go of the display."""
        self._screen.close()
