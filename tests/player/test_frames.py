"""Where the program of a window takes clicks: within its frame, and below a bar of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from mwagent.player.views import Desktop, ScreenView
from mwagent.vision.lattice import Box

pytestmark = [
    pytest.mark.screen,
    pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb"),
]


@pytest.fixture(scope="module")
def display() -> Iterator[Any]:
    with Desktop(virtual=True):
        # Which sees to it that Xlib does without a file of keys to the display.
        ScreenView().close()
        from Xlib.display import Display

        opened = Display()
        yield opened
        opened.close()


def shown(display: Any, parent: Any, box: Box, title: str | None) -> Any:
    """A window, left, top, width and height within its parent, as of a program where titled."""
    screen = display.screen()
    window = parent.create_window(*box, 0, screen.root_depth, background_pixel=screen.white_pixel)
    if title is not None:
        window.set_wm_name(title)
        window.set_wm_class("mines", "Mines")
    window.map()
    return window


def numbers(display: Any, window: Any, name: str, values: list[int], kind: int = 6) -> None:
    """Set a property of 32-bit numbers, of type CARDINAL unless another is given."""
    window.change_property(display.get_atom(name), kind, 32, values)


ATOM = 4
FRAME, CLIENT = (100, 80, 420, 340), (10, 30, 400, 300)
PROPERTIES: dict[str, dict[str, list[int]]] = {
    "a window manager's frame": {},
    "a shadow and a bar of its own": {"_GTK_FRAME_EXTENTS": [26, 26, 23, 29]},
    "a bar of its own": {"_MOTIF_WM_HINTS": [2, 0, 0, 0, 0]},
    "hints that ask for a frame": {"_MOTIF_WM_HINTS": [2, 0, 1, 0, 0]},
    "the whole screen": {"_MOTIF_WM_HINTS": [2, 0, 0, 0, 0], "_NET_WM_STATE": []},
}
INSIDE = {
    "a window manager's frame": ((111, 111), (509, 409)),
    "a shadow and a bar of its own": ((137, 182), (483, 380)),
    "a bar of its own": ((111, 159), (509, 409)),
    "hints that ask for a frame": ((111, 111), (509, 409)),
    "the whole screen": ((111, 111), (509, 409)),
}


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_program_is_pressed_where_it_takes_clicks_and_not_on_what_closes_it(
    display: Any, name: str
) -> None:
    frame = shown(display, display.screen().root, FRAME, None)
    client = shown(display, frame, CLIENT, "Mines")
    for key, values in PROPERTIES[name].items():
        whole = key == "_NET_WM_STATE"
        found = [display.get_atom("_NET_WM_STATE_FULLSCREEN")] if whole else values
        numbers(display, client, key, found, ATOM if whole else 6)
    display.sync()
    view = ScreenView()
    try:
        view.grab(0, (200, 250, 400, 380))
        (left, top), (right, foot) = INSIDE[name]
        corners = [(left, top), (right, top), (left, foot), (right, foot)]
        assert all(view.under(at).ours for at in corners)
        beside = [(left, top - 2), (right, top - 2), (left - 2, foot), (right, foot + 2)]
        assert not any(view.under(at).ours for at in beside)
        # The frame's own title bar, and what lies behind all windows.
        assert not view.under((500, 90)).ours and not view.under((800, 600)).ours
    finally:
        view.close()
        frame.destroy()
        display.sync()


def test_windows_of_other_programs_are_not_pressed(display: Any) -> None:
    from Xlib.display import Display

    mines = shown(display, display.screen().root, (100, 80, 300, 300), "Mines")
    display.sync()
    other = Display()
    window = shown(other, other.screen().root, (300, 200, 300, 300), "Letters")
    other.sync()
    view = ScreenView()
    try:
        view.grab(0, (120, 100, 280, 180))
        assert view.under((150, 150)).ours
        assert not view.under((350, 250)).ours
    finally:
        view.close()
        window.destroy()
        mines.destroy()
        other.close()
        display.sync()
