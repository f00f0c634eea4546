"""Where no board is in sight, what looks like a button is pressed, in the program to be played."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from mwagent.player.rounds.buttons import appeared_in, buttons_in, press_boxes, press_middle
from mwagent.player.views import Point, Press, Region
from mwagent.vision.capture import Shot

WORDS = ("Grumsk", "Olfen Zar", "Mepp")


def menu(at: Sequence[tuple[int, int]], size: tuple[int, int]) -> np.ndarray:
    """A window with a title and a button of a size (width, height) at each place."""
    picture = np.full((420, 640, 3), 30, np.uint8)
    cv2.rectangle(picture, (100, 40), (540, 390), (225, 225, 225), -1)
    cv2.putText(picture, "Mines", (250, 90), 0, 1.4, (0, 0, 0), 3, cv2.LINE_AA)
    width, height = size
    for word, (x, y) in zip(WORDS, at, strict=True):
        cv2.rectangle(picture, (x, y), (x + width, y + height), (90, 60, 20), -1)
        where = (x + width // 5, y + 2 * height // 3)
        cv2.putText(picture, word, where, 0, height / 60, (255, 255, 255), 1, cv2.LINE_AA)
    return picture


class Doors:
    """A screen that shows a menu; the program on it is `ours`, or it may be any other."""

    alone = False

    def __init__(self, picture: np.ndarray, ours: bool):
        self.picture = picture
        self.ours = ours
        self.pressed: list[Point] = []
        self.named: list[tuple[str, Region]] = []

    def buttons(self) -> list[tuple[str, Region]]:
        return self.named

    def pictures(self) -> list[Shot]:
        return [Shot(self.picture, 0.0, 0.0, 1.0, 1.0, 0)]

    def press(self, presses: Sequence[Press]) -> int:
        self.pressed += [press.at for press in presses]
        return len(presses)

    def plays(self, at: Point) -> bool:
        return self.ours


@pytest.mark.parametrize("alone", [True, False])
def test_a_picture_is_clicked_that_may_wait_for_that_in_a_tab_alone(alone: bool) -> None:
    page = np.full((900, 1200, 3), 255, np.uint8)
    cv2.rectangle(page, (500, 10), (700, 210), (60, 20, 100), -1)
    view = Doors(page, ours=True)
    view.alone = alone
    assert list(press_middle(view, 0.0)) == ["the middle of the page"] * alone
    assert view.pressed == [(600, 110)] * alone


@pytest.mark.parametrize("size", [(120, 30), (100, 60)])
@pytest.mark.parametrize(
    "at", [[(220, 130), (220, 210), (220, 290)], [(110, 201), (260, 200), (410, 200)]]
)
def test_buttons_are_pressed_in_the_order_they_are_read(
    at: list[tuple[int, int]], size: tuple[int, int]
) -> None:
    view = Doors(menu(at, size), ours=True)
    middles = [(x + size[0] / 2, y + size[1] / 2) for x, y in at]
    assert np.allclose(buttons_in(view.picture)[:3], middles, atol=2)
    assert len(list(press_boxes(view, 0.0))) == 3
    assert np.allclose(view.pressed, middles, atol=3)


def test_buttons_of_a_column_are_of_one_menu_though_they_are_as_wide_as_their_words() -> None:
    picture = np.full((480, 640, 3), 225, np.uint8)
    for top, width, word in [(90, 124, "Grums"), (136, 172, "Olfenzar"), (182, 100, "Mepp")]:
        left = 320 - width // 2
        cv2.rectangle(picture, (left, top), (left + width, top + 36), (120, 120, 120), 1)
        cv2.putText(picture, word, (left + 14, top + 26), 0, 0.8, (0, 0, 0), 2, cv2.LINE_AA)
    for left in (40, 250):
        cv2.rectangle(picture, (left, 300), (left + 140, 340), (120, 120, 120), 1)
        cv2.putText(picture, "12", (left + 40, 328), 0, 0.8, (0, 0, 0), 2, cv2.LINE_AA)
    found = buttons_in(picture)
    assert np.allclose(found[:3], [(320, 108), (320, 154), (320, 200)], atol=3)


def test_nothing_is_pressed_in_a_program_nobody_asked_to_play() -> None:
    view = Doors(menu([(220, 130), (220, 210), (220, 290)], (120, 30)), ours=False)
    assert not list(press_boxes(view, 0.0))
    assert not view.pressed


def test_what_a_page_names_as_its_button_comes_before_what_looks_like_one() -> None:
    at = [(220, 130), (220, 210), (220, 290)]
    view = Doors(menu(at, (120, 30)), ours=True)
    view.named = [("Generate", (220.0, 290.0, 341.0, 321.0))]
    assert len(list(press_boxes(view, 0.0))) == 3
    assert np.allclose(view.pressed, [(280, 305), (280, 145), (280, 225)], atol=3)


def test_each_button_of_a_bar_that_comes_up_below_the_board_is_pressed() -> None:
    # The middle of the bar lies between the buttons.
    before = np.zeros((480, 640, 3), np.uint8)
    now = before.copy()
    now[300:360, 100:500] = 190
    for left, word in ((104, "You lost"), (302, "Again")):
        cv2.rectangle(now, (left, 304), (left + 192, 356), (110, 110, 110), 2)
        cv2.putText(now, word, (left + 30, 338), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 160), 2)
    found = appeared_in(before, now, (100, 0, 500, 300))
    assert np.allclose(found, [(200, 330), (398, 330)], atol=3)
    now[300:360, 100:500] = 190
    assert np.allclose(appeared_in(before, now, (100, 0, 500, 300)), [(300, 330)], atol=10)
