"""A batch of presses stops where the screen changes, and none falls on what is not the game's."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

from mwagent.player.play import IN_A_ROW
from mwagent.player.views import PRIMARY, Press, ScreenView
from mwagent.player.views.press import FRESH
from mwagent.player.views.windows import OpenWindow
from testbed.hands import SIDE, Hand, Screen


def presses(hold: float) -> list[Press]:
    """A press on each cell of the second row, told by the cells above it."""
    middles = [SIDE * col + SIDE // 2 for col in range(1, 9)]
    return [Press((x, 50), (PRIMARY,), hold, around=((x, 30),)) for x in middles]


@pytest.mark.parametrize("hold", [0.001, 0.0])
def test_a_batch_stops_when_the_screen_changes(
    screen: tuple[ScreenView, Screen], hand: Hand, hold: float
) -> None:
    view, monitor = screen
    view.grab(0, (SIDE, SIDE, 9 * SIDE, 5 * SIDE))
    assert view.press(presses(hold)) == 8

    def change() -> None:
        monitor.shown = np.full_like(monitor.shown, 77)
        time.sleep(FRESH)

    hand.then = change
    assert view.press(presses(hold)) == 1
    assert len(hand.pressed) == 9


def test_what_changes_elsewhere_does_not_stop_a_batch(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    view, monitor = screen
    view.grab(0, (SIDE, SIDE, 9 * SIDE, 5 * SIDE))

    def open_one() -> None:
        monitor.shown[2 * SIDE : 3 * SIDE, hand.at[0] - 10 : hand.at[0] + 10] = 255

    hand.then = open_one
    assert view.press(presses(0.001)) == 8


def test_a_button_held_while_the_board_moves_is_released_off_the_board(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    view, monitor = screen
    box = left, top, right, foot = SIDE, SIDE, 9 * SIDE, 5 * SIDE
    view.grab(0, box)
    # What a press does to its own cell and those around it is no reason.
    hand.then = lambda: monitor.shown[2 * SIDE : 3 * SIDE, SIDE : 3 * SIDE].fill(250)
    assert view.press(presses(0.1)[:1]) == 1
    assert hand.released == hand.pressed
    view.grab(0, box)
    hand.then = lambda: monitor.shown.__setitem__(..., np.roll(monitor.shown, SIDE, axis=0))
    view.press(presses(0.1)[4:5])
    x, y = hand.released[-1]
    assert not (left <= x < right and top <= y < foot)
    assert view.press(presses(0.0)[4:5]) == 1  # the pointer is where the bot has left it


def test_no_button_is_pressed_where_the_board_moves_while_the_pointer_rests(
    screen: tuple[ScreenView, Screen], hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, monitor = screen
    resting = [replace(press, rest=0.1) for press in presses(0.1)]

    def sleep(seconds: float) -> None:
        monitor.shown = np.roll(monitor.shown, SIDE, axis=0)

    monkeypatch.setattr("mwagent.player.views.mouse.time.sleep", sleep)
    # However often that is tried.
    for _ in range(3 * IN_A_ROW):
        view.grab(0, (SIDE, SIDE, 9 * SIDE, 5 * SIDE))
        assert view.press(resting[:1]) == 0
    assert not hand.pressed


def test_nothing_is_pressed_on_a_window_that_looks_like_cells(
    screen: tuple[ScreenView, Screen], hand: Hand
) -> None:
    view, _ = screen
    hand.open = [OpenWindow("Mines", (0, 0, 400, 300), 7, number=1)]
    view.found(0, (SIDE, SIDE, 9 * SIDE, 5 * SIDE))
    hand.over = lambda at: 2 if at[0] > 5 * SIDE else 1
    view.grab(0, (SIDE, SIDE, 9 * SIDE, 5 * SIDE))
    assert view.press(presses(0.0)) == 4
    assert max(x for x, _ in hand.pressed) < 5 * SIDE
    # One that comes up between a look and a press lies over all of it.
    hand.over = lambda at: 3
    assert view.press(presses(0.0)) == 0


@pytest.mark.parametrize(
    ("program", "focused", "typed"),
    [
        ("kmines", 1, ["f2", "ctrl+n"]),
        ("kmines", 2, []),
        ("kmines", 3, []),
        ("firefox-esr", 1, ["f2"]),
        ("", 1, ["f2"]),
        # Where nobody says who listens, nothing is typed, nor where somebody takes all.
        ("kmines", None, []),
        ("grabbed", 1, []),
    ],
)
def test_keys_are_typed_into_the_window_that_is_played_alone(
    screen: tuple[ScreenView, Screen],
    hand: Hand,
    program: str,
    focused: int | None,
    typed: list[str],
) -> None:
    view, _ = screen
    board = OpenWindow("Mines", (0, 0, 400, 300), 7, number=1, program=program)
    dialog = OpenWindow("", (90, 90, 200, 160), 7, number=2, belongs=True)
    mail = OpenWindow("Mail", (400, 0, 500, 160), 8, number=3)
    hand.open, hand.focused = [board, dialog, mail], focused
    hand.grabbed = lambda: program == "grabbed"  # type: ignore[method-assign]
    view.found(0, (SIDE, SIDE, 9 * SIDE, 5 * SIDE))
    # F5 loads a page again, and may do anything in a program.
    assert [name for name in ("f2", "ctrl+n", "f5") if view.key(name)] == typed
    assert hand.keys == typed
