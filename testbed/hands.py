"""A screen and the hand on it, as `ScreenView` has them, without a display."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from mwagent.player.views import Point
from mwagent.player.views.press import Aside
from mwagent.player.views.windows import OpenWindow, Windows
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Box
from testbed.drawn_view import Still

SIDE = 20


class Screen(Still):
    """A picture in the place of `mwagent.vision.capture.Screen`, or of a view."""

    seat = None

    def glance(self, monitor: int, box: Box) -> Shot:
        return self.grab(monitor, box)


class Hand(Windows):
    """Notes presses; `then` is called after each."""

    taken: Point | None = None

    def __init__(self) -> None:
        self.at: Point = (1, 1)
        self.pressed: list[Point] = []
        self.released: list[Point] = []
        self.keys: list[str] = []
        self.open: list[OpenWindow] = []
        self.focused: int | None = None
        self.then: Callable[[], object] = lambda: None
        self.over: Callable[[Point], int] = lambda at: 1

    def reach(self, at: Point) -> None:
        del at

    def window(self, at: Point) -> int:
        return self.over(at)

    def position(self) -> Point:
        return self.at

    def corner(self) -> bool:
        return False

    def move(self, to: Point) -> None:
        self.at = to

    def press(self, buttons: Sequence[int], hold: float, elsewhere: Aside | None = None) -> bool:
        self.pressed.append(self.at)
        self.then()
        away = elsewhere() if elsewhere is not None and hold else None
        self.at = away or self.at
        self.released.append(self.at)
        return away is not None

    def flush(self) -> None:
        pass

    def key(self, name: str) -> None:
        self.keys.append(name)

    def focus(self) -> int | None:
        return self.focused

    def grabbed(self) -> bool:
        return False

    def windows(self) -> list[OpenWindow]:
        return self.open


def numbered(rows: int, cols: int) -> np.ndarray:
    """A picture of cells that all look different, on a plain ground, one cell of it all around."""
    picture = np.full(((rows + 2) * SIDE, (cols + 2) * SIDE, 3), 190, np.uint8)
    for row in range(rows):
        for col in range(cols):
            top, left = (row + 1) * SIDE, (col + 1) * SIDE
            picture[top : top + SIDE, left : left + SIDE] = 5 * (row * cols + col) % 180
    return picture
