"""Where a board lies on the screen, and whether two locations are the same."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

from mwagent.vision.edges import Pixels
from mwagent.vision.known.skins import Skin
from mwagent.vision.lattice import SAME_LATTICE, Box, Lattice
from mwagent.vision.ranks import MAJORITY

ASTRAY: Final = 2
"""Greatest number of rows or columns too many or too few of a known board that is found again."""
ALIGNED: Final = 0.1
"""Pixels by which two lattices may differ that cut the same cells out of a picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Location:
    """Where a board lies: the monitor, the lattice in its whole picture, and the skin.

    `skin` is None where it is not known and has to be learned.
    """

    monitor: int
    lattice: Lattice
    skin: Skin | None

    @property
    def box(self) -> Box:
        """The pixels of the board, with those that lie on it in part."""
        at = self.lattice
        right, foot = at.x + at.cols * at.pitch_x, at.y + at.rows * at.pitch_y
        first = math.floor(at.x + ALIGNED), math.floor(at.y + ALIGNED)
        return *first, math.ceil(right - ALIGNED), math.ceil(foot - ALIGNED)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.lattice.rows, self.lattice.cols

    def part(self, picture: Pixels, box: Box) -> Pixels:
        """The pixels of a rectangle of the monitor in a picture of the board's pixels alone."""
        (left, top, _, _), (x0, y0, x1, y1) = self.box, box
        return picture[max(0, y0 - top) : y1 - top, max(0, x0 - left) : x1 - left]

    @property
    def inner(self) -> Lattice:
        """The lattice in a picture of the board's pixels alone."""
        left, top, _, _ = self.box
        return self.lattice.moved(-left, -top)


def shaped(lattice: Lattice, shape: tuple[int, int]) -> list[Lattice]:
    """Lattices of another shape, nearly the same, that lie on its lines.

    A head line over the board may look like one more row of it, and a row that looks otherwise
    than the others may be missing.
    """
    rows, cols = lattice.rows - shape[0], lattice.cols - shape[1]
    if (rows, cols) == (0, 0) or abs(rows) > ASTRAY or abs(cols) > ASTRAY:
        return []
    at_zero = replace(lattice, rows=shape[0], cols=shape[1])
    return [
        at_zero.moved(right * lattice.pitch_x, down * lattice.pitch_y)
        for down in range(min(rows, 0), max(rows, 0) + 1)
        for right in range(min(cols, 0), max(cols, 0) + 1)
    ]


def coincide(one: Lattice, other: Lattice) -> bool:
    """Whether the cells of two lattices are cut out of a picture alike."""
    return one.distance(other) < ALIGNED


def same_location(location: Location, other: Location) -> bool:
    """Whether two locations are one, as far as pixels show it."""
    return (
        location.monitor == other.monitor
        and location.skin is other.skin
        and location.lattice.distance(other.lattice) < SAME_LATTICE * other.lattice.pitch_x
    )


def near(location: Location, other: Location) -> bool:
    """Whether two locations are the same but for half a cell."""
    one, two = location.lattice, other.lattice
    return (
        location.monitor == other.monitor
        and abs(one.x - two.x) < 0.5 * two.pitch_x
        and abs(one.y - two.y) < 0.5 * two.pitch_y
    )


def in_its_place(location: Location, other: Location) -> bool:
    """Whether two locations share half of the smaller one: there cannot be a board at each."""
    shared = location.lattice.shared(other.lattice)
    return location.monitor == other.monitor and shared > MAJORITY


def same_scale(location: Location, other: Location) -> bool:
    """Whether two boards have cells of the same size."""
    return location.lattice.same_size(other.lattice)
