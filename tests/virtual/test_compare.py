"""Comparisons as a function, and entrants that hang or raise."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from mwagent import Board, MinefieldError, compare
from mwagent.solvers import names
from mwagent.virtual.arena.__main__ import main
from testbed.folders import ROOT
from testbed.ledgers import count

SMALL = {"level": "4x4/3", "games": 12, "workers": 1}
PLAYERS = """
import time

def leftmost(board):
    return divmod(int((board.cells == 11).argmax()), board.shape[1])

def hangs(board):
    while (board.cells == 11).sum() < 15:
        time.sleep(0.01)
    return leftmost(board)

def raises(board):
    if board[0, 0] == 0:
        raise ArithmeticError("this one is too easy")
    return leftmost(board)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with a module of players."""
    (tmp_path / "players_to_compare.py").write_text(PLAYERS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path


def test_a_function_defined_here_plays_and_is_forgotten() -> None:
    def rightmost(board: Board) -> tuple[int, int]:
        row, col = divmod(int(np.flatnonzero(board.cells == 11)[-1]), board.shape[1])
        return row, col

    found = compare(["exactsolver", rightmost], level="4x4/4", games=30, luck_free=True)
    exact, own = found.rates
    assert (exact.solver, own.solver) == ("exactsolver", "rightmost")
    assert exact.games == own.games == 30 and exact.wins > own.wins
    assert exact.rate == exact.wins / 30 and exact.interval.low < exact.rate < exact.interval.high
    assert exact.less_luck is not None and exact.less_luck.games == 30
    (pair,) = found.pairs
    assert pair.result.only_a - pair.result.only_b == exact.wins - own.wins
    assert 0 < pair.result.p < 1 and pair.fair.games == 30
    assert "rightmost" not in names()
    assert found.finished and not exact.failure
    nameless = compare([lambda board: np.argwhere(board.cells == 11)[-1]], level="4x4/4", games=30)
    assert nameless.rates[0].solver == "my function" and nameless.rates[0].wins == own.wins


def test_what_is_printed_drawn_and_given_as_data_is_what_the_command_has(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    ledger = tmp_path / "a.sqlite"
    found = compare(["exactsolver", "linearsolver"], **SMALL, ledger=ledger)
    words = ["--solvers", "exactsolver", "linearsolver", "--level", "4x4/3", "--games", "12"]
    assert main([*words, "--ledger", str(ledger)]) == 0
    assert capfd.readouterr().out == str(found) == repr(found)
    assert main([*words, "--ledger", str(ledger), "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert told == json.loads(json.dumps(found.as_dict()))
    assert found.svg().startswith("<svg") and "<table>" in found._repr_html_()
    assert found.svg() in found.html()


def test_an_entrant_that_raises_ends_it_or_is_out(folder: Path) -> None:
    own = ["players_to_compare:raises", "exactsolver"]
    with pytest.raises(MinefieldError, match=r"raises failed in games \d+.*too easy.*line 14\)"):
        compare(own, level="4x4/1", games=12, workers=1)
    found = compare(own, level="4x4/1", games=12, workers=1, keep_going=True)
    broken, exact = found.rates
    assert "ArithmeticError: this one is too easy" in broken.failure
    assert exact.games == 12 and not exact.failure and not found.finished
    assert broken.failure in str(found)
    assert broken.failure == found.as_dict()["solvers"][0]["failure"]


@pytest.mark.slow
def test_an_entrant_that_hangs_is_stopped(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    words = ["--solvers", "players_to_compare:hangs", "exactsolver", "--level", "4x4/3"]
    words += ["--games", "6", "--workers", "1", "--move-time", "0.3", "--ledger", ":memory:"]
    assert main(words) == 1
    said = capfd.readouterr().err.splitlines()[-1]
    assert "players_to_compare:hangs failed in games 0 to 0: it took longer than 0.3 s" in said
    assert main([*words, "--keep-going", "--json"]) == 1
    told = json.loads(capfd.readouterr().out)
    hangs, exact = told["solvers"]
    assert "longer than 0.3 s over a move" in hangs["failure"] and exact["games"] == 6


def test_what_cannot_be_is_one_sentence() -> None:
    with pytest.raises(MinefieldError, match="nobody to compare"):
        compare([])
    with pytest.raises(MinefieldError, match="a function or a class, not 1"):
        compare([1])  # type: ignore[list-item]
    with pytest.raises(MinefieldError, match="games is a number of boards from 1 on, not 0"):
        compare(["best"], games=0)
    with pytest.raises(MinefieldError, match=r"plays in this process alone, .* 'module:local'"):

        def local(board: Board) -> tuple[int, int]:
            return 0, 0

        compare([local], move_time=1)
    with pytest.raises(MinefieldError, match="there is a solver 'best' already"):

        def best(board: Board) -> tuple[int, int]:
            return 0, 0

        compare([best])


SCRIPT = """
import sys
from mwagent import compare

def mine(board):
    return divmod(int((board.cells == 11).argmax()), board.shape[1])

players = ["exactsolver", mine] if "mine" in sys.argv else ["exactsolver", "linearsolver"]
found = compare(players, level="beginner", games=int(sys.argv[1]), ledger="a.sqlite", workers=1)
print(found.finished, *(rate.games for rate in found.rates))
"""


@pytest.mark.skipif(os.name != "posix", reason="Windows has no groups of processes that are killed")
@pytest.mark.slow
@pytest.mark.parametrize("whose", ["mine", "theirs"])
def test_a_script_without_a_guard_is_killed_and_goes_on(tmp_path: Path, whose: str) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "script.py", "100000", whose]
    process = subprocess.Popen(command, cwd=tmp_path, env=environment, start_new_session=True)
    deadline = time.monotonic() + 60
    while count(tmp_path / "a.sqlite") < 30 and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = count(tmp_path / "a.sqlite")
    assert kept >= 30
    command[2] = "5"  # of which nothing is played again
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == "True 5 5\n"
    assert count(tmp_path / "a.sqlite") == kept


@pytest.mark.parametrize("columns", [40, 60])
def test_tables_keep_names_where_it_is_narrow(
    columns: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    words = ["--solvers", "exactsolver", "linearsolver", "--level", "4x4/3", "--games", "5"]
    assert main([*words, "--workers", "1", "--ledger", str(tmp_path / "a.sqlite")]) == 0
    told = capfd.readouterr().out
    assert max(map(len, told.splitlines())) <= columns
    assert len(re.findall(r"^exactsolver\b", told, re.MULTILINE)) >= 3
    assert re.search(r"exactsolver − linearsolver", told)
    assert "…" not in told


@pytest.mark.slow
def test_where_there_are_only_ascii_characters_nothing_is_escaped(tmp_path: Path) -> None:
    words = ["--solvers", "exactsolver", "linearsolver", "--level", "4x4/3", "--games", "4"]
    command = [sys.executable, "-m", "mwagent.virtual.arena", *words, "--workers", "1"]
    done = subprocess.run(
        [*command, "--luck-free", "--ledger", ":memory:"],
        env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    told = done.stdout + done.stderr
    assert told.isascii() and "\\" not in told
    assert "exactsolver - linearsolver" in told and "51.01-100.00" in told
