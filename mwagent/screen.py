"""The screen: every monitor through mss, clicks through the one real mouse."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from mwagent.mouse import Mouse, Point, Press, hand
from vision.capture import Screen, Shot
from vision.lattice import Box

HANDS_OFF: Final = 0.4
"""Seconds the pointer has to lie still after the user moved it before the bot clicks again."""


class ScreenView:
    """The user's monitors and mouse."""

    name = "the screen"

    def __init__(self, natural: bool = False) -> None:
        self._screen = Screen()
        self._mouse = Mouse(hand(), natural)

    def pictures(self) -> list[Shot]:
        """A picture of every monitor."""
        return self._screen.grab_all()

    def grab(self, monitor: int, box: Box) -> Shot:
        """A picture of a part of a monitor."""
        return self._screen.grab(monitor, box)

    def press(self, presses: Sequence[Press]) -> int:
        """Carry out presses in order; returns how many were made.

        Stops where the user moves the mouse, and first waits until it lies still.
        """
        if not self._mouse.check():
            self._wait_for_stillness()
            return 0
        careful = self._mouse.natural
        for made, press in enumerate(presses):
            if (careful or made % 32 == 31) and made and not self._mouse.check():
                self._mouse.flush()
                return made
            self._mouse.press(press)
            if careful or press.hold:
                self._mouse.flush()
        self._mouse.flush()
        return len(presses)

    def park(self, at: Point) -> None:
        """Leave the pointer at a point without pressing."""
        self._mouse.park(at)

    def key(self, name: str) -> None:
        """Type a key; raises FailSafeError when the mouse was thrown into a corner."""
        self._mouse.check()
        self._mouse.hand.key(name)

    def shrink(self, across: float, down: float) -> bool:
        """The windows on the screen are the user's."""
        del across, down
        return False

    def close(self) -> None:
        """Let go of the display."""
        self._screen.close()

    def _wait_for_stillness(self) -> None:
        place, since = self._mouse.hand.position(), time.monotonic()
        while time.monotonic() - since < HANDS_OFF:
            time.sleep(0.02)
            self._mouse.check()
            now = self._mouse.hand.position()
            if now != place:
                place, since = now, time.monotonic()
        self._mouse.left_at = place
