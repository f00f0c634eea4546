"""`python -m virtual.arena` as a person types it."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from mwagent.minefield import HIDDEN, Click, Game, Level, Stage, random_mines
from mwagent.solvers import registry
from mwagent.virtual.arena import entrants
from mwagent.virtual.arena.__main__ import main
from testbed.ledgers import count

ARENA = [sys.executable, "-m", "virtual.arena"]


@pytest.fixture
def boards(tmp_path: Path) -> Path:
    """A file of 30 Beginner boards."""
    path = tmp_path / "boards.jsonl"
    with path.open("w") as file:
        for seed in range(30):
            mines = np.flatnonzero(random_mines(Level(9, 9, 10), seed, (2, 3)))
            file.write(json.dumps({"w": 9, "h": 9, "mines": mines.tolist()}) + "\n")
    return path


def run(*words: object) -> int:
    return main([str(word) for word in words])


@pytest.mark.slow
def test_a_board_file_gives_csv_and_json(
    tmp_path: Path, boards: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "results.csv"
    words = ["--solvers", "best", "--boards", boards, "--first", "2,3", "strength=fast"]
    words += ["--out", out, "--json", "--ledger", tmp_path / "a.sqlite"]
    assert run(*words) == 0
    told = json.loads(capfd.readouterr().out.splitlines()[-1])
    with out.open() as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["solver", "board", "win", "ms", "guesses"]
    assert [int(row["board"]) for row in rows] == list(range(30))
    assert {row["solver"] for row in rows} == {"best strength=fast"}
    assert told["games"] == 30
    assert told["wins"] == sum(int(row["win"]) for row in rows)
    assert told["win_rate"] == told["wins"] / 30
    low, high = told["interval"]
    assert low < told["win_rate"] < high
    assert told["ms_per_game"] == pytest.approx(sum(float(r["ms"]) for r in rows) / 30, abs=1e-3)


@pytest.mark.slow
def test_several_solvers_are_compared_in_pairs_and_a_page_is_drawn(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "arena.html"
    words = ["--solvers", "best", "exactsolver", "mcsatsolver", "--level", "beginner"]
    words += ["--games", "40", "--seed", "3", "--ledger", str(tmp_path / "a.sqlite")]
    assert run(*words, "--html", page, "--json") == 0
    told = json.loads(capfd.readouterr().out.splitlines()[-1])
    assert [solver["solver"] for solver in told["solvers"]] == [
        "best",
        "exactsolver",
        "mcsatsolver",
    ]
    assert len(told["pairs"]) == 3
    wins = {solver["solver"]: solver["wins"] for solver in told["solvers"]}
    for pair in told["pairs"]:
        assert pair["boards"] == 40
        assert pair["only_a"] - pair["only_b"] == wins[pair["a"]] - wins[pair["b"]]
    text = page.read_text()
    drawings = re.findall(r"<svg.*?</svg>", text, re.S)
    [drawing] = drawings
    ET.fromstring(drawing)
    assert text.count("<table>") == 4
    # Self-contained: nothing is loaded from elsewhere.
    assert not re.search(r"<(script|link|img|iframe)|url\(|@import", text)
    assert "nan" not in text

    # The same again plays nothing, more games play only those.
    assert run(*words) == 0
    assert "40/40" not in capfd.readouterr().err
    assert run(*words[:-4], "--games", "45", "--seed", "3", *words[-2:]) == 0
    assert "45/45" in capfd.readouterr().err


@pytest.mark.slow
def test_playing_again_replaces_what_was_played(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["--solvers", "exactsolver", "--level", "beginner", "--games", "20", "--json"]
    words += ["--ledger", str(tmp_path / "a.sqlite")]
    told = []
    for more in ([], ["--no-resume"]):
        assert run(*words, *more) == 0
        out, err = capfd.readouterr()
        assert "20/20" in err
        told.append(json.loads(out.splitlines()[-1]))
    assert told[0]["games"] == told[1]["games"] == 20
    assert (told[0]["wins"], told[0]["moves"]) == (told[1]["wins"], told[1]["moves"])


@pytest.mark.slow
def test_clicks_are_counted_with_the_planner(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["--solvers", "best", "--level", "beginner", "--rule", "open", "--games", "30"]
    assert run(*words, "--clicks", "--json", "--ledger", tmp_path / "a.sqlite") == 0
    out, err = capfd.readouterr()
    told = json.loads(out.splitlines()[-1])
    assert 0.5 < told["clicks_per_3bv"] < 2
    assert "clicks/3BV" in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--solvers", "nobody"], "there is no solver 'nobody'"),
        (["--solvers", "no_module:choose"], "'no_module:choose' cannot be imported"),
        (["--solvers", "math:pi"], "'math:pi' is neither a class with `analyse` nor a function"),
        (["--level", "hard"], "'hard' is no level"),
        (["--first", "16,0"], "off a board of 16 rows"),
        (["--boards", "none.jsonl"], "none.jsonl: cannot be read"),
        (["strength=fastest"], "strength is fast, default, max"),
        (["speed=1"], "has no option 'speed'"),
        (["--games", "3", "--out", "/nowhere/out.csv"], "/nowhere/out.csv: cannot be written"),
        (["--games", "3", "--html", "/nowhere/a.html"], "/nowhere/a.html: cannot be written"),
        (["--games", "3", "--out", "."], ".: cannot be written (it is a folder)"),
        (["--ledger", "/nowhere/a.sqlite"], "results file /nowhere/a.sqlite"),
    ],
)
def test_bad_input_is_told_in_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    words: list[str],
    says: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*words) in (1, 2)
    error = capfd.readouterr().err.splitlines()[-1]
    assert error.startswith("python -m virtual.arena: ") and says in error.replace("\\", "/")
    # Nothing is played before it is known that all can be done.
    assert count(tmp_path / "arena.sqlite") == 0


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, for players of one's own.

    What is brought in must not stay for other tests, nor what is found meanwhile be lost to them.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    registry.names()
    monkeypatch.setattr(registry, "_SOLVERS", dict(registry._SOLVERS))
    monkeypatch.setattr(entrants, "_KNOWN", set())
    return tmp_path


@pytest.mark.slow
def test_a_function_of_ones_own_plays(own_folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (own_folder / "players_for_a_test.py").write_text(
        "def first_hidden(board):\n"
        "    return divmod(int((board.cells == 11).argmax()), board.shape[1])\n\n\n"
        "def off_the_board(board):\n"
        "    return -1, 0\n\n\n"
        "def broken(board):\n"
        "    return board.nothing\n"
    )
    (own_folder / "program_for_a_test.py").write_bytes(
        b"# coding: latin-1\n# \xe9\nraise SystemExit"
    )
    words = ["--level", "3x3/1", "--games", "20", "--workers", "1", "--json"]
    assert run("--solvers", "players_for_a_test:first_hidden", *words) == 0
    told = json.loads(capfd.readouterr().out.splitlines()[-1])
    games = [
        Game.from_mines(random_mines(Level(3, 3, 1), np.random.default_rng([1, number]), (0, 0)))
        for number in range(20)
    ]
    for game in games:
        while game.stage in (Stage.WAITING, Stage.ONGOING):
            row, col = divmod(int((game.board.cells == HIDDEN).argmax()), 3)
            game.play(Click((row, col)))
    assert told["wins"] == sum(game.stage is Stage.WON for game in games)
    assert run("--solvers", "players_for_a_test:off_the_board", *words) == 1
    error = capfd.readouterr().err.splitlines()[-1]
    assert "players_for_a_test:off_the_board opens (-1, 0), which is no hidden cell" in error
    assert run("--solvers", "players_for_a_test:broken", *words) == 1
    error = capfd.readouterr().err
    assert "has no attribute 'nothing'" in error and "players_for_a_test.py, line 10)" in error
    assert "Traceback" not in error
    assert run("--solvers", "program_for_a_test:play", *words) == 2
    assert "cannot be imported: SystemExit" in capfd.readouterr().err


def test_a_package_of_ones_own_is_another_version_once_it_was_changed(own_folder: Path) -> None:
    package = own_folder / "package_for_a_test"
    package.mkdir()
    (package / "__init__.py").write_bytes(b"# coding: latin-1\n# \xe9\nfrom .inner import play\n")
    (package / "inner.py").write_text("def play(board):\n    return 0, 0\n")
    versions = set()
    for change in (b"", b"# another\n"):
        with (package / "inner.py").open("ab") as file:
            file.write(change)
        entrants.code_version.cache_clear()
        entrants.bring_in("package_for_a_test:play")
        versions.add(entrants.code_version("package_for_a_test:play"))
    assert len(versions) == 2


@pytest.mark.parametrize("words", [["--games", "0"], ["--seed", "-1"], ["--rule", "x"]])
def test_bad_arguments_end_with_2(words: list[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        run(*words)
    assert caught.value.code == 2


@pytest.mark.skipif(os.name != "posix", reason="Windows sends Ctrl-C to a console: tests/windows")
@pytest.mark.slow
def test_ctrl_c_prints_what_is_known_and_the_run_goes_on(tmp_path: Path) -> None:
    command = [*ARENA, "--solvers", "exactsolver", "--level", "beginner", "--games", "100000"]
    command += ["--ledger", str(tmp_path / "a.sqlite"), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while count(tmp_path / "a.sqlite") == 0 and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Stopped" in err and "Traceback" not in err
    told = json.loads(out.splitlines()[-1])
    assert 0 < told["games"] < 100000 and not told["finished"]


def test_bench_prints_a_line_for_each_solver(capfd: pytest.CaptureFixture[str]) -> None:
    assert run("bench", "--solvers", "exactsolver") == 0
    told = capfd.readouterr().out
    assert re.search(r"exactsolver .* [0-9a-f]{16} ", told)
