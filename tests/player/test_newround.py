"""Beginning a new round: which ways are tried, in which order."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from mwagent.belief import Location
from mwagent.minefield import Board, Stage
from mwagent.player.rounds import starter
from mwagent.player.rounds.buttons import answer_dialogs, press_words
from mwagent.player.rounds.fresh_board import begins, is_gone, led_to_board
from mwagent.player.rounds.ways import KEYS, Tried, Way, ways
from mwagent.player.views import Press, Region, Under
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Lattice
from mwagent.vision.reading import Reading
from testbed.drawn_view import Still
from testbed.readings import as_read


class Blank(Still):
    """A page that shows nothing, and may have buttons and words."""

    name, guarded, alone = "the page", True, True
    words = ""
    written: tuple[tuple[str, Region], ...] = ()

    def __init__(self) -> None:
        super().__init__(np.full((300, 400, 3), 230, np.uint8))

    def buttons(self) -> list[tuple[str, Region]]:
        return list(self.written)

    def text(self) -> str:
        return self.words

    def under(self, at: tuple[int, int]) -> Under:
        said = [
            t for t, (x0, y0, x1, y1) in self.buttons() if x0 <= at[0] < x1 and y0 <= at[1] < y1
        ]
        return Under(True, *said[:1])


@pytest.mark.parametrize(
    ("before", "first"),
    [
        (None, "f2"),
        (Way.RELOAD, "f5"),
        (Way.KEY_F2, "f2"),
        (Way.KEY, KEYS[0]),
    ],
)
def test_what_began_the_round_before_is_tried_first(before: Way | None, first: str) -> None:
    view = Blank()
    location = Location(0, Lattice(100.0, 120.0, 20.0, 20.0, 8, 8), None)
    tried = list(ways(view, location, 0.0, before=before))
    assert view.keys[0] == first
    assert sorted(view.keys) == sorted({"f2", "f5", *KEYS})
    assert len(tried) == len(view.keys)


def test_a_page_is_loaded_anew_before_keys_and_menus_are_tried_and_a_program_never() -> None:
    location = Location(0, Lattice(100.0, 120.0, 20.0, 20.0, 8, 8), None)
    tried = [one.way for one in ways(Blank(), location, 0.0)]
    assert tried.index(Way.RELOAD) < tried.index(Way.KEY)


def test_a_key_that_a_page_names_after_an_end_goes_before_what_is_likely() -> None:
    view = Blank()
    location = Location(0, Lattice(100.0, 120.0, 20.0, 20.0, 8, 8), None)
    tried = []
    for one in ways(view, location, 0.0):
        tried.append(one)
        view.words = "Well done!\nPress space to continue"  # it comes late
    assert view.keys[:2] == ["f2", "space"] and tried[1] == Tried(Way.KEY, "the key SPACE")


@pytest.mark.parametrize("sign", ["🙂", ":-)"])
def test_a_face_in_writing_is_pressed(sign: str) -> None:
    view = Blank()
    view.written = (("⚙", (10, 10, 40, 40)), (sign, (60, 10, 90, 40)))
    assert next(press_words(view, None, 0.0)) == "the word FACE"
    assert view.pressed == [(75, 25)]


@pytest.mark.parametrize("before", [None, Way.KEY])
def test_a_page_that_asks_to_be_loaded_anew_is(before: Way | None) -> None:
    view = Blank()
    view.words = "You lose!\nRefresh the page to play again"
    location = Location(0, Lattice(100.0, 120.0, 20.0, 20.0, 8, 8), None)
    tried = list(ways(view, location, 0.0, before=before))
    assert next(one.way for one in tried if one.way in (Way.RELOAD, Way.KEY_F2)) is Way.RELOAD


def test_buttons_that_bear_words_are_pressed_twice_at_most_and_levels_only_if_asked() -> None:
    view = Blank()
    view.written = (
        ("Easy", (80.0, 20.0, 120.0, 40.0)),
        ("Replay?", (10.0, 20.0, 70.0, 40.0)),
        ("Settings", (130.0, 20.0, 190.0, 40.0)),
    )
    location = Location(0, Lattice(100.0, 100.0, 20.0, 20.0, 9, 9), None)
    assert list(press_words(view, location, 0.0)) == ["the word REPLAY"] * 2
    assert view.pressed == [(40, 30)] * 2
    view.pressed.clear()
    assert list(press_words(view, location, 0.0, levels=True))[:2] == [
        "the word REPLAY",
        "the word EASY",
    ]
    assert view.pressed[:2] == [(40, 30), (100, 30)]


def test_a_button_that_something_crosses_is_pressed_in_a_still_moment() -> None:
    class Crossed(Blank):
        held_back = 0

        def press(self, presses: Sequence[Press]) -> int:
            self.held_back += 1
            return 0 if self.held_back < 3 else super().press(presses)

    view = Crossed()
    view.written = (("Play again", (80.0, 20.0, 120.0, 40.0)),)
    location = Location(0, Lattice(100.0, 120.0, 20.0, 20.0, 8, 8), None)
    next(press_words(view, location, 0.0))
    assert view.pressed == [(100, 30)]


def test_an_easy_level_is_chosen_again_where_a_small_board_was_played() -> None:
    twice = ["the word EASY"] * 2
    for side, alone, pressed in ((9, True, twice), (9, False, twice), (16, True, [])):
        view = Blank()
        view.alone = alone
        view.written = (("Easy", (80.0, 20.0, 120.0, 40.0)),)
        location = Location(0, Lattice(10.0, 60.0, 12.0, 12.0, side, side), None)
        tried = [one.name for one in ways(view, location, 0.0) if one.way is Way.WORD]
        assert tried == pressed


def test_a_level_is_chosen_where_a_word_has_led_away_from_the_board() -> None:
    class Leading(Blank):
        """Shows a page that asks for the level once anything was pressed."""

        def buttons(self) -> list[tuple[str, Region]]:
            if self.pressed:
                return [("Easy", (80.0, 20.0, 120.0, 40.0))]
            return [("New game", (10.0, 20.0, 70.0, 40.0))]

        def picture(self) -> np.ndarray:
            return np.full((300, 400, 3), 40 if self.pressed else 230, np.uint8)

    location = Location(0, Lattice(100.0, 100.0, 20.0, 20.0, 9, 9), None)
    words = list(press_words(Leading(), location, 0.0))
    assert words[:2] == ["the word NEW", "the word EASY"]


class Asking(Blank):
    """Has a dialog until it is pressed, or closed where `closes`; notes what was done."""

    alone, closes = False, False
    about = "You lost!\nPlay again?"

    def dialogs(self) -> list[Region]:
        return [] if self.pressed or "closed" in self.keys else [(0.0, 0.0, 390.0, 120.0)]

    def dismiss(self, region: Region) -> bool:
        return self.closes and self.key("closed")

    def under(self, at: tuple[int, int]) -> Under:
        return Under(True, super().under(at).words, dialog=True, about=self.about)


YES, NO = (10.0, 20.0, 70.0, 40.0), (80.0, 20.0, 120.0, 40.0)


@pytest.mark.parametrize(
    ("buttons", "about", "begin", "pressed"),
    [
        (("Yes", "No"), "You lost!\nPlay again?", True, [(40, 30)]),
        (("Yes", "No"), "You lost!\nPlay again?", False, [(100, 30)]),
        (("Yes", "No"), "Quit Minesweeper?", True, [(100, 30)]),
        (("Buy", "Not now"), "Only today", True, [(100, 30)]),
        (("Share", "Play again"), "Game over", True, [(100, 30)]),
        (("Share", "Exit"), "Game over", True, []),
        (("OK", "Details"), "Your session expires", True, []),
    ],
)
def test_a_dialog_is_agreed_to_where_it_is_understood_else_refused_else_closed(
    buttons: tuple[str, str], about: str, begin: bool, pressed: list[tuple[int, int]]
) -> None:
    for closes in (False, True):
        view = Asking()
        view.closes, view.about = closes, about
        view.written = tuple(zip(buttons, (YES, NO), strict=True))
        done = list(answer_dialogs(cast(Any, view), 0.0, begin=begin))
        assert view.pressed == pressed
        assert view.keys == ["closed"] * (closes and not pressed)
        assert len(done) == (closes or bool(pressed))


def test_what_a_dialog_asks_is_no_button() -> None:
    """As that of KMines, whose question has words that begin a round, and no effect."""

    class Insisting(Asking):
        written = (("Reset the game?", YES), ("No", NO))
        about = "Reset the game?"

        def dialogs(self) -> list[Region]:
            return [] if (100, 30) in self.pressed else super().dialogs() or [(0, 0, 390, 120)]

    view = Insisting()
    assert list(answer_dialogs(cast(Any, view), 0.0, begin=True)) == ["a button of a dialog"]
    assert view.pressed == [(40, 30), (100, 30)]


def test_a_dialog_that_comes_after_another_is_answered_as_well() -> None:
    """As a table of the best times, once the dialog that tells of one is closed."""

    class InARow(Asking):
        def dialogs(self) -> list[Region]:
            left = [(0.0, 0.0, 390.0, 120.0), (20.0, 20.0, 300.0, 200.0)]
            return left[len(self.keys) : len(self.keys) + 1]

        def dismiss(self, region: Region) -> bool:
            return self.key("closed")

    view = InARow()
    assert len(list(answer_dialogs(cast(Any, view), 0.0, begin=True))) == 2
    assert view.dialogs() == []


def test_a_dialog_that_comes_late_is_answered_before_the_next_way() -> None:
    class Late(Asking):
        closes = True

        def dialogs(self) -> list[Region]:
            return super().dialogs() if "f2" in self.keys else []

    location = Location(0, Lattice(100.0, 120.0, 20.0, 20.0, 8, 8), None)
    view = Late()
    list(ways(cast(Any, view), location, 0.0))
    assert view.keys[:2] == ["f2", "closed"]


def test_a_dialog_that_stays_is_answered_once() -> None:
    class Staying(Asking):
        def dismiss(self, region: Region) -> bool:
            return True

    assert len(list(answer_dialogs(cast(Any, Staying()), 0.0, begin=True))) == 1


def test_a_dialog_is_answered_before_all_else_and_no_key_is_typed_into_it() -> None:
    view = Asking()
    view.closes = True
    location = Location(0, Lattice(100.0, 120.0, 20.0, 20.0, 8, 8), None)
    tried = ways(cast(Any, view), location, 0.0, before=Way.RELOAD)
    assert next(tried).way is Way.DIALOG
    assert view.keys == ["closed"]


def test_a_board_is_looked_for_once_in_the_same_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    searched: list[bool] = []

    def search(board: object, resized: bool) -> bool:
        searched.append(resized)
        return board is None

    monkeypatch.setattr(starter, "begins_elsewhere", search)

    class Changing(Blank):
        """Shows something else once it was `changed`."""

        changed = False

        def picture(self) -> np.ndarray:
            return np.full((300, 400, 3), 0 if self.changed else 230, np.uint8)

    view = Changing()
    location = Location(0, Lattice(0, 0, 20, 20, 8, 8), None)
    board = SimpleNamespace(
        view=view, location=location, picture=lambda: view.grab(0, (0, 0, 160, 160))
    )
    asked = starter._OncePerPicture(board)
    for resized in (False, False, True):
        assert not asked.begins_elsewhere(resized)
    assert searched == [False, True]
    assert not asked.changed() and asked.stands()
    view.changed = True
    assert asked.changed() and not asked.stands()
    assert not asked.begins_elsewhere(False)
    assert searched == [False, True, False]


@pytest.mark.parametrize(
    ("acts", "word", "began"), [(2, None, 2), (9, None, 0), (9, 1, 1), (0, 1, 0)]
)
def test_what_is_seen_to_act_begins_the_first_round_before_what_changes_nothing(
    monkeypatch: pytest.MonkeyPatch, acts: int, word: int | None, began: int
) -> None:
    class Counting(Blank):
        """Looks otherwise once one of the ways has acted."""

        def picture(self) -> np.ndarray:
            return np.full((300, 400, 3), 200 if len(self.keys) > acts else 230, np.uint8)

    view = Counting()
    listed = [Tried(Way.WORD if n == word else Way.KEY, str(n)) for n in range(4)]
    board = SimpleNamespace(
        view=view,
        location=Location(0, Lattice(0, 0, 20, 20, 8, 8), None),
        picture=lambda: view.grab(0, (0, 0, 160, 160)),
    )
    monkeypatch.setattr(starter, "begins", lambda *_: True)
    monkeypatch.setattr(
        starter, "ways", lambda *_, **__: (one for one in listed if view.key(one.name))
    )
    rounds = starter.RoundStarter()
    rounds.begin(cast(Any, board), 0.0, untouched=True)
    assert rounds._began == listed[began]


def test_a_board_that_was_lost_early_is_no_fresh_one() -> None:
    def board(rows: Sequence[str]) -> SimpleNamespace:
        reading = as_read(*rows, stage=Stage.WAITING)
        shown = SimpleNamespace(picture=np.zeros((160, 160, 3), np.uint8), seen=None)
        return SimpleNamespace(
            view=Blank(),
            location=Location(0, Lattice(0, 0, 20, 20, 8, 8), None),
            program=SimpleNamespace(known_skin=False),
            familiar_share=0.97,
            picture=lambda: shown,
            read=lambda picture: reading,
        )

    closed = ["########"] * 8
    assert begins(board(closed), None, {(0, 0)})
    assert not begins(board(["~~######", *closed[1:]]), None, {(0, 0), (0, 1)})
    # A single cell may lie under the pointer.
    assert begins(board(["~#######", *closed[1:]]), None, {(0, 0), (0, 1), (3, 3)})
    # So may a few pictures, such as hints, but not where it was pressed.
    hinted = ["*######F", *closed[1:]]
    assert begins(board(hinted), None, {(3, 3)}) and not begins(board(hinted), None, {(0, 0)})


@pytest.mark.parametrize(
    ("rows", "lined", "gone"),
    [
        (("000", "000", "0~0"), True, True),
        (("000", "01#", "01#"), True, False),
        (("~~~", "~##", "###"), True, True),
        # Closed cells may be learned to look like the ground of the page.
        (("###", "###", "###"), False, True),
        (("###", "###", "###"), True, False),
    ],
)
def test_a_page_of_one_colour_where_the_board_was_is_no_board(
    rows: tuple[str, ...], lined: bool, gone: bool
) -> None:
    class Ended:
        """What is left of a board that is in sight no more, read as `rows`."""

        def picture(self) -> Shot:
            pixels = np.full((60, 60, 3), 217, np.uint8)
            pixels[0, :20] = 30  # the foot of something that stands above
            if lined:
                pixels[::20], pixels[:, ::20] = 190, 190
            return Shot(pixels, 0.0, 0.0, 1.0, 1.0, 0)

        def read(self, _: object) -> Reading:
            return as_read(*rows)

        def any_in_sight(self) -> bool:
            return False

    assert is_gone(Ended()) == gone


def test_where_a_menu_was_taken_for_a_board_the_one_it_leads_to_is_played() -> None:
    def found(rows: int, x: int = 0) -> SimpleNamespace:
        lattice = Lattice(x, 0, 20, 20, rows, 8)
        reading = as_read(*("########",) * rows, at=lattice, stage=Stage.WAITING)
        return SimpleNamespace(location=Location(0, lattice, None), reading=reading)

    adopted: list[SimpleNamespace] = []
    board = SimpleNamespace(location=found(6).location, adopt=adopted.append, forget=lambda: None)
    board.find_any = lambda: found(6)
    assert not led_to_board(board) and not adopted
    board.find_any = lambda: found(8, 400)
    assert not led_to_board(board) and not adopted
    board.find_any = lambda: found(8)
    assert led_to_board(board) and adopted[0].location.shape == (8, 8)


def test_nothing_is_pressed_where_the_next_round_was_dealt_by_itself() -> None:
    board: Any = SimpleNamespace(program=SimpleNamespace(known_skin=True))
    rounds = starter.RoundStarter()
    rounds.note(Board.parse("000\n111\n###"))
    rounds.note(Board.parse("#10\n#10\n#10"))
    rounds.note(Board.parse("###\n###\n110"))
    rounds.begin(board, 0.0, untouched=False)
    assert not rounds.ongoing
