"""Cells cut out of pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.edges import Pixels
from mwagent.vision.glyphs.classifier import CLASSES
from mwagent.vision.grid.cells import cell_images, cut_some
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture


@pytest.mark.parametrize(
    ("x", "y"), [(-80.0, 5.0), (5.0, -80.0), (70.0, 5.0), (5.0, 70.0), (-80.0, 90.0)]
)
def test_cells_beyond_the_picture_look_like_its_nearest_pixels(x: float, y: float) -> None:
    picture = np.full((40, 40, 3), 90, np.uint8)
    lattice = Lattice(x, y, 16.0, 16.0, 3, 3)
    assert (cell_images(picture, lattice) == 90).all()
    assert (cut_some(picture, lattice, np.array([0, 4, 8])) == 90).all()


def test_signs_in_oblong_cells_keep_their_shape() -> None:
    oblong, square = np.full((40, 160, 3), 200, np.uint8), np.full((40, 40, 3), 200, np.uint8)
    oblong[12:28, 75:85] = square[12:28, 15:25] = 0
    oblong[:, 0] = oblong[:, -1] = square[:, 0] = square[:, -1] = 90
    (wide,) = cell_images(oblong, Lattice(0, 0, 160, 40, 1, 1))
    (plain,) = cell_images(square, Lattice(0, 0, 40, 40, 1, 1))
    assert np.abs(wide.astype(int) - plain).max() <= 2
    (squeezed,) = cell_images(oblong, Lattice(0, 0, 160, 40, 1, 1), squeezed=True)
    assert (squeezed[16] < 100).sum() < (plain[16] < 100).sum()


def _written(side: int, text: str) -> Pixels:
    """A cell with a frame and a number ten pixels high in its middle."""
    cell = np.full((side, side, 3), 217, np.uint8)
    cell[:2], cell[-2:], cell[:, :2], cell[:, -2:] = 250, 130, 250, 130
    at = side // 2 - 4, side // 2 + 5
    cv2.putText(cell, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1, cv2.LINE_AA)
    return cell


def test_small_numbers_in_large_cells_are_told_apart() -> None:
    row = np.hstack([_written(90, text) for text in ("2", "4", "2", "")])
    found = BoardPicture(Picture(row), Lattice(0, 0, 90, 90, 1, 4)).clusters
    assert [one.cells.tolist() for one in found] == [[0, 2], [1], [3]]
    shown = ["" if one.glyph is None else CLASSES[one.probs.argmax()] for one in found]
    assert shown == ["2", "4", ""]


def test_a_sign_that_is_not_small_or_not_alone_is_not_magnified() -> None:
    large, pointed = _written(90, ""), _written(90, "2")
    large[25:65, 25:65] = 0
    pointed[70:80, 70:80] = 0
    for cell in (large, pointed):
        (image,) = cell_images(cell, Lattice(0, 0, 90, 90, 1, 1))
        (plain,) = cell_images(cell, Lattice(0, 0, 90, 90, 1, 1), squeezed=True)
        assert (image == plain).all()
