"""The book of played games: one SQLite file, from which a stopped bench goes on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from mwagent.dragonsweeper import _core
from mwagent.dragonsweeper.player import Played
from mwagent.minefield.sqlitefiles import LedgerError, LedgerFile

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS measured_games (
    player TEXT NOT NULL, seed INTEGER NOT NULL, won INTEGER NOT NULL, cleared INTEGER NOT NULL,
    score INTEGER NOT NULL, level INTEGER NOT NULL, actions INTEGER NOT NULL, risk REAL NOT NULL,
    last TEXT NOT NULL, last_death REAL NOT NULL, met TEXT NOT NULL,
    wall_hits INTEGER NOT NULL, wasted INTEGER NOT NULL, delay INTEGER NOT NULL,
    hp_left INTEGER NOT NULL, ms REAL NOT NULL,
    PRIMARY KEY (player, seed)
) WITHOUT ROWID;
"""
_COLUMNS: Final = ", ".join(Played._fields)
_TABLES: Final = {
    "measured_games": {"player", *Played._fields, "ms"},
    # An earlier version kept its games there; they are not read any more.
    "games": {"player", *Played._fields, "ms"} - {"wall_hits", "wasted", "delay", "hp_left"},
}


def player_version(lairs: int | None = None) -> str:
    """Name the compiled player, so that games of another build are not taken for its own.

    `lairs` as of Player: whoever thinks otherwise is another player.
    """
    module = _core.__file__
    name = hashlib.sha256(Path(module).read_bytes()).hexdigest()[:16] if module else "unknown"
    return name if lairs is None else f"{name}-{lairs}"


class Ledger(LedgerFile):
    """The book in a file."""

    def __init__(self, path: str | Path, lairs: int | None = None):
        self.player = player_version(lairs)
        super().__init__(path)

    def _prepare(self) -> None:
        self._refuse_others()
        self._db.execute(_SCHEMA)

    def _refuse_others(self) -> None:
        """Leave a database alone that the bench did not make; raises LedgerError."""
        tables = [
            name
            for (name,) in self._db.execute(
                "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
            )
        ]
        if any(_TABLES.get(name) != self._columns(name) for name in tables):
            raise self._foreign()

    def _columns(self, table: str) -> set[str]:
        rows = self._db.execute("SELECT name FROM pragma_table_info(?)", (table,))
        return {name for (name,) in rows}

    def record(self, game: Played, ms: float) -> None:
        """Write down a game; `ms` is the processor time it took, the lair included."""
        with self._at_once():
            self._db.execute(
                f"INSERT OR REPLACE INTO measured_games (player, {_COLUMNS}, ms) "
                f"VALUES (?{', ?' * (len(Played._fields) + 1)})",
                (self.player, *game, ms),
            )

    def games(self, seeds: Iterable[int]) -> dict[int, tuple[Played, float]]:
        """Read the games with these seeds that are in the book, with their milliseconds."""
        wanted = set(seeds)
        with self._told():
            rows = self._db.execute(
                f"SELECT {_COLUMNS}, ms FROM measured_games WHERE player = ? ORDER BY seed",
                (self.player,),
            )
            return {row[0]: self._played(row) for row in rows if row[0] in wanted}

    def _played(self, row: tuple[Any, ...]) -> tuple[Played, float]:
        """A game as it is in the book; raises LedgerError where a value was changed by hand."""
        try:
            return msgspec.convert(row[:-1], Played, strict=False), msgspec.convert(row[-1], float)
        except msgspec.ValidationError:
            raise LedgerError(
                f"results file {self.path}: the game of seed {row[0]} was changed by hand; play it "
                f"with --again, or name another file with --ledger"
            ) from None

    def forget(self, seeds: Iterable[int]) -> None:
        """Strike out the games with these seeds."""
        with self._at_once():
            self._db.executemany(
                "DELETE FROM measured_games WHERE player = ? AND seed = ?",
                [(self.player, seed) for seed in seeds],
            )
