"""The screen: every monitor through mss, clicks through the one real mouse."""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import signals
from mwagent.minefield.command import warn
from mwagent.player.views.mouse import Mouse, hand
from mwagent.player.views.played import PlayedWindow
from mwagent.player.views.press import FRESH, HANDS_OFF, Aside, Press, looks_same, patch, point_of
from mwagent.player.views.view import Region, Under, View
from mwagent.player.views.windows import Point
from mwagent.vision.capture import Screen, Shot
from mwagent.vision.lattice import Box

BROWSERS: Final = ("chrom", "firefox", "brave", "edge", "opera", "vivaldi", "epiphany", "browser")
"""Parts of the names of programs in which Ctrl+N opens another window."""
RELOAD: Final = "f5"
"""The key that loads a page again, and does anything in a program."""
CLOSE: Final = "escape"
"""The key that closes a dialog or a menu, and where there is none, some programs."""
CORNERS: Final = 7
"""Parts to a side of a picture of the board, of each of which one point tells whether it moved."""


class ScreenView(View):
    """The user's monitors and mouse; the windows on them are the user's, and stay as they are."""

    name = "the screen"
    guarded = False

    def __init__(self, natural: bool = False, check: Callable[[], object] = lambda: None) -> None:
        """`check` is called before each picture; what it raises ends the game."""
        self._check = check
        self._screen = Screen(presses=True)
        self._mouse = Mouse(hand(self._screen.seat), natural)
        if self._screen.seat is not None and self._screen.seat.escape:
            warn(self._screen.seat.escape)
        self._seen: tuple[int, Box, Shot] | None = None
        self._middle: Point | None = None  # of the board
        self._latest: NDArray[np.uint8] | None = None
        self._looked = 0.0
        self._played = PlayedWindow(self._mouse.hand)

    def pictures(self) -> list[Shot]:
        """A picture of every monitor."""
        self._check()
        self._played.look()
        return self._screen.grab_all()

    def grab(self, monitor: int, box: Box) -> Shot:
        """A picture of a part of a monitor."""
        self._check()
        shot = self._screen.grab(monitor, box)
        self._seen = monitor, box, shot
        self._latest, self._looked = shot.picture, time.perf_counter()
        return shot

    def press(self, presses: Sequence[Press]) -> int:
        """Carry out presses in order; returns how many were made.

        Stops where the user moves the mouse, and first waits until it lies still. Stops, too, where
        the screen around a press no longer is what the last `grab` showed, or another window lies.
        """
        if not self._mouse.check():
            self._wait_for_stillness()
            return 0
        if presses:
            self._mouse.hand.reach(presses[0].at)
        careful = self._mouse.natural
        for made, press in enumerate(presses):
            if made and not self._mouse.check():
                self._mouse.flush()
                return made
            if made and time.perf_counter() - self._looked > FRESH:
                self._look_again()
            if made and not self._as_seen(press):
                self._mouse.flush()
                return made
            # What comes up just now may have the colour of the cells it covers in part.
            reaches = partial(self._played.takes, press.at, beside=press.beside)
            if not self._mouse.press(press, self._guard(press, first=not made), reaches):
                self._mouse.flush()
                return made
            if careful or press.hold:
                self._mouse.flush()
        self._mouse.flush()
        return len(presses)

    def pointer(self) -> Point:
        """Where the pointer is."""
        return self._mouse.hand.position()

    def park(self, at: Point) -> None:
        """Leave the pointer at a point without pressing."""
        self._mouse.park(at)

    def text(self) -> str:
        """Titles of the windows of the program that is played, a line each.

        A screen shows no other text than that.
        """
        return "\n".join(self._played.titles())

    def key(self, name: str) -> bool:
        """Type a key; raises FailSafeError when the mouse was thrown into a corner.

        Nothing is typed but into the window that is played, Ctrl+N only where it is known to open
        no window of a browser, and Escape, which ends some programs, only over a dialog or a menu.
        Where no window has the keyboard, that under the pointer takes what is typed.
        """
        self._mouse.check()
        if self._middle is not None and self._played.nobody_listens():
            self._mouse.park(self._middle)
        window = self._played.focused()
        if window is None or name == RELOAD or self._mouse.hand.grabbed():
            return False
        if name == CLOSE and not self._played.dialogs():
            return False
        browser = not window.program or any(word in window.program for word in BROWSERS)
        if "+" in name and browser:
            return False
        self._mouse.hand.key(name)
        return True

    def found(
        self, monitor: int, box: Box, shape: tuple[int, int] = (1, 1), *, same: bool = False
    ) -> None:
        """Note where the board lies, and with it which window is played."""
        del shape, same
        points = self._points(monitor, box)
        self._played.found(points)
        self._middle = points[len(points) // 2]

    def in_the_way(self, monitor: int, box: Box) -> str | None:
        """What is not the game's and lies over the board, or has the keyboard; None for nothing."""
        return self._played.in_the_way(self._points(monitor, box))

    def names_game(self) -> bool:
        """Whether a window in sight is called a game: it may ask for a level before its board."""
        return self._played.names_game()

    def under(self, at: Point) -> Under:
        """Whether a point lies in what is played; see `PlayedWindow.under`."""
        return self._played.under(at)

    def dialogs(self) -> list[Region]:
        """The dialogs and menus of the window that is played, the topmost first."""
        return self._played.dialogs()

    def dismiss(self, region: Region) -> bool:
        """Close a dialog that belongs to what is played as its window is closed."""
        return self._played.dismiss(region)

    def leave(self, region: Region) -> None:
        """Take note that a dialog is not answered: it is in the way."""
        self._played.leave(region)

    def over(self) -> list[Region]:
        """All windows that lie over the one that is played, whosever they are."""
        return self._played.over()

    def plays(self, at: Point) -> bool:
        """Whether a point may show a game; see `PlayedWindow.plays`."""
        return self._played.plays(at)

    def close(self) -> None:
        """Let go of the display."""
        if signals.asked():  # in the midst of presses, of which it drops what it has not taken
            with contextlib.suppress(Exception):
                self._mouse.flush()
                self._mouse.hand.position()
        self._screen.close()

    def _points(self, monitor: int, box: Box) -> list[Point]:
        """Mouse coordinates of points all over a board."""
        seen = self._seen
        known = seen is not None and seen[:2] == (monitor, box)
        shot = seen[2] if seen and known else self._screen.glance(monitor, box)
        parts = [(part + 0.5) / CORNERS for part in range(CORNERS)]
        height, width = shot.picture.shape[:2]
        return [point_of(shot, x * width, y * height) for x, y in itertools.product(parts, parts)]

    def _look_again(self) -> None:
        """Take a picture of what the last `grab` showed."""
        if self._seen is not None:
            monitor, box, _ = self._seen
            self._latest = self._screen.glance(monitor, box).picture
            self._looked = time.perf_counter()

    def _as_seen(self, press: Press) -> bool:
        """Whether the latest picture still shows around a press what the last `grab` showed."""
        if self._seen is None or self._latest is None or not press.around:
            return True
        shot, now = self._seen[2], self._latest
        return now.shape == shot.picture.shape and looks_same(shot, now, press)

    def _guard(self, press: Press, first: bool) -> Aside | None:
        """What tells, while a press on a cell is under way, where it must go lest it strays.

        What the presses before it have opened is none of its business.
        """
        slow = press.rest or press.hold or self._mouse.natural
        if self._seen is None or not press.around or not slow:
            return None
        monitor, box, seen = self._seen
        shot = seen if first else self._screen.glance(monitor, box)
        return lambda: self._strays_to(monitor, box, shot)

    def _strays_to(self, monitor: int, box: Box, shot: Shot) -> Point | None:
        """Where to take the pointer when most of what a picture showed looks otherwise now.

        None where it does not. A press or a hovering pointer changes a few cells at once.
        """
        now, before = self._screen.glance(monitor, box).picture, shot.picture
        if now.shape != before.shape:
            return None
        points = _corners(before)
        same = [np.array_equal(patch(now, x, y), patch(before, x, y)) for x, y in points]
        if sum(same) > len(same) / 2:
            return None
        height, width, _ = before.shape
        return point_of(shot, -width, height / 2)

    def _wait_for_stillness(self) -> None:
        place, since = self._mouse.hand.position(), time.monotonic()
        while time.monotonic() - since < HANDS_OFF:
            time.sleep(0.02)
            self._mouse.check()
            now = self._mouse.hand.position()
            if now != place:
                place, since = now, time.monotonic()
        self._mouse.left_at = place


def _corners(picture: NDArray[np.uint8]) -> list[Point]:
    """The pixel (x, y) of each part of a picture where it changes most, both ways: a corner."""
    grey = picture.astype(np.int16).sum(axis=2)
    across = np.abs(np.diff(grey, axis=1, append=grey[:, -1:]))
    down = np.abs(np.diff(grey, axis=0, append=grey[-1:]))
    strength = np.minimum(across, down) * 8 + across + down
    points = []
    rows, cols = (np.linspace(0, side, CORNERS + 1).astype(int).tolist() for side in grey.shape)
    for (top, foot), (left, right) in itertools.product(
        itertools.pairwise(rows), itertools.pairwise(cols)
    ):
        part = strength[top:foot, left:right]
        if part.size:
            row, col = divmod(int(part.argmax()), part.shape[1])
            points.append((left + col, top + row))
    return points
