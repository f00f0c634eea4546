"""Menus above a board: their titles, where they drop down, and the entry that begins a round."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from mwagent.belief import Location
from mwagent.player.rounds.menus import dropped, entry_of, press_menus
from mwagent.player.views import Press, Under
from mwagent.vision.lattice import Lattice
from testbed.drawn_view import Still
from testbed.drawn_words import write

TITLE = (106, 60, 154, 80)
ENTRIES = ("New", "Quit")


def window(menu: bool, entries: Sequence[str] = ENTRIES) -> np.ndarray:
    """A program with a board below two titles; the menu of the first lies over the board."""
    picture = np.full((400, 400, 3), 30, np.uint8)
    picture[50:360, 90:330] = 217
    for text, x in (("Game", 110), ("Help", 170)):
        write(picture, text, (x, 75), size=14)
    for row in range(8):
        for col in range(8):
            x, y = 100 + 25 * col, 110 + 25 * row
            cv2.rectangle(picture, (x + 1, y + 1), (x + 23, y + 23), (180, 150, 120), -1)
    if menu:
        picture[84:140, 104:190] = 245
        for line, text in enumerate(entries):
            write(picture, text, (112, 104 + 24 * line), size=14)
    return picture


class Program(Still):
    """A view of that program, whose menu opens where it is pressed."""

    entries: Sequence[str] = ENTRIES

    def __init__(self, ours: bool = True) -> None:
        super().__init__(window(False))
        self.open = False
        self.ours = ours

    def picture(self) -> np.ndarray:
        return window(self.open, self.entries)

    def press(self, presses: Sequence[Press]) -> int:
        x, y = presses[0].at
        self.open = 104 <= x < 160 and 50 <= y < 84
        return super().press(presses)

    def key(self, name: str) -> bool:
        self.open = False
        return super().key(name)

    def under(self, at: tuple[int, int]) -> Under:
        return Under(ours=self.ours)


BOARD = Location(0, Lattice(100.0, 110.0, 25.0, 25.0, 8, 8), None)


def test_a_menu_is_what_comes_up_below_its_title() -> None:
    menu = dropped(window(False), window(True), TITLE)
    assert menu is not None
    assert menu[1] < 90 and 180 < menu[2] < 200 and 130 < menu[3] < 150
    assert dropped(window(True), window(True), TITLE) is None


def test_the_entry_is_pressed_that_begins_a_round() -> None:
    view = Program()
    assert next(press_menus(view, BOARD, 0.0)) == "an entry of a menu"
    (title_x, title_y), (x, y) = view.pressed
    assert 104 <= title_x < 160 and 50 <= title_y < 84
    assert 104 < x < 160 and 92 <= y <= 108


@pytest.mark.slow
def test_whatever_opened_in_vain_is_closed_and_nothing_is_typed_where_nothing_opened() -> None:
    view = Program()
    view.entries = ("Olfen", "Quit")
    assert not list(press_menus(view, BOARD, 0.0))
    assert len(view.pressed) == 1 and view.keys == ["escape"]


def test_nothing_is_pressed_in_another_window() -> None:
    view = Program(ours=False)
    assert not list(press_menus(view, BOARD, 0.0))
    assert not view.pressed


def test_what_stands_in_the_title_bar_is_pressed_by_nobody_and_hides_no_menu() -> None:
    class Framed(Program):
        """Has a title bar above, with a title and what minimises, maximises and closes."""

        def picture(self) -> np.ndarray:
            picture = super().picture()
            for text, x in (("Mines", 100), ("_o", 210), ("oo", 250), ("xo", 290)):
                write(picture, text, (x, 40), 250, 14)
            return picture

        def under(self, at: tuple[int, int]) -> Under:
            return Under(ours=at[1] >= 50)

    view = Framed()
    assert next(press_menus(view, BOARD, 0.0)) == "an entry of a menu"
    assert all(y >= 50 for _, y in view.pressed)


def test_an_entry_is_found_that_says_that_it_begins_a_round() -> None:
    picture = np.full((200, 400, 3), 217, np.uint8)
    cv2.rectangle(picture, (20, 20), (110, 46), (120, 120, 120), 2)
    for line, text in enumerate(("Open what is there", "Start a new game", "Quit")):
        write(picture, text, (26, 66 + 24 * line), size=14)
    entry = entry_of(picture, (18, 40, 300, 140))
    assert entry is not None
    assert 74 <= entry[1] < entry[3] <= 98 and entry[2] - entry[0] > 6 * (entry[3] - entry[1])
