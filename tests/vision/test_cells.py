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
