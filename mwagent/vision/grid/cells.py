"""The cells of a board, cut out of a picture and brought to one size."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import Pixels
from mwagent.vision.grid.signs_aside import bring_to_middle
from mwagent.vision.grid.tiny_signs import FRAME, magnify
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import at_lines, sampled

CELL: Final = 32
"""Pixels of a side of the squares to which cells are scaled."""
COMPARED: Final = 16
"""Pixels of a side at which cells are compared with one another."""
OBLONG: Final = 1.3
"""Ratio of the sides of a cell from which on it is oblong."""
_SHADED: Final = 8.0
"""Grey levels from one end of a board to the other that count as shading."""


def cells_at(picture: Pixels, lattice: Lattice, size: int) -> Pixels:
    """All of each cell as a square of `size` pixels, (rows, cols, size, size, 3), row by row.

    What lies off the picture repeats its edge.
    """
    # Samples twice as dense as needed, averaged afterwards, keep thin lines of large cells.
    fine = 2 if max(lattice.pitch_x, lattice.pitch_y) > size else 1
    return _cut(_shrunk(_scaled(picture, lattice, fine * size), fine), size)


def _scaled(picture: Pixels, lattice: Lattice, side: int) -> Pixels:
    """The board with cells scaled to squares of `side` pixels."""
    step = lattice.pitch_x / side, lattice.pitch_y / side
    size = lattice.cols * side, lattice.rows * side
    return sampled(picture, (lattice.x, lattice.y), step, size)


def _shrunk(board: Pixels, times: int) -> Pixels:
    """A board as many times as small."""
    if times == 1:
        return board
    height, width = board.shape[:2]
    small = cv2.resize(board, (width // times, height // times), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _cut(board: Pixels, size: int) -> Pixels:
    """The cells of a board picture, (rows, cols, size, size, 3), row by row."""
    rows, cols = board.shape[0] // size, board.shape[1] // size
    cells = board[: rows * size, : cols * size].reshape(rows, size, cols, size, 3)
    return np.ascontiguousarray(cells.swapaxes(1, 2))


def cell_images(picture: Pixels, lattice: Lattice, *, squeezed: bool = False) -> Pixels:
    """Every cell as a square, (rows * cols, CELL, CELL, 3) BGR.

    Cells may lie beyond the picture, as a whole or in part. Oblong cells lose what lies between
    their rims and their middles, so that signs keep their shape, and small signs in large cells are
    magnified; where they may be `squeezed`, all of a cell is scaled.
    """
    fine = 2 if min(lattice.pitch_x, lattice.pitch_y) > 1.5 * CELL else 1
    x0, y0, x1, y1 = lattice.box
    # A cell beyond the picture looks like the nearest pixels of it.
    x0 = min(max(0, x0 - 4), picture.shape[1] - 1)
    y0 = min(max(0, y0 - 4), picture.shape[0] - 1)
    part = picture[y0 : max(y0 + 1, y1 + 4), x0 : max(x0 + 1, x1 + 4)]
    pitches = lattice.pitch_x, lattice.pitch_y
    there = lattice.moved(-x0, -y0)
    whole = images = _cells(_shrunk(_scaled(part, there, fine * CELL), fine))
    if not squeezed:
        if max(pitches) >= OBLONG * min(pitches):
            images = _cells(_shrunk(_folded(part, there, fine * CELL), fine))
        bring_to_middle(images, whole, part, there)
        magnify(images, part, there)
    return images


def _cells(board: Pixels) -> Pixels:
    """The cells of a board picture one by one, (rows * cols, CELL, CELL, 3)."""
    return _cut(board, CELL).reshape(-1, CELL, CELL, 3)


def _folded(picture: Pixels, lattice: Lattice, fine: int) -> Pixels:
    """The board with rims and middles of its cells alone, as squares of `fine` pixels."""
    side = min(lattice.pitch_x, lattice.pitch_y)
    across = lattice.x + np.arange(lattice.cols)[:, None] * lattice.pitch_x
    down = lattice.y + np.arange(lattice.rows)[:, None] * lattice.pitch_y
    xs = (across + _kept_along(lattice.pitch_x, side, fine)).ravel() - 0.5
    ys = (down + _kept_along(lattice.pitch_y, side, fine)).ravel() - 0.5
    return at_lines(picture, xs, ys)


def _kept_along(pitch: float, side: float, fine: int) -> NDArray[np.float64]:
    """Where a cell is sampled along one of its sides, in pixels from its beginning, (fine,)."""
    at = (np.arange(fine) + 0.5) / fine * side
    middle = at + (pitch - side) / 2
    rim = side * FRAME / CELL
    first = at < rim
    last = at > side - rim
    return np.where(first, at, np.where(last, at + pitch - side, middle))


def block_means(cells: Pixels, side: int) -> NDArray[np.float32]:
    """Squares of pixels (n, height, width, 3) uint8 by the means of their blocks.

    Gives (n, height // side, width // side, 3); a block has `side` pixels a side, up to 16.
    """
    count, height, width, _ = cells.shape
    blocks = cells.reshape(count, height // side, side, width // side, side, 3)
    # Whole numbers of 16 bits add up exactly, and many times as fast as one mean of two axes.
    rows = np.add.reduce([blocks[:, :, k] for k in range(side)], axis=0, dtype=np.uint16)
    sums = np.add.reduce([rows[:, :, :, k] for k in range(side)], axis=0, dtype=np.uint16)
    return np.asarray(sums / np.float32(side * side), np.float32)


def cut_some(picture: Pixels, lattice: Lattice, some: NDArray[np.intp]) -> Pixels:
    """As `cell_images`, of some cells alone, which are given by their flat numbers."""
    images = [
        cell_images(
            picture,
            replace(
                lattice,
                x=lattice.x + int(col) * lattice.pitch_x,
                y=lattice.y + int(row) * lattice.pitch_y,
                rows=1,
                cols=1,
            ),
        )
        for row, col in zip(*np.divmod(some, lattice.cols), strict=True)
    ]
    return np.concatenate(images)


def evened(images: Pixels, rows: int, cols: int) -> Pixels:
    """The cells without the shading that runs across the board; as they are where there is none.

    There are at least 5 by 5 where there is any.
    """
    if min(rows, cols) < 5:
        return images
    colours = np.median(images[:, ::2, ::2].reshape(len(images), -1, 3), axis=1)
    colours = colours.reshape(rows, cols, 3)
    across, down = _slope(colours.swapaxes(0, 1)), _slope(colours)
    if max(abs(across).max() * cols, abs(down).max() * rows) < _SHADED:
        return images
    row, col = np.divmod(np.arange(len(images)), cols)
    shade = (col - (cols - 1) / 2)[:, None] * across + (row - (rows - 1) / 2)[:, None] * down
    level = images - np.rint(shade)[:, None, None].astype(np.int16)
    return np.asarray(np.clip(level, 0, 255), np.uint8)


def _slope(colours: NDArray[np.float64]) -> NDArray[np.float64]:
    """The shading from one row to the next, of colours (rows, cols, 3).

    Most cells show the same as the next but one, so the median step is the shading; the next one
    may be of the other colour of a checkerboard. Twice as far away it is twice as much: what is
    not is no shading, but cells of two colours.
    """
    near, far = (
        np.median((colours[step:] - colours[:-step]).reshape(-1, 3), axis=0) for step in (2, 4)
    )
    shaded = abs(far - 2 * near).max() <= abs(near).max() / 2
    return np.asarray(near / 2 if shaded else np.zeros(3), np.float64)
