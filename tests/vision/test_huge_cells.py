"""Boards whose cells are so large that their lines are thin beside them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent.vision.grid.cells import cell_images
from mwagent.vision.lattice import Lattice
from mwagent.vision.reader import look


def page(pitch_x: float, pitch_y: float) -> NDArray[np.uint8]:
    """A fresh board of 8x8 bevelled cells that fills a page, below a strip with a smiley."""
    width, height = round(8 * pitch_x) + 20, round(8 * pitch_y) + 86
    picture = np.full((height, width, 3), 192, np.uint8)
    cv2.rectangle(picture, (9, 29), (width - 6, 66), (128, 128, 128), 2)
    cv2.circle(picture, (width // 2, 48), 10, (0, 255, 255), -1)
    cv2.rectangle(picture, (9, 72), (width - 6, height - 6), (128, 128, 128), 3)
    for row in range(8):
        for col in range(8):
            x0, x1 = round(12 + col * pitch_x), round(12 + (col + 1) * pitch_x) - 1
            y0, y1 = round(75 + row * pitch_y), round(75 + (row + 1) * pitch_y) - 1
            cv2.rectangle(picture, (x0, y0), (x1, y1), (128, 128, 128), -1)
            cv2.rectangle(picture, (x0, y0), (x1 - 2, y1 - 2), (255, 255, 255), -1)
            cv2.rectangle(picture, (x0 + 2, y0 + 2), (x1 - 2, y1 - 2), (192, 192, 192), -1)
    return picture


@pytest.mark.parametrize("pitch", [(157.5, 109.6), (120.0, 120.0), (131.3, 96.7), (70.4, 70.4)])
def test_no_row_or_column_is_lost(pitch: tuple[float, float]) -> None:
    reading = look(page(*pitch))
    lattice = reading.lattice
    assert (lattice.rows, lattice.cols) == (8, 8)
    assert abs(lattice.x - 12) < 0.1 * pitch[0]
    assert abs(lattice.y - 75) < 0.1 * pitch[1]
    assert reading.cells == ("########",) * 8


def test_tiny_numbers_in_shaded_cells_are_read() -> None:
    rows = ["001#####", "011#####", "1#######", "########", "########", "########"]
    shade = np.repeat(np.linspace(255, 200, 76).astype(np.uint8), 76).reshape(76, 76)
    picture = np.full((540, 700, 3), 35, np.uint8)
    for (row, col), symbol in np.ndenumerate([list(line) for line in rows]):
        x, y = 20 + 80 * col, 20 + 80 * row
        cell = picture[y : y + 76, x : x + 76]
        cell[:] = shade[..., None] if symbol != "#" else (shade // 2)[..., None]
        if symbol != "#":
            cv2.rectangle(picture, (x, y), (x + 75, y + 75), (150, 150, 150), 3)
        if symbol in "1":
            cv2.putText(cell, symbol, (34, 43), 0, 0.4, (30, 30, 30), 1, cv2.LINE_AA)
    lattice = Lattice(18.0, 18.0, 80.0, 80.0, 6, 8)
    plain, one = (cell_images(picture, lattice)[n][10:-10, 10:-10] for n in (0, 2))
    # Brought to the size of all cells it would be five pixels high.
    dark = np.argwhere((plain.astype(int) - one).max(axis=2) > 60)
    assert np.ptp(dark[:, 0]) >= 7


@pytest.mark.slow
def test_a_texture_all_over_a_page_hides_no_board() -> None:
    brick = np.full((16, 24, 3), 36, np.uint8)
    brick[::8], brick[:8, 0], brick[8:, 12] = 30, 28, 28
    picture = np.tile(brick, (60, 54, 1))[:, :1280].copy()
    cv2.rectangle(picture, (518, 370), (762, 676), (0, 0, 0), -1)
    shade = np.add.outer(np.arange(28), np.arange(28))[..., None]
    for row, col in np.ndindex(8, 8):
        x, y = 521 + 30 * col, 435 + 30 * row
        picture[y : y + 28, x : x + 28] = 200 - 2 * shade
    assert look(picture).cells == ("########",) * 8
