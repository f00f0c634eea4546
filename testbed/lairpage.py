"""The Dragonsweeper page as tests meet it: what it shows, and how the solver plays on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mwagent.dragonsweeper.lair import WIDTH
from testbed.pageboard import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

ORB_AT_START = {0: (8, 6)}
"""Where the orb of a lair lies, which is in sight from the start."""

LOOKS = """[...document.querySelectorAll("#board [role=gridcell]")].map(
    cell => cell.ariaLabel.replace(/, column \\d+, row \\d+$/, ""))"""
"""What a screen reader says of every square, row by row, without its place."""


def names(page: Page) -> list[str]:
    """What a screen reader says of every square, row by row, without its place."""
    said: list[str] = page.evaluate(LOOKS)
    return said


def cell(page: Page, x: int, y: int) -> Any:
    return page.locator("#board [role=gridcell]").nth(y * WIDTH + x)


def solve(page: Page, moves: int) -> None:
    """Let the solver play some moves."""
    page.evaluate(
        "n => { for (let i = 0; i < n; i++) document.querySelector('[data-do=solver]').click(); }",
        moves,
    )
    page.click("[data-do=share]")
    until(page, "document.getElementById('status').textContent.includes('link to this lair')")
