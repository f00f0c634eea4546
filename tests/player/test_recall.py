"""Cells that were seen before are known again: unchanged, moved by a pixel, or a few of many."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.belief import Location, SeenBoard
from mwagent.belief.skin_memory import SkinMemory
from mwagent.belief.unknown_skin import UnknownSkinReader
from mwagent.minefield import Stage
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.grid.cells import cell_images, cut_some
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reader import Reader
from mwagent.vision.reading import UNKNOWN, Reading
from testbed.drawn_view import Monitor

pytestmark = pytest.mark.slow

ROWS, COLS = 6, 7


def lattice(x: float = 20.0, y: float = 20.0, pitch: float = 24.0) -> Lattice:
    return Lattice(x, y, pitch, pitch, ROWS, COLS)


def drawn(symbols: np.ndarray, right: int = 0, down: int = 0) -> np.ndarray:
    """Cells with a rim where closed and a bar where they show a one, moved by some pixels."""
    picture = np.full((ROWS * 24 + 60, COLS * 24 + 60, 3), 120, np.uint8)
    for (row, col), symbol in np.ndenumerate(symbols):
        x, y = 20 + right + 24 * col, 20 + down + 24 * row
        picture[y : y + 24, x : x + 24] = 250 if symbol == "#" else 150
        picture[y + 2 : y + 22, x + 2 : x + 22] = 190
        if symbol == "1":
            picture[y + 6 : y + 18, x + 10 : x + 14] = (200, 40, 20)
    return picture


@given(
    st.floats(3, 9), st.floats(3, 9), st.floats(12, 70), st.lists(st.integers(0, 41), min_size=1)
)
def test_a_few_cells_are_cut_out_as_all_of_them_are(
    x: float, y: float, pitch: float, some: list[int]
) -> None:
    size = int(8 * pitch) + 40
    picture = np.random.default_rng(len(some)).integers(0, 255, (size, size, 3), np.uint8)
    where = lattice(x, y, pitch)
    few = np.array(some)
    apart = cut_some(picture, where, few).astype(int) - cell_images(picture, where)[few]
    # Sampling between pixels is rounded to a part of them.
    assert np.abs(apart).max() <= 24


@pytest.mark.parametrize("lighter", [20, 0])
def test_no_colour_is_learned_as_that_of_closed_cells_from_one_under_the_pointer(
    lighter: int,
) -> None:
    """Buttons have another colour there, which in some programs is that of open cells."""
    symbols, place = np.full((ROWS, COLS), "#"), Location(0, lattice(), None)
    x0, y0, x1, y1 = place.box
    pixels = drawn(symbols)[y0:y1, x0:x1].copy()
    pixels[26:46, 50:70] += lighter
    sure = np.ones(symbols.shape, np.float32)
    fresh = Reading(place.inner, ("#" * COLS,) * ROWS, sure, "unknown", None, Stage.WAITING)
    memory = SkinMemory()
    memory.learn_closed(Picture(pixels), place, fresh, (1, 2))
    known = memory.recall(Picture(pixels), place.inner)
    assert known[1, 2] == (UNKNOWN if lighter else "#")
    assert (np.delete(known, 1 * COLS + 2) == "#").all()


@pytest.mark.parametrize(("noise", "read"), [(0.0, 1), (6.0, 0)])
def test_what_compression_does_to_cells_is_no_reason_to_read_them_anew(
    noise: float, read: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    symbols = np.full((ROWS, COLS), "#")
    picture = Picture(drawn(symbols))
    place = Location(0, lattice(), None)
    sure = np.ones(symbols.shape, np.float32)
    fresh = Reading(place.inner, ("#" * COLS,) * ROWS, sure, "unknown", None, Stage.WAITING)
    shown = Picture(picture.pixels[place.box[1] : place.box[3], place.box[0] : place.box[2]])
    reader = UnknownSkinReader(noise)
    reader.skin.learn_closed(shown, place, fresh)
    pixels = shown.pixels.copy()
    asked: list[int] = []
    pixels[26:40, 4:40] += 2

    def ask(*_: object, **__: object) -> Reading:
        asked.append(1)
        return fresh

    monkeypatch.setattr(Reader, "read", ask)
    told = reader.read(Picture(pixels), place, set(), set())
    assert (told.symbols == symbols).all()
    assert len(asked) == read


def test_what_was_recalled_in_a_film_is_shown_without_noise() -> None:
    symbols = np.full((ROWS, COLS), "#")
    picture = Picture(drawn(symbols))
    picture.pixels[44:68, 20:44] += 3
    picture.pixels[44:68, 44:68] = 0
    symbols[1, 1] = UNKNOWN
    assert SkinMemory().without_noise(picture, lattice(), symbols) is picture
    cells = BoardPicture.of(
        SkinMemory(6.0).without_noise(picture, lattice(), symbols), lattice()
    ).cells.reshape(ROWS, COLS, -1)
    assert (cells[symbols == "#"] == cells[0, 0]).all()
    assert (cells[1, 1] == BoardPicture.of(picture, lattice()).cells[COLS + 1].ravel()).all()


@pytest.mark.parametrize("by", [(0, 0), (1, 0), (0, -1), (-2, 1)])
def test_cells_are_known_where_rows_have_moved(by: tuple[int, int]) -> None:
    symbols = np.full((ROWS, COLS), "#")
    symbols[2:4, 2:5] = "0"
    symbols[1, 2:5] = "1"
    memory = SkinMemory()
    memory.appearances.learn(
        cell_images(drawn(symbols), lattice()), np.array(symbols.reshape(-1), "<U1")
    )
    moved = Picture(drawn(symbols, *by))
    assert (memory.recall(moved, lattice()) == symbols).all()
    assert (memory.recall(moved, lattice()) == symbols).all(), "and the same again"


def test_what_was_recalled_is_asked_anew_once_something_was_dropped() -> None:
    symbols = np.full((ROWS, COLS), "#")
    memory = SkinMemory()
    picture = Picture(drawn(symbols))
    memory.appearances.learn(
        cell_images(picture.pixels, lattice()), np.array(symbols.reshape(-1), "<U1")
    )
    assert (memory.recall(picture, lattice()) == "#").all()
    memory.appearances.forget()
    assert (memory.recall(picture, lattice()) == UNKNOWN).all()


def test_a_board_laid_out_otherwise_for_a_new_round_is_learned_anew() -> None:
    """Like a window that becomes lower by a line of its last row when a round begins."""

    tile = np.full((25, 25), 217, np.uint8)
    tile[1:24, 1:24] = 115
    tile[1:23, 1:23] = 255
    tile[2:23, 2:23] = 191

    class Showing(Monitor):
        name, foot = "the page", 320

        def picture(self) -> np.ndarray:
            page = np.full((400, 400), 40, np.uint8)
            page[70:320, 60:310] = np.tile(tile, (10, 10))
            page[self.foot :] = 0
            return cv2.merge([page] * 3)

    sight = Showing()
    board = SeenBoard.watch(sight)
    fresh = board.reading
    assert fresh.cells == ("#" * 10,) * 10
    board.remember(board.picture().seen, fresh)
    sight.foot -= 1
    again = board.read(board.picture().seen)
    assert again.cells == fresh.cells
    assert board.familiar_share < 1
    board.remember(board.picture().seen, again)
    board.read(board.picture().seen)
    assert board.familiar_share == 1
