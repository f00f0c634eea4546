"""The commands of Dragonsweeper: bad input, and files that are not theirs."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from mwagent.dragonsweeper.__main__ import main
from mwagent.dragonsweeper.bench import parse_seeds
from mwagent.dragonsweeper.lair import SeedError
from mwagent.dragonsweeper.ledger import Ledger
from mwagent.dragonsweeper.player import play
from mwagent.minefield.sqlitefiles import LedgerError


@pytest.mark.parametrize("column", ["won", "score", "risk", "last", "met", "ms"])
def test_a_ledger_changed_by_hand_is_found_out(tmp_path: Path, column: str) -> None:
    path = tmp_path / "book.sqlite"
    with Ledger(path) as ledger:
        ledger.record(play(0), 1.0)
        assert set(ledger.games([0])) == {0}
    with sqlite3.connect(path) as book:
        book.execute(f"UPDATE measured_games SET {column} = x'00'")
    book.close()
    with Ledger(path) as ledger, pytest.raises(LedgerError, match="seed 0 was changed by hand"):
        ledger.games([0])


@pytest.mark.parametrize(
    "words",
    [
        ["bench", "--workers=-1"],
        ["play", "--seed", "1", "--watch", "--pause=inf"],
        ["play", "--seed", "1_0"],
        ["bench", "--ledger=--"],
        ["bench", "--lairs", "1001"],
        ["play", "--seed", "1", "--lairs", "4294967296"],
    ],
)
def test_bad_arguments_get_one_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    assert ": error: argument --" in capsys.readouterr().err.splitlines()[-1]


def test_more_seeds_than_can_be_played_are_refused() -> None:
    with pytest.raises(SeedError, match="at most 10000000"):
        parse_seeds("5,0-4294967295")


def test_what_is_watched_through_a_pipe_ends_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--seed", "42", "--watch", "--pause", "0"]) == 0
    *_, ending, nothing = capsys.readouterr().out.split("\n")
    assert ending.startswith(("cleared, score", "won, score", "lost, score"))
    assert nothing == ""
