"""Presses of mouse buttons, and what a hand can do: the one interface to mouse and keyboard."""

from __future__ import annotations

import sys
import time
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import MinefieldError, signals
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


def looks_same(shot: Shot, now: NDArray[np.uint8], press: Press) -> bool:
    """Whether a picture of the same part shows around a press what another showed."""
    points = {press.at, *press.around}
    middles = [(int(x), int(y)) for x, y in (shot.to_pixel(*point) for point in points)]
    return all(np.array_equal(patch(now, x, y), patch(shot.picture, x, y)) for x, y in middles)


def patch(picture: NDArray[np.uint8], x: int, y: int) -> NDArray[np.uint8]:
    """The pixels of a picture around one of them."""
    return picture[max(0, y - NEAR) : y + NEAR + 1, max(0, x - NEAR) : x + NEAR + 1]


class Hand(Windows, Protocol):
    """What moves and clicks: mouse coordinates in; it knows the windows of its system.

    `taken` is where the user had taken the pointer while a button was held, None if nowhere.
    """

    taken: Point | None = None
    _down: list[tuple[Callable[[Any, bool], object], Any]]

    def __init__(self) -> None:
        self._down = []
        signals.at_last(weakref.WeakMethod(self.let_go))

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
        return self._kept_down(self._button, buttons, flush)

    def _button(self, button: int, down: bool) -> None:
        """Press or release a button."""
        del button, down

    @contextmanager
    def _kept_down(
        self, put: Callable[[Any, bool], object], what: Sequence[Any], flush: bool
    ) -> Iterator[None]:
        """Keep buttons, or keys, down for the block; `put` presses or releases one."""
        with signals.undisturbed():
            try:
                for one in what:
                    self._down.append((put, one))
                    put(one, True)
                if flush:
                    self.flush()
                yield
            finally:
                self._release()
                if flush:
                    self.flush()

    def _release(self) -> None:
        while self._down:
            put, one = self._down.pop()
            put(one, False)

    def let_go(self) -> None:
        """Release what is down as the process ends on the spot, called in another thread."""
        self._release()
        self.flush()

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
