"""Cells that were pressed and look open before what they are is painted.

A page may fetch the picture of a mine only once that is pressed. Until it is there the cell looks
like an open one without a number: nothing follows from it as long as it may yet change.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import FLAG, HIDDEN, Board, Cell, cells_where, neighbours, rules
from mwagent.player.play import RESTLESS, SEARCH
from mwagent.player.window.played_board import PlayedBoard
from mwagent.vision.capture import Shot
from mwagent.vision.reading import Reading

UNNUMBERED: Final = "0#~"
"""Symbols of cells that were opened and show no number."""


class Lateness:
    """Waits for what a press may yet paint, and notes the blank cells it waited for in vain."""

    def __init__(self, board: PlayedBoard):
        self._board = board
        self._kept: set[Cell] = set()

    def forget(self) -> None:
        """A new round begins."""
        self._kept.clear()

    def changed(self, reading: Reading, before: Shot) -> bool:
        """Whether cells that were pressed look otherwise, or may, once they could be painted.

        `before` shows the board as it was before the press. Waits for the pictures that a tab is
        fetching, no longer than for a board that got lost. Where a single press has opened a blank
        cell, and none around it, waits as long as any program may go on painting: it is a mine,
        unless all around it was open, or cells open one by one here.
        """
        view, lone = self._board.view, self._lone_blank(reading, before)
        fetching = view.loading and any(self._board.symbol(c) in UNNUMBERED for c in self._due)
        if not fetching and lone is None:
            return False
        clock, shot = view.clock, self._board.shot
        start = clock.now()
        for _ in clock.ticks(SEARCH, 0.02):
            now = self._board.picture()
            if any(not np.array_equal(self._part(c, shot), self._part(c, now)) for c in self._due):
                return True
            if clock.now() - start > RESTLESS and not view.loading:
                break
            if fetching and lone is None and not view.loading:
                return True
        self._kept |= set() if lone is None else {lone}
        return fetching

    def turned(self, reading: Reading) -> Set[Cell]:
        """The cells taken for blank ones that have come to look otherwise since, and they alone."""
        board = self._board.known
        if not self._kept or board is None or board.shape != reading.confidence.shape:
            return set()
        other = cells_where((board.cells < FLAG) & (reading.symbols != board.cells.astype("U")))
        late = self._kept.intersection(other)
        if late < set(other):
            return set()  # something lies over the board
        self._kept -= late
        return late

    @property
    def _due(self) -> Set[Cell]:
        board = self._board.known
        return set() if board is None else rules.opened_by(board, self._board.clicked)

    def _lone_blank(self, reading: Reading, before: Shot) -> Cell | None:
        """The cell that the last press, a single one, has opened without a number, and alone."""
        board, program = self._board.known, self._board.program
        known = program.known_skin or program.stepwise
        if board is None or known or len(self._board.clicked) != 1 or len(self._due) != 1:
            return None
        (cell,) = self._due
        around = [at for at in neighbours(cell, board.shape) if board[at] == HIDDEN]
        opened = any(reading.cells[row][col].isdigit() for row, col in around)
        blank = reading.cells[cell[0]][cell[1]] in UNNUMBERED[:2]
        grounds = [np.median(self._part(cell, one), (0, 1)) for one in (before, self._board.shot)]
        seen = opened or not blank or np.array_equal(*grounds)
        return None if seen or cell in self._kept else cell

    def _part(self, cell: Cell, shot: Shot) -> NDArray[np.uint8]:
        """The pixels of a cell in a picture of the board."""
        location = self._board.location
        return location.part(shot.picture, location.lattice.cell_box(cell))


def without(board: Board, cells: Set[Cell]) -> Board:
    """The board with some cells hidden again."""
    hidden = board.cells.copy()
    for cell in cells:
        hidden[cell] = HIDDEN
    return Board(hidden, board.mines, board.first)
