"""Nobody is left out: axe-core finds nothing, in any mode, theme or size."""

from __future__ import annotations

from typing import Any

import pytest

from testbed.pageboard import advised, at
from testbed.pagegames import RandomPlayer

pytestmark = pytest.mark.browser

SIZES = [(360, 780), (1920, 1080)]


@pytest.fixture(scope="module")
def axe() -> str:
    """The script of axe-core, from the package that brings it."""
    base = pytest.importorskip(
        "axe_playwright_python.base", reason="axe-playwright-python is not installed"
    )
    script: str = base.AXE_SCRIPT
    return script


def faults(page: Any, axe: str) -> list[str]:
    page.evaluate(axe)
    found = page.evaluate("axe.run().then(found => found.violations)")
    return [f"{one['id']}: {[node['target'] for node in one['nodes']][:3]}" for one in found]


@pytest.mark.parametrize("width, height", SIZES)
def test_play_in_every_theme(
    open_page: Any, axe: str, page_engine: None, width: int, height: int
) -> None:
    page = open_page(
        "?level=9x9/10&seed=axe&rule=open&test=1", width=width, height=height, touch=width < 600
    )
    page.mouse.click(*at(page, (4, 4)))
    page.click("#hints")
    advised(page, "Best move")
    page.click("#custom-toggle")
    page.click("#ask")
    page.mouse.click(*at(page, (0, 0)))
    for theme in ["day", "night", "contrast", "classic"]:
        page.select_option("#theme", theme)
        assert faults(page, axe) == [], theme
    page.click("#ask-end")
    if width < 600:
        page.click("#more")
        assert faults(page, axe) == []
    page.click("#settings")
    assert faults(page, axe) == []
    page.keyboard.press("Escape")
    if width < 600:
        page.click("#more")
    page.click("#share")
    page.wait_for_selector(".share[open]")
    assert faults(page, axe) == []


@pytest.mark.parametrize("width, height", SIZES)
@pytest.mark.parametrize("mode", ["analyse", "review", "train", "games", "screenshot", "watch"])
def test_the_other_modes(open_page: Any, axe: str, mode: str, width: int, height: int) -> None:
    page = open_page("?level=9x9/10&test=1", width=width, height=height, touch=width < 600)
    if mode == "games":
        RandomPlayer(page).finish()
    page.evaluate(f"location.hash = '{mode}'")
    page.wait_for_selector(f"#mode-{mode} > *", state="attached")
    assert faults(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
