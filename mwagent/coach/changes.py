"""Which cells of a board look otherwise than before, since when, and when it is read.

It is read once it has calmed down, and again where something was in passing.
"""

from __future__ import annotations

from collections import deque
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief import CALM, Calm, Stillness, same_pixels
from mwagent.coach.durations import FADING, LATE, PASSING, TOGETHER
from mwagent.minefield import Cell
from mwagent.vision.edges import Pixels, difference
from mwagent.vision.lattice import Lattice

COMPRESSED: Final = 6.0
"""Mean difference in grey levels that the compression of a video makes in a cell, at most."""
STILL_SPOT: Final = 40.0
"""Difference in grey levels at a point that compression does not make in a cell that is still."""
OUTSIDE: Final = 0.2
"""Part of a cell on each side that is no part of its middle, where signs are."""
CONTRAST: Final = 4.0
"""Standard deviation of grey levels in the middle of a cell that bears a sign, at least."""
FASTER: Final = 3
"""Times by which a change grows from one picture to the next, at most, where it is a fade."""

Mask = NDArray[np.bool_]


class CellClock:
    """Follows the pixels of a board, and notes since when each cell looks as it does.

    `picture` (height, width, 3) is the board without what compression adds: cells whose pixels
    differ by no more than noise stay as they were. `exact` pictures have no noise.
    """

    def __init__(self, lattice: Lattice, picture: Pixels, seconds: float, exact: bool):
        self.picture = picture.copy()
        self._shown = self.picture
        self._hidden: Mask | None = None
        self._past = Shown(self.picture, seconds)
        self.times = np.full((lattice.rows, lattice.cols), seconds)
        self.still = Stillness(changed=seconds)
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

    def see(self, picture: Pixels, seconds: float, hidden: Mask | None = None) -> NDArray[np.bool_]:
        """Take the next picture; gives the cells, (rows, cols), that look otherwise now.

        What is shown of `hidden`, (height, width), is not the board's.
        """
        self._hidden = hidden
        if same_pixels(picture, self._shown):
            return np.zeros(self.times.shape, bool)
        picture = self._shown = picture.copy()
        apart = self._apart(picture, self.picture)
        changed = self._changed(apart)
        if changed.any():
            self._past.see(picture, seconds, hidden)
            self._note(changed, self._over(apart.astype(np.float32), np.add), seconds)
        if self._exact:
            self.still.note(seconds)
            self.picture = picture
        else:
            for row, col in np.argwhere(changed):
                cell = self.area((int(row), int(col)))
                self.picture[cell] = picture[cell]
        return changed

    def _note(self, changed: NDArray[np.bool_], sums: NDArray[np.float32], seconds: float) -> None:
        """Note when cells changed: of several events that which changed most of a cell counts.

        A pointer that comes and goes changes less of a cell than what it opens.
        """
        begun = changed & (seconds - self._last > TOGETHER)
        self._begun[begun] = seconds
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

    def since(self, cell: Cell, before: Pixels) -> float | None:
        """Since when a cell looks as it does now, and not as on a picture `before` any more.

        None where that is not seen.
        """
        return self._past.since(self.area(cell), before, self.picture)

    def nearer(self, cell: Cell, one: Pixels, other: Pixels) -> bool:
        """Whether what is seen of a cell looks as on a picture `one`, rather than as on another.

        Beneath a pointer that is what is beside it, if the two differ there by more than noise.
        """
        at = self.area(cell)
        way = difference(one[at], other[at]).astype(np.float32)
        if self._hidden is not None:
            way[self._hidden[at]] = 0
        telling = way > STILL_SPOT
        if way[telling].sum() <= COMPRESSED * way.size:
            return False
        here = self._shown[at]
        near, far = (difference(here, look[at])[telling].mean() for look in (one, other))
        return bool(near < far)

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

    def area(self, cell: Cell) -> tuple[slice, slice]:
        """Where a cell lies in the picture: its rows and columns of pixels."""
        row, col = cell
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
    """The last pictures of a board, in grey, oldest first: since when cells look as they do.

    A pointer that lies on a cell may change more of it than what comes up under it, and does so
    before that comes, and when it leaves.
    """

    def __init__(self, picture: Pixels, seconds: float):
        self._shown: deque[tuple[float, Pixels, Mask | None]] = deque()
        self.see(picture, seconds)

    def see(self, picture: Pixels, seconds: float, hidden: Mask | None = None) -> None:
        """Keep a picture, and what is `hidden` of it; of those before LATE seconds one is kept."""
        self._shown.append((seconds, _grey(picture), hidden))
        while len(self._shown) > 2 and self._shown[1][0] < seconds - LATE:
            self._shown.popleft()

    def since(self, cell: tuple[slice, slice], before: Pixels, now: Pixels) -> float | None:
        """The first picture in which a cell changed from what it was `before` to what it is now.

        None where it was so in all pictures, or is in none.
        """
        was, shown = (_grey(one[cell]).astype(np.float64) for one in (before, now))
        # Beneath a pointer the ground of a cell may have another colour, but the sign is there.
        middle = _middle(was.shape)
        signed = bool(np.std(shown[middle] - was[middle]) >= CONTRAST)
        part = middle if signed else (slice(None), slice(None))
        found, last = None, np.inf
        for seconds, grey, hidden in reversed(self._shown):
            covered = None if hidden is None else hidden[cell][part]
            done = _done(was[part], shown[part], grey[cell][part], covered, signed)
            # A change that fades in has begun before half of it is there.
            if not np.isnan(done):
                if done < 0.5 and not last / FASTER < done < last * (1 - 0.5 / FASTER):
                    return found
                last = done
            found = seconds
        return None


def _grey(picture: Pixels) -> Pixels:
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_BGR2GRAY), np.uint8)


def _middle(shape: tuple[int, ...]) -> tuple[slice, slice]:
    """The middle of a cell of a shape, where signs are."""
    top, left = (round(side * OUTSIDE) for side in shape)
    return slice(top, shape[0] - top), slice(left, shape[1] - left)


def _done(
    before: NDArray[np.float64],
    now: NDArray[np.float64],
    shown: Pixels,
    hidden: Mask | None,
    signed: bool,
) -> float:
    """How far a cell has changed from one look to another, 0 to 1; nan where no change is seen.

    What changed most counts most; of a `signed` one the ground does not count.
    """
    pixels = [before, now, shown.astype(np.float64)]
    seen = np.ones(before.shape, bool) if hidden is None else ~hidden
    if not seen.any():
        return np.nan
    if signed:
        pixels = [one - np.median(one[seen]) for one in pixels]
    was, whole, part = (one[seen] for one in pixels)
    way = whole - was
    if (way.std() if signed else abs(way).mean()) < CONTRAST:
        return np.nan
    done = float(np.clip((part - was) * np.sign(way), 0, abs(way)).sum() / abs(way).sum())
    if signed and np.std(part - was) >= CONTRAST:
        # On another ground the same sign stands out more, or less.
        done = max(done, float(np.corrcoef(part - was, way)[0, 1]))
    return done
