"""What a reading says as a whole: whether a game is fresh, has begun, or is the one that was."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.belief.location import Location
from mwagent.minefield import FLAG, Board, count_around
from mwagent.vision.ranks import MAJORITY
from mwagent.vision.reading import UNKNOWN, Reading

TELLING: Final = 3
"""Least number of numbers that tell something: that a board is ours, or what opened them."""
UNREAD: Final = 0.12
"""Part of the cells that may not be understood while a game goes on; none of them is clicked."""
UNTOUCHED: Final = 0.25
"""Part of the cells that may not be understood on a board on which nothing is open yet."""
FOREIGN: Final = 2
"""Most unexplained flags, or mines on a fresh board, that are put down to misreading."""
RECALLED: Final = 0.95
"""Confidence in a cell that looks as one did before."""


def signs_of(board: Board) -> NDArray[np.str_]:
    """The symbols by which a board is read, (rows, cols); mines count as closed."""
    signs = np.where(board.cells < FLAG, board.cells.astype("<U1"), "#")
    signs[board.cells == FLAG] = "F"
    return signs


def with_around(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Some cells, (rows, cols), and all around them."""
    return cells | (count_around(cells) > 0)


def is_hidden(symbols: NDArray[np.str_]) -> NDArray[np.bool_]:
    """Which symbols are those of hidden cells, with or without a question mark."""
    return np.isin(symbols, ["#", "?"])


def bare(reading: Reading) -> bool:
    """Whether all cells are zeros: a grid of lines that is no board, or hidden cells misread."""
    return all(set(row) == {"0"} for row in reading.cells)


def has_mines(reading: Reading) -> bool:
    """Whether any cell can be a mine: an empty window looks like a board that is all zeros."""
    return bool(any(sign not in "012345678" for row in reading.cells for sign in row))


def fresh(reading: Reading, hints: bool = False) -> bool:
    """Whether nothing has been opened yet; a few cells may not be understood, or bear `hints`.

    These are pictures on closed cells that are taken for mines or flags.
    """
    cells = "".join(reading.cells)
    closed, unread, marked = (sum(map(cells.count, signs)) for signs in ("#?", UNKNOWN, "*XWF"))
    whole = closed + unread + min(marked, FOREIGN * hints) == len(cells)
    return whole and unread <= UNTOUCHED * len(cells)


def familiar(location: Location, reading: Reading) -> bool:
    """Whether a board that is not as we left it can be a board of the same program all the same."""
    if location.skin is not None:
        return True
    return bool((reading.confidence >= np.float32(RECALLED)).mean() > MAJORITY)


def agreement(reading: Reading, known: Board) -> float:
    """Part of the open cells of a board that a reading shows as they were; 1 where none is."""
    board = reading.board
    if board.shape != known.shape:
        return 0.0
    opened = (known.cells < FLAG) & (reading.symbols != UNKNOWN)
    if not opened.any():
        return 1.0
    return float((board.cells == known.cells)[opened].mean())


def total_of(reading: Reading, known_skin: bool) -> int | None:
    """The number of mines by a reading of a game that nobody has touched here, None if unknown.

    A counter may or may not take those few flags that nobody set for flags.
    """
    foreign = 0 if known_skin else int(np.count_nonzero(reading.symbols == "F"))
    return None if 0 < foreign <= FOREIGN else reading.board.mines
