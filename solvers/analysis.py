"""What a solver says of a board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from minefield import Board, Cell, MinefieldError

Why = Literal["proof", "endgame", "guess"]


class InconsistentBoardError(MinefieldError):
    """The numbers on the board contradict each other; `cell` is one that cannot be met.

    `cell` is None when only the total number of mines is at fault.
    """

    def __init__(self, message: str, cell: Cell | None = None):
        super().__init__(message)
        self.cell = cell


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell the solver weighed as its guess, with the score it gave (higher is better)."""

    cell: Cell
    mine_probability: float
    score: float


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """What a solver says of a board.

    `mine_probability` is (rows, cols) float64, nan where the cell is open, 1 where a mine is
    flagged or shown. `safe` and `mines` are unopened cells proven so, row by row (`mines` leaves
    out flags that are trusted). `best` is the cell to open next, None when nothing is left to
    open; `why` tells whether it is proven safe, the result of an exact search to the end of the
    game, or a guess. `win_probability` is set only where it is known exactly. `exact` is False
    when probabilities are sampled, partitioned or otherwise estimated.
    """

    mine_probability: NDArray[np.float64]
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    best: Cell | None
    why: Why
    win_probability: float | None = None
    exact: bool = True
    candidates: tuple[Candidate, ...] = ()


def blank_probabilities(board: Board) -> NDArray[np.float64]:
    """Start a probability matrix: nan everywhere, 1 where a mine is flagged or shown."""
    matrix = np.full(board.shape, np.nan)
    matrix[board.known_mines] = 1.0
    return matrix
