"""Which cells of a board look otherwise than before, since when, and when it is read.

It is read once it has calmed down, and again where something was in passing.
"""

from __future__ import annotations

from collections import deque
from itertools import takewhile
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief import CALM, Calm, Stillness, same_pixels
from mwagent.coach.durations import FADING, LATE, PASSING, TOGETHER
from mwagent.minefield import Cell
from mwagent.vision import exact
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Lattice

COMPRESSED: Final = 2.0
"""Mean difference in grey levels that the compression of a video makes in a cell, at most."""
STILL_SPOT: Final = 40.0
"""Difference in grey levels at a point that compression does not make in a cell that is still."""
OUTSIDE: Final = 0.2
"""Part of a cell on each side that is no part of its middle, where signs are."""
CONTRAST: Final = 4.0
"""Standard deviation of grey levels in the middle of a cell that bears a sign, at least."""
GRAIN: Final = 8
"""Pixels across the middle of a cell, made coarse: a sign that grows keeps its form."""
ALIKE: Final = 0.6
"""Correlation of two middles of a cell that bear the same sign, at least."""


class CellClock:
    """Follows the pixels of a board, and notes since when each cell looks as it does.

    `picture` (height, width, 3) is the board without what compression adds: cells whose pixels
    differ by no more than noise stay as they were. `exact` pictures have no noise.
    """

    def __init__(self, lattice: Lattice, picture: Pixels, seconds: float, exact: bool):
        self.picture = picture.copy()
        self._shown = self.picture
        self._past = Shown(self.picture, seconds)
        self.times = np.full((lattice.rows, lattice.cols), seconds)
        self.still = Stillness(changed=seconds)
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
            self._past.see(picture, seconds)
            self._note(changed, self._over(apart.astype(np.float32), np.add), seconds)
        if self._exact:
            self.still.note(seconds)
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
        self.still.note(seconds)

    def changed_cells(self, before: Pixels) -> NDArray[np.bool_]:
        """The cells, (rows, cols), that do not look as in an earlier `picture`."""
        if same_pixels(before, self.picture):
            return np.zeros(self.times.shape, bool)
        return self._changed(self._apart(self.picture, before))

    def signed(self, cell: Cell, changed: float) -> float:
        """Since when a cell bears its sign; `changed` where that is not seen."""
        return self._past.signed(self._cell(*cell), changed)

    def settle(self, known: NDArray[np.bool_]) -> None:
        """Take cells as they are for known, (rows, cols): their next change is another event."""
        self._largest[known] = 0

    def unchanged(self, seconds: float) -> NDArray[np.float64]:
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
        thick = self._over(calm, np.maximum) > STILL_SPOT
        return np.asarray(thick | (sums / np.maximum(sizes, 1) > COMPRESSED))

    def _over(self, pixels: NDArray[Any], combine: np.ufunc) -> NDArray[Any]:
        rows = combine.reduceat(pixels, self._ys[:-1], axis=0)
        return np.asarray(combine.reduceat(rows, self._xs[:-1], axis=1))

    def _cell(self, row: int, col: int) -> tuple[slice, slice]:
        return (
            slice(self._ys[row], self._ys[row + 1]),
            slice(self._xs[col], self._xs[col + 1]),
        )


class Patience:
    """Whether there is something to read (`unread`), and whether it is time to.

    Cells of an unknown skin are read when nothing has changed for a moment: how long this is, is
    learned from cells that went on changing after they had been believed, as in a fade.
    """

    def __init__(self) -> None:
        self.unread = False
        self.quiet_since = -np.inf
        self._calm = Calm(PASSING)
        self._at = -np.inf

    def note(self, changed: NDArray[np.bool_], begun: NDArray[np.float64], now: float) -> None:
        """Take what changed, (rows, cols), of cells whose last change began at `begun`."""
        if not changed.any():
            return
        fading = changed & (now - begun < FADING)
        if fading.any() and not self.unread:
            self._calm.went_on(float((now - begun)[fading].max()))
        self.unread = True
        self._at = -np.inf
        self.quiet_since = now

    def again_at(self, seconds: float) -> None:
        """Have the board read once more then, unless it changes before."""
        self.unread, self._at = True, seconds

    def waits(self, now: float) -> bool:
        """Whether there is nothing to read before something changes, or time goes by."""
        return not self.unread or now < self._at

    def interrupted(self, clock: CellClock, now: float) -> bool:
        """Whether a board that is not read yet was still for about as long as it takes.

        If it changes now, what it showed is read before it is gone.
        """
        return not self.waits(now) and clock.still.seconds(now) >= max(CALM, self._calm.seconds / 2)

    def calm(self, clock: CellClock, now: float) -> bool:
        """Whether the cells of a board in an unknown skin have changed for now."""
        still = clock.still
        return still.seconds(now) >= self._calm.seconds or still.watched(still.changed) >= FADING


class Shown:
    """The last pictures of a board, in grey, oldest first: since when cells bear their signs.

    A pointer that lies on a cell may change more of it than the sign that comes up under it, and
    does so before the sign comes, and when it leaves.
    """

    def __init__(self, picture: Pixels, seconds: float):
        self._shown: deque[tuple[float, NDArray[np.uint8]]] = deque()
        self.see(picture, seconds)

    def see(self, picture: Pixels, seconds: float) -> None:
        """Keep a picture; of those before the last LATE seconds the last is kept, too."""
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
        self._shown.append((seconds, grey))
        while len(self._shown) > 2 and self._shown[1][0] < seconds - LATE:
            self._shown.popleft()

    def signed(self, cell: tuple[slice, slice], changed: float) -> float:
        """Since when a cell bears its sign, where most of it changed at `changed`.

        The latter, where it has no sign or had it all the time.
        """
        forms = [(seconds, _form(grey[cell])) for seconds, grey in self._shown]
        sign = forms[-1][1]
        borne = [
            seconds for seconds, _ in takewhile(lambda one: _alike(one[1], sign), reversed(forms))
        ]
        if not 0 < len(borne) < len(forms):
            return changed
        before = [form for seconds, form in forms if seconds <= changed]
        # What comes up as a flag grows, or a number turns, is no plain ground.
        return borne[-1] if not before or before[-1] is None else min(borne[-1], changed)


def _alike(one: NDArray[np.float64] | None, other: NDArray[np.float64] | None) -> bool:
    return one is not None and other is not None and abs(float((one * other).sum())) >= ALIKE


def _form(cell: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The middle of a cell, (GRAIN, GRAIN), without its ground; None where it is plain."""
    height, width = cell.shape
    top, left = round(height * OUTSIDE), round(width * OUTSIDE)
    middle = cell[top : height - top, left : width - left].astype(np.float64)
    if not middle.size or middle.std() < CONTRAST:
        return None
    coarse = cv2.resize(middle, (GRAIN, GRAIN), interpolation=cv2.INTER_AREA)
    coarse -= coarse.mean()
    return np.asarray(coarse / max(exact.length(coarse), 1e-9))
