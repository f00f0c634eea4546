"""The page's board as tests meet it: where its cells lie, what it shows, and how to wait for it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from mwagent.minefield import Cell

if TYPE_CHECKING:
    from playwright.sync_api import Page


def at(page: Page, cell: Cell) -> tuple[float, float]:
    """The middle of a cell in CSS pixels of the window."""
    box = page.locator("#board").bounding_box()
    assert box is not None
    pitch = box["height"] / int(page.evaluate("mwState.level.rows"))
    return box["x"] + (cell[1] + 0.5) * pitch, box["y"] + (cell[0] + 0.5) * pitch


def rows(page: Page) -> list[str]:
    """The board, one character a cell (see web/static/play/journal.js)."""
    shown: list[str] = page.evaluate("mwState.rows")
    return shown


def names(page: Page) -> dict[Cell, str]:
    """What a screen reader says of each cell, without its place."""
    page.focus("#grid")
    said = page.evaluate(
        """() => [...document.querySelectorAll("#grid [role=gridcell]")].map(
            cell => cell.getAttribute("aria-label"))"""
    )
    found = {}
    for name in said:
        what, row, col = name.rsplit(", ", 2)
        found[int(row.removeprefix("row ")) - 1, int(col.removeprefix("column ")) - 1] = what
    return found


def settings(page: Page) -> None:
    """Open the settings of the page, unless they are."""
    if page.is_hidden("#options"):
        page.click("#settings")


def advised(page: Page, text: str) -> None:
    """Wait until the hints are the whole answer to the position on the board, and say this."""
    page.wait_for_selector(f"#advice-body:not([aria-busy=true]):has-text('{text}')")


def until(page: Page, condition: str, seconds: float = 60.0) -> Any:
    """Wait for a condition in JavaScript, and give its value.

    Page.wait_for_function would break the page's own rule to evaluate no text.
    """
    end = time.monotonic() + seconds
    while not (value := page.evaluate(condition)):
        assert time.monotonic() < end, f"never became true: {condition}"
        time.sleep(0.01)
    return value
