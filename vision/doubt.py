"""What must not be believed: readings that the rules of the game speak against.

A board that was read rightly breaks no rule, but for a flag set wrongly by the player. Where rules
are broken all the same, the look is not understood after all without which the fewest are broken,
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
_MANY: Final = 0.3
"""Part of the numbers that must break rules for a look to be blamed that lies mostly elsewhere."""
_TRUST: Final = 3.0
"""How much less likely a number seen several times is to blame than a blank look."""
_SHAPED: Final = 10.0
"""The same for a number or a flag whose shape leaves no doubt."""
_SHADED: Final = 9.0
"""Grey levels between borders of looks that differ by shading alone."""
_SEVERAL: Final = 3
"""Fewer cells of another look may be marks of any kind."""
_CHECKED: Final = 0.05
"""Part of the cells of a checkerboard's colour that may be misplaced."""


def refused(
    board: Codes,
    cells: Sequence[NDArray[np.intp]],
    margins: Sequence[float],
    shaped: Sequence[bool] | None = None,
) -> NDArray[np.bool_]:
    """Cells (rows, cols) that are not to be believed.

    `cells` are the flat numbers of the cells of each look, `margins` by how much its meaning beats
    the next best; `shaped` tells which have what is surely a number or a flag by its shape.
    """
    board = board.copy()
    flat = board.reshape(-1)
    doubted = np.zeros(board.size, np.bool_)
    for _ in range(len(cells)):
        broken = strain(board)[0] >= 1
        if not broken.any():
            break
        near = cv2.dilate(broken.astype(np.uint8), np.ones((3, 3), np.uint8)).ravel() > 0
        numbers = (board > 0) & (board <= 8)
        many = broken.sum() >= 3 and broken[numbers].sum() > _MANY * numbers.sum()
        best, blamed = 0.0, None
        for number, (some, margin) in enumerate(zip(cells, margins, strict=True)):
            here = near[some] & (flat[some] != CODE[UNKNOWN])
            if here.mean() < (_BLAMED if not many else 0.01):
                continue
            meant = flat[some].copy()
            flat[some] = CODE[UNKNOWN]
            mended = 1 - float((strain(board)[0] >= 1).sum()) / float(broken.sum())
            flat[some] = meant
            trust = _TRUST if meant[0] in range(1, 9) and len(some) >= 3 else 1.0
            if shaped is not None and shaped[number] and len(some) >= 3:
                trust = _SHAPED
            # Of looks as likely to blame, one of few cells, then the least sure.
            blame = mended / (trust * len(some) ** 0.25) - 1e-6 * margin
            if mended > 0 and blame > best:
                best, blamed = blame, some
        if blamed is None:
            break
        flat[blamed] = CODE[UNKNOWN]
        doubted[blamed] = True
    return doubted.reshape(board.shape)


def strange_blanks(
    board: Codes, cells: Sequence[NDArray[np.intp]], borders: NDArray[np.float32]
) -> NDArray[np.bool_]:
    """Cells (rows, cols) that look otherwise than most, on a board without any number.

    Before the first click all cells are alike, but for shading, a checkerboard, a frame that
    touches the outermost rows and columns, and a few marks.
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
        rim = np.isin(row, (0, board.shape[0] - 1)) | np.isin(col, (0, board.shape[1] - 1))
        if rim.all():
            continue
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
