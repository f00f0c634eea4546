"""Windows over a board or beside it: the game's own, dialogs of it, and others in its way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mwagent.player.views import Press, ScreenView
from mwagent.player.views.windows import OpenWindow
from testbed.hands import SIDE, Hand, Screen

BOARD = OpenWindow("Mines", (0, 0, 400, 300), 7, number=1)


BOX = (SIDE, SIDE, 9 * SIDE, 5 * SIDE)


OVER = (90, 50, 200, 160)


@pytest.mark.parametrize(
    ("window", "dialog"),
    [
        (OpenWindow("", OVER, 7, number=2, belongs=True), True),
        (OpenWindow("Game over", OVER, 7, number=2), True),
        (OpenWindow("Battery low", OVER, 7, number=2), False),
        (OpenWindow("", OVER, 7, number=2), True),
        (OpenWindow("Game over", OVER, 8, number=2), False),
        (OpenWindow("", OVER, 8, number=2, belongs=True), False),
    ],
)
def test_a_window_is_a_dialog_of_the_game_or_in_its_way(
    screen: tuple[ScreenView, Screen], hand: Hand, window: OpenWindow, dialog: bool
) -> None:
    view, _ = screen
    hand.open, hand.over = [BOARD, window], lambda at: 2 if window.holds(at) else 1
    view.found(0, BOX)
    assert view.dialogs() == [window.region] * dialog
    assert view.over() == [window.region]
    assert (view.in_the_way(0, BOX) is None) == dialog
    inside, beside = (100, 100), (30, 30)
    assert (view.under(inside).ours, view.under(inside).dialog) == (dialog, dialog)
    assert (view.under(beside).ours, view.under(beside).dialog) == (True, False)
    assert view.press([Press(inside, (1,), 0.0, around=(inside,))]) == 0


def test_a_window_that_takes_the_keyboard_is_in_the_way_once_the_game_had_it(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    view, _ = screen
    hand.open = [BOARD, OpenWindow("Terminal", (500, 0, 700, 300), 8, number=2)]
    view.found(0, BOX)
    for focused, said in (
        *((2, None), (1, None), (None, None)),
        (2, "the window 'Terminal' has the keyboard"),
    ):
        hand.focused = focused
        assert view.in_the_way(0, BOX) == said


def test_a_game_goes_on_in_another_window_of_its_program_alone(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    view, _ = screen
    menu, board = OpenWindow("Mines", (0, 0, 60, 60), 7, number=1), replace(BOARD, number=2)
    mail = OpenWindow("Mail", (0, 0, 400, 300), 8, number=3)
    hand.open = [menu]
    view.found(0, BOX)
    hand.open, hand.over = [mail, board], lambda at: 2
    assert not view.under((100, 100)).dialog
    view.found(0, BOX)
    assert view.under((100, 100)).ours
    hand.over = lambda at: 3
    view.found(0, BOX)
    assert not view.under((100, 100)).ours
    hand.open = [mail]
    assert not view.plays((100, 100)) and not view.under((100, 100)).ours


def test_a_key_is_typed_where_no_window_has_the_keyboard_by_the_pointer_on_the_board(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    """As on a desktop without a window manager."""
    view, _ = screen
    hand.open, hand.at = [BOARD], (900, 900)
    hand.focus = lambda: 1 if BOARD.holds(hand.at) else None  # type: ignore[method-assign]
    view.park((900, 900))
    assert not view.key("f2")
    view.found(0, BOX)
    assert view.key("f2") and hand.keys == ["f2"]
    hand.open = []
    view.park((900, 900))
    assert not view.key("f2") and hand.at == (900, 900)


def test_a_dialog_over_all_of_the_board_is_not_what_is_played(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    """Its list of times may look like a board while that is searched for."""
    view, _ = screen
    hand.open = [BOARD]
    view.found(0, BOX)
    times = OpenWindow("High scores", (0, 0, 400, 300), 7, number=2, belongs=True)
    hand.open, hand.over = [BOARD, times], lambda at: 2
    view.found(0, BOX)
    assert view.over() == view.dialogs() == [times.region]


def test_a_window_that_asks_for_the_level_is_of_the_game_that_another_one_names(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    view, _ = screen
    hand.open = [
        OpenWindow("Minesweeper", (0, 0, 60, 60), 7, number=1),
        OpenWindow("Level", (70, 0, 90, 60), 7, number=2),
        OpenWindow("Inbox", (0, 70, 60, 90), 8, number=3),
        OpenWindow("a.py", (70, 70, 90, 90), 7, number=4),
    ]
    hand.over = lambda at: next((one.number for one in hand.open if one.holds(at)), 0)
    points = [(30, 30), (80, 30), (30, 80), (80, 80), (200, 200)]
    assert [view.under(at).ours for at in points] == [True, True, False, False, False]
    hand.open = hand.open[2:3]
    assert view.under((30, 80)).ours


@pytest.mark.parametrize(
    ("title", "plays"), [("Terminal", False), ("mines.py - Editor", False), ("Saper 3", True)]
)
def test_a_table_in_a_terminal_is_no_board(
    screen: tuple[ScreenView, Screen], hand: Hand, title: str, plays: bool
) -> None:
    view, _ = screen
    hand.open, hand.over = [OpenWindow(title, (0, 0, 400, 300), 7, number=2)], lambda at: 2
    assert view.plays((100, 100)) == plays
