"""The boards of the page: which mines a seed lays (`engine/play/deal.h`)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import Cell, FirstClick, Level
from mwagent.solvers import _engine


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
