"""Board sizes, the classic levels among them, and seeded random boards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.board import Board, count_around
from mwagent.minefield.checked import argument, checked
from mwagent.minefield.codes import MINE, Cell
from mwagent.minefield.errors import ArgumentError, MinefieldError
from mwagent.minefield.given import shortened

MAX_SIDE: Final = 2000
"""The largest number of rows or columns of a board in a file."""
LEAST_PLAYED: Final = 3
MOST_PLAYED: Final = 250
"""Least and most rows, and columns, of a board that can be asked for: `Level.parse`, the page
(`parseLevel` in `web/static/app/settings.js`) and the reader of screens keep to the same limits."""


class FirstClick(StrEnum):
    """What the rules promise about the first click."""

    ANY = "any"
    SAFE = "safe"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Level:
    """A board size and its number of mines.

    >>> Level.parse("expert")
    Level(rows=16, cols=30, mines=99)
    >>> Level.parse("24x30/200") == Level(rows=30, cols=24, mines=200)
    True
    """

    rows: int
    cols: int
    mines: int

    def __post_init__(self) -> None:
        for name in ("rows", "cols", "mines"):
            object.__setattr__(self, name, argument(name, getattr(self, name), int))
        if not (1 <= self.rows <= MAX_SIDE and 1 <= self.cols <= MAX_SIDE):
            raise MinefieldError(
                f"a board of {shortened(self.cols)}x{shortened(self.rows)} cells is not playable; "
                f"each side may have 1 to {MAX_SIDE}"
            )
        if not 0 <= self.mines < self.rows * self.cols:
            raise MinefieldError(
                f"{shortened(self.mines)} mines do not fit on {self.cols}x{self.rows} cells with "
                f"one left to open"
            )

    @classmethod
    @checked
    def parse(cls, text: str) -> Level:
        """Read a level's name, or COLSxROWS/MINES such as `30x16/99`.

        Raises MinefieldError where the text is neither, and where a side is not of LEAST_PLAYED to
        MOST_PLAYED cells: the page shows no such board, and none is found on a screen.
        """
        known = LEVELS.get(text.strip().lower())
        if known is not None:
            return known
        match = re.fullmatch(r"\s*([0-9]{1,5})[xX]([0-9]{1,5})/([0-9]{1,8})\s*", text)
        if match is None:
            raise MinefieldError(
                f"{shortened(text)} is no level; use {', '.join(LEVELS)}, or COLSxROWS/MINES such "
                f"as 30x16/99"
            )
        cols, rows, mines = map(int, match.groups())
        if not all(LEAST_PLAYED <= side <= MOST_PLAYED for side in (cols, rows)):
            raise MinefieldError(
                f"a board of {cols}x{rows} cells is not playable; give {LEAST_PLAYED} to "
                f"{MOST_PLAYED} columns and {LEAST_PLAYED} to {MOST_PLAYED} rows"
            )
        return cls(rows, cols, mines)

    def __str__(self) -> str:
        return f"{self.cols}x{self.rows}/{self.mines}"


LEVELS: Final = {
    "beginner": Level(9, 9, 10),
    "beginner8": Level(8, 8, 10),
    "intermediate": Level(16, 16, 40),
    "expert": Level(16, 30, 99),
    "freeminesweeper": Level(16, 31, 99),
}
"""The levels people name; `freeminesweeper` is the Expert of freeminesweeper.org, 31 wide."""


@checked
def random_mines(
    level: Level, seed: int | np.random.Generator, first: Cell, rule: FirstClick = FirstClick.SAFE
) -> NDArray[np.bool_]:
    """Lay mines uniformly at random, sparing what the first click at `first` needs.

    Returns a (rows, cols) bool mask. With `FirstClick.OPEN` the cells around `first` are spared
    too, as far as the mines fit elsewhere.
    """
    if not isinstance(seed, np.random.Generator) and seed < 0:
        raise ArgumentError(f"a seed is 0 or more, not {shortened(seed)}")
    if not (0 <= first[0] < level.rows and 0 <= first[1] < level.cols):
        raise ArgumentError(f"the first cell {first} is off the board of {level}")
    rng = np.random.default_rng(seed)
    free = np.ones((level.rows, level.cols), bool)
    if rule is not FirstClick.ANY:
        free[first] = False
    if rule is FirstClick.OPEN:
        row, col = first
        around = np.zeros_like(free)
        around[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2] = True
        if int((free & ~around).sum()) >= level.mines:
            free &= ~around
    mines = np.zeros(free.size, bool)
    mines[rng.choice(np.flatnonzero(free), size=level.mines, replace=False)] = True
    return mines.reshape(free.shape)


@checked
def key_board(mines: NDArray[np.bool_], first: Cell | None = None) -> Board:
    """Make the key (every cell shown) of a (rows, cols) bool mask of mines."""
    cells = np.where(mines, np.int8(MINE), count_around(mines))
    return Board(cells, int(mines.sum()), first)
