"""A program that is drawn, in the looks of `drawn_kinds`: whole games, without a window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from mwagent.minefield import FLAG, Board, Button, Click, Game, Level, Stage
from mwagent.player.views import Press
from testbed.drawn_classic import Drawing, Picture, draw
from testbed.drawn_kinds import MARGIN, Look
from testbed.drawn_view import BUTTONS, DrawnView

CLASSIC: Final = "classic"
SCREEN: Final = (1000, 900)
"""Width and height of what is shown, in pixels."""
TOP: Final = 60
"""Pixels above a board's page."""
PAGE: Final = (232, 228, 222)
"""Colour of what lies around, BGR."""


def shown(look: Look, board: Board) -> tuple[Picture, tuple[int, int]]:
    """A screen with a board in its middle, and where its first cell begins, x and y.

    Of the kind CLASSIC it is in the skin of that name, which the bot and the coach know.
    """
    screen = np.full((SCREEN[1], SCREEN[0], 3), PAGE, np.uint8)
    if look.kind == CLASSIC:
        at = (SCREEN[0] - board.shape[1] * look.pitch) // 2, TOP + MARGIN
        draw(str(Board(board.cells)).splitlines(), Drawing(look.pitch, *at, 0), screen)
        return screen, at
    drawn = look.draw(board)
    height, width = drawn.shape[:2]
    left = (SCREEN[0] - width) // 2
    screen[TOP : TOP + height, left : left + width] = drawn
    return screen, (left + MARGIN, TOP + MARGIN)


def level_of(look: Look, rng: np.random.Generator) -> Level:
    """A level that fits on the screen in this look."""
    most = (min(SCREEN) - TOP - 2 * MARGIN) // look.pitch
    rows, cols = (int(n) for n in rng.integers(8, min(12, most) + 1, 2))
    return Level(rows, cols, rows * cols // 7)


class LookView(DrawnView):
    """A program that draws in a look and takes presses; F2 begins a new round.

    `deal` makes the game of each round.
    """

    def __init__(self, look: Look, deal: Callable[[int], Game]):
        super().__init__(deal)
        self.look = look
        self._painted: tuple[str, Picture] | None = None

    def picture(self) -> Picture:
        """What is on the screen now, (height, width, 3) uint8."""
        state = str(Board(self.game.board.cells))
        if self._painted is None or self._painted[0] != state:
            screen, self.at = shown(self.look, self.game.board)
            self._painted = state, screen
        return self._painted[1].copy()

    def take(self, press: Press) -> None:
        """Play one press, if it is on the board."""
        self._pointer = press.at
        col, row = (
            int((at - start) // self.look.pitch)
            for at, start in zip(press.at, self.at, strict=True)
        )
        rows, cols = self.game.board.shape
        if (
            0 <= row < rows
            and 0 <= col < cols
            and self.game.stage in (Stage.WAITING, Stage.ONGOING)
        ):
            opened = self.game.board[row, col] < FLAG
            button = Button.CHORD if opened else BUTTONS[press.buttons[0]]
            click = Click((row, col), button)
            self.clicks.append(click)
            self.game.play(click)
