"""The Dragonsweeper page for everybody: marks, keys, touch, screen readers, no network."""

from __future__ import annotations

from typing import Any

import pytest

from mwagent.dragonsweeper import Lair
from mwagent.dragonsweeper.lair import WIDTH
from testbed.lairpage import ORB_AT_START, cell, names, solve
from testbed.pageboard import until

pytestmark = pytest.mark.browser


def test_marks_by_mouse_and_keys(open_lair: Any) -> None:
    page = open_lair("?seed=0", free=False)
    cell(page, 2, 3).click(button="right")
    page.click("#palette button[aria-label='power 5']")
    assert names(page)[3 * WIDTH + 2].startswith("hidden, marked 5")
    cell(page, 3, 3).click(button="right")
    page.keyboard.press("Escape")
    page.keyboard.press("7")
    assert names(page)[3 * WIDTH + 2].startswith("hidden, marked 5")
    cell(page, 2, 3).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("9")
    assert names(page)[4 * WIDTH + 3].startswith("hidden, marked 9")
    page.keyboard.press("9")
    assert names(page)[4 * WIDTH + 3] == "hidden"
    assert page.get_attribute("#hearts", "aria-label") == "5 of 5 hearts", "nothing was played"


def test_the_keyboard_plays(open_lair: Any) -> None:
    page = open_lair("?seed=0", free=False)
    page.locator("#board [tabindex='0']").focus()
    x, y = ORB_AT_START[0]
    for _ in range(20):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    for _ in range(x):
        page.keyboard.press("ArrowRight")
    for key in ["ArrowUp"] * 12 + ["ArrowDown"] * y:
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.ariaLabel").startswith("orb")
    page.keyboard.press("Enter")
    until(page, f"document.querySelectorAll('.cell')[{y * WIDTH + x}].ariaLabel.startsWith('num')")
    assert page.evaluate("document.activeElement.ariaLabel").startswith("number 20")
    assert page.text_content("#status") == "Number 20."
    for key in ["s"] * 25:
        page.keyboard.press(key)
    until(page, "document.getElementById('level').textContent !== 'Level 1'")
    page.keyboard.press("n")
    until(page, "location.search !== '?seed=0'")


def test_touch_on_a_phone(open_lair: Any) -> None:
    page = open_lair("?seed=0", width=360, height=740, touch=True, free=False)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = page.locator("#board").bounding_box()
    assert box["width"] >= 13 * 30
    assert box["y"] + box["height"] <= 740
    cell(page, *ORB_AT_START[0]).tap()
    until(page, "document.querySelectorAll('.cell.open').length > 10")
    held = cell(page, 1, 1).bounding_box()
    point = {"x": held["x"] + 10, "y": held["y"] + 10}
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_selector("#palette:popover-open")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.locator("#palette button[aria-label=mine]").tap()
    assert names(page)[WIDTH + 1].startswith("hidden, marked ✶")
    page.locator("[data-do=mark-mode]").tap()
    cell(page, 0, 0).tap()
    page.locator("#palette button[aria-label='power 2']").tap()
    assert names(page)[0].startswith("hidden, marked 2")


def test_nothing_moves_when_the_page_speaks(open_lair: Any) -> None:
    page = open_lair("?seed=0", width=360, height=740)
    place = "document.getElementById('board').getBoundingClientRect().top + scrollY"
    before = page.evaluate(place)
    solve(page, 60)
    assert page.evaluate(place) == before


@pytest.mark.drawn
@pytest.mark.parametrize("theme", ["day", "night", "contrast", "classic"])
def test_axe_finds_nothing(open_lair: Any, theme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = open_lair(f"?seed=77&theme={theme}", bounds="range")

    def check() -> None:
        page.evaluate("Promise.all(document.getAnimations().map(a => a.finished.catch(() => 0)))")
        found = axe.run(page)
        assert found.violations_count == 0, found.generate_report()

    solve(page, 60)
    check()
    if theme == "day":
        page.locator(".cell.hidden").first.click(button="right")
        check()
        page.keyboard.press("Escape")
        mine = next((x, y) for x, y, entity in Lair.generate(77) if entity.kind == "mine")
        page.uncheck("#option-free")
        cell(page, *mine).click()
        page.wait_for_selector("#ending:not([hidden])")
        check()


def test_without_the_module_the_page_says_what_to_do(
    chromium: Any, page_url: str, page_engine: None
) -> None:
    context = chromium.new_context(service_workers="block")
    page = context.new_page()
    page.route("**/dragon.wasm", lambda route: route.fulfill(status=404))
    page.goto(f"{page_url}dragonsweeper/")
    until(page, "document.getElementById('status').textContent.includes('make site')")
    context.close()


def test_it_works_without_a_network_after_the_first_visit(open_lair: Any) -> None:
    page = open_lair("?seed=0", offline=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    until(page, "navigator.serviceWorker.controller !== null")
    until(page, "caches.match('worker.js').then(kept => Boolean(kept))")
    until(page, "caches.match('dragon.wasm').then(kept => Boolean(kept))")
    page.context.set_offline(True)
    page.goto(page.url.replace("seed=0", "seed=9"))
    page.wait_for_selector("html[data-ready]")
    assert page.input_value("#seed") == "9"
    solve(page, 5)
    assert page.locator(".cell.open").count() > 2
    page.click("#modes a >> text=Minesweeper")
    page.wait_for_selector("#sister")
