"""Where a board lies in a picture: a lattice of equal cells, at sub-pixel precision."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from mwagent.minefield import Cell

Box = tuple[int, int, int, int]
"""A rectangle (x0, y0, x1, y1) in pixels, x1 and y1 exclusive."""

FEWEST_ROWS: Final = 4
"""Rows and columns a board has at least."""
MAX_CELLS: Final = 104
"""Largest number of rows or columns of a board, with a few to spare."""

STEADY: Final = 0.05
"""Pixels by which a lattice that is fitted step by step may still move in the last one."""
SAME_LATTICE: Final = 0.04
"""Part of a cell by which lattices that are the same differ, at most, in size or in place."""


def around(boxes: Iterable[Box]) -> Box:
    """The rectangle around some.

    >>> around([(3, 0, 5, 2), (0, 1, 4, 3)])
    (0, 0, 5, 3)
    """
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


@dataclass(frozen=True, slots=True)
class Lattice:
    """The cells of a board in a picture.

    `x`, `y` is the top left corner of cell (0, 0) and `pitch_x`, `pitch_y` the distance between
    neighbouring cells, all in pixels of the picture, fractional where the display is scaled.

    >>> lattice = Lattice(10.0, 20.0, 16.0, 16.0, rows=9, cols=9)
    >>> lattice.box, lattice.centre((0, 1)), lattice.cell_at(45.0, 20.5)
    ((10, 20, 154, 164), (34.0, 28.0), (0, 2))
    """

    x: float
    y: float
    pitch_x: float
    pitch_y: float
    rows: int
    cols: int

    @property
    def box(self) -> Box:
        """The rectangle around all cells, rounded to whole pixels."""
        return (
            round(self.x),
            round(self.y),
            round(self.x + self.cols * self.pitch_x),
            round(self.y + self.rows * self.pitch_y),
        )

    def moved(self, dx: float, dy: float) -> Lattice:
        """The same lattice with its origin moved, for a picture cut out of a larger one."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    def part(self, top: int, left: int, bottom: int, right: int) -> Lattice:
        """The rows from `top` and columns from `left` on; those at `bottom` and `right` are out.

        They may lie beyond the lattice as well.
        """
        moved = self.moved(left * self.pitch_x, top * self.pitch_y)
        return replace(moved, rows=bottom - top, cols=right - left)

    def grown(self, by: int) -> Lattice:
        """The same lattice with more rows and columns on every side."""
        return self.part(-by, -by, self.rows + by, self.cols + by)

    def within(self, width: int, height: int, slack: float = 0.1) -> Lattice:
        """The rows and columns that lie on a picture, but for a `slack` of so many cells."""
        left = max(0, math.ceil(-self.x / self.pitch_x - slack))
        top = max(0, math.ceil(-self.y / self.pitch_y - slack))
        right = min(self.cols, math.floor((width - self.x) / self.pitch_x + slack))
        bottom = min(self.rows, math.floor((height - self.y) / self.pitch_y + slack))
        return self.part(top, left, bottom, right)

    def overlaps(self, other: Lattice) -> bool:
        """Whether the boxes of two lattices share a pixel."""
        return self.shared(other) > 0

    def shared(self, other: Lattice) -> float:
        """The part of the smaller of two boxes that lies in the other, 0 to 1."""
        ax0, ay0, ax1, ay1 = self.box
        bx0, by0, bx1, by1 = other.box
        both = max(0, min(ax1, bx1) - max(ax0, bx0)) * max(0, min(ay1, by1) - max(ay0, by0))
        return both / max(1, min((ax1 - ax0) * (ay1 - ay0), (bx1 - bx0) * (by1 - by0)))

    def of_other_size(self, other: Lattice) -> bool:
        """Whether it lies where another does whose cells are larger or smaller."""
        return self.overlaps(other) and not self.same_size(other)

    def same_size(self, other: Lattice) -> bool:
        """Whether the cells of two lattices are as wide and as high."""
        ratios = self.pitch_x / other.pitch_x, self.pitch_y / other.pitch_y
        return max(abs(ratio - 1) for ratio in ratios) <= SAME_LATTICE

    def distance(self, other: Lattice) -> float:
        """How many pixels the first and the last cells of two lattices lie apart, at most.

        Infinite for lattices of different shapes.
        """
        if (self.rows, self.cols) != (other.rows, other.cols):
            return math.inf
        last = self.rows - 1, self.cols - 1
        ends = zip(
            self.centre((0, 0)) + self.centre(last), other.centre((0, 0)) + other.centre(last),
            strict=True,
        )  # fmt: skip
        return max(abs(a - b) for a, b in ends)

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Pixel (x, y) of the middle of a cell."""
        row, col = cell
        return self.x + (col + 0.5) * self.pitch_x, self.y + (row + 0.5) * self.pitch_y

    def cell_box(self, cell: Cell, inset: int = 1) -> Box:
        """The pixels of a cell, `inset` less on each side: with one they are its own whatever the
        rounding.
        """
        row, col = cell
        x, y = self.x + col * self.pitch_x, self.y + row * self.pitch_y
        right, foot = x + self.pitch_x, y + self.pitch_y
        return round(x) + inset, round(y) + inset, round(right) - inset, round(foot) - inset

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The cell under pixel (x, y); None off the board."""
        col = int((x - self.x) // self.pitch_x)
        row = int((y - self.y) // self.pitch_y)
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None
