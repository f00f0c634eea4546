"""The boards that all solvers of a tournament play: drawn from a seed, or read from a file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import (
    BoardFormatError,
    Cell,
    FirstClick,
    Level,
    MinefieldError,
    neighbours,
    random_mines,
)
from mwagent.minefield.files import read_at_most

_FILE_BYTES: Final = 1_000_000_000
"""Bytes of the largest file of boards that is read: a million boards of Expert have half."""
CORNERS: Final = {FirstClick.ANY: (0, 0), FirstClick.SAFE: (0, 0), FirstClick.OPEN: (3, 3)}
"""Cell of the first click under each rule, unless another is asked for."""


@dataclass(frozen=True, slots=True)
class SeededBoards:
    """Random boards of one level; board `number` is a pure function of (seed, number).

    >>> boards = SeededBoards(Level(9, 9, 10), FirstClick.OPEN, (3, 3), seed=1, games=100)
    >>> int(boards.mines(7).sum()), bool(boards.mines(7)[2:5, 2:5].any())
    (10, False)
    """

    level: Level
    rule: FirstClick
    first: Cell
    seed: int
    games: int

    def __post_init__(self) -> None:
        row, col = self.first
        if not (0 <= row < self.level.rows and 0 <= col < self.level.cols):
            raise MinefieldError(
                f"the first cell {row},{col} is off a board of {self.level.rows} rows and "
                f"{self.level.cols} columns; give --first ROW,COL on it"
            )

    def __len__(self) -> int:
        return self.games

    @property
    def promise(self) -> int:
        """What is certain of the first cell: 0 nothing, 1 it is no mine, 2 nor are those around."""
        if self.rule is FirstClick.ANY:
            return 0
        rows, cols = self.level.rows, self.level.cols
        spared = 1 + sum(1 for _ in neighbours(self.first, (rows, cols)))
        room = rows * cols - spared >= self.level.mines
        return 2 if self.rule is FirstClick.OPEN and room else 1

    def mines(self, number: int) -> NDArray[np.bool_]:
        """Lay the mines of one board, a (rows, cols) bool mask."""
        rng = np.random.default_rng([self.seed, number])
        return random_mines(self.level, rng, self.first, self.rule)

    def counts(self, number: int) -> tuple[int, int]:
        """Count the safe cells and the mines of one board."""
        return self.level.rows * self.level.cols - self.level.mines, self.level.mines

    def part(self, numbers: range) -> SeededBoards:
        """Give boards with these numbers, small to send: these, drawn where they are played."""
        return self

    def key(self) -> dict[str, str | int]:
        """Identify the boards: source, rule, first cell and seed."""
        row, col = self.first
        return {
            "source": str(self.level),
            "rule": str(self.rule),
            "first": f"{row},{col}",
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class ListedBoards:
    """Boards written down one by one: (width, height, mine cells as y * width + x) each.

    `start` is the number of the first of them, `digest` identifies the whole list.
    """

    boards: tuple[tuple[int, int, tuple[int, ...]], ...]
    first: Cell
    digest: str
    start: int = 0

    def __len__(self) -> int:
        return self.start + len(self.boards)

    @property
    def promise(self) -> int:
        """Nothing is certain of the first cell."""
        return 0

    def mines(self, number: int) -> NDArray[np.bool_]:
        """Lay the mines of one board, a (rows, cols) bool mask."""
        width, height, cells = self.boards[number - self.start]
        mask = np.zeros(width * height, bool)
        mask[list(cells)] = True
        return mask.reshape(height, width)

    def counts(self, number: int) -> tuple[int, int]:
        """Count the safe cells and the mines of one board."""
        width, height, cells = self.boards[number - self.start]
        return width * height - len(cells), len(cells)

    def part(self, numbers: range) -> ListedBoards:
        """Give only the boards of `numbers`."""
        low, high = numbers.start - self.start, numbers.stop - self.start
        return ListedBoards(self.boards[low:high], self.first, self.digest, numbers.start)

    def key(self) -> dict[str, str | int]:
        """Identify the boards: the source is a digest of the whole list."""
        row, col = self.first
        return {"source": f"file {self.digest}", "rule": "any", "first": f"{row},{col}", "seed": 0}


Boards = SeededBoards | ListedBoards
"""Boards by number from 0; `len` gives how many there are."""


def usual_boards(
    level: Level | str, rule: FirstClick | str, first: Cell | None, seed: int, games: int
) -> SeededBoards:
    """Random boards; the first click is in the usual place for the rule unless one is given."""
    rule = FirstClick(rule)
    level = Level.parse(level) if isinstance(level, str) else level
    if first is None:
        # On a tiny board the usual first cell may not be there.
        row, col = CORNERS[rule]
        first = min(row, level.rows - 1), min(col, level.cols - 1)
    return SeededBoards(level, rule, first, seed, games)


def read_boards(path: str | Path, first: Cell, games: int | None = None) -> ListedBoards:
    """Read a board file, one JSON object a line: `{"w":30,"h":16,"mines":[y*w+x, ...]}`.

    Takes the first `games` boards, all by default. Raises BoardFormatError naming file and line.
    """
    try:
        text = read_at_most(path, _FILE_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise BoardFormatError(f"{path}: cannot be read ({reason})") from None
    boards = []
    digest = hashlib.blake2b(digest_size=12)
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            board = _board(line, f"{path}, line {number}", first)
            digest.update(repr(board).encode())
            boards.append(board)
    if not boards:
        raise BoardFormatError(f"{path}: there are no boards in this file")
    return ListedBoards(tuple(boards[:games]), first, digest.hexdigest())


class _Line(msgspec.Struct):
    """A line of a file of boards."""

    w: int
    h: int
    mines: list[int]


def _board(line: str, where: str, first: Cell) -> tuple[int, int, tuple[int, ...]]:
    try:
        told = msgspec.json.decode(line, type=_Line)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BoardFormatError(
            f"{where}: this is no board ({error}); "
            'write {"w": 30, "h": 16, "mines": [y*w+x, ...]}'
        ) from None
    width, height, mines = told.w, told.h, told.mines
    try:
        level = Level(height, width, len(set(mines)))
    except MinefieldError as error:
        raise BoardFormatError(f"{where}: {error}") from None
    for cell in mines:
        if not 0 <= cell < width * height:
            raise BoardFormatError(
                f"{where}: mine {cell} is off the board, cells go from 0 to {width * height - 1}"
            )
    if level.mines != len(mines):
        raise BoardFormatError(f"{where}: a mine is listed twice")
    if not (first[0] < height and first[1] < width):
        raise BoardFormatError(
            f"{where}: the first cell {first[0]},{first[1]} is off this board of {height} rows "
            f"and {width} columns; give --first ROW,COL on it"
        )
    return width, height, tuple(sorted(mines))
