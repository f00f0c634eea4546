"""How far a lattice reaches: which of its cells are cells of the board."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact
from mwagent.vision.edges import Edges, Floats, Pixels, means
from mwagent.vision.grid.cells import cells_at
from mwagent.vision.grid.comb import Comb
from mwagent.vision.lattice import FEWEST_ROWS, MAX_CELLS, Box, Lattice
from mwagent.vision.ranks import percentile

LONGEST_CELL: Final = 2.1
"""Ratio of the sides of a cell that is taken for one of a board; those of some pages are tables."""

_BY_SIDES: Final = np.array([-0.7, -0.45, -0.1, 0.7, 1.0])
"""Weight of a cell by how many of its sides are straight; the first if it is split."""


class _Borders(NamedTuple):
    """The cells between the lines of two combs, and the evidence for each being one of the board.

    `weight` is (rows, cols). `upright` (rows, cols + 1) says which lines between columns are
    straight edges beside a row, `level` (cols, rows + 1) which between rows beside a column.
    """

    lines_x: NDArray[np.floating[Any]]
    lines_y: NDArray[np.floating[Any]]
    pitch_x: float
    pitch_y: float
    upright: NDArray[np.bool_]
    level: NDArray[np.bool_]
    weight: NDArray[np.floating[Any]]

    @classmethod
    def between(
        cls, edges: Edges, combs: tuple[Comb, Comb], window: Box, reach: int
    ) -> _Borders | None:
        """Those up to `reach` from the middle of a window; None where they cannot be cells."""
        comb_x, comb_y = combs
        x0, y0, x1, y1 = window
        lines_x = _lines(comb_x, edges.x.shape[1], x0, x1, reach)
        lines_y = _lines(comb_y, edges.y.shape[1], y0, y1, reach)
        if (
            min(len(lines_x), len(lines_y)) < FEWEST_ROWS
            or not 1 / LONGEST_CELL < comb_x.pitch / comb_y.pitch < LONGEST_CELL
        ):
            return None
        upright, split_x = _sides(edges.total_x, lines_x, comb_x.pitch, lines_y, comb_y.pitch)
        level, split_y = _sides(edges.total_y, lines_y, comb_y.pitch, lines_x, comb_x.pitch)
        sides = 1 * upright[:, :-1] + upright[:, 1:] + level.T[:-1] + level.T[1:]
        weight = _BY_SIDES[sides]
        weight[split_x[:, :-1] | split_y.T[:-1]] = _BY_SIDES[0]
        return cls(lines_x, lines_y, comb_x.pitch, comb_y.pitch, upright, level, weight)

    def scored(self, top: int, left: int, bottom: int, right: int) -> tuple[float, Lattice] | None:
        """A rectangle of the cells as a lattice, and the weight of its area; None if too small."""
        rows, cols = bottom - top, right - left
        if min(rows, cols) < FEWEST_ROWS:
            return None
        score = float(self.weight[top:bottom, left:right].sum()) * self.pitch_x * self.pitch_y
        x, y = float(self.lines_x[left]), float(self.lines_y[top])
        return score, Lattice(x, y, self.pitch_x, self.pitch_y, rows, cols)


def extent(
    edges: Edges, combs: tuple[Comb, Comb], window: Box, reach: int
) -> tuple[float, Lattice] | None:
    """The best rectangle of cells: most cells with straight edges on their sides and none inside.

    Cells up to `reach` from the middle of the window are looked at.
    """
    cells = _Borders.between(edges, combs, window, reach)
    return None if cells is None else cells.scored(*heaviest(cells.weight)[1:])


def completed(picture: Pixels, edges: Edges, grown: tuple[float, Lattice]) -> tuple[float, Lattice]:
    """Add rows and columns whose cells look like others, drop outer ones that have no borders.

    What recurs within the board counts as a cell, whatever edges it has.
    """
    lattice = grown[1]
    combs = Comb(lattice.x, lattice.pitch_x), Comb(lattice.y, lattice.pitch_y)
    reach = min(MAX_CELLS, max(lattice.rows, lattice.cols) // 2 + 10)
    cells = _Borders.between(edges, combs, lattice.box, reach)
    if cells is None:
        return grown
    known = recurring(picture, cells.lines_x, cells.lines_y, lattice.box)
    known &= cells.weight > _BY_SIDES[0]
    top, left, bottom, right = heaviest(np.where(known, 1.0, cells.weight))[1:]
    if min(bottom - top, right - left) < FEWEST_ROWS:
        return grown
    across = np.maximum(cells.upright[:, 1:-1], known[:, 1:] | known[:, :-1])
    down = np.maximum(cells.level.T[1:-1], known[1:] | known[:-1])
    return cells.scored(*_trimmed(across, down, (top, left, bottom, right))) or grown


def recurring(
    picture: Pixels,
    lines_x: NDArray[np.floating[Any]],
    lines_y: NDArray[np.floating[Any]],
    window: Box,
) -> NDArray[np.bool_]:
    """Which cells between lines show what recurs in three rows and columns within the window.

    What lies beyond the board may repeat as well, but it does not repeat the board.
    """
    size = 8
    rows, cols = len(lines_y) - 1, len(lines_x) - 1
    step_x, step_y = (lines_x[-1] - lines_x[0]) / cols, (lines_y[-1] - lines_y[0]) / rows
    lattice = Lattice(float(lines_x[0]), float(lines_y[0]), step_x, step_y, rows, cols)
    cells = cells_at(picture, lattice, size).reshape(rows * cols, -1).astype(np.float32)
    busy = cells.reshape(len(cells), -1, 3).std(axis=1).max(axis=1) > 8
    x0, y0, x1, y1 = window
    middle_x, middle_y = (lines_x[:-1] + lines_x[1:]) / 2, (lines_y[:-1] + lines_y[1:]) / 2
    within_x, within_y = (middle_x > x0) & (middle_x < x1), (middle_y > y0) & (middle_y < y1)
    among = np.flatnonzero(busy & (within_y[:, None] & within_x[None]).ravel())
    if len(among) > 500:
        among = among[:: len(among) // 500 + 1]
    close = exact.squared_distances(cells, cells[among]) < 100 * cells.shape[1]
    counted = close.astype(np.float32)
    in_rows = (counted @ np.eye(rows, dtype=np.float32)[among // cols] > 0).sum(axis=1)
    in_cols = (counted @ np.eye(cols, dtype=np.float32)[among % cols] > 0).sum(axis=1)
    return (busy & (in_rows >= 3) & (in_cols >= 3)).reshape(rows, cols)  # type: ignore[no-any-return]


def _trimmed(
    across: NDArray[np.bool_],
    down: NDArray[np.bool_],
    rectangle: tuple[int, int, int, int],
) -> tuple[int, int, int, int]:
    """Drop outer rows and columns whose cells are hardly parted from one another.

    `across` (rows, cols - 1) says where there is a border between neighbours in a row, `down`
    (rows - 1, cols) in a column.
    """
    top, left, bottom, right = rectangle
    least = 0.5
    while bottom - top > 3 and across[top, left : right - 1].mean() < least:
        top += 1
    while bottom - top > 3 and across[bottom - 1, left : right - 1].mean() < least:
        bottom -= 1
    while right - left > 3 and down[top : bottom - 1, left].mean() < least:
        left += 1
    while right - left > 3 and down[top : bottom - 1, right - 1].mean() < least:
        right -= 1
    return top, left, bottom, right


def _lines(comb: Comb, length: int, low: int, high: int, reach: int) -> NDArray[np.floating[Any]]:
    """Positions of the lines of a comb on the picture, not too far from a place."""
    first = round((low - comb.start) / comb.pitch)
    last = round((high - comb.start) / comb.pitch)
    middle = (first + last) // 2
    at = comb.at(np.arange(middle - reach, middle + reach + 1))
    slack = 0.3 * comb.pitch
    return at[(at > -slack) & (at < length + slack)]


def _sides(
    total: Floats,
    lines: NDArray[np.floating[Any]],
    pitch: float,
    marks: NDArray[np.floating[Any]],
    depth: float,
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which sides of cells are straight edges, and which cells are split by one in the middle.

    `lines` are positions across the edges, `marks` the borders of the cells along them; both
    results are (cells along the lines, lines), the cell being the one after the line. All sides
    must lie at one of two offsets from the lines (two where tiles have a gap).
    """
    middle = round(0.25 * pitch)
    offsets = np.arange(round(pitch)) - middle
    covered, strength = _profiles(total, lines, offsets, marks + 0.15 * depth, 0.7 * depth)
    typical = percentile(strength, 25, axis=2)[..., None]
    distinct = strength >= np.maximum(12.0, 2 * typical)
    straight = (covered >= 0.7) & distinct
    straight |= _beside(straight)
    reach = max(1, round(0.19 * pitch))
    narrow = straight[:, :, middle - reach : middle + reach + 1]
    votes = narrow.sum(axis=(0, 1))
    first = int(votes.argmax())
    more = narrow[~narrow[:, :, first]].sum(axis=0)
    side = narrow[:, :, first] | narrow[:, :, int(more.argmax())]
    border = abs(lines - total.shape[2] / 2) > total.shape[2] / 2 - 1.5
    side[:, border] = True
    (through,) = _profiles(total[:1], lines, offsets, marks - 0.3 * depth, 1.6 * depth)
    split = ((through >= 0.95) & distinct)[:, :, 2 * middle :].any(axis=2)
    return side, split


def _profiles(
    total: Floats,
    lines: NDArray[np.floating[Any]],
    offsets: NDArray[np.intp],
    starts: NDArray[np.floating[Any]],
    depth: float,
) -> Floats:
    """Share covered by edges and their mean strength, (2, cells, lines, offsets).

    The share alone, (1, cells, lines, offsets), where `total` is that of the shares alone.
    """
    at = np.rint(lines[:, None] + offsets).astype(int)
    length = total.shape[2]
    first, last = max(0, int(at.min())), min(length, int(at.max()) + 1)
    mean = means(total, starts, depth, first, last)
    within = (at >= 0) & (at < length)
    place = np.clip(at, first, last - 1) - first
    return np.where(within, mean[:, :, place], 0.0).astype(np.float32)


def _beside(flags: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Flags moved by one to either side along the last axis."""
    moved = np.zeros_like(flags)
    moved[..., 1:] |= flags[..., :-1]
    moved[..., :-1] |= flags[..., 1:]
    return moved


def heaviest(weight: NDArray[np.floating[Any]]) -> tuple[float, int, int, int, int]:
    """The rectangle with the largest sum: (sum, top, left, bottom, right), ends exclusive.

    Kadane's algorithm over every pair of rows.
    """
    rows, cols = weight.shape
    total = np.zeros((rows + 1, cols))
    np.cumsum(weight, axis=0, out=total[1:])
    best = (0.0, 0, 0, 0, 0)
    for top in range(rows):
        strip = np.zeros((rows - top, cols + 1))
        np.cumsum(total[top + 1 :] - total[top], axis=1, out=strip[:, 1:])
        gain = strip - np.minimum.accumulate(strip, axis=1)
        high = int(gain.argmax())
        depth, right = divmod(high, cols + 1)
        if gain[depth, right] > best[0]:
            left = int(strip[depth, : right + 1].argmin())
            best = (float(gain[depth, right]), top, left, top + depth + 1, right)
    return best
