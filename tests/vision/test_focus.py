"""The mark of the keyboard on one cell is painted over before the cells are read."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from mwagent.vision.lattice import Lattice
from mwagent.vision.partial.focus import without_mark
from mwagent.vision.picture import Picture

LATTICE = Lattice(0.0, 0.0, 24.0, 24.0, 6, 8)
GREY = (153, 153, 153)
PALE = (204, 184, 163)


def board() -> np.ndarray:
    """Closed cells that shine from top to bottom, and two open ones with a digit."""
    shades = 255 - 2 * np.arange(23, dtype=np.uint8)
    picture = np.full((144, 192, 3), 130, np.uint8)
    for row in range(6):
        for col in range(8):
            picture[24 * row : 24 * row + 23, 24 * col : 24 * col + 23] = shades[:, None, None]
    for col in (3, 4):
        picture[48:71, 24 * col : 24 * col + 23] = (20, 130, 10)
        cv2.putText(picture, "2", (24 * col + 7, 66), cv2.FONT_HERSHEY_PLAIN, 1.0, GREY)
    return picture


def marked(picture: np.ndarray, at: tuple[int, int], thick: int = 1) -> np.ndarray:
    """The picture with a thin rectangle within the cell at (row, column)."""
    y, x = 24 * at[0], 24 * at[1]
    found = picture.copy()
    cv2.rectangle(found, (x + 4, y + 3), (x + 18, y + 20), PALE, -1)
    inner = slice(y + 3 + thick, y + 21 - thick), slice(x + 4 + thick, x + 19 - thick)
    found[inner] = picture[inner]
    return found


@pytest.mark.parametrize("at", [(2, 3), (5, 7), (0, 0)])
@pytest.mark.parametrize("thick", [1, 2])
def test_the_mark_is_gone(at: tuple[int, int], thick: int) -> None:
    plain = board()
    shown = without_mark(Picture(marked(plain, at, thick)), LATTICE, set()).pixels
    assert int(np.abs(shown.astype(int) - plain).max()) <= 4


def test_a_picture_without_a_mark_stays_what_it_is() -> None:
    picture = Picture(board())
    assert without_mark(picture, LATTICE, set()) is picture


def test_two_marks_are_none() -> None:
    picture = Picture(marked(marked(board(), (2, 3)), (5, 7), 2))
    assert without_mark(picture, LATTICE, set()) is picture


def test_a_flag_that_the_font_lacks_stays() -> None:
    picture = Picture(marked(board(), (5, 7)))
    assert without_mark(picture, LATTICE, {(5, 7)}) is picture
