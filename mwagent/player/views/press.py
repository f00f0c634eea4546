"""Presses of mouse buttons, and what a hand can do: the one interface to mouse and keyboard."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Final, Protocol

from mwagent.minefield import MinefieldError
from mwagent.player.views.windows import Point, Windows
from mwagent.vision.capture import Shot

Aside = Callable[[], Point | None]
"""Where a press under way is to go lest it strays, None where it may stay."""

NEAR: Final = 3
"""Pixels to each side of a point that must look, for a press there, as they did."""

FRESH: Final = 0.004
"""Seconds that a picture, or a list of windows, may be old by which a press is judged."""
HANDS_OFF: Final = 0.4
"""Seconds the pointer has to lie still after the user moved it before the bot clicks again."""
NOWHERE: Final = (-sys.maxsize, -sys.maxsize)
"""Where the pointer is said to be that is no longer where it was left, nor found elsewhere."""
PRIMARY: Final = 1
MIDDLE: Final = 2
SECONDARY: Final = 3


class MouseError(MinefieldError):
    """There is no mouse to move, or nothing takes its presses; the message says what to do."""


def point_of(shot: Shot, x: float, y: float) -> Point:
    """Mouse coordinates of a pixel of a picture."""
    across, down = shot.to_screen(x, y)
    return int(across), int(down)


@dataclass(frozen=True, slots=True)
class Press:
    """Buttons pressed together at a point, all held `hold` seconds, `times` times.

    The pointer stays there for `rest` seconds before and afterwards.
    What is shown at the points `around` must be as it was seen, or the press is not to be made.
    It is meant for a cell of the board, or lies `beside` it, as `permits` allows.
    """

    at: Point
    buttons: tuple[int, ...]
    hold: float = 0.0
    times: int = 1
    rest: float = 0.0
    around: tuple[Point, ...] = ()
    beside: bool = False


class Hand(Windows, Protocol):
    """What moves and clicks: mouse coordinates in; it knows the windows of its system.

    `taken` is where the user had taken the pointer while a button was held, None if nowhere.
    """

    taken: Point | None = None

    def position(self) -> Point:
        """Where the pointer is."""
        ...

    def corner(self) -> bool:
        """Whether the user keeps the pointer in a corner of the screen."""
        ...

    def reach(self, at: Point) -> None:
        """Raise MouseError where it is certain that presses at a point reach nothing."""
        del at

    def move(self, to: Point) -> None:
        """Put the pointer at a point."""
        ...

    def held(self, buttons: Sequence[int], flush: bool) -> AbstractContextManager[object]:
        """Keep buttons down for the block, and no longer, whatever ends it.

        They are pressed in order and released in reverse. With `flush` nothing of it waits.
        """
        ...

    def press(self, buttons: Sequence[int], hold: float, elsewhere: Aside | None = None) -> bool:
        """Press buttons in order where the pointer is, release them in reverse after `hold`.

        They are released where they were pressed, also when the pointer has been taken away; but
        where `elsewhere`, asked after `hold`, says, unless that is None: returns whether it was so.
        """
        at, away = self.position() if hold else NOWHERE, None
        with self.held(buttons, hold > 0):
            if hold:
                time.sleep(hold)
                away = None if elsewhere is None else elsewhere()
                self._return(at, away)
        return away is not None

    def _return(self, at: Point, away: Point | None) -> None:
        """Put the pointer `away`, or back to where a button is held, but from no corner."""
        now = self.position()
        if self.corner():
            return
        if now != at and NOWHERE not in (at, now):
            self.taken = now
        if away is not None or self.taken is not None:
            self.move(away or at)

    def flush(self) -> None:
        """Make sure that everything so far has been sent."""

    def key(self, name: str) -> None:
        """Type a key by its pyautogui name, such as `f2`, or several such as `ctrl+n`."""
        ...
