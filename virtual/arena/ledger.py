"""The book of all games ever played: one SQLite file, written game range by game range.

A range is in the book wholly or not at all, and is reported only once it is there: whatever is
killed, nothing reported is lost, and no game is counted twice.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from minefield import MinefieldError
from virtual.arena.boards import Boards
from virtual.arena.entrants import Entrant
from virtual.arena.games import Chunk, Ending, Played

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS entries (
    id INTEGER PRIMARY KEY,
    source TEXT NOT NULL, rule TEXT NOT NULL, first TEXT NOT NULL, seed INTEGER NOT NULL,
    solver TEXT NOT NULL, options TEXT NOT NULL, clicks TEXT NOT NULL, version TEXT NOT NULL,
    UNIQUE (source, rule, first, seed, solver, options, clicks, version)
);
CREATE TABLE IF NOT EXISTS games (
    entry INTEGER NOT NULL REFERENCES entries, number INTEGER NOT NULL,
    ending TEXT NOT NULL, ms REAL NOT NULL, moves INTEGER NOT NULL, guesses INTEGER NOT NULL,
    opened INTEGER NOT NULL, clicks INTEGER, bbbv INTEGER,
    PRIMARY KEY (entry, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS move_times (
    entry INTEGER NOT NULL REFERENCES entries, bucket INTEGER NOT NULL, moves INTEGER NOT NULL,
    PRIMARY KEY (entry, bucket)
) WITHOUT ROWID;
PRAGMA user_version = 1;
"""
_TABLES: Final = {"entries", "games", "move_times"}


class LedgerError(MinefieldError):
    """The results file cannot be read or written."""

    exit_code = 1


class Ledger:
    """The results file; a context manager. `path` may be ":memory:" for a book that is not kept."""

    def __init__(self, path: str | Path):
        self.path = path
        with self._told():
            self._db = sqlite3.connect(path, timeout=60, isolation_level=None)
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            self._refuse_others(version)
            self._db.execute("PRAGMA synchronous = FULL")
            if version == 0:
                self._db.executescript("BEGIN IMMEDIATE;" + _SCHEMA + "COMMIT;")

    def _refuse_others(self, version: int) -> None:
        """Leave a database alone that the arena did not make; raises LedgerError."""
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master")}
        foreign = not tables >= _TABLES if version else tables
        if foreign:
            self._db.close()
            raise LedgerError(
                f"{self.path} is a database of another program, and stays as it is; name another "
                f"file with --ledger"
            )
        if version > 1:
            self._db.close()
            raise LedgerError(f"{self.path} was written by a newer arena; use --ledger elsewhere")

    def __enter__(self) -> Ledger:
        return self

    def __exit__(self, *exc: object) -> None:
        self._db.close()

    def entry(self, boards: Boards, entrant: Entrant) -> int:
        """Find or make the number under which an entrant's games on these boards are kept."""
        key = boards.key()
        values = (
            *(key[name] for name in ("source", "rule", "first", "seed")),
            entrant.solver,
            entrant.options,
            entrant.clicks,
            entrant.version,
        )
        with self._told():
            self._db.execute(
                "INSERT OR IGNORE INTO entries (source, rule, first, seed, solver, options, "
                "clicks, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            )
            row = self._db.execute(
                "SELECT id FROM entries WHERE source = ? AND rule = ? AND first = ? AND seed = ? "
                "AND solver = ? AND options = ? AND clicks = ? AND version = ?",
                values,
            ).fetchone()
        return int(row[0])

    def missing(self, entry: int, numbers: range) -> list[range]:
        """List the ranges of `numbers` that are not in the book yet."""
        with self._told():
            rows = self._db.execute(
                "SELECT number FROM games WHERE entry = ? AND number >= ? AND number < ? "
                "ORDER BY number",
                (entry, numbers.start, numbers.stop),
            )
            gaps, expected = [], numbers.start
            for (number,) in rows:
                if number > expected:
                    gaps.append(range(expected, number))
                expected = number + 1
        if expected < numbers.stop:
            gaps.append(range(expected, numbers.stop))
        return gaps

    def record(self, entry: int, chunk: Chunk) -> list[Played]:
        """Write down a range of games; returns those that were not in the book before."""
        with self._transaction():
            new = []
            for game in chunk.games:
                added = self._db.execute(
                    "INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    (entry, *game),
                ).rowcount
                if added:
                    new.append(game)
            # Times of moves are kept only in sum, so a range that another run has written down
            # in part leaves them out.
            if len(new) == len(chunk.games):
                self._db.executemany(
                    "INSERT INTO move_times VALUES (?, ?, ?) ON CONFLICT (entry, bucket) "
                    "DO UPDATE SET moves = moves + excluded.moves",
                    [(entry, bucket, moves) for bucket, moves in chunk.move_times.items()],
                )
        return new

    def forget(self, entry: int) -> None:
        """Strike out all games of an entry."""
        with self._transaction():
            self._db.execute("DELETE FROM games WHERE entry = ?", (entry,))
            self._db.execute("DELETE FROM move_times WHERE entry = ?", (entry,))

    def games(self, entry: int, numbers: range) -> Iterator[Played]:
        """Read the games with these numbers, in order."""
        with self._told():
            rows = self._db.execute(
                "SELECT number, ending, ms, moves, guesses, opened, clicks, bbbv FROM games "
                "WHERE entry = ? AND number >= ? AND number < ? ORDER BY number",
                (entry, numbers.start, numbers.stop),
            )
            for number, ending, *rest in rows:
                yield self._played(number, ending, *rest)

    def _played(self, number: int, ending: str, ms: float, *counts: int | None) -> Played:
        """A game as it is in the book; raises LedgerError where a value was changed by hand."""
        whole = all(isinstance(each, int) for each in counts[:3])
        whole &= all(each is None or isinstance(each, int) for each in counts[3:])
        if not (ending in set(Ending) and isinstance(ms, int | float) and whole):
            raise LedgerError(
                f"results file {self.path}: game {number} was changed by hand; play it again with "
                f"--no-resume, or name another file with --ledger"
            )
        return Played(number, Ending(ending), ms, *counts)  # type: ignore[arg-type]

    def move_times(self, entry: int) -> Counter[int]:
        """Read the histogram of times per move; see `games.bucket`."""
        with self._told():
            rows = self._db.execute(
                "SELECT bucket, moves FROM move_times WHERE entry = ?", (entry,)
            )
            return Counter(dict(rows.fetchall()))

    def pairs(self, a: int, b: int, games: int) -> tuple[int, int, int]:
        """Count the boards below `games` both entries played, and those only a or only b won."""
        with self._told():
            row = self._db.execute(
                "SELECT count(*), "
                "coalesce(sum(a.ending = 'won' AND b.ending <> 'won'), 0), "
                "coalesce(sum(a.ending <> 'won' AND b.ending = 'won'), 0) "
                "FROM games a JOIN games b USING (number) "
                "WHERE a.entry = ? AND b.entry = ? AND number < ?",
                (a, b, games),
            ).fetchone()
        return int(row[0]), int(row[1]), int(row[2])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._told():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Turn what SQLite complains about into one sentence."""
        try:
            yield
        except sqlite3.Error as error:
            reason = str(error)
            if "full" in reason or "disk I/O" in reason:
                hint = "make room on the disk; what was reported is safe, the same command goes on"
            elif "not a database" in reason or "malformed" in reason:
                hint = "name another file with --ledger"
            else:
                hint = "check its folder and its permissions, or name another with --ledger"
            raise LedgerError(f"results file {self.path}: {reason}; {hint}") from None
