"""The long tests: each test file belongs to one part, and each part was run not long ago."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks import figures, long_tests
from testbed.windows.interpreter import environment

OLDEST = 150
"""Commits since a part was run, at most."""


def test_each_test_file_belongs_to_one_part() -> None:
    parts = Counter(file for part in long_tests.PARTS for file in long_tests.files(part))
    assert set(parts) == set((figures.ROOT / "tests").rglob("test_*.py"))
    assert set(parts.values()) == {1}


def test_windows_runs_no_long_tests_of_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MWAGENT_LONG", "1")
    assert "MWAGENT_LONG" not in environment()


def test_no_part_was_left_failing() -> None:
    rows = long_tests.rows()
    assert set(rows) == set(long_tests.PARTS)
    failing = {part: row[2] for part, row in rows.items() if row[2] != "0"}
    assert not failing


@pytest.mark.skipif(figures.is_cut(), reason="the history of the project is not here")
def test_parts_were_run_on_a_commit_not_long_before_this_one() -> None:
    ages = {part: figures.age(row[6]) for part, row in long_tests.rows().items()}
    assert all(age is not None and age <= OLDEST for age in ages.values()), ages


def test_a_part_that_is_run_again_replaces_its_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "figures.md"
    monkeypatch.setattr(long_tests, "TABLE", table)
    table.write_text("# Figures\n\n| a |\n|:--|\n\n## By hand\n\nkept\n")
    row = ["vision", "500", "0", "7", "3", "6.2", "abc1234", "2026-11-28"]
    long_tests.note(row)
    long_tests.note(["coach", *row[1:]])
    long_tests.note(["vision", "501", *row[2:]])
    assert long_tests.rows() == {
        "vision": ["vision", "501", *row[2:]],
        "coach": ["coach", *row[1:]],
    }
    text = table.read_text()
    assert text.startswith("# Figures\n\n| a |") and text.count("## By hand") == 1
