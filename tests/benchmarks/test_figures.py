"""The README's figures: of this commit or one not long before it, each with its row in a table."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path

import pytest

from benchmarks import figures

OLDEST = 300
"""Commits since a figure was measured, at most."""


def test_a_figure_that_is_measured_again_replaces_its_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "TABLE", tmp_path / "figures.md")
    row = ["positions", "what", "median 1 ms", "`python -m x`", "abc1234", "2026-11-25"]
    figures.write({"positions": row})
    other = ["demo", "what", "median 1 s", "`python -m y`", "abc1234", "2026-11-25"]
    figures.write({**figures.measured(), "demo": other})
    assert figures.measured() == {"demo": other, "positions": row}
    by_hand = "\n## By hand\n\n| a | b |\n|:--|:--|\n| 1 | 2 |\n"
    figures.TABLE.write_text(figures.TABLE.read_text() + by_hand)
    figures.write({**figures.measured(), "demo": other})
    assert figures.measured() == {"demo": other, "positions": row}
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


def test_the_readme_says_what_the_table_does() -> None:
    rows, text = figures.measured(), figures.README.read_text(encoding="utf-8")
    for name, figure in figures.FIGURES.items():
        sentence = figure.sentence.format(rows[name][2].split(";")[0])
        assert f"- {sentence}. <!-- {name} -->" in text


@pytest.mark.skipif(figures.is_cut(), reason="the history of the project is not here")
def test_figures_are_of_a_commit_not_long_before_this_one() -> None:
    ages = {name: figures.age(row[4]) for name, row in figures.measured().items()}
    assert all(age is not None and age <= OLDEST for age in ages.values()), ages


def test_nothing_is_measured_while_files_differ_from_the_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    repository = tmp_path / "repository"
    git = ["git", "-C", str(repository), "-c", "user.name=a", "-c", "user.email=a@example.org"]
    (repository / "docs").mkdir(parents=True)
    for name in ("README.md", "docs/figures.md", "code.py"):
        (repository / name).write_text("1\n", encoding="utf-8")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "One"]):
        subprocess.run([*git, *words], check=True)
    monkeypatch.setattr(figures, "ROOT", repository)
    monkeypatch.setattr(figures, "README", repository / "README.md")
    monkeypatch.setattr(figures, "TABLE", repository / "docs" / "figures.md")
    figures.README.write_text("2\n", encoding="utf-8")
    assert figures.changes() == []
    assert figures.age("HEAD") == 0
    (repository / "code.py").write_text("2\n", encoding="utf-8")
    assert figures.changes() == ["code.py"]
    with pytest.raises(SystemExit):
        figures.main(["demo"])
    assert "commit code.py first" in capsys.readouterr().err


@pytest.mark.parametrize("name", figures.FIGURES)
def test_every_figure_comes_from_a_program_of_the_project(name: str) -> None:
    command = figures.FIGURES[name].command
    assert command[0] == "-m"
    assert importlib.util.find_spec(command[1]) is not None
    assert "--json" in command
