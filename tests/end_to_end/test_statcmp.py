"""The comparison of all solvers, on a few games."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from mwagent.virtual.statcmp import TABLES, main
from testbed.ledgers import read


def test_the_document_has_every_solver_and_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--solvers", "best", "mcsatsolver", "--games", "4", "--best", "9"]
    words += ["--ledger", str(tmp_path / "s.sqlite"), "--docs", str(tmp_path)]
    assert main(words) == 0
    document = tmp_path / "statcmp.md"
    text = document.read_text()
    for solver, games in (("best", 9), ("mcsatsolver", 4)):  # best plays more on Expert
        [line] = re.findall(rf"^\| {solver} \|.* {games} \| [\d.]+ \|$", text, re.M)
        assert len(re.findall(r"\d+\.\d\d ± \d+\.\d\d", line)) == len(TABLES)
    capsys.readouterr()

    # What the ledger has is written again without playing.
    document.unlink()
    assert main([*words, "--no-play"]) == 0
    assert "games" not in capsys.readouterr().err
    assert [line for line in document.read_text().splitlines() if line.startswith("| ")] == [
        line for line in text.splitlines() if line.startswith("| ")
    ]


def test_a_wrong_solver_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--solvers", "nobody"]) == 2
    assert capsys.readouterr().err.startswith(
        "python -m virtual.statcmp: there is no solver 'nobody'"
    )


def _games(path: Path) -> list[tuple[object, ...]]:
    return read(
        path,
        "SELECT source, rule, solver, number, ending, moves, guesses, opened "
        "FROM games JOIN entries ON entry = id ORDER BY 1, 2, 3, 4",
    )


@pytest.mark.long
def test_killed_in_the_middle_it_goes_on_to_the_same_end(tmp_path: Path) -> None:
    def command(ledger: Path) -> list[str]:
        words = ["--solvers", "contradictionsolver", "--games", "15", "--workers", "1"]
        words += ["--ledger", str(ledger), "--docs", str(tmp_path)]
        return [sys.executable, "-m", "virtual.statcmp", *words]

    killed, whole = tmp_path / "killed.sqlite", tmp_path / "whole.sqlite"
    run = subprocess.Popen(command(killed), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while len(_games(killed)) < 20 and time.monotonic() < deadline:
        time.sleep(0.005)
    run.kill()
    run.wait()
    kept = _games(killed)
    assert 20 <= len(kept) < 15 * len(TABLES)
    for ledger in (killed, whole):
        done = subprocess.run(command(ledger), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert "15/15" in done.stderr
    assert set(kept) <= set(_games(killed))
    assert _games(killed) == _games(whole)


@pytest.mark.parametrize("words", [["--games", "0"], ["--best", "-1"], ["--workers", "x"]])
def test_bad_numbers_end_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    assert "needs a whole number from 1 on" in capsys.readouterr().err
