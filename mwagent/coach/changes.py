"""Which cells of a board look otherwise than before, and since when."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Lattice

BURST: Final = 0.07
"""Seconds without a change after which the next change of a cell is another event."""
NOISE: Final = 2.0
"""Mean difference in grey levels that the compression of a video makes in a cell, at most."""
SPOT: Final = 40.0
"""Difference in grey levels at a point that compression does not make in a cell that is still."""


class CellClock:
    """Follows the pixels of a board, and notes since when each cell looks as it does.

    `picture` (height, width, 3) is the board without what compression adds: cells whose pixels
    differ by no more than noise stay as they were. `exact` pictures have no noise.
    """

    def __init__(self, lattice: Lattice, picture: Pixels, seconds: float, exact: bool):
        self.picture = picture.copy()
        self._shown = self.picture
        self.times = np.full((lattice.rows, lattice.cols), seconds)
        self.changed_at = seconds
        self._restless: float | None = None
        self._exact = exact
        self._last = np.full((lattice.rows, lattice.cols), -np.inf)
        self._begun = self.times.copy()
        self._size = np.zeros(self.times.shape, np.float32)
        self._largest = np.zeros(self.times.shape, np.float32)
        xs = lattice.x + np.arange(lattice.cols + 1) * lattice.pitch_x
        ys = lattice.y + np.arange(lattice.rows + 1) * lattice.pitch_y
        height, width = picture.shape[:2]
        self._xs = np.clip(np.round(xs).astype(int), 0, width)
        self._ys = np.clip(np.round(ys).astype(int), 0, height)
        self._xs[0] = self._ys[0] = 0
        self._xs[-1], self._ys[-1] = width, height

    def see(self, picture: Pixels, seconds: float) -> NDArray[np.bool_]:
        """Take the next picture; gives the cells, (rows, cols), that look otherwise now."""
        if not self._exact and np.array_equal(picture, self._shown):
            # In a video most pictures repeat the one before: what changed was noted then.
            return np.zeros(self.times.shape, bool)
        if not self._exact:
            self._shown = picture.copy()
        each = cv2.absdiff(picture, self.picture)
        if cv2.norm(each, cv2.NORM_INF) <= (0 if self._exact else NOISE):
            return np.zeros(self.times.shape, bool)
        blue, green, red = cv2.split(each)
        apart = np.asarray(cv2.max(blue, cv2.max(green, red)), np.uint8)
        changed = self._changed(apart)
        if changed.any():
            self._note(changed, apart, seconds)
        if self._exact:
            self.changed_at = seconds
            if self._restless is None:
                self._restless = seconds
            self.picture = picture.copy()
        else:
            for row, col in np.argwhere(changed):
                part = self._part(int(row), int(col))
                self.picture[part] = picture[part]
        return changed

    def _note(self, changed: NDArray[np.bool_], apart: NDArray[np.uint8], seconds: float) -> None:
        """Note when cells changed: of several events that which changed most of a cell counts.

        A pointer that comes and goes changes less of a cell than what it opens.
        """
        begun = changed & (seconds - self._last > BURST)
        self._begun[begun] = seconds
        self._size[begun] = 0
        self._last[changed] = seconds
        self._size += np.where(changed, self._over(apart.astype(np.float32), np.add), 0)
        more = changed & (self._size >= self._largest)
        self.times[more] = self._begun[more]
        self._largest[more] = self._size[more]
        self.changed_at = seconds
        if self._restless is None:
            self._restless = seconds

    def changed_cells(self, before: Pixels) -> NDArray[np.bool_]:
        """The cells, (rows, cols), that do not look as in an earlier `picture`."""
        each = cv2.absdiff(self.picture, before)
        blue, green, red = cv2.split(each)
        return self._changed(np.asarray(cv2.max(blue, cv2.max(green, red)), np.uint8))

    def settle(self, known: NDArray[np.bool_]) -> None:
        """Take cells as they are for known, (rows, cols): their next change is another event."""
        self._largest[known] = 0

    def still(self, seconds: float) -> NDArray[np.float64]:
        """For how many seconds each cell has looked as it does, (rows, cols)."""
        return np.asarray(seconds - self._last)

    @property
    def begun(self) -> NDArray[np.float64]:
        """When the last change of each cell began, (rows, cols)."""
        return self._begun

    @property
    def restless(self) -> float:
        """Seconds from the first change since `rest` to the last."""
        return 0.0 if self._restless is None else self.changed_at - self._restless

    def rest(self) -> None:
        """Begin to count anew how long the board goes on changing."""
        self._restless = None

    def _changed(self, apart: NDArray[np.uint8]) -> NDArray[np.bool_]:
        # The lines between cells change with either neighbour.
        for edge in (-1, 0):
            apart[np.clip(self._ys + edge, 0, len(apart) - 1)] = 0
            apart[:, np.clip(self._xs + edge, 0, apart.shape[1] - 1)] = 0
        if self._exact:
            return np.asarray(self._over((apart > 0).astype(np.uint8), np.maximum) > 0)
        # A digit changes pixels that lie together; noise is spread thinly.
        calm = cv2.blur(apart, (3, 3))
        spots = self._over((calm > SPOT).astype(np.uint8), np.maximum)
        sums = self._over(apart.astype(np.float32), np.add)
        sizes = np.outer(np.diff(self._ys), np.diff(self._xs))
        return np.asarray((spots > 0) | (sums / np.maximum(sizes, 1) > NOISE))

    def _over(self, pixels: NDArray[Any], combine: np.ufunc) -> NDArray[Any]:
        rows = combine.reduceat(pixels, self._ys[:-1], axis=0)
        return np.asarray(combine.reduceat(rows, self._xs[:-1], axis=1))

    def _part(self, row: int, col: int) -> tuple[slice, slice]:
        return (
            slice(self._ys[row], self._ys[row + 1]),
            slice(self._xs[col], self._xs[col + 1]),
        )
