"""The pitch of a lattice to a thousandth, from cells that look the same.

Were the pitch off by a little, like cells would lie a little further left, or lower, in their
places from one end of the board to the other. How far each is moved against the mean of its kind
follows from the slopes of that mean (Lucas and Kanade 1981); a line through these moves, the same
for all kinds, gives the error of the pitch.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact
from mwagent.vision.edges import Floats, Pixels
from mwagent.vision.grid.alike import leaders
from mwagent.vision.grid.cells import CELL, cell_images
from mwagent.vision.lattice import SAME_LATTICE, STEADY, Lattice

_FEWEST_OF_KIND: Final = 4
"""Least number of cells of a kind that is used."""
_LINE_EXPLAINS: Final = 0.25
"""Part of the variance of the moves that a line must explain (R squared)."""
_BLURRED_LEVELS: Final = 7.0
"""Grey levels, root mean square, within which blurred cells are of one kind."""
_SPREAD: Final = 0.6
"""Rows or columns, root mean square, over which the cells of kinds must lie.

Where the pitch is off, like cells lie near one another, as those far apart look otherwise.
"""


def sharpened(picture: Pixels, lattice: Lattice) -> Lattice:
    """The lattice with its pitches corrected, its middle unmoved."""
    start = lattice
    for _ in range(3):
        images = cell_images(picture, lattice, squeezed=True)
        grey = images.mean(axis=3, dtype=np.float32)
        coarse = np.stack([cv2.blur(cell, (9, 9))[4::4, 4::4] for cell in grey])
        kinds = leaders(coarse.reshape(len(grey), -1), _BLURRED_LEVELS)
        kinds = [kind for kind in kinds if len(kind) >= _FEWEST_OF_KIND]
        moves, weights = _moves(grey, kinds)
        rows, cols = np.divmod(np.arange(len(grey)), lattice.cols)
        wider = _growth(kinds, moves[:, 0], weights[:, 0], cols) * lattice.pitch_x / CELL
        taller = _growth(kinds, moves[:, 1], weights[:, 1], rows) * lattice.pitch_y / CELL
        lattice = replace(
            lattice,
            x=lattice.x - wider * lattice.cols / 2,
            y=lattice.y - taller * lattice.rows / 2,
            pitch_x=lattice.pitch_x + wider,
            pitch_y=lattice.pitch_y + taller,
        )
        if max(abs(wider) * lattice.cols, abs(taller) * lattice.rows) < STEADY:
            break
    off_x = abs(lattice.pitch_x - start.pitch_x) * lattice.cols / start.pitch_x
    off_y = abs(lattice.pitch_y - start.pitch_y) * lattice.rows / start.pitch_y
    # Most pitches are whole pixels: those are only given up for more than noise.
    if start.pitch_x.is_integer() and off_x < SAME_LATTICE:
        lattice = replace(lattice, x=start.x, pitch_x=start.pitch_x)
    if start.pitch_y.is_integer() and off_y < SAME_LATTICE:
        lattice = replace(lattice, y=start.y, pitch_y=start.pitch_y)
    return lattice


def _moves(grey: Floats, kinds: list[NDArray[np.intp]]) -> tuple[Floats, Floats]:
    """How far cells (n, CELL, CELL) lie right and down of the mean of their kind, (n, 2).

    In pixels of CELL, with the weight each deserves.
    """
    moves = np.zeros((len(grey), 2), np.float32)
    weights = np.zeros((len(grey), 2), np.float32)
    for kind in kinds:
        mean = grey[kind].mean(axis=0)
        down, across = np.gradient(mean)
        slopes = np.stack([across.ravel(), down.ravel()])
        normal = exact.product(slopes, slopes.T) + np.eye(2, dtype=np.float32)
        miss = (grey[kind] - mean).reshape(len(kind), -1)
        moves[kind] = -exact.solved(normal, exact.product(slopes, miss.T)).T
        weights[kind] = np.diag(normal)
    return np.clip(moves, -2, 2), weights


def _growth(
    kinds: list[NDArray[np.intp]], moves: Floats, weights: Floats, at: NDArray[np.intp]
) -> float:
    """By how much moves grow from one row or column to the next, the same for all kinds."""
    product = spread = mass = total = 0.0
    for kind in kinds:
        place = at[kind] - at[kind].mean()
        moved = moves[kind] - moves[kind].mean()
        product += float((weights[kind] * place * moved).sum())
        total += float((weights[kind] * moved**2).sum())
        spread += float((weights[kind] * place**2).sum())
        mass += float(weights[kind].sum())
    clear = spread > _SPREAD**2 * mass > 0 and product**2 > _LINE_EXPLAINS * spread * total
    return product / spread if clear else 0.0
