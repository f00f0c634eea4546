"""Board files of every format: `.csv`, `.mine` of JSMinesweeper, `.mbf` of Arbiter, and text."""

from __future__ import annotations

from typing import Final

from mwagent.minefield import Board, boardtext, csvformat
from mwagent.minefield.levels import MOST_PLAYED

KINDS: Final = ("csv", "mine", "mbf", "abf", "txt")
"""Endings of the files that are read and written; `.abf` is another name of `.mbf`."""
READ: Final = (*KINDS, "mgb")
"""Endings of the files that are read; `.mgb` are those of MineGauler."""
LARGEST: Final = 2_000_000
"""Bytes of the largest file that is read: 250x250 cells in the widest format are fewer."""
NOTATIONS: Final = {"mine": "mine", "mbf": "mbf", "abf": "mbf"}
"""Endings that say the notation of a file."""


def parse(data: bytes, name: str, notation: str = "") -> Board:
    """Read the bytes of a file in the format that its name ends in, else in the one it looks like.

    `notation` is as in `minefield.boardtext.read`. Raises BoardFormatError with one sentence that
    names file, line and cell.
    """
    ending = NOTATIONS.get(name.rpartition(".")[2].lower(), "")
    reading = boardtext.read(data, name, notation or ending, most=MOST_PLAYED)
    csvformat.tell_notation(reading, name)
    return reading.board


def write(board: Board, kind: str) -> bytes:
    """Write a position as one of KINDS; raises BoardFormatError where the format cannot hold it."""
    return (
        f"{board}\n".encode()
        if kind == "txt"
        else boardtext.write(board, NOTATIONS.get(kind, kind))
    )
