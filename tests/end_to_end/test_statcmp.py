"""The comparison of all solvers, on a few games."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from mwagent.virtual.comparison import CELLS
from mwagent.virtual.statcmp import main
from testbed.folders import ROOT
from testbed.ledgers import read

KEY_BOARDS = ROOT / "example_boards"


def test_the_document_has_every_table_and_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = ("1.csv", "3.csv")
    monkeypatch.setattr("mwagent.virtual.comparison.KEYS", keys)
    words = ["--solvers", "best", "mcsatsolver", "--games", "4", "--best", "9"]
    words += ["--ledger", str(tmp_path / "s.sqlite"), "--docs", str(tmp_path)]
    words += ["--lab", str(tmp_path / "lab"), "--boards", str(KEY_BOARDS)]
    assert main(words) == 0
    [details] = (tmp_path / "lab").glob("*-statcmp.md")
    text = details.read_text()
    for key in keys:
        assert f"### `key/{key}`" in text
    for cell in CELLS:
        assert f"### {cell.name}" in text
    # Each solver has a line in every table; best plays more on Expert.
    assert len(re.findall(r"^\| best \|", text, re.M)) == len(keys) + len(CELLS)
    assert len(re.findall(r"^\| mcsatsolver \| 4 \|", text, re.M)) == len(CELLS)
    assert len(re.findall(r"^\| best \| 9 \|", text, re.M)) == 2
    for picture in re.findall(r"\((img/.*?\.svg)\)", text):
        ET.parse(details.parent / picture)
    # The overview has each solver once, with a rate for every table.
    overview = tmp_path / "statcmp.md"
    for solver in ("best", "mcsatsolver"):
        [line] = re.findall(rf"^\| {solver} \|.*", overview.read_text(), re.M)
        assert len(re.findall(r"\d+\.\d\d ± \d+\.\d\d", line)) == len(CELLS)
    capsys.readouterr()

    # What the ledger has is written again without playing.
    overview.unlink()
    assert main([*words, "--no-play"]) == 0
    assert "games" not in capsys.readouterr().err
    assert "| best | 9 |" in details.read_text()
    assert re.search(r"^\| best \|.* 9 \| [\d.]+ \|$", overview.read_text(), re.M)


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
        words += ["--ledger", str(ledger), "--docs", str(tmp_path), "--boards", str(KEY_BOARDS)]
        words += ["--lab", str(tmp_path)]
        return [sys.executable, "-m", "virtual.statcmp", *words]

    killed, whole = tmp_path / "killed.sqlite", tmp_path / "whole.sqlite"
    run = subprocess.Popen(command(killed), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while len(_games(killed)) < 20 and time.monotonic() < deadline:
        time.sleep(0.005)
    run.kill()
    run.wait()
    kept = _games(killed)
    assert 20 <= len(kept) < 15 * len(CELLS)
    for ledger in (killed, whole):
        done = subprocess.run(command(ledger), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert "15/15" in done.stderr
    assert set(kept) <= set(_games(killed))
    assert _games(killed) == _games(whole)
    [details] = tmp_path.glob("*-statcmp.md")
    text = details.read_text()
    assert len(re.findall(r"^\| contradictionsolver \| 15 \|", text, re.M)) == len(CELLS)


@pytest.mark.parametrize("words", [["--games", "0"], ["--best", "-1"], ["--workers", "x"]])
def test_bad_numbers_end_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(words)
    assert caught.value.code == 2
    assert "needs a whole number from 1 on" in capsys.readouterr().err
