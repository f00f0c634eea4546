"""Where no board is in sight, what looks like a button is pressed, in the program to be played."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from itertools import count
from typing import NoReturn

import cv2
import numpy as np
import pytest

from mwagent.belief import Location
from mwagent.player.rounds import enter
from mwagent.player.rounds.buttons import (
    appeared_in,
    buttons_in,
    lying_over,
    press_boxes,
    press_middle,
    press_words,
)
from mwagent.player.views import Point, Press, Region, Under
from mwagent.player.window import searching
from mwagent.player.window.searching import Searching
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Box, Lattice
from mwagent.vision.reading import BoardNotFoundError

pytestmark = pytest.mark.slow

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
        self.typed: list[tuple[Point, str]] = []

    def fields(self) -> list[tuple[str, Region]]:
        return []

    def buttons(self) -> list[tuple[str, Region]]:
        return self.named

    def pictures(self) -> list[Shot]:
        return [Shot(self.picture, 0.0, 0.0, 1.0, 1.0, 0)]

    def grab(self, monitor: int, box: Box) -> Shot:
        return self.pictures()[0]

    def press(self, presses: Sequence[Press]) -> int:
        self.pressed += [press.at for press in presses]
        return len(presses)

    def key(self, name: str) -> bool:
        self.typed.append((self.pressed[-1], name))
        return True

    def plays(self, at: Point) -> bool:
        return self.ours

    def under(self, at: Point) -> Under:
        return Under(self.ours)


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


def test_specks_on_a_photograph_are_no_buttons() -> None:
    at = [(220, 230), (220, 290), (220, 350)]
    picture = menu(at, (120, 30))
    for x in (180, 240, 300):
        left, right = ([(x + off, y) for y in (132, 148)] for off in (0, 32))
        speck = np.array([(x + 16, 120), *right, (x + 16, 160), *left[::-1]])
        cv2.fillPoly(picture, [speck], (120, 160, 170))
        cv2.circle(picture, (x + 16, 140), 4, (20, 40, 50), -1)
    assert np.allclose(buttons_in(picture), [(280, y + 15) for _, y in at], atol=2)


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


def test_once_a_level_is_chosen_the_word_that_begins_it_is_pressed() -> None:
    view = Doors(np.full((480, 640, 3), 225, np.uint8), ours=True)
    words = ["New version", "Beginner", "Easy", "Play"]
    view.named = [(w, (200.0, 60.0 * n, 300.0, 60.0 * n + 30)) for n, w in enumerate(words)]
    done = list(press_words(view, None, 0.0, levels=True))
    assert [word.split()[-1] for word in done][:2] in (["BEGINNER", "PLAY"], ["EASY", "PLAY"])


def test_a_first_round_is_begun_before_another_where_no_board_is_in_sight() -> None:
    """A page that grows moves its buttons: a word that was pressed there is none that is new."""
    picture = np.full((300, 640, 3), 90, np.uint8)
    view = Doors(picture, True)
    for text, x in (("RESTART", 60), ("START", 360)):
        cv2.putText(view.picture, text, (x, 150), 0, 1.0, (250, 250, 250), 2, cv2.LINE_AA)
    done = []
    for word in itertools.islice(press_words(view, None, 0.0, levels=True), 3):
        done.append(word)
        view.picture = np.roll(view.picture, 40, axis=1)
    assert done[0] == "the word START"
    assert "the word RESTART" in done


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


def test_a_button_that_lies_over_the_board_is_none_of_its_cells() -> None:
    board = Location(0, Lattice(100.0, 60.0, 40.0, 40.0, 9, 10), None)
    picture = np.full((480, 640, 3), 60, np.uint8)
    for line in range(11):
        cv2.line(picture, (100 + 40 * line, 60), (100 + 40 * line, 420), (140, 140, 140), 1)
        cv2.line(picture, (100, min(420, 60 + 40 * line)), (500, min(420, 60 + 40 * line)), 140, 1)
    # What is open without lines in between ends at lines.
    cv2.rectangle(picture, (141, 101), (219, 139), (200, 200, 200), -1)
    cv2.putText(picture, "2", (152, 130), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 160), 2)
    assert lying_over(picture, board) == []
    cv2.rectangle(picture, (210, 220), (389, 259), (255, 255, 255), -1)
    cv2.putText(picture, "Zuruck", (250, 247), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 2)
    assert np.allclose(lying_over(picture, board), [(300, 240)], atol=3)


def form(picture: np.ndarray, fields: Sequence[tuple[int, int]], ground: int = 217) -> np.ndarray:
    """A grey window with fields to write in, 180 x 22, at these corners, lit beside each."""
    cv2.rectangle(picture, (100, 40), (540, 390), (ground,) * 3, -1)
    for x, y in fields:
        cv2.rectangle(picture, (x, y), (x + 181, y + 23), (255, 255, 255), 1)
        cv2.rectangle(picture, (x, y), (x + 179, y + 21), (130, 130, 130), 1)
        cv2.rectangle(picture, (x + 1, y + 1), (x + 179, y + 21), (255, 255, 255), -1)
    return picture


@pytest.mark.parametrize("ground", [217, 238])
def test_a_number_is_written_into_each_empty_field_of_a_form_before_its_button_is_pressed(
    ground: int,
) -> None:
    picture = form(np.zeros((420, 640, 3), np.uint8), [(150, 100), (150, 140), (150, 180)], ground)
    cv2.rectangle(picture, (150, 230), (480, 256), (120, 120, 120), 1)
    cv2.putText(picture, "Grumsk!", (280, 250), 0, 0.6, (0, 0, 0), 2, cv2.LINE_AA)
    view = Doors(picture, ours=True)
    done = list(enter(view, 0.0))
    assert done == ["10 in the fields", "what looks like a button"]
    assert view.typed == [((240, y), digit) for y in (111, 151, 191) for digit in "10"]
    assert np.allclose(view.pressed[-1], (315, 243), atol=3)


@pytest.mark.slow
def test_square_buttons_that_shine_are_pressed_and_are_no_fields() -> None:
    picture = np.full((420, 640, 3), 238, np.uint8)
    shine = 255 - np.abs(np.arange(150) - 50)[:, None, None].astype(np.uint8)
    for left, word in ((40, "Grumsk"), (190, "Olfen"), (340, "Mepp")):
        picture[150:300, left : left + 149] = shine
        cv2.rectangle(picture, (left, 150), (left + 149, 300), (160, 130, 120), 1)
        cv2.putText(picture, word, (left + 30, 232), 0, 0.7, (40, 40, 40), 2, cv2.LINE_AA)
    view = Doors(picture, ours=True)
    assert list(enter(view, 0.0)) == ["what looks like a button"] * 3
    assert np.allclose(view.pressed, [(114, 225), (264, 225), (414, 225)], atol=3)
    assert not view.typed


class Choosy(Doors):
    """A form that begins nothing before its level is chosen."""

    def __init__(self) -> None:
        super().__init__(self.drawn(chosen=False), ours=True)
        self.chosen = self.begun = False

    @staticmethod
    def drawn(chosen: bool) -> np.ndarray:
        picture = form(np.zeros((420, 640, 3), np.uint8), [])
        font = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(picture, "Easy", (160, 130), font, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
        cv2.circle(picture, (140, 124), 5, (0, 0, 0), -1 if chosen else 1)
        cv2.putText(picture, "Start", (400, 130), font, 0.6, (0, 0, 0), 1, cv2.LINE_AA)
        return picture

    def press(self, presses: Sequence[Press]) -> int:
        for x, _ in (press.at for press in presses):
            self.begun |= self.chosen and x > 390
            self.chosen |= 150 < x < 220
            self.picture = self.drawn(self.chosen)
        return super().press(presses)


def test_a_level_is_chosen_before_a_word_that_begins() -> None:
    view = Choosy()
    done = enter(view, 0.0)
    assert [next(done), next(done)] == ["the word EASY", "the word START"]
    assert view.begun


def test_a_level_is_chosen_though_the_page_names_other_parts_alone_as_buttons() -> None:
    view = Doors(np.full((420, 640, 3), 225, np.uint8), ours=True)
    cv2.putText(view.picture, "Easy", (250, 200), 0, 0.8, (0, 0, 0), 2, cv2.LINE_AA)
    view.named = [("Create board", (200.0, 300.0, 400.0, 330.0))]
    done = list(itertools.islice(press_words(view, None, 0.0, levels=True), 2))
    assert done == ["the word EASY", "the word CREATE"]


class Menu(Doors):
    """A tab whose first button leads to a form, which begins only once its field is filled in."""

    alone = True

    def __init__(self) -> None:
        super().__init__(np.full((420, 640, 3), 217, np.uint8), ours=True)
        self.named = [("Start", (100, 100, 200, 130))]
        self.begun = False
        self.seen: tuple[Box, np.ndarray] | None = None

    def fields(self) -> list[tuple[str, Region]]:
        empty = self.named[0][0] == "Create table" and not self.typed
        return [("10", (300, 100, 400, 120))] if empty else []

    def grab(self, monitor: int, box: Box) -> Shot:
        x0, y0, x1, y1 = box
        self.seen = box, self.picture[y0:y1, x0:x1].copy()
        return Shot(self.seen[1], x0, y0, 1.0, 1.0, monitor)

    def press(self, presses: Sequence[Press]) -> int:
        """A press is held back where what was grabbed last is not there any more."""
        if self.seen is not None:
            (x0, y0, x1, y1), before = self.seen
            if not np.array_equal(self.picture[y0:y1, x0:x1], before):
                return 0
        self.picture = self.picture - 1
        self.begun |= any(press.at == (150, 315) for press in presses) and bool(self.typed)
        self.named = [("Create table", (100, 300, 200, 330))]
        return super().press(presses)


def test_fields_that_a_word_has_brought_up_are_filled_in_before_the_next_is_pressed() -> None:
    view = Menu()
    done = list(itertools.islice(enter(view, 0.0), 3))
    assert done == ["the word START", "10 in the fields", "the word CREATE"]
    assert view.typed == [((350, 110), "1"), ((350, 110), "0")]
    assert view.begun


class FoundError(Exception):
    """The search has come to its second picture."""


class Slow(Doors):
    """A menu whose board comes up while the menu is searched for one."""

    def __init__(self) -> None:
        super().__init__(menu([(220, 130), (220, 210), (220, 290)], (120, 30)), ours=True)

    def unroll(self) -> bool:
        return False


def test_nothing_is_pressed_on_what_came_up_during_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, looks = Slow(), iter(range(3))

    def find(_: Searching) -> NoReturn:
        if next(looks) == 1:
            assert not view.pressed
            raise FoundError
        view.picture = np.full_like(view.picture, 200)
        raise BoardNotFoundError("none yet")

    monkeypatch.setattr(searching, "ENTER", -1.0)
    monkeypatch.setattr(searching, "await_stillness", lambda *_: None)
    monkeypatch.setattr(Searching, "find", find)
    with pytest.raises(FoundError):
        Searching(view, patience=60.0).await_board()


def test_a_way_in_is_tried_once_however_long_the_first_search_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, clock = Slow(), count(0.0, 40.0)

    def find(_: Searching) -> NoReturn:
        raise FoundError if view.pressed else BoardNotFoundError("none yet")

    monkeypatch.setattr("mwagent.player.window.searching.time.perf_counter", lambda: next(clock))
    monkeypatch.setattr(searching, "await_stillness", lambda *_: None)
    monkeypatch.setattr(Searching, "find", find)
    with pytest.raises(FoundError):
        Searching(view, patience=30.0).await_board()


def test_a_button_with_the_mark_of_the_keyboard_is_one_button() -> None:
    picture = menu([(110, 201), (260, 200), (410, 200)], (100, 60))
    cv2.rectangle(picture, (118, 207), (202, 255), (200, 160, 120), 1)
    # They are as wide as what they say.
    cv2.rectangle(picture, (505, 200), (534, 260), (90, 60, 20), -1)
    found = buttons_in(picture)
    assert np.allclose(found[:3], [(160, 231), (310, 230), (472, 230)], atol=2)
