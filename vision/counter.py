"""The mine counter above a board: red seven-segment digits on black."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.lattice import Lattice

SEGMENTS = {
    "1110111": "0",
    "0010010": "1",
    "1011101": "2",
    "1011011": "3",
    "0111010": "4",
    "1101011": "5",
    "1101111": "6",
    "1010010": "7",
    "1111111": "8",
    "1111011": "9",
    "0001000": "-",
    "0000000": " ",
    "1110010": "7",
    "0101111": "6",
    "1111010": "9",
}
"""Segments top, upper left, upper right, middle, lower left, lower right, bottom: lit or not."""
# Where each segment runs: (x, y) of its ends as parts of the digit's box.
_RUNS = (
    ((0.35, 0.09), (0.65, 0.09)),
    ((0.16, 0.20), (0.16, 0.38)),
    ((0.84, 0.20), (0.84, 0.38)),
    ((0.35, 0.50), (0.65, 0.50)),
    ((0.16, 0.62), (0.16, 0.80)),
    ((0.84, 0.62), (0.84, 0.80)),
    ((0.35, 0.91), (0.65, 0.91)),
)
LIT = (1.35, 1.15, 1.55)
"""How much brighter than `lit` a lit segment is; the first that gives a digit counts."""
HEADROOM = 5.0
"""How many cells above the board a counter is looked for."""


def read_counter(picture: NDArray[np.uint8], lattice: Lattice) -> int | None:
    """The number on the leftmost counter above the board; None when none can be read."""
    top = max(0, int(lattice.y - HEADROOM * lattice.pitch_y))
    bottom = max(0, int(lattice.y))
    # The counter of a narrow board is wider than half of it, and may begin further left.
    spare = 2 if lattice.cols < 7 else 1
    left = max(0, int(lattice.x - spare * lattice.pitch_x))
    right = int(lattice.x + max(0.6 * lattice.cols, min(lattice.cols, 4)) * lattice.pitch_x)
    above = picture[top:bottom, left:right]
    if above.size == 0:
        return None
    least = max(8.0, 0.6 * lattice.pitch_y)
    for x, y, width, height in _dark_boxes(above, least):
        number = _number(above[y : y + height, x : x + width])
        if number is not None:
            return number
    return None


def _dark_boxes(above: NDArray[np.uint8], least: float) -> list[tuple[int, int, int, int]]:
    """Boxes (x, y, width, height) of black and red alone, wider than high, from the left."""
    blue_green = np.maximum(above[:, :, 0], above[:, :, 1])
    dark = (blue_green < 64).astype(np.uint8)
    joined = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=4)
    boxes = []
    for x, y, width, height, area in stats[1:].tolist():
        filled = area > 0.8 * width * height
        if filled and height >= least and 1.2 * height < width < 4 * height:
            boxes.append((x, y, width, height))
    return sorted(boxes)


def _number(display: NDArray[np.uint8]) -> int | None:
    red = display[:, :, 2].astype(np.float32)
    strong = red[red > 90]
    if strong.size < 0.03 * red.size:
        return None
    # Unlit segments glow, some of them dithered: what is lit is far brighter than the rest.
    lit = 0.5 * float(np.percentile(strong, 90))
    box = _digits_box(display)
    if box is None:
        return None
    left, top, width, height = box
    digits = max(1, round(width / height * 23 / 13))
    step = width / digits
    text = ""
    for place in range(digits):
        columns = slice(round(left + place * step), round(left + (place + 1) * step))
        text += _digit(red[round(top) : round(top + height), columns], lit)
    try:
        return int(text.replace(" ", ""))
    except ValueError:
        return None


def _digits_box(display: NDArray[np.uint8]) -> tuple[float, float, float, float] | None:
    """Where the digits lie (x, y, width, height): where segments glow, unlit ones too.

    None where nothing glows.
    """
    others = np.maximum(display[:, :, 0], display[:, :, 1])
    glowing = (display[:, :, 2] > 45) & (display[:, :, 2] > 2.0 * others)
    if not glowing.any():
        return None
    height, width = glowing.shape
    across, down = np.flatnonzero(glowing.any(axis=0)), np.flatnonzero(glowing.any(axis=1))
    # Segments end a unit before the box of their digit, which is 13 x 23 units.
    unit = (down[-1] + 1 - down[0]) / 21
    box = (
        across[0] - unit,
        down[0] - unit,
        across[-1] + 1 - across[0] + 2 * unit,
        down[-1] + 1 - down[0] + 2 * unit,
    )
    if box[2] > 0.85 * width and box[3] > 0.85 * height:
        return max(box[0], 0.0), max(box[1], 0.0), min(box[2], width), min(box[3], height)
    # No glow on the outer digits: a display wider than its digits has them in the middle.
    digits = max(1, round(width / height * 23 / 13))
    step = min(width / digits, height * 13 / 23)
    return (width - digits * step) / 2, 0.0, digits * step, float(height)


def _digit(red: NDArray[np.float32], lit: float) -> str:
    height, width = red.shape
    levels = [_along(red, run, width, height) for run in _RUNS]
    for times in LIT:
        code = "".join("1" if level > lit * times else "0" for level in levels)
        dark = max((level for level in levels if level <= lit * times), default=0.0)
        bright = min((level for level in levels if level > lit * times), default=255.0)
        if code in SEGMENTS and (times == LIT[0] or dark < 0.7 * bright):
            return SEGMENTS[code]
    return "!"


def _along(
    red: NDArray[np.float32],
    run: tuple[tuple[float, float], tuple[float, float]],
    width: int,
    height: int,
) -> float:
    """Mean brightness along the middle of a segment."""
    (x0, y0), (x1, y1) = run
    parts = np.linspace(0, 1, 7)
    xs = np.clip(((x0 + (x1 - x0) * parts) * width).astype(int), 0, width - 1)
    ys = np.clip(((y0 + (y1 - y0) * parts) * height).astype(int), 0, height - 1)
    return float(red[ys, xs].mean())
