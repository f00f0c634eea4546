"""A view of a game that is drawn, not run: what a screen shows and takes, without a screen.

`MisbehavingView` does what programs and desktops do at their worst: it drops presses, paints late,
moves the board, and covers a part of it for a while. Nothing of it ever shows a wrong board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, Self

import numpy as np

from mwagent.minefield import FLAG, Board, Button, Click, Game
from mwagent.minefield.clock import Clock
from mwagent.player.views import PRIMARY, Point, Press, View
from mwagent.player.views.press import MIDDLE, SECONDARY
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Box, Lattice
from testbed.drawn_classic import Drawing, Picture, desktop, draw

PITCH: Final = 20.0
BUTTONS: Final = {PRIMARY: Button.LEFT, SECONDARY: Button.RIGHT, MIDDLE: Button.CHORD}


@lru_cache(maxsize=8)
def _drawn(board: str, at: tuple[float, float]) -> Picture:
    """A desktop with a board on it, drawn once for all pictures of it."""
    screen = desktop()
    draw(board.splitlines(), Drawing(PITCH, *at, 0), screen)
    return screen


class Monitor:
    """Whatever draws one picture, looked at as the monitor of a computer."""

    def picture(self) -> Picture:
        """What is on the screen now, (height, width, 3) uint8."""
        raise NotImplementedError

    def pictures(self) -> list[Shot]:
        """One monitor."""
        return [Shot(self.picture(), 0.0, 0.0, 1.0, 1.0, 0)]

    def grab(self, monitor: int, box: Box) -> Shot:
        """A part of it."""
        x0, y0, x1, y1 = box
        part = np.ascontiguousarray(self.picture()[y0:y1, x0:x1])
        return Shot(part, float(x0), float(y0), 1.0, 1.0, monitor)


class DrawnClock(Clock):
    """Goes on with what is waited for; all else takes no time, but that it is asked for."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        """Seconds since it was made."""
        self.seconds += 0.001
        return self.seconds

    def wait(self, seconds: float) -> None:
        """Go on at once."""
        self.seconds += max(seconds, 0.001)


class LoneView(Monitor, View):
    """A view on one board, with no words, keys, dialogs or other programs, by a clock of its own.

    That goes on by GRAB seconds for a part of it, and by SEARCH for all, which is to be searched.
    """

    GRAB: Final = 0.003
    SEARCH: Final = 0.15

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        """Make a view, whatever it is made of."""
        del args, kwargs
        view = super().__new__(cls)
        view.clock = DrawnClock()
        return view

    def pictures(self) -> list[Shot]:
        """One monitor."""
        self.clock.wait(self.SEARCH)
        return super().pictures()

    def grab(self, monitor: int, box: Box) -> Shot:
        """A part of it."""
        self.clock.wait(self.GRAB)
        return super().grab(monitor, box)

    def key(self, name: str) -> bool:
        """No key does anything."""
        return False

    def plays(self, at: Point) -> bool:
        """Nobody knows what else is there."""
        del at
        return True

    def close(self) -> None:
        """Nothing is held."""


class Still(LoneView):
    """A view of a picture that a test replaces; notes what is pressed and typed there."""

    name = "the screen"
    guarded = False

    def __init__(self, shown: Picture):
        self.shown = shown
        self.pressed: list[Point] = []
        self.keys: list[str] = []

    def picture(self) -> Picture:
        """What is on the screen now, (height, width, 3) uint8."""
        return self.shown

    def press(self, presses: Sequence[Press]) -> int:
        """Presses do nothing."""
        self.pressed += [press.at for press in presses]
        return len(presses)

    def pointer(self) -> Point:
        """The pointer is out of the way."""
        return (0, 0)

    def park(self, at: Point) -> None:
        """The pointer is not drawn."""

    def key(self, name: str) -> bool:
        """Keys do nothing."""
        self.keys.append(name)
        return True


class DrawnView(LoneView):
    """A desktop with a classic board on it, which takes presses; F2 begins a new round.

    `deal` makes the game of each round; `game` is the one being played.
    """

    name = "the screen"
    guarded = False

    def __init__(self, deal: Callable[[int], Game]):
        self._deal = deal
        self._rounds = 0
        self.at = (300.0, 180.0)
        self.game = deal(0)
        self.clicks: list[Click] = []
        self._pointer: Point = (0, 0)

    @property
    def lattice(self) -> Lattice:
        """Where the board lies."""
        rows, cols = self.game.board.shape
        return Lattice(*self.at, PITCH, PITCH, rows, cols)

    def picture(self) -> Picture:
        """What is on the screen now, (height, width, 3) uint8."""
        return _drawn(str(Board(self.game.board.cells)), self.at).copy()

    def press(self, presses: Sequence[Press]) -> int:
        """Play what is pressed on the board."""
        for press in presses:
            self.take(press)
        return len(presses)

    def take(self, press: Press) -> None:
        """Play one press, if it is on the board."""
        self._pointer = press.at
        col, row = (int((at - start) // PITCH) for at, start in zip(press.at, self.at, strict=True))
        rows, cols = self.game.board.shape
        if 0 <= row < rows and 0 <= col < cols:
            # As in many programs, a plain click on an open number is a chord, too.
            opened = self.game.board[row, col] < FLAG
            button = Button.CHORD if opened else BUTTONS[press.buttons[0]]
            click = Click((row, col), button)
            self.clicks.append(click)
            self.game.play(click)

    def pointer(self) -> Point:
        """Where the last press was, or where it was put since."""
        return self._pointer

    def park(self, at: Point) -> None:
        """The pointer is not drawn."""
        self._pointer = at

    def key(self, name: str) -> bool:
        """F2 begins a new round."""
        if name == "f2":
            self._rounds += 1
            self.game = self._deal(self._rounds)
        return True


class MisbehavingView(DrawnView):
    """Drops, delays, moves and covers, each after so many presses or pictures of its own."""

    DROPPED: Final = 4
    """Each fourth press does nothing, though it is said to be made."""
    REFUSED: Final = 5
    """Each fifth batch is refused."""
    LATE: Final = 3
    """Pictures for which a press stays unseen."""
    MOVED: Final = 7
    """After each seventh press the board moves, by a cell or by a part of one."""
    COVERED: Final = 9
    """After each ninth press a window lies over a part of the board for a few pictures."""

    def __init__(self, deal: Callable[[int], Game]):
        super().__init__(deal)
        self._pressed = 0
        self._batches = 0
        self._old: list[Picture] = []
        self._covered = 0

    def picture(self) -> Picture:
        """What is painted by now."""
        if self._old:
            return self._old.pop()
        screen = super().picture()
        if self._covered:
            self._covered -= 1
            x, y = (int(side) for side in self.at)
            screen[y + 30 : y + 110, x + 30 : x + 110] = (120, 90, 60)
            screen[y + 32 : y + 50, x + 32 : x + 108] = (250, 250, 250)
        return screen

    def press(self, presses: Sequence[Press]) -> int:
        """Play some of what is pressed."""
        self._batches += 1
        if self._batches % self.REFUSED == 0:
            return 0
        before = super().picture()
        for made, press in enumerate(presses, 1):
            self._pressed += 1
            if self._pressed % self.DROPPED:
                self.take(press)
            if self._pressed % self.MOVED == 0:
                self.at = (self.at[0] + 20.0, self.at[1] + 8.0)
            if self._pressed % self.COVERED == 0:
                self._covered = 12
            if self._pressed % self.MOVED == 0 or self._covered:
                # As a hand does that looks before each press: the rest is not made.
                self._old = [before] * self.LATE
                return made
        self._old = [before] * self.LATE
        return len(presses)
