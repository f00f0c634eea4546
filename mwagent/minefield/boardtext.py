"""Boards in texts and files, of whatever notation: `engine/text/` reads them, for the page as well.

>>> print(read("..1xx\\n..2xx\\n113xx\\nxxxxx").notation)
dot-open+x-closed
"""

from __future__ import annotations

import json
from typing import NamedTuple

from mwagent.minefield._text import board_as_json, written
from mwagent.minefield.board import Board
from mwagent.minefield.errors import BoardFormatError

OURS = ("codes", "text", "mine", "mgb", "mbf", "link")
"""Notations that need no word."""


class NotationError(BoardFormatError):
    """A text may be several boards; `choices` are the notations to choose from."""

    def __init__(self, message: str, choices: list[str]):
        super().__init__(message)
        self.choices = choices


class Reading(NamedTuple):
    """A board, and the name of the notation that it was read in."""

    board: Board
    notation: str

    @property
    def is_plain(self) -> bool:
        """Whether the text says by itself what each sign means."""
        return self.notation in OURS


def read(
    text: str | bytes,
    name: str = "",
    notation: str = "",
    *,
    most: int = 0,
    trust_flags: bool = True,
) -> Reading:
    """Read a board, from a text, a link or the bytes of a file; `name` is named in errors.

    `notation` is the name of one, or a part of it: "codes" for our CSV, "text" for what a board
    prints, "mine", "mbf" and "link" for formats of other programs, "whole" for a board of which
    every cell is known. Without, all that are known are tried. Of boards with more than `most` rows
    or columns none is taken, and without `trust_flags` CSV may have more flags than mines. Raises
    BoardFormatError, which is a NotationError where several notations are possible and give
    different boards.
    """
    data = text if isinstance(text, bytes) else text.encode(errors="surrogatepass")
    told = json.loads(board_as_json(data, notation, most, trust_flags))
    if "wrong" in told:
        message = name + told["wrong"] if name else told["wrong"].lstrip(":, ")
        if told["choices"]:
            raise NotationError(f"{message} (--notation {told['choices'][0]})", told["choices"])
        raise BoardFormatError(message)
    return Reading(Board.from_engine(told), told["notation"])


def write(board: Board, kind: str) -> bytes:
    """Write a position as the bytes of a file, "csv", "mine" or "mbf", or as a link.

    Raises BoardFormatError where the format cannot hold it.
    """
    (rows, cols), mines = board.shape, -1 if board.mines is None else board.mines
    first = -1 if board.first is None else board.first[0] * cols + board.first[1]
    data, wrong = written(board.cells.tobytes(), rows, cols, mines, first, kind)
    if wrong:
        raise BoardFormatError(wrong)
    return data
