"""The file that keeps watched games: SQLite, written move by move."""

from __future__ import annotations

import json
import math
import os
import sqlite3
from pathlib import Path
from typing import Any, Final

import msgspec
import platformdirs

from mwagent.gamebook.record import KINDS, Doubt, GameRecord, Move
from mwagent.minefield import HIDDEN, Board, Cell, FirstClick, MinefieldError, Stage
from mwagent.minefield.files import has_write_ahead_log, telling
from mwagent.minefield.sqlitefiles import SqliteFile

APPLICATION: Final = 0x6D776762
"""SQLite's `application_id` of our files: the letters mwgb."""
VERSION: Final = 2
"""SQLite's `user_version` of our files."""
WAIT: Final = 5.0
"""Seconds to wait for another process that writes at the same time."""
_YEAR_9000: Final = 2.2e11
"""Seconds since the epoch: no calendar goes on much further."""
_TABLES: Final = """
    CREATE TABLE game (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        source TEXT NOT NULL,
        begun REAL,
        rows INTEGER NOT NULL,
        cols INTEGER NOT NULL,
        mines INTEGER,
        start TEXT NOT NULL,
        stage TEXT NOT NULL,
        mine_cells TEXT,
        more TEXT
    );
    CREATE TABLE move (
        game INTEGER NOT NULL REFERENCES game(number) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        row INTEGER NOT NULL,
        col INTEGER NOT NULL,
        seconds REAL NOT NULL,
        doubts TEXT NOT NULL,
        shown TEXT NOT NULL,
        PRIMARY KEY (game, number)
    ) WITHOUT ROWID;
"""
_ANOTHER: Final = "; name another file with --games"
_TO_VERSION_2: Final = "ALTER TABLE game ADD COLUMN more TEXT"


class GameBookError(MinefieldError):
    """The file of watched games cannot be opened, read or written; the message says why."""


def default_path() -> Path:
    """Where watched games are kept: in the user's data folder."""
    return platformdirs.user_data_path("mwagent", appauthor=False) / "games.sqlite"


class GameBook(SqliteFile):
    """The games in one file; close it, or use it as a context manager.

    A game is `begun` with its first move, and every later move is written at once, so that a crash
    loses at most the last. Raises GameBookError where the file is another program's, or cannot be
    written; nothing is written to a file that is not ours. With `reading` a file that may not be
    written can be opened as well.
    """

    def __init__(self, path: Path | None = None, *, reading: bool = False):
        self.path = default_path() if path is None else path
        with self._told():
            self._check_owner()
            trouble = "the folder for watched games cannot be made"
            with telling(self.path.parent, trouble, GameBookError, _ANOTHER):
                self.path.parent.mkdir(parents=True, exist_ok=True)
            closed = reading and not _writable(self.path)
            empty = closed and self.path.stat().st_size == 0
            new = not closed and not self.path.exists()
            address = f"{self.path.resolve().as_uri()}?mode=ro" if closed else str(self.path)
            self._db = sqlite3.connect(
                ":memory:" if empty else address,
                timeout=WAIT,
                isolation_level=None,
                check_same_thread=False,
                uri=closed,
            )
            try:
                if not closed or empty:
                    self._prepare()
            except BaseException:
                self._db.close()
                if new:
                    self.path.unlink(missing_ok=True)  # SQLite leaves it, with no byte in it
                raise

    def begin(self, game: GameRecord) -> None:
        """Write a game for the first time, with the moves it has; sets its number."""
        rows, cols = game.shape
        with self._at_once():
            cursor = self._db.execute(
                "INSERT INTO game"
                " (source, begun, rows, cols, mines, start, stage, mine_cells, more)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(game.source, game.begun, rows, cols, game.start.mines),
                    *(_text(game.start), str(game.stage), _cells(game), _more(game)),
                ),
            )
            number = cursor.lastrowid or 0
            for at, move in enumerate(game.moves):
                self._add(number, at, move)
        game.number = number

    def save(self, game: GameRecord, since: int) -> None:
        """Write the moves of a game from number `since` (0 is the first) on, and how it stands."""
        with self._at_once():
            self._db.execute(
                "UPDATE game SET stage = ?, mine_cells = ?, mines = ? WHERE number = ?",
                (str(game.stage), _cells(game), game.start.mines, game.number),
            )
            self._db.execute(
                "DELETE FROM move WHERE game = ? AND number >= ?", (game.number, since)
            )
            for at, move in enumerate(game.moves[since:], since):
                self._add(game.number, at, move)

    def remove(self, number: int) -> bool:
        """Remove a game; returns whether there was one of that number."""
        with self._at_once():
            self._db.execute("DELETE FROM move WHERE game = ?", (number,))
            removed = self._db.execute("DELETE FROM game WHERE number = ?", (number,))
        return removed.rowcount > 0

    def games(self) -> list[GameRecord]:
        """All games, the latest first."""
        with self._told():
            numbers = self._db.execute("SELECT number FROM game ORDER BY number DESC").fetchall()
            found = [self.game(number) for (number,) in numbers]
        return [game for game in found if game is not None]

    def game(self, number: int) -> GameRecord | None:
        """The game of a number; None where there is none."""
        with self._told():
            # A file of an older release that may not be written stays as it is.
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            more = "more" if version > 1 else "NULL"
            row = self._db.execute(
                f"SELECT source, begun, mines, start, stage, mine_cells, {more} FROM game"
                " WHERE number = ?",
                (number,),
            ).fetchone()
            if row is None:
                return None
            moves = self._db.execute(
                "SELECT kind, row, col, seconds, doubts, shown FROM move WHERE game = ?"
                " ORDER BY number",
                (number,),
            ).fetchall()
        try:
            return _game(number, row, moves)
        except (ValueError, TypeError, RecursionError, MinefieldError):
            raise GameBookError(
                f"{self.path}: game {number} was changed by hand, and cannot be read any more; "
                f"remove it with `mwagent games {number} --remove`"
            ) from None

    def _add(self, game: int, at: int, move: Move) -> None:
        self._db.execute(
            "INSERT INTO move VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(game, at, move.kind, *move.cell, move.seconds),
                *(json.dumps([str(doubt) for doubt in move.doubts]), json.dumps(move.shown)),
            ),
        )

    def _check_owner(self) -> None:
        """Raise GameBookError where the file there is not ours, without writing a byte to it."""
        with telling(self.path, "watched games cannot be kept there", GameBookError, _ANOTHER):
            if not self.path.exists() or self.path.stat().st_size == 0:
                return
        if has_write_ahead_log(self.path):
            raise self._foreign()
        address = f"{self.path.resolve().as_uri()}?mode=ro"
        file = sqlite3.connect(address, uri=True, timeout=WAIT)
        try:
            owner = file.execute("PRAGMA application_id").fetchone()[0]
            version = file.execute("PRAGMA user_version").fetchone()[0]
        finally:
            file.close()
        if owner != APPLICATION:
            raise self._foreign()
        if version > VERSION:
            raise GameBookError(
                f"{self.path} was written by a newer mwagent (format {version}, this one knows "
                f"{VERSION}); update mwagent, or name another file with --games"
            )

    def _foreign(self) -> GameBookError:
        return GameBookError(
            f"{self.path} is the file of another program; name another with --games"
        )

    def _prepare(self) -> None:
        """Make the tables of a new file, and add what those of an older release lack."""
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("BEGIN IMMEDIATE")
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version < VERSION:
            for statement in (_TO_VERSION_2 if version else _TABLES).split(";"):
                self._db.execute(statement)
            self._db.execute(f"PRAGMA application_id = {APPLICATION}")
            self._db.execute(f"PRAGMA user_version = {VERSION}")
        self._db.execute("COMMIT")

    def _complaint(self, why: str) -> GameBookError:
        if "not a database" in why or "malformed" in why:
            sentence = "is no file of watched games, or is damaged"
        elif "full" in why:
            sentence = "cannot be written (the disk is full)"
        elif "readonly" in why:
            sentence = "cannot be written (no permission)"
        elif "unable to open" in why:
            sentence = "cannot be opened: it is no plain file, or may not be written"
        elif "locked" in why:
            sentence = "is being written by another program"
        else:
            sentence = f"cannot be used ({why})"
        return GameBookError(f"{self.path} {sentence}{_ANOTHER}")


def _text(board: Board) -> str:
    return str(Board(board.cells))


def _cells(game: GameRecord) -> str | None:
    return None if game.mine_cells is None else json.dumps(game.mine_cells)


class _More(msgspec.Struct, omit_defaults=True):
    """What the coach does not know of a game, but other programs do."""

    origin: float | None = None
    name: str = ""
    first: FirstClick | None = None
    pointer: tuple[tuple[float, float, float], ...] = ()


def _more(game: GameRecord) -> str | None:
    more = _More(game.origin, game.name, game.first, game.pointer)
    return None if more == _More() else msgspec.json.encode(more).decode()


def _writable(path: Path) -> bool:
    """Whether a file can be written, or made; SQLite keeps a journal beside it."""
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))


def _game(number: int, row: tuple[Any, ...], moves: list[tuple[Any, ...]]) -> GameRecord:
    """A game as it is in the file; raises ValueError and its kin where a value is none of ours."""
    source, begun, mines, start, stage, cells, kept = row
    board = Board.parse(start, mines)
    known = None if cells is None else tuple(_cell(r, c, board) for r, c in json.loads(cells))
    if not (isinstance(source, str) and (begun is None or 0 <= begun < _YEAR_9000)):
        raise ValueError("a source or time is none")
    if mines is not None and not 0 <= mines <= board.cells.size:
        raise ValueError("there are too many mines")
    more = _More() if kept is None else msgspec.json.decode(kept, type=_More)
    return GameRecord(
        *(board, source, begun, [_move(each, board) for each in moves], Stage(stage), known),
        *(number, more.origin, more.name, more.first, more.pointer),
    )


def _move(kept: tuple[Any, ...], board: Board) -> Move:
    kind, row, col, seconds, doubts, shown = kept
    if kind not in KINDS or not math.isfinite(seconds):
        raise ValueError("there is no such move")
    changed = tuple((*_cell(r, c, board), code) for r, c, code in json.loads(shown))
    if any(type(code) is not int or not 0 <= code <= HIDDEN for _, _, code in changed):
        raise ValueError("there is no such code")
    doubted = tuple(Doubt(doubt) for doubt in json.loads(doubts))
    return Move(kind, _cell(row, col, board), seconds, doubted, changed)


def _cell(row: object, col: object, board: Board) -> Cell:
    rows, cols = board.shape
    if not (type(row) is int and type(col) is int and 0 <= row < rows and 0 <= col < cols):
        raise ValueError("a cell is off the board")
    return row, col
