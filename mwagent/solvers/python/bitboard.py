"""The board as planes of bits, and the single-number rules on all numbers at once.

A plane is one Python integer: the cell (row, col) is bit `(row + 1) * stride + col + 1` with
`stride = cols + 1`, so that a shift moves the whole board by a cell and never wraps into a
neighbouring row. Counts of neighbours are kept bit-sliced (one plane per binary digit), which
applies a rule to every number of the board with some hundred integer operations, whatever the
size of the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import FLAG, HIDDEN, MINE, Board, Cell
from mwagent.solvers.analysis import InconsistentBoardError

_PAD = 12
_PLANES = np.zeros((7, _PAD + 1), np.uint8)
for _digit in range(4):
    _PLANES[_digit, :9] = np.arange(9) >> _digit & 1
_PLANES[4, :9] = 1
_PLANES[5, HIDDEN] = 1
_PLANES[6, [FLAG, MINE]] = 1

T = TypeVar("T", bound=np.generic)
Digits = tuple[int, int, int, int]
"""A bit-sliced count 0-8 per cell: the planes of its binary digits, lowest first."""


class Bitboard:
    """The planes of a board: open numbers, hidden cells, and mines flagged or shown.

    `digits` is the bit-sliced value of the open numbers; `codes` has every cell's code by bit.
    """

    __slots__ = ("board", "codes", "digits", "hidden", "marked", "numbers", "size", "stride")

    def __init__(self, board: Board):
        rows, cols = board.shape
        self.board = board
        self.stride = cols + 1
        self.size = (rows + 2) * self.stride + 1
        padded = np.full(self.size, _PAD, np.int8)
        lattice = padded[self.stride : -1].reshape(rows + 1, self.stride)
        lattice[:rows, 1:] = board.cells
        self.codes = padded.tobytes()
        packed = np.packbits(_PLANES[:, padded], axis=1, bitorder="little")
        one, two, four, eight, self.numbers, self.hidden, self.marked = (
            int.from_bytes(plane.tobytes(), "little") for plane in packed
        )
        self.digits: Digits = (one, two, four, eight)

    def cell(self, bit: int) -> Cell:
        """Name the cell of a bit index."""
        row, col = divmod(bit, self.stride)
        return row - 1, col - 1

    def cells(self, plane: int) -> tuple[Cell, ...]:
        """Name the cells of a plane, row by row."""
        stride = self.stride
        return tuple((bit // stride - 1, bit % stride - 1) for bit in bits(plane))

    def mask(self, plane: int) -> NDArray[np.bool_]:
        """Turn a plane into a (rows, cols) bool array."""
        return self.matrix(_unpack(plane, self.size).view(bool))

    def matrix(self, flat: NDArray[T]) -> NDArray[T]:
        """View an array indexed by bits, (size,), as the (rows, cols) of the board."""
        rows = self.board.shape[0]
        return flat[self.stride : -1].reshape(rows + 1, self.stride)[:rows, 1:]

    def around(self, plane: int) -> int:
        """Give the cells of a plane with all their neighbours; may reach off the board."""
        wide = plane | plane << 1 | plane >> 1
        return wide | wide << self.stride | wide >> self.stride

    def count(self, plane: int) -> Digits:
        """Count for every cell its neighbours in `plane`."""
        stride = self.stride
        left, right = plane << 1, plane >> 1
        odd = left ^ right
        both = left & right
        one, two = odd ^ plane, both | odd & plane
        up, down, up2, down2 = one << stride, one >> stride, two << stride, two >> stride
        tilt = up ^ down
        carry = up & down | tilt & odd
        pair, rest = up2 ^ down2, both ^ carry
        first, second, third = up2 & down2, both & carry, pair & rest
        return tilt ^ odd, pair ^ rest, first ^ second ^ third, first & second

    def reads(self, count: Digits) -> int:
        """Find the open numbers that equal the count around them."""
        a, b, c, d = self.digits
        e, f, g, h = count
        return self.numbers & ~(a ^ e | b ^ f | c ^ g | d ^ h)

    def below(self, count: Digits) -> int:
        """Find the open numbers smaller than the count around them."""
        less = 0
        for mine, theirs in zip(self.digits, count, strict=True):
            less = ~mine & theirs | less & ~(mine ^ theirs)
        return self.numbers & less

    def above(self, count: Digits) -> int:
        """Find the open numbers greater than the count around them."""
        more = 0
        for mine, theirs in zip(self.digits, count, strict=True):
            more = mine & ~theirs | more & ~(mine ^ theirs)
        return self.numbers & more

    def settle(self, mines: int, safe: int) -> tuple[int, int]:
        """Apply the single-number rules until nothing changes.

        A number whose mines are all known makes its other cells safe; one that needs all its
        unknown cells makes them mines. `mines` (flags among them) and `safe` are what is known;
        returns both, grown. Raises InconsistentBoardError naming a number that cannot be met.
        """
        unknown = self.hidden & ~mines & ~safe
        while True:
            least, most = self.count(mines), self.count(mines | unknown)
            wrong = self.below(least) | self.above(most)
            if wrong:
                raise self.contradiction((wrong & -wrong).bit_length() - 1)
            new_safe = self.around(self.reads(least)) & unknown
            new_mines = self.around(self.reads(most)) & unknown
            if not new_safe | new_mines:
                return mines, safe
            clash = new_safe & new_mines
            if clash:
                wrong = self.around(clash) & self.reads(least)
                raise self.contradiction((wrong & -wrong).bit_length() - 1)
            mines |= new_mines
            safe |= new_safe
            unknown &= ~(new_mines | new_safe)

    def contradiction(self, bit: int) -> InconsistentBoardError:
        """Make the error for the number at `bit`."""
        cell = self.cell(bit)
        return InconsistentBoardError(
            f"the numbers contradict each other: the {self.board[cell]} at {cell} cannot be met "
            f"together with the numbers and flags near it; check what was read or flagged there",
            cell,
        )


def bits(plane: int) -> list[int]:
    """List the indices of the bits that are set, ascending."""
    if plane.bit_count() > 6:
        found: list[int] = np.flatnonzero(_unpack(plane, plane.bit_length())).tolist()
        return found
    found = []
    while plane:
        low = plane & -plane
        found.append(low.bit_length() - 1)
        plane ^= low
    return found


def plane_of(indices: Iterable[int]) -> int:
    """Make a plane with the given bits set."""
    plane = 0
    for index in indices:
        plane |= 1 << index
    return plane


def _unpack(plane: int, size: int) -> NDArray[np.uint8]:
    raw = plane.to_bytes((size + 7) // 8, "little")
    return np.unpackbits(np.frombuffer(raw, np.uint8), count=size, bitorder="little")
