"""Whole games on the page, and what it keeps of them."""

from __future__ import annotations

import base64
import random
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from testbed.pageboard import at, rows, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

STATISTICS = """async () => {
    const { GameStore } = await import("/history/store.js");
    const { Statistics } = await import("/history/statistics.js");
    const statistics = new Statistics(new GameStore());
    await statistics.ready;
    return statistics.levels;
}"""
"""The figures of all levels, counted anew."""

HAS_MOVES = "'mwState' in window && /[^#]/.test(mwState.rows.join(''))"


def list_of_games(page: Page) -> list[dict[str, Any]]:
    """The headers of all games that are stored, oldest first (see play/round.js)."""
    games: list[dict[str, Any]] = page.evaluate(
        """async () => {
            const { GameStore } = await import("/history/store.js");
            return new GameStore().games();
        }"""
    )
    return games


def events_of(page: Page, name: str) -> list[dict[str, Any]]:
    """The events of a stored game (see play/gamelog.js)."""
    events: list[dict[str, Any]] = page.evaluate(
        """async id => {
            const { GameStore } = await import("/history/store.js");
            return (await new GameStore().load(id)).events;
        }""",
        name,
    )
    return events


def mines_of(text: str) -> NDArray[np.bool_]:
    """The mines of a board's text (web/static/app/links.js), read independently of the page."""
    size, _, bits = text.partition(".")
    cols, height = map(int, size.split("x"))
    padded = bits + "=" * (-len(bits) % 4)
    unpacked = np.unpackbits(np.frombuffer(base64.urlsafe_b64decode(padded), np.uint8))
    return unpacked[: height * cols].reshape(height, cols).astype(bool)


def links(page: Page) -> list[str]:
    """The addresses that the page offers to share: of the board, and of the position."""
    page.click("#share")
    page.wait_for_selector(".share input")
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('.share input')].map(f => f.value)"
    )
    page.keyboard.press("Escape")
    return found


class RandomPlayer:
    """Clicks cells of the page's board at random, flags some, and leaves the page now and then."""

    def __init__(self, page: Page, seed: int = 0) -> None:
        self.page = page
        self.draw = random.Random(seed)
        self.away: Counter[str] = Counter()
        """How often the page was left, by how."""
        self.clicks = 0
        """Presses in the last game."""

    def finish(self, away: float = 0.0, ways: Sequence[str] = ("reload",)) -> str:
        """Play a new game to its end; gives "won" or "lost".

        After each press the page is left with the chance `away`, in one of `ways`: "reload",
        "crash" and "close" (and opened in a new tab), "mode" and "sister" (and back). Raises
        AssertionError where another board is there afterwards.
        """
        self.page.click("#face")
        self.clicks = 0
        while True:
            shown = "".join(rows(self.page))
            cols = int(self.page.evaluate("mwState.level.cols"))
            hidden = [cell for cell, symbol in enumerate(shown) if symbol == "#"]
            flags = [cell for cell, symbol in enumerate(shown) if symbol == "F"]
            button: Literal["left", "right"] = "right"
            if hidden and self.draw.random() < 0.8:
                button = "left"
            place = at(self.page, divmod(self.draw.choice(hidden or flags), cols))
            self.page.mouse.click(*place, button=button)
            self.clicks += 1
            stage: str = self.page.evaluate("mwState.stage")
            if stage in ("won", "lost"):
                return stage
            if self.draw.random() < away:
                self.leave(self.draw.choice(ways))

    def leave(self, way: str) -> None:
        """Leave the page in the midst of a game and come back, and see that all is as it was."""
        shown = rows(self.page)
        self.away[way] += 1
        getattr(self, f"_{way}")()
        if "#" in shown and set("".join(shown)) == {"#"}:
            until(self.page, "'mwState' in window", 10)
        else:
            until(self.page, HAS_MOVES, 10)
        assert rows(self.page) == shown, way

    def _reload(self) -> None:
        self.page.reload()

    def _mode(self) -> None:
        for mode in ("review", "play"):
            self.page.click(f"#modes [data-mode={mode}]")
            self.page.wait_for_selector(f"#mode-{mode}", state="visible")

    def _sister(self) -> None:
        self.page.click("#sister")
        self.page.wait_for_selector("html[data-ready]")
        self.page.go_back()
        self.page.wait_for_url(lambda url: "dragonsweeper" not in url)
        self.page.wait_for_selector("#face")

    def _crash(self) -> None:
        from playwright.sync_api import Error

        address = self.page.url
        with suppress(Error):
            self.page.goto("chrome://crash")
        self._open_anew(address)

    def _close(self) -> None:
        self._open_anew(self.page.url)

    def _open_anew(self, address: str) -> None:
        context = self.page.context
        self.page.close()
        self.page = context.new_page()
        self.page.goto(address)
