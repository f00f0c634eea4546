"""Cells that were read as closed, but lie under something that covers the board.

What nobody has touched looks as it did. A window over a part of the board may well be taken for
closed cells by its appearance alone: large, plain, and the same again and again. But it was not
there before; and where the whole board looks otherwise, being darker or of other colours now,
cells that were alike still are.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.belief.appearances import CELL_ALIKE, CellImages
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.grid.cells import block_means
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN, Reading

MARKED: Final = 8.0
"""Grey levels by which the pixels of a cell vary if it has lines or shades of its own."""
SAME: Final = 0.6
"""Likeness from which the lines and shades of a cell are still the same."""
OFF: Final = 12.0
"""Mean difference in grey levels from the expected colours from which a cell is covered."""


class UnderstoodCells:
    """How the cells of a board looked when they were last understood, and what they showed.

    `picture` shows the board's pixels and `lattice` where it lies in them; `symbols` is (n,). What
    is not understood of it stays as it was `before`.
    """

    def __init__(
        self,
        picture: Picture,
        lattice: Lattice,
        symbols: NDArray[np.str_],
        before: UnderstoodCells | None,
    ):
        self.lattice = lattice
        self.symbols = symbols
        self._picture = picture
        unread = symbols == UNKNOWN
        if unread.any() and before is not None and before.shape == self.shape:
            self.symbols = np.where(unread, before.symbols, symbols)
            self.cells = np.where(unread[:, None, None, None], before.cells, self.cells)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.lattice.rows, self.lattice.cols

    @cached_property
    def cells(self) -> CellImages:
        """How each cell looked, (n, side, side, 3)."""
        return BoardPicture.of(self._picture, self.lattice).cells


def covered(before: CellImages, now: CellImages, closed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the `closed` cells look otherwise than they can, (n,).

    `before` and `now` (n, side, side, 3) show all cells of a board; `closed`, (n,), are closed on
    both. The whole board may look otherwise now: a cell is covered that has lost its lines, and has
    changed in another way than those it looked like.
    """
    old, new = _vectors(before), _vectors(now)
    change = new - old
    stays = _lines_kept(old, new) | (np.abs(change).mean(axis=1) < OFF)
    found: NDArray[np.bool_] = closed & ~stays
    for at in np.flatnonzero(found):
        kin = closed & (np.abs(old - old[at]).mean(axis=1) < CELL_ALIKE)
        # Those that are surely the board tell more than those that may be covered as well.
        usual = np.median(change[kin & stays if (kin & stays).any() else kin], axis=0)
        found[at] = np.abs(change[at] - usual).mean() > OFF
    return found


def without_lines(cells: CellImages, closed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of all cells lack the lines that `closed` ones have, (n,); none where these have none.

    What lies over a board from the first look on never looked otherwise.
    """
    vectors = _vectors(cells)
    if not closed.any():
        return np.zeros(len(vectors), bool)
    usual = np.broadcast_to(np.median(vectors[closed], axis=0), vectors.shape)
    return np.asarray(_marked(usual) & ~_lines_kept(usual, vectors))


def hidden(board: BoardPicture, reading: Reading) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which cells of a fresh board are closed, and which lack their lines, (n,) each.

    What was not understood is closed if it is blank, and no window that lies over the board; else
    the board was begun, or shows its mines.
    """
    closed = reading.symbols.reshape(-1) == "#"
    foreign = without_lines(board.cells, closed)
    for cluster in board.clusters:
        closed[cluster.cells] |= cluster.glyph is None and not foreign[cluster.cells].all()
    return closed, foreign


def unclear(picture: Picture, reading: Reading) -> NDArray[np.bool_]:
    """Which cells, (rows, cols), of a board on which nothing is open may be something else over it.

    `picture` shows the whole monitor. None where something is open: blank cells without a number
    beside them are not.
    """
    cells = reading.symbols
    if not np.isin(cells, list(f"#?0{UNKNOWN}")).all() or not (cells == "#").any():
        return np.zeros(cells.shape, bool)
    board = BoardPicture.of(picture, reading.lattice)
    closed, foreign = hidden(board, reading)
    blank = foreign & ~_marked(_vectors(board.cells))
    return np.asarray((~closed | blank).reshape(cells.shape) | (cells == UNKNOWN), np.bool_)


def _vectors(cells: CellImages) -> NDArray[np.float32]:
    """Cells at a fraction of their size, without their very rims, (n, values)."""
    rim, inner = cells.shape[1] // 16, cells.shape[1] * 7 // 8
    step = inner // 7
    middle = cells[:, rim : rim + inner, rim : rim + inner]
    small = block_means(middle, step)
    return np.asarray(small.reshape(len(cells), -1), np.float32)


def _lines(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """The lines and shades of cells: how far their pixels are from the mean grey, (n, values)."""
    grey = vectors.reshape(len(vectors), -1, 3).mean(axis=2)
    return np.asarray(grey - grey.mean(axis=1, keepdims=True))


def _marked(vectors: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which cells have lines or shades, (n,)."""
    return np.asarray(_lines(vectors).std(axis=1) > MARKED)


def _lines_kept(old: NDArray[np.float32], new: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Which cells had lines or shades, and still have them, (n,)."""
    one, other = _lines(old), _lines(new)
    lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    alike = np.abs((one * other).sum(axis=1)) > SAME * lengths
    return np.asarray(alike & _marked(old) & _marked(new))
