"""Board files of every format: `.csv`, `.mine` of JSMinesweeper, `.mbf` of Arbiter, and text.

The page reads and writes the same ones (`web/static/formats/`), in the same words.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.formats.errors import check_size
from mwagent.minefield import (
    FLAG,
    MINE,
    Board,
    BoardFormatError,
    boardtext,
    cells_where,
    csvformat,
    key_board,
)
from mwagent.minefield.levels import MOST_PLAYED

KINDS: Final = ("csv", "mine", "mbf", "abf", "txt")
"""Endings of the files that are read and written; `.abf` is another name of `.mbf`."""
READ: Final = (*KINDS, "mgb")
"""Endings of the files that are read; `.mgb` are those of MineGauler."""
LARGEST: Final = 2_000_000
"""Bytes of the largest file that is read: 250x250 cells in the widest format are fewer."""
NOTATIONS: Final = {"mine": "mine"}
"""Endings that say the notation of a text."""


def parse(data: bytes, name: str, notation: str = "") -> Board:
    """Read the bytes of a file in the format that its name ends in, else in the one it looks like.

    `notation` is as in `minefield.boardtext.read`. Raises BoardFormatError with one sentence that
    names file, line and cell.
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
    reading = boardtext.read(text, name, notation or NOTATIONS.get(kind, ""), most=MOST_PLAYED)
    csvformat.tell_notation(reading, name)
    return reading.board


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
