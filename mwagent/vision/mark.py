"""Drawing what was found into a picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL.ImageColor import getrgb

from mwagent.vision.lattice import Lattice
from mwagent.vision.reading import UNKNOWN, Reading


def bgr(name: str) -> tuple[int, ...]:
    """A colour by its name in CSS.

    >>> bgr("darkorange")
    (0, 140, 255)
    """
    return getrgb(name)[::-1]


FRAME = bgr("mediumvioletred")
HALO = bgr("white")
"""Colour of the outline of symbols, which keeps them legible on any ground."""
SURE, DOUBTFUL, UNREAD = bgr("green"), bgr("darkorange"), bgr("red")
"""Colours of symbols and cells, by how sure their reading is."""
DOUBT = 0.3
"""Confidence below which a cell is marked as doubtful."""


def mark(picture: NDArray[np.uint8], reading: Reading) -> NDArray[np.uint8]:
    """A copy of a picture with the lattice and every cell's symbol drawn in.

    Symbols are green where the reading is sure, orange where it is not, red boxes where a cell
    was not understood.
    """
    marked = picture.copy()
    lattice = reading.lattice
    for row in range(lattice.rows + 1):
        y = round(lattice.y + row * lattice.pitch_y)
        cv2.line(marked, (lattice.box[0], y), (lattice.box[2], y), FRAME, 1)
    for col in range(lattice.cols + 1):
        x = round(lattice.x + col * lattice.pitch_x)
        cv2.line(marked, (x, lattice.box[1]), (x, lattice.box[3]), FRAME, 1)
    for row, symbols in enumerate(reading.cells):
        for col, symbol in enumerate(symbols):
            if symbol != "0":
                _mark_cell(marked, lattice, (row, col), symbol, reading.confidence[row, col])
    title = f"{reading.skin}, {lattice.rows} x {lattice.cols}, {reading.stage}"
    at = (max(lattice.box[0], 0), max(lattice.box[1] - 6, 12))
    cv2.putText(marked, title, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, FRAME, 1, cv2.LINE_AA)
    return marked


def _mark_cell(
    marked: NDArray[np.uint8],
    lattice: Lattice,
    cell: tuple[int, int],
    symbol: str,
    confidence: np.float32,
) -> None:
    x = lattice.x + cell[1] * lattice.pitch_x
    y = lattice.y + cell[0] * lattice.pitch_y
    if symbol == UNKNOWN:
        corners = (round(x), round(y)), (round(x + lattice.pitch_x), round(y + lattice.pitch_y))
        cv2.rectangle(marked, *corners, UNREAD, 2)
        return
    colour = SURE if confidence > DOUBT else DOUBTFUL
    scale = lattice.pitch_y / 60
    at = round(x + lattice.pitch_x * 0.08), round(y + lattice.pitch_y * 0.42)
    for ink, thick in ((HALO, 3), (colour, 1)):
        cv2.putText(marked, symbol, at, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, thick, cv2.LINE_AA)
