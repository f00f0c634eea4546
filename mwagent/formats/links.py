"""Boards and positions in links and game IDs, of the page and of other programs.

The page reads the same ones: the reader and writer is `engine/text/links.h`.
"""

from __future__ import annotations

from typing import Final

from mwagent.minefield import Board, boardtext
from mwagent.minefield._text import is_link as _is_link
from mwagent.minefield.levels import MOST_PLAYED

KINDS: Final = ("page", "jsminesweeper", "ptt", "llamasweeper", "tatham")
"""What boards are written as: links of our page (from its address on), and those of others."""


def is_link(text: str) -> bool:
    """Whether a text looks like a link or a game ID, and not like rows of a board.

    >>> is_link("https://llamasweeper.com/#/game/board-editor?b=1&m=0"), is_link("1##")
    (True, False)
    """
    return _is_link(text.encode(errors="surrogatepass"))


def parse(text: str, name: str = "the link") -> Board:
    """Read a link or a game ID.

    Those that say where all mines are give the solved board, `first` the cell where its game
    begins. Raises BoardFormatError.

    >>> print(parse("3x3:0,0,u008"))
    mines 1
    000
    011
    01*
    """
    return boardtext.read(text, name, "link", most=MOST_PLAYED).board


def write(board: Board, kind: str) -> str:
    """Write a board as a link or game ID of one of KINDS.

    Raises BoardFormatError where it cannot hold this one.

    >>> write(parse("3x3:0,0,u008"), "ptt")
    'https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/?b=33&m=02'
    """
    return boardtext.write(board, kind).decode()
