"""The seven-segment counter above a board is read, sharp or blurred, large or small."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent.vision.header.counters import Counter, mines_left, read_mines
from mwagent.vision.header.displays import read_counter
from mwagent.vision.lattice import Lattice
from mwagent.vision.reader import look_all
from testbed.drawn_classic import Drawing, draw
from testbed.drawn_words import write

# The segments of a digit of 13 x 23 units: x0, y0, x1, y1 of each.
PLACES = {
    "a": (3, 1, 10, 3),
    "b": (10, 2, 12, 11),
    "c": (10, 12, 12, 21),
    "d": (3, 20, 10, 22),
    "e": (1, 12, 3, 21),
    "f": (1, 2, 3, 11),
    "g": (3, 10, 10, 13),
}
LIT = {
    "0": "abcdef",
    "1": "bc",
    "2": "abged",
    "3": "abgcd",
    "4": "fgbc",
    "5": "afgcd",
    "6": "afgedc",
    "7": "abc",
    "8": "abcdefg",
    "9": "abfgcd",
    "-": "g",
}


def display(text: str, scale: float) -> NDArray[np.uint8]:
    """The digits in bright red on black, unlit segments glowing darkly."""
    fine = 8
    drawn = np.zeros((23 * fine, 13 * fine * len(text), 3), np.uint8)
    for number, digit in enumerate(text):
        for name, (x0, y0, x1, y1) in PLACES.items():
            colour = (0, 0, 255 if name in LIT[digit] else 70)
            left = 13 * number
            corners = (fine * (left + x0), fine * y0), (fine * (left + x1) - 1, fine * y1 - 1)
            cv2.rectangle(drawn, *corners, colour, -1)
    size = (round(13 * scale * len(text)), round(23 * scale))
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), np.uint8)


def window(
    text: str, scale: float, blur: float, wide: float = 1.0, glowing: str = "R"
) -> tuple[NDArray[np.uint8], Lattice]:
    """A window with a counter above a board of nine by nine cells of 16 units.

    Its digits are `wide` times as wide as usual, and shine in the channels named.
    """
    picture = np.full((round(220 * scale), round(170 * scale), 3), 192, np.uint8)
    red = display(text, scale)[..., 2]
    shining = [red if channel in glowing else np.zeros_like(red) for channel in "BGR"]
    digits = cv2.resize(np.dstack(shining), None, fx=wide, fy=1, interpolation=cv2.INTER_AREA)
    x, y = round(16 * scale), round(16 * scale)
    picture[y : y + digits.shape[0], x : x + digits.shape[1]] = digits
    if blur:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
    return picture, Lattice(12 * scale, 55 * scale, 16 * scale, 16 * scale, 9, 9)


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.37, 3.0])
@pytest.mark.parametrize("text", ["010", "099", "-12", "347", "568", "8888"])
def test_a_counter_is_read(text: str, scale: float) -> None:
    assert read_counter(*window(text, scale, 0.0)) == text


@pytest.mark.parametrize("text", ["010", "035", "246", "789"])
def test_a_blurred_counter_is_read(text: str) -> None:
    assert read_counter(*window(text, 1.5, 0.8)) == text


@pytest.mark.parametrize("wide", [0.85, 1.0, 1.2])
@pytest.mark.parametrize("text", ["040", "0100", "568"])
def test_digits_may_be_wider_or_narrower_and_more_or_fewer(text: str, wide: float) -> None:
    assert read_counter(*window(text, 1.3, 0.0, wide)) == text


@pytest.mark.parametrize("dim", [70, 95])
@pytest.mark.parametrize("text", ["099", "010", "0248", "567"])
def test_digits_with_gaps_are_told_apart_by_them(text: str, dim: int) -> None:
    """Slim digits of 16 x 31 pixels, 6 apart, whose segments fill them to the edge."""
    picture = np.full((260, 260, 3), 192, np.uint8)
    picture[20:57, 20 : 26 + 22 * len(text)] = 0
    for number, digit in enumerate(text):
        x, y = 24 + 22 * number, 23
        corners = [(0, 0), (16, 0), (16, 15), (16, 31), (0, 31), (0, 15)]
        a, b, c, d, e, f = (np.array((x + across, y + below)) for across, below in corners)
        down, up, slim, steep = np.array([(5, 5), (5, -5), (5, 2), (5, -2)])
        sides = {
            "a": (a, b, b - up, a + down),
            "b": (b, c, c - slim, b - up),
            "c": (c, d, d - down, c - steep),
            "d": (d, e, e + up, d - down),
            "e": (f, e, e + up, f + slim),
            "f": (a, f, f + steep, a + down),
            "g": (f, f + steep, c - slim, c, c - steep, f + slim),
        }
        for name in sorted(sides, key=lambda name: name in LIT[digit]):
            colour = (0, 0, 255 if name in LIT[digit] else dim)
            cv2.fillPoly(picture, [np.array(sides[name], np.int32)], colour)
    assert read_counter(picture, Lattice(12, 80, 24, 24, 7, 9)) == text


def test_a_counter_may_have_two_digits() -> None:
    assert read_counter(*window("10", 1.3, 0.0)) == "10"


@pytest.mark.parametrize("glowing", ["G", "B", "GR", "BG"])
def test_a_counter_may_shine_in_any_colour(glowing: str) -> None:
    assert read_counter(*window("093", 1.4, 0.3, glowing=glowing)) == "093"


def test_a_black_box_is_no_counter() -> None:
    picture, lattice = window("012", 1.0, 0.0)
    picture[16:39, 16:55] = 0
    assert read_counter(picture, lattice) is None
    picture[16:39, 16:55] = (30, 20, 60)
    picture[20:30, 16:40] = (10, 50, 95)
    assert read_counter(picture, lattice) is None


def test_a_board_at_the_top_of_the_picture_has_no_counter() -> None:
    picture = np.full((100, 100, 3), 192, np.uint8)
    assert read_counter(picture, Lattice(0.0, 0.0, 16.0, 16.0, 5, 5)) is None


@pytest.mark.parametrize(("text", "flags"), [("999", 0), ("999", 12), ("99", 0), ("-99", 120)])
def test_a_counter_at_the_last_number_it_can_show_tells_no_number(text: str, flags: int) -> None:
    assert read_mines(*window(text, 1.3, 0.0), flags) is None


def test_a_counter_of_two_digits_at_99_tells_the_mines_of_an_expert_board() -> None:
    picture, board = window("99", 1.3, 0.0)
    expert = Lattice(board.x, board.y, board.pitch_x, board.pitch_y, 16, 30)
    assert read_mines(picture, expert, 0) == Counter(99)
    assert read_mines(picture, expert, 3) is None


def test_a_counter_below_its_last_number_is_read_with_flags_on_the_board() -> None:
    assert read_mines(*window("995", 1.3, 0.0), 5) == Counter(995)


def test_a_display_at_nought_counts_mines_only_where_flags_are() -> None:
    assert read_mines(*window("000", 1.3, 0.0), 0) is None
    assert read_mines(*window("000", 1.3, 0.0), 10) == Counter(0)


def test_a_counter_in_a_frame_on_dark_ground_is_read() -> None:
    picture = np.full((220 * 2, 170 * 2, 3), (43, 34, 27), np.uint8)
    digits = np.maximum(display("860", 2.0), np.array((8, 8, 20), np.uint8))
    digits[digits[..., 2] > 200] = (48, 59, 255)
    high, wide = digits.shape[:2]
    cv2.rectangle(picture, (24, 24), (40 + wide, 40 + high), (75, 60, 47), -1)
    cv2.rectangle(picture, (25, 25), (39 + wide, 39 + high), (8, 8, 20), -1)
    picture[24:26, 24:28] = (43, 34, 27)  # a rounded corner
    picture[32 : 32 + high, 32 : 32 + wide] = digits
    assert read_counter(np.asarray(picture), Lattice(24, 110, 32, 32, 9, 9)) == "860"


@pytest.mark.slow
@pytest.mark.parametrize("shown, side", [((16, 20.0), "right"), ((10.4, 30.0), "bottom")])
def test_a_picture_that_shows_a_part_of_a_board_does_not_tell_its_mines(
    shown: tuple[float, float], side: str
) -> None:
    rows = ["#" * 30] * 16
    rows[2:5] = [f"{row}{'#' * 24}" for row in ("#11211", "#10001", "#11111")]
    picture = np.full((352, 560, 3), 90, np.uint8)
    whole = draw(rows, Drawing(16.0, 40.0, 64.0, 0), picture)
    picture[20:52, 48:101] = display("099", 1.37)
    bottom, right = round(whole.y + 16 * shown[0]), round(whole.x + 16 * shown[1])
    (part,) = look_all(picture[:bottom] if side == "bottom" else picture[:, :right])
    assert side in part.cut
    assert part.mines == 99, "the counter was read"
    assert part.board.mines is None
    (all_of_it,) = look_all(picture)
    assert (all_of_it.cut, all_of_it.board.mines) == ((), 99)


@pytest.mark.parametrize(
    ("lines", "mines"),
    [
        (("Mines: 20   Flags: 0",), 20),
        (("Bombs left: 12", "Score: 25", "Moves: 14"), 12),
        (("Mines found: 12", "Score: 25", "Moves: 14"), None),
        (("Mines: 15", "Mines: 22", "Moves: 14"), None),
        (("Mines: 0", "Hidden: 22"), 22),
    ],
)
def test_a_number_that_a_caption_says_to_be_of_mines_is_their_counter(
    lines: tuple[str, ...], mines: int | None
) -> None:
    lattice = Lattice(20.0, 20.0, 24.0, 24.0, 12, 12)
    picture = np.full((500, 340, 3), 255, np.uint8)
    picture[20:308, 20:308] = 200
    for line, text in enumerate(lines):
        write(picture, text, (40, 340 + 30 * line))
    assert mines_left(picture, lattice, 0) == (None if mines is None else Counter(mines))


def test_what_stands_at_nought_beside_a_number_of_mines_says_nothing() -> None:
    lattice = Lattice(20.0, 20.0, 24.0, 24.0, 16, 30)
    picture = np.full((600, 760, 3), 255, np.uint8)
    picture[20:404, 20:740] = 200
    for line, text in enumerate(("Number of mines: 99", "Markers placed: 0", "Moves: 0 / Wins: 0")):
        write(picture, text, (280, 440 + 34 * line))
    assert mines_left(picture, lattice, 0) == Counter(99)
