"""Where a board ends, told by its cells: what lies beyond looks like none of them.

Frames, the edges of windows and gaps beside a board may have straight edges where the next row of
cells would have its sides. But the looks of cells come up again all over a board.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.edges import Floats, Picture
from vision.lattice import Lattice
from vision.resample import board_picture, cut_cells

_SIDE: Final = 6
"""Pixels of a cell at the resolution that is looked at."""
_COARSE: Final = 9
"""Cells larger by more than this are not looked at: their lines, and where they lie, are lost."""
_DEEPEST: Final = 4
"""So many outer rows or columns are doubted at once,"""
_ROUNDS: Final = 5
"""and so often in a row."""
_STRANGE: Final = 0.2
"""Part of the cells of a row that are like some of the board, up to which it does not belong."""
_USUAL: Final = 0.7
"""The same, at least, of the rows within a board whose looks come up again."""
_FEWEST: Final = 6
"""Rows and columns that must stay."""
_MOST: Final = 700
"""So many cells are enough to know the looks of a board."""
_SAMPLED: Final = 6
"""So many rows are enough to know how often looks come up again."""

Cells = Floats
"""(rows, cols, _SIDE, _SIDE, 3), the end that is looked at first."""


def belonging(picture: Picture, lattice: Lattice) -> Lattice:
    """The lattice without outer rows and columns whose cells look like none of the others."""
    if max(lattice.pitch_x, lattice.pitch_y) > _COARSE * _SIDE:
        return lattice
    for across in (False, True):
        usual, reach = _usual(_turned(_cells(picture, lattice), across, False))
        if usual < _USUAL:
            continue
        for backward in (False, True):
            for _ in range(_ROUNDS):
                cells = _turned(_cells(picture, lattice), across, backward)
                strange = _strange(cells, reach)
                lattice = _moved(lattice, across, backward, strange)
                if strange < _DEEPEST:
                    break
    return lattice


def _cells(picture: Picture, lattice: Lattice) -> Cells:
    return cut_cells(board_picture(picture, lattice, _SIDE), _SIDE).astype(np.float32)


def _turned(cells: Cells, across: bool, backward: bool) -> Cells:
    """The cells so that the end in question comes first."""
    cells = cells.transpose(1, 0, 3, 2, 4) if across else cells
    return cells[::-1, :, ::-1] if backward else cells


def _moved(lattice: Lattice, across: bool, backward: bool, by: int) -> Lattice:
    """The lattice with one of its ends moved inwards."""
    cut = (
        replace(lattice, cols=lattice.cols - by)
        if across
        else replace(lattice, rows=lattice.rows - by)
    )
    if backward:
        return cut
    return cut.moved(across * by * lattice.pitch_x, (not across) * by * lattice.pitch_y)


def _strange(cells: Cells, reach: float) -> int:
    """How many of the first rows do not belong to the board."""
    most = min(_DEEPEST, len(cells) - _FEWEST)
    if most < 1:
        return 0
    seen = _seen(cells[:most], cells[most:], reach).reshape(most, -1).mean(axis=1)
    deep = [n for n in range(1, most + 1) if seen[:n].mean() < _STRANGE]
    # What is not seen farther in may still be seen next to it.
    deep = [n for n in deep if _seen(cells[:n], cells[n:], reach).mean() < _STRANGE]
    return max(deep, default=0)


def _usual(cells: Cells) -> tuple[float, float]:
    """How large a part of the rows' cells come up in other rows, and within which distance.

    The distance is a root mean square in grey levels, larger where there is noise.
    """
    rows = len(cells)
    some = np.unique(np.linspace(0, rows - 1, _SAMPLED).astype(int))
    nearest = np.stack([_nearest(cells[r : r + 1], np.delete(cells, r, axis=0)) for r in some])
    reach = float(np.clip(2 * np.median(nearest), 5.0, 12.0))
    return float(np.median((nearest < reach).mean(axis=1))), reach


def _seen(some: Cells, others: Cells, reach: float) -> NDArray[np.bool_]:
    """Which of some cells look like any of the others, (n,)."""
    return _nearest(some, others) < reach


def _nearest(some: Cells, others: Cells) -> Floats:
    """How far some cells are from the most alike of the others, (n,), in grey levels.

    The side at the end does not count, as something else lies behind it.
    """
    a = some[:, :, 1:].reshape(some.shape[0] * some.shape[1], -1)
    b = others[:, :, 1:].reshape(others.shape[0] * others.shape[1], -1)
    b = b[:: max(1, len(b) // _MOST)]
    squared = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1) - 2 * a @ b.T
    return np.sqrt(np.maximum(squared.min(axis=1), 0) / a.shape[1])  # type: ignore[no-any-return]
