"""Files of ours in SQLite: written all or nothing, and what SQLite says becomes one sentence."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from mwagent.minefield.errors import MinefieldError
from mwagent.minefield.files import has_write_ahead_log


class SqliteFile(ABC):
    """A file that is open; a context manager."""

    _db: sqlite3.Connection

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _at_once(self) -> Iterator[None]:
        """Write all that the block writes, or nothing."""
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
            raise self._complaint(str(error)) from None

    @abstractmethod
    def _complaint(self, why: str) -> MinefieldError:
        """The error to raise where SQLite says `why`."""


class LedgerError(MinefieldError):
    """The results file cannot be read or written."""

    exit_code = 1


class LedgerFile(SqliteFile):
    """A results file. `path` may be ":memory:" for results that are not kept."""

    def __init__(self, path: str | Path):
        self.path = path
        if has_write_ahead_log(path):
            raise self._foreign()
        with self._told():
            self._db = sqlite3.connect(path, timeout=60, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._db.close()
                raise

    @abstractmethod
    def _prepare(self) -> None:
        """Make the tables of a new file; raises LedgerError where the file is not ours."""

    def _foreign(self) -> LedgerError:
        return LedgerError(
            f"{self.path} is a database of another program, and stays as it is; name another "
            f"file with --ledger"
        )

    def _complaint(self, why: str) -> LedgerError:
        if "full" in why or "disk I/O" in why:
            hint = "make room on the disk; what was reported is safe, the same command goes on"
        elif "not a database" in why or "malformed" in why:
            hint = "name another file with --ledger"
        else:
            hint = "check its folder and its permissions, or name another with --ledger"
        return LedgerError(f"results file {self.path}: {why}; {hint}")
