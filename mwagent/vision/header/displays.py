"""The mine counter above a board: seven-segment digits, red or of another colour, on black."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.lattice import Lattice
from mwagent.vision.ranks import median

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
_UNITS_WIDE, _UNITS_HIGH = 13, 23
"""Units of the box of a digit, its outermost one the gap to the next."""
_STROKE = 2
"""Units that a segment is wide."""
HEADROOM = 5.0
"""Height above or below the board, in cells, in which its counter is looked for."""


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
    # On dark ground a display is the darker part; what glows on it may be as bright as the ground.
    dark = (2 * dull.astype(np.int16) < median(dull.ravel())).astype(np.uint8)
    return sorted(_boxes(_filled(dark), least))


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
    if not 0.03 < (glow > 90).mean() < 0.6:
        return None
    glowing = (glow > 45) & (glow > 2.0 * dull)
    for places in filter(None, (_between_gaps(glowing), *_divided(glowing))):
        levels = np.array([_segments(glow[place]) for place in places])
        text = _text(levels, int(glow.min()))
        if text.removeprefix("-").isdigit():
            return text
    return None


def _between_gaps(glowing: NDArray[np.bool_]) -> list[tuple[slice, slice]]:
    """Where each digit lies, where all of them glow, unlit segments too, with gaps between.

    Empty where they do not: then only their number says how the display is divided.
    """
    rows = np.flatnonzero(glowing.any(axis=1))
    ends = np.flatnonzero(np.diff(np.pad(glowing.any(axis=0).astype(np.int8), 1)))
    lefts, rights = ends[::2], ends[1::2]
    if not 2 <= len(lefts) <= 5:
        return []
    widths = rights - lefts
    unit = (rows[-1] + 1 - rows[0]) / (_UNITS_HIGH - 2)
    if widths.max() - widths.min() > max(1, 0.1 * widths.max()):
        return []
    down = slice(max(0, round(rows[0] - unit)), round(rows[-1] + 1 + unit))
    return [
        (down, slice(max(0, round(left - unit)), round(right + unit)))
        for left, right in zip(lefts.tolist(), rights.tolist(), strict=True)
    ]


def _divided(glowing: NDArray[np.bool_]) -> Iterator[list[tuple[slice, slice]]]:
    """Where each digit lies if all are equally wide, for the likeliest numbers of digits first."""
    left, top, width, height = _digits_box(glowing)
    usual = max(1, round(width / height * _UNITS_HIGH / _UNITS_WIDE))
    for digits in dict.fromkeys((usual, 3, 4, 2, 5)):
        step = width / digits
        sides = [round(left + place * step) for place in range(digits + 1)]
        down = slice(round(top), round(top + height))
        yield [(down, slice(*pair)) for pair in pairwise(sides)]


def _digits_box(glowing: NDArray[np.bool_]) -> tuple[float, float, float, float]:
    """Where the digits lie (x, y, width, height): where segments glow, unlit ones too."""
    height, width = glowing.shape
    across, down = np.flatnonzero(glowing.any(axis=0)), np.flatnonzero(glowing.any(axis=1))
    if len(across):
        unit = (down[-1] + 1 - down[0]) / (_UNITS_HIGH - 2)
        left, right = max(across[0] - unit, 0.0), min(across[-1] + 1 + unit, width)
        top, bottom = max(down[0] - unit, 0.0), min(down[-1] + 1 + unit, height)
        if min((right - left) / width, (bottom - top) / height) > 0.85:
            return left, top, right - left, bottom - top
    # No glow on the outer digits: a display wider than its digits has them in the middle.
    digits = max(1, round(width / height * _UNITS_HIGH / _UNITS_WIDE))
    step = min(width / digits, height * _UNITS_WIDE / _UNITS_HIGH)
    return (width - digits * step) / 2, 0.0, digits * step, float(height)


def _text(levels: NDArray[np.floating], ground: int) -> str:
    """The digits whose segments have these levels, (digits, 7), on such a ground; "" for none.

    All that are lit are about as bright, and brighter than all others, which may be missing.
    """
    ranked = np.sort(levels.ravel())
    gap = int(np.diff(ranked).argmax())
    dark, bright = ranked[gap], ranked[gap + 1]
    if dark > 0.7 * bright:
        dark, bright = 2.0 * ground, ranked[0]
    if bright < max(dark, ranked[-1] / 2):
        return ""
    codes = ("".join("01"[int(level > dark)] for level in digit) for digit in levels)
    return "".join(SEGMENTS.get(code, "!") for code in codes).strip()


def _segments(glow: NDArray[np.uint8]) -> list[float]:
    """Mean brightness of the middle of each segment of a digit, as in SEGMENTS."""
    units = cv2.resize(glow, (_UNITS_WIDE, _UNITS_HIGH), interpolation=cv2.INTER_AREA)
    first, last = slice(1, 1 + _STROKE), slice(-1 - _STROKE, -1)
    middle = slice(_UNITS_HIGH // 2 - 1, _UNITS_HIGH // 2 + 2)
    across = slice(2 + _STROKE, -2 - _STROKE)
    upper, lower = slice(2 + _STROKE, middle.start - 1), slice(middle.stop + 1, -2 - _STROKE)
    places = (
        (first, across),
        (upper, first),
        (upper, last),
        (middle, across),
        (lower, first),
        (lower, last),
        (last, across),
    )
    return [float(np.mean(units[place])) for place in places]
