"""Review in a real Chromium: a game just played or loaded, stepped through and judged."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from mwagent import GameRecord, solvers
from mwagent.gamebook import Doubt, as_page_record, grade
from mwagent.minefield import Cell, FirstClick, Game, Level
from mwagent.player.play import VirtualWindow
from mwagent.player.records import GameLog
from mwagent.player.records import log as gamelog
from mwagent.player.session import run
from mwagent.solvers import zini
from mwagent.web import page_mines
from testbed.nodejs import Scripts
from testbed.pageboard import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("page_engine")]

SIZES = {"phone": 360, "desktop": 1920}


@pytest.fixture
def review(chromium: Browser, page_url: str) -> Iterator[Any]:
    """Open the page at Review: review(width=.., query=..)."""
    contexts = []

    def opened(width: int = 1280, query: str = "", mode: str = "review") -> Page:
        size: Any = {"width": width, "height": 900}
        context = chromium.new_context(viewport=size, has_touch=width < 500, accept_downloads=True)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(f"{page_url}?test=1{query}#{mode}")
        return page

    yield opened
    for context in contexts:
        context.close()


def upload(page: Page, name: str, data: bytes) -> None:
    file: Any = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    page.locator("#review-files input[type=file]").set_input_files(file)


def graded(page: Page, moves: int) -> None:
    page.locator(f'#mode-review .work[data-graded="{moves}"]').wait_for()


def words(page: Page, place: str) -> str:
    """What is written there, with plain blanks."""
    return page.locator(place).inner_text().replace("\xa0", " ")


def told(page: Page) -> str:
    """What is said of the move that is shown."""
    return words(page, "#mode-review .said")


def shown(page: Page) -> list[str]:
    """The board, by the names of its cells."""
    names = page.evaluate(
        """() => {
            const grid = document.querySelector("#mode-review .grid");
            grid.dispatchEvent(new Event("focus"));
            return [...grid.querySelectorAll("[role=row]")].map((row) =>
                [...row.children].map((cell) => cell.getAttribute("aria-label").split(",")[0]));
        }"""
    )
    signs = {"empty": "0", "hidden": "#", "flag": "F", "mine": "*", "exploded mine": "X"}
    return ["".join(signs.get(name, name) for name in row) for row in names]


def game(drawing: list[str], moves: list[tuple[str, Cell]]) -> bytes:
    """A recorded game from a drawing of its mines."""
    places = [[r, c] for r, row in enumerate(drawing) for c, sign in enumerate(row) if sign == "*"]
    head = {"format": "minesweeper-game", "version": 1, "title": "A test"}
    size = {"rows": len(drawing), "cols": len(drawing[0])}
    steps = [{"kind": kind, "cell": cell, "seconds": n} for n, (kind, cell) in enumerate(moves)]
    return json.dumps(head | size | {"mines": places, "moves": steps}).encode()


BLUNDER = game(
    ["....", ".*..", "...*"],
    [("open", (0, 0)), ("open", (0, 1)), ("flag", (1, 1)), ("open", (0, 2)), ("open", (2, 3))],
)


def test_a_game_just_played_is_reviewed(review: Any) -> None:
    level = Level(5, 5, 4)
    page = review(query=f"&level={level}&seed=review&rule=open&marks=1&zoom=2", mode="play")
    mines = page_mines(level, "review", (0, 0), FirstClick.OPEN)

    def click(cell: Cell, button: Any = "left") -> None:
        box = page.locator("#board").bounding_box()
        side = box["width"] / 5
        x, y = box["x"] + (cell[1] + 0.5) * side, box["y"] + (cell[0] + 0.5) * side
        page.mouse.click(x, y, button=button)

    click((0, 0))
    mine = tuple(int(n) for n in np.argwhere(mines)[0])
    for _ in range(3):  # a flag, a question mark, nothing
        click(mine, "right")
    for cell in np.argwhere(~mines):
        if page.evaluate("mwState.stage") == "ongoing":
            click((int(cell[0]), int(cell[1])))
    assert page.evaluate("mwState.stage") == "won"
    page.get_by_role("button", name="Review the game").click()
    page.locator("#review-summary .figure").first.wait_for()
    moves = page.locator(".moves li")
    graded(page, moves.count())
    labels = page.locator(".moves .class").all_inner_texts()
    assert labels[0] == "First click"
    assert labels.count("Flag") + labels.count("Flag, not proven") == 1
    assert labels.count("Flag removed") == 1
    assert told(page) == "The game was won."
    page.get_by_role("button", name="To the beginning").click()
    assert shown(page) == ["#####"] * 5


def test_an_unneeded_risk_says_what_was_safe_and_why(review: Any) -> None:
    page = review()
    upload(page, "game.json", BLUNDER)
    graded(page, 5)
    assert "The game was lost." in told(page)
    assert "X" in shown(page)[2] and "F" in shown(page)[1]
    page.keyboard.press("<")
    assert told(page).startswith("Move 5: (3, 4). ")
    assert "cells were safe" in told(page) or "was safe." in told(page)
    assert page.locator(".moves [aria-current] .class").inner_text() == "Unneeded risk, a mine"
    page.locator(".said button").click()
    page.get_by_role("button", name="Explain").click()
    assert "It is safe." in page.locator("#mode-review .why").inner_text()


def test_the_figures_of_the_whole_game(review: Any) -> None:
    page = review()
    upload(page, "game.json", game([".*", ".."], [("open", (0, 0)), ("open", (1, 0))]))
    graded(page, 2)
    figures = words(page, "#review-summary")
    assert "100 %\nChance kept" in figures and "0 of 1\nDecisions that cost" in figures
    assert "100 %\nAccuracy" in figures
    assert "+0.33\nLuck, in mines" in figures
    assert "All moves of this game together survive with 67 %." in figures
    page.keyboard.press(",")
    assert "With best play the game is won with 33 % from here." in told(page)
    row = words(page, ".moves li:nth-child(2)").split()
    assert row[:3] == ["◆", "2.", "(2,"] and "67" in row and "33" in row
    label = page.locator(".graph").get_attribute("aria-label")
    assert "Chances over 2 moves" in label and "66.7 percent" in label


def test_stepping_by_slider_keys_list_and_graph(review: Any) -> None:
    page = review()
    upload(page, "game.json", BLUNDER)
    graded(page, 5)
    slider = page.get_by_label("Moves made")
    slider.focus()
    page.keyboard.press("Home")
    assert shown(page) == ["####"] * 3
    page.keyboard.press("ArrowRight")
    assert shown(page)[0] == "1###"
    grid = page.locator("#mode-review .grid").first
    assert grid.get_attribute("aria-label") == "Board after 1 of 5 moves"
    page.keyboard.press(".")
    assert shown(page)[0] == "11##"
    page.get_by_role("button", name="Move on", exact=True).click()
    assert shown(page)[1] == "#F##"
    page.locator(".moves button").nth(4).click()
    assert slider.get_attribute("aria-valuetext") == "4 of 5 moves"
    box = page.locator(".graph").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 0.13, box["y"] + box["height"] / 2)
    assert shown(page) == ["####"] * 3
    page.get_by_label("Only guesses and mistakes").check()
    assert page.locator(".moves li:visible").count() < 5


def test_the_bots_log_is_a_list_of_games(review: Any, tmp_path: Path) -> None:
    path = tmp_path / "run.log"
    with GameLog(path, "best", {}, "virtual") as log:
        seeds = iter(range(1, 100))
        level = Level(9, 9, 16)
        window = VirtualWindow(Game(level, 0), lambda: Game(level, next(seeds)))
        run(window, solvers.create("best"), log, games=4)
    events = gamelog.read(path)
    results = [event["stage"] for event in events if event["event"] == "result"]
    page = review()
    upload(page, "run.log", path.read_bytes())
    choice = page.locator("#review-choice")
    titles = choice.locator("option").all_inner_texts()
    assert len(titles) == 4
    for number, (title, result) in enumerate(zip(titles, results, strict=True), 1):
        assert title.startswith(f"Game {number}: 9×9, 16 mines, {result}")
        choice.select_option(label=title)
        clicks = [
            click
            for event in events
            if event["event"] == "turn" and event["game"] == number
            for click in event["clicks"]
        ]
        graded(page, len(clicks))
        assert f"The game was {result}." in told(page)
        assert "100 %\nAccuracy" in words(page, "#review-summary")


def test_a_game_is_saved_and_opened_again(review: Any) -> None:
    page = review()
    assert page.get_by_role("button", name="Save the game").is_disabled()
    upload(page, "game.json", BLUNDER)
    graded(page, 5)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the game").click()
    data = json.loads(Path(saved.value.path()).read_text())
    assert data == json.loads(BLUNDER) | {"first": None}


def test_what_cannot_be_read_gets_one_sentence(review: Any) -> None:
    page = review()
    alert = page.locator("#review-files [role=alert]")
    upload(page, "game.json", b'{"format": "minesweeper-game"')
    page.locator("#review-files [role=alert]", has_text="whole").wait_for()
    assert alert.inner_text() == "game.json: this is not a whole JSON file."
    upload(page, "run.log", b'{"event": "turn"}')
    page.locator("#review-files [role=alert]", has_text="run.log").wait_for()
    assert alert.inner_text() == "run.log, line 1: a turn before the first game."


def test_a_replay_on_a_page_without_python_says_what_to_run(review: Any) -> None:
    page = review()
    page.route("**/api/**", lambda route: route.fulfill(status=404, body="<h1>Not found</h1>"))
    upload(page, "game.avf", b"\x00\x01")
    page.locator("#review-files [role=alert]", has_text="mwagent page").wait_for()


def test_a_replay_is_read_by_the_server(review: Any) -> None:
    pytest.importorskip("ms_toollib", reason="the extra replays is not installed")
    from testbed.replay_files import played

    data, _, moves = played(4)
    page = review()
    upload(page, "game.evf", data)
    graded(page, len(moves))
    assert page.locator(".moves li").count() == len(moves)
    assert "somebody, " in words(page, "#review-summary")
    upload(page, "broken.evf", data[:40])
    page.locator("#review-files [role=alert]", has_text="not a whole .evf replay").wait_for()


def test_a_position_of_the_game_is_analysed(review: Any) -> None:
    page = review()
    upload(page, "game.json", BLUNDER)
    graded(page, 5)
    page.keyboard.press("<")
    page.get_by_role("button", name="Analyse this position").click()
    page.locator("#mode-analyse .status", has_text="The position of the game").wait_for()
    assert page.locator("#analyse-mines").input_value() == "2"


@pytest.mark.sampled
@pytest.mark.parametrize("width", SIZES.values(), ids=SIZES)
def test_axe_finds_nothing_and_nothing_sticks_out(review: Any, width: int) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = review(width, "&position=4x3/-.bHbHHHHHdHHH", "analyse")

    def check() -> None:
        for theme in ("night", "contrast", "classic") if width < 500 else ("classic",):
            page.locator("#theme").select_option(theme)
            found = axe.run(page).response["violations"]
            assert found == [], [(one["id"], one["nodes"][0]["html"]) for one in found]
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{page.url} is {wide} pixels wide"

    page.locator("#analysis", has_text="These numbers cannot all be true").wait_for()
    page.get_by_role("button", name="Paste text").click()
    check()
    page.goto(page.url.replace("#analyse", "#review"))
    upload(page, "game.json", BLUNDER)
    graded(page, 5)
    page.keyboard.press("<")
    page.locator(".said button").click()
    page.get_by_role("button", name="Mark what it rests on").wait_for()
    check()


SLOW = json.loads(BLUNDER) | {"pointer": [[0, 0.5, 0.5], [1, 0.5, 1.5], [3, 2.5, 3.5]]}


def test_a_game_plays_at_its_own_pace_with_the_pointer(review: Any) -> None:
    page = review()
    page.clock.install(time=0)
    upload(page, "game.json", json.dumps(SLOW).encode())
    graded(page, 5)
    page.clock.pause_at(3_600_000)  # from here on time goes on when it is told to
    moves = page.get_by_label("Moves made")
    arrow = page.locator(".pointer-path path")
    page.get_by_role("button", name="▶ Play").click()
    page.clock.run_for(1500)
    assert moves.get_attribute("aria-valuetext") == "2 of 5 moves"
    assert told(page) == "", "single moves are not told of meanwhile"
    assert arrow.get_attribute("transform") == "translate(1.5 0.5)"
    assert "3BV/s" in words(page, ".playback .live")
    page.get_by_label("Speed").select_option("4")
    page.clock.run_for(300)
    page.keyboard.press("p")
    said = moves.get_attribute("aria-valuetext")
    assert said == "3 of 5 moves" and "Move 4" in told(page)
    page.clock.run_for(3000)
    assert moves.get_attribute("aria-valuetext") == said
    page.keyboard.press("p")
    page.clock.run_for(2000)
    assert told(page) == "The game was lost." and page.locator(".playback.running").count() == 0
    assert arrow.get_attribute("transform") == "translate(3.5 2.5)"
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the game").click()
    assert json.loads(Path(saved.value.path()).read_text())["pointer"] == SLOW["pointer"]


def test_the_zini_path_is_a_game_to_watch(review: Any) -> None:
    drawing = ["..*...", ".*....", "....*.", "*....*"]
    page = review()
    upload(page, "game.json", game(drawing, [("open", (3, 2)), ("open", (2, 4))]))
    graded(page, 2)
    clicks = zini(np.array([[sign == "*" for sign in row] for row in drawing]))
    page.wait_for_selector("#review-pace:has-text('H.ZiNi')")
    for name, count in zip(("ZiNi", "8-way ZiNi", "H.ZiNi"), clicks, strict=True):
        assert f"{count}\n{name}" in words(page, "#review-pace")
    page.get_by_role("button", name="Watch the ZiNi path").click()
    page.get_by_role("button", name="❚❚ Pause").click()
    page.get_by_role("button", name="To the end").click()
    assert told(page) == "The game was won."
    assert page.locator(".moves li").count() == clicks.eight_way
    assert page.locator("#review-summary").is_hidden(), "who knows the mines is not judged"
    page.locator("#review-choice").select_option(index=0)
    graded(page, 2)
    assert page.locator("#review-summary").is_visible()


@pytest.mark.parametrize("pointer", [3, [[1, 2]], [[0, 1, None]]])
def test_a_damaged_pointer_is_refused(review: Any, pointer: Any) -> None:
    page = review()
    upload(page, "game.json", json.dumps(SLOW | {"pointer": pointer}).encode())
    page.locator("#review-files [role=alert]", has_text='"pointer" must be a list').wait_for()


GRADES = """async (game) => {
  const { recordFrom } = await import("/game/record.js");
  const { Replay } = await import("/game/replay.js");
  const { gradeSteps } = await import("/review/grade.js");
  const { Engine } = await import("/engine/engine.js");
  window.judge ??= await Engine.load();
  const grades = [];
  const replay = new Replay(recordFrom(game, "a game"));
  for await (const grade of gradeSteps(replay, window.judge)) {
    const { kind, hit, safe, score, survival, win, winMove } = grade;
    grades.push([kind, hit, safe.length, score, survival, win, winMove]);
  }
  return grades;
}"""


def random_game(seed: int) -> GameRecord:
    """Anything that is done on a board of 3x5 cells: openings, flags and chords at random."""
    draw = random.Random(seed)
    mines = np.zeros((3, 5), bool)
    mines.flat[draw.sample(range(1, 15), 3)] = True
    presses = [("open", (0, 0), 0.0)]
    for second in range(1, 20):
        kind = draw.choice(["open", "flag", "chord", "chord"])
        presses.append((kind, (draw.randrange(3), draw.randrange(5)), float(second)))
    game = GameRecord.played(mines, presses)
    kept = [(move.kind, move.cell, move.seconds) for move in game.moves if move.shown]
    return GameRecord.played(mines, kept)


@pytest.mark.long
def test_the_library_grades_moves_as_the_page_does(scripts: Scripts) -> None:
    seen: set[tuple[str, str]] = set()
    for seed in (629, 523, 134, 917):  # in which everything happens that is asked for below
        game = random_game(seed)
        ours = [
            [
                *(str(one.verdict), one.hit, len(one.safe), one.score),
                *(None if one.risk is None else 1 - one.risk, one.win, one.win_after),
            ]
            for one in grade(game)
        ]
        theirs = scripts.evaluate(GRADES, as_page_record(game))
        assert [row[:3] for row in ours] == [row[:3] for row in theirs]
        for one, other in zip(ours, theirs, strict=True):
            assert one[3:] == pytest.approx(other[3:], abs=1e-6)
        seen |= {(row[0], move.kind) for row, move in zip(ours, game.moves, strict=True)}
    assert seen == {
        *(
            ("first", "open"),
            ("proof", "open"),
            ("proof", "chord"),
            ("best", "open"),
            ("best", "chord"),
        ),
        *(("worse", "open"), ("worse", "chord"), ("risk", "open"), ("risk", "chord")),
        *(("flag", "flag"), ("unflag", "flag")),
    }


def test_nobody_is_blamed_for_a_mine_where_another_may_have_been_opened(scripts: Scripts) -> None:
    mines = np.array([[0, 0, 1, 0], [0, 0, 0, 1]], bool)
    game = GameRecord.played(mines, [("open", (0, 0), 0.0), ("open", (0, 2), 1.0)])
    for doubts, kind in (((), "best"), ((Doubt.ORDER,), "best"), ((Doubt.CELL,), "unseen")):
        game.moves[-1] = replace(game.moves[-1], doubts=doubts)
        ours = grade(game)[-1]
        theirs = scripts.evaluate(GRADES, as_page_record(game))[-1]
        assert [str(ours.verdict), ours.hit] == theirs[:2] == [kind, True]


@pytest.mark.parametrize("size", SIZES)
def test_two_games_on_a_board_stand_side_by_side(review: Any, size: str) -> None:
    """The second game on a board, with the first beside it move by move."""
    page = review(width=SIZES[size], query="&level=9x9/10&seed=twice&rule=open", mode="play")
    laid = page_mines(Level(9, 9, 10), "twice", (4, 4), FirstClick.OPEN)
    mines = [tuple(map(int, cell)) for cell in np.argwhere(laid)]
    for clicks in ([(4, 4), min(mines)], [(4, 4), max(mines)]):
        until(page, "mwState.stage === 'waiting'")
        for row, col in clicks:
            box = page.locator("#board").bounding_box()
            side = box["width"] / 9
            page.mouse.click(box["x"] + (col + 0.5) * side, box["y"] + (row + 0.5) * side)
        until(page, "mwState.stage === 'lost'")
        said = page.inner_text("#status")
        page.wait_for_timeout(300)
        if clicks[1] != max(mines):
            page.click("#face")
    assert re.search(r"Lost after \d+\.\d{3} s", said), "to the millisecond"
    page.click("#review")
    page.select_option("#review-rival select", index=1)
    boards = page.locator("#mode-review .pair canvas")
    assert boards.count() == 2
    assert all(board.is_visible() for board in boards.all())
    said = page.inner_text("#review-rival p[role=status]")
    assert re.fullmatch(r"After 1 move: [\d.]+ s here, [\d.]+ s there\.", said)
    grids = page.locator("#mode-review .pair .grid")
    assert grids.nth(1).get_attribute("aria-label") == "The other game after 1 of 2 moves"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
