"""Boards in texts, of whatever notation: the reader is `engine/text/`, and the page has the same.

>>> print(read("..1xx\\n..2xx\\n113xx\\nxxxxx").notation)
dot-open+x-closed
"""

from __future__ import annotations

import json
from typing import NamedTuple

import numpy as np

from mwagent.minefield._text import board_as_json
from mwagent.minefield.board import Board
from mwagent.minefield.codes import SYMBOLS
from mwagent.minefield.errors import BoardFormatError

OURS = ("codes", "text", "mine", "mgb")
"""Notations that need no word."""
_CODES = bytes.maketrans(SYMBOLS.encode(), bytes(range(len(SYMBOLS))))


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
    text: str, name: str = "", notation: str = "", *, most: int = 0, trust_flags: bool = True
) -> Reading:
    """Read a board; `name` is the file named in errors.

    `notation` is the name of one, or a part of it: "codes" for our CSV, "text" for what a board
    prints, "whole" for a board of which every cell is known. Without, all that are known are
    tried. Of boards with more than `most` rows or columns none is taken, and without `trust_flags`
    CSV may have more flags than mines. Raises BoardFormatError, which is a NotationError where
    several notations are possible and give different boards.
    """
    told = json.loads(
        board_as_json(text.encode(errors="surrogatepass"), notation, most, trust_flags)
    )
    if "wrong" in told:
        message = name + told["wrong"] if name else told["wrong"].lstrip(":, ")
        if told["choices"]:
            raise NotationError(f"{message} (--notation {told['choices'][0]})", told["choices"])
        raise BoardFormatError(message)
    codes = np.frombuffer(told["cells"].encode().translate(_CODES), np.int8)
    first = None if told["first"] is None else divmod(told["first"], told["cols"])
    return Reading(
        Board(codes.reshape(told["rows"], told["cols"]), told["mines"], first), told["notation"]
    )
