"""What every kind of Wayland desktop offers here: pictures of monitors, and a seat to play at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import MinefieldError

Pixels = NDArray[np.uint8]
"""A picture, (height, width, 3) uint8 BGR."""
Box = tuple[int, int, int, int]
"""A rectangle (x0, y0, x1, y1) in pixels of a monitor's picture, x1 and y1 exclusive."""
Place = tuple[float, float]
"""A point (x, y) of the desktop, in its own units: those in which windows are laid out."""


CODES: Final = {
    "escape": 1,
    "enter": 28,
    "ctrl": 29,
    "space": 57,
    "f2": 60,
    "f5": 63,
    **{letter: 16 + place for place, letter in enumerate("qwertyuiop")},
    **{letter: 30 + place for place, letter in enumerate("asdfghjkl")},
    **{letter: 44 + place for place, letter in enumerate("zxcvbnm")},
    **{digit: 2 + place for place, digit in enumerate("1234567890")},
}
"""Linux' codes of keys, as <linux/input-event-codes.h> has them."""
BUTTONS: Final = {1: 0x110, 2: 0x112, 3: 0x111}
"""Linux' codes of mouse buttons."""
FRAME: Final = 1 / 60
"""Seconds for which a frame is shown at least, and until the next comes, on most monitors."""
MODIFIERS: Final = {"ctrl": 4}
"""The bit of xkb's mask that a held key sets."""
KEYSYMS: Final = {
    "escape": 0xFF1B,
    "enter": 0xFF0D,
    "ctrl": 0xFFE3,
    "space": 0x20,
    "f2": 0xFFBF,
    "f5": 0xFFC2,
    **{name: ord(name) for name in CODES if len(name) == 1},
}
"""X11's numbers of the same keys."""
KEYMAP: Final = (
    'xkb_keymap { xkb_keycodes { include "evdev" }; xkb_types { include "complete" }; '
    'xkb_compat { include "complete" }; xkb_symbols { include "pc+us" }; };'
)
"""An American keyboard: the codes above mean the same keys on it wherever the user lives."""


class WaylandError(MinefieldError):
    """A Wayland desktop cannot be looked at, or not be played on; the message says why."""

    exit_code = 2


class DesktopGoneError(MinefieldError):
    """The desktop ended, or took its permission back, while it was in use."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Monitor:
    """Where a monitor lies on the desktop, in its units, and how many pixels it shows.

    >>> monitor = Monitor("left", -1024.0, 0.0, 1024.0, 640.0, (1280, 800))
    >>> monitor.scale, monitor.holds((-1.0, 5.0)), monitor.holds((0.0, 5.0))
    ((1.25, 1.25), True, False)
    """

    name: str
    left: float
    top: float
    width: float
    height: float
    pixels: tuple[int, int]

    @property
    def scale(self) -> tuple[float, float]:
        """Pixels to a unit, across and down."""
        return self.pixels[0] / self.width, self.pixels[1] / self.height

    def holds(self, at: Place) -> bool:
        """Whether a point of the desktop lies on it."""
        x, y = at[0] - self.left, at[1] - self.top
        return 0 <= x < self.width and 0 <= y < self.height


class Pictures(Protocol):
    """The monitors of a desktop, to be looked at."""

    name: str
    """How they are looked at, for `mwagent doctor`."""

    @property
    def monitors(self) -> list[Monitor]:
        """The monitors that can be looked at."""
        ...

    def picture(self, monitor: int, box: Box) -> Pixels:
        """What a monitor shows in a box, which lies on it; never older than the last press."""
        ...

    def glance(self, monitor: int, box: Box) -> Pixels:
        """The same, as it was at most one frame ago: quick, for looks between two presses."""
        ...

    def close(self) -> None:
        """Let go of the desktop."""
        ...


class Seat(Pictures, Protocol):
    """The monitors of a desktop with its pointer and keyboard."""

    escape: str
    """Why the pointer cannot be followed, and what stops the player then; "" where it can be."""

    def position(self) -> Place | None:
        """Where the pointer is; None where that cannot be told now."""
        ...

    def move(self, to: Place) -> None:
        """Put the pointer at a point of the desktop."""
        ...

    def button(self, number: int, down: bool) -> None:
        """Press or release a button: 1 is the primary one, 2 the middle, 3 the secondary."""
        ...

    def keys(self, names: list[str]) -> None:
        """Type keys together by their pyautogui names, such as `ctrl` and `n`."""
        ...

    def flush(self) -> None:
        """Make sure that everything so far has been sent."""
        ...
