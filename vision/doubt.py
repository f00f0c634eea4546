"""What must not be believed: readings that the rules of the game speak against.

A board that was read rightly breaks no rule, but for a flag set wrongly by the player. Where rules
are broken all the same, the look that has most of its cells there is not understood after all,
and so on until no rule is broken or nobody is to blame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.logic import CODE, Codes, strain
from vision.reading import UNKNOWN

_BLAMED: Final = 0.25
"""Part of the cells of a look that must lie where rules are broken."""
_SHADED: Final = 9.0
"""Grey levels between borders of looks that differ by shading alone."""
_SEVERAL: Final = 3
"""Fewer cells of another look may be marks of any kind."""
_CHECKED: Final = 0.05
"""Part of the cells of a checkerboard's colour that may be misplaced."""
_RARE: Final = 2
"""Looks of so few cells are not understood when they lie where rules are broken."""


def refused(
    board: Codes, cells: Sequence[NDArray[np.intp]], margins: Sequence[float]
) -> NDArray[np.bool_]:
    """Cells (rows, cols) that are not to be believed.

    `cells` are the flat numbers of the cells of each look, `margins` by how much its meaning beats
    the next best.
    """
    board = board.copy()
    flat = board.reshape(-1)
    doubted = np.zeros(board.size, np.bool_)
    for _ in range(len(cells)):
        around = _around_broken(board).reshape(-1) & (flat != CODE[UNKNOWN])
        if not around.any():
            break
        share = np.array([around[some].mean() if len(some) else 0.0 for some in cells])
        worst = max(range(len(cells)), key=lambda i: (round(float(share[i]), 2), -margins[i]))
        if share[worst] < _BLAMED:
            break
        some = cells[worst]
        # One cell of a common look is misread alone; half of them are not.
        mistaken = some if share[worst] > 0.5 or len(some) <= _RARE else some[around[some]]
        flat[mistaken] = CODE[UNKNOWN]
        doubted[mistaken] = True
    return doubted.reshape(board.shape)


def strange_blanks(
    board: Codes, cells: Sequence[NDArray[np.intp]], borders: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Cells (rows, cols) that look otherwise than most, on a board without any number.

    Before the first click all cells are alike, but for shading, a checkerboard and a few marks.
    `borders` (n, m) are the borders of looks whose flat cell numbers are `cells`.
    """
    apart = np.sqrt(((borders[:, None] - borders[None]) ** 2).mean(axis=2))
    family = _chained(apart < _SHADED)
    counts = np.bincount(family, [len(some) for some in cells])
    doubted = np.zeros(board.size, np.bool_)
    for number in np.flatnonzero(counts >= _SEVERAL):
        if number == counts.argmax():
            continue
        own = np.concatenate([cells[int(i)] for i in np.flatnonzero(family == number)])
        row, col = np.divmod(own, board.shape[1])
        even = ((row + col) % 2).mean()
        if min(even, 1 - even) > _CHECKED:
            doubted[own] = True
    return doubted.reshape(board.shape)


def _chained(near: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Numbers of the sets that things form which are near one another, over others as well."""
    family = np.arange(len(near))
    for i, j in np.argwhere(np.triu(near, 1)):
        family[family == family[j]] = family[i]
    return np.unique(family, return_inverse=True)[1]


def _around_broken(board: Codes) -> NDArray[np.bool_]:
    """Cells that break a rule, and their neighbours."""
    broken, _ = strain(board)
    wrong = (broken >= 1).astype(np.uint8)
    return np.asarray(cv2.dilate(wrong, np.ones((3, 3), np.uint8)) > 0)
