"""Equidistant lines: their pitch to a fraction of a pixel, and where they start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact
from mwagent.vision.edges import STRONG, Edges, Floats, means
from mwagent.vision.lattice import Lattice

_NEAR_LINE: Final = 0.3
"""Part of a pitch up to which an edge is near a line, or the end of a row of cells may be off."""
_WHOLE: Final = 1.05
"""Factor on the score of pitches of whole pixels, as most pitches are."""


@dataclass(frozen=True, slots=True)
class Comb:
    """Equidistant lines: positions `start + k * pitch`, in pixels."""

    start: float
    pitch: float

    def at(self, index: NDArray[np.intp]) -> NDArray[np.floating[Any]]:
        """Positions of lines."""
        return self.start + index * self.pitch


def fit_comb(energy: NDArray[np.float64], origin: float, pitch: float, slack: float) -> Comb:
    """Phase and pitch of the lines in a profile of edge energy.

    The pitch is where the profile agrees best with itself. The first harmonic is centred on the
    borders of cells: on the line between two touching tiles, or halfway between the edges of two
    tiles with a gap. `slack` is how far the pitch may be off.
    """
    at = np.arange(len(energy))
    soft = exact.smoothed(energy - energy.mean())
    lags = np.arange(max(2, int(pitch - slack)), int(pitch + slack) + 2)
    lags = lags[lags < len(soft) - 2]
    agree = np.array([(soft[:-lag] * soft[lag:]).mean() for lag in lags])
    best = int(agree.argmax())
    period = float(lags[best])
    if 0 < best < len(lags) - 1:
        left, mid, right = agree[best - 1 : best + 2]
        period += float(0.5 * (left - right) / (left - 2 * mid + right))
    phase = exact.turns((exact.turned(at / period) * energy).sum()) * period
    return Comb(origin + phase, period)


def refit(edges: Edges, lattice: Lattice) -> tuple[Comb, Comb]:
    """Fit phase and pitch on the whole board, on edges as long as the side of a cell."""
    rows = lattice.y + np.arange(lattice.rows + 1) * lattice.pitch_y
    cols = lattice.x + np.arange(lattice.cols + 1) * lattice.pitch_x
    across = _long_edges(edges.total_x, rows, lattice.pitch_y, cols)
    down = _long_edges(edges.total_y, cols, lattice.pitch_x, rows)
    comb_x = regress(across, Comb(lattice.x, lattice.pitch_x), lattice.cols, _NEAR_LINE)
    comb_y = regress(down, Comb(lattice.y, lattice.pitch_y), lattice.rows, _NEAR_LINE)
    return _sharpest(across, comb_x, lattice.cols), _sharpest(down, comb_y, lattice.rows)


def _sharpest(energy: NDArray[np.float64], comb: Comb, count: int) -> Comb:
    """The comb near this one under which all cells have their edges at the same places."""
    low = max(0, int(comb.start - _NEAR_LINE * comb.pitch))
    high = min(len(energy), int(comb.start + (count + _NEAR_LINE) * comb.pitch))
    at = low + np.flatnonzero(energy[low:high])
    value = energy[at]
    middle = comb.start + count / 2 * comb.pitch
    bins = round(comb.pitch)
    most = min(_NEAR_LINE * comb.pitch, 8.0)
    whole = float(round(comb.pitch))
    trials = comb.pitch + np.arange(-most, most + 0.05, 0.1) / count
    if abs(whole - comb.pitch) * count <= most:
        trials = np.append(trials, whole)
    place = ((at - middle) / trials[:, None] % 1.0) * bins
    left = place.astype(int)
    part = (place - left).ravel()
    # One row of bins for each pitch.
    rows = np.arange(len(trials))[:, None] * bins
    weight, size = np.tile(value, len(trials)), len(trials) * bins
    fold = np.bincount((left % bins + rows).ravel(), weight * (1 - part), size).astype(np.float64)
    fold += np.bincount(((left + 1) % bins + rows).ravel(), weight * part, size)
    folds = fold.reshape(len(trials), bins)
    sharpness = (folds**2).sum(axis=1) * np.where(trials == whole, _WHOLE, 1.0)
    best = int(sharpness.argmax())
    if not sharpness[best] > 0:
        return comb
    border = _border_place(folds[best]) - (0.5 if count % 2 else 0.0)
    shift, pitch = (border + 0.5) % 1.0 - 0.5, float(trials[best])
    return Comb(middle + (shift - count / 2) * pitch, pitch)


def _border_place(fold: NDArray[np.float64]) -> float:
    """Where in a cell its border lies, as a share of the pitch, from the edges folded over it."""
    clear = np.maximum(fold - 0.6 * fold.max(), 0)
    return float(exact.turns((clear * exact.turned(np.arange(len(fold)) / len(fold))).sum()))


def _long_edges(
    total: Floats,
    marks: NDArray[np.floating[Any]],
    depth: float,
    across: NDArray[np.floating[Any]],
) -> NDArray[np.float64]:
    """Energy of the edges that run along most of a cell, per pixel across; 0 off the lattice."""
    side = float(across[1] - across[0])
    first = max(0, int(across[0] - side))
    last = min(total.shape[2], int(across[-1] + side) + 1)
    energy = np.zeros(total.shape[2])
    covered, strength = means(total, marks + 0.15 * depth, 0.7 * depth, first, last)
    long = np.minimum(strength, STRONG) * (covered >= 0.75)
    energy[first:last] = long.sum(axis=0, dtype=np.float64)
    return energy


def regress(energy: NDArray[np.float64], comb: Comb, count: int, share: float) -> Comb:
    """Least squares over how far the edge energy around each inner line is from its place.

    Energy counts within `share` of a pitch around the line.
    """
    index = np.arange(1, count)
    if len(index) < 3:
        return comb
    reach = int(comb.pitch * share)
    near = np.rint(comb.at(index)).astype(int)[:, None] + np.arange(-reach, reach + 1)
    inside = (near >= 0) & (near < len(energy))
    value = np.where(inside, energy[np.clip(near, 0, len(energy) - 1)], 0.0)
    vector = (value * exact.turned((near - comb.start) / comb.pitch)).sum(axis=1)
    clear = weight = exact.magnitude(vector) + exact.TINY
    usual = exact.turns(vector.sum())
    off = exact.turns(vector) - usual
    shift = (off - np.rint(off) + usual) * comb.pitch
    for _ in range(3):
        slope, offset = exact.fitted_line(index, shift, weight)
        miss = abs(shift - slope * index - offset)
        weight = np.where(miss > 2 * np.median(miss) + 0.5, exact.TINY, clear)
    return Comb(comb.start + offset, comb.pitch + slope)
