"""What a window of X11 says of itself: where its program takes clicks, and to which it belongs.

A window manager puts a window around that of the program. Programs that draw a title bar
themselves, as those of GTK and Electron do, have it in their own window: they say so by hints.
"""

from __future__ import annotations

from typing import Any, Final

BAR: Final = 48
"""Height of the title bar that a program draws itself, at most, in pixels."""
SMALLEST_WINDOW: Final = 40
"""Least width and height of what counts as a window of a program, in pixels."""
_DECORATIONS: Final = 2
"""Flag of `_MOTIF_WM_HINTS` by which a program says what decorations it wants; 0 is none."""

_MENUS: Final = ("MENU", "DROPDOWN_MENU", "POPUP_MENU", "COMBO")
"""Types of windows, as the standards of window managers call them, that are menus."""


def client_area(display: Any, window: Any) -> tuple[int, int, int, int]:
    """The rectangle (left, top, right, bottom) in which the program of a window takes clicks.

    `window` is the program's own, within the frame of a window manager. Raises XError where it has
    just been closed.
    """
    own = window.get_geometry()
    at = display.screen().root.translate_coords(window, 0, 0)
    left, right, top, bottom = numbers_of(display, window, "_GTK_FRAME_EXTENTS") or (0, 0, 0, 0)
    x0, y0, x1, y1 = at.x + left, at.y + top, at.x + own.width - right, at.y + own.height - bottom
    return x0, min(y1, y0 + BAR * _draws_its_bar(display, window)), x1, y1


def belongs(display: Any, window: Any, mask: int) -> bool:
    """Whether a window says that it is a dialog or a menu of another of its program.

    Windows of one program have numbers that are the same under `mask`.
    """
    others = numbers_of(display, window, "WM_TRANSIENT_FOR")
    menus = {display.get_atom(f"_NET_WM_WINDOW_TYPE_{name}") for name in _MENUS}
    dialog = any(other & mask == int(window.id) & mask for other in others)
    return dialog or not menus.isdisjoint(numbers_of(display, window, "_NET_WM_WINDOW_TYPE"))


def _draws_its_bar(display: Any, window: Any) -> bool:
    """Whether a program draws the title bar of its window itself."""
    if display.get_atom("_NET_WM_STATE_FULLSCREEN") in numbers_of(display, window, "_NET_WM_STATE"):
        return False
    hints = numbers_of(display, window, "_MOTIF_WM_HINTS")
    undecorated = len(hints) > _DECORATIONS and hints[0] & _DECORATIONS and not hints[_DECORATIONS]
    return bool(undecorated or numbers_of(display, window, "_GTK_FRAME_EXTENTS"))


def numbers_of(display: Any, window: Any, name: str) -> tuple[int, ...]:
    """The numbers of a property of a window, none where it has not got it."""
    from Xlib import X

    found = window.get_full_property(display.get_atom(name), X.AnyPropertyType)
    return () if found is None else tuple(int(word) for word in found.value)
