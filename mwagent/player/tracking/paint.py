"""Watching a board until it shows what clicks did: waiting for the paint, not for a clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from mwagent.belief import CALM
from mwagent.minefield import Cell
from mwagent.player.play import EFFECT, IN_A_ROW, RESTLESS
from mwagent.player.tracking.tracking import TrackedBoard
from mwagent.vision.capture import Shot
from mwagent.vision.picture import Picture
from mwagent.vision.reading import Reading

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

    @property
    def slow(self) -> bool:
        """Whether grabbing is so slow that no part is grabbed for its own sake."""
        return self.grab > 0.004 * self.grabs


class PaintWatch:
    """How one program paints, and when a picture of its board is all there is to come.

    `late` says whether the last clicks had no effect for a while.
    """

    def __init__(self, board: TrackedBoard):
        self.spent = Spent()
        self.late = False
        self._board = board
        self._calm = CALM
        self._lessons = 0
        self._tardy = False

    def await_paint(self, cell: Cell, shot: Shot) -> None:
        """Watch one cell of a picture until it changes: cheaper than watching the whole board."""
        if self.spent.slow:
            return
        location = self._board.location
        box = x0, y0, x1, y1 = location.lattice.cell_box(cell)
        left, top, _, _ = location.box
        old = shot.picture[y0 - top : y1 - top, x0 - left : x1 - left]
        until = time.perf_counter() + PROBE
        self.late = False
        while np.array_equal(self._board.view.grab(location.monitor, box).picture, old):
            if time.perf_counter() > until:
                self.late = True
                break
            time.sleep(0.002)

    def settle(
        self,
        read: Callable[[Picture], Reading],
        complete: Callable[[Reading], bool],
        over: Callable[[], bool],
        clicked: bool,
    ) -> tuple[Reading, Shot]:
        """Watch the board until it is read as complete, and is still where stillness is needed.

        It is watched no longer where a reading is not complete and the game is `over`. `clicked`
        says that it was to change. Returns the last reading and the picture it is of.
        """
        start = time.perf_counter()
        last = self._grab()
        changed = time.perf_counter()
        complete_at: float | None = None
        complete_as: tuple[str, ...] = ()
        reading: Reading | None = None
        unread = moving = True
        while True:
            now = time.perf_counter()
            # Where reading is slow, pictures that pass by are not read.
            if unread and not (moving and self._tardy and now - start < RESTLESS):
                unread = False
                reading = read(last.seen)
                if complete_at is not None and reading.cells != complete_as:
                    self._note_restlessness(now - complete_at)
                done = complete(reading)
                took = time.perf_counter() - now
                self._tardy = took > TARDY
                self.spent.read += took
                complete_at = (complete_at or now) if done else None
                complete_as = reading.cells
                if not done and over():
                    break
            still = now - changed
            if complete_at is not None and still >= self._calm:
                self._note_peace(clicked)
                break
            if still > EFFECT or now - start > RESTLESS:
                break
            time.sleep(0.0005)
            shot = self._grab()
            moving = not np.array_equal(shot.picture, last.picture)
            if moving:
                last, changed, unread = shot, time.perf_counter(), True
        return reading or read(last.seen), last

    def _grab(self) -> Shot:
        asked = time.perf_counter()
        shot = self._board.picture()
        self.spent.grab += time.perf_counter() - asked
        self.spent.grabs += 1
        return shot

    def wait_longer(self) -> None:
        """A picture that was taken for the last one was not: ask for stillness from now on."""
        self._calm = max(self._calm, CALM)

    def _note_restlessness(self, seconds: float) -> None:
        """A picture that seemed complete went on changing: wait longer from now on."""
        self._calm = min(EFFECT, max(self._calm, CALM, 1.5 * seconds))
        self._lessons = 0

    def _note_peace(self, clicked: bool) -> None:
        self._lessons += clicked
        if self._lessons >= IN_A_ROW and self._calm <= CALM:
            self._calm = 0.0
