"""Play on boards of other shapes: hexagons, triangles, a torus and a cylinder."""

from __future__ import annotations

import re
from typing import Any

import pytest

from testbed.pageboard import advised, until

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("page_engine")]

SHAPES = ["hexagons", "triangles", "torus", "cylinder"]

MIDDLE = """name => {
  const cells = [...document.querySelectorAll("#grid [role=gridcell]")];
  const cell = cells.find(one => new RegExp(name).test(one.getAttribute("aria-label")));
  const box = cell?.getBoundingClientRect();
  return box ? [box.left + box.width / 2, box.top + box.height / 2] : null;
}"""
"""Where the cell lies of which a screen reader says this; null where there is none."""


def where(page: Any, name: str) -> tuple[float, float]:
    return tuple(until(page, f"({MIDDLE})({name!r})"))


def begun(open_page: Any, shape: str, rest: str = "&rule=open", **more: Any) -> Any:
    page = open_page(f"?level={shape}-beginner&seed=shape&test=1{rest}", **more)
    page.focus("#grid")
    return page


def won_with_hints(page: Any, press: Any) -> None:
    """Open what is safe by the names of cells, until the board is open."""
    for _ in range(80):
        if page.evaluate("mwState.stage") != "ongoing":
            break
        page.wait_for_selector("#advice-body:not([aria-busy=true])")
        press(*where(page, r"hidden, .*best move"))
    assert page.evaluate("mwState.stage") in ("won", "lost")


@pytest.mark.parametrize("shape", SHAPES)
def test_a_board_without_a_guess_is_won_by_its_hints(open_page: Any, shape: str) -> None:
    page = begun(open_page, shape, "&noguess=1")
    page.mouse.click(*where(page, "row 4, column 4"))
    until(page, "mwState.stage === 'ongoing'")
    page.click("#hints")
    page.focus("#grid")
    advised(page, "safe to open")
    won_with_hints(page, page.mouse.click)
    assert page.evaluate("mwState.stage") == "won"
    page.wait_for_selector("#review:visible")


@pytest.mark.parametrize("shape", SHAPES)
def test_reasons_are_told_and_marked(open_page: Any, shape: str) -> None:
    page = begun(open_page, shape)
    page.mouse.click(*where(page, "row 4, column 4"))
    page.click("#hints")
    advised(page, "safe to open")
    page.focus("#grid")
    page.keyboard.press("w")
    page.mouse.click(*where(page, "hidden, safe"))
    page.click("#why >> text=Explain")
    assert page.inner_text("#why .verdict") == "It is safe."
    assert re.search(r"By (the|comparing).*\(\d+, \d+\)", page.inner_text("#why ol"))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_newcomer_plays_it_on_a_phone(open_page: Any, shape: str) -> None:
    page = open_page("?seed=phone&test=1&rule=open&theme=night", width=390, height=844, touch=True)
    page.select_option("#shape", shape)
    page.wait_for_url(f"**level={shape}-beginner**")  # its topology is loaded first
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.focus("#grid")
    page.touchscreen.tap(*where(page, "row 4, column 4"))
    until(page, "mwState.stage === 'ongoing'")
    page.tap("#hints")
    advised(page, "Best move")
    page.focus("#grid")
    page.touchscreen.tap(*where(page, "best move"))
    assert [move["kind"] for move in page.evaluate("mwState.moves")] == ["open", "open"]


def test_the_keyboard_goes_around_a_torus(open_page: Any) -> None:
    page = begun(open_page, "torus")
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    cell = "document.getElementById(grid.getAttribute('aria-activedescendant'))"
    until(page, f"/^hidden, row 5, column [12]$/.test({cell}.ariaLabel)")  # beyond the ninth
    page.keyboard.press("Space")
    assert page.evaluate("mwState.stage") == "ongoing"
    assert page.get_attribute("#grid", "aria-label").startswith("Torus: Board, 9 rows")


@pytest.mark.parametrize("shape", SHAPES)
def test_a_game_goes_on_after_the_page_was_loaded_anew(open_page: Any, shape: str) -> None:
    page = begun(open_page, shape)
    page.mouse.click(*where(page, "row 4, column 4"))
    page.wait_for_timeout(200)
    rows = page.evaluate("mwState.rows")
    page.reload()
    until(page, "window.mwState && mwState.stage === 'ongoing'")
    assert page.evaluate("mwState.rows") == rows
    assert page.evaluate("mwState.level.shape") == shape


@pytest.mark.parametrize("shape", SHAPES)
def test_a_link_gives_the_same_board(open_page: Any, shape: str) -> None:
    page = begun(open_page, shape)
    page.mouse.click(*where(page, "row 4, column 4"))
    rows = page.evaluate("mwState.rows")
    page.click("#share")
    page.wait_for_selector(".share[open] input")
    links = page.eval_on_selector_all(".share input", "fields => fields.map(one => one.value)")
    assert len(links) == 2, "the board and the position"
    page.goto(links[0] + "&test=1")
    page.focus("#grid")
    page.mouse.click(*where(page, "row 4, column 4"))
    assert page.evaluate("mwState.rows") == rows


def test_what_lies_beyond_a_side_that_wraps_is_the_cell_itself(open_page: Any) -> None:
    page = begun(open_page, "torus")
    box = page.locator("#board").bounding_box()
    side = box["width"] / 11
    page.mouse.click(box["x"] + side / 2, box["y"] + side / 2)
    assert [(move["row"], move["col"]) for move in page.evaluate("mwState.moves")] == [(8, 8)]
