"""The mode Train: the engine's puzzles on the page, hints, rating, repetition, and the day."""

from __future__ import annotations

import datetime
import itertools
import json
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import pytest

from mwagent.minefield import HIDDEN, Board, Cell
from mwagent.solvers import analyse
from mwagent.solvers.puzzlebook import GRADES, LESSONS, WEEK, Grade, Puzzle, daily, puzzle
from testbed.nodejs import Scripts
from testbed.pageboard import until

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("page_engine")]

MODE = "#mode-train"
NOON = datetime.datetime(2026, 3, 6, 12, 0)


def choose(page: Page, cell: Cell, shape: tuple[int, int]) -> None:
    """Click a cell of the puzzle."""
    box = page.locator(f"{MODE} canvas.board").bounding_box()
    assert box is not None
    pitch = box["height"] / shape[0]
    page.mouse.click(box["x"] + (cell[1] + 0.5) * pitch, box["y"] + (cell[0] + 0.5) * pitch)


def train(open_page: Any, kind: str = "", query: str = "", **more: Any) -> Page:
    page: Page = open_page(f"?test=1{query}#train", **more)
    page.wait_for_selector(f"{MODE} .question:not(:empty)")
    if kind:
        page.click(f"{MODE} [data-kind={kind}]")
    return page


def posed(page: Page, expected: Puzzle) -> None:
    """Wait until a puzzle is on the board."""
    names = "[...document.querySelectorAll('#mode-train [role=gridcell]')].map(c => c.ariaLabel[0])"
    hidden = int((expected.board.cells == HIDDEN).sum())
    until(page, f"{names}.filter(n => n === 'h').length === {hidden}")


def wrong_cells(one: Puzzle) -> Iterable[Cell]:
    rows, cols = one.board.shape
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    return (c for c in cells if one.board[c] == HIDDEN and c not in one.answers)


def easy(page: Page, seed: str, drawn: int) -> Puzzle:
    """Ask for easy puzzles; the one that is posed, after `drawn` others of the page's seed."""
    page.select_option(f"{MODE} .grade select", "easy")
    one = puzzle(f"{seed}/{drawn}", "easy")
    posed(page, one)
    return one


def test_the_page_makes_the_puzzles_that_the_command_makes(scripts: Scripts) -> None:
    grades: tuple[Grade | None, ...] = (*GRADES, *GRADES)
    asked = [("proven", grade) for grade in grades]
    asked += [("safer", "hard"), *((lesson, None) for lesson in LESSONS)]
    words = [{"seed": f"same {i}", "kind": k, "grade": g} for i, (k, g) in enumerate(asked)]
    made = scripts.evaluate(
        """async (asked) => {
          const { PuzzleModule } = await import("/train/puzzlemodule.js");
          const module = await PuzzleModule.load();
          return asked.map((one) => module.puzzle(one));
        }""",
        words,
    )
    for word, (kind, grade), told in zip(words, asked, made, strict=True):
        ours = json.loads(puzzle(word["seed"], grade, kind).to_json())
        assert list(itertools.chain(*ours["board"])) == told["board"]
        for key in ("ask", "grade", "rating", "mines", "answers"):
            assert ours[key] == told[key]
        assert ours["proof"] == told.get("proof")
        for one, other in zip(ours["choices"], told.get("choices", []), strict=True):
            assert one["cell"] == other["cell"]
            assert math.isclose(one["chance"], other["chance"], rel_tol=1e-9)


def test_a_puzzle_is_solved_rated_and_what_was_failed_comes_back(open_page: Any) -> None:
    page = train(open_page, query="&seed=rated", clock=True)
    first = easy(page, "rated", 3)
    choose(page, first.answers[0], first.board.shape)
    page.wait_for_selector(f"{MODE} .right")
    until(page, "/^\\+\\d+: the puzzle was easy/m.test(document.body.innerText)")
    page.keyboard.press("n")
    second = puzzle("rated/4", "easy")
    posed(page, second)
    choose(page, next(iter(wrong_cells(second))), second.board.shape)
    page.wait_for_selector(f"{MODE} .said .wrong")
    page.click(f"{MODE} button:has-text('Why not?')")
    page.wait_for_selector(f"{MODE} .why:has-text('chance')")
    page.click(f"{MODE} [aria-label='Close the explanation']")
    choose(page, second.answers[-1], second.board.shape)
    page.wait_for_selector(f"{MODE} .right")
    until(page, "/^−\\d+: the puzzle was easy/m.test(document.body.innerText)")
    page.reload()
    page.wait_for_selector(f"{MODE} .figure:has-text('1'):has-text('solved')")
    page.click(f"{MODE} [data-kind=again]")
    page.wait_for_selector(f"{MODE} .question:has-text('1 puzzle comes')")
    page.clock.set_fixed_time(datetime.datetime.now() + datetime.timedelta(days=2))
    page.click(f"{MODE} [data-kind=again]")
    page.wait_for_selector(f"{MODE} .question:has-text('Once more.')")
    posed(page, second)
    choose(page, second.answers[0], second.board.shape)
    page.wait_for_selector(f"{MODE} .right")
    page.click(f"{MODE} button:has-text('Next')")
    page.wait_for_selector(f"{MODE} .question:has-text('1 puzzle comes')")


def test_hints_come_in_three_stages_for_fingers_too(open_page: Any) -> None:
    page = train(open_page, query="&seed=hints", width=360, height=740, touch=True)
    one = easy(page, "hints", 3)
    assert one.proof is not None
    hint = page.locator(f"{MODE} .foot .buttons button").nth(2)
    for stage, said in (("Hint", "numbers settle it"), ("Mark it", "are outlined")):
        assert hint.inner_text() == stage
        hint.tap()
        page.wait_for_selector(f"{MODE} .said:has-text('{said}')")
    hint.tap()
    word = "It is safe." if one.ask == "safe" else "It is a mine."
    page.wait_for_selector(f"{MODE} .why .verdict:has-text('{word}')")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The cell comes out from under the sheet that explains it.
    row = one.proof.cell[0]
    until(
        page,
        f"""(() => {{
          const board = document.querySelector("#mode-train canvas.board").getBoundingClientRect();
          const sheet = document.querySelector("#mode-train .sheet").getBoundingClientRect();
          return board.top + {(row + 1) / one.board.shape[0]} * board.height <= sheet.top;
        }})()""",
    )
    until(page, "/^−\\d+: the puzzle was easy/m.test(document.body.innerText)")


def test_two_cells_are_compared_and_their_chances_told(open_page: Any) -> None:
    page = train(open_page, "safer", "&seed=pair")
    page.wait_for_selector(f"{MODE} .question:has-text('safer?')")
    page.select_option(f"{MODE} .grade select", "hard")
    one = puzzle("pair/6", "hard", "safer")
    posed(page, one)
    choose(page, next(iter(set(wrong_cells(one)) - {c.cell for c in one.choices})), one.board.shape)
    page.wait_for_selector(f"{MODE} .said:has-text('one of the two')")
    choose(page, one.answers[0], one.board.shape)
    page.wait_for_selector(f"{MODE} .right")
    for choice in one.choices:
        assert f"{100 * choice.chance:.1f} %" in page.inner_text(f"{MODE} .said")


def test_lessons_count_what_is_right_in_a_row(open_page: Any) -> None:
    page = train(open_page, "lessons", "&seed=learn")
    page.wait_for_selector(f"{MODE} .note:has-text('all of them are mines')")
    page.click(f"{MODE} .lessons >> text=1-2-1")
    one = puzzle("learn/4", kind="1-2-1")
    posed(page, one)
    choose(page, one.answers[0], one.board.shape)
    page.wait_for_selector(f"{MODE} .lessons button:has-text('1-2-1 1/5')")


def test_the_day_is_the_same_for_everybody_and_counts_once(open_page: Any) -> None:
    boards = []
    for _ in range(2):
        page = train(open_page, clock=True, permissions=["clipboard-read", "clipboard-write"])
        page.clock.set_fixed_time(NOON)
        page.click(f"{MODE} [data-kind=daily]")
        page.wait_for_selector(f"{MODE} .question:has-text('2026-03-06, hard')")
        one = daily(NOON.date())
        posed(page, one)
        choose(page, one.answers[0], one.board.shape)
        page.wait_for_selector(f"{MODE} #train-daily:has-text('Puzzle: solved in')")
        page.click(f"{MODE} >> text=Share the results")
        page.wait_for_selector(f"{MODE} >> text=Copied")
        shared = page.evaluate("navigator.clipboard.readText()")
        assert shared.startswith("Minesweeper of the day, 2026-03-06\nPuzzle (hard, ")
        page.click(f"{MODE} >> text=Play today’s board")
        until(page, "location.hash === '#play' && window.mwState?.level.rows === 16")
        boards.append(until(page, "mwState.rows.some(row => /[0-8]/.test(row)) && mwState.rows"))
    assert boards[0] == boards[1]
    order = page.evaluate("import('/train/daily.js').then(m => m.boardOf('2026-03-06'))")
    assert (order["noGuess"], order["rule"]) == (True, "open")
    week = page.evaluate(
        """import("/train/daily.js").then(m =>
            ["05", "06", "07", "08", "09", "10", "11"].map(day => m.puzzleOf(`2026-01-${day}`)))"""
    )
    assert tuple(day["grade"] for day in week) == WEEK
    assert week[0]["seed"] == daily(datetime.date(2026, 1, 5)).seed


# A 1-1 at the wall: (2, 0) is safe, and the player opened (2, 1) instead.
MISSED = {
    "format": "minesweeper-game", "version": 1, "title": "Missed", "first": "any",
    "rows": 3, "cols": 6, "mines": [[2, 2], [0, 5]],
    "moves": [
        {"kind": "open", "cell": [0, 0], "seconds": 0},
        {"kind": "open", "cell": [2, 2], "seconds": 3},
    ],
}  # fmt: skip


def test_mistakes_of_a_reviewed_game_are_trained(open_page: Any) -> None:
    page = open_page("?test=1#review")
    page.set_input_files(
        "#review-files input[type=file]",
        {"name": "m.json", "mimeType": "application/json", "buffer": json.dumps(MISSED).encode()},
    )
    page.click("#mode-review >> text=Train the missed cells")
    page.wait_for_selector(f"{MODE} .question:has-text('Move 2 of Missed')")
    cells = page.evaluate(
        "[...document.querySelectorAll('#mode-train [role=gridcell]')].map(c => c.ariaLabel)"
    )
    board = Board([[0, 0, 0, 0, 1, 11], [0, 1, 1, 1, 1, 11], [0, 1, 11, 11, 11, 11]], 2)
    hidden = [place for place, name in enumerate(cells) if name.startswith("hidden")]
    assert hidden == [5, 11, 14, 15, 16, 17]
    safe = [tuple(cell) for cell in analyse(board).safe]
    choose(page, safe[0], board.shape)
    page.wait_for_selector(f"{MODE} .right")


def test_ratings_and_intervals_follow_their_papers(scripts: Scripts) -> None:
    rated = scripts.evaluate(
        """async () => {
          const { rated } = await import("/train/glicko.js");
          const player = { rating: 1500, deviation: 200, volatility: 0.06 };
          return [1, 0.5, 0].map((score) => rated(player, 1400, score));
        }"""
    )
    for score, after in zip((1, 0.5, 0), rated, strict=True):
        scale = 173.7178
        g = 1 / math.sqrt(1 + 3 * (80 / scale) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * 100 / scale))
        variance = 1 / (g * g * expected * (1 - expected))
        spread = 1 / ((200 / scale) ** 2 + after["volatility"] ** 2) + 1 / variance
        assert after["rating"] == pytest.approx(1500 + scale * g * (score - expected) / spread)
        assert after["deviation"] == pytest.approx(scale / math.sqrt(spread))
        assert after["volatility"] == pytest.approx(0.06, abs=1e-4)
    days = scripts.evaluate(
        """async () => {
          const { scheduled, FRESH } = await import("/train/schedule.js");
          const days = [];
          let card = FRESH;
          for (const grade of [5, 5, 5, 1, 4, 4]) {
            card = scheduled(card, grade, 0);
            days.push(card.days);
          }
          for (let n = 0; n < 9 && card; n++) card = scheduled(card, 5, 0);
          return [days, card];
        }"""
    )
    assert days == [[1, 6, 16, 1, 1, 6], None]
