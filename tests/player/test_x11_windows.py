"""Which windows lie where: kept between events of the server, and never older than its answers."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from mwagent.player.views import Desktop

pytestmark = [
    pytest.mark.screen,
    pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb"),
]
pytest.importorskip("Xlib", reason="python-xlib is not installed")


@pytest.fixture(scope="module")
def displays() -> Iterator[tuple[Any, Any]]:
    """A hand on a display of its own, and a connection of somebody else to it."""
    from Xlib.display import Display

    from mwagent.player.views.x11_hand import X11Hand

    with Desktop(virtual=True, size=(400, 300)):
        hand = X11Hand()  # which sees to the keys of the display
        display = Display()
        yield hand, display
        display.close()


def window(display: Any, region: tuple[int, int, int, int], name: str) -> Any:
    root = display.screen().root
    made = root.create_window(*region, 0, display.screen().root_depth)
    made.set_wm_class(name.lower(), name)
    made.set_wm_name(name)
    made.map()
    display.sync()
    return made


def names(hand: Any) -> list[str]:
    return [each.title for each in hand.windows()]


def test_windows_that_come_up_move_and_go_are_noticed(displays: tuple[Any, Any]) -> None:
    hand, display = displays
    board = window(display, (0, 0, 300, 200), "Mines")
    assert hand.window((50, 50)) == board.id
    assert hand.window((350, 250)) is None
    over = window(display, (40, 40, 100, 100), "Won")
    assert (hand.window((50, 50)), hand.window((10, 10))) == (over.id, board.id)
    assert names(hand) == ["Mines", "Won"]
    over.configure(x=200)
    display.sync()
    assert (hand.window((50, 50)), hand.window((250, 50))) == (board.id, over.id)
    over.destroy()
    display.sync()
    assert hand.window((250, 50)) == board.id
    assert names(hand) == ["Mines"]
    board.destroy()
    display.sync()


def test_a_title_that_changes_is_noticed(displays: tuple[Any, Any]) -> None:
    hand, display = displays
    board = window(display, (0, 0, 300, 200), "Mines")
    assert names(hand) == ["Mines"]
    board.set_wm_name("Mines - you won")
    display.sync()
    assert names(hand) == ["Mines - you won"]
    board.destroy()
    display.sync()


def test_a_dialog_belongs_to_a_window_of_its_own_program_alone(displays: tuple[Any, Any]) -> None:
    from Xlib.display import Display

    hand, display = displays
    board = window(display, (0, 0, 300, 200), "Mines")
    other = Display()
    dialogs = [window(each, (40, 40, 100, 100), "Sure?") for each in (display, other)]
    for each, dialog in zip((display, other), dialogs, strict=True):
        name = each.get_atom("WM_TRANSIENT_FOR")
        dialog.change_property(name, each.get_atom("WINDOW"), 32, [board.id])
        each.sync()
    assert {one.number: one.belongs for one in hand.windows()} == {
        board.id: False,
        dialogs[0].id: True,
        dialogs[1].id: False,
    }
    other.close()
    for each in (*dialogs[:1], board):
        each.destroy()
    display.sync()


def test_a_window_that_grabs_the_keyboard_takes_all_that_is_typed(
    displays: tuple[Any, Any],
) -> None:
    hand, display = displays
    board = window(display, (0, 0, 300, 200), "Mines")
    board.grab_keyboard(True, 1, 1, 0)
    display.sync()
    assert hand.grabbed()
    display.ungrab_keyboard(0)
    display.sync()
    assert not hand.grabbed()
    board.destroy()
    display.sync()


def test_a_window_is_not_where_its_outline_leaves_a_gap(displays: tuple[Any, Any]) -> None:
    from Xlib.ext import shape

    hand, display = displays
    board = window(display, (0, 0, 300, 200), "Mines")
    ring = window(display, (0, 0, 200, 200), "Ring")
    ring.shape_rectangles(shape.ShapeBounding, shape.ShapeSet, 0, 0, 0, [(0, 0, 200, 40)])
    display.sync()
    assert (hand.window((50, 20)), hand.window((50, 90))) == (ring.id, board.id)
    ring.destroy()
    board.destroy()
    display.sync()
