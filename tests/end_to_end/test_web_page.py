"""The practice page in a real Chromium: what it shows, keeps, and takes from hand and keyboard."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

from mwagent.minefield import FirstClick, Level, cells_where
from mwagent.player.views import find_browser
from mwagent.web import page_mines
from testbed.pageboard import at, settings

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


def pixels(page: Page) -> np.ndarray:
    """The board's own pixels; it must lie on whole ones."""
    left, top, width, height = page.evaluate(
        """() => {
            const box = document.getElementById("board").getBoundingClientRect();
            return [box.left, box.top, box.width, box.height].map(x => x * devicePixelRatio);
        }"""
    )
    shot = np.asarray(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))
    assert [left, top, width, height] == pytest.approx(
        [round(x) for x in (left, top, width, height)], abs=0.03
    )
    return shot[round(top) : round(top + height), round(left) : round(left + width)]


def face(page: Page) -> str:
    """The look of the face that is shown."""
    looks = ["smile", "oh", "cool", "dead"]
    shown = page.evaluate(
        "[...document.querySelectorAll('#face g')].map(g => !g.hasAttribute('display'))"
    )
    assert sum(shown) == 1
    return looks[shown.index(True)]


def win(page: Page, level: Level, seed: str) -> None:
    mines = page_mines(level, seed, (0, 0), FirstClick.OPEN)
    page.mouse.click(*at(page, (0, 0)))
    for r, c in np.argwhere(~mines):
        if page.evaluate("mwState.stage") != "won":
            page.mouse.click(*at(page, (int(r), int(c))))


def test_a_won_game(open_page: Any) -> None:
    level = Level(6, 6, 4)
    page = open_page(f"?level={level}&seed=win&rule=open&test=1&zoom=2", clock=True)
    assert face(page) == "smile"
    assert page.get_attribute("#mines", "aria-label") == "Mines left 4"
    win(page, level, "win")
    assert face(page) == "cool"
    assert page.get_attribute("#mines", "aria-label") == "Mines left 0"
    assert page.text_content("#status").startswith("Won in ")
    assert sum(row.count("F") for row in page.evaluate("mwState.rows")) == 4
    clock = page.get_attribute("#clock", "aria-label")
    page.clock.run_for(1100)
    assert page.get_attribute("#clock", "aria-label") == clock, "the clock stops"
    before = page.evaluate("mwState.rows")
    page.mouse.click(*at(page, (0, 0)), button="right")
    page.mouse.click(*at(page, (5, 5)))
    assert page.evaluate("mwState.rows") == before, "a finished game takes no clicks"


def test_a_lost_game_and_the_face(open_page: Any) -> None:
    level = Level(6, 6, 8)
    page = open_page(f"?level={level}&seed=loss&rule=safe&test=1&zoom=2")
    mines = page_mines(level, "loss", (0, 0))
    bad, other = cells_where(mines)[:2]
    right = next((int(r), int(c)) for r, c in np.argwhere(~mines)[::-1])
    page.mouse.move(*at(page, (0, 0)))
    page.mouse.down()
    assert face(page) == "oh"
    page.mouse.up()
    assert face(page) == "smile"
    page.mouse.click(*at(page, other), button="right")
    page.mouse.click(*at(page, right), button="right")
    assert page.get_attribute("#mines", "aria-label") == "Mines left 6"
    page.mouse.click(*at(page, bad))
    rows = page.evaluate("mwState.rows")
    assert face(page) == "dead"
    assert rows[bad[0]][bad[1]] == "X"
    assert rows[other[0]][other[1]] == "F"
    assert rows[right[0]][right[1]] == "W"
    assert sum(row.count("*") for row in rows) == 6
    page.click("#face")
    assert face(page) == "smile"
    assert page.evaluate("mwState.rows") == ["#" * 6] * 6
    assert page.get_attribute("#clock", "aria-label") == "Seconds 0"


def test_the_clock_counts_from_one(open_page: Any) -> None:
    page = open_page("?level=expert&test=1", clock=True)
    page.clock.run_for(1200)
    assert page.get_attribute("#clock", "aria-label") == "Seconds 0"
    page.mouse.click(*at(page, (8, 8)))
    assert page.get_attribute("#clock", "aria-label") == "Seconds 1"
    page.clock.run_for(1100)
    assert page.get_attribute("#clock", "aria-label") == "Seconds 2"


def test_a_chord_shows_what_it_presses(open_page: Any) -> None:
    page = open_page("?level=9x9/10&seed=press&test=1&zoom=2")
    fresh = pixels(page)
    page.mouse.move(*at(page, (4, 4)))
    page.mouse.down(button="middle")
    held = pixels(page)
    changed = {(int(y) // 32, int(x) // 32) for y, x in np.argwhere((fresh != held).any(axis=2))}
    assert changed == {(r, c) for r in (3, 4, 5) for c in (3, 4, 5)}
    page.mouse.move(*at(page, (0, 0)))
    held = pixels(page)
    changed = {(int(y) // 32, int(x) // 32) for y, x in np.argwhere((fresh != held).any(axis=2))}
    assert changed == {(0, 0), (0, 1), (1, 0), (1, 1)}
    page.mouse.up(button="middle")
    assert (pixels(page) == fresh).all()


def test_what_changed_is_painted_and_all_of_it(open_page: Any) -> None:
    page = open_page("?level=30x16/60&seed=paint&rule=open&test=1&zoom=1")
    for number in range(60):
        cell = (number * 5 % 16, number * 7 % 30)
        page.mouse.click(*at(page, cell), button="right" if number % 3 else "left")
    painted = pixels(page)
    page.mouse.move(0, 0)
    page.select_option("#theme", "night")
    page.select_option("#theme", "day")
    assert (pixels(page) == painted).all()


@pytest.mark.parametrize("ratio", [1, 1.1, 1.25, 2])
@pytest.mark.sampled
def test_cells_are_crisp_and_equal(chromium: Any, page_url: str, ratio: float) -> None:
    # A real scale: an emulated one is drawn at 1 and scaled.
    path = find_browser()
    scale = f"--force-device-scale-factor={ratio}"
    with chromium.browser_type.launch(
        executable_path=path, chromium_sandbox=False, args=[scale, "--window-size=1280,900"]
    ) as browser:
        page = browser.new_context(no_viewport=True).new_page()
        for zoom in [0.75, 1, 1.1, 2, 3]:
            page.goto(f"{page_url}?level=9x9/10&theme=classic&test=1&zoom={zoom}")
            board = pixels(page)
            pitch = round(16 * zoom * ratio)
            assert board.shape == (9 * pitch, 9 * pitch, 3)
            cell = board[:pitch, :pitch]
            assert (np.tile(cell, (9, 9, 1)) == board).all()
            assert (cell[0, : pitch - 2] == 255).all(), "the bevel begins on the first pixel"
            assert {128, 192, 255} <= set(np.unique(cell).tolist())


def test_two_hundred_fast_clicks_all_register(open_page: Any) -> None:
    page = open_page("?level=expert&rule=open&test=1&zoom=1")
    page.mouse.click(*at(page, (8, 15)))
    hidden = [
        (r, c)
        for r, row in enumerate(page.evaluate("mwState.rows"))
        for c, symbol in enumerate(row)
        if symbol == "#"
    ][:200]
    points = [at(page, cell) for cell in hidden[:1]]
    box = page.locator("#board").bounding_box()
    points = [(box["x"] + 16 * c + 8, box["y"] + 16 * r + 8) for r, c in hidden]
    for x, y in points:
        page.mouse.click(x, y, button="right")
    moves = page.evaluate("mwState.moves")[1:]
    assert [(m["row"], m["col"]) for m in moves] == hidden
    # And in one go, as a batch of events that arrives before anything is painted.
    page.evaluate(
        """(points) => {
            const board = document.getElementById("board");
            for (const [x, y] of points) {
                const place = { clientX: x, clientY: y, button: 2, bubbles: true };
                board.dispatchEvent(new MouseEvent("mousedown", { ...place, buttons: 2 }));
                board.dispatchEvent(new MouseEvent("mouseup", { ...place, buttons: 0 }));
            }
        }""",
        points,
    )
    assert len(page.evaluate("mwState.moves")) == 401
    assert not any("F" in row for row in page.evaluate("mwState.rows"))


def test_the_largest_board_answers_at_once(open_page: Any) -> None:
    page = open_page("?level=100x100/1&rule=open&test=1&zoom=1", width=1800, height=1000)
    took = page.evaluate(
        """() => {
            const board = document.getElementById("board");
            const box = board.getBoundingClientRect();
            const place = { clientX: box.left + 8, clientY: box.top + 8, bubbles: true };
            board.dispatchEvent(new MouseEvent("mousedown", { ...place, buttons: 1 }));
            board.dispatchEvent(new MouseEvent("mouseup", { ...place, buttons: 0 }));
            return mwState.moves[0].opened;
        }"""
    )
    assert took > 9000


def test_question_marks_are_an_option(open_page: Any) -> None:
    page = open_page("?level=9x9/10&test=1&zoom=2&marks=1")
    seen = []
    for _ in range(3):
        page.mouse.click(*at(page, (2, 3)), button="right")
        seen.append(page.evaluate("mwState.rows[2][3]"))
    assert seen == ["F", "?", "#"]
    settings(page)
    page.uncheck("#marks")
    page.keyboard.press("Escape")
    page.mouse.click(*at(page, (2, 3)), button="right")
    page.mouse.click(*at(page, (2, 3)), button="right")
    assert page.evaluate("mwState.rows[2][3]") == "#"


def test_keyboard(open_page: Any) -> None:
    page = open_page("?level=9x9/10&seed=keys&test=1&zoom=2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("f")
    assert page.evaluate("mwState.rows[3][4]") == "F"
    page.keyboard.press("f")
    page.keyboard.press("Space")
    assert page.evaluate("mwState.stage") == "ongoing"
    assert page.evaluate("mwState.moves.at(-1)")["row"] == 3
    page.keyboard.press("F2")
    assert page.evaluate("mwState.stage") == "waiting"
    page.keyboard.press("Enter")
    page.keyboard.press("n")
    assert page.evaluate("mwState.game") == 2


def test_touch(chromium: Any, page_url: str) -> None:
    context = chromium.new_context(
        viewport={"width": 390, "height": 800},
        has_touch=True,
        is_mobile=True,
    )
    page = context.new_page()
    page.goto(f"{page_url}?level=9x9/10&seed=touch&test=1")
    page.touchscreen.tap(*at(page, (4, 4)))
    moves = page.evaluate("mwState.moves")
    assert [(m["kind"], m["row"], m["col"]) for m in moves] == [("open", 4, 4)]
    hidden = next(
        (r, row.index("#")) for r, row in enumerate(page.evaluate("mwState.rows")) if "#" in row
    )
    x, y = at(page, hidden)
    session = context.new_cdp_session(page)
    session.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    page.wait_for_selector("#mines[aria-label='Mines left 9']")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    move = page.evaluate("mwState.moves.at(-1)")
    assert (move["kind"], move["row"], move["col"]) == ("flag", *hidden)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


def test_choices_are_remembered(open_page: Any) -> None:
    page = open_page("?test=1")
    page.click("[data-level=intermediate]")
    settings(page)
    page.select_option("#rule", "open")
    page.check("#easychord")
    page.reload()
    assert page.evaluate("mwState.level") == {"rows": 16, "cols": 16, "mines": 40}
    assert page.evaluate("mwState.rule") == "open"
    settings(page)
    assert page.is_checked("#easychord")


def test_a_custom_size(open_page: Any) -> None:
    page = open_page("?test=1")
    page.click("#custom-toggle")
    page.fill("#custom-cols", "12")
    page.fill("#custom-rows", "7")
    page.fill("#custom-mines", "84")
    page.click("#custom button")
    assert page.evaluate("mwState.level.cols") == 9, "84 mines leave nothing to open"
    assert "84 mines do not fit on 12x7 cells" in page.text_content("#custom-error")
    page.fill("#custom-mines", "83")
    page.click("#custom button")
    assert page.evaluate("mwState.level") == {"rows": 7, "cols": 12, "mines": 83}


@pytest.mark.parametrize("query", ["level=3x3/9", "level=0x4/1", "level=hard", "rule=x", "zoom=99"])
def test_a_wrong_address_is_named(open_page: Any, query: str) -> None:
    page = open_page(f"?{query}&test=1")
    assert query.partition("=")[0] in page.text_content("#status")
    assert page.evaluate("mwState.level.rows") == 9


def test_the_page_stands_still_while_it_is_played(open_page: Any) -> None:
    page = open_page("?level=beginner&seed=still&test=1")
    place = page.locator("#board").bounding_box()
    for number in range(81):
        page.mouse.click(*at(page, divmod(number, 9)))
    assert page.evaluate("mwState.stage") == "lost"
    assert page.locator("#board").bounding_box() == place
    assert page.evaluate("getSelection().toString()") == ""
