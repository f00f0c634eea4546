"""Boards whose cells are so large that their lines are thin beside them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

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
