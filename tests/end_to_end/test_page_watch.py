"""Watching on the page: a solver that plays there, and a bot that plays elsewhere."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mwagent import solvers, web
from mwagent.minefield import Board, Click, Game, Level, Stage
from mwagent.player.play import Turn, VirtualWindow, play_game
from mwagent.player.play.turn import Times
from mwagent.player.records import LivePage, Session
from mwagent.vision.lattice import Lattice
from mwagent.vision.reading import Reading
from mwagent.web import Live
from testbed.pageboard import until

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("page_engine")]

SAID = "document.querySelector('#mode-watch .said').textContent"


def names(page: Any) -> list[str]:
    """What a screen reader says of each cell, in reading order."""
    page.focus("#mode-watch [role=grid]")
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll("#mode-watch [role=gridcell]")].map(
            cell => cell.getAttribute("aria-label"))"""
    )
    return found


def press(page: Any, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def fastest(page: Any) -> None:
    page.locator("#watch-pace").fill("100")


def test_a_solver_plays_to_the_end_and_begins_again(open_page: Any) -> None:
    page = open_page("?test=1#watch")
    page.select_option("#watch-level", "beginner")
    fastest(page)
    press(page, "Play")
    until(page, f"/(Won|Lost) after [0-9]+ turn/.test({SAID})", 60)
    until(page, "/1 game, [01] won/.test(document.querySelector('#mode-watch').textContent)")
    until(page, f"!/(Won|Lost)/.test({SAID})", 30)
    press(page, "Pause")
    assert page.get_by_role("button", name="Play", exact=True).count() == 1


def test_a_guess_shows_its_candidates_and_chances_first(open_page: Any) -> None:
    page = open_page("?test=1#watch")
    page.wait_for_selector("#mode-watch .said", state="attached")
    for _ in range(40):
        page.evaluate(f"void ({SAID} = '')")
        press(page, "Step")
        until(page, f"!/^$|thinking/.test({SAID})")
        if page.query_selector("#mode-watch .candidates"):
            break
        press(page, "Step")
    place = page.text_content("#mode-watch .candidates .taken th").removesuffix(" ✓")
    mine = page.text_content("#mode-watch .candidates .taken td")
    (chosen,) = [name for name in names(page) if name.endswith(f", {place}")]
    assert chosen.startswith(f"hidden, {mine} mine"), "nothing is opened before it is shown"
    press(page, "Step")
    page.focus("#mode-watch [role=grid]")
    cell = f"#mode-watch [role=gridcell][aria-label$=', {place}']"
    page.wait_for_selector(f"{cell}:not([aria-label^=hidden])", state="attached")


def test_any_solver_of_the_registry_plays(open_page: Any) -> None:
    page = open_page("?test=1#watch")
    page.wait_for_selector(
        "#watch-solver option[value=mcsatsolver]", state="attached", timeout=60000
    )
    offered = page.locator("#watch-solver option").all_text_contents()
    assert offered == solvers.names()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.post_data or ""))
    page.select_option("#watch-level", "beginner")
    page.select_option("#watch-solver", "mcdfssolver")
    page.locator(".registry summary").click()
    page.get_by_label("max_vars").fill("20")
    page.get_by_label("max_vars").press("Tab")
    fastest(page)
    press(page, "Play")
    until(page, f"/(Won|Lost) after [0-9]+ turn/.test({SAID})", 60)
    assert any('"mcdfssolver"' in body and '"max_vars":20' in body for body in asked)
    press(page, "Pause")
    page.get_by_label("max_vars").fill("-3")
    page.get_by_label("max_vars").press("Tab")
    press(page, "Step")
    until(page, f"/max_vars/.test({SAID})", 30)


def test_on_a_plain_file_host_the_engine_plays_and_the_page_says_what_to_run(
    chromium: Any, page_url: str
) -> None:
    context = chromium.new_context()
    context.route("**/api*", lambda route: route.fulfill(status=404, body="<h1>Not found</h1>"))
    context.route("**/api/**", lambda route: route.fulfill(status=404, body="<h1>Not found</h1>"))
    page = context.new_page()
    page.goto(f"{page_url}?test=1#watch")
    until(page, "/mwagent page/.test(document.querySelector('#mode-watch').textContent)")
    assert page.locator("#watch-solver option").all_text_contents() == ["best"]
    press(page, "Step")
    until(page, f"/first click/.test({SAID})")
    context.close()


def seen_turn(number: int, rows: str, sure: float, clicks: tuple[Click, ...] = ()) -> Any:
    """A turn of a game with one mine, and what was read in it."""
    board = Board.parse(rows.replace("~", "#"), 1)
    confidence = np.full(board.shape, sure, np.float32)
    reading = Reading(
        Lattice(0, 0, 16, 16, *board.shape),
        tuple(rows.split()),
        confidence,
        "ours",
        1,
        Stage.ONGOING,
    )
    analysis = solvers.create("best").analyse(board)
    return Turn(number, board, Stage.ONGOING, analysis, clicks, Times(0, 0, 0, 0)), reading


def test_a_bot_is_followed_live(chromium: Any) -> None:
    live = Live()
    bot = LivePage(live)
    live.publish("session", lambda: {"solver": "best", "options": {}, "where": "screen"})
    with web.serve(live=live) as url:
        page = chromium.new_context().new_page()
        page.goto(f"{url}?test=1#watch")
        until(page, "/looking for a board/.test(document.querySelector('#mode-watch').textContent)")
        assert page.query_selector("#mode-watch canvas") is None, "no board that a bot may find"
        for number, rows, sure in ((1, "1#\n##", 0.5), (2, "1~\n##", 0.875)):
            turn, reading = seen_turn(number, rows, sure, (Click((0, 1)),))
            bot.sees = lambda reading=reading: reading
            bot.turn(turn)
            heading = "document.querySelector('#mode-watch h3')?.textContent"
            until(page, f"/Game 1, turn {number}/.test({heading})")
        told = page.text_content("#mode-watch .said")
        assert "row 1, column 2 is best, 33.3 % mine" in told
        assert "1 opening" in told
        assert "1 cell was not understood" in told
        assert names(page)[1] == (
            "hidden, 33.3 % mine, read with confidence 87.5 %, click 1, row 1, column 2"
        )
        press(page, "Previous turn")
        assert "confidence 50.0 %" in names(page)[0]
        page.select_option("#mode-watch select", "sight")
        turn, reading = seen_turn(3, "1#\n#1", 1.0)
        bot.turn(turn)
        assert "turn 1" in page.text_content("#mode-watch h3"), "who looks back is left there"
        press(page, "Follow live")
        until(page, "/turn 3/.test(document.querySelector('#mode-watch h3')?.textContent)")
        bot.end(Session(interrupted=True))
        until(
            page,
            "/session is over.*Stopped/.test(document.querySelector('#mode-watch').textContent)",
        )
        press(page, "Ask about this position")
        until(page, "location.hash === '#analyse'")
        page.context.close()
        live.close()


def test_the_whole_of_a_game_is_there_for_who_comes_late(chromium: Any) -> None:
    live = Live()
    bot = LivePage(live)
    live.publish("session", lambda: {"solver": "best", "options": {}, "where": "demo"})
    result = play_game(
        VirtualWindow(Game(Level(8, 8, 6), 3)), solvers.create("best"), watch=bot.turn
    )
    bot.result(result)
    bot.end(Session([result]))
    with web.serve(live=live) as url:
        page = chromium.new_context(viewport={"width": 360, "height": 760}).new_page()
        page.goto(f"{url}?test=1#watch")
        until(page, f"document.querySelector('#mode-watch input')?.max === '{result.turns - 1}'")
        word = "Won" if result.won else "Lost"
        until(page, f"/{word}: .* {result.clicks} clicks/.test({SAID})")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        press(page, "Replay the game")
        until(page, "/turn 1$/.test(document.querySelector('#mode-watch h3')?.textContent)")
        until(
            page,
            f"/turn {result.turns}$/.test(document.querySelector('#mode-watch h3')?.textContent)",
            60,
        )
        page.context.close()
        live.close()


@pytest.mark.screen
def test_watching_a_demo(chromium: Any, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mwagent", "--demo", "beginner", "--games", "1", "--watch"]
    with subprocess.Popen(
        [*command, "--log", str(tmp_path / "run.log")], stderr=subprocess.PIPE, text=True
    ) as program:
        try:
            assert program.stderr is not None
            said = program.stderr.readline()
            page = chromium.new_context().new_page()
            page.goto(next(word for word in said.split() if word.startswith("http")).rstrip(";"))
            until(
                page,
                "/session is over/.test(document.querySelector('#mode-watch')?.textContent)",
                60,
            )
            assert "Game 1" in page.text_content("#mode-watch h3")
            assert "read with confidence" in names(page)[0]
            page.context.close()
            assert program.wait(30) in (0, 1)
        finally:
            program.send_signal(signal.SIGINT)
