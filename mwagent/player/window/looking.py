"""One `look` at the board: waiting until it shows what the clicks did, and reading it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mwagent.minefield import HIDDEN, Cell, Stage, rules
from mwagent.player.rounds import Announcement, Ending
from mwagent.player.tracking import (
    PaintWatch,
    TrackedBoard,
    has_unfinished_zeros,
    plausible,
    with_clicked_blank,
    without_strays,
)
from mwagent.player.views import Point
from mwagent.player.window.position import Position
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN, Reading

BESIDE: Final = 0.75
"""Cells between the board and the pointer that is put aside."""


class Looking:
    """Looks at a board and reads it in the light of what was clicked; notes it in the position."""

    def __init__(self, tracked: TrackedBoard, position: Position):
        self.announcement = Announcement(tracked.view)
        self.paint = PaintWatch(tracked)
        self.ending = Ending()
        self._tracked = tracked
        self._position = position

    def await_paint(self) -> None:
        """Wait for the first sign of what the last clicks open or flag."""
        position, due = self._position, self._position.due
        for click in reversed(position.clicked):
            if click.cell in due:
                self.paint.await_paint(click.cell, position.shot)
                return

    def settle(self, before: Sequence[str], awaited: bool = True) -> Reading:
        """Watch the board until it shows what it must, and is still where stillness is needed.

        `before` are the rows of symbols read before the clicks; nothing but a board that makes
        sense is waited for without `awaited`. The reading is lost or won where the clicks have
        ended the game.
        """
        due = self._position.due if awaited else set()
        reading, shot = self.paint.settle(
            self.read,
            lambda reading: self._complete(reading, due),
            lambda: self.announcement.stage() is not None,
            bool(due),
        )
        self._position.see(shot, reading)
        return self.with_end(before, reading)

    def with_end(self, before: Sequence[str], reading: Reading) -> Reading:
        """Take a reading for the last one, lost or won where the clicks have ended the game."""
        position = self._position
        flagged = self._tracked.flagged
        ended = self.ending.with_end(before, reading, position.board, position.clicked, flagged)
        position.see(position.shot, ended)
        return ended

    def read(self, picture: Picture) -> Reading:
        """A picture of the board's pixels, read in the light of what was clicked."""
        board, clicked = self._position.board, self._position.clicked
        reading = with_clicked_blank(self._tracked.read(picture), board, clicked)
        return without_strays(reading, board, clicked, self._tracked.program.known_skin)

    def makes_sense(self, reading: Reading) -> bool:
        """Whether a reading can be the board that is believed, one look later."""
        return plausible(reading, self._position.board, self._tracked.program)

    def stays_closed(self, reading: Reading) -> bool:
        """Whether cells look closed that we have opened, or zeros have closed ones beside them."""
        if reading.stage in (Stage.WON, Stage.LOST):
            return False
        pressed = self._tracked.pressed
        closed = any(reading.cells[row][col] in f"#{UNKNOWN}" for row, col in pressed)
        return closed or has_unfinished_zeros(reading, self._tracked.program)

    def hovers(self) -> bool:
        """Whether the pointer is over the board, or within half a cell of it."""
        location, (x, y) = self._tracked.location, self._tracked.view.pointer()
        left, top = self._position.shot.left, self._position.shot.top
        height, width = self._position.shot.picture.shape[:2]
        right, foot = self._position.shot.to_screen(width, height)
        across, down = right - left, foot - top
        room_x, room_y = across / location.shape[1] / 2, down / location.shape[0] / 2
        return left - room_x < x < right + room_x and top - room_y < y < foot + room_y

    def step_aside(self) -> None:
        """Take the pointer off the board: what it hovers over may show more than the cells."""
        self._tracked.view.park(self.beside())

    def beside(self) -> Point:
        """Mouse coordinates of a point beside the board."""
        location = self._tracked.location
        x0, y0, x1, y1 = location.box
        right, middle = x1 - x0 + BESIDE * location.lattice.pitch_x, (y1 - y0) / 2
        x, y = self._position.shot.to_screen(right, middle)
        return int(x), int(y)

    def _complete(self, reading: Reading, due: set[Cell]) -> bool:
        """Whether a reading can be all there is: nothing due is missing, nothing is odd."""
        if set(reading.unknown) - self._position.unread:
            return False
        if reading.stage is Stage.LOST:
            return True
        board = reading.board()
        if any(board[cell] == HIDDEN for cell in due):
            return False
        unfinished = has_unfinished_zeros(reading, self._tracked.program)
        return not unfinished and not rules.impossible_numbers(board).any()
