"""A position: what a player sees of a board, and how many mines it has."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mwagent.minefield._text import board_as_json
from mwagent.minefield.checked import argument, checked
from mwagent.minefield.codes import FLAG, HIDDEN, MINE, SYMBOLS, Cell
from mwagent.minefield.errors import ArgumentError, BoardFormatError
from mwagent.minefield.given import shortened, whole

MOST_CELLS: Final = 100_000_000
"""Cells of a board that is made at most."""
_INT8 = np.dtype(np.int8)
_CODES = bytes(range(HIDDEN + 1))
_SIGNS = bytes.maketrans(SYMBOLS.encode(), _CODES)


def neighbours(cell: Cell, shape: tuple[int, int]) -> Iterator[Cell]:
    """Yield the up to eight cells around `cell` on a board of `shape`, row by row.

    >>> list(neighbours((0, 0), (9, 9)))
    [(0, 1), (1, 0), (1, 1)]
    """
    try:
        (row, col), (rows, cols) = cell, shape
        over = range(max(0, row - 1), min(rows, row + 2))
        across = range(max(0, col - 1), min(cols, col + 2))
    except (TypeError, ValueError):
        told = f"{shortened(cell)} on one of {shortened(shape)}"
        raise ArgumentError(
            f"a cell is a row and a column on a board of rows and columns, not {told}"
        ) from None
    for r in over:
        for c in across:
            if (r, c) != cell:
                yield r, c


def count_around(mask: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Count, for every cell, the true neighbours.

    `mask` is (rows, cols) bool; the result is (rows, cols) int8 with values 0-8.
    """
    if getattr(mask, "ndim", 0) != 2:
        raise ArgumentError(f"a mask is a matrix of rows and columns, not {shortened(mask)}")
    rows, cols = mask.shape
    padded = np.zeros((rows + 2, cols + 2), np.int8)
    inner: NDArray[np.int8] = padded[1:-1, 1:-1]
    inner[:] = mask
    across = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    total: NDArray[np.int8] = across[:-2] + across[1:-1] + across[2:] - inner
    return total


def cells_where(mask: ArrayLike) -> list[Cell]:
    """The cells at which a (rows, cols) mask holds, row by row.

    >>> cells_where([[False, True], [True, False]])
    [(0, 1), (1, 0)]
    """
    given: NDArray[np.bool_] = (
        mask
        if isinstance(mask, np.ndarray) and mask.dtype == bool
        else argument("mask", mask, NDArray[np.bool_])
    )
    if given.ndim != 2:
        raise ArgumentError(f"a mask is a matrix of rows and columns, not {shortened(mask)}")
    rows, cols = np.nonzero(given)
    return list(zip(rows.tolist(), cols.tolist(), strict=True))


def _codes(cells: ArrayLike) -> NDArray[np.int8]:
    """Copy what is given as cell codes into an int8 matrix, in rows; values keep their meaning."""
    if type(cells) is np.ndarray and cells.dtype is _INT8:
        return cells.copy()
    try:
        given = np.asarray(cells)
    except ValueError:
        raise BoardFormatError("the rows of a board differ in length") from None
    if given.size == 0:
        return given.astype(np.int8)
    if given.dtype.kind not in "iuf":
        raise BoardFormatError(
            f"a board is a matrix of cell codes from 0 to {HIDDEN}, got one of {given.dtype}"
        )
    with np.errstate(invalid="ignore"):
        codes = given.astype(np.int8, "C")
    if given.ndim == 2 and (codes != given).any():
        raise _no_code(given, codes != given)
    return codes


def _no_code(matrix: NDArray[Any], wrong: NDArray[np.bool_]) -> BoardFormatError:
    row, col = np.argwhere(wrong)[0]
    return BoardFormatError(
        f"cell ({row}, {col}) has code {matrix[row, col]}; codes go from 0 to {HIDDEN}"
    )


def _count(mines: object) -> int:
    number = int(mines) if isinstance(mines, float) and mines.is_integer() else whole(mines)
    if number is None:
        raise BoardFormatError(f"the number of mines is a whole number, not {shortened(mines)}")
    return number


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What is on the table: an int8 matrix of cell codes, and the number of mines if known.

    `cells` is (rows, cols) int8 with 0-8 open, 9 flag, 10 mine, 11 hidden; it is read-only.
    `mines` is the total number of mines, flagged or not, or None. `first` is a cell known to be
    a good first click (the `#first_bloc` of a key file), or None.

    >>> board = Board.parse("1##\\n1##\\n0##", mines=2)
    >>> board.shape, board.mines, board[0, 0], board[0, 1] == HIDDEN
    ((3, 3), 2, 1, True)
    >>> Board.parse(str(board)) == board
    True
    """

    cells: NDArray[np.int8]
    mines: int | None = None
    first: Cell | None = None

    def __init__(self, cells: ArrayLike, mines: int | None = None, first: Cell | None = None):
        matrix = _codes(cells)
        if matrix.ndim != 2 or matrix.size == 0:
            raise BoardFormatError(
                f"a board needs at least one row and one column, got an array of shape "
                f"{matrix.shape}"
            )
        if matrix.tobytes().translate(None, _CODES):  # what is left are no codes
            raise _no_code(matrix, (matrix < 0) | (matrix > HIDDEN))
        matrix.flags.writeable = False
        object.__setattr__(self, "cells", matrix)
        object.__setattr__(self, "mines", mines if mines is None else _count(mines))
        object.__setattr__(self, "first", argument("first", first, Cell | None))

    def __reduce__(self) -> tuple[type[Board], tuple[object, ...]]:
        """Pickle and copy it as it is made: copies of its cells are read-only, too."""
        return type(self), (self.cells, self.mines, self.first)

    @classmethod
    @checked
    def hidden(cls, rows: int, cols: int, mines: int | None = None) -> Board:
        """Make a fresh board with every cell hidden."""
        if rows < 1 or cols < 1 or rows * cols > MOST_CELLS:
            told = f"{shortened(rows)} rows of {shortened(cols)}"
            raise BoardFormatError(f"a board has 1 to {MOST_CELLS} cells, not {told}")
        return cls(np.full((rows, cols), HIDDEN, np.int8), mines)

    @classmethod
    @checked
    def parse(cls, text: str, mines: int | None = None) -> Board:
        """Read the text that `str(board)` prints: rows of `0`-`8`, `#`, `F`, `*`.

        A head line `mines N` gives the number of mines; blanks between symbols are ignored, and
        so are empty lines. Raises BoardFormatError naming the line and the symbol.
        """
        told = json.loads(board_as_json(text.encode(errors="surrogatepass"), "text", 0, True))
        if "wrong" in told:
            raise BoardFormatError(told["wrong"].lstrip(":, "))
        return cls.from_engine(told if told["mines"] is not None else told | {"mines": mines})

    @classmethod
    def from_engine(cls, told: Mapping[str, Any]) -> Board:
        """Make the board that the engine's reader of texts has told."""
        codes = np.frombuffer(told["cells"].encode().translate(_SIGNS), np.int8)
        first = None if told["first"] is None else divmod(told["first"], told["cols"])
        return cls(codes.reshape(told["rows"], told["cols"]), told["mines"], first)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        rows, cols = self.cells.shape
        return rows, cols

    @property
    def unopened(self) -> NDArray[np.bool_]:
        """Mask of the cells that are hidden or flagged, (rows, cols) bool."""
        either: NDArray[np.bool_] = (self.cells == HIDDEN) | (self.cells == FLAG)
        return either

    @property
    def known_mines(self) -> NDArray[np.bool_]:
        """Mask of the cells that count as mines: flags and mines shown."""
        either: NDArray[np.bool_] = (self.cells == FLAG) | (self.cells == MINE)
        return either

    @property
    def mines_left(self) -> int | None:
        """Mines not yet flagged or shown, as a mine counter shows it; None if unknown."""
        return None if self.mines is None else self.mines - int(self.known_mines.sum())

    def __getitem__(self, cell: Cell) -> int:
        try:
            row, col = cell
            if row >= 0 and col >= 0:
                return int(self.cells[row, col])
        except (TypeError, ValueError, IndexError):
            pass
        rows, cols = self.shape
        raise ArgumentError(
            f"there is no cell {shortened(cell)} on a board of {rows} rows and {cols} columns"
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.mines == other.mines and np.array_equal(self.cells, other.cells)

    def __hash__(self) -> int:
        return hash((self.cells.shape, self.cells.tobytes(), self.mines))

    def __str__(self) -> str:
        rows = ["".join(SYMBOLS[code] for code in row) for row in self.cells]
        return "\n".join(rows if self.mines is None else [f"mines {self.mines}", *rows])

    def _repr_svg_(self) -> str:
        """Draw the board as a notebook shows it."""
        from mwagent.minefield.svg import board_svg

        (rows, cols), mines = self.shape, "" if self.mines is None else f" with {self.mines} mines"
        return board_svg(self.cells, f"a board of {rows} rows and {cols} columns{mines}")
