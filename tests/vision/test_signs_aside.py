"""Signs that stand where text begins, in a corner or at a side of their cells."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from mwagent.vision.grid.signs_aside import bring_to_middle
from mwagent.vision.lattice import Lattice
from mwagent.vision.reader import look

ROWS = ("0001####", "1111####", "########", "####2###", "########", "########", "########")


def page(pitch: int, at: tuple[int, int]) -> np.ndarray:
    """A board of flat cells with thin lines, signs 12 pixels high at `at` in them."""
    picture = np.full((80 + 7 * pitch, 60 + 8 * pitch, 3), 255, np.uint8)
    for (row, col), symbol in np.ndenumerate(np.array([list(row) for row in ROWS])):
        x, y = 30 + col * pitch, 40 + row * pitch
        ground = (150, 40, 125) if symbol == "#" else (250, 250, 250)
        cv2.rectangle(picture, (x, y), (x + pitch, y + pitch), ground, -1)
        cv2.rectangle(picture, (x, y), (x + pitch, y + pitch), (40, 40, 40), 1)
        if symbol != "#":
            place = (x + at[0], y + at[1] + 12)
            cv2.putText(
                picture, symbol, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA
            )
    return picture


@pytest.mark.parametrize("at", [(3, 3), (2, 18), (30, 3)], ids=["corner", "left", "other corner"])
def test_signs_aside_are_read(at: tuple[int, int]) -> None:
    assert look(page(46, at)).cells == ROWS


def test_what_every_cell_shows_aside_is_no_sign_nor_is_a_speck() -> None:
    lattice = Lattice(0.0, 0.0, 32.0, 32.0, 1, 2)
    glossy = np.full((32, 64, 3), 120, np.uint8)
    glossy[3:12, 3:10] = glossy[3:12, 35:42] = 255
    specks = np.full((32, 64, 3), 120, np.uint8)
    specks[3:7, 3:5] = 255
    for picture in (glossy, specks):
        cells = np.stack([picture[:, :32], picture[:, 32:]])
        shown = cells.copy()
        bring_to_middle(shown, cells, picture, lattice)
        assert (shown == cells).all()
