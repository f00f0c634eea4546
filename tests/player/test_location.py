"""Where a board lies that begins between two pixels: all of it is looked at, and read."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.belief.known_skin import KnownSkinReader
from mwagent.belief.location import ALIGNED, Location
from mwagent.vision.known.skins import Skin
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture

PLACES = st.floats(0.0, 900.0)
GREEN, LIT, SHADE = (0, 130, 0), (0, 255, 0), (130, 0, 0)


@given(PLACES, PLACES, st.floats(8.0, 60.0))
def test_the_pixels_of_a_board_are_all_that_its_cells_lie_on(
    x: float, y: float, pitch: float
) -> None:
    left, top, right, foot = Location(0, Lattice(x, y, pitch, pitch, 9, 16), None).box
    beyond = x - left, y - top, right - x - 16 * pitch, foot - y - 9 * pitch
    assert all(-ALIGNED - 1e-9 <= side < 1 - ALIGNED + 1e-9 for side in beyond)


def drawn(x: int, y: int) -> np.ndarray:
    """Closed cells of 16 pixels, each with a black line on its right and below it."""
    cell = np.zeros((16, 16, 3), np.uint8)
    cell[:15, :15] = SHADE
    cell[:14, :14] = LIT
    cell[1:14, 1:14] = GREEN
    screen = np.zeros((240, 170, 3), np.uint8)
    screen[y : y + 144, x : x + 144] = np.tile(cell, (9, 9, 1))
    return screen


@pytest.mark.parametrize("y", [73.35, 73.5, 73.65])
def test_a_skin_learned_between_pixels_explains_every_row(y: float) -> None:
    screen = drawn(8, 74)
    cuts = [screen[105 + dy : 121 + dy, 39 + dx : 55 + dx] for dx in (0, 1) for dy in (0, 1)]
    tile = np.mean(cuts, axis=0).round().astype(np.uint8)
    skin = Skin("green", 16, "none", "#", tile[None], farthest=12.0)
    location = Location(0, Lattice(7.47, y, 16.002, 16.0, 9, 9), skin)
    left, top, right, foot = location.box
    board = np.ascontiguousarray(screen[top:foot, left:right])
    assert KnownSkinReader().read(Picture(board), location, skin).cells == ("#" * 9,) * 9
