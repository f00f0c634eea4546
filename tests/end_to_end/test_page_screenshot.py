"""Screenshots on the page: dropped in, read, corrected, and analysed."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

import numpy as np
import pytest
from PIL import Image

from benchmarks.page.pictures import reading_of_example
from mwagent.web.files import STATIC
from testbed.drawn_classic import Drawing, draw
from testbed.pageboard import until

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("page_engine")]

LARGE = ["1221####", "1FF1####", "123211##", "001F11##", "001111##", "000001##", "000001##"]
SECOND = ["0000000", "0111000", "01#1000", "0111111", "00001##", "00002##", "00001##"]
SMALL = ["1#1000", "111000", "000111", "0001##", "0001##"]
READY = "document.querySelector('#mode-screenshot .both .said')?.childElementCount > 0"
STATE = "document.querySelector('#mode-screenshot .state')?.textContent"
ANSWER = "document.querySelector('#mode-screenshot .both .said').textContent"


def picture(*boards: tuple[list[str], int, int], covered: tuple[int, int] | None = None) -> bytes:
    """A PNG with boards of 24-pixel cells at places (x, y); a spot may cover what is there."""
    screen = np.full((330, 560, 3), 120, np.uint8)
    for rows, x, y in boards:
        draw(rows, Drawing(24.0, x, y, 0), screen)
    if covered:
        x, y = covered
        screen[y : y + 22, x : x + 22] = (200, 80, 230)
    file = io.BytesIO()
    Image.fromarray(screen[:, :, ::-1]).save(file, "PNG")
    return file.getvalue()


def choose(page: Any, data: bytes, name: str = "shot.png") -> None:
    page.set_input_files(
        "#mode-screenshot input[type=file]",
        {"name": name, "mimeType": "image/png", "buffer": data},
    )


def names(page: Any) -> list[str]:
    """What a screen reader says of each cell, without its place."""
    page.focus("#mode-screenshot [role=grid]")
    said = page.evaluate(
        """() => [...document.querySelectorAll("#mode-screenshot [role=gridcell]")].map(
            cell => cell.getAttribute("aria-label"))"""
    )
    return [name.rsplit(", ", 2)[0] for name in said]


def symbols(page: Any) -> list[str]:
    """What each cell is, without what is said of it."""
    return [name.split(",")[0] for name in names(page)]


def press(page: Any, name: str) -> None:
    page.locator("#mode-screenshot").get_by_role("button", name=name, exact=True).click()


def test_a_board_is_read_corrected_and_analysed(open_page: Any) -> None:
    page = open_page("?test=1#screenshot")
    choose(page, picture((LARGE, 60, 60), covered=(60 + 24 * 4 + 1, 60 + 24 * 3 + 1)))
    until(page, READY, 60)
    assert "1 cell is doubtful" in page.text_content("#mode-screenshot .doubts")
    assert names(page)[3 * 8 + 4].startswith("hidden, doubtful")
    assert page.input_value("#read-mines") == ""
    assert "How many mines" in page.text_content("#mode-screenshot .ask-mines")
    press(page, "1")
    until(
        page,
        "/with confidence/.test(document.querySelector('#mode-screenshot .doubts').textContent)",
    )
    assert names(page)[3 * 8 + 4] == "1"
    page.fill("#read-mines", "12")
    assert not page.is_visible("#mode-screenshot .ask-mines")
    until(
        page,
        f"/safe|guess/.test({ANSWER})",
    )
    press(page, "Open in Analyse")
    until(page, "location.hash === '#analyse'")
    until(page, "document.querySelectorAll('#mode-analyse [role=gridcell]').length === 56")


def test_keys_and_the_picture_choose_and_correct_cells(open_page: Any) -> None:
    page = open_page("?test=1#screenshot")
    choose(page, picture((LARGE, 60, 60)))
    until(page, READY, 60)
    page.check("#mode-screenshot .check:has-text('whole picture') input")
    shown = page.locator("#mode-screenshot .picture").bounding_box()
    scale = shown["width"] / 560
    page.mouse.click(shown["x"] + 144 * scale, shown["y"] + 144 * scale)
    before = symbols(page)
    page.keyboard.press("8")
    after = symbols(page)
    assert [cell for cell in range(56) if before[cell] != after[cell]] == [3 * 8 + 3]
    until(page, f"/cannot|contradict/.test({ANSWER})")
    press(page, "Undo")
    assert symbols(page) == before


def test_the_counter_is_taken_over(open_page: Any) -> None:
    game = open_page("?level=9x9/10&seed=shot&rule=open&test=1&zoom=2")
    box = game.locator("#board").bounding_box()
    game.mouse.click(box["x"] + 144, box["y"] + 144)
    rows = game.evaluate("mwState.rows")
    shot = game.screenshot()
    page = open_page("?test=1#screenshot")
    choose(page, shot)
    until(page, READY, 60)
    assert page.input_value("#read-mines") == "10"
    said = {"#": "hidden", "0": "empty", "F": "flag"}
    assert symbols(page) == [said.get(symbol, symbol) for symbol in "".join(rows)]


def test_of_several_boards_one_is_chosen(open_page: Any) -> None:
    page = open_page("?test=1#screenshot")
    choose(page, picture((LARGE, 40, 60), (SECOND, 350, 90)))
    until(page, READY, 60)
    assert "2 boards were found" in page.evaluate(STATE)
    assert len(names(page)) == 56
    press(page, "Board 2: 7 × 7")
    assert len(names(page)) == 49
    page.check("#mode-screenshot .check:has-text('whole picture') input")
    shown = page.locator("#mode-screenshot .picture").bounding_box()
    page.mouse.click(shown["x"] + shown["width"] * 100 / 560, shown["y"] + shown["height"] / 2)
    assert len(names(page)) == 56, "a click on the other board chooses it"


@pytest.mark.parametrize("way", ["paste", "drop"])
@pytest.mark.parametrize("mode", ["play", "analyse", "screenshot"])
def test_a_picture_is_taken_wherever_it_comes_in(open_page: Any, way: str, mode: str) -> None:
    page = open_page(f"?test=1#{mode}")
    until(page, f"document.querySelector('#mode-{mode}')?.childElementCount > 0")
    page.evaluate(
        """([way, text]) => {
            const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
            const data = new DataTransfer();
            data.items.add(new File([bytes], "image.png", { type: "image/png" }));
            const how = { bubbles: true, cancelable: true };
            const event = way === "paste"
                ? new ClipboardEvent("paste", { clipboardData: data, ...how })
                : new DragEvent("drop", { dataTransfer: data, ...how });
            document.body.dispatchEvent(event);
        }""",
        [way, base64.b64encode(picture((SMALL, 100, 100))).decode()],
    )
    until(page, "location.hash === '#screenshot'")
    until(page, READY, 60)
    assert len(names(page)) == 30


def test_no_board_no_picture_and_no_server_are_sentences(
    open_page: Any, chromium: Any, page_url: str
) -> None:
    page = open_page("?test=1#screenshot")
    choose(page, picture())
    until(page, f"/No Minesweeper board/.test({STATE})", 60)
    choose(page, b"no picture")
    until(page, f"/no picture that a browser/.test({STATE})")
    context = chromium.new_context()
    context.route("**/api*", lambda route: route.fulfill(status=404, body="Not found"))
    page = context.new_page()
    page.goto(f"{page_url}?test=1#screenshot")
    until(page, f"/mwagent page/.test({STATE})")
    choose(page, picture((SMALL, 100, 100)))
    until(page, "document.querySelector('#mode-screenshot .picture').checkVisibility()")
    until(page, f"/pip install/.test({STATE})")
    # The example needs no server: its board can be corrected and is analysed like any other.
    press(page, "Show an example")
    until(page, READY, 60)
    assert len(names(page)) == 81
    assert page.input_value("#read-mines") == "10"
    page.locator("#mode-screenshot .both .said", has_text="safe to open").wait_for()
    context.close()


def test_the_example_is_what_the_reader_says_of_the_picture() -> None:
    kept = json.loads((STATIC / "screenshot" / "example.json").read_text())
    assert kept == reading_of_example()


@pytest.mark.parametrize("width", [360, 1920])
def test_it_fits_the_window(open_page: Any, width: int) -> None:
    page = open_page("?test=1#screenshot", width=width, height=800)
    choose(page, picture((LARGE, 60, 60)))
    until(page, READY, 60)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
