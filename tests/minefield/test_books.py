"""What every file of games keeps to: what is another program's stays, what cannot be is told."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from mwagent.dragonsweeper.ledger import Ledger as DragonLedger
from mwagent.gamebook import GameBook
from mwagent.minefield import MinefieldError, files
from mwagent.virtual.arena.ledger import Ledger as ArenaLedger

every_book = pytest.mark.parametrize("book", [ArenaLedger, DragonLedger, GameBook])
Book = Callable[[Path], AbstractContextManager[object]]
OTHERS = {
    "another table": "CREATE TABLE letters (text TEXT)",
    "tables of our names": "CREATE TABLE games (name TEXT); CREATE TABLE game (name TEXT)",
    "a view of our name": "CREATE VIEW games AS SELECT 1",
    "a version of ours": "CREATE TABLE games (x); PRAGMA user_version = 1",
    "a later version": "CREATE TABLE games (x); PRAGMA user_version = 7",
    "a log beside it": "PRAGMA journal_mode = wal; CREATE TABLE mine (x)",
}
KILLED = """
import os, sqlite3, sys
sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])
os._exit(0)
"""


@every_book
@pytest.mark.parametrize("script", OTHERS.values(), ids=OTHERS)
def test_a_database_of_another_program_stays_as_it_is(
    book: Book, script: str, tmp_path: Path
) -> None:
    path = tmp_path / "other.sqlite"
    subprocess.run([sys.executable, "-c", KILLED, path, script], check=True)
    before = {each.name: each.read_bytes() for each in tmp_path.iterdir()}
    assert len(before) == (3 if "wal" in script else 1)
    with pytest.raises(MinefieldError, match="of another program"):
        book(path)
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == before


@every_book
def test_what_is_no_database_is_refused_in_a_sentence_and_stays(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, but somebody's notes\n" * 50)
    for where in (path, tmp_path, path / "games.sqlite"):
        with pytest.raises(MinefieldError, match=re.escape(tmp_path.name)) as told:
            book(where)
        assert "\n" not in str(told.value)
    assert path.read_text().startswith("not a database")


@every_book
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_not_waited_for(
    book: Book, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "WRITER_WITHIN", 0.02)
    path = tmp_path / "pipe.sqlite"
    os.mkfifo(path)
    with pytest.raises(MinefieldError, match=r"pipe\.sqlite"):
        book(path)


@pytest.mark.parametrize("book", [ArenaLedger, GameBook])
def test_a_file_of_a_later_release_is_left_alone(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with book(path):
        pass
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 99")
    file.close()
    with pytest.raises(MinefieldError, match=r"newer|later|another program"):
        book(path)
