"""One `look` at the board: waiting until it shows what the clicks did, and reading it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from mwagent.belief import Location, clicked_blank, has_unfinished_zeros, plausible
from mwagent.minefield import FLAG, HIDDEN, Cell, Stage, rules
from mwagent.player.rounds import Announcement, Ending, verdict
from mwagent.player.views import Point, Region, point_of
from mwagent.player.window.played_board import PlayedBoard
from mwagent.player.window.settling import Acts, Follower, Phase
from mwagent.vision.capture import Shot
from mwagent.vision.header.words import find_painted
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN, Reading, Told

TARDY: Final = 0.1
"""Seconds from which reading a board is slow."""
PROBE: Final = 0.1
"""Seconds for which a single cell is watched for the first sign of a paint."""


@dataclass(slots=True)
class Spent:
    """Seconds spent grabbing pictures and reading them, in all looks so far."""

    grab: float = 0.0
    read: float = 0.0
    grabs: int = 0


class Looking:
    """Looks at a board and reads it in the light of what was clicked; notes that."""

    def __init__(self, board: PlayedBoard):
        self.announcement = Announcement(board.view)
        self.follower = Follower()
        self.spent = Spent()
        self.late = False
        """Whether the last clicks had no effect for a while."""
        self._clock = board.view.clock
        self.ending = Ending()
        self._board = board
        self._dialogs: list[Region] = []

    @property
    def answered(self) -> bool:
        """Whether a dialog of the program has come up since the last clicks."""
        dialogs = self._windows()
        return bool(self._board.clicked) and any(one not in self._dialogs for one in dialogs)

    def note_dialogs(self) -> None:
        """Take the dialogs that are open now for none that the next clicks bring up."""
        self._dialogs = self._windows()

    def _windows(self) -> list[Region]:
        """The dialogs that are windows; those of a page are parts of its picture."""
        return [] if self._board.view.alone else self._board.view.dialogs()

    def said(self, *, painted: bool) -> Stage | None:
        """How the program says that the round has ended, perhaps in what is `painted` over it."""
        cleared, now = self._board.cleared, self._board.shot.picture
        before = self._board.before.picture
        said = self.announcement.stage(cleared)
        if said or not (painted and self.announcement.awaited and now.shape == before.shape):
            return said
        lines = (label.text for label in find_painted(now, before))
        return verdict("\n".join(lines), cleared=cleared)

    def await_paint(self) -> None:
        """Wait for the first sign of what the last clicks open or flag."""
        due, clicked = self._board.due, self._board.clicked
        for click in reversed(clicked):
            if click.cell in due:
                # Grabbing a part of the board is cheap, but where grabbing is slow at all.
                if self.spent.grab <= 0.004 * self.spent.grabs:
                    self.late = not self._changes(click.cell)
                if self.late:
                    self._nudge(clicked[-1].cell)
                return

    def _changes(self, cell: Cell) -> bool:
        """Whether a cell of the last picture changes soon."""
        location = self._board.location
        box = location.lattice.cell_box(cell)
        old = location.part(self._board.shot.picture, box)
        view, monitor = self._board.view, self._board.location.monitor
        shown = (view.grab(monitor, box).picture for _ in self._clock.ticks(PROBE, 0.002))
        return any(not np.array_equal(now, old) for now in shown)

    def _nudge(self, cell: Cell) -> None:
        """Move the pointer by a pixel where it is still at the cell that was pressed last.

        Browsers on X11 now and then leave the last of many quick events in a queue until the next
        one comes.
        """
        (left, top, _, _), view = self._board.location.box, self._board.view
        x, y = self._board.location.lattice.centre(cell)
        at = view.pointer()
        if not view.guarded and at == point_of(self._board.shot, x - left, y - top):
            view.park((at[0] + 1, at[1]))

    def settle(self, before: Sequence[str], awaited: bool = True) -> Reading:
        """Watch the board until it shows what it must, and is still where stillness is needed.

        `before` are the rows of symbols read before the clicks; nothing but a board that makes
        sense is waited for without `awaited`. The reading is lost or won where the clicks have
        ended the game.
        """
        due = self._board.due if awaited else set()
        acts = Acts(
            self._timed,
            lambda reading: self._complete(reading, due),
            lambda: self.announcement.stage() is not None,
            bool(due),
        )
        while self._step(acts) is Phase.SETTLING:
            self._clock.wait(0.0005)
        shot = self.follower.shot
        reading = self.follower.reading(acts)
        reading = reading.explained(self.under_dialogs(reading, shot))
        self._board.see(shot, reading)
        return self.with_end(before, reading)

    def _step(self, acts: Acts) -> Phase:
        """Hand the next picture to the follower."""
        asked = self._clock.now()
        shot = self._board.picture()
        now = self._clock.now()
        self.spent.grabs, self.spent.grab = self.spent.grabs + 1, self.spent.grab + now - asked
        return self.follower.step(shot, now, acts)

    def _timed(self, picture: Picture) -> Reading:
        """Read a picture, and note how long that takes."""
        asked = self._clock.now()
        reading = self.read(picture)
        took = self._clock.now() - asked
        self.follower.tardy = took > TARDY
        self.spent.read += took
        return reading

    def under_dialogs(self, reading: Reading, shot: Shot) -> Told:
        """What lies under other windows: numbers are as they were, all else is not understood.

        What such a window shows may be taken for cells: its plain ground for blank ones.
        """
        board = self._board.known
        told = {}
        for region in self._board.view.over():
            for row, col in _cells_under(self._board.location, shot, region):
                kept = board is not None and board.shape == reading.confidence.shape
                number = int(board[row, col]) if board is not None and kept else HIDDEN
                cell = row * reading.confidence.shape[1] + col
                told[cell] = str(number) if number < FLAG else UNKNOWN
        return told

    def with_end(self, before: Sequence[str], reading: Reading) -> Reading:
        """Take a reading for the last one, lost or won where the clicks have ended the game."""
        board = self._board
        flagged, sure = board.flagged, board.program.known_skin
        known, clicks = board.known, board.clicked
        ended = self.ending.with_end(before, reading, known, clicks, flagged, sure=sure)
        board.see(board.shot, ended)
        return ended

    def read(self, picture: Picture) -> Reading:
        """A picture of the board's pixels, read in the light of what was clicked."""
        board, clicked = self._board.known, self._board.clicked
        reading = self._board.read(picture, None if clicked else board)
        told = clicked_blank(reading, board, clicked)
        reading, program = reading.explained(told), self._board.program
        if program.known_skin or program.stepwise:
            return reading
        return reading.explained(self._board.unseen.told(reading, board, self._board.pressed))

    def makes_sense(self, reading: Reading) -> bool:
        """Whether a reading can be the board that is believed, one look later."""
        return plausible(reading, self._board.known, self._board.program)

    def stays_closed(self, reading: Reading) -> bool:
        """Whether cells look closed that we have opened, or zeros have closed ones beside them."""
        if reading.stage in (Stage.WON, Stage.LOST):
            return False
        pressed = self._board.pressed
        closed = any(reading.cells[row][col] in f"#{UNKNOWN}" for row, col in pressed)
        return closed or has_unfinished_zeros(reading, self._board.program)

    def hovers(self) -> bool:
        """Whether the pointer is over the board, or within half a cell of it."""
        location, (x, y) = self._board.location, self._board.view.pointer()
        left, top = self._board.shot.left, self._board.shot.top
        height, width = self._board.shot.picture.shape[:2]
        right, foot = self._board.shot.to_screen(width, height)
        across, down = right - left, foot - top
        room_x, room_y = across / location.shape[1] / 2, down / location.shape[0] / 2
        return left - room_x < x < right + room_x and top - room_y < y < foot + room_y

    def step_aside(self) -> None:
        """Take the pointer off the board: what it hovers over may show more than the cells."""
        self._board.view.park(self.beside())

    def beside(self) -> Point:
        """Mouse coordinates of a point beside the board: right of it, where the screen goes on."""
        location, shot = self._board.location, self._board.shot
        x0, y0, x1, y1 = location.box
        width, room = self._board.width, location.lattice.pitch_x
        right, left = x1 - x0 + room, -room
        away = left if width is not None and x0 + right >= width and x0 + left >= 0 else right
        return point_of(shot, away, (y1 - y0) / 2)

    def _complete(self, reading: Reading, due: set[Cell]) -> bool:
        """Whether a reading can be all there is: nothing due is missing, nothing is odd."""
        if set(reading.unknown) - self._board.unread:
            return False
        if reading.stage is Stage.LOST:
            return True
        board = reading.board
        if any(board[cell] == HIDDEN for cell in due):
            return False
        unfinished = has_unfinished_zeros(reading, self._board.program)
        return not unfinished and not rules.impossible_numbers(board).any()


def _cells_under(location: Location, shot: Shot, region: Region) -> list[Cell]:
    """The cells that lie, in a picture of the board's pixels, under a region of the screen."""
    lattice, (left, top, _, _) = location.lattice, location.box
    found = []
    for row in range(lattice.rows):
        for col in range(lattice.cols):
            x0, y0, x1, y1 = lattice.cell_box((row, col))
            (ax, ay), (bx, by) = (
                shot.to_screen(x0 - left, y0 - top),
                shot.to_screen(x1 - left, y1 - top),
            )
            if ax < region[2] and bx > region[0] and ay < region[3] and by > region[1]:
                found.append((row, col))
    return found
