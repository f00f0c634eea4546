"""What may be pressed beside a board: nothing that does harm, in words, marks, links or frames."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from mwagent.player import rounds
from mwagent.player.rounds.firm_press import press_firmly
from mwagent.player.views import Under, begins_round, does_harm, permits
from mwagent.player.views.permit import shows_harm
from testbed.drawn_view import DrawnView
from testbed.traps import HARMLESS, TRAPS


@pytest.mark.parametrize("words", [*TRAPS, "×", "X", "✕", "Back to desktop", "Reset statistics"])
def test_what_says_of_harm_is_known_in_many_languages(words: str) -> None:
    assert does_harm(words) and not begins_round(words)


OTHERS = [
    *HARMLESS,
    *("Play without login", "No registration", "OK", "Yes", "Continue", "Reset", "Pause", "Medium"),
    *("16x30", "Flag mode", "Give up", "Back", "Menu", "Expert", "Rozpocznij", "Tutorial", "Don't"),
]


@pytest.mark.parametrize("words", OTHERS)
def test_other_words_say_of_none(words: str) -> None:
    assert not does_harm(words)


class Beside(DrawnView):
    """A view with one thing beside its board, and notes of what was pressed."""

    def __init__(self, what: Under, picture: np.ndarray) -> None:
        self._what = what
        self._picture = picture
        self.taken: list[tuple[int, int]] = []

    def picture(self) -> np.ndarray:
        return self._picture

    def under(self, at: tuple[int, int]) -> Under:
        return self._what

    def press(self, presses: object) -> int:
        self.taken += [press.at for press in presses]  # type: ignore[attr-defined]
        return 1


def button(text: str, size: int = 18) -> np.ndarray:
    """A picture, (120, 300, 3) uint8 BGR, of a button in its middle that bears a text."""
    picture = Image.new("RGB", (300, 120), (236, 236, 236))
    draw, font = ImageDraw.Draw(picture), ImageFont.load_default(size)
    x0, y0, x1, y1 = draw.textbbox((150, 60), text, font=font, anchor="mm")
    draw.rectangle((x0 - 10, y0 - 7, x1 + 10, y1 + 7), fill=(214, 214, 214), outline=(90, 90, 90))
    draw.text((150, 60), text, fill=(10, 10, 10), font=font, anchor="mm")
    return np.asarray(picture)[:, :, ::-1].copy()


def mark(strokes: str, size: int) -> np.ndarray:
    """A picture of a title bar with a mark of so many pixels in its middle."""
    picture = Image.new("RGB", (300, 120), (48, 48, 48))
    draw, half = ImageDraw.Draw(picture), size // 2
    left, top, right, foot = 150 - half, 60 - half, 150 + half, 60 + half
    if strokes == "cross":
        draw.line((left, top, right, foot), (255, 255, 255), 2)
        draw.line((left, foot, right, top), (255, 255, 255), 2)
    elif strokes == "square":
        draw.rectangle((left, top, right, foot), outline=(255, 255, 255), width=2)
    else:
        draw.ellipse((left, top, right, foot), outline=(255, 255, 255), width=2)
    return np.asarray(picture)[:, :, ::-1].copy()


PLAIN = button("Olfen")


@pytest.mark.parametrize(
    ("what", "over", "pressed"),
    [
        (Under(True), False, True),
        (Under(False, "New game"), False, False),
        (Under(True, "New game"), False, True),
        (Under(True, "New game", leads=True), False, False),
        (Under(True, "●\nLog out"), False, False),
        (Under(True, "", "icon trash"), False, False),
        (Under(True, "Start", "btn close"), False, True),
        # A dialog of a page that covers the board may be closed, and nothing else be done on it.
        (Under(True, "×"), False, False),
        (Under(True, "×"), True, True),
        (Under(True, "Close"), True, True),
        (Under(True, "Close account"), True, False),
        (Under(True, "Quit"), True, False),
    ],
)
def test_one_rule_says_what_is_pressed(what: Under, over: bool, pressed: bool) -> None:
    view = Beside(what, PLAIN)
    assert permits(view, (150, 60), over=over) == pressed
    assert press_firmly(view, (150, 60), 0.0, over=over) is (True if pressed else None)
    assert view.taken == [(150, 60)] * pressed


@pytest.mark.parametrize("text", ["Exit", "QUIT", "Close", "Quit game", "Beenden", "Delete all"])
def test_where_nothing_but_pictures_is_known_words_are_known_by_their_shape(text: str) -> None:
    view = Beside(Under(True), button(text))
    assert not permits(view, (150, 60))
    # Another button on the same picture is not meant.
    assert permits(view, (20, 20))


@pytest.mark.parametrize("height", [20, 33, 48])
def test_a_button_says_of_harm_up_to_its_edges_and_the_one_beside_it_does_not(height: int) -> None:
    picture = Image.new("RGB", (300, 120), (217, 217, 217))
    draw = ImageDraw.Draw(picture)
    top, bottom = 60 - height // 2, 60 + height // 2
    draw.rectangle((10, 5, 290, 115), outline=(120, 120, 120))
    for left, text in ((30, "Delete"), (170, "Undo")):
        draw.rectangle((left, top, left + 100, bottom), outline=(120, 120, 120))
        draw.text((left + 50, 60), text, (20, 20, 20), ImageFont.load_default(14), "mm")
    seen = np.asarray(picture)[:, :, ::-1].copy()
    for x in (*range(30, 36), *range(40, 126, 6), *range(126, 131)):
        assert shows_harm(seen, (x, 60)), x
    for x in range(174, 270, 6):
        assert not shows_harm(seen, (x, 60)), x


@pytest.mark.parametrize("room", [2, 4, 8, 14])
def test_an_entry_of_a_menu_is_not_the_one_below_it(room: int) -> None:
    picture = Image.new("RGB", (300, 120), (217, 217, 217))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((100, 30, 100 + 2 * room + 40, 82), outline=(120, 120, 120))
    for middle, text in ((44, "New"), (68, "Exit")):
        draw.text((101 + room, middle), text, (20, 20, 20), ImageFont.load_default(14), "lm")
    seen = np.asarray(picture)[:, :, ::-1].copy()
    for x in range(102 + room, 112 + room):
        assert not shows_harm(seen, (x, 44)), x
        assert shows_harm(seen, (x, 68)), x


@pytest.mark.parametrize("text", ["New game", "Restart", "OK", "Game", "Help", "Options", "Olfen"])
@pytest.mark.parametrize("size", [14, 18, 24])
def test_other_words_are_pressed(text: str, size: int) -> None:
    assert not shows_harm(button(text, size), (150, 60))


@pytest.mark.parametrize("size", [9, 12, 16, 22])
@pytest.mark.parametrize("strokes", ["cross", "square", "ring"])
def test_a_cross_is_what_closes_and_other_marks_are_none(strokes: str, size: int) -> None:
    assert shows_harm(mark(strokes, size), (150, 60)) == (strokes == "cross")
    assert not shows_harm(mark(strokes, size), (60, 60))


def test_nothing_but_the_rule_leads_to_a_press_beside_a_board() -> None:
    folder = Path(str(rounds.__file__)).parent
    direct = [
        path.name for path in folder.glob("*.py") if re.search(r"view\.press\(", path.read_text())
    ]
    assert direct == ["firm_press.py"]
