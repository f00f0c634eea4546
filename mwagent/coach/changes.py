"""Which cells of a board look otherwise than before, and since when."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief import same_pixels
from mwagent.coach.durations import TOGETHER
from mwagent.coach.lately import Lately
from mwagent.minefield import Cell
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Lattice

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
        self._lately = Lately(self.picture, seconds)
        self.times = np.full((lattice.rows, lattice.cols), seconds)
        self.changed_at = seconds
        self._restless: float | None = None
        self._exact = exact
        self._last = np.full((lattice.rows, lattice.cols), -np.inf)
        self._begun = self.times.copy()
        self._first = self.times.copy()
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
        if same_pixels(picture, self._shown):
            return np.zeros(self.times.shape, bool)
        picture = self._shown = picture.copy()
        apart = self._apart(picture, self.picture)
        changed = self._changed(apart)
        if changed.any():
            self._lately.see(picture, seconds)
            self._note(changed, self._over(apart.astype(np.float32), np.add), seconds)
        if self._exact:
            self.changed_at = seconds
            if self._restless is None:
                self._restless = seconds
            self.picture = picture
        else:
            for row, col in np.argwhere(changed):
                cell = self._cell(int(row), int(col))
                self.picture[cell] = picture[cell]
        return changed

    def _note(self, changed: NDArray[np.bool_], sums: NDArray[np.float32], seconds: float) -> None:
        """Note when cells changed: of several events that which changed most of a cell counts.

        A pointer that comes and goes changes less of a cell than what it opens.
        """
        begun = changed & (seconds - self._last > TOGETHER)
        self._begun[begun] = seconds
        anew = begun & (self._largest == 0)
        self._first[anew] = seconds
        self._size[begun] = 0
        self._last[changed] = seconds
        self._size += np.where(changed, sums, 0)
        more = changed & (self._size >= self._largest)
        self.times[more] = self._begun[more]
        self._largest[more] = self._size[more]
        self.changed_at = seconds
        if self._restless is None:
            self._restless = seconds

    def changed_cells(self, before: Pixels) -> NDArray[np.bool_]:
        """The cells, (rows, cols), that do not look as in an earlier `picture`."""
        if same_pixels(before, self.picture):
            return np.zeros(self.times.shape, bool)
        return self._changed(self._apart(self.picture, before))

    def signed(self, cell: Cell, changed: float) -> float:
        """Since when a cell bears its sign; `changed` where that is not seen."""
        return self._lately.signed(self._cell(*cell), changed)

    def settle(self, known: NDArray[np.bool_]) -> None:
        """Take cells as they are for known, (rows, cols): their next change is another event."""
        self._largest[known] = 0

    def still(self, seconds: float) -> NDArray[np.float64]:
        """For how many seconds each cell has looked as it does, (rows, cols)."""
        return np.asarray(seconds - self._last)

    @property
    def edges(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where columns and rows begin and end in the picture, in pixels."""
        return self._xs, self._ys

    @property
    def begun(self) -> NDArray[np.float64]:
        """When the last change of each cell began, (rows, cols)."""
        return self._begun

    @property
    def first(self) -> NDArray[np.float64]:
        """When each cell changed first since it was known, (rows, cols)."""
        return self._first

    @property
    def restless(self) -> float:
        """Seconds from the first change since `rest` to the last."""
        return 0.0 if self._restless is None else self.changed_at - self._restless

    def rest(self) -> None:
        """Begin to count anew how long the board goes on changing."""
        self._restless = None

    def _apart(self, one: Pixels, other: Pixels) -> NDArray[np.uint8]:
        """How far two pictures are apart, in grey levels at each pixel.

        The lines between cells count for nothing: they change with either neighbour.
        """
        blue, green, red = cv2.split(cv2.absdiff(one, other))
        apart = np.asarray(cv2.max(blue, cv2.max(green, red)), np.uint8)
        for edge in (-1, 0):
            apart[np.clip(self._ys + edge, 0, len(apart) - 1)] = 0
            apart[:, np.clip(self._xs + edge, 0, apart.shape[1] - 1)] = 0
        return apart

    def _changed(self, apart: NDArray[np.uint8]) -> NDArray[np.bool_]:
        if self._exact:
            return np.asarray(self._over(apart, np.maximum) > 0)
        # A digit changes pixels that lie together; noise is spread thinly.
        calm = np.asarray(cv2.blur(apart, (3, 3), borderType=cv2.BORDER_CONSTANT))
        sums = self._over(apart.astype(np.float32), np.add)
        sizes = np.outer(np.diff(self._ys), np.diff(self._xs))
        thick = self._over(calm, np.maximum) > SPOT
        return np.asarray(thick | (sums / np.maximum(sizes, 1) > NOISE))

    def _over(self, pixels: NDArray[Any], combine: np.ufunc) -> NDArray[Any]:
        rows = combine.reduceat(pixels, self._ys[:-1], axis=0)
        return np.asarray(combine.reduceat(rows, self._xs[:-1], axis=1))

    def _cell(self, row: int, col: int) -> tuple[slice, slice]:
        return (
            slice(self._ys[row], self._ys[row + 1]),
            slice(self._xs[col], self._xs[col + 1]),
        )
