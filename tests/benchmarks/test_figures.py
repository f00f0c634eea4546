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


@pytest.mark.parametrize("name", figures.FIGURES)
def test_every_figure_comes_from_a_program_of_the_project(name: str) -> None:
    command = figures.FIGURES[name].command
    assert command[0] == "-m"
    assert importlib.util.find_spec(command[1]) is not None
    assert "--json" in command
