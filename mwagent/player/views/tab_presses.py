"""Presses on a browser tab, held back by a guard in the page where they would land elsewhere."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from mwagent.player.play import RESTLESS
from mwagent.player.views.asking import (
    FORGOTTEN,
    PatientPage,
    SilentPageError,
    errors,
    in_time,
    telling,
)
from mwagent.player.views.mouse import Mouse
from mwagent.player.views.press import MIDDLE, PRIMARY, SECONDARY, Hand, Press
from mwagent.player.views.windows import Point

if TYPE_CHECKING:
    from playwright.sync_api import Page

GUARD: Final = (Path(__file__).parent / "guard.js").read_text(encoding="utf-8")
"""A script for the page that holds back presses on anything but what was seen."""

MouseButton = Literal["left", "middle", "right"]
_BUTTONS: Final[dict[int, MouseButton]] = {PRIMARY: "left", MIDDLE: "middle", SECONDARY: "right"}
_KEYS: Final = {
    "f2": "F2",
    "escape": "Escape",
    "enter": "Enter",
    "space": "Space",
    "ctrl": "Control",
}


class TabHand(Hand):
    """The mouse and keyboard of a tab. Every call returns once the page has taken it."""

    def __init__(self, page: Page):
        self._page = page
        self._at: Point = (0, 0)

    def position(self) -> Point:
        """Where the pointer is, in CSS pixels of the tab."""
        return self._at

    def corner(self) -> bool:
        """Nobody can throw this pointer into a corner."""
        return False

    def move(self, to: Point) -> None:
        """Put the pointer at a point."""
        with in_time():
            self._page.mouse.move(*to)
        self._at = to

    @contextlib.contextmanager
    def held(self, buttons: Sequence[int], flush: bool) -> Iterator[None]:
        """Keep buttons down for the block.

        The guard in the page keeps a release that would stray from it.
        """
        del flush
        mouse = self._page.mouse
        down: list[MouseButton] = []
        try:
            with in_time():
                for button in buttons:
                    down.append(_BUTTONS[button])
                    mouse.down(button=down[-1])
                yield
                while down:
                    mouse.up(button=down[-1])
                    down.pop()
        except (SilentPageError, errors()):
            # It may take the press later on.
            with contextlib.suppress(SilentPageError, errors()), in_time(FORGOTTEN):
                for name in reversed(down):
                    mouse.up(button=name)
            raise

    def flush(self) -> None:
        """Nothing waits."""

    def key(self, name: str) -> None:
        """Type a key."""
        with in_time():
            self._page.keyboard.press("+".join(_KEYS.get(part, part) for part in name.split("+")))


class GuardedPresses:
    """A mouse over a tab whose presses are made only where the page is as it was seen."""

    def __init__(self, page: PatientPage, natural: bool):
        self.mouse = Mouse(TabHand(page.page), natural)
        self._page = page
        self._trusted = True
        self._alarmed_since: float | None = None

    def press(self, presses: Sequence[Press], as_seen: Callable[[], bool] | None) -> int:
        """Carry out presses in order; returns how many were made.

        Stops, perhaps before the first, where the page no longer is what was seen: `as_seen` checks
        this before the first (None where nothing was seen), and the page's guard at every press.
        """
        aimed_at = self._aim(presses) if self._trusted and as_seen is not None else ""
        guarded = bool(aimed_at)
        if guarded and as_seen is not None and not as_seen():
            self._page.ask(self._finish)
            self._alarm()
            return 0
        # What acts on elements are events, and these bear their place: nobody asks where the
        # pointer is by now.
        rests = aimed_at != "elements"
        try:
            with telling(self._page.page):
                for press in presses:
                    self.mouse.press(press if rests else replace(press, rest=0.0))
        except SilentPageError:
            # What came of it, the next picture shows.
            return 0
        stopped = self._page.ask(self._finish) if guarded else "made"
        made = len(presses) if stopped == "made" else stopped if isinstance(stopped, int) else 0
        if made:
            self._alarmed_since = None
        elif stopped != "covered":
            self._alarm()
        return made

    def _alarm(self) -> None:
        """Presses were held back; when that goes on and on, the board never keeps still."""
        now = time.monotonic()
        self._alarmed_since = self._alarmed_since or now
        self._trusted = now - self._alarmed_since < RESTLESS

    def _aim(self, presses: Sequence[Press]) -> str:
        """Let the page note what lies there; returns what it is, "" where it is not watched."""
        points = [[press.at, press.around] for press in presses]
        aim = "points => window.__mwagentGuard?.aim(points) ?? ''"
        return str(self._page.ask(lambda: self._page.page.evaluate(aim, points)))

    def _finish(self) -> int | str:
        """Index of the first press the page's guard held back, or a word: see guard.js."""
        stopped: int | str = self._page.page.evaluate("window.__mwagentGuard?.finish() ?? 'gone'")
        return stopped
