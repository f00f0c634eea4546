"""Where a board ends: which cells of a lattice are the board's, and which lie beside it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from vision.grid.cells import Picture, cell_images
from vision.grid.edges import undithered
from vision.grid.extent import heaviest
from vision.grid.period import find_huge, find_lattices
from vision.lattice import Lattice
from vision.reading import UNKNOWN
from vision.unknown.looks import looks
from vision.unknown.meanings import MEANINGS, Scene, odds_of_meanings

BEYOND: Final = 3
"""Rows and columns looked at beyond a lattice on every side."""
FEWEST: Final = 4
"""Rows and columns a board has at least."""
CLEAR: Final = 4.0
"""A single cell says no more than this, a logarithm of odds, for or against a row."""
DOUBTED: Final = 0.05
"""By so little cells that may as well be nothing speak against a row."""


def find_boards(picture: Picture) -> list[Lattice]:
    """Where boards may lie on a BGR picture, in any skin: what repeats, and ends where they do."""
    return [bounded(picture, one) for one in (*find_lattices(picture), *find_huge(picture))]


def bounded(picture: Picture, lattice: Lattice) -> Lattice:
    """The lattice with those rows and columns, and only those, that are the board's.

    Every cell, and what lies in cells beyond it, is judged to be a cell of the board or none
    (`vision.unknown.meanings`); the rectangle is taken for which most speaks.
    """
    wide = within(lattice.grown(BEYOND), picture)
    shape = wide.rows, wide.cols
    found = looks(cell_images(undithered(picture), wide, even=True))
    odds = odds_of_meanings(Scene.of(found, shape))[:, MEANINGS.index(UNKNOWN)]
    weight = np.zeros(shape)
    for look, outside in zip(found, odds.tolist(), strict=True):
        ratio = np.log((1 - outside + 1e-6) / (outside + 1e-6))
        weight.flat[look.cells] = np.clip(ratio, -CLEAR, CLEAR) - DOUBTED
    _, top, left, bottom, right = heaviest(weight)
    if min(bottom - top, right - left) < FEWEST:
        return lattice
    moved = wide.moved(left * wide.pitch_x, top * wide.pitch_y)
    return replace(moved, rows=bottom - top, cols=right - left)


def within(lattice: Lattice, picture: Picture) -> Lattice:
    """The rows and columns of a lattice that lie on the picture, but for a rounding error."""
    height, width = picture.shape[:2]
    slack = 0.1
    left = max(0, int(np.ceil(-lattice.x / lattice.pitch_x - slack)))
    top = max(0, int(np.ceil(-lattice.y / lattice.pitch_y - slack)))
    right = min(lattice.cols, int((width - lattice.x) / lattice.pitch_x + slack))
    bottom = min(lattice.rows, int((height - lattice.y) / lattice.pitch_y + slack))
    moved = lattice.moved(left * lattice.pitch_x, top * lattice.pitch_y)
    return replace(moved, rows=bottom - top, cols=right - left)
