"""Presses on a browser tab, held back by a guard in the page where they would land elsewhere."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from mwagent.player.views.asking import (
    FORGOTTEN,
    PatientPage,
    SilentPageError,
    errors,
    in_time,
    telling,
)
from mwagent.player.views.click_style import HOLDS
from mwagent.player.views.mouse import Mouse
from mwagent.player.views.press import MIDDLE, PRIMARY, SECONDARY, Hand, Press
from mwagent.player.views.windows import Point

if TYPE_CHECKING:
    from playwright.sync_api import Frame, Page

GUARD: Final = (Path(__file__).parent / "guard.js").read_text(encoding="utf-8")
"""A script for pages that holds back presses on anything but what was seen.

Where it says UNSEEN stands whether nobody but the bot can press there."""

TWICE: Final = 0.5
"""Seconds within which two clicks at one place are a double click."""
MouseButton = Literal["left", "middle", "right"]
_BUTTONS: Final[dict[int, MouseButton]] = {PRIMARY: "left", MIDDLE: "middle", SECONDARY: "right"}
_KEYS: Final = {
    "f2": "F2",
    "escape": "Escape",
    "enter": "Enter",
    "space": "Space",
    "ctrl": "Control",
    "\t": "Tab",
}


class TabHand(Hand):
    """The mouse and keyboard of a tab. Every call returns once the page has taken it."""

    def __init__(self, page: Page):
        self._page = page
        self._at: Point = (0, 0)
        self._last: tuple[float, Sequence[int], Point] | None = None
        self._count = 0

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
        self._count_click(buttons)
        try:
            with in_time():
                for button in buttons:
                    down.append(_BUTTONS[button])
                    mouse.down(button=down[-1], click_count=self._count)
                yield
                while down:
                    mouse.up(button=down[-1], click_count=self._count)
                    down.pop()
        except (SilentPageError, errors()):
            # It may take the press later on.
            with contextlib.suppress(SilentPageError, errors()), in_time(FORGOTTEN):
                for name in reversed(down):
                    mouse.up(button=name)
            raise

    def _count_click(self, buttons: Sequence[int]) -> None:
        """Count clicks that follow one another at one place, as a desktop does for its programs."""
        now, last = time.monotonic(), self._last
        again = last is not None and now - last[0] < TWICE and last[1:] == (buttons, self._at)
        self._last, self._count = (now, buttons, self._at), self._count + 1 if again else 1

    def flush(self) -> None:
        """Nothing waits."""

    def key(self, name: str) -> None:
        """Type a key."""
        with in_time():
            keys = "+".join(_KEYS.get(part, part) for part in name.split("+"))
            self._page.keyboard.press(keys, delay=1000 * HOLDS[2])


class GuardedPresses:
    """A mouse over a tab whose presses are made only where the page is as it was seen."""

    def __init__(self, page: PatientPage, natural: bool):
        self.mouse = Mouse(TabHand(page.page), natural)
        self._page = page
        self.gone_on = False
        """Whether a page has come since the last batch was aimed."""

    def press(
        self,
        presses: Sequence[Press],
        as_seen: Callable[[], bool],
        where: Frame | None = None,
        shift: tuple[float, float] = (0.0, 0.0),
        document: str = "",
    ) -> int:
        """Carry out presses in order; returns how many were made.

        Stops, perhaps before the first, where the page no longer is what was seen: `as_seen` checks
        this before the first, and the page's guard at every press, for as long as that is so. They
        are meant for a frame of the page, whose corner lies at `shift`, and for a document in it.
        """
        frame = self._page.page.main_frame if where is None else where
        points = [
            [_shifted(one.at, shift), [_shifted(at, shift) for at in one.around], one.beside]
            for one in presses
        ]
        self.gone_on = False
        if frame is not self._page.page.main_frame:
            outer = [[one.at, [], one.beside] for one in presses]
            self._tell(self._page.page.main_frame, "aim", outer, "", True)
        aimed_at = self._tell(frame, "aim", points, document, False)
        if not aimed_at or not as_seen():
            self._finish(frame)
            return 0
        # What acts on elements are events, and these bear their place: nobody asks where the
        # pointer is by now.
        rests = aimed_at != "elements"
        try:
            with telling(self._page.page):
                for press in presses:
                    if self.gone_on:
                        break
                    self.mouse.press(press if rests else replace(press, rest=0.0))
        except SilentPageError:
            # What came of it, the next picture shows.
            return 0
        stopped = self._finish(frame)
        return len(presses) if stopped == "made" else stopped if isinstance(stopped, int) else 0

    def _finish(self, frame: Frame) -> int | str:
        """Index of the first press the page's guard held back, or a word: see guard.js."""
        stopped: int | str = self._tell(frame, "finish") or "gone"
        if frame is not self._page.page.main_frame:
            outer = self._tell(self._page.page.main_frame, "finish")
            stopped = outer if isinstance(outer, int) else stopped
        return stopped

    def _tell(self, frame: Frame, what: str, *said: object) -> Any:
        """What the guard of a frame answers; nothing where there is none."""
        ask = f"said => window.__mwagentGuard?.{what}(...said)"
        return self._page.ask(lambda: frame.evaluate(ask, list(said)))


def _shifted(at: Point, shift: tuple[float, float]) -> list[float]:
    return [at[0] - shift[0], at[1] - shift[1]]
