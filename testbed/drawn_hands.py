"""Pages that are played by other hands than most: drawn, not run, with their words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from mwagent.minefield import FLAG, HIDDEN, Board, Button, Click, FirstClick, Game, Level
from mwagent.player.views import PRIMARY, Point, Press, Region, Under
from mwagent.player.views.press import MIDDLE
from testbed.drawn_classic import Picture
from testbed.drawn_games import shown
from testbed.drawn_kinds import Look
from testbed.drawn_view import LoneView

LEVEL: Final = Level(7, 8, 8)
SIZE: Final = (90, 26)
"""Width and height of a button, in pixels."""
LONG: Final = 0.45
"""Seconds of a long press."""
ENTRIES: Final = ("Dig", "Flag", "Buy", "Cancel")
"""What a menu over a cell offers."""


@lru_cache
def drawn(look: Look, cells: bytes) -> tuple[Picture, tuple[int, int]]:
    """A screen with a board, and where that begins, drawn once for all pictures of it."""
    return shown(look, Board(np.frombuffer(cells, np.int8).reshape(LEVEL.rows, LEVEL.cols)))


class HandsView(LoneView):
    """A page with one board, played by `hands`: see `_act`; "New game" begins a round.

    `opened` are the cells that were opened, and `astray` counts presses on what nobody asked for.
    """

    name = "the page"
    alone = True
    guarded = True

    def __init__(self, hands: str, look: Look, seed: int = 0):
        self.hands, self.look, self.seed = hands, look, seed
        self.astray = self.presses = 0
        self.digging = hands != "mode"
        self.menu: tuple[Point, tuple[int, int]] | None = None
        self._at: Point = (0, 0)
        self.games: list[Game] = []
        self._begin()

    def _begin(self) -> None:
        self.game = Game(LEVEL, seed=self.seed + len(self.games), rule=FirstClick.OPEN)
        self.games.append(self.game)
        self.opened: list[tuple[int, int]] = []

    def picture(self) -> Picture:
        """What is on the screen now, (height, width, 3) uint8."""
        screen, (x, y) = drawn(self.look, self.game.board.cells.tobytes())
        screen = screen[: y + 9 * self.look.pitch, 280:-280].copy()
        self._corner = x - 280, y
        for words, (x0, y0, x1, y1) in self.buttons():
            cv2.rectangle(screen, (int(x0), int(y0)), (int(x1), int(y1)), (250, 250, 250), -1)
            at = int(x0) + 6, int(y1) - 8
            cv2.putText(screen, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1)
        return screen

    def buttons(self) -> list[tuple[str, Region]]:
        """What can be pressed beside the board, or lies over it."""
        said = [("New game", (20.0, 8.0))]
        if self.hands == "mode":
            said.append((f"Mode: {'dig' if self.digging else 'flag'}", (140.0, 8.0)))
        if self.menu is not None:
            (x, y), _ = self.menu
            said += [(word, (float(x), float(y + SIZE[1] * at))) for at, word in enumerate(ENTRIES)]
        return [(words, (x, y, x + SIZE[0] + 30, y + SIZE[1])) for words, (x, y) in said]

    def under(self, at: Point) -> Under:
        """What a button says, where one is."""
        return Under(ours=True, words=self._button(at))

    def _button(self, at: Point) -> str:
        x, y = at
        inside = [w for w, (x0, y0, x1, y1) in self.buttons() if x0 <= x < x1 and y0 <= y < y1]
        return inside[-1] if inside else ""

    def press(self, presses: Sequence[Press]) -> int:
        """Take presses, in order."""
        for press in presses:
            self._at = press.at
            self.presses += 1
            self.clock.wait(press.hold + press.rest)
            self._take(press)
        return len(presses)

    def _take(self, press: Press) -> None:
        said, menu = self._button(press.at), self.menu
        self.menu = None
        if said == "New game":
            self._begin()
        elif said.startswith("Mode"):
            self.digging = not self.digging
        elif said and menu is not None:
            self.astray += said == "Buy"
            if said in ENTRIES[:2]:
                self._play(menu[1], Button.LEFT if said == "Dig" else Button.RIGHT)
        elif menu is None:
            x, y = self._corner
            row, col = (press.at[1] - y) // self.look.pitch, (press.at[0] - x) // self.look.pitch
            if 0 <= row < LEVEL.rows and 0 <= col < LEVEL.cols:
                self._act((row, col), press)
            else:
                self.astray += 1

    def _act(self, cell: tuple[int, int], press: Press) -> None:
        """What a press on a cell does."""
        begun = bool((self.game.board.cells < FLAG).any())
        left = press.buttons[0] == PRIMARY
        if press.buttons[0] == MIDDLE or len(press.buttons) > 1:
            return
        if self.hands == "menu":
            closed = self.game.board[cell] >= FLAG
            self.menu = (press.at, cell) if left and closed else None
        elif self.hands == "swap":
            opens = left != begun
            self._play(cell, Button.LEFT if opens else Button.RIGHT)
        elif self.hands == "double":
            self._play(cell, *([Button.LEFT] if left and press.times == 2 else []))
        elif self.hands == "long" and left:
            self._play(cell, Button.LEFT if press.hold >= LONG else Button.RIGHT)
        elif self.hands == "mode" and left:
            self._play(cell, Button.LEFT if self.digging else Button.RIGHT)
        elif self.hands == "left":
            self._play(cell, Button.LEFT if left else Button.RIGHT)

    def _play(self, cell: tuple[int, int], *buttons: Button) -> None:
        for button in buttons:
            if button is Button.RIGHT or self.game.board[cell] == HIDDEN:
                self.opened += [cell] * (button is Button.LEFT)
                self.game.play(Click(cell, button))

    def pointer(self) -> Point:
        """Where the last press was, or where it was put since."""
        return self._at

    def park(self, at: Point) -> None:
        """The pointer is not drawn."""
        self._at = at
