"""Windows of many kinds over a game on a display of X11, each of which notes what it takes.

No toolkit is needed: the game and what comes up are windows of two connections to one server.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PIL import Image, ImageDraw, ImageFont

from mwagent.player.views import Desktop, ScreenView
from mwagent.vision.lattice import Box, Lattice

SIZE: Final = (700, 500)
GAME: Final = (60, 60, 300, 320)
"""Left, top, width and height of the game's window."""
LATTICE: Final = Lattice(84.0, 124.0, 25.0, 25.0, 9, 9)
BOARD: Final[Box] = (84, 124, 309, 349)
OVER: Final = (120, 150, 220, 90)
BESIDE: Final = (420, 150, 220, 90)
ATOM: Final = 4
WINDOW: Final = 33


@dataclass(frozen=True, slots=True)
class Kind:
    """What sort of window comes up: whose, with which title and type, over the board or beside.

    A dialog that is `ours` belongs to the game: it is no trap by itself, but its words are.
    """

    title: str = ""
    others: bool = False
    frameless: bool = False
    transient: bool = False
    grabs: bool = False
    beside: bool = False
    type: str = ""
    ours: bool = False


class TrapDesk:
    """A display with the game and at most one other window."""

    def __init__(self) -> None:
        from Xlib.display import Display

        self._own, self._others = Display(), Display()
        self._game = self._made(self._own, GAME, "Minesweeper", (), frameless=False)
        self._game.set_input_focus(1, 0)
        self._own.sync()
        self._shown: Any = None
        self._display: Any = self._own
        self.middle = (0, 0)

    def show(self, kind: Kind, words: Sequence[str]) -> None:
        """Bring up a window that bears some words, with the keyboard unless it has no frame."""
        self._display = self._others if kind.others else self._own
        place = BESIDE if kind.beside else OVER
        self.middle = place[0] + place[2] // 2, place[1] + place[3] // 2
        shown = self._made(self._display, place, kind.title, words, frameless=kind.frameless)
        self._shown = shown
        if kind.transient:
            name = self._display.get_atom("WM_TRANSIENT_FOR")
            shown.change_property(name, WINDOW, 32, [self._game.id])
        if kind.type:
            name = self._display.get_atom(f"_NET_WM_WINDOW_TYPE_{kind.type}")
            shown.change_property(self._display.get_atom("_NET_WM_WINDOW_TYPE"), ATOM, 32, [name])
        if not kind.frameless:
            shown.set_input_focus(1, 0)
        if kind.grabs:
            shown.grab_keyboard(True, 1, 1, 0)
        self._display.sync()

    def hide(self) -> None:
        """Take the window away; the game has the keyboard again."""
        self._display.ungrab_keyboard(0)
        self._shown.destroy()
        self._game.set_input_focus(1, 0)
        self._display.sync()
        self._own.sync()

    def taken(self, game: bool = False) -> list[str]:
        """What the window has taken, or the game's own; what was noted before counts no more."""
        self._own.sync()
        self._others.sync()
        window = self._game if game else self._shown
        found = []
        for display in (self._own, self._others):
            while display.pending_events():
                event = display.next_event()
                if event.type in (2, 4) and event.window == window:
                    found.append("key" if event.type == 2 else "press")
        return found

    def close(self) -> None:
        """Let go of the display."""
        self._own.close()
        self._others.close()

    def _made(
        self, display: Any, place: Box, title: str, words: Sequence[str], *, frameless: bool
    ) -> Any:
        """A window of a connection at a place, in which words are drawn side by side."""
        from Xlib import X

        left, top, width, height = place
        screen = display.screen()
        window = screen.root.create_window(
            *(left, top, width, height, 0, screen.root_depth),
            background_pixel=0xD9D9D9,
            override_redirect=frameless,
            event_mask=X.KeyPressMask | X.ButtonPressMask,
        )
        window.set_wm_name(title)
        window.set_wm_class(title.lower() or "toplevel", title or "Toplevel")
        window.map()
        if words:
            picture = Image.new("RGB", (width, height), (217, 217, 217))
            draw, font = ImageDraw.Draw(picture), ImageFont.load_default(14)
            for number, word in enumerate(words):
                middle = (55 + 110 * number, height // 2)
                draw.rectangle(
                    (middle[0] - 50, middle[1] - 14, middle[0] + 50, middle[1] + 14), None, 90
                )
                draw.text(middle, word, (10, 10, 10), font, "mm")
            data = picture.tobytes("raw", "BGRX")
            display.sync()
            paint = window.create_gc()
            window.put_image(paint, 0, 0, width, height, X.ZPixmap, screen.root_depth, 0, data)
        display.sync()
        return window


@contextlib.contextmanager
def trap_desk() -> Iterator[tuple[TrapDesk, ScreenView]]:
    """A display of its own with the game on it, and what the bot sees of it."""
    with Desktop(virtual=True, size=SIZE):
        view = ScreenView()  # which sees to it that Xlib does without a file of keys
        desk = TrapDesk()
        try:
            yield desk, view
        finally:
            desk.close()
            view.close()
