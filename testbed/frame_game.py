"""A Minesweeper in an X window that takes the mouse as badly as real programs do.

    python -m testbed.frame_game release --rate 10 --seed 3 --journal hits.txt

Programs that draw frame after frame often ask for the pointer only then, or act on a release
wherever the pointer is by then. F2 begins a new round. Each mine that is hit is a line of the
journal: row, column, and number of the round.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from Xlib import XK, X
from Xlib.display import Display

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Button,
    Cell,
    Click,
    FirstClick,
    Game,
    Level,
    neighbours,
)
from testbed.drawn_classic import Drawing, draw

HABITS: Final = ("state", "press", "release", "late", "deaf", "chord")
"""What a program goes by: the state of the buttons once a frame, presses or releases at the place
of the pointer once a frame, presses at its place a frame ago, presses of some length alone, or a
right press soon after a left one for a chord that does not count flags."""
SIDE: Final = 20
DEAF: Final = 50
"""Milliseconds of a press that a deaf program does not hear."""
SOON: Final = 100
"""Milliseconds after a left press in which a right one makes it a chord."""
BUTTONS: Final = {1: Button.LEFT, 2: Button.CHORD, 3: Button.RIGHT}


class FrameGame:
    """The window, and the round that is played in it."""

    def __init__(self, habit: str, level: Level, seed: int, hit: Callable[[Cell, int], None]):
        self._habit = habit
        self._level = level
        self._seed = seed
        self._hit = hit
        self._rounds = 0
        self._held: set[int] = set()
        self._down = 0
        self._was_at = (0, 0)
        self._left_at = -SOON
        self._display = Display()
        screen = self._display.screen()
        self._depth = screen.root_depth
        width, height = SIDE * (level.cols + 2), SIDE * (level.rows + 2)
        self._window = screen.root.create_window(
            *(200, 150, width, height, 0, self._depth),
            background_pixel=0xC0C0C0,
            event_mask=X.ButtonPressMask | X.ButtonReleaseMask | X.KeyPressMask | X.ExposureMask,
        )
        self._window.set_wm_name("Mines")
        self._window.set_wm_class("mines", "Mines")
        self._gc = self._window.create_gc()
        self._shown: NDArray[np.uint8] | None = None
        self._window.map()
        self._begin()

    def _begin(self) -> None:
        self._rounds += 1
        self.game = Game(self._level, 1000 * self._seed + self._rounds, FirstClick.OPEN)

    def frame(self) -> None:
        """Take what has come since the last frame, and draw."""
        for _ in range(self._display.pending_events()):
            event = self._display.next_event()
            if event.type == X.Expose:
                self._shown = None
            elif event.type == X.KeyPress:
                if self._display.keycode_to_keysym(event.detail, 0) == XK.XK_F2:
                    self._begin()
            elif event.type in (X.ButtonPress, X.ButtonRelease) and event.detail in BUTTONS:
                self._take(event)
        if self._habit == "state":
            self._look_at_buttons()
        self._was_at = self._pointer()
        self._draw()

    def _take(self, event: Any) -> None:
        """Act on a press or release, as is the program's habit."""
        pressed = event.type == X.ButtonPress
        if self._habit in ("press", "release") and pressed == (self._habit == "press"):
            self._act(event.detail, self._pointer())
        elif self._habit == "late" and pressed:
            self._act(event.detail, self._was_at)
        elif self._habit == "deaf":
            if pressed:
                self._down = event.time
            elif event.time - self._down >= DEAF:
                self._act(event.detail, (event.event_x, event.event_y))
        elif self._habit == "chord" and pressed:
            at = event.event_x, event.event_y
            if event.detail == 1:
                self._left_at = event.time
            if event.detail == 3 and event.time - self._left_at <= SOON:
                self._open_around(at)
            else:
                self._act(event.detail, at)

    def _look_at_buttons(self) -> None:
        mask = self._window.query_pointer().mask
        held = {b for b in BUTTONS if mask & (X.Button1Mask, X.Button2Mask, X.Button3Mask)[b - 1]}
        for button in held - self._held:
            self._act(button, self._pointer())
        self._held = held

    def _pointer(self) -> tuple[int, int]:
        place = self._window.query_pointer()
        return place.win_x, place.win_y

    def _cell(self, at: tuple[int, int]) -> Cell | None:
        col, row = at[0] // SIDE - 1, at[1] // SIDE - 1
        inside = 0 <= row < self._level.rows and 0 <= col < self._level.cols
        return (row, col) if inside else None

    def _act(self, button: int, at: tuple[int, int]) -> None:
        cell = self._cell(at)
        if cell is not None:
            # As in many programs, a plain click on an open number is a chord, too.
            chord = self.game.board[cell] < FLAG and button != 3
            self._play(Click(cell, Button.CHORD if chord else BUTTONS[button]))

    def _open_around(self, at: tuple[int, int]) -> None:
        cell = self._cell(at)
        if cell is not None and self.game.board[cell] < FLAG:
            for other in neighbours(cell, self.game.board.shape):
                if self.game.board[other] == HIDDEN:
                    self._play(Click(other))

    def _play(self, click: Click) -> None:
        before = self.game.exploded
        self.game.play(click)
        if self.game.exploded is not None and before is None:
            self._hit(self.game.exploded, self._rounds)

    def _draw(self) -> None:
        """Paint the cells that have changed."""
        cells, exploded = self.game.board.cells, self.game.exploded
        rows = [[("012345678F*#"[code]) for code in row] for row in cells.tolist()]
        if exploded is not None and cells[exploded] == MINE:
            rows[exploded[0]][exploded[1]] = "X"
        height, width = SIDE * (len(rows) + 2), SIDE * (len(rows[0]) + 2)
        picture = np.full((height, width, 3), 0xC0, np.uint8)
        draw(["".join(row) for row in rows], Drawing(SIDE, SIDE, SIDE, 0), picture)
        old, self._shown = self._shown, picture
        for y in range(0, height, SIDE):
            for x in range(0, width, SIDE):
                part = picture[y : y + SIDE, x : x + SIDE]
                if old is None or not np.array_equal(part, old[y : y + SIDE, x : x + SIDE]):
                    pixels = np.zeros((*part.shape[:2], 4), np.uint8)
                    pixels[..., :3] = part
                    self._window.put_image(
                        *(self._gc, x, y, SIDE, SIDE, X.ZPixmap, self._depth, 0), pixels.tobytes()
                    )
        self._display.flush()


def main() -> None:
    """Play until killed."""
    os.environ.setdefault("XAUTHORITY", os.devnull)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("habit", choices=HABITS)
    parser.add_argument("--rate", type=float, default=60.0, help="frames in a second")
    parser.add_argument("--level", type=Level.parse, default=Level(9, 9, 10))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journal", type=Path, default=Path("journal.txt"))
    args = parser.parse_args()
    journal = args.journal.open("a", buffering=1, encoding="utf-8")

    def hit(cell: Cell, number: int) -> None:
        journal.write(f"{cell[0]} {cell[1]} {number}\n")

    game = FrameGame(args.habit, args.level, args.seed, hit)
    while True:
        began = time.monotonic()
        game.frame()
        time.sleep(max(0.0, 1 / args.rate - (time.monotonic() - began)))


if __name__ == "__main__":
    main()
