"""What changes between pictures that follow one another: when, where, and how far a board moved."""

from __future__ import annotations

from typing import Final

import cv2

from mwagent.belief import MATCH, OTHER_COLOUR, extent
from mwagent.coach.changes import STILL_SPOT
from mwagent.vision import exact
from mwagent.vision.edges import Pixels, difference
from mwagent.vision.lattice import Box
from mwagent.vision.ranks import MAJORITY

BLOCK: Final = 4
"""Pixels a side of the blocks by which pictures are compared."""


def shift_of(
    board: Pixels, picture: Pixels, box: Box, pitch: float = 0.0
) -> tuple[int, int] | None:
    """By how many pixels (right, down) a board has moved on a picture; None where it is not there.

    `board` are its pixels as they were, `box` is where it was. Where it has moved by less than half
    the `pitch` of its cells in pixels, a part of it may look otherwise, as where cells were opened.
    """
    height, width = board.shape[:2]
    if picture.shape[0] < height or picture.shape[1] < width:
        return None
    x0, y0 = box[0], box[1]
    here = picture[y0 : y0 + height, x0 : x0 + width]
    if here.shape == board.shape and float(cv2.absdiff(here, board).mean()) < 0.5:
        return 0, 0
    small, large = (
        cv2.resize(p, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for p in (board, picture)
    )
    small, large = (cv2.cvtColor(p, cv2.COLOR_BGR2GRAY) for p in (small, large))
    (col, row), _ = exact.best_match(large, small)
    best: tuple[float, tuple[int, int]] | None = None
    for y in range(max(0, 2 * row - 2), 2 * row + 3):
        for x in range(max(0, 2 * col - 2), 2 * col + 3):
            there = picture[y : y + height, x : x + width]
            if there.shape != board.shape:
                continue
            apart = float(cv2.absdiff(there, board).mean())
            if best is None or apart < best[0]:
                best = apart, (x - x0, y - y0)
    if best is None:
        return None
    x, y = best[1]
    kept = _same(picture[y0 + y : y0 + y + height, x0 + x : x0 + x + width], board)
    stayed = _same(here, board) if here.shape == board.shape else 0.0
    near = max(abs(x), abs(y)) < pitch / 2
    return best[1] if kept > max(stayed, MAJORITY if near else MATCH) else None


def laid(pixels: Pixels, ground: Pixels, at: tuple[int, int]) -> Pixels:
    """A picture laid over another of about its size, `at` pixels (right, down) from its corner.

    The box of a board is rounded to whole pixels, and may lose or gain one where it is moved.
    """
    left, top = at
    done = ground.copy()
    part = pixels[max(0, -top) :, max(0, -left) :]
    there = done[max(0, top) :, max(0, left) :][: part.shape[0], : part.shape[1]]
    there[:] = part[: there.shape[0], : there.shape[1]]
    return done


def _same(one: Pixels, other: Pixels) -> float:
    """The part of two pictures of one size that looks the same in both."""
    return float((difference(one, other) <= OTHER_COLOUR).mean())


def uniform(board: Pixels) -> bool:
    """Whether the pixels of a board, (height, width, 3), all have one colour: none is shown."""
    ranges = [cv2.minMaxLoc(colour)[:2] for colour in cv2.split(board)]
    return max(high - low for low, high in ranges) <= OTHER_COLOUR


def changed_box(picture: Pixels, last: Pixels, but: Box | None = None) -> Box | None:
    """The rectangle around all that changed between two pictures; None where nothing did.

    What changed in the rectangle `but` does not count. Blocks of the pictures are compared: a video
    sharpens all of its edges now and then.
    """
    if picture.shape != last.shape:
        return None
    now, then = (
        cv2.resize(one, None, fx=1 / BLOCK, fy=1 / BLOCK, interpolation=cv2.INTER_AREA)
        for one in (picture, last)
    )
    apart = cv2.absdiff(now, then) > STILL_SPOT
    if but is not None:
        x0, y0, x1, y1 = (max(0, edge) for edge in but)
        apart[y0 // BLOCK : -(-y1 // BLOCK), x0 // BLOCK : -(-x1 // BLOCK)] = False
    found = extent(apart)
    if found is None:
        return None
    x0, y0, x1, y1 = (BLOCK * edge for edge in found)
    return x0, y0, x1, y1


def inside(inner: Box, outer: Box) -> bool:
    """Whether most of a rectangle lies within another."""
    wide = min(inner[2], outer[2]) - max(inner[0], outer[0])
    high = min(inner[3], outer[3]) - max(inner[1], outer[1])
    area = (inner[2] - inner[0]) * (inner[3] - inner[1])
    return wide > 0 and high > 0 and wide * high > area / 2
