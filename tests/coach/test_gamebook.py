"""The file that keeps watched games, and what becomes of it when things go wrong."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.coach.__main__ import games as watched_games
from mwagent.coach.moves import Change, moves_between
from mwagent.gamebook import (
    Doubt,
    GameBook,
    GameBookError,
    GameRecord,
    Move,
    as_log,
    as_page_record,
    store,
)
from mwagent.minefield import (
    MINE,
    Board,
    Button,
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    cells_where,
)
from mwagent.player.records.log import read
from mwagent.player.records.replaying import games, replay
from mwagent.solvers import create


def played(seed: int) -> GameRecord:
    """A record of a game that a solver plays, a click at a time."""
    game = Game(Level(8, 8, 10), seed, FirstClick.OPEN)
    solver = create("best", {})
    record = GameRecord(game.board, "the screen", begun=1000.0)
    seconds = 1000.0
    while game.stage in (Stage.WAITING, Stage.ONGOING):
        before = game.board
        answer = solver.analyse(before) if game.stage is Stage.ONGOING else None
        flags = [] if answer is None else [c for c in answer.mines if before[c] > MINE]
        safe = [] if answer is None else answer.safe
        best = (3, 3) if answer is None else answer.decide().best
        cell, button = (best, Button.LEFT) if not safe else (safe[0], Button.LEFT)
        if flags and len(record.moves) % 3 == 0:
            cell, button = flags[0], Button.RIGHT
        assert cell is not None
        game.play(Click(cell, button))
        seconds += 0.5
        times = np.full(before.shape, seconds)
        hit: frozenset[tuple[int, int]] = (
            frozenset({cell}) if game.stage is Stage.LOST else frozenset()
        )
        over = game.stage in (Stage.WON, Stage.LOST)
        record.moves += moves_between(Change(before.cells, game.board.cells, times, hit, over))
    record.stage = game.stage
    assert game.mines is not None
    record.mine_cells = tuple(cells_where(game.mines))
    return record


@settings(max_examples=12)
@given(seed=st.integers(0, 2000))
def test_a_game_comes_back_as_it_was_kept_and_replays(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("book")
    record = played(seed)
    with GameBook(folder / "games.sqlite") as book:
        book.begin(record)
        assert book.game(record.number) == record
    (folder / "game.log").write_text(as_log(record), "utf-8")
    (logged,) = games(read(folder / "game.log"))
    assert [wrong for _, _, wrong in replay(logged) if wrong] == []
    told = as_page_record(record)
    assert json.loads(json.dumps(told)) == told
    assert told["moves"][0]["seconds"] == 0 and told["stage"] == record.stage


def test_moves_are_there_after_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    script = f"""
import os, pathlib
from mwagent.gamebook import GameBook, GameRecord, Move
from mwagent.minefield import Board
book = GameBook(pathlib.Path({str(path)!r}))
game = GameRecord(Board.hidden(2, 2, 1), "the screen")
game.moves.append(Move("open", (0, 0), 1.0, (), ((0, 0, 1),)))
book.begin(game)
for n in range(3):
    game.moves.append(Move("flag", (0, 1), 2.0 + n, (), ((0, 1, 9 + 2 * (n % 2)),)))
    book.save(game, len(game.moves) - 1)
os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", script], check=False)
    with GameBook(path) as book:
        (game,) = book.games()
        assert len(game.moves) == 4 and game.stage is Stage.ONGOING
        book.remove(game.number)
        assert book.games() == []


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anything"
)
def test_a_read_only_folder_is_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(GameBookError, match="cannot be written"):
        GameBook(tmp_path / "games.sqlite")


def test_a_full_disk_is_one_sentence_and_the_games_before_it_stay(tmp_path: Path) -> None:
    book = GameBook(tmp_path / "games.sqlite")
    kept = played(1)
    book.begin(kept)
    pages = book._db.execute("PRAGMA page_count").fetchone()[0]
    book._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(GameBookError, match=r"\(the disk is full\); name another file"):
        for seed in range(2, 30):
            book.begin(played(seed))
    book._db.execute(f"PRAGMA max_page_count = {pages + 1000}")
    book.begin(played(3))
    assert book.game(kept.number) == kept
    book.close()


def test_a_disk_that_is_full_at_once_keeps_no_empty_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_TABLES", f"PRAGMA max_page_count = 1; {store._TABLES}")
    with pytest.raises(GameBookError, match=r"\(the disk is full\)"):
        GameBook(tmp_path / "games.sqlite")
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    "change",
    [
        *("game SET stage = 'drawn'", "game SET start = 'x'", "game SET begun = 'today'"),
        *("game SET begun = 1e300", "game SET mines = -1", "game SET mine_cells = '[[99, 0]]'"),
        *("game SET mine_cells = '['", "game SET source = x'00'", "move SET kind = 'blow up'"),
        *("move SET row = 8", "move SET col = 'a'", "move SET seconds = 'soon'"),
        *("game SET more = '{'", "game SET more = '{\"first\": 5}'"),
        *("move SET doubts = '[1]'", "move SET shown = '[[0, 0, 77]]'", "move SET shown = '{'"),
    ],
)
def test_a_game_changed_by_hand_is_named_and_can_be_removed(
    change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sqlite"
    with GameBook(path) as book:
        book.begin(played(1))
    with sqlite3.connect(path) as file:
        file.execute(f"UPDATE {change}")
    for words in ([], ["1"], ["1", "--json"]):
        assert watched_games([*words, "--games", str(path)]) == 2
        told = capsys.readouterr().err
        assert "game 1 was changed by hand" in told and len(told.splitlines()) == 1
    assert watched_games(["1", "--remove", "--games", str(path)]) == 0
    assert watched_games(["--games", str(path)]) == 0


@pytest.mark.parametrize("games", [0, 1])
def test_a_file_that_may_not_be_written_can_be_read(
    games: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    path.touch()
    for _ in range(games):
        with GameBook(path) as book:
            book.begin(played(1))
    before = path.read_bytes()
    monkeypatch.setattr("mwagent.gamebook.store._writable", lambda path: False)
    with GameBook(path, reading=True) as book:
        assert len(book.games()) == games
        if games:
            with pytest.raises(GameBookError, match="cannot be written"):
                book.remove(1)
    assert path.read_bytes() == before


def test_a_file_of_an_older_release_is_read_as_it_is_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.sqlite"
    first = played(1)
    with GameBook(path) as book:
        book.begin(first)
    with sqlite3.connect(path) as file:
        file.execute("ALTER TABLE game DROP COLUMN more")
        file.execute("PRAGMA user_version = 1")
    before = path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr("mwagent.gamebook.store._writable", lambda path: False)
        with GameBook(path, reading=True) as book:
            assert book.games() == [first]
    assert path.read_bytes() == before
    second = played(2)
    second.name, second.pointer = "José", ((0.0, 1.5, 2.25),)
    with GameBook(path) as book:
        book.begin(second)
        assert book.games() == [second, first]


def test_pauses_are_the_longest_times_between_moves() -> None:
    moves = [Move("open", (0, n), at) for n, at in enumerate([0.0, 1.0, 5.0, 5.5])]
    game = GameRecord(Board.hidden(1, 4, 1), "the screen", moves=moves)
    assert game.pauses(2) == [(2, 4.0), (1, 1.0)]
    assert Doubt.CELL == "cell"
