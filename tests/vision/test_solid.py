"""Faint specks in the background of a page are no board, however evenly they repeat."""

from __future__ import annotations

import numpy as np
import pytest

from mwagent.vision import look_all
from mwagent.vision.grid.period import find_lattices
from mwagent.vision.grid.specks import speckled
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from testbed.drawn_classic import SKINS

GROUND = (23, 25, 28)


def dotted_page(by: tuple[int, int, int]) -> np.ndarray:
    """A dark page with a dot of one pixel every seventh, lighter `by` so many levels."""
    page = np.full((420, 900, 3), GROUND, np.uint8)
    page[5::7, 4::7] += np.array(by, np.uint8)
    return page


@pytest.mark.parametrize("by", [(24, 12, 2), (9, 9, 9), (3, 3, 3)])
def test_a_pattern_of_dots_is_no_board(by: tuple[int, int, int]) -> None:
    page = dotted_page(by)
    assert find_lattices(Picture(page)) == []
    assert speckled(Picture(page).grey, Lattice(0.0, 0.0, 14.0, 14.0, 30, 60))


def test_a_board_on_such_a_page_is_found_alone() -> None:
    page = dotted_page((24, 12, 2))
    tile = SKINS["classic"].tile("#")
    page[100:244, 300:444] = np.tile(tile, (9, 9, 1))
    (reading,) = look_all(page)
    assert np.allclose(reading.lattice.box, (300, 100, 444, 244), atol=1)
    assert not speckled(Picture(page).grey, reading.lattice)


def test_cells_that_differ_by_two_levels_have_sides() -> None:
    """Like the fresh boards of some pages, of two shades of one colour."""
    shade = np.indices((12, 16)).sum(axis=0) % 2 * 2 + 100
    board = np.repeat(np.repeat(shade, 24, axis=0), 24, axis=1).astype(np.uint8)
    picture = np.repeat(board[..., None], 3, axis=2)
    assert not speckled(Picture(picture).grey, Lattice(0.0, 0.0, 24.0, 24.0, 12, 16))


@pytest.mark.parametrize("shape", [(14, 18), (16, 30)])
def test_two_cells_of_a_chequered_board_are_not_one_oblong_cell(shape: tuple[int, int]) -> None:
    rows, cols = shape
    shade = np.indices(shape).sum(axis=0) % 2 * 12 + 150
    page = np.full((rows * 30 + 120, cols * 30 + 100), 240, np.uint8)
    page[80:-40, 50:-50] = np.repeat(np.repeat(shade, 30, axis=0), 30, axis=1)
    best = find_lattices(Picture(np.repeat(page[..., None], 3, axis=2)))[0]
    assert (best.rows, best.cols) == shape


def test_oblong_cells_twice_as_wide_as_high_are_cells() -> None:
    tile = np.full((30, 60), 190, np.uint8)
    tile[:2] = tile[:, :2] = 255
    tile[-2:] = tile[:, -2:] = 120
    page = np.full((16 * 30 + 120, 16 * 60 + 100), 240, np.uint8)
    page[80:-40, 50:-50] = np.tile(tile, (16, 16))
    best = find_lattices(Picture(np.repeat(page[..., None], 3, axis=2)))[0]
    assert (best.rows, best.cols) == (16, 16)
