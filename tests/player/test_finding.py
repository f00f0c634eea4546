"""The player finds a board for the first time where, and as, `mwagent.vision.look` reads it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from mwagent.belief.finding import (
    Home,
    Search,
    _first_choice,
    _with_clipped_row,
    find_again,
    find_board,
)
from mwagent.belief.location import Location
from mwagent.minefield import Stage
from mwagent.vision import Reader, Shot, look
from mwagent.vision.grid.period import find_lattices
from mwagent.vision.known.locate import Place, locate_all
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reader import Candidate, in_order
from mwagent.vision.reading import BoardCoveredError, BoardNotFoundError, Reading
from testbed.drawn_classic import PLAYED, Drawing, desktop, draw

pytestmark = pytest.mark.slow


@pytest.mark.sampled
@pytest.mark.slow
@pytest.mark.parametrize("pitch", [16.0, 21.5])
def test_player_and_reader_find_the_same_board(pitch: float) -> None:
    screen = desktop(640, 420, seed=3)
    draw(PLAYED, Drawing(pitch, 150.0, 120.0, 0), screen)
    # Numbers of another colour: the known skin does not explain them, and both have to learn.
    screen = np.ascontiguousarray(screen[..., ::-1])
    found = find_board([Shot(screen, 0.0, 0.0, 1.0, 1.0, 0)], "the picture")
    told = look(screen)
    assert (found.reading.cells, found.reading.lattice) == (told.cells, told.lattice)
    assert found.reading.cells == tuple(PLAYED)


def test_few_cells_twice_as_wide_as_high_are_found() -> None:
    picture = np.zeros((420, 800, 3), np.uint8)
    for row in range(6):
        for col in range(6):
            x, y = 120 + 90 * col, 70 + 45 * row
            cv2.rectangle(picture, (x, y), (x + 89, y + 44), (120, 120, 120), -1)
            cv2.rectangle(picture, (x, y), (x + 87, y + 42), (255, 255, 255), -1)
            cv2.rectangle(picture, (x + 2, y + 2), (x + 87, y + 42), (217, 217, 217), -1)
    (found,) = find_lattices(Picture.of(picture))
    assert (found.rows, found.cols, found.pitch_x, found.pitch_y) == (6, 6, 90.0, 45.0)


def test_a_menu_of_four_large_buttons_is_no_board() -> None:
    picture = np.zeros((420, 640, 3), np.uint8)
    for number, words in enumerate(["10x10 with 10 mines", "20x20 with 40", "25x25", "other"]):
        x, y = 20 + 214 * (number % 2), 30 + 172 * (number // 2)
        cv2.rectangle(picture, (x, y), (x + 213, y + 171), (130, 130, 130), -1)
        cv2.rectangle(picture, (x, y), (x + 211, y + 169), (250, 250, 250), -1)
        cv2.rectangle(picture, (x + 2, y + 2), (x + 211, y + 169), (217, 217, 217), -1)
        width = 7 * len(words)
        at = x + 106 - width // 2, y + 90
        cv2.putText(picture, words, at, 0, 0.4, (0, 0, 0), 1, cv2.LINE_AA)
    with pytest.raises(BoardNotFoundError):
        find_board([Shot(picture, 0.0, 0.0, 1.0, 1.0, 0)], "the screen")


@pytest.mark.sampled
@pytest.mark.slow
@pytest.mark.parametrize("doubted", [False, True])
def test_a_doubted_skin_gives_way_to_a_reading_that_leaves_nothing_out(
    doubted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = desktop(640, 420, seed=3)
    lattice = draw(["#########"] * 9, Drawing(32.0, 150.0, 90.0, 0), screen)
    home = find_board([Shot(screen, 0.0, 0.0, 1.0, 1.0, 0)], "the picture").location
    assert home.skin is not None
    x0, y0, x1, y1 = lattice.cell_box((0, 0))
    cv2.rectangle(screen, (x0 + 1, y0 + 1), (x1 - 1, y1 - 1), (192, 192, 192), -1)
    cv2.putText(screen, "1", (x0 + 10, y1 - 9), cv2.FONT_HERSHEY_DUPLEX, 0.7, (255, 0, 0), 2)
    was = Home(home, lambda picture, at: Reader().read(picture, at), doubted, stepwise=False)
    places = Reader.places
    # It is looked for nowhere else, which takes long on a page with much on it.
    monkeypatch.setattr(Reader, "places", lambda self, seen: [next(places(self, seen))])
    found = find_again([Shot(screen, 0.0, 0.0, 1.0, 1.0, 0)], "the picture", was)
    assert (found.location.skin is None) is doubted
    assert found.reading.cells[0] == ("1########" if doubted else "~########")


def test_lines_of_text_that_no_mines_meet_give_way_to_a_larger_board() -> None:
    text, board = ("#2000", "#2000", "#3000", "#2000"), ("#" * 9, "#~" + "#" * 7, "~" + "#" * 8)

    def found(cells: tuple[str, ...]) -> Candidate:
        place = Place(Lattice(0, 0, 20, 20, len(cells), len(cells[0])))
        sure = np.ones((len(cells), len(cells[0])), np.float32)
        reading = Reading(place.lattice, cells, sure, "unknown", None, Stage.ONGOING)
        return Candidate(place, reading)

    both = [found(text), found(board)]
    assert in_order(both[0].reading) < in_order(both[1].reading)
    assert min(both, key=_first_choice) is both[1]


def plain_squares(opened: Sequence[str]) -> np.ndarray:
    """A board of 9 x 9 raised squares; the first rows are open and show digits."""
    picture = np.full((560, 560, 3), 245, np.uint8)
    for row, col in np.ndindex(9, 9):
        x, y = 100 + 36 * col, 100 + 36 * row
        cell = picture[y : y + 36, x : x + 36]
        if row < len(opened):
            cell[:], cell[1:-1, 1:-1] = 160, 220
            if opened[row][col] != "0":
                number(cell, opened[row][col], (150, 60, 20))
        else:
            cell[:], cell[2:, 2:], cell[2:-2, 2:-2] = 240, 110, 185
    return picture


def number(cell: np.ndarray, text: str, ink: tuple[int, int, int]) -> None:
    cv2.putText(cell, text, (10, 26), cv2.FONT_HERSHEY_SIMPLEX, 0.7, ink, 2, cv2.LINE_AA)


@pytest.mark.parametrize(("left", "top"), [(120, 0), (0, 90), (0, 0)])
def test_cells_at_the_very_edge_of_a_picture_lack_no_gap(left: int, top: int) -> None:
    picture = np.full((560, 640, 3), 255, np.uint8)
    for row, col in np.ndindex(10, 10):
        y, x = top + 40 * row, left + 40 * col
        picture[y : y + 32, x : x + 32] = (242, 190, 147)
    found = find_board([Shot(picture, 0.0, 0.0, 1.0, 1.0, 0)], "the page")
    assert found.reading.cells == ("#" * 10,) * 10


def test_numbers_of_rows_and_columns_are_no_cells() -> None:
    picture = plain_squares([])
    for k in range(9):
        for y, x in ((64, 100 + 36 * k), (100 + 36 * k, 64)):
            picture[y : y + 36, x : x + 36] = (200, 110, 60)
            picture[y : y + 35, x : x + 35] = (220, 130, 80)
            number(picture[y : y + 36, x : x + 36], str(k), (255, 255, 255))
    found = find_board([Shot(picture, 0.0, 0.0, 1.0, 1.0, 0)], "the page")
    assert found.location.shape == (9, 9)
    assert found.reading.cells == ("#" * 9,) * 9


def test_open_rows_that_make_no_sense_are_no_margin() -> None:
    # The 7 in the middle cannot be met.
    picture = plain_squares(["000000000", "112171211"])
    try:
        found = find_board([Shot(picture, 0.0, 0.0, 1.0, 1.0, 0)], "the page")
    except BoardNotFoundError:
        return
    assert found.location.shape == (9, 9)


def test_buttons_on_the_lines_of_the_columns_are_no_row_of_the_board() -> None:
    screen = np.zeros((600, 900, 3), np.uint8)
    left, top, wide, high = 250, 120, 50, 31
    cv2.rectangle(screen, (left, top - 38), (left + 9 * wide, top + 9 * high), (211, 211, 211), -1)

    def raised(x: int, y: int, width: int, height: int) -> None:
        cv2.rectangle(screen, (x, y), (x + width - 1, y + height - 1), (255, 255, 255), -1)
        cv2.rectangle(screen, (x + 2, y + 2), (x + width - 1, y + height - 1), (130, 130, 130), -1)
        inner = (x + width - 3, y + height - 3)
        cv2.rectangle(screen, (x + 2, y + 2), inner, (217, 217, 217), -1)

    for row in range(9):
        for col in range(9):
            raised(left + col * wide, top + row * high, wide, high)
    for col, cells, word in ((0, 2, "Menu"), (4, 1, "NG")):
        raised(left + col * wide, top - 36, cells * wide, 36)
        at = (left + col * wide + 12, top - 14)
        cv2.putText(screen, word, at, 0, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.putText(screen, "10", (left + 7 * wide + 35, top - 12), 0, 0.7, (0, 0, 0), 1, cv2.LINE_AA)
    found = find_board([Shot(screen, 0.0, 0.0, 1.0, 1.0, 0)], "the picture")
    assert found.reading.cells == ("#" * 9,) * 9
    assert abs(found.location.box[1] - top) <= 2


def two_coloured(green: Callable[[int, int], bool]) -> list[Shot]:
    """A page with a fresh board of 8 x 8 blank cells, some of them green."""
    picture = np.full((400, 400, 3), 235, np.uint8)
    for row, col in np.ndindex(8, 8):
        at = 40 + 40 * col, 40 + 40 * row
        colour = (0, 128, 0) if green(row, col) else (158, 158, 158)
        cv2.rectangle(picture, at, (at[0] + 35, at[1] + 35), colour, -1)
    return [Shot(picture, 0.0, 0.0, 1.0, 1.0, 0)]


def test_blank_cells_that_always_look_otherwise_on_a_fresh_board_of_a_page_are_its_own() -> None:
    shots = two_coloured(lambda row, col: (row == 2 and 1 < col < 5) or (row == 5 and col < 3))
    with pytest.raises(BoardCoveredError):
        find_board(shots, "the page")
    found = find_board(shots, "the page", Search(nothing_over=True))
    assert found.reading.cells == ("#" * 8,) * 8


def test_blank_cells_here_and_there_that_look_otherwise_are_covered_by_nothing() -> None:
    shots = two_coloured(lambda row, col: (3 * row + col) % 9 == 4 or (row, col) == (3, 5))
    assert find_board(shots, "the page").reading.cells == ("#" * 8,) * 8


def test_where_all_closed_cells_are_alike_none_is_put_right() -> None:
    picture = np.full((400, 400, 3), 235, np.uint8)
    for row, col in np.ndindex(8, 8):
        at = 40 + 40 * col, 40 + 40 * row
        cv2.rectangle(picture, at, (at[0] + 35, at[1] + 35), (158, 158, 158), -1)
    shots = [Shot(picture, 0.0, 0.0, 1.0, 1.0, 0)]
    found = find_board(shots, "the page", Search(nothing_over=True))
    assert found.reading.cells == ("#" * 8,) * 8


@pytest.mark.parametrize("mines", [99, 50])
def test_a_frame_over_two_pixels_of_the_last_row_is_no_window_over_the_board(mines: int) -> None:
    screen = np.full((520, 820, 3), (128, 128, 0), np.uint8)
    lattice = draw(["#" * 30] * 16, Drawing(23.0, 60.0, 80.0, 0), screen)
    x0, _, x1, y1 = lattice.box
    screen[y1 - 3 : y1 + 3, x0:x1] = 255
    screen[y1 + 3 : y1 + 12, x0:x1] = 192
    (place,) = locate_all(Picture.of(screen))
    assert place.lattice.rows == 15
    location = Location(0, place.lattice, place.skin)
    reading = replace(Reader().read(Picture.of(screen), place.lattice, place.skin), mines=mines)
    found = _with_clipped_row(Picture.of(screen), location, reading, ("bottom",))
    assert found[0].shape == ((16, 30) if mines == 99 else (15, 30))
    assert found[2] == (() if mines == 99 else ("bottom",))
