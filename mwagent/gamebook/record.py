"""A game as it was watched: its moves with their times, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import FLAG, HIDDEN, MINE, Board, Cell, Stage, count_around
from mwagent.minefield.metrics import difficulty


class Doubt(StrEnum):
    """What pictures do not tell of a move."""

    CELL = "cell"
    """Another cell may have been clicked to the same effect, such as any zero of an opening."""
    KIND = "kind"
    """An opening may have been a chord."""
    ORDER = "order"
    """It came in one picture with others, whose order cannot be seen."""


KINDS: Final = ("open", "chord", "flag")
"""What a player may do to a cell; "flag" sets one or takes it away."""


@dataclass(frozen=True, slots=True)
class Move:
    """What a player did: `kind` is one of KINDS.

    `seconds` are those of the clock of the pictures; `shown` are the cells that it changed and
    what they show since, (row, column, code) each.
    """

    kind: str
    cell: Cell
    seconds: float
    doubts: tuple[Doubt, ...] = ()
    shown: tuple[tuple[int, int, int], ...] = ()


@dataclass(slots=True)
class GameRecord:
    """A game that was watched, as far as it was seen.

    `start` is the board on which the first move was made, which is not fresh where the coach came
    later. `mine_cells` are the mines that the end shows, None where it shows not all of them.
    `begun` are seconds since the epoch, None for a game in a video; `number` is its number in the
    game book, 0 before it has one.
    """

    start: Board
    source: str
    begun: float | None = None
    moves: list[Move] = field(default_factory=list)
    stage: Stage = Stage.ONGOING
    mine_cells: tuple[Cell, ...] | None = None
    number: int = 0

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.start.shape

    @property
    def mines(self) -> int | None:
        """How many mines there are, None where that is not known."""
        return self.start.mines if self.mine_cells is None else len(self.mine_cells)

    @property
    def seconds(self) -> float:
        """Seconds from the first move to the last."""
        return self.moves[-1].seconds - self.moves[0].seconds if self.moves else 0.0

    @property
    def whole(self) -> bool:
        """Whether it was watched from its first move on."""
        return bool((self.start.cells >= FLAG).all())

    def boards(self) -> list[Board]:
        """The board before each move, and after the last."""
        cells = self.start.cells.copy()
        boards = [Board(cells, self.mines)]
        for move in self.moves:
            for row, col, code in move.shown:
                cells[row, col] = code
            boards.append(Board(cells, self.mines))
        return boards

    @property
    def key(self) -> NDArray[np.int8]:
        """What is known of the solved board, (rows, cols): 0-8, MINE, or HIDDEN."""
        last = self.boards()[-1].cells
        if self.mine_cells is None:
            return np.where((last == FLAG), HIDDEN, last).astype(np.int8)
        mines = np.zeros(last.shape, bool)
        for cell in self.mine_cells:
            mines[cell] = True
        return np.where(mines, MINE, count_around(mines)).astype(np.int8)

    @property
    def bbbv(self) -> int | None:
        """3BV of the board; None where not all mines are known."""
        if self.mine_cells is None:
            return None
        return difficulty(self.key == MINE).bbbv

    def pauses(self, most: int = 3) -> list[tuple[int, float]]:
        """The longest thinking times: the number of the move that ended each, and its seconds."""
        waits = [
            (number, now.seconds - before.seconds)
            for number, (before, now) in enumerate(
                zip(self.moves, self.moves[1:], strict=False), start=1
            )
        ]
        return sorted(waits, key=lambda wait: -wait[1])[:most]
