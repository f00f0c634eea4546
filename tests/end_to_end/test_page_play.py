"""Playing on the page: help in a game, links, statistics, sizes of boards and windows, keys."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent import solvers
from mwagent.minefield import Cell, Click, Game, Level, Stage, difficulty
from mwagent.solvers import zini
from mwagent.web import page_mines
from testbed.nodejs import Scripts
from testbed.pageboard import at, rows, settings, until
from testbed.pagegames import STATISTICS, links, mines_of

pytestmark = pytest.mark.browser


def some(mask: NDArray[np.bool_], number: int = 0) -> Cell:
    row, col = np.argwhere(mask)[number]
    return int(row), int(col)


def test_a_loss_can_be_taken_back_or_gone_on_with_and_does_not_count(open_page: Any) -> None:
    level = Level(8, 8, 12)
    page = open_page(f"?level={level}&seed=help&test=1&zoom=2")
    mines = page_mines(level, "help", (0, 0))
    one, other = some(mines), some(mines, 1)
    page.mouse.click(*at(page, (0, 0)))
    before = rows(page)
    page.mouse.click(*at(page, one))
    assert page.evaluate("mwState.stage") == "lost"
    page.click("#undo")
    assert rows(page) == before
    assert page.evaluate("mwState.stage") == "ongoing"
    page.mouse.click(*at(page, other))
    page.click("#go-on")
    assert page.evaluate("mwState.stage") == "ongoing"
    assert rows(page)[other[0]][other[1]] == "X"
    assert page.get_attribute("#mines", "aria-label") == "Mines left 11"
    assert page.is_hidden("#go-on")
    for r, c in np.argwhere(~mines):
        if rows(page)[r][c] == "#":
            page.mouse.click(*at(page, (int(r), int(c))))
    assert page.evaluate("mwState.stage") == "won"
    said = page.text_content("#status")
    assert "1 taken back" in said
    assert "gone on after a mine" in said
    assert "not counted" in said
    assert "after the first game" in page.text_content("#stats")


def test_undo_restores_every_position(open_page: Any) -> None:
    page = open_page("?level=9x9/10&seed=back&rule=open&test=1&zoom=2")
    draw = random.Random(2)
    seen = [rows(page)]
    for _ in range(25):
        cell = draw.randrange(9), draw.randrange(9)
        page.mouse.click(*at(page, cell), button=draw.choice(["left", "right", "middle"]))
        if rows(page) != seen[-1]:
            seen.append(rows(page))
    for position in reversed(seen[:-1]):
        page.keyboard.press("u")
        assert rows(page) == position
    page.keyboard.press("u")
    assert "no move" in page.text_content("#status")
    assert page.get_attribute("#mines", "aria-label") == "Mines left 10"


def test_the_same_board_again_and_from_a_link(open_page: Any) -> None:
    page = open_page("?level=12x10/20&test=1")
    page.mouse.click(*at(page, (5, 5)))
    first = rows(page)
    board, position = links(page)
    page.click("#again")
    assert set("".join(rows(page))) == {"#"}
    page.mouse.click(*at(page, (5, 5)))
    assert rows(page) == first
    mines = mines_of(board.partition("board=")[2])
    game = Game.from_mines(mines)
    game.play(Click((5, 5)))
    assert [str(n) if n < 9 else "#" for n in game.board.cells.ravel()] == list("".join(first))
    page.goto(f"{board}&test=1")
    assert page.evaluate("mwState.level") == {"rows": 10, "cols": 12, "mines": 20}
    page.mouse.click(*at(page, (5, 5)))
    assert rows(page) == first
    assert re.search(r"\?position=12x10/20\.[0-9a-iFHM]+#analyse$", position)


def test_damaged_links_are_named(open_page: Any) -> None:
    page = open_page("?board=9x9.AAAA&test=1")
    assert "board in the address is damaged" in page.text_content("#status")


def test_links_keep_boards_and_positions(scripts: Scripts) -> None:
    draw = np.random.default_rng(3)
    boards = [draw.random((draw.integers(1, 40), draw.integers(1, 40))) < 0.3 for _ in range(40)]
    boards += [np.zeros((250, 250), bool), np.eye(250, dtype=bool)]
    for mines in boards:
        mines[0, 0] = False
    positions = [draw.integers(0, 12, mines.shape) for mines in boards]
    asked = [
        {
            "rows": mines.shape[0],
            "cols": mines.shape[1],
            "mined": np.flatnonzero(mines).tolist(),
            "cells": cells.ravel().tolist(),
        }
        for mines, cells in zip(boards, positions, strict=True)
    ]
    # As one text: Playwright takes seconds over so many numbers.
    told = scripts.evaluate(
        """async (asked) => {
            const links = await import("/app/links.js");
            const { boardText, readBoard, positionText, readPosition } = links;
            return JSON.stringify(JSON.parse(asked).map(({ rows, cols, mined, cells }) => {
                const text = boardText({ rows, cols }, new Set(mined));
                const position = readPosition(positionText({ rows, cols, mines: 7, cells }));
                return [text, [...readBoard(text).mined], [...position.cells], position.mines];
            }));
        }""",
        json.dumps(asked),
    )
    for mines, cells, (text, mined, kept, total) in zip(
        boards, positions, json.loads(told), strict=True
    ):
        assert (mines_of(text) == mines).all()
        assert mined == np.flatnonzero(mines).tolist()
        assert kept == cells.ravel().tolist()
        assert total == 7


def test_3bv_and_zini_are_those_of_python(scripts: Scripts) -> None:
    draw = np.random.default_rng(7)
    boards = [
        draw.random((draw.integers(1, 20), draw.integers(1, 31))) < draw.uniform(0, 0.4)
        for _ in range(80)
    ]
    told = scripts.evaluate(
        """async (boards) => {
            const { threeBV } = await import("/game/metrics.js");
            const { ziniLoaded, ziniPaths } = await import("/game/zini.js");
            await ziniLoaded();
            return boards.map(([rows, cols, mined]) => {
                const [level, mines] = [{ rows, cols }, new Set(mined)];
                const clicks = Object.values(ziniPaths(level, mines)).map((path) => path.length);
                return [threeBV(level, mines), ...clicks];
            });
        }""",
        [[*mines.shape, np.flatnonzero(mines).tolist()] for mines in boards],
    )
    assert told == [[difficulty(mines).bbbv, *zini(mines)] for mines in boards]


def test_statistics_are_counted_kept_saved_and_loaded(open_page: Any, tmp_path: Path) -> None:
    page = open_page("?level=3x3/1&test=1&rule=safe&zoom=3")
    page.on("dialog", lambda dialog: dialog.accept())
    results: list[Any] = []
    while results.count("won") < 2 or "lost" not in results:
        page.click("#face")
        for number in range(9):
            page.mouse.click(*at(page, divmod(number, 3)))
        results.append(page.evaluate("mwState.stage"))
    games = page.evaluate("mwState.games")
    wins = [game for game in games if game["stage"] == "won"]
    figures = page.evaluate(STATISTICS)["3x3/1"]
    assert figures["played"] == len(games)
    assert figures["won"] == len(wins)
    assert figures["threeBV"] == sum(game["threeBV"] for game in wins)
    assert figures["bestSeconds"] == min(game["seconds"] for game in wins)
    assert figures["bestEfficiency"] == max(game["threeBV"] / game["moves"] for game in wins)
    assert figures["bestRate"] == max(game["threeBV"] / game["seconds"] for game in wins)
    shown = page.inner_text("#stats")
    assert f"{len(wins)} of {len(games)}" in shown
    with page.expect_download() as saved:
        page.click("#export")
    file = tmp_path / "saved.json"
    saved.value.save_as(file)
    page.click("#forget")
    page.wait_for_selector("#stats-said:has-text('Cleared.')")
    assert "after the first game" in page.inner_text("#stats")
    page.set_input_files("#import", file)
    page.wait_for_selector(f"#stats-said:has-text('Loaded {len(games)} games.')")
    assert page.inner_text("#stats") == shown
    page.set_input_files("#import", file)
    page.wait_for_selector("#stats-said:has-text('here already')")
    kept = json.loads(file.read_text())
    broken = [{**game, "events": [{"kind": "open", "cell": 9}]} for game in kept["games"]]
    for damage in [b"{", b"[]", json.dumps({**kept, "games": broken}).encode()]:
        page.set_input_files("#import", {"name": "x.json", "mimeType": "", "buffer": damage})
        page.wait_for_selector("#stats-said:has-text('This file'), #stats-said:has-text('damaged')")
    page.reload()
    until(page, f"document.getElementById('stats').innerText === {json.dumps(shown)}", 10)


def test_counters_have_room_for_every_number(open_page: Any) -> None:
    page = open_page("?level=100x50/1000&test=1", width=1920, height=1080)
    assert page.locator("#mines g").count() == 4
    lit = page.evaluate(
        "[...document.querySelectorAll('#mines g')].map(d => d.querySelectorAll('.lit').length)"
    )
    assert lit == [2, 6, 6, 6], "1000 in segments"
    told = page.evaluate(
        """async () => {
            const { Counter } = await import("/board/panel.js");
            const counter = new Counter(document.getElementById("clock"));
            return [-7, -123, 999, 1000, 12345].map((n) => (counter.show(n), counter.shown));
        }"""
    )
    assert told == ["-07", "-123", "0999", "1000", "12345"]


@pytest.mark.parametrize(
    ("level", "sentence"),
    [
        ("1x9/1", "3 to 250 columns"),
        ("251x3/1", "251x3 cells is not playable"),
        ("1000x1000/1", "3 to 250 rows"),
        ("30x16/480", "480 mines do not fit"),
    ],
)
def test_a_board_that_cannot_be_played_is_one_sentence(
    open_page: Any, level: str, sentence: str
) -> None:
    assert sentence in open_page(f"?level={level}&test=1").text_content("#status")


def test_the_address_says_what_is_played(open_page: Any) -> None:
    page = open_page("?test=1&seed=old&level=beginner")
    page.click("[data-level=intermediate]")
    page.wait_for_url(lambda url: "level=intermediate" in url)
    settings(page)
    page.fill("#seed", "mine & yours")
    page.keyboard.press("Enter")
    # The browser hears of a changed address a moment later: a reload at once may load the old one.
    page.wait_for_url(lambda url: "seed=mine" in url)
    page.goto(page.url)
    assert page.evaluate("[mwState.level.rows, mwState.seed]") == [16, "mine & yours"]
    settings(page)
    page.fill("#seed", "")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "seed" not in url)
    page.keyboard.press("Escape")
    page.click("#custom-toggle")
    for side, number in (("cols", "40"), ("rows", "20"), ("mines", "99")):
        page.fill(f"#custom-{side}", number)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "level=40x20/99" in url)


@pytest.mark.parametrize("width", [360, 400])
def test_expert_fits_a_phone(open_page: Any, width: int) -> None:
    page = open_page("?level=expert&test=1", width=width, height=780, ratio=3, touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator("#frame").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert box["width"] > 0.9 * width, "and uses what room there is"


def test_the_largest_board_is_painted_where_it_is_in_sight(open_page: Any) -> None:
    page = open_page("?level=250x250/9000&seed=far&rule=open&test=1&zoom=3", width=1000, height=800)
    well = page.locator("#well").bounding_box()
    assert well["width"] == 250 * 48
    pixels = "document.getElementById('board').width * document.getElementById('board').height"
    assert page.evaluate(pixels) < 3e6
    page.evaluate("scrollTo(1e6, 1e6)")
    page.evaluate("scrollTo(scrollX, document.getElementById('well').offsetHeight - 500)")
    page.evaluate("new Promise(requestAnimationFrame)")
    page.mouse.click(500, 400)
    move = page.evaluate("mwState.moves[0]")
    box = page.locator("#well").bounding_box()
    assert move["col"] == int((500 - box["x"]) / 48)
    assert move["row"] == int((400 - box["y"]) / 48)
    shade = page.evaluate(
        """() => {
            const board = document.getElementById("board");
            const box = board.getBoundingClientRect();
            const paint = board.getContext("2d");
            return [...paint.getImageData(500 - box.left, 400 - box.top, 1, 1).data];
        }"""
    )
    ground = page.evaluate("import('/board/tiles.js').then(({ THEMES }) => THEMES.day.ground)")
    assert "#" + "".join(f"{part:02x}" for part in shade[:3]) == ground, "opened, and painted"


def test_keys_alone_play_and_space_never_scrolls(open_page: Any) -> None:
    page = open_page("?level=9x9/10&seed=keys&rule=open&test=1&zoom=3", height=500)
    page.focus("#face")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "grid"
    active = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))"
    assert page.evaluate(f"{active}.getAttribute('aria-label')") == "hidden, row 5, column 5"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(f"{active}.getAttribute('aria-label')") == "hidden, row 5, column 4"
    before = page.evaluate("scrollY")
    page.keyboard.press("Space")
    assert page.evaluate(f"{active}.getAttribute('aria-label')") == "empty, row 5, column 4"
    assert page.evaluate("scrollY") == before
    page.keyboard.press("Home")
    page.keyboard.press("PageUp")
    page.keyboard.press("f")
    assert rows(page)[0][0] == "F"
    assert page.evaluate(f"{active}.getAttribute('aria-label')") == "flag, row 1, column 1"
    page.keyboard.press("u")
    assert rows(page)[0][0] == "#"
    unit = "document.getElementById('frame').style.getPropertyValue('--u')"
    page.keyboard.press("-")
    assert page.evaluate(unit) == "2.5px"
    page.keyboard.press("+")
    assert page.evaluate(unit) == "3px"
    page.keyboard.press("n")
    assert page.evaluate("mwState.stage") == "waiting"


def test_every_cell_has_a_name_on_large_boards_too(open_page: Any) -> None:
    page = open_page("?level=200x150/3000&seed=names&rule=open&test=1&zoom=0.5")
    page.focus("#grid")
    page.keyboard.press("End")
    active = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))"
    assert page.evaluate(f"{active}.getAttribute('aria-label')") == "hidden, row 76, column 200"
    assert page.evaluate(f"{active}.getAttribute('aria-colindex')") == "200"
    assert page.evaluate(f"{active}.parentElement.getAttribute('aria-rowindex')") == "76"
    assert page.get_attribute("#grid", "aria-rowcount") == "150"


def test_a_tap_flags_after_the_switch_and_a_long_press_opens(open_page: Any) -> None:
    page = open_page("?level=9x9/10&seed=tap&test=1", width=390, height=800, touch=True)
    page.tap("#tap-flag")
    page.touchscreen.tap(*at(page, (2, 3)))
    assert rows(page)[2][3] == "F"
    x, y = at(page, (6, 6))
    session = page.context.new_cdp_session(page)
    touch = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    session.send("Input.dispatchTouchEvent", touch)
    until(page, "mwState.moves.length === 2")
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate("mwState.moves[1].kind") == "open"
    page.tap("#tap-flag")
    page.touchscreen.tap(*at(page, (2, 3)))
    assert rows(page)[2][3] == "F", "a flag is not opened"


def test_boards_without_a_guess_are_won_by_proof_alone(open_page: Any, page_engine: None) -> None:
    page = open_page("?level=16x16/40&noguess=1&rule=open&test=1")
    for first in [(0, 0), (7, 9)]:
        page.click("#face")
        page.mouse.click(*at(page, first))
        until(page, "mwState.stage === 'ongoing'", 30)
        game = Game.from_mines(mines_of(links(page)[0].partition("board=")[2]))
        game.play(Click(first))
        assert rows(page) == [
            "".join(str(n) if n < 9 else "#" for n in row) for row in game.board.cells
        ]
        while game.stage is Stage.ONGOING:
            safe = solvers.analyse(game.board).safe
            assert safe, "a guess is needed"
            for cell in safe:
                game.play(Click(cell))
        assert game.stage is Stage.WON


def test_a_dense_board_without_a_guess_is_mended_and_said_to_be(
    open_page: Any, page_engine: None
) -> None:
    page = open_page("?level=16x16/99&noguess=1&seed=x&test=1")
    page.mouse.click(*at(page, (3, 4)))
    until(page, "mwState.stage === 'ongoing'", 30)
    page.wait_for_selector("#status:has-text('Made by mending')")
    mines = mines_of(links(page)[0].partition("board=")[2])
    assert (mines == solvers.no_guess(Level(16, 16, 99), "x", (3, 4)).mines).all()


def test_the_search_for_such_a_board_can_be_cancelled(open_page: Any, page_engine: None) -> None:
    # With two cells free of mines there is none.
    page = open_page("?level=30x30/898&noguess=1&test=1")
    page.mouse.click(*at(page, (9, 9)))
    page.wait_for_selector("#working", state="visible")
    page.wait_for_selector("#working-text:has-text('looked at')")
    page.click("#working-cancel")
    assert page.is_hidden("#working")
    assert page.evaluate("mwState.stage") == "waiting"
    settings(page)
    page.uncheck("#noguess")
    page.keyboard.press("Escape")
    page.mouse.click(*at(page, (9, 9)))
    assert page.evaluate("mwState.stage") == "ongoing"


@pytest.mark.parametrize(("scheme", "theme"), [("light", "day"), ("dark", "night")])
def test_colours_follow_the_system_where_asked(open_page: Any, scheme: str, theme: str) -> None:
    page = open_page("?theme=auto&test=1", color_scheme=scheme)
    assert page.get_attribute("html", "data-theme") == theme
    page.select_option("#theme", "contrast")
    page.goto(page.url.partition("?")[0])
    assert page.get_attribute("html", "data-theme") == "contrast", "what was chosen is remembered"


def test_a_phone_that_is_turned_has_its_board_fitted(open_page: Any) -> None:
    page = open_page("?level=expert&test=1", width=390, height=800, touch=True)
    upright = page.locator("#frame").bounding_box()["width"]
    page.set_viewport_size({"width": 800, "height": 390})
    until(page, f"document.getElementById('frame').offsetWidth > {1.3 * upright}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_numbers_stand_out_in_every_theme(open_page: Any) -> None:
    shades = open_page().evaluate("import('/board/tiles.js').then(({ THEMES }) => THEMES)")

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return float(np.dot(linear, [0.2126, 0.7152, 0.0722]))

    for theme, least in (("day", 4.5), ("night", 4.5), ("contrast", 7.0)):
        ground = luminance(shades[theme]["ground"])
        for n in range(1, 9):
            bright = luminance(shades[theme][f"n{n}"])
            low, high = sorted((bright + 0.05, ground + 0.05))
            assert high / low >= least, f"{n} in {theme}"


def test_no_part_of_a_large_board_is_out_of_reach(open_page: Any) -> None:
    page = open_page("?level=100x100/1800&zoom=2&test=1")
    board = page.locator("#board").bounding_box()
    assert board["x"] >= 0, "a page scrolls to the right only"
    assert page.evaluate("document.documentElement.scrollWidth") >= board["x"] + board["width"]
