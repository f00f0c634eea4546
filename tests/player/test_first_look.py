"""The first look at a board: the pointer may have left a mark on it before."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from mwagent.minefield import HIDDEN, Cell, FirstClick, Game, Level
from mwagent.player.play import play_game
from mwagent.player.views import Point
from mwagent.player.window import SightedWindow, recovering
from mwagent.solvers import create
from testbed.drawn_classic import Picture
from testbed.drawn_view import PITCH, DrawnView

INKS = ((0, 0, 0), (255, 0, 0), (0, 128, 0), (0, 0, 255), (112, 25, 25), (42, 42, 165))


class Left(DrawnView):
    """Flat buttons; one is a shade lighter for good once the pointer, which lay on it, has left."""

    left: Cell | None = None

    def __init__(self) -> None:
        super().__init__(lambda number: Game(Level(9, 9, 10), 7, FirstClick.OPEN))
        self._pointer = (410, 270)

    def park(self, at: Point) -> None:
        super().park(at)
        self.left = (4, 5)

    def picture(self) -> Picture:
        screen = np.zeros((480, 640, 3), np.uint8)
        for cell in np.ndindex(self.game.board.shape):
            self._draw(screen, cell)
        return screen

    def _draw(self, screen: Picture, cell: tuple[int, ...]) -> None:
        x, y = (int(start + PITCH * at) for start, at in zip(self.at, cell[::-1], strict=True))
        code, foot, right = int(self.game.board.cells[cell]), y + int(PITCH), x + int(PITCH)
        if code == HIDDEN:
            screen[y:foot, x:right] = 255
            screen[y + 1 : foot, x + 1 : right] = 160
            screen[y + 1 : foot - 1, x + 1 : right - 1] = 240 if cell == self.left else 236
            return
        screen[y:foot, x:right] = 160
        screen[y + 1 : foot, x + 1 : right] = 211
        if 0 < code < len(INKS):
            at, font = (x + 5, foot - 5), cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(screen, str(code), at, font, 0.45, INKS[code], 1, cv2.LINE_AA)


@pytest.mark.slow
def test_a_closed_cell_that_the_pointer_has_left_a_mark_on_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recovering, "SEARCH", 1.0)
    window = SightedWindow(Left())
    assert (window.look().cells == HIDDEN).all()
    assert play_game(window, create("best"), 10).won
