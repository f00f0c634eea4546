"""Analyse in a real Chromium: positions set up by hand or loaded, and what is wrong with them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.minefield import HIDDEN, Board, Cell, cells_where, csvformat, dumps, neighbours

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("page_engine")]

LETTERS = "abcdefghiFMH"


def link(board: Board) -> str:
    """A position in the form of the page's addresses."""
    rows, cols = board.shape
    mines = "-" if board.mines is None else board.mines
    return f"{cols}x{rows}/{mines}." + "".join(LETTERS[code] for code in board.cells.ravel())


class Desk:
    """The editor as a person meets it."""

    def __init__(self, page: Page):
        self.page = page
        self.canvas = page.locator("#mode-analyse canvas.board")

    def at(self, cell: Cell) -> tuple[float, float]:
        box = self.canvas.bounding_box()
        assert box is not None
        rows, cols = self.board.shape
        height, width = box["height"] / rows, box["width"] / cols
        return box["x"] + (cell[1] + 0.5) * width, box["y"] + (cell[0] + 0.5) * height

    @property
    def board(self) -> Board:
        """What is on the board, by the names its cells have for a screen reader."""
        state = self.page.evaluate(
            """() => {
                const grid = document.querySelector("#mode-analyse .grid");
                grid.dispatchEvent(new Event("focus"));
                return [...grid.querySelectorAll("[role=row]")].map((row) =>
                    [...row.children].map((cell) => cell.getAttribute("aria-label").split(",")[0]));
            }"""
        )
        names = {"empty": "0", "hidden": "#", "flag": "F", "mine": "*"}
        total = self.page.locator("#analyse-mines").input_value()
        text = "\n".join("".join(names.get(name, name) for name in row) for row in state)
        return Board.parse(text, int(total) if total else None)

    def choose(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def says(self, text: str) -> None:
        """Wait until the engine says it."""
        self.page.locator("#analysis", has_text=text).wait_for()

    def shows(self, fits: Callable[[dict[Cell, str]], bool]) -> None:
        """Wait until the marks fit: they are painted with the next frame after the words."""
        end = time.monotonic() + 10
        while not fits(marks := self.marks):
            assert time.monotonic() < end, marks

    @property
    def marks(self) -> dict[Cell, str]:
        """What the engine adds to the names of cells."""
        names = self.page.evaluate(
            """() => [...document.querySelectorAll("#mode-analyse [role=gridcell]")]
                .map((cell) => cell.getAttribute("aria-label"))"""
        )
        found = {}
        for name in names:
            _, *more, row, col = name.split(", ")
            if more:
                found[int(row.split()[1]) - 1, int(col.split()[1]) - 1] = ", ".join(more)
        return found


@pytest.fixture
def desk(chromium: Browser, page_url: str) -> Iterator[Any]:
    """Open the editor: desk(board, width=.., touch=..)."""
    contexts = []

    def opened(
        board: Board | None = None, *, width: int = 1280, touch: bool = False, query: str = ""
    ) -> Desk:
        size: Any = {"width": width, "height": 800}
        context = chromium.new_context(viewport=size, has_touch=touch, accept_downloads=True)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        asked = f"?test=1{query}" + (f"&position={link(board)}" if board else "")
        page.goto(f"{page_url}{asked}#analyse")
        page.locator("#analysis p").first.wait_for()
        return Desk(page)

    yield opened
    for context in contexts:
        context.close()


CORNER = Board.parse("1##\n1##\n0##", mines=2)


def test_a_linked_position_is_shown_and_linked_again(desk: Any) -> None:
    table = desk(CORNER)
    assert table.board == CORNER
    table.page.get_by_role("button", name="Copy a link").click()
    url = table.page.get_by_label("Link to this position").input_value()
    table.page.goto(url)
    table.page.reload()
    table.page.locator("#analysis p").first.wait_for()
    assert table.board == CORNER


def test_a_damaged_link_says_so(desk: Any) -> None:
    table = desk(query="&position=3x3/2.HH")
    assert "damaged" in table.page.locator("#mode-analyse .status").inner_text()


def test_mouse_wheel_and_keys_set_cells(desk: Any) -> None:
    table = desk(Board.hidden(4, 5, 3))
    page = table.page
    table.choose("2")
    page.mouse.click(*table.at((1, 1)))
    page.mouse.click(*table.at((0, 4)), button="right")
    page.mouse.move(*table.at((2, 2)))
    page.mouse.wheel(0, -100)
    page.mouse.move(*table.at((2, 3)))
    page.mouse.wheel(0, 100)
    page.mouse.move(*table.at((3, 0)))
    page.keyboard.press("7")
    page.mouse.move(*table.at((3, 1)))
    page.keyboard.press("f")
    assert str(Board(table.board.cells)) == "####F\n#2###\n##0*#\n7F###"
    page.keyboard.press("Delete")
    assert table.board[3, 1] == HIDDEN
    page.get_by_role("button", name="Drag paints").click()
    page.mouse.move(*table.at((2, 2)))
    page.mouse.wheel(0, -100)
    assert table.board[2, 2] == 0, "the wheel scrolls the page again"


def test_a_stroke_is_one_step_to_undo(desk: Any) -> None:
    fresh = Board.hidden(5, 9, 10)
    table = desk(fresh)
    page = table.page
    table.choose("1")
    page.mouse.move(*table.at((1, 0)))
    page.mouse.down()
    page.mouse.move(*table.at((1, 8)))  # at once: the cells between are painted too
    page.mouse.move(*table.at((4, 8)), steps=3)
    page.mouse.up()
    painted = str(Board(table.board.cells))
    assert painted == "#########\n111111111\n########1\n########1\n########1"
    table.choose("mine")
    page.mouse.click(*table.at((0, 0)))
    page.get_by_role("button", name="Undo").click()
    page.keyboard.press("Control+z")
    assert table.board == fresh
    assert page.get_by_role("button", name="Undo").is_disabled()
    page.keyboard.press("Control+y")
    assert str(Board(table.board.cells)) == painted


def test_keyboard_alone(desk: Any) -> None:
    table = desk(Board.hidden(3, 3, 2))
    page = table.page
    page.locator("#mode-analyse .grid").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")  # the cursor comes to the middle
    for key in ("1", "ArrowLeft", "2", "ArrowUp", "f", "ArrowRight", "m"):
        page.keyboard.press(key)
    assert str(Board(table.board.cells)) == "F*#\n21#\n###"
    active = page.locator("#mode-analyse .grid").get_attribute("aria-activedescendant")
    assert page.locator(f"#{active}").get_attribute("aria-label").startswith("mine, ")


def test_touch_taps_and_drags(desk: Any) -> None:
    table = desk(Board.hidden(4, 4, 3), width=360, touch=True)
    page = table.page
    page.get_by_role("button", name="3", exact=True).tap()
    page.touchscreen.tap(*table.at((0, 0)))
    assert str(Board(table.board.cells)).startswith("3###")
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: Cell) -> None:
        spots = [dict(zip("xy", table.at(cell), strict=True)) for cell in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    touch("touchStart", (1, 0))
    for col in (1, 2, 3):
        touch("touchMove", (1, col))
    touch("touchEnd")
    assert str(Board(table.board.cells)).splitlines()[1] == "3333"
    page.get_by_role("button", name="Drag paints").tap()
    page.touchscreen.tap(*table.at((2, 2)))
    assert table.board[2, 2] == 3, "a tap still paints"


@settings(max_examples=20, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    changes=st.lists(
        st.tuples(st.sampled_from(["top", "bottom", "left", "right"]), st.sampled_from([1, -1])),
        max_size=8,
    ),
)
def test_sides_move_and_the_rest_stays(
    module_page: Page, seed: int, changes: list[tuple[str, int]]
) -> None:
    rng = np.random.default_rng(seed)
    cells = rng.integers(0, 12, rng.integers(1, 5, 2))
    told = module_page.evaluate(
        """async ([rows, cols, cells, changes]) => {
            const { Editor } = await import("/analyse/editor.js");
            const given = Uint8Array.from(cells);
            const editor = new Editor({ rows, cols, mines: 20, first: null, cells: given });
            const all = [];
            for (const [side, count] of changes) {
                editor.resize(side, count);
                const { position } = editor;
                all.push([position.rows, position.cols, [...position.cells], position.mines]);
            }
            while (editor.canUndo) editor.undo();
            return [all, [...editor.position.cells]];
        }""",
        [*cells.shape, cells.ravel().tolist(), changes],
    )
    first, marked = cells, int(np.isin(cells, (9, 10)).sum())
    for (side, count), (rows, cols, codes, mines) in zip(changes, told[0], strict=True):
        axis = 0 if side in ("top", "bottom") else 1
        if count > 0:
            edges = [(0, 0), (0, 0)]
            edges[axis] = (1, 0) if side in ("top", "left") else (0, 1)
            cells = np.pad(cells, edges, constant_values=11)
        elif cells.shape[axis] > 1:
            cells = np.delete(cells, 0 if side in ("top", "left") else -1, axis)
        assert (rows, cols) == cells.shape
        assert codes == cells.ravel().tolist()
        assert mines == 20 - marked + int(np.isin(cells, (9, 10)).sum())
    assert told[1] == first.ravel().tolist()


def test_the_buttons_of_the_sides(desk: Any) -> None:
    table = desk(CORNER)
    for name in ("Add a row at the top", "Add a column at the right", "Remove the left column"):
        table.page.get_by_role("button", name=name).click()
    assert str(Board(table.board.cells)) == "###\n###\n###\n###"
    table.page.keyboard.press("Control+z")
    assert str(Board(table.board.cells)) == "####\n1###\n1###\n0###"


def test_sizes_are_typed(desk: Any) -> None:
    table = desk(CORNER)
    page = table.page
    page.locator("#analyse-cols").fill("5")
    page.keyboard.press("Tab")
    page.locator("#analyse-rows").fill("2")
    page.keyboard.press("Tab")
    assert str(Board(table.board.cells)) == "1####\n1####"
    for wrong in ("0", "251", "-3", ""):
        page.locator("#analyse-rows").fill(wrong)
        page.keyboard.press("Tab")
        assert "1 to 250 rows" in page.locator("#mode-analyse .status").inner_text()
        assert page.locator("#analyse-rows").input_value() == "2"


def test_an_impossible_number_is_marked_at_once_with_the_reason(desk: Any) -> None:
    table = desk(Board.hidden(3, 3, 4))
    table.choose("4")
    table.page.mouse.click(*table.at((0, 0)))
    table.says("The 4 at (1, 1) cannot be: only 3 cells around it can hold a mine.")
    table.shows({(0, 0): "contradiction"}.__eq__)
    table.page.keyboard.press("Control+z")
    table.says("Nothing is open yet")
    table.shows(lambda marks: "contradiction" not in marks.values())


def test_numbers_that_exclude_each_other_are_named(desk: Any) -> None:
    table = desk(Board.parse("1#1#\n####\n3###", mines=None))
    table.says("These numbers cannot all be true")
    table.shows({(0, 0): "contradiction", (2, 0): "contradiction"}.__eq__)


@pytest.mark.parametrize(
    ("mines", "sentence"),
    [
        (5, "5 mines are too many: with these numbers there are at most 3."),
        (0, "0 mines are too few: with these numbers there are at least 1."),
    ],
)
def test_a_total_that_does_not_fit_says_what_would(desk: Any, mines: int, sentence: str) -> None:
    table = desk(Board.parse("1#\n##\n##", mines=mines))
    table.says(sentence)
    table.shows(lambda marks: "contradiction" not in marks.values())


def excluded(board: Board, numbers: list[Cell]) -> bool:
    """Whether no mines at all meet these numbers of a board."""
    hidden = np.argwhere(board.cells == HIDDEN).tolist()
    for bits in range(1 << len(hidden)):
        mines = {tuple(cell) for n, cell in enumerate(hidden) if bits >> n & 1}
        mines |= set(cells_where(board.known_mines))
        if all(len(mines & set(neighbours(n, board.shape))) == board[n] for n in numbers):
            return False
    return True


BLAME = """
async ({ rows, cols, cells }) => {
    const { contradictionOf } = await import("/hints/contradiction.js");
    const { EngineClient } = await import("/engine/client.js");
    window.engine ??= new EngineClient();
    const position = { rows, cols, mines: null, cells: Uint8Array.from(cells), trustFlags: true };
    const { trouble } = await window.engine.analyse(position);
    const asked = { ...position, decide: false };
    const ask = (cells, mines) => window.engine.analyse({ ...asked, cells, mines });
    return trouble && (await contradictionOf(position, trouble, ask)).cells;
}
"""


@pytest.fixture(scope="module")
def module_page(chromium: Browser, page_url: str) -> Iterator[Page]:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(page_url)
    yield page
    context.close()


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_numbers_named_contradict_each_other_and_none_can_be_left_out(
    module_page: Page, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    cells = rng.choice([11, 11, 1, 2, 3, 0, 9], rng.integers(2, 5, 2))
    board = Board(cells)
    rows, cols = board.shape
    given_ = {"rows": rows, "cols": cols, "cells": cells.ravel().tolist()}
    blamed = module_page.evaluate(BLAME, given_)
    numbers = cells_where(cells <= 8)
    assert (blamed is not None) == excluded(board, numbers)
    if blamed is None:
        return
    named = [divmod(cell, cols) for cell in blamed]
    assert excluded(board, named)
    for one in named:
        assert not excluded(board, [other for other in named if other != one])


def test_mines_known_or_not_and_flags_believed_or_not(desk: Any) -> None:
    table = desk(Board.parse("1F\n##\n##", mines=2))
    page = table.page
    table.says("safe to open")
    table.shows(lambda marks: marks.get((1, 0), "").startswith("safe"))
    page.get_by_label("Flags are mines").uncheck()
    table.says("No cell is surely safe")
    table.shows(lambda marks: marks.get((0, 1), "").startswith("33 percent mine"))
    page.get_by_label("The number of mines is known").uncheck()
    page.locator("#analyse-left", has_text="Unknown").wait_for()
    assert table.board.mines is None
    table.says("No cell is surely safe")
    table.shows(lambda marks: "50 percent mine" in marks.get((2, 0), ""))
    page.get_by_label("The number of mines is known").check()
    assert table.board.mines == 2
    page.get_by_label("Mines in total").fill("7")
    page.keyboard.press("Tab")
    assert "a whole number from 0 to 6" in page.locator("#mode-analyse .status").inner_text()
    assert table.board.mines == 2


def test_why_a_cell_is_safe(desk: Any) -> None:
    table = desk(Board.parse("11#\n#1#\n###", mines=1))
    page = table.page
    page.get_by_role("button", name="Why?").click()
    page.mouse.click(*table.at((0, 2)))
    page.get_by_role("button", name="Explain").click()
    assert "It is safe." in page.locator("#mode-analyse .why").inner_text()
    page.get_by_role("button", name="Close the explanation").click()
    assert not page.locator("#mode-analyse .why").is_visible()


def upload(table: Desk, name: str, data: bytes) -> None:
    file: Any = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    table.page.locator("#analyse-files input[type=file]").set_input_files(file)


def test_files_are_loaded_and_saved(desk: Any) -> None:
    table = desk(Board.parse("1#\n#F"))
    page = table.page
    board = Board(CORNER.cells, CORNER.mines, (2, 0))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save", exact=True).click()
    assert csvformat.parse(Path(saved.value.path()).read_text()) == Board.parse("1#\n#F")
    upload(table, "corner.csv", dumps(board).encode())
    page.locator(".status", has_text="corner.csv is on the board").wait_for()
    assert table.board == board
    for kind in ("csv", "mine", "txt"):
        page.get_by_label("Format").select_option(kind)
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save", exact=True).click()
        assert saved.value.suggested_filename == f"board.{kind}"
        data = Path(saved.value.path()).read_bytes()
        if kind == "csv":
            assert data.decode() == dumps(board)
        if kind == "txt":
            assert Board.parse(data.decode()) == board
        page.get_by_role("button", name="Clear").click()
        upload(table, f"again.{kind}", data)
        page.locator(".status", has_text=f"again.{kind} is on the board").wait_for()
        assert table.board == board
    upload(table, "whole.mbf", bytes([3, 2, 0, 1, 2, 0]))
    page.locator(".status", has_text="whole.mbf is on the board").wait_for()
    assert str(table.board) == "mines 1\n01*\n011"


def test_a_bad_file_gets_one_sentence_and_leaves_the_board(desk: Any) -> None:
    table = desk(CORNER)
    upload(table, "bad.csv", b"1,2\n12,0\n")
    alert = table.page.locator("#analyse-files [role=alert]")
    table.page.locator("#analyse-files [role=alert]", has_text="line 2").wait_for()
    assert alert.inner_text() == (
        "bad.csv, line 2, cell (2, 1): '12' is not a cell code; use 0-8 open, 9 flag, 10 mine, "
        "11 hidden."
    )
    assert table.board == CORNER


def paste(page: Page, text: str) -> None:
    page.evaluate(
        """(text) => {
            const data = new DataTransfer();
            data.setData("text/plain", text);
            const how = { clipboardData: data, bubbles: true };
            document.body.dispatchEvent(new ClipboardEvent("paste", how));
        }""",
        text,
    )


def test_what_was_said_before_does_not_stay_beside_the_news(desk: Any) -> None:
    table = desk(CORNER)
    page = table.page
    error = page.locator("#analyse-files [role=alert]")
    status = page.locator("#mode-analyse .status")

    def fail() -> None:
        upload(table, "a.csv", b"no board")
        error.filter(has_text="a.csv").wait_for()

    fail()
    page.get_by_role("button", name="Copy a link").click()
    error.filter(has_text="a.csv").wait_for(state="detached")
    fail()
    assert status.inner_text() == ""
    page.mouse.click(*table.at((0, 1)))
    error.filter(has_text="a.csv").wait_for(state="detached")


def test_a_whole_board_can_be_played(desk: Any) -> None:
    whole = desk(Board.parse("*10\n110\n000", mines=1))
    whole.choose("Play this board")
    whole.page.wait_for_selector("#status:has-text('A board from a link')")
    assert whole.page.evaluate("mwState.level.mines") == 1
    part = desk(CORNER)
    assert part.page.get_by_role("button", name="Play this board").is_hidden()


def test_text_is_pasted(desk: Any) -> None:
    table = desk()
    page = table.page
    page.get_by_role("button", name="Paste text").click()
    page.locator("#pasted").fill("mines 1\n1 .\n. .")
    page.get_by_role("button", name="Put it on the board").click()
    page.locator(".status", has_text="The pasted board").wait_for()
    paste(page, "##\n#")
    page.locator("#analyse-files .bad", has_text="the text").wait_for()
    assert page.locator(".status").inner_text() == "", "no success stands beside the error"
    assert str(table.board) == "mines 1\n1#\n##"
    paste(page, "11\n##")
    page.wait_for_function("document.querySelector('#analyse-mines').value === ''")
    assert str(table.board) == "11\n##"
    paste(page, f"https://example.org/?position={link(CORNER)}#analyse")
    page.wait_for_function("document.querySelector('#analyse-mines').value === '2'")
    assert table.board == CORNER


def test_a_text_that_could_be_several_boards_is_asked_about(desk: Any) -> None:
    table = desk()
    page = table.page
    paste(page, "*..\n*.*\n...")
    page.locator("#analyse-files .bad", has_text="2 ways").wait_for()
    page.get_by_role("button", name="map", exact=True).click()
    page.locator(".status", has_text="The pasted board, read as map").wait_for()
    assert str(table.board) == "*31\n*3*\n121"
    paste(page, "..1xx\n..2xx\n113xx\nxxxxx")
    page.locator(".status", has_text="read as dot-open+x-closed").wait_for()
    assert str(table.board) == "001##\n002##\n113##\n#####"


def drop(page: Page, name: str, kind: str, text: str) -> None:
    page.evaluate(
        """([name, type, text]) => {
            const data = new DataTransfer();
            data.items.add(new File([text], name, { type }));
            const how = { dataTransfer: data, bubbles: true, cancelable: true };
            document.body.dispatchEvent(new DragEvent("drop", how));
        }""",
        [name, kind, text],
    )


@pytest.mark.parametrize("mode", ["analyse", "review", "play"])
def test_a_dropped_picture_goes_to_screenshot_from_everywhere(desk: Any, mode: str) -> None:
    page = desk().page
    for shown in ("review", mode):  # Analyse and Review are there, and take no drop when hidden
        page.locator(f'#modes [data-mode="{shown}"]').click()
        page.locator(f"#mode-{shown}").wait_for()
    drop(page, "board.png", "image/png", "not a picture")
    page.wait_for_url("**#screenshot")


def test_a_dropped_game_goes_to_review(desk: Any) -> None:
    table = desk()
    game = {"format": "minesweeper-game", "version": 1, "rows": 1, "cols": 3, "mines": [[0, 2]],
            "moves": [{"kind": "open", "cell": [0, 0]}]}  # fmt: skip
    drop(table.page, "game.json", "application/json", json.dumps(game))
    table.page.locator("#review-summary").wait_for()
    assert table.page.url.endswith("#review")
