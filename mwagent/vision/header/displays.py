"""The mine counter above a board: seven-segment digits, red or of another colour, on black."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.lattice import Lattice
from mwagent.vision.ranks import percentile

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
"""Thresholds between unlit and lit segments, as factors; the first that gives a digit counts."""
_USUAL = 23 / 13
"""Usual height of a digit over its width."""
_SLIM, _STOUT = 1.3, 2.2
"""Least and greatest height of a digit over its width."""
_TALL = 2.6
"""Greatest height of a digit's segments over their width."""
_UNITS = 21
"""Height of the segments in units, of which the box of a digit is 13 wide and 23 high."""
_DARK, _BLACK = 64, 24
"""Grey levels below which a display is dark, on light ground and on dark."""
HEADROOM = 5.0
"""Height above the board, in cells, in which a counter is looked for."""


def at_limit(shown: str) -> bool:
    """Whether a display with as many digits can show no larger number, or no smaller one.

    The number itself may then be any beyond.

    >>> at_limit("999"), at_limit("-99"), at_limit("099")
    (True, True, False)
    """
    return set(shown.lstrip("-")) == {"9"}


def read_counter(picture: NDArray[np.uint8], lattice: Lattice) -> str | None:
    """The digits of the leftmost counter above the board, such as "099" or "-12".

    None when none can be read.
    """
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
    for channel in (2, 1, 0):
        # The colour that glows, and the others: where two glow alike, one suffices.
        glow, others = above[:, :, channel], np.delete(above, channel, axis=2)
        dull = others.max(axis=2) if channel == 2 else others.min(axis=2)
        for x, y, width, height in _dark_boxes(dull, least):
            part = slice(y, y + height), slice(x, x + width)
            number = _number(glow[part], dull[part])
            if number is not None:
                return number
    return None


def _dark_boxes(dull: NDArray[np.uint8], least: float) -> list[tuple[int, int, int, int]]:
    """Boxes (x, y, width, height) of black and one colour alone, wider than high, from the left."""
    dark = (dull < _DARK).astype(np.uint8)
    joined = np.asarray(cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((3, 3))), np.uint8)
    # On dark ground a display is the darker part; what glows on it may be as bright as the ground.
    black = (dull < _BLACK).astype(np.uint8)
    boxes = {box for mask in (joined, _filled(black)) for box in _boxes(mask, least)}
    return sorted(boxes)


def _filled(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A mask with the holes in its parts filled."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    return np.asarray(cv2.drawContours(mask.copy(), outlines, -1, 1, cv2.FILLED), np.uint8)


def _boxes(mask: NDArray[np.uint8], least: float) -> list[tuple[int, int, int, int]]:
    """Boxes of the parts of a mask that are filled, and wider than high as displays are."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    return [
        (x, y, width, height)
        for x, y, width, height, area in stats[1:].tolist()
        if height >= least and 1.05 * height < width < 4.5 * height
        if area > 0.8 * width * height
    ]


def _number(glow: NDArray[np.uint8], dull: NDArray[np.uint8]) -> str | None:
    """The number on a display, of which `glow` is the colour that is lit."""
    level = glow.astype(np.float32)
    strong = level[level > 90]
    if strong.size < 0.03 * level.size or strong.size > 0.6 * level.size:
        return None
    # Unlit segments glow, some of them dithered: what is lit is far brighter than the rest.
    lit = 0.5 * percentile(strong, 90)
    places = _digit_places(glow, dull)
    text = "".join(_digit(level[part], lit) for part in places)
    if _is_number(text):
        return text
    box = _digits_box(glow, dull)
    if box is None:
        return None
    usual = max(1, round(box[2] / box[3] * _USUAL))
    for digits in [len(places)] if places else dict.fromkeys((usual, 3, 4, 2, 5)):
        if _SLIM < digits * box[3] / box[2] < _STOUT:
            text = _digits(level, box, digits, lit).replace(" ", "")
            if _is_number(text):
                return text
    return None


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdigit()


def _digit_places(glow: NDArray[np.uint8], dull: NDArray[np.uint8]) -> list[tuple[slice, slice]]:
    """Where each digit lies, where all of them glow, unlit segments too, with gaps between.

    Empty where they do not: then only their number says how the display is divided.
    """
    glowing = _glowing(glow, dull)
    rows = np.flatnonzero(glowing.any(axis=1))
    ends = np.flatnonzero(np.diff(np.pad(glowing.any(axis=0).astype(np.int8), 1)))
    lefts, rights = ends[::2], ends[1::2]
    if not 2 <= len(lefts) <= 5:
        return []
    widths, height = rights - lefts, rows[-1] + 1 - rows[0]
    alike = widths.max() - widths.min() <= max(1, 0.1 * widths.max())
    if not alike or not _SLIM < height / widths.mean() < _TALL:
        return []
    unit = height / _UNITS
    down = slice(max(0, round(rows[0] - unit)), round(rows[-1] + 1 + unit))
    return [
        (down, slice(max(0, round(left - unit)), round(right + unit)))
        for left, right in zip(lefts.tolist(), rights.tolist(), strict=True)
    ]


def _digits(
    level: NDArray[np.float32], box: tuple[float, float, float, float], digits: int, lit: float
) -> str:
    left, top, width, height = box
    step = width / digits
    rows = slice(round(top), round(top + height))
    return "".join(
        _digit(level[rows, round(left + place * step) : round(left + (place + 1) * step)], lit)
        for place in range(digits)
    )


def _digits_box(
    glow: NDArray[np.uint8], dull: NDArray[np.uint8]
) -> tuple[float, float, float, float] | None:
    """Where the digits lie (x, y, width, height): where segments glow, unlit ones too.

    None where nothing glows.
    """
    glowing = _glowing(glow, dull)
    if not glowing.any():
        return None
    height, width = glowing.shape
    across, down = np.flatnonzero(glowing.any(axis=0)), np.flatnonzero(glowing.any(axis=1))
    unit = (down[-1] + 1 - down[0]) / _UNITS
    box = (
        across[0] - unit,
        down[0] - unit,
        across[-1] + 1 - across[0] + 2 * unit,
        down[-1] + 1 - down[0] + 2 * unit,
    )
    if box[2] > 0.85 * width and box[3] > 0.85 * height:
        return max(box[0], 0.0), max(box[1], 0.0), min(box[2], width), min(box[3], height)
    # No glow on the outer digits: a display wider than its digits has them in the middle.
    digits = max(1, round(width / height * _USUAL))
    step = min(width / digits, height / _USUAL)
    return (width - digits * step) / 2, 0.0, digits * step, float(height)


def _glowing(glow: NDArray[np.uint8], dull: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Pixels of segments, lit or not."""
    return np.asarray((glow > 45) & (glow > 2.0 * dull))


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
