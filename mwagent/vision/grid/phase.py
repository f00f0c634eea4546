"""Where the border between two cells lies, to a thirtieth of a cell.

What is left of a border depends on what the left cell shows, what is right of it on the right
cell. Between cells that look different, the border is where the one ceases to explain the picture
and the other begins to, whatever edges tiles may have inside.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import Floats, Pixels
from mwagent.vision.grid.alike import leaders
from mwagent.vision.grid.cells import board_picture
from mwagent.vision.lattice import Lattice

_FINE_SIDE: Final = 32
"""Pixels of a cell's side at the resolution at which borders are searched."""
_BORDER_REACH: Final = 7
"""Greatest distance, in pixels of that resolution, by which a border may be off."""
_KIND_LEVELS: Final = 9.0
"""Grey levels, root mean square, within which cells show the same."""
_FEWEST_OF_KIND: Final = 4
"""Least number of cells that show the same for their look to be used."""
_CHEAPER: Final = 0.13
"""Part of the costliest border's cost by which the best must be cheaper than the present one."""
_BETTER: Final = 0.6
"""Part of the present border's cost that one farther away may cost: elsewhere cost only drifts."""
_NEAR_BORDER: Final = 2.0
"""Pixels of a cell up to which a border is near."""
_PAIRS: Final = 40
"""Least number of pairs of neighbours that show different things."""
_AS_GOOD: Final = 0.02
"""Part of the costliest border's cost within which borders are as good as the best."""


def placed(picture: Pixels, lattice: Lattice) -> Lattice:
    """The lattice moved to where cells that look different meet; as it is where that is unclear."""
    board = board_picture(picture, lattice, _FINE_SIDE).astype(np.float32)
    kinds = _kinds(board, lattice)
    right = _border(board, kinds)
    down = _border(board.swapaxes(0, 1), kinds.T)
    return replace(
        lattice,
        x=lattice.x + right * lattice.pitch_x / _FINE_SIDE,
        y=lattice.y + down * lattice.pitch_y / _FINE_SIDE,
    )


def _kinds(board: Floats, lattice: Lattice) -> NDArray[np.intp]:
    """What the middles of cells show, (rows, cols): equal numbers for like ones, -1 for rare."""
    soft = cv2.blur(board, (7, 7))[8::4, 8::4]
    rows, cols = lattice.rows, lattice.cols
    per = _FINE_SIDE // 4
    padded = np.zeros((rows * per, cols * per, 3), np.float32)
    padded[: soft.shape[0], : soft.shape[1]] = soft
    cells = padded.reshape(rows, per, cols, per, 3).swapaxes(1, 2)[:, :, :5, :5]
    numbers = np.full(rows * cols, -1)
    for number, members in enumerate(leaders(cells.reshape(rows * cols, -1), _KIND_LEVELS)):
        if len(members) >= _FEWEST_OF_KIND:
            numbers[members] = number
    return numbers.reshape(rows, cols)


def _border(board: Floats, kinds: NDArray[np.intp]) -> float:
    """How far right of its place the border between cells of one row is, in pixels of a cell."""
    rows, cols = kinds.shape
    left, right = kinds[:, :-1].ravel(), kinds[:, 1:].ravel()
    some = (left != right) & (left >= 0) & (right >= 0)
    for _ in range(3):
        some &= _frequent(left, some) & _frequent(right, some)
    if some.sum() < _PAIRS:
        return 0.0
    # Corners belong to four cells: only the middle of the sides counts.
    middle = board.reshape(rows, _FINE_SIDE, cols * _FINE_SIDE, 3)[
        :, _FINE_SIDE // 4 : -_FINE_SIDE // 4
    ]
    strips = middle.reshape(rows, 4, -1, cols * _FINE_SIDE, 3).mean(axis=2)
    at = np.arange(1, cols)[:, None] * _FINE_SIDE + np.arange(-_BORDER_REACH, _BORDER_REACH)
    near = (
        strips[:, :, at].transpose(0, 2, 3, 1, 4).reshape(rows * (cols - 1), 2 * _BORDER_REACH, -1)
    )
    near, left, right = near[some], left[some], right[some]
    by_left, by_right = _unexplained(near, left), _unexplained(near, right)
    # Cost of every border: what is left of it explained by the left cell, the rest by the right.
    before = np.concatenate([[0.0], np.cumsum(by_left)])
    after = np.concatenate([np.cumsum(by_right[::-1])[::-1], [0.0]])
    cost = before + after
    worst = float(cost.max() - cost.min())
    if worst <= 0 or cost[_BORDER_REACH] - cost.min() < _CHEAPER * worst:
        return 0.0
    best = np.flatnonzero(cost <= cost.min() + _AS_GOOD * worst)
    move = float(best.mean()) - _BORDER_REACH
    return move if abs(move) <= _NEAR_BORDER or cost.min() < _BETTER * cost[_BORDER_REACH] else 0.0


def _frequent(kinds: NDArray[np.intp], some: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the kinds come up often enough among some of the cells."""
    counts = np.bincount(kinds[some], minlength=max(1, int(kinds.max(initial=0)) + 1))
    return np.asarray(counts[np.maximum(kinds, 0)] >= _FEWEST_OF_KIND)


def _unexplained(values: Floats, kinds: NDArray[np.intp]) -> NDArray[np.float64]:
    """Squared misses (places,) of values (n, places, m) from the mean of their kind."""
    misses = np.zeros(values.shape[1])
    for kind in np.unique(kinds):
        own = values[kinds == kind]
        spare = len(own) / max(1, len(own) - 1)
        misses += spare * ((own - own.mean(axis=0)) ** 2).sum(axis=(0, 2))
    return misses
