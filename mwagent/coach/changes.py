"""Which cells of a board look otherwise than before, and since when."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief import same_pixels
from mwagent.coach.lately import Lately
from mwagent.minefield import Cell
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Lattice

BURST: Final = 0.07
"""Seconds without a change after which the next change of a cell is another event."""
NOISE: Final = 2.0
"""Mean difference in grey levels that the compression of a video makes in a cell, at most."""
SPOT: Final = 40.0
"""Difference in grey levels at a point that compression does not make in a cell that is still."""


class _Part(NamedTuple):
    """A rectangle of cells: rows from `top` to `foot`, columns from `left` to `end`."""

    top: int
    foot: int
    left: int
    end: int

    def within(self, values: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
        """Values of these cells as those of a whole board of `shape`, which are 0 elsewhere."""
        whole = np.zeros(shape, values.dtype)
        whole[self.top : self.foot, self.left : self.end] = values
        return whole


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
        shape = self.times.shape
        if same_pixels(picture, self._shown):
            return np.zeros(shape, bool)
        # Cells that look as they did in the last picture were judged then.
        part = self._differing(picture, self._shown)
        if part is None:
            return np.zeros(shape, bool)
        picture = self._shown = picture.copy()
        apart = self._apart(picture, self.picture, part)
        changed = part.within(self._changed(apart, part), shape)
        if changed.any():
            self._lately.see(picture, seconds)
            sums = self._over(apart.astype(np.float32), np.add, part)
            self._note(changed, part.within(sums, shape), seconds)
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
        begun = changed & (seconds - self._last > BURST)
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
        part = self._differing(self.picture, before)
        if part is None:
            return np.zeros(self.times.shape, bool)
        apart = self._apart(self.picture, before, part)
        return np.asarray(part.within(self._changed(apart, part), self.times.shape), bool)

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

    def _differing(self, one: Pixels, other: Pixels) -> _Part | None:
        """The cells around all that differs between two pictures; None where nothing does."""
        each = cv2.absdiff(one, other)
        across = each.reshape(len(each), -1)
        ys = np.flatnonzero(across.max(axis=1))
        if not len(ys):
            return None
        down = across[ys[0] : ys[-1] + 1].max(axis=0)
        xs = np.flatnonzero(down.reshape(-1, 3).max(axis=1))
        top, foot = np.searchsorted(self._ys[1:-1], (ys[0], ys[-1]), "right")
        left, end = np.searchsorted(self._xs[1:-1], (xs[0], xs[-1]), "right")
        return _Part(int(top), int(foot) + 1, int(left), int(end) + 1)

    def _apart(self, one: Pixels, other: Pixels, part: _Part) -> NDArray[np.uint8]:
        """How far two pictures are apart in some cells, in grey levels at each pixel of these.

        The lines between cells count for nothing: they change with either neighbour.
        """
        ys, xs = self._ys[part.top : part.foot + 1], self._xs[part.left : part.end + 1]
        area = slice(ys[0], ys[-1]), slice(xs[0], xs[-1])
        blue, green, red = cv2.split(cv2.absdiff(one[area], other[area]))
        apart = np.asarray(cv2.max(blue, cv2.max(green, red)), np.uint8)
        for edge in (-1, 0):
            apart[np.clip(ys - ys[0] + edge, 0, len(apart) - 1)] = 0
            apart[:, np.clip(xs - xs[0] + edge, 0, apart.shape[1] - 1)] = 0
        return apart

    def _changed(self, apart: NDArray[np.uint8], part: _Part) -> NDArray[np.bool_]:
        if self._exact:
            return np.asarray(self._over((apart > 0).astype(np.uint8), np.maximum, part) > 0)
        # A digit changes pixels that lie together; noise is spread thinly.
        calm = cv2.blur(apart, (3, 3), borderType=cv2.BORDER_CONSTANT)
        spots = self._over((calm > SPOT).astype(np.uint8), np.maximum, part)
        sums = self._over(apart.astype(np.float32), np.add, part)
        rows, cols = slice(part.top, part.foot), slice(part.left, part.end)
        sizes = np.outer(np.diff(self._ys)[rows], np.diff(self._xs)[cols])
        return np.asarray((spots > 0) | (sums / np.maximum(sizes, 1) > NOISE))

    def _over(self, pixels: NDArray[Any], combine: np.ufunc, part: _Part) -> NDArray[Any]:
        ys, xs = self._ys[part.top : part.foot], self._xs[part.left : part.end]
        rows = combine.reduceat(pixels, ys - ys[0], axis=0)
        return np.asarray(combine.reduceat(rows, xs - xs[0], axis=1))

    def _cell(self, row: int, col: int) -> tuple[slice, slice]:
        return (
            slice(self._ys[row], self._ys[row + 1]),
            slice(self._xs[col], self._xs[col + 1]),
        )
