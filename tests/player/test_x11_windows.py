"""Which windows lie where, as the server says at any time, and where a button is released."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from mwagent.player.views import PRIMARY, Desktop, Press
from mwagent.player.views.mouse import Mouse

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


def test_a_window_within_its_own_that_has_the_keyboard_is_the_same_program(
    displays: tuple[Any, Any],
) -> None:
    from Xlib import X

    hand, display = displays
    board = window(display, (0, 0, 300, 200), "Mines")
    inner = board.create_window(0, 0, 1, 1, 0, display.screen().root_depth)
    inner.set_wm_class("Focus-Proxy-Window", "FocusProxy")
    inner.map()
    inner.set_input_focus(X.RevertToParent, X.CurrentTime)
    display.sync()
    assert hand.focus() == hand.window((150, 100)) == board.id
    board.destroy()
    display.sync()


def test_a_button_is_released_where_it_was_pressed(displays: tuple[Any, Any]) -> None:
    from Xlib import X
    from Xlib.display import Display
    from Xlib.ext import xtest

    hand, display = displays
    board = window(display, (0, 0, 400, 300), "Mines")
    board.change_attributes(event_mask=X.ButtonPressMask | X.ButtonReleaseMask)
    display.sync()
    other = Display()

    def snatch() -> None:
        while not other.screen().root.query_pointer().mask & X.Button1Mask:
            time.sleep(0.01)
        xtest.fake_input(other, X.MotionNotify, x=300, y=200)
        other.sync()

    user = threading.Thread(target=snatch)
    user.start()
    mouse = Mouse(hand)
    mouse.press(Press((50, 60), (PRIMARY,), 1.0))
    mouse.flush()
    user.join()
    events = [display.next_event() for _ in range(2)]
    assert [event.type for event in events] == [X.ButtonPress, X.ButtonRelease]
    assert {(event.root_x, event.root_y) for event in events} == {(50, 60)}
    assert not mouse.check(), "the user has the mouse"
    assert mouse.check()
    other.close()
    board.destroy()
    display.sync()
