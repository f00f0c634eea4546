"""Trouble on a real screen: a browser window that moves, others that come before it, a busy hand.

A window of our own lies behind everything and another is dragged across; both count the presses
they get, since every one of those fell outside the board.
"""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import threading
import time
from collections.abc import Iterator
from typing import Any, Final

from mwagent.player.views import Desktop, ScreenView, open_tab
from mwagent.player.window import SightedWindow
from testbed.turmoil import Run, Verdict, address, judged, make_late, prepare

ON_SCREEN: Final = (
    "browser window moved",
    "browser window dragged",
    "browser zoomed",
    "other window dragged",
    "other window left on top",
    "browser window hidden and shown",
    "mouse taken",
    "mouse shaken",
    "keyboard taken",
    "frames late",
)
SCREEN: Final = (1500, 1150)
BLINK: Final = 40
"""Milliseconds from a look at the screen to a press: what comes up meanwhile, nobody sees."""


class OtherWindows:
    """X windows of our own: one behind everything, and one to be dragged across."""

    def __init__(self) -> None:
        from Xlib import X
        from Xlib.display import Display

        self._x = X
        self._display = Display()
        self._windows: list[Any] = []
        self._put: int | None = None
        self._presses: list[int] = []
        self.background = self._window(0, 0, *SCREEN)
        self.background.configure(stack_mode=X.Below)
        self._display.sync()

    def _window(self, x: int, y: int, width: int, height: int) -> Any:
        screen = self._display.screen()
        window = screen.root.create_window(
            *(x, y, width, height, 2, screen.root_depth),
            background_pixel=0xB0C4A0,
            border_pixel=0x334455,
            override_redirect=True,
            event_mask=self._x.ButtonPressMask | self._x.KeyPressMask | self._x.PropertyChangeMask,
        )
        window.map()
        self._windows.append(window)
        return window

    def drag(self, draw: random.Random, seconds: float) -> None:
        """Drag a window from left to right across the screen."""
        top = draw.randrange(150, 500)
        window = self._window(-320, top, 300, 220)
        steps = int(seconds * 60)
        for step in range(steps):
            window.configure(x=-320 + (SCREEN[0] + 320) * step // steps)
            self._display.sync()
            time.sleep(1 / 60)
        window.unmap()
        self._display.sync()

    def put(self, draw: random.Random) -> None:
        """Put a window over the middle of the browser's."""
        window = self._window(draw.randrange(200, 500), draw.randrange(200, 500), 300, 220)
        self._put = self._now(window)

    def listen(self) -> None:
        """Take the keyboard."""
        self.background.set_input_focus(self._x.RevertToParent, self._x.CurrentTime)
        self._display.sync()

    def _now(self, window: Any) -> int:
        """The display's own time, in milliseconds."""
        atom = self._display.intern_atom("MWAGENT_TIME")
        window.change_property(atom, atom, 8, b"now")
        while True:
            event = self._display.next_event()
            if event.type == self._x.PropertyNotify and event.atom == atom:
                return int(event.time)
            self._presses += self._pressed(event)

    def _pressed(self, event: Any) -> list[int]:
        """When a press fell on a window, if that is what an event tells."""
        return [event.time] if event.type in (self._x.ButtonPress, self._x.KeyPress) else []

    def presses(self) -> tuple[int, int]:
        """How many presses fell on these windows, of buttons and of keys, and how many unseen.

        Those fell on a window that had come up within a BLINK.
        """
        while self._display.pending_events():
            self._presses += self._pressed(self._display.next_event())
        since = [at - self._put for at in self._presses if self._put is not None]
        unseen = sum(0 <= apart <= BLINK for apart in since)
        return len(self._presses) - unseen, unseen

    def close(self) -> None:
        """Take the windows away."""
        self._display.close()


@contextlib.contextmanager
def desktop() -> Iterator[None]:
    """A display of our own, $DISPLAY while the block runs."""
    with Desktop(virtual=True, size=SCREEN):
        yield


def chaos_on_screen(page_url: str, run: Run) -> Verdict:
    """Play one game by screen and mouse under a trouble, and judge it."""
    draw = random.Random(f"screen {run.trouble} {run.seed}")
    view = ScreenView()
    others = OtherWindows()
    try:
        with open_tab(address(page_url, run), show=True) as tab:
            prepare(tab.page, run, draw)
            wait_for_paint(tab.page)
            if run.trouble == "frames late":
                make_late(view)
            hand = threading.Thread(target=disturb, args=(run, others, draw), daemon=True)
            hand.start()
            verdict = judged(run, SightedWindow(view), tab, draw)
            hand.join()
        strays, unseen = others.presses()
        if strays:
            verdict.wrongs.append(f"{strays} presses on other windows")
        if unseen:
            verdict.unseen.append(f"{unseen} presses on a window that had just come up")
        return verdict
    finally:
        view.close()
        others.close()


def wait_for_paint(page: Any) -> None:
    """Wait until the browser window shows its page."""
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    time.sleep(0.3)


def disturb(run: Run, others: OtherWindows, draw: random.Random) -> None:
    """Do from outside what the trouble asks for, a moment after the game began."""
    time.sleep(draw.uniform(0.1, 1.4))
    if run.trouble == "browser window moved":
        move_browser(draw.randrange(0, 300), draw.randrange(0, 80))
    elif run.trouble == "browser window dragged":
        for step in range(30):
            move_browser(step * 6, step * 2)
    elif run.trouble == "browser zoomed":
        xdotool("key", draw.choice(["ctrl+plus", "ctrl+minus"]))
    elif run.trouble == "other window dragged":
        others.drag(draw, 1.5)
    elif run.trouble == "other window left on top":
        others.put(draw)
    elif run.trouble == "browser window hidden and shown":
        found = xdotool("search", "--onlyvisible", "--class", "chrom").split()
        for word in ("windowunmap", "windowmap"):
            for window in found:
                xdotool(word, window)
            time.sleep(draw.uniform(0.3, 2.0))
    elif run.trouble == "keyboard taken":
        others.listen()
    elif run.trouble == "mouse shaken":
        until = time.monotonic() + draw.uniform(0.2, 1.5)
        while time.monotonic() < until:
            xdotool("mousemove", str(draw.randrange(300, 700)), str(draw.randrange(250, 600)))
    elif run.trouble == "mouse taken":
        for _ in range(draw.randrange(1, 20)):
            xdotool("mousemove_relative", "--", str(draw.randrange(-40, 40)), "15")
            time.sleep(0.03)


def move_browser(x: int, y: int) -> None:
    """Move the browser's window."""
    xdotool("search", "--onlyvisible", "--class", "chrom", "windowmove", str(x), str(y))


def xdotool(*words: str) -> str:
    """Run xdotool on our display, and give what it prints."""
    command = ["xdotool", *words]
    done = subprocess.run(command, check=False, capture_output=True, env=dict(os.environ))
    return done.stdout.decode()
