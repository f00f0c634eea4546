"""Hints and reasons on the page: what the engine says is what is shown, and nothing stale stays."""

from __future__ import annotations

import re
import time
from typing import Any

import numpy as np
import pytest

from mwagent import solvers
from mwagent.minefield import Board, Cell, Level, cells_where
from mwagent.web import page_mines
from testbed.pageboard import advised, at, names, rows, settings

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("page_engine")]


def position(page: Any, mines: int) -> Board:
    return Board.parse("\n".join([f"mines {mines}", *rows(page)]))


def percent(chance: float) -> str:
    whole = round(100 * chance)
    return "<1" if whole == 0 else ">99" if whole == 100 else str(whole)


def cells_said(said: dict[Cell, str], what: str) -> set[Cell]:
    return {cell for cell, name in said.items() if re.search(rf"\b{what}\b", name)}


def begun(open_page: Any, seed: str, **more: Any) -> Any:
    page = open_page(f"?level=16x16/40&seed={seed}&rule=open&test=1&zoom=2", **more)
    page.mouse.click(*at(page, (8, 8)))
    return page


def test_hints_are_the_chances_of_the_engine(open_page: Any) -> None:
    page = begun(open_page, "hints")
    page.keyboard.press("h")
    draw = np.random.default_rng(1)
    for _ in range(6):
        advised(page, "Best move")
        board = position(page, 40)
        analysis = solvers.analyse(board)
        said = names(page)
        assert cells_said(said, "safe") == set(analysis.safe)
        assert cells_said(said, "surely a mine") == set(analysis.mines)
        for cell, name in said.items():
            chance = analysis.mine_probability[cell]
            if np.isnan(chance):
                assert "percent" not in name
            elif 0 < chance < 1:
                # A chance between two whole percents may be rounded either way.
                near = {percent(chance - 1e-9), percent(chance + 1e-9)}
                assert re.search(r"(\S+) percent mine", name)[1] in near, f"at {cell}"
        best = cells_said(said, "best move")
        assert len(best) == 1
        if not analysis.safe:
            break
        page.mouse.click(*at(page, analysis.safe[draw.integers(len(analysis.safe))]))


def test_hints_are_off_at_first_and_leave_nothing_behind(open_page: Any) -> None:
    page = begun(open_page, "leave")
    bare = page.locator("#well").screenshot()
    page.click("#hints")
    advised(page, "safe")
    assert page.locator("#well").screenshot() != bare
    page.click("#hints")
    page.mouse.move(1, 1)
    assert page.locator("#well").screenshot() == bare
    assert not any("percent" in name for name in names(page).values())


def test_a_new_click_cancels_the_old_question(open_page: Any) -> None:
    page = open_page("?level=100x100/1800&seed=cancel&rule=open&test=1&zoom=0.5")
    page.keyboard.press("h")
    cells = [(r, c) for r in range(2, 98, 24) for c in range(2, 98, 24)]
    begin = time.monotonic()
    for cell in cells:
        page.mouse.click(*at(page, cell), button="right")
    assert time.monotonic() - begin < 10, "the page answers while the engine works"
    advised(page, "Nothing is open")
    assert len(page.evaluate("mwState.moves")) == len(cells)
    page.mouse.click(*at(page, (40, 40)))
    advised(page, "safe")
    page.click("#face")
    advised(page, "Nothing is open")


def test_without_the_engine_the_page_plays_and_says_what_to_do(open_page: Any) -> None:
    page = open_page("?level=9x9/10&seed=bare&test=1&noguess=1")
    page.route("**/engine.wasm", lambda route: route.fulfill(status=404))
    page.mouse.click(*at(page, (4, 4)))
    page.wait_for_selector("#status:has-text('make site')")
    settings(page)
    page.uncheck("#noguess")
    page.keyboard.press("Escape")
    page.mouse.click(*at(page, (4, 4)))
    assert page.evaluate("mwState.stage") == "ongoing"
    page.click("#hints")
    advised(page, "make site")


def test_games_with_hints_do_not_count(open_page: Any) -> None:
    page = open_page("?level=4x4/1&seed=counted&test=1")
    page.click("#hints")
    for row, col in np.argwhere(~page_mines(Level(4, 4, 1), "counted", (0, 0))):
        page.mouse.click(*at(page, (int(row), int(col))))
    assert "with hints: not counted" in page.text_content("#status")
    assert "after the first game" in page.text_content("#stats")


def ask(page: Any, cell: Cell) -> None:
    page.click("#ask")
    page.mouse.click(*at(page, cell))
    place = f"Row {cell[0] + 1}, column {cell[1] + 1}"
    page.wait_for_selector(f"#reason-title:has-text('Why? {place}')")


def test_a_proof_is_told_in_three_stages(open_page: Any) -> None:
    page = begun(open_page, "why")
    before = rows(page)
    analysis = solvers.analyse(position(page, 40))
    for cells, verdict in ((analysis.safe, "It is safe."), (analysis.mines, "It is a mine.")):
        ask(page, cells[0])
        page.wait_for_selector("#why >> text=Where to look")
        assert verdict not in page.inner_text("#why"), "a nudge does not tell"
        pictures = [page.locator("#well").screenshot()]
        page.click("#why >> text=Mark what it rests on")
        assert re.search(r"It rests on .*\(\d+, \d+\)", page.inner_text("#why"))
        assert verdict not in page.inner_text("#why")
        pictures.append(page.locator("#well").screenshot())
        page.click("#why >> text=Explain")
        for way, place in zip(("down", "across"), cells[0], strict=True):
            assert str(place + 1) in page.locator(f".ruler.{way} span").all_inner_texts()
        said = page.inner_text("#why")
        assert verdict in said
        assert page.locator("#why li").count() >= 1
        for number, row, col in re.findall(r"the (\d) at \((\d+), (\d+)\)", said, re.IGNORECASE):
            assert before[int(row) - 1][int(col) - 1] == number, "people count from 1"
        pictures.append(page.locator("#well").screenshot())
        page.mouse.move(1, 1)
        assert len(set(pictures)) == 3, "every stage marks more of the board"
    assert rows(page) == before, "asking opens nothing"
    page.click("#ask-end")
    assert page.is_hidden("#reason")
    assert page.locator(".ruler").count() == 0


def test_what_is_open_to_chance_shows_two_arrangements(open_page: Any) -> None:
    page = open_page("?level=5x4/5&seed=both&rule=safe&test=1&zoom=3")
    page.mouse.click(*at(page, (0, 0)))
    board = position(page, 5)
    analysis = solvers.analyse(board)
    chances = analysis.mine_probability
    cell = cells_where((chances > 0) & (chances < 1))[0]
    page.keyboard.press("w")
    page.mouse.click(*at(page, cell))
    page.wait_for_selector("#why >> text=One where it is safe")
    said = page.inner_text("#why")
    assert f"{100 * chances[cell]:.1f} %" in said
    safe, mine = (
        int(number.replace(",", "")) for number in re.findall(r"(?:safe|mine): ([\d,]+)", said)
    )
    assert mine / (safe + mine) == pytest.approx(chances[cell], abs=1e-9)
    one = page.locator("#well").screenshot()
    page.click("#why >> text=One where it is a mine")
    assert page.locator("#well").screenshot() != one


def test_nothing_is_explained_that_is_open(open_page: Any) -> None:
    page = begun(open_page, "open")
    ask(page, (8, 8))
    assert "open" in page.inner_text("#why")
    page.keyboard.press("n")
    assert page.is_hidden("#reason"), "a new game forgets the reasons"
