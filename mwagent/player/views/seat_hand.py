"""The mouse and keyboard of a Wayland desktop, by whatever seat it offers."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Final

from mwagent.player.views.press import Aside, Hand, Point
from mwagent.wayland.seat import Monitor, Place, Seat

CORNER: Final = 12
"""Units from a corner of the desktop within which the pointer counts as thrown there.

Where its image is all that is seen, its tip may lie as far from the edge of that."""
NOWHERE: Final = (-(10**6), -(10**6))
"""Where the pointer is said to be that is no longer where it was left, nor found elsewhere."""


class SeatHand(Hand):
    """Presses on a Wayland desktop; which windows there are, no desktop of this kind says."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat

    def position(self) -> Point:
        """Where the pointer is; NOWHERE if that cannot be told."""
        place = self._seat.position()
        return NOWHERE if place is None else (round(place[0]), round(place[1]))

    def corner(self) -> bool:
        """Whether the pointer is in a corner of a monitor beyond which there is none."""
        return (place := self._seat.position()) is not None and self._in_corner(place)

    def move(self, to: Point) -> None:
        """Put the pointer at a point."""
        self._seat.move(to)

    def press(self, buttons: Sequence[int], hold: float, elsewhere: Aside | None = None) -> bool:
        """Press buttons in order, release them in reverse after `hold` seconds, or `elsewhere`."""
        at, down, away = self._seat.position() if hold else None, [], None
        try:
            for button in buttons:
                down.append(button)
                self._seat.button(button, True)
            if hold:
                self._seat.flush()
                time.sleep(hold)
                away = elsewhere() if elsewhere is not None else None
                self._return(at, away)
        finally:
            for button in reversed(down):
                self._seat.button(button, False)
            self._seat.flush()
        return away is not None

    def _return(self, at: Place | None, away: Point | None) -> None:
        """Put the pointer `away`, or back to where a button is held, but from no corner."""
        now = self._seat.position()
        strayed = None not in (at, now) and now != at
        if strayed and now is not None and not self._in_corner(now):
            self.taken = round(now[0]), round(now[1])
        if (away is not None or self.taken is not None) and at is not None:
            self._seat.move(away or at)

    def _in_corner(self, place: Place) -> bool:
        return any(math.dist(place, corner) <= CORNER for corner in corners(self._seat.monitors))

    def flush(self) -> None:
        """Send what waits."""
        self._seat.flush()

    def key(self, name: str) -> None:
        """Type a key, or several together."""
        self._seat.keys(name.split("+"))


def corners(monitors: Sequence[Monitor]) -> list[Place]:
    """Corners of the desktop: those of a monitor from which no other lies across or down.

    >>> left, right = Monitor("", 0, 0, 80, 60, (80, 60)), Monitor("", 80, 0, 40, 30, (80, 60))
    >>> corners([left, right])
    [(0, 0), (0, 59), (79, 59), (119, 0), (119, 29)]
    """
    found = []
    for monitor in monitors:
        for x, over in ((monitor.left, -1), (monitor.left + monitor.width - 1, 1)):
            for y, under in ((monitor.top, -1), (monitor.top + monitor.height - 1, 1)):
                beyond = (x + over, y), (x, y + under)
                if not any(other.holds(at) for other in monitors for at in beyond):
                    found.append((x, y))
    return found
