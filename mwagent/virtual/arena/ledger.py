"""The book of all games ever played: one SQLite file, written game range by game range.

A range is in the book wholly or not at all, and is reported only once it is there: whatever is
killed, nothing reported is lost, and no game is counted twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import ceil, nan
from typing import Any, Final

import msgspec

from mwagent.minefield.sqlitefiles import LedgerError, LedgerFile
from mwagent.virtual.arena.boards import Boards
from mwagent.virtual.arena.entrants import Entrant
from mwagent.virtual.arena.games import Chunk, Played

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
    found INTEGER, risk REAL, luck REAL,
    PRIMARY KEY (entry, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS move_times (
    entry INTEGER NOT NULL REFERENCES entries, us INTEGER NOT NULL, moves INTEGER NOT NULL,
    PRIMARY KEY (entry, us)
) WITHOUT ROWID;
PRAGMA user_version = 3;
"""
_TO_VERSION_2: Final = """
ALTER TABLE games ADD COLUMN found INTEGER;
ALTER TABLE games ADD COLUMN risk REAL;
ALTER TABLE games ADD COLUMN luck REAL;
"""
_TO_VERSION_3: Final = """
ALTER TABLE move_times RENAME COLUMN bucket TO us;
PRAGMA user_version = 3;
"""
_COLUMNS: Final = ", ".join(Played._fields)
_REPLACED: Final = ", ".join(f"{name} = excluded.{name}" for name in Played._fields[1:])
_TABLES: Final = {"entries", "games", "move_times"}


class Ledger(LedgerFile):
    """The book in a file."""

    def _prepare(self) -> None:
        self._db.execute("BEGIN")  # another process may be making it at this moment
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        self._refuse_others(version)
        self._db.execute("COMMIT")
        self._db.execute("PRAGMA synchronous = FULL")
        if version == 0:
            self._db.executescript("BEGIN IMMEDIATE;" + _SCHEMA + "COMMIT;")
        elif version < 3:
            self._bring_up_to_date()

    def _bring_up_to_date(self) -> None:
        """Add what older releases did not keep, unless another process has done so by now.

        Times of moves were in buckets, 16 to a doubling: these become the times in their middle.
        """
        with self._at_once():
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version == 3:
                return
            times = self._db.execute("SELECT * FROM move_times").fetchall()
            self._db.execute("DELETE FROM move_times")
            changes = (_TO_VERSION_2 if version == 1 else "") + _TO_VERSION_3
            for statement in filter(str.strip, changes.split(";")):
                self._db.execute(statement)
            self._add_times(
                (entry, round(1000 * 2 ** ((at + 0.5) / 16)), moves) for entry, at, moves in times
            )

    def _add_times(self, times: Iterable[tuple[int, int, int]]) -> None:
        self._db.executemany(
            "INSERT INTO move_times VALUES (?, ?, ?) ON CONFLICT (entry, us) "
            "DO UPDATE SET moves = moves + excluded.moves",
            times,
        )

    def _refuse_others(self, version: int) -> None:
        """Leave a database alone that the arena did not make; raises LedgerError."""
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master")}
        foreign = not tables >= _TABLES if version else tables
        if foreign:
            raise self._foreign()
        if version > 3:
            raise LedgerError(f"{self.path} was written by a newer arena; use --ledger elsewhere")

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

    def missing(self, entry: int, numbers: range, *, luck: bool = False) -> list[range]:
        """List the ranges of `numbers` that are not in the book yet.

        With `luck` those count as missing whose luck was not reckoned.
        """
        with self._told():
            rows = self._db.execute(
                "SELECT number FROM games WHERE entry = ? AND number >= ? AND number < ? "
                "AND (luck IS NOT NULL OR NOT ?) ORDER BY number",
                (entry, numbers.start, numbers.stop, luck),
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
        """Write down a range of games; returns those that were not in the book before.

        A game in the book whose luck was not reckoned gives way to one whose luck was.
        """
        marks = ", ".join("?" for _ in Played._fields)
        with self._at_once():
            new, before = [], self._count(entry)
            for game in chunk.games:
                added = self._db.execute(
                    f"INSERT INTO games (entry, {_COLUMNS}) VALUES (?, {marks}) "
                    f"ON CONFLICT (entry, number) DO UPDATE SET {_REPLACED} "
                    "WHERE games.luck IS NULL AND excluded.luck IS NOT NULL",
                    (entry, *game),
                ).rowcount
                if added:
                    new.append(game)
            # Times of moves are kept only in sum, so a range that another run has written down
            # in part leaves them out.
            if self._count(entry) == before + len(chunk.games):
                self._add_times((entry, us, moves) for us, moves in chunk.move_times.items())
        return new

    def _count(self, entry: int) -> int:
        """How many games of an entry are in the book."""
        found = self._db.execute("SELECT count(*) FROM games WHERE entry = ?", (entry,)).fetchone()
        return int(found[0])

    def forget(self, entry: int) -> None:
        """Strike out all games of an entry."""
        with self._at_once():
            self._db.execute("DELETE FROM games WHERE entry = ?", (entry,))
            self._db.execute("DELETE FROM move_times WHERE entry = ?", (entry,))

    def games(self, entry: int, numbers: range, *, luck: bool = False) -> Iterator[Played]:
        """Read the games with these numbers, in order; with `luck` those whose luck is known."""
        with self._told():
            rows = self._db.execute(
                f"SELECT {_COLUMNS} FROM games "
                "WHERE entry = ? AND number >= ? AND number < ? AND (luck IS NOT NULL OR NOT ?) "
                "ORDER BY number",
                (entry, numbers.start, numbers.stop, luck),
            )
            yield from map(self._played, rows)

    def _played(self, row: tuple[Any, ...]) -> Played:
        """A game as it is in the book; raises LedgerError where a value was changed by hand."""
        try:
            return msgspec.convert(row, Played)
        except msgspec.ValidationError:
            raise LedgerError(
                f"results file {self.path}: game {row[0]} was changed by hand; play it again with "
                f"--no-resume, or name another file with --ledger"
            ) from None

    def quantile(self, entry: int, games: int, share: float) -> float:
        """A quantile of the CPU milliseconds of the games below `games`; nan without any.

        It is the time of a game: of those that took at least as long as `share` of all, the least.
        """
        where = "FROM games WHERE entry = ? AND number < ?"
        with self._told():
            count = self._db.execute(f"SELECT count(*) {where}", (entry, games)).fetchone()[0]
            if not count:
                return nan
            place = max(0, ceil(share * count) - 1)
            found = self._db.execute(
                f"SELECT ms {where} ORDER BY ms LIMIT 1 OFFSET ?", (entry, games, place)
            ).fetchone()
        return float(found[0])

    def move_times(self, entry: int) -> Counter[int]:
        """Read how many moves took how many microseconds."""
        with self._told():
            rows = self._db.execute("SELECT us, moves FROM move_times WHERE entry = ?", (entry,))
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

    def fair_pairs(self, a: int, b: int, games: int) -> tuple[int, float, float]:
        """Compare entries over the boards below `games` on which the luck of both is known.

        Gives how many there are, and of the difference of a and b, in wins less luck, the sum and
        the sum of squares.
        """
        with self._told():
            row = self._db.execute(
                "SELECT count(*), coalesce(sum(d), 0.0), coalesce(sum(d * d), 0.0) FROM ("
                "SELECT (a.ending = 'won') - a.luck - (b.ending = 'won') + b.luck AS d "
                "FROM games a JOIN games b USING (number) WHERE a.entry = ? AND b.entry = ? "
                "AND number < ? AND a.luck IS NOT NULL AND b.luck IS NOT NULL)",
                (a, b, games),
            ).fetchone()
        return int(row[0]), float(row[1]), float(row[2])
