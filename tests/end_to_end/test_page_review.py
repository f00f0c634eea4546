"""The review of a game: every figure against counting all arrangements of small boards."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.minefield import (
    HIDDEN,
    MINE,
    Board,
    Button,
    Cell,
    Click,
    Game,
    Stage,
    count_around,
    neighbours,
)
from testbed.nodejs import Scripts
from testbed.oracle import arrangements, best_win_probability, without_flags

Grade = Callable[..., Any]

GRADE = """
async ([text, total]) => {
    const { parseRecord } = await import("/game/record.js");
    const { Replay } = await import("/game/replay.js");
    const { gradeSteps } = await import("/review/grade.js");
    const { summarise } = await import("/review/summary.js");
    const { lossOf, moveName, verdict } = await import("/review/describe.js");
    const { Engine } = await import("/engine/engine.js");
    window.engine ??= await Engine.load();
    const record = parseRecord(text);
    const replay = new Replay({ ...record, mines: total ?? record.mines });
    const grades = [];
    for await (const grade of gradeSteps(replay, window.engine)) grades.push(grade);
    const words = replay.steps.map((step, n) =>
        [moveName(replay, step), verdict(replay, step, grades[n]), lossOf(grades[n])].join(" | "));
    return { grades, summary: summarise(grades), words };
}
"""


@pytest.fixture(scope="module")
def grade(scripts: Scripts) -> Grade:
    """Grade a recorded game: grade(text)["grades"] and ["summary"]."""
    return lambda text, total=None: scripts.evaluate(GRADE, [text, total])


KINDS = {"open": Button.LEFT, "chord": Button.CHORD, "flag": Button.RIGHT}


class Played:
    """A game played at random on a small board: the boards before each move, and what it opened."""

    def __init__(self, seed: int, moves: int):
        rng = np.random.default_rng(seed)
        rows, cols = int(rng.integers(2, 4)), int(rng.integers(3, 5))
        self.mines = rng.random((rows, cols)) < 0.3
        self.mines[0, 0] = False
        game = Game.from_mines(self.mines)
        self.total = int(self.mines.sum())
        self.steps: list[tuple[str, Cell, Board, list[Cell]]] = []
        for _ in range(moves):
            cell = int(rng.integers(rows)), int(rng.integers(cols))
            kind = ("open", "open", "flag", "chord")[rng.integers(4)]
            if not self.steps:
                kind, cell = "open", (0, 0)
            before = game.board
            game.play(Click(cell, KINDS[kind]))
            if game.board != before:
                self.steps.append((kind, cell, before, _opened(kind, cell, before)))
            if game.stage in (Stage.WON, Stage.LOST):
                break
        self.stage = game.stage

    def text(self) -> str:
        moves = [{"kind": kind, "cell": cell} for kind, cell, *_ in self.steps]
        rows, cols = self.mines.shape
        places = np.argwhere(self.mines).tolist()
        head = {"format": "minesweeper-game", "version": 1}
        return json.dumps(head | {"rows": rows, "cols": cols, "mines": places, "moves": moves})


def _opened(kind: str, cell: Cell, board: Board) -> list[Cell]:
    if kind == "open":
        return [cell]
    if kind == "chord":
        return [n for n in neighbours(cell, board.shape) if board[n] == HIDDEN]
    return []


def win_by(board: Board, opened: list[Cell]) -> float:
    """The chance to win by opening these cells at once and the best play after it."""
    masks = arrangements(board)
    rows, cols = zip(*opened, strict=True)
    safe = masks[~masks[:, rows, cols].any(axis=1)]
    shown = [tuple(count_around(mask)[rows, cols].tolist()) for mask in safe]
    wins = 0.0
    for numbers in set(shown):
        cells = board.cells.copy()
        cells[rows, cols] = numbers
        wins += shown.count(numbers) * best_win_probability(Board(cells, board.mines))
    return wins / len(masks)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_every_figure_is_the_share_of_arrangements(grade: Grade, seed: int) -> None:
    played = Played(seed, 12)
    grades = grade(played.text())["grades"]
    assert grades[0]["kind"] == "first"
    for (kind, cell, before, opened), told in list(zip(played.steps, grades, strict=True))[1:]:
        board = without_flags(Board(before.cells, played.total))
        masks = arrangements(board)
        chance = masks.mean(axis=0)
        if kind == "flag":
            if told["kind"] == "flag":
                proven = {0.0: "safe", 1.0: "mine"}.get(float(chance[cell]), "open")
                assert told["proven"] == proven
            continue
        rows, cols = zip(*opened, strict=True)
        survival = (~masks[:, rows, cols]).all(axis=1).mean()
        assert told["survival"] == pytest.approx(survival)
        hidden = board.cells == HIDDEN
        safe = {r * hidden.shape[1] + c for r, c in np.argwhere(hidden & (chance == 0))}
        assert set(told["safe"]) == safe
        assert told["hit"] == any(played.mines[one] for one in opened)
        assert told["win"] == pytest.approx(best_win_probability(board))
        assert told["winMove"] == pytest.approx(win_by(board, opened))
        assert told["score"] == pytest.approx(told["winMove"] / told["win"])
        if survival == 1:
            assert told["kind"] == "proof" and told["score"] == 1
        elif safe:
            assert told["kind"] == "risk"
        else:
            assert told["kind"] == ("best" if told["score"] > 0.999 else "worse")


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_summary_adds_the_moves_up(grade: Grade, seed: int) -> None:
    answer = grade(Played(seed, 12).text())
    openings = [one for one in answer["grades"] if one["survival"] is not None]
    summary = answer["summary"]
    assert summary["moves"] == len(openings)
    expected = sum(1 - one["survival"] for one in openings)
    hits = sum(one["hit"] for one in openings)
    assert summary["luck"] == pytest.approx(expected - hits)
    assert summary["chance"] == pytest.approx(np.prod([one["survival"] for one in openings]))
    if openings:
        scores = np.array([one["score"] for one in openings])
        each = np.clip(103.1668 * np.exp(-0.04354 * 100 * (1 - scores)) - 3.1668, 0, 100)
        harmonic = len(each) / (1 / np.maximum(each, 1)).sum()
        assert summary["accuracy"] == pytest.approx((each.mean() + harmonic) / 200)
        assert summary["costly"] == sum(score < 0.999 for score in scores)
        assert summary["kept"] == pytest.approx(np.prod([one["score"] for one in openings]))


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_words_hold_the_figures(grade: Grade, seed: int) -> None:
    answer = grade(Played(seed, 12).text())
    for told, said in zip(answer["grades"], answer["words"], strict=True):
        words = said.replace("\xa0", " ")
        assert not re.search(r"NaN|undefined|null|-\d", words), words
        share = told["survival"]
        if share is not None and told["kind"] in ("best", "worse"):
            shown = float(re.search(r"survives with (\d+(\.\d+)?) %", words)[1])
            assert shown == pytest.approx(100 * share, abs=0.5)
            assert (shown in (0, 100)) == (share in (0, 1)), "never 0 or 100 for what is not proven"
        if told["kind"] == "worse" and told["winMove"] is not None:
            less = float(re.search(r"wins (\d+(\.\d+)?) % less", words)[1])
            assert less == pytest.approx(100 * (told["win"] - told["winMove"]), abs=0.5)
        assert ("It was a mine." in words) == told["hit"]


def game(mines: list[str], moves: list[tuple[str, Cell]]) -> str:
    """A recorded game from a drawing of its mines."""
    places = [[r, c] for r, row in enumerate(mines) for c, sign in enumerate(row) if sign == "*"]
    told = [{"kind": kind, "cell": cell} for kind, cell in moves]
    head = {"format": "minesweeper-game", "version": 1, "rows": len(mines), "cols": len(mines[0])}
    return json.dumps(head | {"mines": places, "moves": told})


def test_an_unneeded_risk_names_what_was_safe(grade: Grade) -> None:
    # 1 1 1 over three hidden cells with one mine: the mine is in the middle, the sides are safe.
    text = game(
        ["...", ".*."], [("open", (0, 0)), ("open", (0, 1)), ("open", (0, 2)), ("open", (1, 1))]
    )
    answer = grade(text)
    told = answer["grades"][-1]
    assert told["kind"] == "risk"
    assert answer["summary"]["kept"] == 0
    assert answer["summary"]["costly"] == 1 and answer["summary"]["moves"] == 3
    assert answer["summary"]["accuracy"] < 0.4, "one of three decisions was as bad as can be"
    assert told["survival"] == 0 and told["score"] == 0 and told["hit"]
    assert set(told["safe"]) == {3, 5}


def test_a_fifty_fifty_is_no_mistake(grade: Grade) -> None:
    text = game([".*", ".."], [("open", (0, 0)), ("open", (1, 0)), ("open", (0, 1))])
    answer = grade(text)
    told = answer["grades"][-1]
    assert told["kind"] == "best"
    assert told["survival"] == told["win"] == told["winMove"] == pytest.approx(0.5)
    assert answer["summary"]["accuracy"] == pytest.approx(1)
    assert answer["summary"]["luck"] == pytest.approx(1 / 3 + 1 / 2 - 1)


def test_a_board_that_contradicts_itself_is_not_judged(grade: Grade) -> None:
    # Two mines are said to lie here, and the numbers leave room for one.
    text = json.loads(game(["..", ".*"], [("open", (0, 0)), ("open", (0, 1)), ("flag", (1, 0))]))
    judged = grade(json.dumps(text), total=3)["grades"]
    assert [one["kind"] for one in judged] == ["first", "odd", "odd"]


def test_going_on_after_a_mine_is_graded_too(grade: Grade) -> None:
    text = game([".*.", "..."], [("open", (0, 0)), ("open", (0, 1)), ("open", (1, 0))])
    told = grade(text)["grades"]
    assert told[1]["hit"]
    assert told[2]["kind"] == "proof", "the mine that was hit is known now"


def test_the_bots_own_games_have_no_mistake_and_no_unneeded_risk(grade: Grade) -> None:
    rng = np.random.default_rng(5)
    mines = rng.permutation(256).reshape(16, 16) < 50
    mines[0, 0] = False
    from mwagent.solvers import create

    solver = create("best")
    played = Game.from_mines(mines)
    moves: list[tuple[str, Cell]] = [("open", (0, 0))]
    played.play(Click((0, 0)))
    while played.stage is Stage.ONGOING:
        best = solver.analyse(Board(played.board.cells, int(mines.sum()))).decide().best
        assert best is not None
        played.play(Click(best))
        moves.append(("open", best))
    drawing = ["".join("*" if mine else "." for mine in row) for row in mines]
    answer = grade(game(drawing, moves))
    kinds = {one["kind"] for one in answer["grades"]}
    assert kinds <= {"first", "proof", "best"}
    assert answer["summary"]["accuracy"] == pytest.approx(1)
    assert MINE not in played.board.cells or answer["summary"]["hits"] == 1


SUMMARISE = """async (scores) => {
    const { summarise } = await import("/review/summary.js");
    const of = (score) => ({ survival: score, score, hit: false, exact: true, kind: "risk" });
    return summarise(scores.map(of));
}"""


def test_a_careless_game_is_far_from_a_careful_one(scripts: Scripts) -> None:

    def summary(*costs: float) -> Any:
        return scripts.evaluate(SUMMARISE, [*costs, *[1] * (46 - len(costs))])

    careful, hasty = summary(0.97), summary(*[0.8] * 5)
    careless = summary(0, *[0.6] * 4, *[0.8] * 6)  # a proven mine among eleven unneeded risks
    assert careful["accuracy"] > 0.97
    assert 0.85 < hasty["accuracy"] < 0.93
    assert careless["accuracy"] < 0.55
    assert [one["costly"] for one in (careful, hasty, careless)] == [1, 5, 11]
    assert careless["kept"] == 0 and hasty["kept"] == pytest.approx(0.8**5)
