"""Bringing every cell of a board to one size."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice


def board_picture(
    picture: NDArray[np.uint8], lattice: Lattice, size: int, margin: int = 0
) -> NDArray[np.uint8]:
    """The board alone, each cell `size` pixels: (rows * size, cols * size, 3) uint8.

    `margin` adds that many cells on each side. What lies off the picture repeats its edge.
    """
    # Samples twice as dense as needed, averaged afterwards, keep thin lines of large cells.
    fine = 2 if max(lattice.pitch_x, lattice.pitch_y) > size else 1
    step_x = lattice.pitch_x / (size * fine)
    step_y = lattice.pitch_y / (size * fine)
    x = lattice.x - margin * lattice.pitch_x
    y = lattice.y - margin * lattice.pitch_y
    width = (lattice.cols + 2 * margin) * size
    height = (lattice.rows + 2 * margin) * size
    # A pixel's colour sits at its middle: sample i lies at x + (i + 0.5) * step - 0.5.
    placing = np.array(
        [[step_x, 0, x + 0.5 * step_x - 0.5], [0, step_y, y + 0.5 * step_y - 0.5]], np.float64
    )
    board = cv2.warpAffine(
        picture,
        placing,
        (width * fine, height * fine),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if fine > 1:
        board = cv2.resize(board, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(board, np.uint8)


def cut_cells(board: NDArray[np.uint8], size: int) -> NDArray[np.uint8]:
    """The cells of a board picture, (rows, cols, size, size, 3), row by row."""
    rows, cols = board.shape[0] // size, board.shape[1] // size
    cells = board[: rows * size, : cols * size].reshape(rows, size, cols, size, 3)
    return np.ascontiguousarray(cells.swapaxes(1, 2))
