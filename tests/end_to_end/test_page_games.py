"""Recorded games in the page: the bot's log, saved games, and playing them again."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent import solvers
from mwagent.minefield import Button, Click, FirstClick, Game, Level, Stage
from mwagent.player.play import VirtualWindow
from mwagent.player.records import GameLog
from mwagent.player.records import log as gamelog
from mwagent.player.session import run
from testbed.nodejs import Scripts

Ask = Callable[..., Any]

# Everything the tests ask of the page: the boards of a game, one after each move.
PLAY = """
async ([how, text]) => {
    const { parseLog } = await import("/game/botlog.js");
    const { parseRecord, writeRecord } = await import("/game/record.js");
    const { Replay } = await import("/game/replay.js");
    const told = (record) => {
        const replay = new Replay(record);
        const boards = replay.steps.map((_, n) => replay.position(n + 1).cells.join(" "));
        boards.unshift(replay.position(0).cells.join(" "));
        return {...record, key: [...record.key], stage: replay.stage, boards};
    };
    try {
        if (how === "log") return parseLog(text).map(told);
        const record = parseRecord(text, "game.json");
        return {...told(record), again: writeRecord(record)};
    } catch (error) {
        if (error.name !== "FormatError") throw error;
        return {wrong: error.message};
    }
}
"""


@pytest.fixture(scope="module")
def ask(scripts: Scripts) -> Ask:
    """Ask the page about a log or a recorded game: ask("log", text)."""
    return lambda how, text: scripts.evaluate(PLAY, [how, text])


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A session of the bot: a dozen games, won and lost."""
    path = tmp_path_factory.mktemp("log") / "run.log"
    with GameLog(path, "best", {}, "virtual") as written:
        level = Level(12, 14, 34)
        seeds = iter(range(1, 100))
        window = VirtualWindow(Game(level, 0), lambda: Game(level, next(seeds)))
        run(window, solvers.create("best"), written, games=12)
    return path


def rows_of(board: str, cols: int) -> list[str]:
    symbols = ["012345678F*#"[int(code)] for code in board.split()]
    return ["".join(symbols[at : at + cols]) for at in range(0, len(symbols), cols)]


def test_the_games_of_a_log_run_as_the_bot_saw_them(ask: Ask, log: Path) -> None:
    games = ask("log", log.read_text())
    events = gamelog.read(log)
    results = [event["stage"] for event in events if event["event"] == "result"]
    assert [game["stage"] for game in games] == results
    assert {"won", "lost"} <= set(results)
    for number, game in enumerate(games, 1):
        clicks = 0
        for turn in (e for e in events if e["event"] == "turn" and e["game"] == number):
            if turn["stage"] == "ongoing":
                assert rows_of(game["boards"][clicks], 14) == turn["board"]
            clicks += len(turn["clicks"])
        assert len(game["moves"]) == clicks, "nobody else clicked in these games"


def test_what_somebody_else_opened_is_taken_over(ask: Ask, log: Path) -> None:
    lines = log.read_text().splitlines()
    turns = [n for n, line in enumerate(lines) if json.loads(line)["event"] == "turn"]
    turn = json.loads(lines[turns[2]])
    later = json.loads(lines[turns[3]])["board"]
    lines[turns[1]] = json.dumps(json.loads(lines[turns[1]]) | {"clicks": []})
    game = ask("log", "\n".join(lines))[0]
    seen = [move for move in game["moves"] if move["kind"] == "seen"]
    assert len(seen) == 1
    assert any(rows_of(board, 14) == turn["board"] for board in game["boards"])
    assert any(rows_of(board, 14) == later for board in game["boards"])


def test_a_log_that_broke_off_still_shows_its_game(ask: Ask, log: Path) -> None:
    lines = log.read_text().splitlines()[:5]
    (game,) = ask("log", "\n".join(lines))
    assert game["stage"] == "unfinished"
    assert 11 in game["key"], "what nobody saw stays unknown"


ODD = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.floats(allow_nan=False) | st.text("a1#"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab"), inner, max_size=2),
    max_leaves=4,
)


@settings(max_examples=40, deadline=None)
@given(odd=ODD, draw=st.randoms(use_true_random=False))
def test_an_odd_value_anywhere_in_a_log_gets_a_sentence_or_a_game(
    ask: Ask, log: Path, odd: object, draw: random.Random
) -> None:
    events = [json.loads(line) for line in log.read_text().splitlines()]
    ends = [n for n, event in enumerate(events) if event["event"] == "result"]
    events = events[: ends[0] + 1]
    event = draw.choice(events)
    event[draw.choice(list(event))] = odd
    answer = ask("log", "\n".join(json.dumps(event) for event in events))
    if isinstance(answer, dict):
        assert answer["wrong"].startswith("run.log")
    else:
        titles = " ".join(game["title"] for game in answer)
        assert "NaN" not in titles and "[object" not in titles


@settings(max_examples=40, deadline=None)
@given(odd=ODD, draw=st.randoms(use_true_random=False))
def test_an_odd_value_anywhere_in_a_saved_game_gets_a_sentence_or_a_game(
    ask: Ask, odd: object, draw: random.Random
) -> None:
    move = {"kind": "open", "cell": [0, 0], "seconds": 0.5}
    game = {"format": "minesweeper-game", "version": 1, "rows": 2, "cols": 2, "mines": [[1, 1]],
            "moves": [move], "title": "a", "first": "safe"}  # fmt: skip
    part: Any = draw.choice([game, move])
    part[draw.choice(list(part))] = odd
    answer = ask("game", json.dumps(game))
    assert answer.get("wrong", "game.json").startswith("game.json")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "hello",
            "run.log, line 1: this is no event of a game log; give a file written with --log",
        ),
        ('{"event": "turn"}', "run.log, line 1: a turn before the first game"),
        ('{"event": "session"}', "run.log: the log holds no game"),
        (
            '{"event": "game", "rows": 2, "cols": 251}',
            'run.log, line 1: a game needs "rows" and "cols", each from 1 to 250',
        ),
        (
            '{"event": "game", "rows": 2, "cols": 2}\n{"event": "turn", "board": ["##"]}',
            'run.log, line 2: "board" must have 2 rows of 2 cells',
        ),
        (
            '{"event": "game", "rows": 1, "cols": 2}\n'
            '{"event": "turn", "board": ["##"], "clicks": [[0, 2, "left"]]}',
            'run.log, line 2: [0,2,"left"] is no click on this board',
        ),
    ],
)
def test_a_bad_log_gets_one_sentence(ask: Ask, text: str, sentence: str) -> None:
    assert ask("log", text) == {"wrong": sentence}


KINDS = {"open": Button.LEFT, "chord": Button.CHORD, "flag": Button.RIGHT}


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), moves=st.integers(0, 40))
def test_a_saved_game_plays_by_the_rules(ask: Ask, seed: int, moves: int) -> None:
    rng = np.random.default_rng(seed)
    rows, cols = int(rng.integers(1, 9)), int(rng.integers(2, 9))
    mines = rng.random((rows, cols)) < 0.15
    mines[0, 0] = False
    game = Game.from_mines(mines)
    boards = [game.board]
    told: list[dict[str, object]] = []
    for _ in range(moves):
        if game.stage in (Stage.WON, Stage.LOST):
            break
        kind = ("open", "flag", "chord")[rng.integers(3)]
        cell = int(rng.integers(rows)), int(rng.integers(cols))
        game.play(Click(cell, KINDS[kind]))
        told.append({"kind": kind, "cell": cell, "seconds": 0.5 * len(told)})
        boards.append(game.board)
    given_ = {"rows": rows, "cols": cols, "mines": np.argwhere(mines).tolist(), "moves": told}
    text = json.dumps({"format": "minesweeper-game", "version": 1, **given_})
    answer = ask("game", text)
    over = game.stage in (Stage.WON, Stage.LOST)
    for ours, theirs in list(zip(answer["boards"], boards, strict=True))[: -1 if over else None]:
        # The last board of a finished game also shows or flags its mines.
        assert [int(code) for code in ours.split()] == theirs.cells.ravel().tolist()
    stages = {Stage.WON: "won", Stage.LOST: "lost"}
    assert answer["stage"] == stages.get(game.stage, "unfinished")
    again = json.loads(answer["again"])
    assert {key: again[key] for key in ("rows", "cols", "mines")} == {
        key: given_[key] for key in ("rows", "cols", "mines")
    }
    assert [tuple(move["cell"]) for move in again["moves"]] == [move["cell"] for move in told]


def test_a_board_cleared_after_a_mine_is_neither_won_nor_lost(ask: Ask) -> None:
    game = {"format": "minesweeper-game", "version": 1, "rows": 1, "cols": 3, "mines": [[0, 1]]}
    moves = [{"kind": "open", "cell": [0, cell]} for cell in range(3)]
    stages = [
        ask("game", json.dumps(game | {"moves": moves[:count]}))["stage"] for count in range(4)
    ]
    assert stages == ["unfinished", "unfinished", "lost", "cleared"]


def test_the_first_click_rule_is_kept(ask: Ask) -> None:
    text = json.dumps(
        {"format": "minesweeper-game", "version": 1, "rows": 1, "cols": 2, "mines": [[0, 1]],
         "moves": [], "first": str(FirstClick.OPEN), "title": "a"}
    )  # fmt: skip
    answer = ask("game", text)
    assert (answer["first"], answer["title"]) == ("open", "a")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "chess"}, 'this is no recorded game; its "format" is not "minesweeper-game"'),
        ({"rows": 0}, '"rows" must be a whole number from 1 to 250'),
        ({"cols": 251}, '"cols" must be a whole number from 1 to 250'),
        ({"mines": [[0, 2]]}, "game.json, mine 1: [0,2] is no [row, column] of the board"),
        ({"mines": [[0, 1], [0, 1]]}, "a mine is given twice"),
        ({"mines": 3}, '"mines" must be a list'),
        ({"moves": [{"kind": "jump", "cell": [0, 0]}]}, 'move 1: "kind" must be "open"'),
        ({"moves": [{"kind": "open", "cell": 4}]}, "move 1: 4 is no [row, column] of the board"),
        ({"moves": [None]}, 'move 1: "kind" must be "open"'),
    ],
)
def test_a_bad_game_gets_one_sentence(ask: Ask, change: dict[str, Any], sentence: str) -> None:
    good = {
        "format": "minesweeper-game",
        "version": 1,
        "rows": 2,
        "cols": 2,
        "mines": [],
        "moves": [],
    }
    answer = ask("game", json.dumps(good | change))
    assert sentence in answer["wrong"]
    assert answer["wrong"].startswith("game.json")


def test_what_is_no_json_gets_one_sentence(ask: Ask) -> None:
    assert ask("game", '{"format"') == {"wrong": "game.json: this is not a whole JSON file"}
