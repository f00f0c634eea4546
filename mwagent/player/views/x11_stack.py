"""The windows on an X11 display, asked of the server again only once one of them has changed.

What lies under the pointer is asked for before each press, and hundreds of presses make a game. The
server says by itself when a window comes up, goes, moves, is raised or is renamed; such events
arrive before the answer to anything that is asked later, so that what is kept is never older than
the last answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from mwagent.player.views.windows import OpenWindow, Point, within


class _Outermost(NamedTuple):
    """A window in sight that lies in no other; where it has another outline it is `shaped`."""

    number: int
    region: tuple[int, int, int, int]
    shaped: bool


class X11Stack:
    """The outermost windows of a display in sight, the lowest first, and what programs they are.

    `describe` gives those of programs, of the outermost windows of the server. It may `follow` a
    window of a program, whose title may change.
    """

    def __init__(self, display: Any, describe: Callable[[], list[OpenWindow]]):
        from Xlib import X

        self._x = X
        self._display = display
        self._root = display.screen().root
        self._describe = describe
        self._outermost: list[_Outermost] | None = None
        self._solid: set[int] = set()
        self._programs: list[OpenWindow] | None = None
        self._titles = {display.get_atom(name) for name in ("_NET_WM_NAME", "WM_NAME", "WM_CLASS")}
        self._root.change_attributes(event_mask=X.SubstructureNotifyMask)

    def at(self, point: Point) -> int | None:
        """The number of the outermost window at a point; None where there is but the background."""
        self._note_changes()
        if self._outermost is None:
            self._outermost = self._ask()
        over = [window for window in self._outermost if within(window.region, point)]
        if not over:
            return None
        topmost = over[-1]
        if topmost.number in self._solid or (len(over) == 1 and not topmost.shaped):
            return topmost.number
        child = self._root.translate_coords(self._root, *point).child
        if child == self._x.NONE:
            return None
        # What lies over all the screen may let every click through.
        if child.id == topmost.number and not topmost.shaped:
            self._solid.add(topmost.number)
        return int(child.id)

    def programs(self) -> list[OpenWindow]:
        """The windows of programs."""
        self._note_changes()
        if self._programs is None:
            self._programs = self._describe()
        return list(self._programs)

    def follow(self, window: Any) -> None:
        """Have the server say when the title of a window changes."""
        from Xlib.error import CatchError

        window.change_attributes(event_mask=self._x.PropertyChangeMask, onerror=CatchError())

    def _note_changes(self) -> None:
        """Forget what is no longer so."""
        while self._display.pending_events():
            event = self._display.next_event()
            if event.type != self._x.PropertyNotify:
                self._outermost = self._programs = None
                self._solid.clear()
            elif event.atom in self._titles:
                self._programs = None

    def _ask(self) -> list[_Outermost]:
        from Xlib.error import XError

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
            found.append(_Outermost(int(window.id), region, shaped))
        return found
