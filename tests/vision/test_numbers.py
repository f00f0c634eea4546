"""Plain digits near a board: read, and taken for the mine counter only when something says so."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mwagent.vision.header.counters import Counter, mines_left, numbers
from mwagent.vision.lattice import Lattice

FACES = [
    face
    for face in (
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
        "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf",
    )
    if Path(face).exists()
]
BEGINNER = Lattice(40.0, 90.0, 24.0, 24.0, 9, 9)


def screen(
    words: dict[tuple[int, int], str], dark: bool, size: int = 20, face: str | None = None
) -> NDArray[np.uint8]:
    """A window with words at some places, as BGR."""
    ground, ink = ("#202428", "#e0e0e0") if dark else ("#f4f4f0", "#203040")
    picture = Image.new("RGB", (320, 420), ground)
    draw = ImageDraw.Draw(picture)
    font = ImageFont.truetype(face, size) if face else ImageFont.load_default(size)
    for place, word in words.items():
        draw.text(place, word, ink, font)
    draw.rectangle((40, 90, 256, 306), "#8090a0")
    return np.ascontiguousarray(np.asarray(picture)[..., ::-1])


@pytest.mark.parametrize("face", [None, *FACES])
@pytest.mark.parametrize("dark", [False, True])
def test_the_usual_number_of_mines_is_the_counter(dark: bool, face: str | None) -> None:
    picture = screen({(45, 40): "10", (200, 40): "37"}, dark, face=face)
    seen = numbers(picture, (36, 0, 262, 89))
    assert [number.value for number in seen] == [10, 37]
    assert mines_left(picture, BEGINNER, flags=0) == Counter(10)


@pytest.mark.parametrize("face", [None, *FACES])
@pytest.mark.parametrize("size", range(11, 25))
def test_letters_that_look_like_digits_are_no_number(size: int, face: str | None) -> None:
    picture = screen({(45, 330): "Click any cell"}, dark=False, size=size, face=face)
    assert numbers(picture, (36, 310, 300, 400)) == []


@pytest.mark.parametrize("size", [15, 24])
def test_numbers_in_a_dark_panel_on_a_light_window_are_read(size: int) -> None:
    picture = screen({}, dark=False)
    page = Image.fromarray(np.ascontiguousarray(picture[..., ::-1]))
    draw = ImageDraw.Draw(page)
    for x, number in ((50, "10"), (175, "86")):
        draw.rectangle((x, 40, x + 3 * size, 40 + 1.4 * size), "#385098")
        draw.text((x + size, 40), number, "#d8dcf0", ImageFont.load_default(size))
    drawn = np.ascontiguousarray(np.asarray(page)[..., ::-1])
    assert [number.value for number in numbers(drawn, (36, 0, 262, 89))] == [10, 86]
    assert mines_left(drawn, BEGINNER, flags=0) == Counter(10)


def test_a_number_of_rows_is_no_counter_where_another_number_may_be_that() -> None:
    board = Lattice(40.0, 90.0, 21.6, 21.6, 10, 10)
    fields = {(45, 20): "10", (120, 20): "10", (200, 20): "12", (45, 55): "12"}
    assert mines_left(screen(fields, dark=False), board, flags=0) is None
    assert mines_left(
        screen({(45, 20): "10", (200, 20): "0"}, dark=False), board, flags=0
    ) == Counter(10)


def test_flags_are_counted_with_it() -> None:
    picture = screen({(45, 40): "7", (200, 40): "132"}, dark=False)
    assert mines_left(picture, BEGINNER, flags=3) == Counter(7)
    assert mines_left(picture, BEGINNER, flags=2) is None


def test_flags_of_mines_below_the_board() -> None:
    picture = screen({(45, 330): "4/10", (200, 330): "58"}, dark=False)
    assert mines_left(picture, BEGINNER, flags=4) == Counter(6)
    assert mines_left(picture, BEGINNER, flags=5) is None


@pytest.mark.parametrize("words", [{}, {(45, 40): "Level 2"}, {(45, 40): "12:44", (200, 40): "99"}])
def test_other_words_are_no_counter(words: dict[tuple[int, int], str]) -> None:
    assert mines_left(screen(words, dark=False), BEGINNER, flags=0) is None


@pytest.mark.parametrize("size", [20, 24])
@pytest.mark.parametrize("face", [None, *FACES])
def test_a_size_in_brackets_is_no_counter(face: str | None, size: int) -> None:
    board = Lattice(40.0, 90.0, 16.0, 16.0, 15, 15)
    picture = screen({(45, 40): "Mines (15 X 15)"}, dark=False, size=size, face=face)
    assert mines_left(picture, board, flags=0) is None
    assert mines_left(screen({(45, 40): "15"}, False, size, face), board, flags=0) == Counter(
        15, doubted=True
    )


@pytest.mark.parametrize("face", [None, *FACES])
@pytest.mark.parametrize("size", [15, 18, 22])
@pytest.mark.parametrize("time", ["0:25", "00:25", "4:23", "09:31", "0:00:25"])
def test_digits_around_a_colon_are_a_clock(time: str, size: int, face: str | None) -> None:
    board = Lattice(40.0, 90.0, 18.0, 18.0, 12, 12)
    clock = screen({(130, 40): time}, dark=True, size=size, face=face)
    assert mines_left(clock, board, flags=3) is None
    both = screen({(45, 40): "Mines: 22", (190, 40): time}, dark=True, size=size, face=face)
    assert mines_left(both, board, flags=3) in (None, Counter(22))
