"""The mouse and keyboard of X11, through XTEST: the clicks of a batch go out in one piece.

pyautogui uses XTEST, too, but one call at a time.
"""

from __future__ import annotations

import contextlib
import socket
import struct
from typing import Final

from mwagent.minefield import signals
from mwagent.player.views.pyautogui_hand import AutoGuiHand
from mwagent.player.views.windows import Point
from mwagent.player.views.x11_windows import X11Windows

_ANSWER_ME: Final = struct.pack("=BBH", 43, 0, 1)
"""A request of X11 that needs nothing but an answer: GetInputFocus."""
_KEYSYMS: Final = {
    "f2": "F2",
    "f5": "F5",
    "escape": "Escape",
    "enter": "Return",
    "space": "space",
    "ctrl": "Control_L",
}
"""X11's names of keys by those of pyautogui."""


class X11Hand(X11Windows, AutoGuiHand):
    """XTEST, batched: hundreds of clicks in a tenth of a second."""

    def __init__(self) -> None:
        # pyautogui talks to the display that was there at first; this hand, to the one there now.
        super().__init__()
        from Xlib.ext import xtest

        self._fake = xtest.fake_input

    @signals.undisturbed()
    def position(self) -> Point:
        """Where the pointer is."""
        place = self._root.query_pointer()
        return int(place.root_x), int(place.root_y)

    def move(self, to: Point) -> None:
        """Put the pointer at a point."""
        self._fake(self._display, self._x.MotionNotify, x=to[0], y=to[1])

    def _button(self, button: int, down: bool) -> None:
        self._fake(self._display, self._x.ButtonPress if down else self._x.ButtonRelease, button)

    def _key(self, key: str, down: bool) -> None:
        code = self._display.keysym_to_keycode(self._keysym(key))
        self._fake(self._display, self._x.KeyPress if down else self._x.KeyRelease, code)

    def let_go(self) -> None:
        """Release what is down as the process ends on the spot, called in another thread."""
        connection = self._display.display.socket
        super().let_go()
        with contextlib.suppress(OSError):
            connection.send(_ANSWER_ME, socket.MSG_DONTWAIT)
        signals.keep_open(connection.fileno())

    def key(self, name: str) -> None:
        """Type a key; where no window listens to the keyboard, the one under the pointer does."""
        if not self._focused():
            # Without a window manager nobody gives back what a dialog took.
            child = self._root.query_pointer().child
            if child != self._x.NONE:
                child.set_input_focus(self._x.RevertToParent, self._x.CurrentTime)
        super().key(name)

    def _keysym(self, name: str) -> int:
        from Xlib import XK

        return int(XK.string_to_keysym(_KEYSYMS.get(name, name)))

    def flush(self) -> None:
        """Send what waits; the server takes it in order, nobody has to wait for that."""
        with signals.undisturbed():  # half of it would be a button that stays down
            self._display.flush()
