"""The table of the README's figures: rows that are not measured again stay as they are."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from benchmarks import figures


def test_a_figure_that_is_measured_again_replaces_its_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "TABLE", tmp_path / "figures.md")
    row = ["positions", "what", "median 1 ms", "`python -m x`", "abc1234", "2026-11-25"]
    figures.write({"positions": row})
    other = ["demo", "what", "median 1 s", "`python -m y`", "abc1234", "2026-11-25"]
    figures.write({**figures._rows(), "demo": other})
    assert figures._rows() == {"demo": other, "positions": row}
    by_hand = "\n## By hand\n\n| a | b |\n|:--|:--|\n| 1 | 2 |\n"
    figures.TABLE.write_text(figures.TABLE.read_text() + by_hand)
    figures.write({**figures._rows(), "demo": other})
    assert figures._rows() == {"demo": other, "positions": row}
    assert figures.TABLE.read_text().endswith(by_hand)


def test_the_line_of_the_readme_is_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "README", tmp_path / "README.md")
    figures.README.write_text("- Old. <!-- demo -->\n- Other. <!-- positions -->\n")
    figures._say("demo", "Wins in 0.7 s")
    said = "- Wins in 0.7 s. <!-- demo -->\n- Other. <!-- positions -->\n"
    assert figures.README.read_text() == said


def test_the_readme_has_a_line_for_each_figure() -> None:
    text = figures.README.read_text(encoding="utf-8")
    assert [name for name in figures.FIGURES if f"<!-- {name} -->" in text] == list(figures.FIGURES)


@pytest.mark.parametrize("name", figures.FIGURES)
def test_every_figure_comes_from_a_program_of_the_project(name: str) -> None:
    command = figures.FIGURES[name].command
    assert command[0] == "-m"
    assert importlib.util.find_spec(command[1]) is not None
    assert "--json" in command
