"""A stranger's first minute: what the first screen offers, and the game that teaches."""

from __future__ import annotations

from typing import Any

import pytest

from mwagent.minefield import Cell
from testbed.pageboard import until

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("page_engine")]

OFFER = "#status >> text=Learn it in five steps"


def at(page: Any, cell: Cell) -> tuple[float, float]:
    box = page.locator("#board").bounding_box()
    side = box["width"] / 6
    return box["x"] + (cell[1] + 0.5) * side, box["y"] + (cell[0] + 0.5) * side


def says(page: Any, text: str) -> None:
    page.locator("#status", has_text=text).wait_for()


def test_the_lessons_are_on_a_phones_first_screen(open_page: Any) -> None:
    page = open_page("", width=360, height=740, touch=True)
    page.wait_for_selector(OFFER)
    says(page, "Tap any cell to begin.")
    link = page.locator("#modes [data-mode=train]").bounding_box()
    bar = page.locator("#modes").bounding_box()
    assert link["x"] + link["width"] <= bar["x"] + bar["width"], "its name is not cut off"


def test_five_steps_by_touch_and_on_to_the_lessons(open_page: Any) -> None:
    page = open_page("", width=360, height=740, touch=True)
    page.tap(OFFER)
    says(page, "1 of 5: tap")
    page.touchscreen.tap(*at(page, (3, 3)))
    page.wait_for_timeout(50)
    says(page, "1 of 5")
    page.touchscreen.tap(*at(page, (0, 0)))
    says(page, "2 of 5")
    touch = page.context.new_cdp_session(page)
    x, y = at(page, (2, 2))
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    says(page, "3 of 5")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.touchscreen.tap(*at(page, (3, 3)))
    says(page, "4 of 5")
    page.touchscreen.tap(*at(page, (2, 3)))
    says(page, "5 of 5")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for row, cols in {3: [1], 4: range(1, 6), 5: [0, 1, 2, 4, 5]}.items():
        for col in cols:
            page.touchscreen.tap(*at(page, (row, col)))
    says(page, "Solved!")
    page.tap("#status >> text=Lessons")
    page.wait_for_selector("#mode-train [data-kind=lessons][aria-pressed=true]")
    page.tap("#modes [data-mode=play]")
    assert page.get_attribute("[data-level=beginner]", "aria-pressed") == "true"
    assert "after the first game" in page.text_content("#stats"), "a lesson is no result"


@pytest.mark.parametrize("way", ["Leave", "face", "expert"])
def test_it_is_left_by_one_press(open_page: Any, way: str) -> None:
    page = open_page("")
    page.click(OFFER)
    says(page, "1 of 5: click")
    page.mouse.click(*at(page, (0, 0)))
    press = {"Leave": "#status >> text=Leave", "face": "#face", "expert": "[data-level=expert]"}
    page.click(press[way])
    says(page, "Click any cell to begin.")
    columns = 30 if way == "expert" else 9
    until(page, f"document.getElementById('grid').ariaColCount === '{columns}'")
    page.mouse.click(*at(page, (1, 1)))
    says(page, "Left opens")


def test_who_has_played_here_is_offered_nothing(open_page: Any) -> None:
    page = open_page("")
    page.wait_for_selector(OFFER)
    page.click("#board")
    says(page, "Left opens")
    until(
        page, "import('/history/store.js').then(s => new s.GameStore().games()).then(g => g.length)"
    )
    page.goto(page.url)
    says(page, "goes on where it was left")
    page.click("#face")
    says(page, "Click any cell to begin.")
    assert page.locator(OFFER).count() == 0


def test_a_lesson_that_cannot_be_loaded_says_so(open_page: Any) -> None:
    page = open_page("")
    page.route("**/firstgame.js*", lambda route: route.abort())
    page.click(OFFER)
    says(page, "could not be loaded")
