"""Nobody is left out: axe-core finds nothing, in any mode, theme or size."""

from __future__ import annotations

from typing import Any

import pytest

from testbed.pageboard import advised, at, until
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
@pytest.mark.sampled
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
    page.wait_for_selector("#options .keys button")
    assert faults(page, axe) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    if width < 600:
        page.click("#more")
    page.click("#share")
    page.wait_for_selector(".share[open]")
    assert faults(page, axe) == []


@pytest.mark.sampled
@pytest.mark.parametrize("shape", ["hexagons", "triangles", "torus", "cylinder"])
def test_shapes_in_every_theme(open_page: Any, axe: str, page_engine: None, shape: str) -> None:
    page = open_page(
        f"?level={shape}-beginner&seed=axe&rule=open&test=1", width=360, height=780, touch=True
    )
    page.wait_for_selector("#grid [role=gridcell]", state="attached")
    page.locator("#board").tap()
    page.click("#hints")
    advised(page, "")
    page.click("#ask")
    for theme in ["day", "night", "contrast"]:
        page.select_option("#theme", theme)
        assert faults(page, axe) == [], theme


@pytest.mark.sampled
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


def test_no_mode_changes_the_looks_of_another(open_page: Any, page_engine: None) -> None:
    def boxes(page: Any, mode: str) -> list[list[float]]:
        page.wait_for_selector(f"#mode-{mode} button")
        until(page, "document.querySelector('link[href=\"watch/mode.css\"]').sheet !== null")
        found: list[list[float]] = page.evaluate(
            """mode => [...document.querySelectorAll(`#mode-${mode} :is(button, .file, input)`)]
                .map((one) => getComputedStyle(one))
                .map(({ padding, fontSize, width }) => [padding, fontSize, width])""",
            mode,
        )
        return found

    fresh = open_page("?test=1#watch")
    page = open_page("?test=1#analyse")
    for mode in ["analyse", "review", "train", "watch"]:
        page.evaluate(f"location.hash = '{mode}'")
        page.wait_for_selector(f"#mode-{mode} .card:not([hidden])")
    until(page, "document.querySelector('#mode-watch .pace') !== null")
    assert boxes(page, "watch") == boxes(fresh, "watch")


def test_what_is_pressed_is_seen_in_forced_colours(open_page: Any, page_engine: None) -> None:
    page = open_page("?level=9x9/10&test=1", forced_colors="active")
    page.click("#hints")
    page.mouse.move(0, 0)

    def colour(selector: str, what: str = "backgroundColor") -> str:
        found: str = page.eval_on_selector(selector, f"one => getComputedStyle(one).{what}")
        return found

    assert colour("#hints") != colour("#ask")
    assert colour("#modes [aria-current]") != colour("#modes [data-mode=watch]")
    assert colour("#mines path.lit", "fill") != colour("#mines path:not(.lit)", "fill")
    assert colour("#mines path:not(.lit)", "fill") == colour("#mines")
