"""The mouse: presses carried out by a hand, under a fail-safe that is always on.

Throwing the mouse into a corner of the screen stops the bot.
"""

from __future__ import annotations

import contextlib
import math
import os
import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from typing import Final

from mwagent.minefield import MinefieldError
from mwagent.player.views.press import Aside, Hand, Press
from mwagent.player.views.pyautogui_hand import AutoGuiHand
from mwagent.player.views.seat_hand import SeatHand
from mwagent.player.views.win32_hand import Win32Hand
from mwagent.player.views.windows import Point
from mwagent.player.views.x11_hand import X11Hand
from mwagent.wayland.seat import Seat

DWELL: Final = (0.1, 0.16)
"""Seconds for which a pointer that moves like a hand stays after a press."""


class DisplayGoneError(MinefieldError):
    """The display that was played on is no longer there."""

    exit_code = 1


@contextlib.contextmanager
def while_displayed() -> Iterator[None]:
    """Raise DisplayGoneError where the mouse's connection to the display breaks."""
    try:
        yield
    except Exception as error:
        # python-xlib is imported only where there is a display of its kind. Some of what it raises
        # then are faults of its own, as it looks for a number in an OSError.
        if "Xlib" not in (_package(type(error).__module__), _package(_raised_in(error))):
            raise
        raise DisplayGoneError(
            f"the display is gone ({type(error).__name__}): the mouse can no longer be moved; "
            f"start mwagent again on a display that is there"
        ) from None


def _package(module: str) -> str:
    return module.partition(".")[0]


def _raised_in(error: Exception) -> str:
    """The module that raised an error."""
    last = ""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        last = str(frame.f_globals.get("__name__", ""))
    return last


class FailSafeError(MinefieldError):
    """The user threw the mouse into a corner of the screen: stop at once."""

    exit_code = 130


def hand(seat: Seat | None = None) -> Hand:
    """The mouse of this system; that of a Wayland desktop comes with its pictures."""
    if seat is not None:
        return SeatHand(seat)
    if sys.platform.startswith("linux") and os.environ.get("DISPLAY"):
        return X11Hand()
    return Win32Hand() if sys.platform == "win32" else AutoGuiHand()


class Mouse:
    """Carries out presses, `fast` or like a person's hand (`natural`), under the fail-safe.

    Raises FailSafeError when the user throws the pointer into a corner.
    """

    def __init__(self, hand: Hand, natural: bool = False):
        self.hand = hand
        self.natural = natural
        self.left_at: Point | None = None
        self._random = random.Random()

    def check(self) -> bool:
        """Whether the pointer is where we left it; raises FailSafeError when in a corner."""
        place = self.hand.position()
        if place != self.left_at and self.hand.corner():
            raise FailSafeError("the mouse was thrown into a corner of the screen: stopped")
        taken, self.hand.taken = self.hand.taken, None
        if taken is not None:
            return False
        return self.left_at is None or math.dist(place, self.left_at) <= 2

    def press(
        self,
        press: Press,
        elsewhere: Aside | None = None,
        reaches: Callable[[], bool] = lambda: True,
    ) -> bool:
        """Go to a point and press there; returns whether a button went down.

        A press that rests or is held takes its time: `elsewhere`, asked before and after, gives a
        point where it would stray. Then no button is pressed, or it is released at that point.
        None is pressed either where it no longer `reaches` what it is meant for, asked last.
        """
        if self.natural:
            for point, pause in self._stroll(self.hand.position(), press.at):
                self.hand.move(point)
                self.hand.flush()
                time.sleep(pause)
        self.hand.move(press.at)
        if press.rest:
            # Programs that ask for the pointer before they take a press know where it was a frame
            # ago.
            self.hand.flush()
            time.sleep(press.rest)
            self.hand.move(press.at)
            if elsewhere is not None and elsewhere() is not None:
                self.left_at = press.at
                return False
        hold = max(press.hold, self._random.uniform(0.03, 0.07)) if self.natural else press.hold
        made = strayed = False
        for _ in range(press.times):
            if strayed or not reaches():
                break
            strayed, made = self.hand.press(press.buttons, hold, elsewhere), True
        self.left_at = self.hand.position() if strayed else press.at
        if not made:
            return False
        # A hand stays for a moment. Programs that look at the pointer once a frame would take the
        # press for one on its way to the next cell.
        rest = max(press.rest, self._random.uniform(*DWELL)) if self.natural else press.rest
        if rest:
            self.hand.flush()
            time.sleep(rest)
        return True

    def park(self, at: Point) -> None:
        """Leave the pointer at a point without pressing."""
        self.hand.move(at)
        self.hand.flush()
        # The screen may end before that point.
        self.left_at = self.hand.position()

    def flush(self) -> None:
        """Make sure that every press has been sent."""
        self.hand.flush()

    def _stroll(self, start: Point, end: Point) -> Iterator[tuple[Point, float]]:
        """Points on a curved way, each with the seconds to stay there.

        The way is a cubic Bezier curve bowed to one side, walked with the bell-shaped speed of
        minimum-jerk movements (Flash and Hogan 1985); its time follows Fitts's law.
        """
        away = math.dist(start, end)
        if away < 1:
            return
        seconds = 0.05 + 0.035 * math.log2(1 + away / 8)
        bow = self._random.uniform(-0.18, 0.18) * away
        across = (-(end[1] - start[1]) / away, (end[0] - start[0]) / away)
        bends = [
            (
                start[0] + (end[0] - start[0]) * share + across[0] * bow,
                start[1] + (end[1] - start[1]) * share + across[1] * bow,
            )
            for share in (self._random.uniform(0.2, 0.4), self._random.uniform(0.6, 0.8))
        ]
        steps = max(3, round(seconds / 0.008))
        for step in range(1, steps + 1):
            t = step / steps
            t = t**3 * (10 - 15 * t + 6 * t * t)
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            corners = (start, *bends, end)
            x = sum(w * p[0] for w, p in zip(weights, corners, strict=True))
            y = sum(w * p[1] for w, p in zip(weights, corners, strict=True))
            yield (round(x), round(y)), seconds / steps
