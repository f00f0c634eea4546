"""Boards that need no guess: from the first click on a safe cell can be proven in every position.

`engine/play/noguess.h` deals boards until one of them needs none, so that all such boards are
equally likely; where they are too rare it mends boards instead (`engine/play/mend.h`, after an idea
of Simon Tatham's). The page lays the same boards.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import Board, Cell, FirstClick, Level, MinefieldError, cells_where, key_board
from mwagent.minefield.checked import checked
from mwagent.solvers import _engine

Making = Literal["either", "uniform", "mended"]
MAKINGS: Final[tuple[Making, ...]] = ("either", "uniform", "mended")


class NoBoardError(MinefieldError):
    """No board that needs no guess was found, or there is none as it is asked for."""


@dataclass(frozen=True, slots=True)
class NoGuessBoard:
    """A board that needs no guess once `first` was opened.

    `mines` is a (rows, cols) bool mask; `made` says whether the board was dealt as it is
    ("uniform": every board that needs no guess was equally likely) or "mended".
    """

    level: Level
    seed: str
    first: Cell
    rule: FirstClick
    made: Making
    mines: NDArray[np.bool_]

    def key(self) -> Board:
        """The board with every cell shown, as `mwagent key` plays it."""
        return key_board(self.mines, self.first)

    def to_json(self) -> str:
        """Write the board as one JSON object, with its mines as [row, col]."""
        return json.dumps(
            {
                "level": str(self.level),
                "seed": self.seed,
                "first": self.first,
                "rule": self.rule,
                "made": self.made,
                "mines": cells_where(self.mines),
            }
        )


@checked
def no_guess(
    level: Level,
    seed: str = "0",
    first: Cell | None = None,
    rule: FirstClick = FirstClick.SAFE,
    *,
    making: Making = "either",
    seconds: float = 60.0,
) -> NoGuessBoard:
    """Make a board of which everything can be proven, by numbers and the mines left.

    A seed gives the same board everywhere. `first` is the cell opened first, else the one in the
    middle, and `rule` what it is promised. With `making` "either" a number of boards is dealt that
    depends on the size alone, and then boards are mended; "uniform" and "mended" do one of the two.
    Raises NoBoardError after `seconds`, or where `first` lies off the board.

    >>> board = no_guess(Level(16, 16, 99))
    >>> board.made, int(board.mines.sum())
    ('mended', 99)
    """
    rows, cols = level.rows, level.cols
    row, col = first or (rows // 2, cols // 2)
    if not (0 <= row < rows and 0 <= col < cols):
        raise NoBoardError(
            f"the first cell ({row}, {col}) is off the board of {rows} rows and {cols} columns"
        )
    if making not in MAKINGS:
        raise NoBoardError(f"boards are not made {making!r}; there are {', '.join(MAKINGS)}")
    try:
        seed.encode()
    except UnicodeEncodeError:
        raise NoBoardError(f"the seed {seed!r} is no text in UTF-8; give another") from None
    number = MAKINGS.index(making)
    place = row * cols + col
    found = _engine.no_guess(rows, cols, level.mines, place, rule, seed, number, seconds)
    if found is None:
        raise NoBoardError(
            f"no board {level} that needs no guess was found in {seconds:g} s; ask for fewer "
            f"mines, or give it more time"
        )
    cells, mended = found
    mines = np.frombuffer(cells, np.bool_).reshape(rows, cols)
    return NoGuessBoard(level, seed, (row, col), rule, MAKINGS[1 + mended], mines)


@checked
def page_mines(
    level: Level, seed: str, first: Cell, rule: FirstClick = FirstClick.SAFE
) -> NDArray[np.bool_]:
    """Mines that the page at `?seed=SEED` has once `first` was opened, as (rows, cols) bool.

    >>> page_mines(Level(3, 3, 2), "a", (0, 0)).sum()
    np.int64(2)
    """
    place = first[0] * level.cols + first[1]
    laid = _engine.deal(level.rows, level.cols, level.mines, place, rule, seed)
    return np.frombuffer(laid, np.bool_).reshape(level.rows, level.cols).copy()
