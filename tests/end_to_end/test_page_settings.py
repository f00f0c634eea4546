"""The settings that few need: each does what it says, is kept, and costs nothing while off."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from PIL import Image

from mwagent.minefield.metrics import difficulty
from mwagent.solvers import zini
from testbed.pageboard import at, rows, settings, until
from testbed.pagegames import list_of_games, mines_of

pytestmark = pytest.mark.browser

BOARD = "?level=9x9/10&seed=settings&rule=open&test=1&zoom=2"


def opened(open_page: Any, query: str = "", **more: Any) -> Any:
    """The page with its settings open."""
    page = open_page(BOARD + query, **more)
    settings(page)
    page.wait_for_selector("#options .keys button")
    return page


def close(page: Any) -> None:
    page.keyboard.press("Escape")
    page.wait_for_selector("#options", state="hidden")


def choose_key(page: Any, action: str, key: str) -> str:
    """Choose a key for something; gives what is said of it."""
    page.click(f".keys [data-action={action}]")
    page.keyboard.press(key)
    return str(page.text_content("#options .keys + p"))


def test_nothing_is_loaded_for_what_is_off(open_page: Any) -> None:
    page = open_page(BOARD)
    page.mouse.click(*at(page, (4, 4)))
    loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    names = ("sounds.js", "pointerkeys.js", "skins.js", "preferences.js", "sought.js")
    assert not [name for name in loaded if name.endswith(names)]


def test_keys_under_the_pointer_and_keys_of_ones_own(open_page: Any) -> None:
    page = opened(open_page)
    assert "is the key of" in choose_key(page, "openUnder", "Space")
    assert "meaning of its own" in choose_key(page, "openUnder", "ArrowUp")
    assert choose_key(page, "openUnder", "e") == ""
    assert choose_key(page, "flagUnder", "x") == ""
    assert choose_key(page, "undo", "z") == ""
    close(page)
    page.keyboard.press("e")
    assert set("".join(rows(page))) == {"#"}, "the pointer is not on the board"
    page.mouse.move(*at(page, (4, 4)))
    page.keyboard.press("e")
    assert rows(page)[4][4] == "0"
    mine = next((r, c) for r, row in enumerate(rows(page)) for c, at in enumerate(row) if at == "#")
    page.mouse.move(*at(page, mine))
    page.keyboard.press("x")
    assert rows(page)[mine[0]][mine[1]] == "F"
    page.keyboard.press("u")
    assert rows(page)[mine[0]][mine[1]] == "F", "the former key does nothing"
    page.keyboard.press("z")
    assert rows(page)[mine[0]][mine[1]] == "#"
    page.reload()
    page.mouse.move(*at(page, (4, 4)))
    page.wait_for_load_state("networkidle")
    page.mouse.move(*at(page, mine))
    page.keyboard.press("x")
    until(page, "mwState.rows.join('').includes('F')")
    settings(page)
    page.click("text=Usual keys")
    close(page)
    page.keyboard.press("u")
    assert rows(page)[mine[0]][mine[1]] == "#"


@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize("touch", [False, True])
def test_a_press_opens_or_its_end(open_page: Any, early: bool, touch: bool) -> None:
    page = open_page(f"{BOARD}&early={int(early)}", touch=touch)
    x, y = at(page, (4, 4))
    if touch:
        hand = page.context.new_cdp_session(page)
        finger = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        hand.send("Input.dispatchTouchEvent", finger)
    else:
        page.mouse.move(x, y)
        page.mouse.down()
    assert (rows(page)[4][4] == "0") is early
    if touch:
        hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        page.mouse.up()
    assert rows(page)[4][4] == "0"
    assert len(page.evaluate("mwState.moves")) == 1, "and once only"


TONES = """
window.tones = 0;
const made = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () { window.tones++; return made.call(this); };
"""


def test_sounds_are_off_until_they_are_switched_on(open_page: Any) -> None:
    page = open_page(BOARD)
    page.context.add_init_script(TONES)
    page.reload()
    page.mouse.click(*at(page, (4, 4)))
    assert page.evaluate("tones") == 0
    settings(page)
    page.check("#options >> text=Sounds")
    close(page)
    page.wait_for_load_state("networkidle")
    mine = next((r, c) for r, row in enumerate(rows(page)) for c, at in enumerate(row) if at == "#")
    page.mouse.click(*at(page, mine), button="right")
    assert page.evaluate("tones") == 2
    page.reload()
    page.wait_for_load_state("networkidle")
    page.mouse.click(*at(page, mine), button="right")
    until(page, "tones === 2")


@pytest.mark.usefixtures("page_engine")
@pytest.mark.parametrize("noguess", [0, 1])
def test_boards_are_sought_by_3bv_and_efficiency(open_page: Any, noguess: int) -> None:
    query = f"?level=9x9/10&rule=open&test=1&zoom=2&bv=8-14&efficiency=120&noguess={noguess}"
    page = open_page(query)
    for _ in range(3):
        page.mouse.click(*at(page, (4, 4)))
        until(page, "mwState.stage !== 'waiting'")
        page.keyboard.press("n")
    boards = [mines_of(game["board"]) for game in list_of_games(page)]
    assert len(boards) == 3
    for mined in boards:
        assert mined.sum() == 10
        assert 8 <= difficulty(mined).bbbv <= 14
        assert difficulty(mined).bbbv / zini(mined).greedy >= 1.2


@pytest.mark.usefixtures("page_engine")
def test_games_on_sought_boards_do_not_count(open_page: Any) -> None:
    page = open_page("?level=4x4/1&test=1&bv=1-3")
    page.mouse.click(*at(page, (0, 0)))
    until(page, "mwState.stage !== 'waiting'")
    mined = mines_of(list_of_games(page)[0]["board"])
    for row, col in np.argwhere(~mined):
        page.mouse.click(*at(page, (int(row), int(col))))
    assert page.evaluate("mwState.stage") == "won"
    assert "after the first game" in page.text_content("#stats")


def test_what_is_no_range_is_refused(open_page: Any) -> None:
    page = opened(open_page)
    for wrong in ("40-20", "many"):
        page.fill("#sought-bv", wrong)
        page.keyboard.press("Tab")
        page.wait_for_selector("#options [role=alert]:has-text('A range of 3BV')")
    page.fill("#sought-bv", "20 – 40")
    page.keyboard.press("Tab")
    page.wait_for_selector("#options [role=alert]:has-text('A range')", state="detached")


def tile(colour: tuple[int, int, int], name: str) -> dict[str, Any]:
    file = io.BytesIO()
    Image.new("RGB", (20, 20), colour).save(file, "PNG")
    return {"name": name, "mimeType": "image/png", "buffer": file.getvalue()}


def colour_of(page: Any, cell: tuple[int, int]) -> tuple[int, ...]:
    shot = Image.open(io.BytesIO(page.locator("#board").screenshot())).convert("RGB")
    side = shot.width / 9
    found = shot.getpixel((int((cell[1] + 0.5) * side), int((cell[0] + 0.5) * side)))
    return tuple(found)


def test_tiles_of_ones_own(open_page: Any) -> None:
    pink, green = (250, 60, 200), (10, 90, 30)
    page = opened(open_page)
    page.set_input_files("#options input[type=file]", [tile(pink, "shot.png")])
    page.wait_for_selector("#options >> text=These are no tiles")
    files = [tile(pink, "hidden_1.png"), tile(green, "open_1.png"), tile(green, "skin.toml")]
    page.set_input_files("#options input[type=file]", files)
    page.wait_for_selector("#options >> text=2 tiles are in use")
    close(page)
    page.mouse.move(1, 1)
    assert colour_of(page, (0, 0)) == pink
    page.mouse.click(*at(page, (4, 4)))
    page.mouse.move(1, 1)
    assert colour_of(page, (4, 4)) == green
    page.reload()
    page.wait_for_load_state("networkidle")
    assert colour_of(page, (4, 4)) == green, "they are kept"
    settings(page)
    page.click("text=Usual tiles")
    close(page)
    page.wait_for_load_state("networkidle")
    assert colour_of(page, (4, 4)) not in (pink, green)


@pytest.mark.parametrize("width, height", [(360, 740), (740, 360), (1280, 800)])
def test_the_flag_button_has_a_place_and_a_size(open_page: Any, width: int, height: int) -> None:
    def boxes(query: str) -> list[dict[str, float]]:
        page = open_page(
            BOARD.replace("&zoom=2", "") + query, width=width, height=height, touch=width < 1000
        )
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        found = [page.locator(name).bounding_box() for name in ("#tap-flag", "#hints", "#board")]
        page.context.close()
        flag, _, board = found
        assert flag["y"] >= 0 and flag["x"] + flag["width"] <= width + 1
        beside = flag["x"] + 1 >= board["x"] + board["width"]
        assert beside or flag["y"] + 1 >= board["y"] + board["height"], "it lies on no board"
        return found

    usual, other, _ = boxes("")
    assert (usual["y"], usual["x"]) <= (other["y"], other["x"])
    flag, other, _ = boxes("&flagplace=right")
    assert (flag["y"], flag["x"]) > (other["y"], other["x"])
    flag, other, _ = boxes("&flagplace=row&flagsize=large")
    assert flag["y"] + flag["height"] <= other["y"] + 1
    assert flag["height"] >= 64 > usual["height"]
