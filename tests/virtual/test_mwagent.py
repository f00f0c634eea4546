"""Key boards played through the bot's own loop, and the window they are played in."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.minefield import (
    FLAG,
    MINE,
    Board,
    Button,
    Click,
    FirstClick,
    Game,
    IllegalMoveError,
    Level,
    Stage,
    dumps,
    key_board,
    load,
    random_mines,
)
from mwagent.player.play import VirtualWindow, play_game
from mwagent.player.records.log import read
from mwagent.player.records.replaying import games, replay
from mwagent.solvers import create
from mwagent.virtual.keys import Inferences, first_cell, play_key
from mwagent.virtual.mwagent import main
from testbed.folders import ROOT

KEYS = ROOT / "example_boards" / "key"


def test_the_window_shows_the_game() -> None:
    key = load(KEYS / "1.csv")
    row, col = np.argwhere(key.cells == MINE)[0]
    mine = int(row), int(col)
    game = Game.from_key(key)
    window = VirtualWindow(game)
    assert window.stage() is Stage.WAITING
    window.click([Click((4, 4)), Click(mine, Button.RIGHT)])
    assert window.stage() is Stage.ONGOING
    assert window.look() == game.board and window.look()[mine] == FLAG
    with pytest.raises(IllegalMoveError):
        window.click([Click((9, 9))])


def test_a_new_game_is_the_same_mines_or_the_next_round() -> None:
    window = VirtualWindow(Game(Level(9, 9, 10), seed=1))
    window.new_game()
    assert window.stage() is Stage.WAITING
    window.click([Click((0, 0))])
    mines = window.game.mines
    window.new_game()
    assert window.stage() is Stage.WAITING and not (window.look().cells <= 8).any()
    assert (window.game.mines == mines).all()

    seeds = iter(range(2, 9))
    window = VirtualWindow(Game(Level(9, 9, 10), 1), lambda: Game(Level(9, 9, 10), next(seeds)))
    before = window.game
    window.new_game()
    assert window.game is not before and next(seeds) == 3


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_the_loop_ends_every_virtual_game(seed: int) -> None:
    game = Game(Level(9, 9, 10), seed, FirstClick.OPEN)
    result = play_game(VirtualWindow(game), create("exactsolver"))
    assert result.stage is game.stage and game.stage in (Stage.WON, Stage.LOST)
    assert result.won or result.lost_at is not None
    assert result.clicks == game.clicks


@pytest.mark.parametrize("solver", ["fullsatsolver", "mcdfssolver", "mcsatsolver", "best"])
def test_every_solver_wins_the_small_keys(solver: str, capsys: pytest.CaptureFixture[str]) -> None:
    # They need no guess.
    for name in ("1.csv", "3.csv"):
        assert main([str(KEYS / name), "-S", solver, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert (told["result"], told["guesses"]) == ("won", 0)
        assert told["opened"] == told["to_open"]
        assert told["ms"]["inferences"] >= 2


@pytest.mark.parametrize("name", ["2.csv", "4.csv", "5.csv"])
def test_the_large_keys_need_no_guess(name: str) -> None:
    key = load(KEYS / name)
    done = play_key(key, first_cell(key), create("exactsolver"))
    assert done.stage is Stage.WON and done.result is not None and done.result.guesses == 0
    assert len(done.seconds) == done.result.turns - 1


def test_the_table_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(KEYS / "1.csv"), "-S", "mcdfssolver", "max_vars=20", "--repeat", "2"]) == 0
    told = capsys.readouterr().out
    assert "inferences" in told and "won 2 of 2 games: 71 of 71 cells opened, 0 guesses" in told


def test_the_key_may_come_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO((KEYS / "1.csv").read_text()))
    assert main(["-", "-S", "exactsolver", "-m", "10", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["key"] == "<stdin>"


def test_the_mine_count_may_be_kept_from_the_solver() -> None:
    seen = []

    class Curious:
        def analyse(self, board: Board):
            seen.append(board.mines)
            return create("exactsolver").analyse(board)

    key = load(KEYS / "1.csv")
    play_key(key, first_cell(key), Curious(), count_mines=False)
    play_key(key, first_cell(key), Curious())
    assert set(seen) == {None, 10}


@pytest.mark.parametrize(
    ("text", "words", "says"),
    [
        ("#mines 1\n1,11\n", [], "b.csv, cell (0, 1): a key shows every cell"),
        ("2,10\n", [], "is impossible"),
        ("1,10\n0,0\n", [], "it says 0, but 1 mines lie around it"),
        ("10,10\n", [], "every cell is a mine"),
        ("#mines 2\n1,10\n", [], "#mines says 2"),
        ("#first_bloc 0,1\n1,10\n", [], "is a mine"),
        ("1,10\n", ["-S", "nobody"], "there is no solver 'nobody'"),
        ("1,10\n", ["x=1"], "has no option 'x'"),
        ("1,10\n", ["x"], "'x' is no option"),
        ("1,10\n", ["-m", "3"], "-m says 3 mines, but the key has 1"),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: list[str], says: str
) -> None:
    path = tmp_path / "b.csv"
    path.write_text(text)
    assert main([str(path), *words]) == 2
    error = capsys.readouterr().err
    assert says in error and error.count("\n") == 1


def test_a_key_that_one_click_opens() -> None:
    done = play_key(Board([[1, 10]]), (0, 0), create("exactsolver"))
    assert (done.stage, done.result, done.seconds) == (Stage.WON, None, [])
    assert Inferences.of([]).total == 0


def test_without_first_bloc_a_blank_is_opened_first() -> None:
    key = key_board(random_mines(Level(9, 9, 10), 3, (4, 4), FirstClick.OPEN))
    assert key[first_cell(key)] == 0
    assert first_cell(Board([[10, 1]])) == (0, 1)
    assert dumps(Board(key.cells, 10, (4, 4))).splitlines()[1] == "#first_bloc 4,4"


def test_a_log_of_key_boards_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "key.log"
    assert main([str(KEYS / "1.csv"), "-S", "best", "--repeat", "2", "--log", str(log)]) == 0
    logged = games(read(log))
    assert len(logged) == 2
    assert [wrong for game in logged for _, _, wrong in replay(game) if wrong] == []
