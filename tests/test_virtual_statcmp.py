"""The comparison of all solvers, on a few games."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from virtual.statcmp import CELLS, main

KEY_BOARDS = Path(__file__).parent.parent / "example_boards"


def test_the_document_has_every_table_and_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = ("1.csv", "3.csv")
    monkeypatch.setattr("virtual.statcmp.KEYS", keys)
    words = ["--solvers", "best", "mcsatsolver", "--games", "4", "--best", "9"]
    words += ["--ledger", str(tmp_path / "s.sqlite"), "--docs", str(tmp_path)]
    words += ["--boards", str(KEY_BOARDS)]
    assert main(words) == 0
    text = (tmp_path / "statcmp.md").read_text()
    for key in keys:
        assert f"### `key/{key}`" in text
    for cell in CELLS:
        assert f"### {cell.name}" in text
    # Each solver has a line in every table; best plays more on Expert.
    assert len(re.findall(r"^\| best \|", text, re.M)) == len(keys) + len(CELLS)
    assert len(re.findall(r"^\| mcsatsolver \| 4 \|", text, re.M)) == len(CELLS)
    assert len(re.findall(r"^\| best \| 9 \|", text, re.M)) == 2
    for picture in re.findall(r"\((img/.*?\.svg)\)", text):
        ET.parse(tmp_path / picture)
    capsys.readouterr()

    # What the ledger has is written again without playing.
    (tmp_path / "statcmp.md").unlink()
    assert main([*words, "--no-play"]) == 0
    assert "games" not in capsys.readouterr().err
    assert "| best | 9 |" in (tmp_path / "statcmp.md").read_text()


def test_a_wrong_solver_is_told_in_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--solvers", "nobody"]) == 2
    assert capsys.readouterr().err.startswith("statcmp: there is no solver 'nobody'")
