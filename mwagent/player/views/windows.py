"""The windows of a screen: which are in sight, whose they are, and which has the keyboard.

`Windows` is all that is asked of a system for that, and answered by the hand of the system: on X11
`x11_windows.py`. What a system does not tell is not taken for the game's. `ScreenView` decides by
it whose window is pressed or typed into (`View.under`, `View.key`, `View.in_the_way`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

Point = tuple[int, int]
"""Mouse coordinates (x, y)."""
BAR: Final = 48
"""Height of the title bar that a program draws itself, at most, in pixels."""
SMALLEST_WINDOW: Final = 40
"""Least width and height of what counts as a window of a program, in pixels."""


@dataclass(frozen=True, slots=True)
class OpenWindow:
    """A window that is in sight: its title, where it lies, and which program's it is.

    `region` is left, top, right, bottom in mouse coordinates; windows of one program have the same
    `owner`. The `number` tells it from all others as long as it is open. It `belongs` to another
    window of its program where the system says so: as a dialog or a menu of that. `program` is the
    name of the program in small letters, "" where it has none. `client` gives the part that the
    program fills, without what a window manager or the program itself has put around it to move
    and close it; None stands for all of it.
    """

    title: str
    region: tuple[int, int, int, int]
    owner: int
    client: Callable[[], tuple[int, int, int, int]] | None = None
    number: int = 0
    belongs: bool = False
    program: str = ""

    def holds(self, at: Point) -> bool:
        """Whether a point lies in it.

        >>> OpenWindow("Mines", (0, 0, 10, 10), 1).holds((9, 10))
        False
        """
        return within(self.region, at)

    def inner(self) -> tuple[int, int, int, int]:
        """Where its program takes clicks, which they do not on its frame and its title bar."""
        return self.region if self.client is None else self.client()


def within(region: tuple[float, float, float, float], at: Point) -> bool:
    """Whether a point lies in a rectangle."""
    x0, y0, x1, y1 = region
    return x0 <= at[0] < x1 and y0 <= at[1] < y1


class Windows(Protocol):
    """What a system tells of its windows; here one that tells nothing."""

    def windows(self) -> list[OpenWindow]:
        """The windows of programs in sight, the lowest first; none where that cannot be told."""
        return []

    def window(self, at: Point) -> int | None:
        """The number of the window that takes a press at a point, also of one of no program.

        None where nothing but the background lies there, or where that cannot be told.
        """
        del at
        return None

    def window_now(self, at: Point) -> int | None:
        """The same for a press that is about to be made, whatever was kept of earlier answers."""
        return self.window(at)

    def part(self, at: Point) -> int | None:
        """The number of the widget at a point that is a window of its own; None where not told."""
        del at
        return None

    def hidden(self, number: int) -> bool:
        """Whether a window is there and out of sight, as a minimised one; False where not told."""
        del number
        return False

    def grabbed(self) -> bool:
        """Whether a program takes all that is typed, whichever window has the keyboard."""
        return False

    def close_window(self, number: int) -> bool:
        """Ask a window to close, as the button to close it does; False where it has none."""
        del number
        return False

    def focus(self) -> int | None:
        """The number of the window that gets what is typed now; None where it cannot be told."""
        return None
