"""Where no board is in sight, labels that begin a game are pressed, and sizes are filled in."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NoReturn

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from mwagent.belief import Location
from mwagent.player.rounds import enter, press_named
from mwagent.player.rounds.buttons import press_words
from mwagent.player.rounds.entrance import sized_fields
from mwagent.player.rounds.named import named_keys
from mwagent.player.views import Point, Press, Region, Under
from mwagent.player.window import searching
from mwagent.player.window.searching import Searching
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Box, Lattice
from mwagent.vision.reading import BoardNotFoundError
from testbed.drawn_view import Still
from testbed.drawn_words import write

pytestmark = pytest.mark.slow

WORDS = ("Grumsk", "Start", "Mepp")


def menu(at: Sequence[tuple[int, int]], size: tuple[int, int]) -> np.ndarray:
    """A window with a title and a button of a size (width, height) at each place."""
    picture = np.full((420, 640, 3), 30, np.uint8)
    cv2.rectangle(picture, (100, 40), (540, 390), (225, 225, 225), -1)
    cv2.putText(picture, "Mines", (250, 90), 0, 1.4, (0, 0, 0), 3, cv2.LINE_AA)
    width, height = size
    for word, (x, y) in zip(WORDS, at, strict=True):
        cv2.rectangle(picture, (x, y), (x + width, y + height), (90, 60, 20), -1)
        where = (x + width // 5, y + 2 * height // 3)
        write(picture, word, where, 255, height // 2)
    return picture


class Doors(Still):
    """A screen that shows a menu; the program on it is `ours`, or it may be any other."""

    def __init__(self, picture: np.ndarray, ours: bool):
        super().__init__(picture)
        self.ours = ours
        self.named: list[tuple[str, Region]] = []
        self.typed: list[tuple[Point, str]] = []

    def buttons(self) -> list[tuple[str, Region]]:
        return self.named

    def key(self, name: str) -> bool:
        self.typed.append((self.pressed[-1], name))
        return True

    def plays(self, at: Point) -> bool:
        return self.ours

    def under(self, at: Point) -> Under:
        x, y = at
        said = [text for text, (x0, y0, x1, y1) in self.named if x0 <= x < x1 and y0 <= y < y1]
        return Under(self.ours, *said[:1])


def test_once_a_level_is_chosen_the_word_that_begins_it_is_pressed() -> None:
    view = Doors(np.full((480, 640, 3), 225, np.uint8), ours=True)
    words = ["New game", "Beginner", "Easy", "Play"]
    view.named = [(w, (200.0, 60.0 * n, 300.0, 60.0 * n + 30)) for n, w in enumerate(words)]
    done = list(press_words(view, None, 0.0, levels=True))
    assert [word.split()[-1] for word in done][:2] in (["BEGINNER", "PLAY"], ["EASY", "PLAY"])


def test_a_first_round_is_begun_before_another_where_no_board_is_in_sight() -> None:
    """A page that grows moves its buttons: a word that was pressed there is none that is new."""
    picture = np.full((300, 640, 3), 90, np.uint8)
    view = Doors(picture, True)
    for text, x in (("RESTART", 60), ("START", 360)):
        write(view.shown, text, (x, 150), 250, 24)
    done = []
    for word in itertools.islice(press_words(view, None, 0.0, levels=True), 3):
        done.append(word)
        view.shown = np.roll(view.shown, 40, axis=1)
    assert done[0] == "the word START"
    assert "the word RESTART" in done


def form(picture: np.ndarray, fields: Sequence[tuple[int, int]], ground: int = 217) -> np.ndarray:
    """A grey window with fields to write in, 180 x 22, at these corners, lit beside each."""
    cv2.rectangle(picture, (100, 40), (540, 390), (ground,) * 3, -1)
    for x, y in fields:
        cv2.rectangle(picture, (x, y), (x + 181, y + 23), (255, 255, 255), 1)
        cv2.rectangle(picture, (x, y), (x + 179, y + 21), (130, 130, 130), 1)
        cv2.rectangle(picture, (x + 1, y + 1), (x + 179, y + 21), (255, 255, 255), -1)
    return picture


@pytest.mark.parametrize("above", [True, False])
def test_a_number_is_written_into_each_field_that_asks_for_a_size_and_into_no_other(
    above: bool,
) -> None:
    picture = form(np.zeros((420, 640, 3), np.uint8), [(300, y) for y in (100, 160, 220)])
    for y, label in ((100, "Rows:"), (160, "Amount:"), (220, "Number of mines")):
        write(picture, label, (300, y - 8) if above else (160, y + 16), size=16)
    assert np.allclose(sized_fields(picture), [(390, 111), (390, 231)], atol=2)
    view = Doors(picture, ours=True)
    assert next(enter(view, 0.0)) == "10 in the fields"
    assert view.typed == [((390, y), digit) for y in (111, 231) for digit in "10"]


class Choosy(Doors):
    """A form that begins nothing before its level is chosen."""

    def __init__(self) -> None:
        super().__init__(self.drawn(chosen=False), ours=True)
        self.chosen = self.begun = False

    @staticmethod
    def drawn(chosen: bool) -> np.ndarray:
        picture = form(np.zeros((420, 640, 3), np.uint8), [])
        write(picture, "Easy", (160, 130))
        cv2.circle(picture, (140, 124), 5, (0, 0, 0), -1 if chosen else 1)
        write(picture, "Start", (400, 130))
        return picture

    def press(self, presses: Sequence[Press]) -> int:
        for x, _ in (press.at for press in presses):
            self.begun |= self.chosen and x > 390
            self.chosen |= 150 < x < 220
            self.shown = self.drawn(self.chosen)
        return super().press(presses)


def test_a_level_is_chosen_before_a_word_that_begins() -> None:
    view = Choosy()
    done = enter(view, 0.0)
    assert [next(done), next(done)] == ["the word EASY", "the word START"]
    assert view.begun


def test_a_level_is_chosen_though_the_page_names_other_parts_alone_as_buttons() -> None:
    view = Doors(np.full((420, 640, 3), 225, np.uint8), ours=True)
    write(view.shown, "Easy", (250, 200))
    view.named = [("Create board", (200.0, 300.0, 400.0, 330.0))]
    done = list(itertools.islice(press_words(view, None, 0.0, levels=True), 2))
    assert done == ["the word EASY", "the word CREATE"]


@pytest.mark.parametrize("lines", [("click to reveal", "hold to mark"), ("Tap to start",)])
def test_what_waits_for_a_click_gets_one_where_it_says_so(lines: tuple[str, ...]) -> None:
    shown = np.full((200, 300, 3), (57, 16, 102), np.uint8)
    image = Image.fromarray(shown)
    for number, line in enumerate(lines):
        at = 150, 100 + 18 * number
        font = ImageFont.load_default(15)
        ImageDraw.Draw(image).text(at, line, (184, 146, 209), font, "mm")
    view = Doors(np.asarray(image), ours=True)
    assert next(press_words(view, None, 0.0, levels=True), "").startswith("the word")


def test_a_key_that_chooses_an_easy_level_is_typed_where_no_board_is_in_sight() -> None:
    shown = np.full((200, 500, 3), 255, np.uint8)
    for line, y in (
        ("Press B for Beginner (9x9, 10 mines)", 80),
        ("Press H for Hard (16x30)", 120),
    ):
        write(shown, line, (60, y), size=20)
    view, others = Doors(shown, ours=True), Doors(shown, ours=False)
    view.pressed.append((0, 0))
    assert next(press_named(view, None)) == "the key B"
    assert not named_keys(others, None), "the window of another program names it"
    assert not named_keys(view, Location(0, Lattice(100, 100, 20, 20, 5, 5), None))


class Menu(Doors):
    """A tab whose first button leads to a form, which begins only once its field is filled in."""

    alone = True

    def __init__(self) -> None:
        super().__init__(np.full((420, 640, 3), 217, np.uint8), ours=True)
        self.named = [("Start", (100, 100, 200, 130))]
        self.begun = False
        self.seen: tuple[Box, np.ndarray] | None = None

    def fields(self) -> list[tuple[str, Region]]:
        empty = self.named[0][0] == "Create board" and not self.typed
        return [("10", (300, 100, 400, 120))] if empty else []

    def grab(self, monitor: int, box: Box) -> Shot:
        x0, y0, x1, y1 = box
        self.seen = box, self.shown[y0:y1, x0:x1].copy()
        return Shot(self.seen[1], x0, y0, 1.0, 1.0, monitor)

    def press(self, presses: Sequence[Press]) -> int:
        """A press is held back where what was grabbed last is not there any more."""
        if self.seen is not None:
            (x0, y0, x1, y1), before = self.seen
            if not np.array_equal(self.shown[y0:y1, x0:x1], before):
                return 0
        self.shown = self.shown - 1
        self.begun |= any(press.at == (150, 315) for press in presses) and bool(self.typed)
        self.named = [("Create board", (100, 300, 200, 330))]
        return super().press(presses)


def test_fields_that_a_word_has_brought_up_are_filled_in_before_the_next_is_pressed() -> None:
    view = Menu()
    done = list(itertools.islice(enter(view, 0.0), 3))
    assert done == ["the word START", "10 in the fields", "the word CREATE"]
    assert view.typed == [((350, 110), "1"), ((350, 110), "0")]
    assert view.begun


class Pages(Still):
    """A page that shows one text after another, each time a key is typed."""

    alone = True

    def __init__(self, *texts: str):
        super().__init__(np.full((300, 400, 3), 230, np.uint8))
        self.texts = list(texts)

    def text(self) -> str:
        return "\n".join(self.texts[:1])

    def key(self, name: str) -> bool:
        self.shown = self.shown - 10
        self.texts = self.texts[1:]
        return super().key(name)


GO_ON = 'Soldado, avance!\nPressione "Enter" para continuar'


@pytest.mark.parametrize(
    ("texts", "typed"),
    [
        ((GO_ON, "Mais uma coisa.\nPressione Enter para continuar", GO_ON), 3),
        ((GO_ON,) * 20, 8),
        (("Press any key to start",), 1),
        (("Press Enter to continue to checkout",), 0),
        (("Your subscription is about to end.\nPress Enter to continue",), 0),
    ],
    ids=["one after another", "without end", "start", "unknown words", "deals"],
)
def test_a_key_that_the_page_names_turns_its_pages(texts: tuple[str, ...], typed: int) -> None:
    view = Pages(*texts)
    assert list(press_named(view, None)) == ["the key ENTER"] * typed
    assert view.keys == ["enter"] * typed


class FoundError(Exception):
    """The search has come to its second picture."""


class Slow(Doors):
    """A menu whose board comes up while the menu is searched for one."""

    def __init__(self) -> None:
        super().__init__(menu([(220, 130), (220, 210), (220, 290)], (120, 30)), ours=True)


def test_nothing_is_pressed_on_what_came_up_during_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, looks = Slow(), iter(range(3))

    def find(_: Searching) -> NoReturn:
        if next(looks) == 1:
            assert not view.pressed
            raise FoundError
        view.shown = np.full_like(view.shown, 200)
        raise BoardNotFoundError("none yet")

    monkeypatch.setattr(searching, "ENTER", -1.0)
    monkeypatch.setattr(searching, "await_stillness", lambda *_: None)
    monkeypatch.setattr(Searching, "find", find)
    with pytest.raises(FoundError):
        Searching(view, patience=60.0).await_board()


def test_ways_in_are_tried_however_long_the_first_search_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = Slow()

    def find(_: Searching) -> NoReturn:
        view.clock.wait(100.0)
        raise FoundError if view.pressed else BoardNotFoundError("none yet")

    monkeypatch.setattr(searching, "await_stillness", lambda *_: None)
    monkeypatch.setattr(Searching, "find", find)
    with pytest.raises(FoundError):
        Searching(view, patience=30.0).await_board()
