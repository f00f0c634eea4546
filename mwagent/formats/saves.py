"""Games that programs have saved: `.sav` of Simon Tatham's Mines, and `.zip` with one replay in it.

A `.sav` file is lines of a key, the length of its value and the value; what each key holds are
facts from files that Mines of Debian has written, and from its manual.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Collection
from typing import Final

from mwagent.formats import links
from mwagent.formats.rawvf import ReplayError
from mwagent.gamebook import GameRecord
from mwagent.minefield import MINE, Board, BoardFormatError, Game, MinefieldError

_LINE: Final = re.compile(r"([A-Z]+) *:(\d+):(.*)")
_MOVE: Final = re.compile(r"([OFC])(\d{1,3}),(\d{1,3})", re.ASCII)
_KINDS: Final = {"O": "open", "F": "flag", "C": "chord"}


def parse_sav(data: bytes) -> GameRecord:
    """Read a saved game up to where its player stood; raises ReplayError."""
    lines = [_LINE.match(line) for line in data.decode("latin-1").splitlines()]
    told = [(line[1], line[3][: int(line[2][:9])]) for line in lines if line is not None]
    head = dict(told)
    if not head.get("SAVEFILE", "").startswith("Simon Tatham"):
        raise ReplayError("this is no saved game of Simon Tatham's Mines")
    if (game := head.get("GAME")) != "Mines":
        raise ReplayError(f"this is a saved game of Simon Tatham's {game}, not of Mines")
    # Without a private description of a board that is all closed, the first cell is open already.
    layout = head.get("PRIVDESC") or head.get("DESC", "")
    try:
        key = links.parse(f"{head.get('PARAMS', '')}:{layout}", "its board")
        start = Game.from_mines(key.cells == MINE).board
        moves = [(kind, cell, 0.0) for kind, cell in _moves(told, int(head["STATEPOS"]) - 1)]
        if key.first is not None:
            moves = [("open", key.first, 0.0), *moves]
        record = GameRecord.played(key.cells == MINE, moves, source="Simon Tatham's Mines")
    except (BoardFormatError, KeyError, ValueError, IndexError) as error:
        raise ReplayError(f"this saved game of Mines cannot be read: {error}") from None
    except MinefieldError as error:
        raise ReplayError(f"a move of this saved game of Mines cannot be made: {error}") from None
    record.start = Board(start.cells, key.mines)
    return record


def _moves(told: list[tuple[str, str]], count: int) -> list[tuple[str, tuple[int, int]]]:
    """What was done in the first `count` steps; starting anew takes back what was before."""
    moves: list[tuple[str, tuple[int, int]]] = []
    for kind, value in [step for step in told if step[0] in ("MOVE", "SOLVE", "RESTART")][:count]:
        if kind == "SOLVE":
            raise ReplayError("this game of Mines was solved by the program, not played")
        if kind == "RESTART":
            moves = []
            continue
        for part in value.split(";"):
            found = _MOVE.fullmatch(part)
            if found is None:
                raise ReplayError(f"{part[:20]!r} is no move of Mines")
            moves.append((_KINDS[found[1]], (int(found[3]), int(found[2]))))
    return moves


def only_file(data: bytes, kinds: Collection[str], most: int) -> tuple[str, bytes]:
    """The ending and the bytes of the one file of these kinds in a .zip; raises ReplayError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            ending = {name: name.rpartition(".")[2].lower() for name in packed.namelist()}
            games = [name for name, kind in ending.items() if kind in kinds]
            if len(games) != 1:
                several = f"{len(games)} games" if games else "no game"
                raise ReplayError(
                    f"this .zip has {several} in it; unpack it, and name one that ends in "
                    f"{', '.join(f'.{kind}' for kind in kinds)}"
                )
            if packed.getinfo(games[0]).file_size > most:
                raise ReplayError(f"{games[0]} in this .zip is longer than {most} bytes")
            return ending[games[0]], packed.read(games[0])
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError) as error:
        raise ReplayError(f"this .zip cannot be opened ({error})") from None
