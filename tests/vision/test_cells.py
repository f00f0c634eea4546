"""Cells cut out of pictures."""

from __future__ import annotations

import numpy as np
import pytest

from mwagent.vision.grid.cells import cell_images, cut_some
from mwagent.vision.lattice import Lattice


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
