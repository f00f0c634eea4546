"""What a page's own state says of a game that the bot plays on it: cells, presses, verdicts.

The bot knows pixels only. The judge asks the page, by the recipe of `foreign_pages.py`, before each
picture of the board and after each look, and compares cells where the page said the same both
times. A press is judged when the page gets it, after the bot's own guard.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from benchmarks.live.foreign_pages import READ
from mwagent.minefield import SYMBOLS, Board, Cell
from mwagent.player.views.asking import SilentPageError, in_time

if TYPE_CHECKING:
    from playwright.sync_api import Page

NOTES: Final = (Path(__file__).parent / "page_judge.js").read_text(encoding="utf-8")
ALIKE: Final = {"X": "*", "?": "#"}
"""What the page tells apart and a `Board` does not."""
SETTLING: Final = 1.0
"""Seconds that a page may take to show the end that the bot has seen."""
ANSWERS_WITHIN: Final = 5.0
"""Seconds a page may take to say what is on its board."""


class Judge:
    """Asks a page what is on its board, and what it was pressed on; `spent` seconds so far."""

    def __init__(self, page: Page, recipe: Mapping[str, Any]):
        self.spent = 0.0
        self.reads = bool(recipe.get("cells") or recipe.get("board"))
        self._page = page
        self._presses: list[dict[str, Any]] = []
        self._ends: list[dict[str, Any]] = []
        if self.reads:
            script = f"({NOTES})({READ}, {json.dumps(recipe)})"
            page.add_init_script(script)
            self._ask(script)

    def state(self) -> dict[str, Any] | None:
        """What the page says of its board now; None where it has none, or cannot be asked."""
        state: dict[str, Any] | None = self._ask("window.__judge?.state() ?? null")
        return state

    def presses(self) -> list[dict[str, Any]]:
        """The presses that the page got since they were last asked for."""
        self._take()
        taken, self._presses = self._presses, []
        return taken

    def end(self, since: float, awaited: bool) -> dict[str, Any] | None:
        """The first end of a round that the page has shown since a time, in seconds.

        An end that is `awaited` may be a little late.
        """
        until = time.time() + (SETTLING if awaited else 0.0)
        while True:
            self._take()
            ends = [end for end in self._ends if end["at"] >= 1000 * since]
            if ends or time.time() > until:
                return ends[0] if ends else None
            self._page.wait_for_timeout(100)

    def _take(self) -> None:
        taken = self._ask("window.__judge?.take() ?? null")
        if taken is not None:
            self._presses += taken["presses"]
            self._ends += taken["ends"]

    def _ask(self, expression: str) -> Any:
        from playwright.sync_api import Error

        began = time.perf_counter()
        try:
            with in_time(ANSWERS_WITHIN):
                return self._page.evaluate(expression) if self.reads else None
        except (Error, SilentPageError):
            return None  # it is being loaded, gone, or in a loop without end
        finally:
            self.spent += time.perf_counter() - began


def text_of(board: Board) -> list[str]:
    """The rows of a board in the symbols of a recipe."""
    return ["".join(SYMBOLS[code] for code in row) for row in board.cells]


def misread(board: Board, unread: Set[Cell], cells: Sequence[str]) -> dict[Cell, str]:
    """The cells that a page shows otherwise than the bot's board, as `page>bot`.

    Cells that the bot says it does not understand are left out, and wrong flags, for which a
    board has no symbol.

    >>> misread(Board.parse("1 # F"), set(), ["12#"])
    {(0, 1): '2>#', (0, 2): '#>F'}
    """
    found = {}
    for r, (shown, read) in enumerate(zip(cells, text_of(board), strict=True)):
        for c, (true, ours) in enumerate(zip(shown, read, strict=True)):
            if ALIKE.get(true, true) != ours and true != "W" and (r, c) not in unread:
                found[r, c] = f"{true}>{ours}"
    return found


def agreed(before: Mapping[str, Any] | None, after: Mapping[str, Any] | None) -> bool:
    """Whether a page showed one and the same board all the while."""
    return before is not None and after is not None and before["cells"] == after["cells"]
