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
from pathlib import Path
from typing import Final

import numpy as np

from mwagent.minefield.board import Board, count_around
from mwagent.minefield.boardtext import Reading, read, write
from mwagent.minefield.checked import checked
from mwagent.minefield.codes import MINE
from mwagent.minefield.errors import BoardFormatError
from mwagent.minefield.files import read_at_most
from mwagent.minefield.rules import met

_LONGEST: Final = 100_000_000
"""Bytes of the largest file that is read as a board."""


@checked
def parse(text: str, name: str = "<text>", *, trust_flags: bool = True) -> Board:
    """Parse CSV text into a Board; `name` is the file named in errors.

    Without `trust_flags` there may be more flags than mines. Raises BoardFormatError with one
    sentence that names file, line and cell when the text is empty, ragged, has a wrong code or head
    line, an impossible number, or too many mines.
    """
    return read(text, name, "codes", trust_flags=trust_flags).board


@checked
def load(path: str | Path, *, notation: str = "codes", trust_flags: bool = True) -> Board:
    """Read a board from a file, or from standard input when `path` is "-".

    `notation` and `trust_flags` are as in `boardtext.read`; with any other than "codes", what was
    read is told on standard error where the text does not say it by itself. Raises
    BoardFormatError, also when the file cannot be read.
    """
    text, name = read_text(path, "a CSV file" if notation == "codes" else "a text")
    reading = read(text, name, notation, trust_flags=trust_flags)
    tell_notation(reading, name)
    return reading.board


def tell_notation(reading: Reading, name: str) -> None:
    """Say on standard error which notation was taken, unless the text says it by itself."""
    if not reading.is_plain:
        rows, cols = reading.board.shape
        said = f"{name}: read as {reading.notation}, {rows} rows of {cols}"
        print("".join(c if c.isprintable() else "?" for c in said), file=sys.stderr)


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


@checked
def dumps(board: Board) -> str:
    """Write a board as CSV text; `parse` reads it back."""
    return write(board, "csv").decode()


@checked
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
