"""A picture keeps what is worked out from it, and a board is preferred to the page it lies on."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from mwagent.vision import Reader
from mwagent.vision.edges import Pixels
from mwagent.vision.picture import Picture, undithered
from testbed.drawn_classic import PLAYED, Drawing, draw

FRESH = ["#" * 9] * 9


def test_what_follows_from_a_picture_is_worked_out_once() -> None:
    picture = Picture(np.full((40, 60, 3), 90, np.uint8))
    assert picture.flat is picture, "nothing is dithered"
    assert picture.edges is picture.edges
    assert picture.grey.shape == (picture.height, picture.width) == (40, 60)
    assert Picture.of(picture) is picture
    assert Picture.of(picture.pixels).pixels is picture.pixels


def test_a_dithered_picture_is_smoothed_in_a_copy() -> None:
    chess = np.indices((64, 64)).sum(axis=0) % 2 * 60 + 90
    pixels = np.repeat(chess[..., None], 3, axis=2).astype(np.uint8)
    before = pixels.copy()
    picture = Picture(pixels)
    assert picture.flat is not picture
    assert (picture.flat.pixels == undithered(pixels)).all()
    assert np.ptp(picture.flat.pixels[8:-8, 8:-8]) < 10
    assert (pixels == before).all()


def tiled(kind: str, board: list[str]) -> Pixels:
    """A board of 24 pixels a cell on a page with a background of 50 pixels that repeats."""
    tile = np.full((50, 50, 3), (170, 150, 140), np.uint8)
    if kind == "dots":
        cv2.circle(tile, (25, 25), 12, (120, 120, 160), -1)
    else:
        tile[:2] = tile[:, :2] = (110, 100, 90)
        tile[2:4, 2:] = (200, 180, 170)
    page = np.ascontiguousarray(np.tile(tile, (15, 20, 1)))
    page[200:520, 380:680] = 192
    draw(board, Drawing(24.0, 400.0, 250.0, 0), page)
    return page


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["dots", "tiles"])
@pytest.mark.parametrize("board", [FRESH, PLAYED], ids=["fresh", "played"])
def test_a_background_that_repeats_is_no_board(kind: str, board: list[str]) -> None:
    # Without any skin: closed cells could be anything that repeats.
    assert Reader(()).look(tiled(kind, board)).cells == tuple(board)
