"""The mouse pointer in a film: learned as it moves, and then known where it lies.

Pictures of a tab or of a screen have none. In a film it lies on the very cell that was pressed, and
what comes up there is only seen whole once it has moved on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.coach.changes import STILL_SPOT
from mwagent.minefield import Cell
from mwagent.vision import exact
from mwagent.vision.edges import Pixels, difference
from mwagent.vision.ranks import MAJORITY

LEAST: Final = 6
"""Pixels that a pointer is high and wide, at least."""
MOST: Final = 64
"""The same, at most."""
KEPT: Final = 0.7
"""Part of a pointer that must look as it does where it was a moment ago, or was learned."""
Area = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a pointer looks like: its pixels (height, width, 3), and which of them are its own.

    `touched`, LEAST pixels larger on each side, are those that look otherwise where it lies, as its
    rim that is mixed with the ground, and what the compression of a film spreads around it.
    """

    pixels: Pixels
    own: NDArray[np.bool_]
    touched: NDArray[np.bool_]

    def alike(self, other: Pixels) -> float:
        """Part of its own pixels that another picture of its size shows."""
        near = difference(self.pixels, other) <= STILL_SPOT
        return float(near[self.own].mean())

    def refined(self, shown: Pixels, ground: Pixels) -> _Shape:
        """What it is after it was `shown` once more, on another `ground`, (height, width, 3).

        What looks as before where the ground beneath does not is its own, and what does not is not.
        """
        steady = difference(self.pixels, shown) <= STILL_SPOT
        own = (self.own | (difference(self.pixels, ground) > STILL_SPOT)) & steady
        touched = self.touched.copy()
        touched[LEAST:-LEAST, LEAST:-LEAST] |= own
        return _Shape(self.pixels, own, touched)


class Pointer:
    """Follows the pointer over pictures of a board and MOST pixels around it.

    `box` is where it lies, as left, top, right and bottom in pixels of these; None where it lies
    elsewhere, or is not known yet. `exact` pictures have no noise.
    """

    def __init__(self, exact: bool):
        self.box: tuple[int, int, int, int] | None = None
        self._shown: Pixels = np.zeros((0, 0, 3), np.uint8)
        self._without = self._shown
        self._level = 0.0 if exact else STILL_SPOT
        self._shape: _Shape | None = None
        self._last: tuple[int, int] | None = None
        self._moved = False

    def see(self, picture: Pixels) -> Pixels:
        """Take the next picture; gives the board on it without the pointer.

        Where that lies, the board is as it was before it came.
        """
        if picture.shape != self._shown.shape:
            self._shown = self._without = picture.copy()
            self.box = None
            if self._shape is not None:
                self._find(picture, self._shape, [(0, 0, picture.shape[1], picture.shape[0])])
            return _board(picture)
        apart = difference(picture, self._shown)
        if not apart.any():
            return _board(self._without)
        blobs = self._blobs(apart > self._level) if apart.max() > self._level else []
        if self._shape is None:
            self._learn(picture, apart, blobs)
        if self._shape is not None and blobs:
            self._find(picture, self._shape, blobs)
            self._refine(picture, self._shape)
        self._shown = picture.copy()
        before, self._without = self._without, picture.copy()
        if self.box is not None and self._shape is not None:
            hidden = self._hidden(self._shape)
            self._without[hidden] = before[hidden]
        return _board(self._without)

    @property
    def hidden(self) -> NDArray[np.bool_] | None:
        """Which pixels of the board it hides, (height, width); None where it hides none."""
        if self.box is None or self._shape is None:
            return None
        inner = self._hidden(self._shape)[MOST:-MOST, MOST:-MOST]
        return inner if inner.any() else None

    def _hidden(self, shape: _Shape) -> NDArray[np.bool_]:
        """Which pixels of the picture do not look as they would without the pointer."""
        hidden = np.zeros(self._shown.shape[:2], bool)
        if self.box is not None:
            left, top = (edge - LEAST for edge in self.box[:2])
            part = hidden[max(0, top) :, max(0, left) :]
            touched = shape.touched[max(0, -top) :, max(0, -left) :][: len(part), : part.shape[1]]
            part[: len(touched), : touched.shape[1]] = touched
        return hidden

    def covers(self, xs: NDArray[np.int64], ys: NDArray[np.int64]) -> frozenset[Cell]:
        """The cells on which it lies; `xs` and `ys` are their edges in pixels of the board."""
        if self.box is None or self._shape is None:
            return frozenset()
        left, top = self.box[:2]
        down, across = np.nonzero(self._shape.own)
        rows = np.searchsorted(ys, top + down - MOST, "right") - 1
        cols = np.searchsorted(xs, left + across - MOST, "right") - 1
        inside = (rows >= 0) & (cols >= 0) & (rows < len(ys) - 1) & (cols < len(xs) - 1)
        return frozenset(zip(rows[inside].tolist(), cols[inside].tolist(), strict=True))

    @staticmethod
    def _blobs(apart: NDArray[np.bool_]) -> list[Area]:
        """Where what has changed lies, piece by piece: left, top, width and height."""
        joined = cv2.dilate(apart.astype(np.uint8), np.ones((3, 3), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        # What was made thicker by a pixel all around is thinner again.
        return [(x + 1, y + 1, w - 2, h - 2) for x, y, w, h, _ in stats[1:].tolist()]

    def _learn(self, picture: Pixels, apart: Pixels, blobs: list[Area]) -> None:
        """Learn a pointer that left one place and came to another, with nothing else changed."""
        sizes = [side for blob in blobs for side in blob[2:]]
        if len(blobs) != 2 or max(sizes) > MOST or min(sizes) < LEAST:
            return
        for (x, y, w, h), last in (blobs, blobs[::-1]):
            now, ground = picture[y : y + h, x : x + w], self._shown[y : y + h, x : x + w]
            own = difference(now, ground) > self._level
            shape = _Shape(now.copy(), own, _touched(apart, own, (x, y, w, h), last))
            # A plain ground looks alike everywhere, too: what comes has more in it.
            if now.std() > ground.std() and self._best(self._shown, shape, [last])[0] >= KEPT:
                self._shape = shape
                return

    def _find(self, picture: Pixels, shape: _Shape, blobs: list[Area]) -> None:
        """Find the pointer among what has changed, or where it was seen last.

        There it still lies as long as most of it looks so.
        """
        high, wide = shape.own.shape
        old: list[Area] = [] if self._last is None else [(*self._last, wide, high)]
        share, (left, top) = self._best(picture, shape, [*blobs, *old])
        sure = share >= KEPT or ((left, top) == self._last and share > MAJORITY)
        self.box = (left, top, left + wide, top + high) if sure else None
        self._moved = sure and (left, top) != self._last
        self._last = (left, top) if sure else self._last

    def _refine(self, picture: Pixels, shape: _Shape) -> None:
        """See the pointer on another ground."""
        if self.box is not None and self._moved:
            left, top, right, bottom = self.box
            here = slice(top, bottom), slice(left, right)
            self._shape = shape.refined(picture[here], self._without[here])

    @staticmethod
    def _best(picture: Pixels, shape: _Shape, areas: list[Area]) -> tuple[float, tuple[int, int]]:
        """Where in some areas a picture is most like a shape: how much of it, and its corner."""
        high, wide = shape.own.shape
        mask = np.repeat(shape.own[..., None], 3, axis=2).astype(np.uint8)
        best = 0.0, (0, 0)
        for x, y, w, h in areas:
            left, top = max(0, x - wide), max(0, y - high)
            part = picture[top : y + h + high, left : x + w + wide]
            if min(w, h) < LEAST // 2 or part.shape[0] < high or part.shape[1] < wide:
                continue
            (dx, dy), _ = exact.best_match(part, shape.pixels, mask)
            share = shape.alike(part[dy : dy + high, dx : dx + wide])
            if share > best[0]:
                best = share, (left + dx, top + dy)
        return best


def _touched(apart: Pixels, own: NDArray[np.bool_], here: Area, there: Area) -> NDArray[np.bool_]:
    """Which pixels of a pointer that came `here` from `there`, and around it, look otherwise.

    `apart` is how far two pictures are, (height, width): what differs beyond both areas is noise.
    """
    beyond = np.pad(apart, LEAST)
    (x, y, w, h), (left, top, wide, high) = here, there
    beyond[top + LEAST : top + high + LEAST, left + LEAST : left + wide + LEAST] = 0
    around = beyond[y : y + h + 2 * LEAST, x : x + w + 2 * LEAST]
    touched = around.copy()
    around[:] = 0
    beyond[top : top + high + 2 * LEAST, left : left + wide + 2 * LEAST] = 0
    touched[LEAST:-LEAST, LEAST:-LEAST][own] = 255
    return np.asarray(touched > beyond.max())


def _board(picture: Pixels) -> Pixels:
    """The board alone."""
    return np.ascontiguousarray(picture[MOST:-MOST, MOST:-MOST])
