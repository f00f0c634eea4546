"""The engine as WebAssembly says what the engine in Python says; its boards and its worker."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.engine import explanations
from mwagent.minefield import (
    FLAG,
    HIDDEN,
    Board,
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    count_around,
)
from mwagent.minefield import neighbours as around
from mwagent.solvers import InconsistentBoardError, analyse, explain
from mwagent.solvers.noguess import page_mines
from mwagent.web import build, files
from testbed.nodejs import Scripts
from testbed.oracle import arrangements

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LOAD = """async () => {
  const { Engine } = await import("/engine/engine.js");
  window.engine = await Engine.load();
  window.position = (p) => ({ ...p, cells: Int8Array.from(p.cells) });
  window.list = (answer) =>
    answer.probability ? { ...answer, probability: Array.from(answer.probability) } : answer;
}"""


@pytest.fixture(scope="module")
def engine(scripts: Scripts) -> Scripts:
    scripts.evaluate(LOAD)
    return scripts


@pytest.fixture(scope="module")
def page(chromium: Browser, page_url: str) -> Iterator[Page]:
    page = chromium.new_page()
    page.goto(page_url)
    page.evaluate(LOAD)
    page.evaluate(
        """async () => {
          window.client = new (await import("/engine/client.js")).EngineClient();
        }"""
    )
    yield page
    page.close()


def asked(board: Board, **more: Any) -> dict[str, Any]:
    rows, cols = board.shape
    cells = board.cells.ravel().tolist()
    return {"rows": rows, "cols": cols, "mines": board.mines, "cells": cells, **more}


def small_board(random: np.random.Generator, hidden: int) -> Board:
    """A board of any shape up to 6x6 with at most `hidden` hidden cells."""
    rows, cols = random.integers(1, 7, 2)
    mines = random.random((rows, cols)) < random.uniform(0.1, 0.6)
    cells = np.where(mines, np.int8(FLAG), count_around(mines))
    order = random.permutation(cells.size)[: random.integers(0, hidden + 1)]
    cells.ravel()[order] = HIDDEN
    return Board(cells, int(mines.sum()) if random.integers(3) else None)


@pytest.fixture(scope="module")
def positions(seed: int) -> list[Board]:
    random = np.random.default_rng(seed)
    played = itertools.islice(explanations.deductions(random), 0, 600, 5)
    return [board for board, _, _ in played] + [small_board(random, 30) for _ in range(120)]


def test_same_probabilities_and_moves_as_in_python(engine: Scripts, positions: list[Board]) -> None:
    answers = engine.evaluate(
        "ps => ps.map((p) => list(engine.analyse({ ...position(p), strength: 'fast' })))",
        [asked(board) for board in positions],
    )
    for board, said in zip(positions, answers, strict=True):
        known = analyse(board, strength="fast")
        assert said["trouble"] is None
        assert said["exact"] is known.exact is True
        np.testing.assert_allclose(
            np.array(said["probability"], float).reshape(board.shape),
            known.mine_probability,
            atol=1e-11,
        )
        assert [tuple(cell) for cell in said["safe"]] == list(known.safe)
        assert [tuple(cell) for cell in said["mines"]] == list(known.mines)
        if known.decide().best is None:
            assert said["best"] is None
            continue
        assert said["best"]["why"] == known.decide().why
        assert said["best"]["win"] == known.decide().win_probability
        scores = {tuple(c["cell"]): c["score"] for c in said["best"]["candidates"]}
        for candidate in known.decide().candidates:
            assert scores[candidate.cell] == pytest.approx(candidate.score, abs=1e-9)


def test_same_explanations_as_in_python(engine: Scripts, positions: list[Board]) -> None:
    questions = []
    for number, board in enumerate(positions):
        hidden = np.argwhere(board.cells == HIDDEN).tolist()
        if hidden:
            questions.append((board, tuple(hidden[number % len(hidden)])))
    answers = engine.evaluate(
        "ps => ps.map((p) => engine.explain(position(p)))",
        [asked(board, cell=cell) for board, cell in questions],
    )
    for (board, cell), said in zip(questions, answers, strict=True):
        known = explain(board, cell)
        assert (said["verdict"], said["mine_count"]) == (known.verdict, known.mine_count)
        assert [tuple(number) for number in said["numbers"]] == list(known.numbers)
        assert [step["text"] for step in said["steps"]] == [step.text for step in known.steps]
        assert said.get("nudge") == known.nudge


def test_dead_cells_can_show_one_number_only(engine: Scripts, seed: int) -> None:
    random = np.random.default_rng(seed)
    boards = [small_board(random, 12) for _ in range(150)]
    answers = engine.evaluate(
        "ps => ps.map((p) => list(engine.analyse(position(p))))", [asked(board) for board in boards]
    )
    found = 0
    for board, said in zip(boards, answers, strict=True):
        assert said["deadExact"]
        masks = arrangements(board)
        dead = []
        for row, col in np.argwhere(board.cells == HIDDEN).tolist():
            shown = {
                int(sum(mask[cell] for cell in around((row, col), board.shape)))
                for mask in masks
                if not mask[row, col]
            }
            if len(shown) == 1:
                dead.append([row, col])
        assert said["dead"] == dead
        found += len(dead)
    assert found > 50


@pytest.mark.parametrize(
    "board",
    [
        Board([[1, 11, 0]]),
        Board([[1, 11, 11, 1]], 3),
        Board([[0, 11, 0, 11, 11]], 2),
        Board([[11]], 7),
    ],
)
def test_trouble_is_where_python_finds_it(engine: Scripts, board: Board) -> None:
    with pytest.raises(InconsistentBoardError) as error:
        analyse(board)
    said = engine.evaluate("p => engine.analyse(position(p))", asked(board))
    cell = error.value.cell
    assert said == {"trouble": {"total": True} if cell is None else {"cell": list(cell)}}
    hidden = np.argwhere(board.cells == HIDDEN)[0].tolist()
    why = engine.evaluate("p => engine.explain(position(p))", asked(board, cell=hidden))
    assert why["trouble"] is not None


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        ("analyse({rows: 2, cols: 2, mines: 1, cells: Int8Array.of(1)})", "2x2 has 4 cells, not 1"),
        ("analyse({rows: 1, cols: 1, cells: Int8Array.of(13)})", "13 at row 0, column 0"),
        ("analyse({rows: 0, cols: 1, cells: Int8Array.of()})", "1x0"),
        ("analyse({rows: 1, cols: 1, cells: Int8Array.of(11), mines: 0.5})", "0.5 is no number"),
        ("analyse({rows: 1, cols: 1, cells: Int8Array.of(11), strength: 'x'})", "'x' is none of"),
        ("explain({rows: 1, cols: 2, cells: Int8Array.of(1, 11), cell: [0, 0]})", "is open"),
        ("explain({rows: 1, cols: 2, cells: Int8Array.of(1, 11), cell: [0, 2]})", "is no cell"),
        ("board({rows: 2, cols: 2, mines: 4, first: [0, 0], seed: 'a'})", "4 mines do not fit"),
    ],
)
def test_bad_questions_get_a_sentence(engine: Scripts, call: str, complaint: str) -> None:
    said = engine.evaluate(
        f"() => {{ try {{ engine.{call} }} catch (error) {{ return error.name + error.message }} }}"
    )
    assert said.startswith("EngineError")
    assert complaint in said


def boards(engine: Scripts, orders: list[dict[str, Any]]) -> NDArray[np.bool_]:
    """Boards for these orders, (orders, rows, cols)."""
    script = """orders => orders.map((order) => {
      for (;;) {
        const { mines } = engine.board({ tries: 50, ...order });
        if (mines) return Array.from(mines);
      }
    })"""
    rows, cols = orders[0]["rows"], orders[0]["cols"]
    return np.array(engine.evaluate(script, orders), bool).reshape(-1, rows, cols)


@pytest.mark.parametrize("rule", list(FirstClick))
def test_a_seed_lays_the_same_mines_as_ever(engine: Scripts, rule: FirstClick) -> None:
    for level in (Level(9, 9, 10), Level(16, 30, 99), Level(3, 3, 7)):
        seeds = ["a", "Grüße", ""]
        order = {"rows": level.rows, "cols": level.cols, "mines": level.mines, "first": [1, 2]}
        laid = boards(engine, [{**order, "rule": rule, "seed": s, "noGuess": False} for s in seeds])
        for seed, mines in zip(seeds, laid, strict=True):
            assert (mines == page_mines(level, seed, (1, 2), rule)).all()


def needs_no_guess(mines: NDArray[np.bool_], first: tuple[int, int]) -> bool:
    """Play with what is proven only, to the end if it can be done."""
    if mines[first]:
        return False
    game = Game.from_mines(mines)
    game.play(Click(first))
    while game.stage is Stage.ONGOING:
        safe = analyse(game.board, strength="fast").safe
        if not safe:
            return False
        for cell in safe:
            game.play(Click(cell))
    return game.stage is Stage.WON


def test_boards_without_guesses_need_none(engine: Scripts) -> None:
    order = {"rows": 16, "cols": 30, "mines": 99, "first": [3, 4], "noGuess": True}
    for rule in ("safe", "open"):
        laid = boards(engine, [{**order, "rule": rule, "seed": f"{n}"} for n in range(12)])
        assert (laid.sum((1, 2)) == 99).all()
        assert not laid[:, 3, 4].any()
        assert rule == "safe" or not laid[:, 2:5, 3:6].any()
        assert all(needs_no_guess(mines, (3, 4)) for mines in laid)
        again = boards(engine, [{**order, "rule": rule, "seed": "5", "tries": 1}])
        assert (again[0] == laid[5]).all(), "the slices do not matter"


def test_boards_without_guesses_are_equally_likely(engine: Scripts) -> None:
    cells = [cell for cell in np.ndindex(3, 4) if cell != (1, 1)]
    possible = set()
    for chosen in itertools.combinations(cells, 3):
        mines = np.zeros((3, 4), bool)
        mines[tuple(np.array(chosen).T)] = True
        if needs_no_guess(mines, (1, 1)):
            possible.add(mines.tobytes())
    order = {"rows": 3, "cols": 4, "mines": 3, "first": [1, 1], "rule": "safe", "noGuess": True}
    drawn = 60 * len(possible)
    laid = boards(engine, [{**order, "seed": f"u{n}"} for n in range(drawn)])
    counts = Counter(mines.tobytes() for mines in laid)
    assert set(counts) == possible
    deviation = sum((n - 60) ** 2 / 60 for n in counts.values())
    freedom = len(possible) - 1
    assert deviation < freedom + 5 * (2 * freedom) ** 0.5


@pytest.mark.browser
@pytest.mark.usefixtures("page_engine")
def test_a_new_question_cancels_the_old_one(page: Page) -> None:
    said = page.evaluate("""async () => {
      const order = { rows: 60, cols: 60, mines: 3598, first: [0, 0], rule: "safe", seed: "a" };
      let reports = 0;
      const endless = client.board(order, ({ tries }) => { reports = tries; });
      const ended = endless.then(() => "found", (error) => error.name);
      while (!reports) await new Promise((resolve) => setTimeout(resolve, 5));
      const quick = await client.board({ ...order, rows: 4, cols: 4, mines: 2 });
      const line = { rows: 1, cols: 3, mines: null, cells: Int8Array.of(1, 11, 11) };
      const asked = [1, 2, 3].map(() => client.analyse(line));
      const settled = await Promise.allSettled(asked);
      return { ended: await ended, reports, mines: quick.mines.reduce((a, b) => a + b),
               settled: settled.map((s) => s.reason?.name ?? s.value.exact) };
    }""")
    assert said["ended"] == "Cancelled"
    assert said["reports"] > 0
    assert said["mines"] == 2
    assert said["settled"] == ["Cancelled", "Cancelled", True]


@pytest.mark.browser
@pytest.mark.usefixtures("page_engine")
def test_the_worker_answers_as_the_engine_does(page: Page) -> None:
    assert (
        page.evaluate("""async () => {
      const p = { rows: 2, cols: 3, mines: 2, cells: Int8Array.of(1, 2, 1, 11, 11, 11) };
      const told = JSON.stringify(await client.explain({ ...p, cell: [1, 1] }));
      const bad = await client.explain({ ...p, cell: [0, 0] }).catch((error) => error.message);
      return told === JSON.stringify(engine.explain({ ...p, cell: [1, 1] })) && bad;
    }""")
        == "row 0, column 0 is open; only a hidden cell can be explained"
    )


@pytest.mark.browser
@pytest.mark.usefixtures("page_engine")
def test_a_missing_engine_is_said_to_be_missing(chromium: Browser, page_url: str) -> None:
    page = chromium.new_page()
    page.route("**/engine.wasm", lambda route: route.fulfill(status=404))
    page.goto(page_url)
    said = page.evaluate("""async () => {
      const { EngineClient } = await import("/engine/client.js");
      const ask = { rows: 1, cols: 1, cells: Int8Array.of(11) };
      return new EngineClient().analyse(ask).catch((error) => error.message);
    }""")
    assert "make site" in said
    page.close()


@pytest.mark.usefixtures("page_engine")
def test_the_site_is_the_page_with_its_engine(tmp_path: Path) -> None:
    site = build.build(tmp_path / "site")
    assert (site / "index.html").exists()
    for module in build.MODULES:
        copied = site / module.target.relative_to(files.STATIC)
        assert copied.stat().st_size <= build.LARGEST
    assert build.build(site) == site, "built again in its place"


@pytest.mark.usefixtures("page_engine")
def test_building_says_what_is_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    assert build.main([str(tmp_path)]) == 2
    assert "choose another folder" in capsys.readouterr().err
    assert (tmp_path / "letter.txt").exists()
    monkeypatch.setattr(build.Module, "is_current", lambda self: False)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert build.main([str(tmp_path / "site")]) == 2
    assert "needs the package ziglang" in capsys.readouterr().err
