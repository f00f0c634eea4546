"""Screens with a board in one of the looks of `drawn_kinds`."""

from __future__ import annotations

from typing import Final

import numpy as np

from mwagent.minefield import Board, Level
from testbed.drawn_classic import Drawing, Picture, draw
from testbed.drawn_kinds import MARGIN, Look

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
