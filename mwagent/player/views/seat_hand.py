"""The mouse and keyboard of a Wayland desktop, by whatever seat it offers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from mwagent.player.views.press import NOWHERE, Hand
from mwagent.player.views.windows import OpenWindow, Point
from mwagent.wayland import sway
from mwagent.wayland.seat import Monitor, Place, Seat

CORNER: Final = 12
"""Units from a corner of the desktop within which the pointer counts as thrown there.

Where its image is all that is seen, its tip may lie as far from the edge of that."""


class SeatHand(Hand):
    """Presses on a Wayland desktop; which windows there are, none of them says but sway."""

    def __init__(self, seat: Seat) -> None:
        super().__init__()
        self._seat = seat

    def position(self) -> Point:
        """Where the pointer is; NOWHERE if that cannot be told."""
        place = self._seat.position()
        return NOWHERE if place is None else (round(place[0]), round(place[1]))

    def corner(self) -> bool:
        """Whether the pointer is in a corner of a monitor beyond which there is none."""
        place = self._seat.position()
        return place is not None and any(
            math.dist(place, corner) <= CORNER for corner in corners(self._seat.monitors)
        )

    def move(self, to: Point) -> None:
        """Put the pointer at a point."""
        self._seat.move(to)

    def _button(self, button: int, down: bool) -> None:
        self._seat.button(button, down)

    def _release(self) -> None:
        super()._release()
        self._seat.flush()  # a press that waits may come after the next picture

    def windows(self) -> list[OpenWindow]:
        """The windows in sight, the lowest first; without what has no frame, as messages."""
        return [
            OpenWindow(*one[:3], number=one.number, belongs=one.belongs, program=one.program)
            for one in sway.windows()
        ]

    def window(self, at: Point) -> int | None:
        """The number of the topmost window at a point."""
        return next((one.number for one in reversed(self.windows()) if one.holds(at)), None)

    def focus(self) -> int | None:
        """The number of the window that has the keyboard."""
        return next((one.number for one in sway.windows() if one.focused), None)

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
