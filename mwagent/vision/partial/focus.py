"""The mark of the keyboard: a thin rectangle within the one cell that would take the next key.

Toolkits draw it around what is written on a button, also on one that is closed and bears nothing,
where it looks like a narrow digit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Set
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Box, Lattice
from mwagent.vision.picture import Picture

SINGLES: Final = 60
"""Largest number of cells that look like no other for a mark to be looked for among them."""
LINES: Final = 2
"""Greatest width of the lines of a mark, in pixels."""
SMALLEST_MARK: Final = (3, 6)
"""Least width and height of a mark, in pixels."""


def without_mark(picture: Picture, lattice: Lattice, flagged: Set[tuple[int, int]]) -> Picture:
    """The picture with the mark painted over; itself where there is none, or more than one.

    In cells that are `flagged` a rectangle may be the flag: a sign that a font lacks.
    """
    codes = _codes(picture.pixels)
    alike: defaultdict[bytes, list[Box]] = defaultdict(list)
    for row in range(lattice.rows):
        for col in range(lattice.cols):
            if (row, col) not in flagged:
                left, top, right, foot = lattice.cell_box((row, col), inset=0)
                x, y = max(0, left), max(0, top)
                alike[codes[y:foot, x:right].tobytes()].append((x, y, right, foot))
    singles = [boxes[0] for boxes in alike.values() if len(boxes) == 1]
    if len(singles) > SINGLES:
        return picture
    marks = [mark for box in singles if (mark := _mark_in(codes, box)) is not None]
    return picture if len(marks) != 1 else Picture(_painted_over(picture.pixels, *marks[0]))


def _codes(pixels: Pixels) -> NDArray[np.int32]:
    """The colours of pixels, a number for each."""
    blue, green, red = (pixels[..., channel].astype(np.int32) for channel in range(3))
    return (blue << 16) | (green << 8) | red


def _mark_in(codes: NDArray[np.int32], box: Box) -> tuple[Box, int] | None:
    """The rectangle of one colour that is all outline, within a cell, and how wide its lines are.

    None where there is none, or several.
    """
    x0, y0, x1, y1 = box
    cell = codes[y0:y1, x0:x1]
    found: list[tuple[Box, int]] = []
    colours, counts = np.unique(cell, return_counts=True)
    least = 2 * sum(SMALLEST_MARK) - 4
    for colour in colours[(counts >= least) & (counts <= LINES * 2 * sum(cell.shape))]:
        mask = (cell == colour).astype(np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
        for label, (x, y, width, height, area) in enumerate(stats.tolist()):
            inset = x > 0 and y > 0 and x + width < x1 - x0 and y + height < y1 - y0
            large = width >= SMALLEST_MARK[0] and height >= SMALLEST_MARK[1]
            if not (label and inset and large):
                continue
            for thick in range(1, LINES + 1):
                outline = labels[y : y + height, x : x + width] == label
                hole = outline[thick:-thick, thick:-thick]
                whole = width * height - hole.size
                if hole.size and not hole.any() and area == whole:
                    found.append(((x0 + x, y0 + y, x0 + x + width, y0 + y + height), thick))
    return found[0] if len(found) == 1 else None


def _painted_over(pixels: Pixels, mark: Box, thick: int) -> Pixels:
    """Pixels where the lines of a mark show what is right outside of them."""
    x0, y0, x1, y1 = mark
    painted = pixels.copy()
    for x in (*range(x0, x0 + thick), *range(x1 - thick, x1)):
        painted[y0:y1, x] = pixels[y0:y1, x0 - 1 if x < x0 + thick else x1]
    for y in (*range(y0, y0 + thick), *range(y1 - thick, y1)):
        painted[y, x0:x1] = pixels[y0 - 1 if y < y0 + thick else y1, x0:x1]
    return painted
