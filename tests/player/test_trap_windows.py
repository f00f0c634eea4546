"""Windows and words that are not the game's: none is pressed, typed into or taken for its own."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.player.views.played import PlayedWindow
from mwagent.player.views.windows import OpenWindow, Point, Windows
from mwagent.player.views.wording import (
    BEGIN,
    LEVELS,
    agrees,
    begins_round,
    is_harmless,
    names_menu,
    refuses,
    speaks_of_game,
)
from testbed.strange_words import HARMFUL, strange
from testbed.trap_windows import KINDS, Kind

GAME, OTHER = 1, 2
BOARD = [(310, 150), (530, 150), (310, 370), (530, 370)]
PLACES = {
    "over": (330, 170, 510, 350),
    "beside": (580, 150, 760, 290),
    "foot": (60, 420, 620, 480),
    "across": (300, 190, 420, 250),
    "pointer": (380, 230, 470, 300),
}


class Drawn(Windows):
    """Windows of a system that is not there, the lowest first."""

    def __init__(self, *windows: OpenWindow):
        self._windows = list(windows)
        self.asked_to_close: list[int] = []
        self.widgets: dict[Point, int] = {}
        self.typed_into: int | None = windows[0].number

    def windows(self) -> list[OpenWindow]:
        return self._windows

    def window(self, at: Point) -> int | None:
        return next((one.number for one in reversed(self._windows) if one.holds(at)), None)

    def part(self, at: Point) -> int | None:
        return self.widgets.get(at, 11)

    def focus(self) -> int | None:
        return self.typed_into

    def bring(self, window: OpenWindow) -> None:
        self._windows.append(window)

    def close_window(self, number: int) -> bool:
        self.asked_to_close.append(number)
        return True


def middle(kind: Kind) -> Point:
    x0, y0, x1, y1 = PLACES[kind.where]
    return (x0 + x1) // 2, (y0 + y1) // 2


def amid(kind: Kind, title: str) -> PlayedWindow:
    """A game whose board was found, and the window of a kind that has come up since."""
    system = Drawn(OpenWindow("Mines", (300, 100, 550, 400), GAME, number=10))
    played = PlayedWindow(system)
    played.found(BOARD)
    assert played.in_the_way(BOARD) is None
    owner = GAME if kind.of_game else OTHER
    system.bring(OpenWindow(title, PLACES[kind.where], owner, number=20, belongs=kind.transient))
    if kind.focus:
        system.typed_into = 20
    return played


@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if not kind.transient], ids=lambda k: k.name
)
@given(title=st.sampled_from(HARMFUL))
def test_a_window_that_is_not_the_games_is_neither_pressed_nor_typed_into(
    kind: Kind, title: str
) -> None:
    played = amid(kind, title)
    assert not played.under(middle(kind)).ours
    if kind.focus:
        assert played.focused() is None
    in_the_way = bool(kind.focus) or kind.where in ("over", "across", "pointer")
    why = played.in_the_way(BOARD)
    assert (title in why) if in_the_way and why else why is None and not in_the_way
    assert played.under((540, 110)).ours, "the rest of the game's own window is the game's"


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.transient], ids=lambda k: k.name)
def test_a_dialog_of_the_game_may_be_pressed_and_is_not_typed_into(kind: Kind) -> None:
    played = amid(kind, "Nuova spesa")
    under = played.under(middle(kind))
    assert under.ours and under.dialog
    assert played.focused() is None


@given(seed=st.integers(0, 2**30))
def test_words_that_nobody_has_listed_neither_begin_a_round_nor_refuse(seed: int) -> None:
    label = strange(random.Random(seed))
    assert not begins_round(label) and not refuses(label)


@pytest.mark.parametrize("label", [*HARMFUL, "Continue"])
def test_what_does_harm_is_not_known_in_any_language(label: str) -> None:
    for said in (label, label.upper(), f"{label}!", f"● {label} (F2)"):
        assert not any(says(said) for says in (begins_round, refuses, names_menu, speaks_of_game))
        # "Continue" agrees, to a dialog that asks for nothing else.
        assert not agrees(said) or label == "Continue"


WEAK = (*BEGIN, *LEVELS, "time", "over", "all", "end", "stop", "leave", "menu", "file", "score")


@given(words=st.lists(st.sampled_from(WEAK), min_size=1, max_size=3))
def test_a_title_of_words_that_other_windows_have_too_names_no_game(words: list[str]) -> None:
    title = " ".join(words)
    assert not speaks_of_game(title)
    window = OpenWindow(title, PLACES["over"], GAME, number=20)
    system = Drawn(OpenWindow("Mines", (300, 100, 550, 400), GAME, number=10))
    played = PlayedWindow(system)
    played.found(BOARD)
    system.bring(window)
    assert not played.under((420, 260)).ours


@pytest.mark.parametrize(
    "title",
    ["Game over", "New game", "You won!", "Verloren", "Quit?", "Nowa gra", "Congratulations"],
)
def test_a_title_that_names_a_game_or_its_end_is_a_dialogs(title: str) -> None:
    assert speaks_of_game(title)


@pytest.mark.parametrize("text", ["Reset score?", "Reset all?", "You won! Reset your score?"])
def test_nothing_is_reset_by_a_dialog(text: str) -> None:
    assert not is_harmless(text)


MINES = OpenWindow("Mines", (300, 100, 550, 400), GAME, number=10)


def test_a_window_that_comes_while_the_board_is_searched_for_is_not_the_one_that_is_played() -> (
    None
):
    system = Drawn(MINES)
    played = PlayedWindow(system)
    played.look()
    system.bring(OpenWindow("Notes", (250, 80, 650, 480), OTHER, number=20))
    played.found(BOARD)
    assert not any(played.takes(at) for at in BOARD)
    assert not played.under(BOARD[0]).ours and "Notes" in (played.in_the_way(BOARD) or "")


@given(over=st.integers(0, 3))
def test_no_cell_is_pressed_under_a_widget_that_lies_on_the_board(over: int) -> None:
    system = Drawn(MINES)
    played = PlayedWindow(system)
    played.found(BOARD)
    system.widgets[BOARD[over]] = 12
    assert [played.takes(at) for at in BOARD] == [number != over for number in range(4)]


def test_cells_that_are_widgets_of_their_own_are_all_pressed() -> None:
    system = Drawn(MINES)
    system.widgets = {at: 30 + number for number, at in enumerate(BOARD)}
    played = PlayedWindow(system)
    played.found(BOARD)
    assert all(map(played.takes, BOARD))


def test_a_dialog_is_asked_to_close_once_and_waited_for_where_it_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    system = Drawn(MINES)
    played = PlayedWindow(system)
    played.found(BOARD)
    system.bring(OpenWindow("Nuova spesa", PLACES["over"], GAME, number=20, belongs=True))
    assert played.dismiss(PLACES["over"]) and not played.dismiss(PLACES["over"])
    assert system.asked_to_close == [20] and played.in_the_way(BOARD) is None
    late = time.monotonic() + 10
    monkeypatch.setattr(time, "monotonic", lambda: late)
    assert "Nuova spesa" in (played.in_the_way(BOARD) or "")
