"""The arena's book: what was changed by hand is found out."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from mwagent.minefield.sqlitefiles import LedgerError
from mwagent.virtual.arena.ledger import Ledger


@pytest.mark.parametrize("column", ["ending", "ms", "moves", "opened", "found", "luck"])
def test_a_ledger_changed_by_hand_is_found_out(tmp_path: Path, column: str) -> None:
    path = tmp_path / "arena.sqlite"
    with Ledger(path):
        pass
    with sqlite3.connect(path) as book:
        book.execute(
            "INSERT INTO games (entry, number, ending, ms, moves, guesses, opened) "
            "VALUES (1, 0, 'won', 1.0, 2, 0, 9)"
        )
    with Ledger(path) as ledger:
        assert len(list(ledger.games(1, range(1)))) == 1
    with sqlite3.connect(path) as book:
        book.execute(f"UPDATE games SET {column} = 'much'")
    book.close()
    with Ledger(path) as ledger, pytest.raises(LedgerError, match="game 0 was changed by hand"):
        list(ledger.games(1, range(1)))


def test_arenas_that_make_one_ledger_at_the_same_moment_share_it(tmp_path: Path) -> None:
    def make(path: Path) -> None:
        with Ledger(path):
            pass

    with ThreadPoolExecutor(6) as threads:
        for number in range(10):
            paths = [tmp_path / f"{number}.sqlite"] * 6
            assert list(threads.map(make, paths)) == [None] * 6
