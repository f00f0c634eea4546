"""Board files of every format: `.csv`, `.mine` of JSMinesweeper, `.mbf` of Arbiter, and text.

The page reads and writes the same ones (`web/static/formats/`), in the same words.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.formats.errors import check_size, quoted
from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    BoardFormatError,
    cells_where,
    csvformat,
    key_board,
)

KINDS: Final = ("csv", "mine", "mbf", "abf", "txt")
"""Endings of the files that are read; `.abf` is another name of `.mbf`."""
LARGEST: Final = 2_000_000
"""Bytes of the largest file that is read: 250x250 cells in the widest format are fewer."""
_HEAD: Final = re.compile(r"\s*(\d{1,4})x(\d{1,4})x(\d{1,6})\s*", re.IGNORECASE | re.ASCII)
_LETTERS: Final = {"H": HIDDEN, "F": FLAG, "?": MINE, "M": MINE}
_SIGNS: Final = {
    **{str(code): code for code in range(9)},
    **dict.fromkeys("Ff!PpW🚩⚑", FLAG),
    **dict.fromkeys("*MmXx@💣✱", MINE),
    **dict.fromkeys("#Hh?-■□▢🟦", HIDDEN),
}
_MINES: Final = re.compile(r"\s*#?\s*mines\s*[:=]?\s*(\d{1,6})\s*", re.IGNORECASE | re.ASCII)
_BETWEEN: Final = re.compile("[\\s,;|\ufe0f\u20e3]")
"""What stands between cells, and the marks that make a digit an emoji."""


def parse(data: bytes, name: str) -> Board:
    """Read the bytes of a file in the format that its name ends in, else in the one it looks like.

    Raises BoardFormatError with one sentence that names file, line and cell.
    """
    if len(data) > LARGEST:
        raise BoardFormatError(f"{name}: the file has {len(data)} bytes, too many for a board")
    kind = name.rpartition(".")[2].lower()
    if kind in ("mbf", "abf"):
        return parse_mbf(data, name)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise BoardFormatError(
            f"{name}: this is not a text file; give a board as .csv, .mine, .mbf or plain text"
        ) from None
    if kind == "mine":
        return parse_mine(text, name)
    return parse_csv(text, name) if kind == "csv" else parse_text(text, name)


def parse_text(text: str, name: str = "the text") -> Board:
    """Read a text that may be any of the text formats; raises BoardFormatError."""
    lines = _lines(text)
    if lines and _HEAD.fullmatch(lines[0]):
        return parse_mine(text, name)
    rows = [line for line in lines if line.strip() and not re.match(r"\s*#\s*[a-z]", line, re.I)]
    numbers = rows and all(re.fullmatch(r"[\s\d,]+", row, re.ASCII) for row in rows)
    if numbers and "," in "".join(rows):
        return parse_csv(text, name)
    return parse_plain(text, name)


def _lines(text: str) -> list[str]:
    return text.lstrip("\ufeff").splitlines()


def parse_csv(text: str, name: str) -> Board:
    """Read our own format, up to the size that is played."""
    board = csvformat.parse(text, name)
    check_size(*board.shape, name)
    return board


def parse_mine(text: str, name: str) -> Board:
    """Read a `.mine` text: WIDTHxHEIGHTxMINES, then a line a row of 0-8, H, F and ?."""
    lines = _lines(text) or [""]
    head = _HEAD.fullmatch(lines[0])
    if head is None:
        raise BoardFormatError(
            f"{name}, line 1: the first line gives the size as WIDTHxHEIGHTxMINES, such as "
            f"30x16x99, got {quoted(lines[0])}"
        )
    cols, rows, mines = map(int, head.groups())
    if rows < 1 or cols < 1:
        raise BoardFormatError(f"{name}, line 1: a board has at least one row and one column")
    check_size(rows, cols, name)
    cells = [
        _mine_row(lines[row + 1] if row + 1 < len(lines) else "", row, (rows, cols), name)
        for row in range(rows)
    ]
    for number, line in enumerate(lines[rows + 1 :], rows + 2):
        if line.strip():
            raise BoardFormatError(
                f"{name}, line {number}: the head line gives {rows} rows, here is one more"
            )
    return Board(np.array(cells), mines)


def _mine_row(line: str, row: int, shape: tuple[int, int], name: str) -> list[int]:
    rows, cols = shape
    where, signs = f"{name}, line {row + 2}", line.strip()
    if not signs:
        raise BoardFormatError(
            f"{where}: the head line gives {rows} rows, but row {row} is missing"
        )
    if len(signs) != cols:
        raise BoardFormatError(
            f"{where}: row {row} has {len(signs)} cells, the head line gives {cols} columns"
        )
    codes = []
    for col, sign in enumerate(signs):
        code = int(sign) if sign in "012345678" else _LETTERS.get(sign.upper())
        if code is None:
            raise BoardFormatError(
                f"{where}, cell ({row}, {col}): {quoted(sign)} is no cell; use 0-8 open, H hidden, "
                f"F flag, ? mine"
            )
        codes.append(code)
    return codes


def parse_mbf(data: bytes, name: str) -> Board:
    """Read where the mines of a whole board lie, as the solved board."""
    if len(data) < 4:
        raise BoardFormatError(
            f"{name}: an .mbf file has at least 4 bytes, this one has {len(data)}"
        )
    cols, rows, count = data[0], data[1], data[2] * 256 + data[3]
    if rows < 1 or cols < 1:
        raise BoardFormatError(
            f"{name}, byte 1: the board has {rows} rows and {cols} columns; each is at least 1"
        )
    check_size(rows, cols, name)
    if len(data) != 4 + 2 * count:
        raise BoardFormatError(
            f"{name}, byte 3: {count} mines take {4 + 2 * count} bytes, the file has {len(data)}"
        )
    mines = np.zeros((rows, cols), bool)
    for at in range(4, len(data), 2):
        col, row = data[at], data[at + 1]
        where = f"{name}, byte {at + 1}, cell ({row}, {col})"
        if row >= rows or col >= cols:
            raise BoardFormatError(
                f"{where}: this mine lies off the board of {rows} rows and {cols} columns"
            )
        if mines[row, col]:
            raise BoardFormatError(f"{where}: this mine is given twice")
        mines[row, col] = True
    return key_board(mines)


def parse_plain(text: str, name: str) -> Board:
    """Read a board as people paste it: what `print(board)` shows, and common variants."""
    mines, rows, numbers = None, list[str](), list[int]()
    for number, line in enumerate(_lines(text), 1):
        if head := _MINES.fullmatch(line):
            mines = int(head[1])
            continue
        signs = _BETWEEN.sub("", line)
        if not signs:
            continue
        if rows and len(signs) != len(rows[0]):
            raise BoardFormatError(
                f"{name}, line {number}: this row has {len(signs)} cells, the first row has "
                f"{len(rows[0])}"
            )
        rows.append(signs)
        numbers.append(number)
    if not rows:
        raise BoardFormatError(f"{name}: there is no board in an empty text")
    check_size(len(rows), len(rows[0]), name)
    signs_of = _SIGNS | {".": _meaning_of_dot(rows, numbers, name)}
    cells = np.zeros((len(rows), len(rows[0])), np.int8)
    for row, signs in enumerate(rows):
        for col, sign in enumerate(signs):
            if sign not in signs_of:
                raise BoardFormatError(
                    f"{name}, line {numbers[row]}, cell ({row}, {col}): {quoted(sign)} is no cell; "
                    f"use 0-8 open, # hidden, F flag, * mine"
                )
            cells[row, col] = signs_of[sign]
    return Board(cells, mines)


def _meaning_of_dot(rows: list[str], numbers: list[int], name: str) -> int:
    """What no other sign of the text stands for: a hidden cell, or an open one without a number."""
    every = set("".join(rows))
    hidden = any(_SIGNS.get(sign) == HIDDEN for sign in every)
    if hidden and {"0", "."} <= every:
        row = next(row for row, signs in enumerate(rows) if "." in signs)
        raise BoardFormatError(
            f"{name}, line {numbers[row]}, cell ({row}, {rows[row].index('.')}): '.' could be "
            f"hidden or open, as other signs stand for both; write # for hidden and 0 for open"
        )
    return 0 if hidden else HIDDEN


def write(board: Board, kind: str) -> bytes:
    """Write a position as one of KINDS; raises BoardFormatError where the format cannot hold it."""
    if kind == "csv":
        return csvformat.dumps(board).encode()
    if kind in ("mbf", "abf"):
        return write_mbf(board)
    return (write_mine(board) if kind == "mine" else f"{board}\n").encode()


def write_mine(board: Board) -> str:
    """Write a position as JSMinesweeper does; raises BoardFormatError without a total of mines."""
    if board.mines is None:
        raise BoardFormatError(
            "a .mine file needs the number of mines; give it first, or save as CSV"
        )
    signs = "012345678F?H"
    rows = ["".join(signs[code] for code in row) for row in board.cells]
    return "\n".join([f"{board.shape[1]}x{board.shape[0]}x{board.mines}", *rows, ""])


def mines_of(board: Board, what: str) -> NDArray[np.bool_]:
    """Where all mines are, (rows, cols) bool; raises BoardFormatError where not all are marked."""
    marked = np.isin(board.cells, (FLAG, MINE))
    if board.mines not in (None, int(marked.sum())):
        raise BoardFormatError(
            f"{what} says where every mine lies: the board has {board.mines} mines, but "
            f"{marked.sum()} cells are marked; mark them all, or save as CSV"
        )
    return marked


def write_mbf(board: Board) -> bytes:
    """Write where the mines of a position lie: the cells marked or shown as mines."""
    rows, cols = board.shape
    if max(rows, cols) > 255:
        raise BoardFormatError(
            f"an .mbf file holds up to 255 rows and columns, the board has {rows} and {cols}"
        )
    at = cells_where(mines_of(board, "an .mbf file"))
    pairs = bytes(side for row, col in at for side in (col, row))
    return bytes((cols, rows)) + len(at).to_bytes(2) + pairs
