"""What X11 tells of the windows on a display, asked again only once one of them has changed.

What lies under the pointer is asked for before each press, and hundreds of presses make a game. The
server says by itself when a window comes up, goes, moves, is raised or is renamed; such events
arrive before the answer to anything that is asked later, so that what is kept is never older than
the last answer.

A window manager puts a window around that of the program. Programs that draw a title bar
themselves, as those of GTK and Electron do, have it in their own window: they say so by hints.
"""

from __future__ import annotations

import contextlib
import functools
import io
from typing import Any, Final, NamedTuple

from mwagent.minefield import signals
from mwagent.player.views.windows import BAR, SMALLEST_WINDOW, OpenWindow, Point, within

_DECORATIONS: Final = 2
"""Flag of `_MOTIF_WM_HINTS` by which a program says what decorations it wants; 0 is none."""
_MENUS: Final = ("MENU", "DROPDOWN_MENU", "POPUP_MENU", "COMBO")
"""Types of windows, as the standards of window managers call them, that are menus."""


class _Outermost(NamedTuple):
    """A window in sight that lies in no other; where it has another outline it is `shaped`."""

    window: Any
    region: tuple[int, int, int, int]
    shaped: bool


class X11Windows:
    """The windows of the display that $DISPLAY names, the lowest first."""

    def __init__(self) -> None:
        super().__init__()
        from Xlib import X
        from Xlib.display import Display

        self._x = X
        with contextlib.redirect_stdout(io.StringIO()):
            self._display = Display()
        self._root = self._display.screen().root
        self._outermost: list[_Outermost] | None = None
        self._solid: set[int] = set()
        self._programs: list[OpenWindow] | None = None
        self._clients: dict[int, int] = {}
        names = ("_NET_WM_NAME", "WM_NAME", "WM_CLASS")
        self._titles = {self._display.get_atom(name) for name in names}
        self._root.change_attributes(event_mask=X.SubstructureNotifyMask)

    @signals.undisturbed()
    def windows(self) -> list[OpenWindow]:
        """The windows of programs, those too that a window manager put a frame around."""
        self._note_changes()
        if self._programs is None:
            self._clients.clear()
            described = map(self._described, self._all_outermost())
            self._programs = [one for one in described if one is not None]
        return list(self._programs)

    @signals.undisturbed()
    def window(self, at: Point) -> int | None:
        """The number of the program's window, or of one that is no program's."""
        over = [one for one in self._all_outermost() if within(one.region, at)]
        if not over:
            return None
        topmost = int(over[-1].window.id)
        if topmost in self._solid or (len(over) == 1 and not over[-1].shaped):
            return self._inner(topmost)
        number = self.window_now(at)
        # What lies over all the screen may let every click through.
        if number == self._inner(topmost) and not over[-1].shaped:
            self._solid.add(topmost)
        return number

    @signals.undisturbed()
    def window_now(self, at: Point) -> int | None:
        """The same, asked of the server: by its answer what has changed before is known."""
        child = self._root.translate_coords(self._root, *at).child
        return None if child == self._x.NONE else self._inner(int(child.id))

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
    def hidden(self, number: int) -> bool:
        """Whether a window is not mapped, or lies in one that is not."""
        from Xlib.error import XError

        window = self._display.create_resource_object("window", number)
        try:
            return bool(window.get_attributes().map_state != self._x.IsViewable)
        except XError:
            return False  # it was closed

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
        if delete not in self._numbers(window, "WM_PROTOCOLS"):
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

    def _inner(self, outer: int) -> int:
        """The window of a program within what a window manager put around it."""
        self.windows()
        return self._clients.get(outer, outer)

    def _focused(self) -> Any:
        """The window that listens to the keyboard, perhaps one within another; 0 for none."""
        window = self._display.get_input_focus().focus
        nobody = window in (self._x.NONE, self._x.PointerRoot) or window == self._root
        return 0 if nobody else window

    def _note_changes(self) -> None:
        """Forget what is no longer so."""
        while self._display.pending_events():
            event = self._display.next_event()
            if event.type != self._x.PropertyNotify:
                self._outermost = self._programs = None
                self._solid.clear()
            elif event.atom in self._titles:
                self._programs = None

    def _all_outermost(self) -> list[_Outermost]:
        from Xlib.error import XError

        self._note_changes()
        if self._outermost is not None:
            return self._outermost
        found = []
        shapes = self._display.has_extension("SHAPE")
        for window in self._root.query_tree().children:
            try:
                if window.get_attributes().map_state != self._x.IsViewable:
                    continue
                at = window.get_geometry()
                shaped = not shapes or bool(window.shape_query_extents().bounding_shaped)
            except XError:
                continue  # it has just been closed
            edge = 2 * at.border_width
            region = (at.x, at.y, at.x + at.width + edge, at.y + at.height + edge)
            found.append(_Outermost(window, region, shaped))
        self._outermost = found
        return found

    def _described(self, outer: _Outermost) -> OpenWindow | None:
        """What program's window an outermost one is, None for none, or one too small to be."""
        from Xlib.error import CatchError, XError

        x0, y0, x1, y1 = outer.region
        # Windows of one connection have numbers that differ in these bits alone.
        mask = ~int(self._display.display.info.resource_id_mask)
        try:
            inner = self._titled(outer.window)
            if inner is None or min(x1 - x0, y1 - y0) < SMALLEST_WINDOW:
                return None
            # The server says when its title changes.
            inner.change_attributes(event_mask=self._x.PropertyChangeMask, onerror=CatchError())
            number = self._clients[int(outer.window.id)] = int(inner.id)
            return OpenWindow(
                self._title(inner),
                outer.region,
                number & mask,
                functools.partial(self._client_area, inner),
                number,
                self._belongs(inner, mask),
                self._class(inner) or "",
            )
        except XError:
            return None  # it has just been closed

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

    def _client_area(self, window: Any) -> tuple[int, int, int, int]:
        """The rectangle (left, top, right, bottom) in which the program of a window takes clicks.

        `window` is the program's own, within the frame of a window manager. Raises XError where it
        has just been closed.
        """
        own = window.get_geometry()
        at = self._root.translate_coords(window, 0, 0)
        extents = self._numbers(window, "_GTK_FRAME_EXTENTS")
        left, right, top, bottom = extents or (0, 0, 0, 0)
        x0, y0 = at.x + left, at.y + top
        x1, y1 = at.x + own.width - right, at.y + own.height - bottom
        fullscreen = self._display.get_atom("_NET_WM_STATE_FULLSCREEN")
        hints = self._numbers(window, "_MOTIF_WM_HINTS")
        bare = len(hints) > _DECORATIONS and hints[0] & _DECORATIONS and not hints[_DECORATIONS]
        if (bare or extents) and fullscreen not in self._numbers(window, "_NET_WM_STATE"):
            y0 = min(y1, y0 + BAR)  # the program draws the title bar itself
        return x0, y0, x1, y1

    def _belongs(self, window: Any, mask: int) -> bool:
        """Whether a window says that it is a dialog or a menu of another of its program.

        Windows of one program have numbers that are the same under `mask`.
        """
        others = self._numbers(window, "WM_TRANSIENT_FOR")
        menus = {self._display.get_atom(f"_NET_WM_WINDOW_TYPE_{name}") for name in _MENUS}
        dialog = any(other & mask == int(window.id) & mask for other in others)
        return dialog or not menus.isdisjoint(self._numbers(window, "_NET_WM_WINDOW_TYPE"))

    def _numbers(self, window: Any, name: str) -> tuple[int, ...]:
        """The numbers of a property of a window, none where it has not got it."""
        found = window.get_full_property(self._display.get_atom(name), self._x.AnyPropertyType)
        return () if found is None else tuple(int(word) for word in found.value)
