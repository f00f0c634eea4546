"""Cells of a board as (row, col)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from mwagent.minefield import Cell


def cells_where(mask: ArrayLike) -> list[Cell]:
    """The cells at which a (rows, cols) mask holds, row by row."""
    return [(int(row), int(col)) for row, col in np.argwhere(np.asarray(mask))]
