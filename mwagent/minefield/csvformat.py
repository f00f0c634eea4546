"""The CSV format of boards: optional head lines, then one line of codes per row.

# a comment: a line that begins with "# "
#mines 10
#first_bloc 3,4
11,11,1,0
11,11,1,0
"""

from __future__ import annotations

import errno
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from mwagent.minefield.board import Board, count_around
from mwagent.minefield.codes import HIDDEN, MINE, Cell
from mwagent.minefield.errors import BoardFormatError
from mwagent.minefield.files import read_at_most
from mwagent.minefield.rules import impossible_numbers, met

_CODES: Final = {str(code): code for code in range(HIDDEN + 1)}
_LONGEST: Final = 100_000_000
"""Bytes of the largest file that is read as a board."""


def parse(text: str, name: str = "<text>", *, trust_flags: bool = True) -> Board:
    """Parse CSV text into a Board; `name` is the file named in errors.

    Without `trust_flags` there may be more flags than mines. Raises BoardFormatError with one
    sentence that names file, line and cell when the text is empty, ragged, has a wrong code or head
    line, an impossible number, or too many mines.
    """
    rows: list[list[int]] = []
    lines: list[int] = []
    head = _Head()
    for number, raw in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        line = raw.strip()
        if not line or line == "#" or line.startswith("# "):
            continue
        where = f"{name}, line {number}"
        if line.startswith("#"):
            if rows:
                raise BoardFormatError(
                    f"{where}: the head line {line[:40]!r} stands after the cells"
                )
            head.add(line, where)
            continue
        row = _row(line, where, len(rows))
        if rows and len(row) != len(rows[0]):
            raise BoardFormatError(
                f"{where}: this row has {len(row)} cells, the first row has {len(rows[0])}"
            )
        rows.append(row)
        lines.append(number)
    if not rows:
        raise BoardFormatError(f"{name}: the file has no cells; give rows of codes 0-11")
    board = Board(rows, head.mines, head.first)
    _check(board, name, lines, trust_flags)
    return board


def load(path: str | Path, *, trust_flags: bool = True) -> Board:
    """Read a board from a CSV file, or from standard input when `path` is "-".

    `trust_flags` is as in `parse`. Raises BoardFormatError as `parse` does, and when the file
    cannot be read.
    """
    text, name = read_text(path, "a CSV file")
    return parse(text, name, trust_flags=trust_flags)


def read_text(path: str | Path, kind: str) -> tuple[str, str]:
    """The text of a file that holds a board, or of standard input for "-", and its name in errors.

    Raises BoardFormatError where it cannot be read, or is no text; `kind` says what to give.
    """
    name = "<stdin>" if str(path) == "-" else str(path) or "''"
    too_long = f"{name}: this is longer than any board; give {kind} of a board"
    try:
        if str(path) == "-":
            text = sys.stdin.read(_LONGEST + 1)
        else:
            text = read_at_most(path, _LONGEST).decode("utf-8")
    except FileNotFoundError:
        raise BoardFormatError(f"{name}: there is no such file") from None
    except IsADirectoryError:
        raise BoardFormatError(f"{name}: this is a folder; name {kind}") from None
    except (UnicodeDecodeError, ValueError):
        raise BoardFormatError(f"{name}: this is not a text file; give {kind}") from None
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise BoardFormatError(too_long) from None
        raise BoardFormatError(f"{name}: cannot be read ({error.strerror})") from None
    if len(text) > _LONGEST:
        raise BoardFormatError(too_long)
    return text, name


def dumps(board: Board) -> str:
    """Write a board as CSV text; `parse` reads it back."""
    head = []
    if board.mines is not None:
        head.append(f"#mines {board.mines}")
    if board.first is not None:
        head.append(f"#first_bloc {board.first[0]},{board.first[1]}")
    body = [",".join(str(code) for code in row) for row in board.cells]
    return "\n".join([*head, *body]) + "\n"


def check_key(board: Board, name: str = "<key>") -> None:
    """Check that `board` is a key: nothing hidden, every number counts the mines around it.

    Raises BoardFormatError naming the first cell that is wrong.
    """
    mines = board.cells == MINE
    if mines.all():
        raise BoardFormatError(f"{name}: every cell is a mine; a key needs a cell to open")
    closed = np.argwhere(board.cells > 8)
    for row, col in closed:
        if board.cells[row, col] != MINE:
            raise BoardFormatError(
                f"{name}, cell ({row}, {col}): a key shows every cell, but this one has code "
                f"{board.cells[row, col]}; use 0-8 or {MINE}"
            )
    wrong = np.argwhere(~mines & ~met(board.cells, mines))
    for row, col in wrong:
        raise BoardFormatError(
            f"{name}, cell ({row}, {col}): it says {board.cells[row, col]}, but "
            f"{count_around(mines)[row, col]} mines lie around it"
        )
    if board.mines is not None and board.mines != int(mines.sum()):
        raise BoardFormatError(
            f"{name}: #mines says {board.mines}, but the key has {int(mines.sum())} mines"
        )
    if board.first is not None and mines[board.first]:
        raise BoardFormatError(f"{name}: #first_bloc {board.first} is a mine")


@dataclass(slots=True)
class _Head:
    """What the head lines say."""

    mines: int | None = None
    first: Cell | None = None

    def add(self, line: str, where: str) -> None:
        key, *rest = line[1:].split(None, 1)
        value = rest[0] if rest else ""
        if key == "mines" and self.mines is None:
            self.mines = _mine_count(value, where)
        elif key == "first_bloc" and self.first is None:
            self.first = _cell(value, where)
        elif key in ("mines", "first_bloc"):
            raise BoardFormatError(f"{where}: '#{key}' is given twice")
        else:
            raise BoardFormatError(
                f"{where}: {line[:40]!r} is no head line; use '#mines N' or "
                f"'#first_bloc ROW,COL', and begin comments with '# '"
            )


def _row(line: str, where: str, row: int) -> list[int]:
    entries = line.rstrip(",").split(",")
    try:
        return [_CODES[entry] for entry in entries]
    except KeyError:  # an entry with blanks around it, or no code
        return [_code(entry, f"{where}, cell ({row}, {col})") for col, entry in enumerate(entries)]


def _code(entry: str, where: str) -> int:
    text = entry.strip()
    if not text.isdecimal() or not text.isascii() or len(text) > 2 or int(text) > HIDDEN:
        raise BoardFormatError(
            f"{where}: {text[:40]!r} is not a cell code; use 0-8 open, 9 flag, 10 mine, 11 hidden"
        )
    return int(text)


def _mine_count(text: str, where: str) -> int:
    value = text.strip()
    if not value.isdecimal() or not value.isascii() or len(value) > 9:
        raise BoardFormatError(f"{where}: '#mines' needs a whole number, got {value[:40]!r}")
    return int(value)


def _cell(text: str, where: str) -> Cell:
    row, comma, col = (part.strip() for part in text.partition(","))
    digits = all(part.isdecimal() and part.isascii() and len(part) <= 9 for part in (row, col))
    if not (comma and digits):
        raise BoardFormatError(f"{where}: '#first_bloc' needs ROW,COL, got {text.strip()[:40]!r}")
    return int(row), int(col)


def _check(board: Board, name: str, lines: list[int], trust_flags: bool) -> None:
    rows, cols = board.shape
    if board.first is not None and not (board.first[0] < rows and board.first[1] < cols):
        raise BoardFormatError(
            f"{name}: #first_bloc {board.first[0]},{board.first[1]} lies off the {rows}x{cols} "
            f"board"
        )
    for row, col in np.argwhere(impossible_numbers(board)):
        bad = int(row), int(col)
        raise BoardFormatError(
            f"{name}, line {lines[bad[0]]}, cell {bad}: the number {board[bad]} is impossible, "
            f"fewer than {board[bad]} unopened cells or mines lie around it"
        )
    if board.mines is None:
        return
    mines = board.known_mines if trust_flags else board.cells == MINE
    known = int(mines.sum())
    room = int(board.unopened.sum()) + int((board.cells == MINE).sum())
    if known > board.mines:
        row, col = np.argwhere(mines)[board.mines]
        raise BoardFormatError(
            f"{name}, line {lines[row]}, cell ({row}, {col}): too many mines, the board marks "
            f"{known} but #mines says {board.mines}"
        )
    if board.mines > room:
        raise BoardFormatError(
            f"{name}, line 1, cell (0, 0): too many mines, #mines says {board.mines} but only "
            f"{room} cells are unopened"
        )
