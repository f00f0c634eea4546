"""The mouse and keyboard of X11, through XTEST: the clicks of a batch go out in one piece.

pyautogui uses XTEST, too, but one call at a time.
"""

from __future__ import annotations

import contextlib
import functools
import io
import socket
import struct
from typing import Any, Final

from mwagent.minefield import signals
from mwagent.player.views.pyautogui_hand import AutoGuiHand
from mwagent.player.views.windows import OpenWindow, Point
from mwagent.player.views.x11_frames import SMALLEST_WINDOW, belongs, client_area, numbers_of
from mwagent.player.views.x11_stack import X11Stack

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


class X11Hand(AutoGuiHand):
    """XTEST, batched: hundreds of clicks in a tenth of a second."""

    def __init__(self) -> None:
        super().__init__()
        # pyautogui talks to the display that was there at first; this hand, to the one there now.
        from Xlib import X
        from Xlib.display import Display
        from Xlib.ext import xtest

        self._x = X
        self._fake = xtest.fake_input
        with contextlib.redirect_stdout(io.StringIO()):
            self._display = Display()
        self._root = self._display.screen().root
        self._stack = X11Stack(self._display, self._windows)
        self._clients: dict[int, int] = {}

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

    @signals.undisturbed()
    def window(self, at: Point) -> int | None:
        """The number of the program's window, or of one that is no program's."""
        return self._inner(self._stack.at(at))

    @signals.undisturbed()
    def part(self, at: Point) -> int | None:
        """The innermost window: with older toolkits, each widget is one."""
        from Xlib.error import XError

        window = self._root
        try:
            while (child := window.translate_coords(self._root, *at).child) != self._x.NONE:
                window = child
        except XError:
            return None  # it has just been closed
        return int(window.id)

    @signals.undisturbed()
    def grabbed(self) -> bool:
        """Whether a program has grabbed the keyboard: then nobody else can."""
        mode, now = self._x.GrabModeAsync, self._x.CurrentTime
        if self._root.grab_keyboard(True, mode, mode, now) != self._x.GrabSuccess:
            return True
        self._display.ungrab_keyboard(now)
        return False

    @signals.undisturbed()
    def close_window(self, number: int) -> bool:
        """Ask a window to close as window managers do, if it listens to that."""
        from Xlib.error import CatchError
        from Xlib.protocol.event import ClientMessage

        window = self._display.create_resource_object("window", number)
        protocols, delete = map(self._display.get_atom, ("WM_PROTOCOLS", "WM_DELETE_WINDOW"))
        if delete not in numbers_of(self._display, window, "WM_PROTOCOLS"):
            return False
        told = ClientMessage(window=window, client_type=protocols, data=(32, [delete, 0, 0, 0, 0]))
        window.send_event(told, onerror=CatchError())
        self._display.sync()
        return True

    @signals.undisturbed()
    def focus(self) -> int | None:
        """The outermost window with the keyboard; where none has it, the one under the pointer."""
        from Xlib.error import XError

        window = self._focused() or self._root.query_pointer().child
        try:
            while window != self._x.NONE and (parent := window.query_tree().parent) != self._root:
                window = parent
        except XError:
            return None  # it has just been closed
        return None if window == self._x.NONE else self._inner(int(window.id))

    def _inner(self, outer: int | None) -> int | None:
        """The window of a program within what a window manager put around it."""
        self._stack.programs()
        return None if outer is None else self._clients.get(outer, outer)

    def _focused(self) -> Any:
        """The window that listens to the keyboard, perhaps one within another; 0 for none."""
        window = self._display.get_input_focus().focus
        nobody = window in (self._x.NONE, self._x.PointerRoot) or window == self._root
        return 0 if nobody else window

    @signals.undisturbed()
    def windows(self) -> list[OpenWindow]:
        """The windows of programs, those too that a window manager put a frame around."""
        return self._stack.programs()

    def _windows(self) -> list[OpenWindow]:
        from Xlib.error import XError

        found = []
        self._clients.clear()
        # Windows of one connection have numbers that differ in these bits alone.
        mask = ~int(self._display.display.info.resource_id_mask)
        for outer in self._root.query_tree().children:
            try:
                if outer.get_attributes().map_state != self._x.IsViewable:
                    continue
                inner = self._titled(outer)
                at = outer.get_geometry()
                if inner is None or min(at.width, at.height) < SMALLEST_WINDOW:
                    continue
                region = (at.x, at.y, at.x + at.width, at.y + at.height)
                self._stack.follow(inner)
                self._clients[int(outer.id)] = int(inner.id)
                found.append(
                    OpenWindow(
                        self._title(inner),
                        region,
                        int(inner.id) & mask,
                        functools.partial(client_area, self._display, inner),
                        int(inner.id),
                        belongs(self._display, inner, mask),
                        self._class(inner) or "",
                    )
                )
            except XError:
                continue  # it has just been closed
        return found

    def _titled(self, window: Any) -> Any | None:
        """The window itself, or one within, that a program has given a class or a title."""
        within = [window]
        while within:
            for one in within:
                if self._class(one) is not None or self._title(one):
                    return one
            within = [child for one in within for child in one.query_tree().children]
        return None

    def _title(self, window: Any) -> str:
        """The title of a window, "" where it has none."""
        for name in ("_NET_WM_NAME", "WM_NAME"):
            atom = self._display.get_atom(name)
            found = window.get_full_property(atom, self._x.AnyPropertyType)
            if found is not None and found.value:
                text = found.value
                # Text is UTF-8 in the first property; the second has had other encodings.
                return text if isinstance(text, str) else bytes(text).decode("utf-8", "replace")
        return ""

    def _class(self, window: Any) -> str | None:
        from Xlib import Xatom
        from Xlib.error import XError

        try:
            found = window.get_full_property(Xatom.WM_CLASS, self._x.AnyPropertyType)
        except XError:
            return None  # it has just been closed
        if found is None:
            return None
        # Some programs set text of another type than they should: then it comes as bytes.
        text = found.value if isinstance(found.value, str) else bytes(found.value).decode("latin-1")
        words = [word for word in text.split("\0") if word]
        return words[-1].lower() if words else None

    def _keysym(self, name: str) -> int:
        from Xlib import XK

        return int(XK.string_to_keysym(_KEYSYMS.get(name, name)))

    def flush(self) -> None:
        """Send what waits; the server takes it in order, nobody has to wait for that."""
        with signals.undisturbed():  # half of it would be a button that stays down
            self._display.flush()
