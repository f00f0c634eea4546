"""A lattice found roughly is brought to where the cells are, whatever edges their tiles have."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mwagent.vision import look
from mwagent.vision.grid.period import Guess, _explained, find_lattices
from mwagent.vision.grid.sharpen import sharpened
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.unknown.bounds import bounded

ROWS, COLS, AT = 14, 20, 40


def board(pitch: float, seed: int = 0) -> tuple[NDArray[np.uint8], Lattice]:
    """Raised tiles with a broad bevel and open ones with a number, scaled to a pitch."""
    rng = np.random.default_rng(seed)
    size = 48
    shut = cv2.resize(rng.random((5, 6)), (COLS, ROWS)) > 0.5
    picture = np.full((ROWS * size, COLS * size, 3), 200, np.uint8)
    for row, col in np.ndindex(ROWS, COLS):
        x, y = col * size, row * size
        cell = picture[y : y + size, x : x + size]
        if shut[row, col]:
            cv2.rectangle(cell, (0, 0), (size, size), (250, 250, 250), -1)
            cv2.rectangle(cell, (8, 8), (size, size), (110, 110, 110), -1)
            cv2.rectangle(cell, (8, 8), (size - 9, size - 9), (185, 190, 180), -1)
        else:
            cv2.rectangle(cell, (0, 0), (size, size), (150, 150, 150), 2)
            number = str(rng.integers(1, 4))
            cv2.putText(cell, number, (12, 37), cv2.FONT_HERSHEY_SIMPLEX, 1.1, (180, 60, 20), 4)
    width, height = round(COLS * pitch), round(ROWS * pitch)
    screen = np.full((height + 2 * AT, width + 2 * AT, 3), 225, np.uint8)
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    screen[AT : AT + height, AT : AT + width] = small
    return screen, Lattice(float(AT), float(AT), width / COLS, height / ROWS, ROWS, COLS)


@settings(max_examples=15, deadline=None)
@example(pitch=24.3, far=0.2, seed=1)
@given(pitch=st.floats(16, 45), far=st.floats(-0.2, 0.2), seed=st.integers(0, 50))
def test_a_pitch_that_is_a_little_off_is_put_right(pitch: float, far: float, seed: int) -> None:
    picture, truth = board(pitch, seed)
    growth = far * truth.pitch_x / COLS
    rough = replace(truth, x=truth.x - growth * COLS / 2, pitch_x=truth.pitch_x + growth)
    fine = sharpened(picture, rough)
    assert abs(fine.pitch_x - truth.pitch_x) * COLS < 0.06 * pitch
    assert abs(fine.pitch_y - truth.pitch_y) * ROWS < 0.06 * pitch


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("pitch", [17.3, 24.0, 31.9, 40.0])
def test_bevelled_boards_of_any_scale_are_found_where_they_are(pitch: float) -> None:
    picture, truth = board(pitch)
    found = look(picture).lattice
    assert (found.rows, found.cols) == (truth.rows, truth.cols)
    assert np.allclose(found.box, truth.box, atol=0.07 * pitch)


def test_a_lattice_ends_with_the_board() -> None:
    picture, truth = board(24.0)
    faint = np.full((truth.box[3] + AT, 200, 3), 225, np.uint8)
    for line in range(0, 200, 24):
        faint[:, line : line + 1] -= 12
    wide = np.concatenate([picture, faint], axis=1)
    long = replace(truth, cols=truth.cols + 8)
    assert bounded(Picture(wide), long).cols == truth.cols
    assert bounded(Picture(wide), truth) == truth


def test_a_fresh_board_ends_where_its_lines_do_though_what_lies_beside_has_its_colour() -> None:
    pitch = 40
    window = np.full((20 * pitch, 20 * pitch, 3), 238, np.uint8)
    truth = Lattice(5.0 * pitch, 4.0 * pitch, pitch, pitch, 9, 9)
    x0, y0, x1, y1 = truth.box
    for line in range(0, 10 * pitch, pitch):
        window[y0 : y1 + 1, x0 + line - 1 : x0 + line + 1] = 130
        window[y0 + line - 1 : y0 + line + 1, x0:x1] = 130
    # What lies around that has an end of its own.
    window[:, : x0 - 60] = window[:, x1 + 60 :] = window[: y0 - 5] = window[y1 + 5 :] = 0
    assert bounded(Picture(window), truth) == truth


@pytest.mark.slow
@settings(max_examples=8, deadline=None)
@given(
    pitch=st.floats(14, 40),
    seed=st.integers(0, 50),
    ends=st.tuples(*[st.integers(0, 2)] * 4),
)
def test_only_what_looks_like_cells_belongs_to_a_board(
    pitch: float, seed: int, ends: tuple[int, int, int, int]
) -> None:
    picture, truth = board(pitch, seed)
    rng = np.random.default_rng(seed)
    wall = cv2.resize(rng.integers(0, 256, (7, 9, 3)).astype(np.uint8), picture.shape[1::-1])
    x0, y0, x1, y1 = truth.box
    wall[y0 - 5 : y1 + 5, x0 - 5 : x1 + 5] = picture[y0 - 5 : y1 + 5, x0 - 5 : x1 + 5]
    left, top, right, bottom = ends
    rough = replace(truth, rows=truth.rows + top + bottom, cols=truth.cols + left + right)
    found = bounded(Picture(wall), rough.moved(-left * truth.pitch_x, -top * truth.pitch_y))
    assert (found.rows, found.cols) == (truth.rows, truth.cols)
    assert (found.x, found.y) == pytest.approx((truth.x, truth.y))


@pytest.mark.sampled
@pytest.mark.parametrize("below", [3, 4, 8])
def test_many_rows_of_something_else_do_not_belong_to_a_board(below: int) -> None:
    picture, truth = board(24)
    rng = np.random.default_rng(below)
    coarse = rng.integers(0, 256, (20, 30, 3)).astype(np.uint8)
    beneath = cv2.resize(coarse, (picture.shape[1], 24 * (below + 1)))
    desk = np.vstack([picture[: truth.box[3]], beneath])
    found = bounded(Picture(desk), replace(truth, rows=truth.rows + below))
    assert found == truth


def test_a_lattice_out_of_the_picture_stays_as_it_is() -> None:
    picture = Picture.of(np.full((200, 200, 3), 120, np.uint8))
    for x in (210.0, 195.0, -75.0):
        lattice = Lattice(x, 20.0, 20.0, 20.0, 4, 3)
        assert bounded(picture, lattice).rows >= 3


@pytest.mark.parametrize(("wide", "high"), [(43, 28), (46, 30), (50, 32)])
def test_oblong_cells_with_a_gradient_each_are_found(wide: int, high: int) -> None:
    tile = np.empty((high, wide, 3), np.uint8)
    light = np.interp(np.linspace(0, 1, high), [0, 0.3, 0.5, 1], [221, 255, 255, 184])
    tile[:] = np.stack([light + 0.45 * (255 - light), light, light - 20], axis=-1)[:, None]
    tile[[0, -1]], tile[:, [0, -1]] = (153, 138, 122), (153, 138, 122)
    picture = np.full((900, 1280, 3), 0, np.uint8)
    picture[310:610, 410:870] = 240
    board = np.tile(tile, (7, 10, 1))
    picture[330 : 330 + 7 * high, 425 : 425 + 10 * wide] = board
    lattice = find_lattices(Picture(picture))[0]
    assert (round(lattice.pitch_x), round(lattice.pitch_y)) == (wide, high)
    assert (lattice.rows, lattice.cols) == (7, 10)


def test_a_lattice_of_larger_cells_explains_no_finer_pitch() -> None:
    found = Lattice(415.0, 297.0, 50.0, 83.4, 5, 9)
    whole = found.rows * found.cols * found.pitch_x * found.pitch_y
    window = (512, 320, 832, 640)
    assert not _explained(Guess(0.97, 50.0, 52.0, window), whole, found)
    assert _explained(Guess(0.97, 50.0, 82.0, window), whole, found)
    assert _explained(Guess(0.97, 100.0, 104.0, window), whole, found)
