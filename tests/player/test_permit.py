"""What may be pressed beside a board: what is known to begin or go on with a game, and no more."""

from __future__ import annotations

import random
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw, ImageFont

from mwagent.belief import Location
from mwagent.player import rounds
from mwagent.player.rounds.buttons import answer_dialogs
from mwagent.player.rounds.faces import face_in, find_face
from mwagent.player.rounds.firm_press import press_firmly, press_shown
from mwagent.player.views import Under, agrees, begins_round, permits, refuses, wording
from mwagent.player.views.permit import written_at
from mwagent.vision.lattice import Lattice
from testbed.drawn_view import DrawnView
from testbed.drawn_words import DARK, LIGHT, Inks, button
from testbed.strange_words import dictionary
from testbed.traps import BEGINS, DRAWN_TRAPS

FONTS = [12, 14, 18, 26]
KNOWN = {
    *(*wording.BEGIN, *wording.LEVELS, *wording._BESIDE, *wording._ENDS, *wording._QUITS),
    *(*wording._REFUSALS, *wording._AGREED, *wording._MENUS, *wording._SIZES),
}
UNKNOWN = [w for w in dictionary() if w not in KNOWN and not wording._NUMBER.fullmatch(w)]


@pytest.mark.parametrize("words", BEGINS)
def test_what_begins_a_round_is_known_in_many_languages(words: str) -> None:
    assert begins_round(words) and begins_round(words.upper())


@given(st.sampled_from(UNKNOWN), st.sampled_from(BEGINS))
def test_a_word_that_is_not_known_takes_the_leave_from_those_beside_it(
    word: str, label: str
) -> None:
    assert not begins_round(f"{label} {word}")
    assert not refuses(f"No, {word}") and not agrees(f"OK, {word}")


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


PLAIN = button("Olfen")
LOST = "You lost!\nPlay again?\nYes\nNo"


@pytest.mark.parametrize(
    ("what", "pressed"),
    [
        (Under(True), False),
        (Under(False, "New game"), False),
        (Under(True, "New game"), True),
        (Under(True, "🙂"), True),
        (Under(True, "🔔"), False),
        (Under(True, "New game", leads=True), False),
        (Under(True, "Start\nStart the free trial"), False),
        (Under(True, "OK"), False),
        (Under(True, "Continue"), False),
        (Under(True, "", "icon trash"), False),
        (Under(True, "", "smiley face btn"), True),
        (Under(True, "", "start payment"), False),
        # A dialog may be refused, and agreed to where it asks for nothing but another round.
        (Under(True, "No"), False),
        (Under(True, "No", dialog=True), False),
        (Under(True, "No", dialog=True, about="Quit?"), True),
        (Under(True, "No", dialog=True, about="Keep your best times?"), False),
        (Under(True, "Cancel", dialog=True, about="Cancel your order?"), False),
        (Under(True, "Close", dialog=True, about="Close this account?"), False),
        (Under(True, "Yes", dialog=True, about="Quit?\nYes\nNo"), False),
        (Under(True, "Continue", dialog=True, about="Continue to the shop?"), False),
        (Under(True, "Yes", dialog=True, about=LOST), True),
        (Under(True, "Yes", dialog=True, about=f"{LOST}\nIt costs 1 coin"), False),
    ],
)
def test_one_rule_says_what_is_pressed(what: Under, pressed: bool) -> None:
    view = Beside(what, PLAIN)
    assert permits(view, (200, 60)) == pressed
    assert press_firmly(view, (200, 60), 0.0) is (True if pressed else None)
    assert view.taken == [(200, 60)] * pressed


BEGIN = Under(True, "New game")
NOT_OURS = (
    *(Under(False), Under(True, "Buy"), Under(True, "OK"), Under(True, "Start", leads=True)),
    *(Under(True, "No", dialog=True, about="Keep your times?"), Under(True, "", "icon trash")),
    Under(True, "OK", dialog=True, about="You lost! Play again and pay"),
)


@given(
    what=st.sampled_from(NOT_OURS),
    waits=st.lists(
        st.tuples(st.sampled_from(["press", "shown", "answer", "look"]), st.floats(0, 90))
    ),
)
def test_what_was_refused_and_has_not_changed_stays_refused(
    what: Under, waits: list[tuple[str, float]]
) -> None:
    view, now = Beside(what, PLAIN), [0.0]
    view.dialogs = lambda: [(100, 20, 300, 100)]  # type: ignore[method-assign]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("time.perf_counter", lambda: now[0])
        patch.setattr("time.monotonic", lambda: now[0])
        for how, seconds in waits:
            now[0] += seconds
            if how == "press":
                assert press_firmly(view, (200, 60), 0.0) is None
            elif how == "shown":
                assert not press_shown(view, view.pictures()[0], (200, 60), 0.0)
            elif how == "answer":
                assert not list(answer_dialogs(view, 0.0, begin=bool(seconds > 45)))
            assert not permits(view, (200, 60))
    assert not view.taken
    # What has changed is asked about anew.
    view._what = BEGIN
    assert press_firmly(view, (200, 60), 0.0) and view.taken


DRAWN = ("New game", "Restart", "Play", "Play again", "Easy", "Reset", "Try again", "Neues Spiel")


@pytest.mark.parametrize("inks", [LIGHT, DARK])
def test_where_nothing_but_pictures_is_known_labels_are_read(inks: Inks) -> None:
    read = [
        written_at(Beside(Under(True), button(text, size, inks=inks)), (200, 60)) == text.lower()
        for text in DRAWN
        for size in FONTS
    ]
    assert sum(read) >= 0.7 * len(read)


@pytest.mark.slow
def test_no_word_of_a_dictionary_is_pressed() -> None:
    draw = random.Random(7)
    words = draw.sample(UNKNOWN, 120)
    for text in (*words[::2], *map(str.capitalize, words[1::2]), *DRAWN_TRAPS):
        view = Beside(Under(True, dialog=True), button(text, draw.choice(FONTS)))
        assert press_firmly(view, (200, 60), 0.0) is None, text


@pytest.mark.parametrize(
    "lines", [("New game", "costs a coin"), ("Restart", "this computer"), ("Play", "advert")]
)
def test_a_part_of_a_label_does_not_speak_for_the_whole(lines: tuple[str, str]) -> None:
    for text in ("\n".join(lines), " ".join(lines)):
        picture = button(text, 14)
        assert not permits(Beside(Under(True), picture), (200, 55))


@pytest.mark.parametrize("text", ["Restart", "New game"])
def test_a_part_in_a_colour_of_its_own_does_not_speak_for_the_whole(text: str) -> None:
    picture = Image.new("RGB", (400, 120), (102, 16, 57))
    draw, font = ImageDraw.Draw(picture), ImageFont.load_default(15)
    for x in range(0, 400, 9):
        draw.line((x, 48, x + 6, 72), (130, 40, 80))
    draw.text((196, 60), text, (230, 160, 210), font, "rm")
    draw.text((204, 60), "the computer", (240, 230, 90), font, "lm")
    view = Beside(Under(True), np.asarray(picture)[:, :, ::-1].copy())
    assert not permits(view, (160, 60))


def test_a_button_is_read_by_itself_and_not_with_the_one_beside_it() -> None:
    picture = Image.new("RGB", (300, 120), (217, 217, 217))
    draw = ImageDraw.Draw(picture)
    for left, text in ((30, "Quit"), (132, "Restart")):
        draw.rectangle((left, 40, left + 98, 76), outline=(120, 120, 120))
        draw.text((left + 50, 58), text, (20, 20, 20), ImageFont.load_default(15), "mm")
    view = Beside(Under(True), np.asarray(picture)[:, :, ::-1].copy())
    assert permits(view, (182, 58)) and not permits(view, (80, 58))


def face(features: bool, square: bool = False, orange: int = 0) -> np.ndarray:
    """A picture of a yellow disk, or square, on grey, perhaps with eyes and a mouth.

    Its colour is `orange` from so many pixels beside its middle on.
    """
    picture = np.full((120, 400, 3), 192, np.uint8)
    if square:
        cv2.rectangle(picture, (188, 48), (212, 72), (0, 255, 255), -1)
    else:
        cv2.circle(picture, (200, 60), 12, (0, 255, 255), -1)
    if orange:
        right = picture[:, 200 + orange :]
        right[right[..., 0] == 0] = (90, 160, 255)
    if features:
        for x in (196, 204):
            cv2.circle(picture, (x, 57), 1, (0, 0, 0), -1)
        cv2.ellipse(picture, (200, 62), (6, 4), 0, 20, 160, (0, 0, 0), 1)
    return picture


@pytest.mark.parametrize(
    ("picture", "pressed"),
    [
        *((face(True), True), (face(False), False), (face(True, square=True), False)),
        *((face(True, orange=4), True), (face(True, orange=-6), False)),
    ],
)
def test_a_yellow_face_is_pressed_and_no_other_yellow_thing(
    picture: np.ndarray, pressed: bool
) -> None:
    assert permits(Beside(Under(True), picture), (200, 60)) == pressed


@pytest.mark.parametrize("pitch", [12, 24, 48, 64, 100])
def test_a_face_is_found_above_cells_of_any_size(pitch: float) -> None:
    x, y = face_in(face(True), pitch) or (0.0, 0.0)
    assert abs(x - 200) < 1 and abs(y - 60) < 1


@pytest.mark.parametrize("top", [120, 0])
def test_a_face_is_found_above_a_board_and_below_it(top: int) -> None:
    picture = np.full((360, 400, 3), 192, np.uint8)
    picture[top : top + 120] = face(True)
    place = Location(0, Lattice(40, 120 - top, 24, 24, 5, 12), None)
    assert find_face(Beside(Under(True), picture), place) == (200, top + 60)


def test_nothing_but_the_rule_leads_to_a_press_beside_a_board() -> None:
    folder = Path(str(rounds.__file__)).parent
    files = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.py")}
    direct = [name for name, text in files.items() if re.search(r"view\.press\(", text)]
    assert direct == ["firm_press.py"]
