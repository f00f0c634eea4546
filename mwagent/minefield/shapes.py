"""Boards of any shape: squares, hexagons, triangles, a torus, three and four dimensions.

A hexagon touches six others, and every second row is shifted by half a cell; a triangle touches the
twelve with which it shares a corner, and points up where row + column is even. Squares, hexagons
and triangles are the shapes of Andrew M. Bishop's xbomb (1994).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from math import prod
from typing import Final

from mwagent.minefield.checked import checked
from mwagent.minefield.errors import BoardFormatError
from mwagent.minefield.given import shortened, whole, whole_numbers

Place = tuple[int, ...]
"""A cell as coordinates from 0, (row, column) or (layer, row, column) and so on."""
Seen = int | str
"""What a cell shows: the number of mines around it, or one of HIDDEN, FLAG and MINE."""

HIDDEN: Final = "#"
FLAG: Final = "F"
MINE: Final = "*"
MOST_CELLS: Final = 100_000

_HEAD: Final = re.compile(r"(\w+)\s+([0-9]{1,6}(?:x[0-9]{1,6})*)(?:\s+mines\s+([0-9]{1,9}))?")


def _box(place: Place) -> Iterator[Place]:
    for step in product((-1, 0, 1), repeat=len(place)):
        yield tuple(x + d for x, d in zip(place, step, strict=True))


def _hexagons(place: Place) -> Iterator[Place]:
    row, col = place
    yield from ((row, col - 1), (row, col + 1))
    for near in (row - 1, row + 1):
        yield from ((near, col - 1 + row % 2), (near, col + row % 2))


def _triangles(place: Place) -> Iterator[Place]:
    row, col = place
    base = row + 1 if (row + col) % 2 == 0 else row - 1  # the row on the other side of its base
    for near in (row - 1, row, row + 1):
        reach = 1 if near not in (row, base) else 2
        yield from ((near, c) for c in range(col - reach, col + reach + 1))


_KINDS: Final[Mapping[str, tuple[int, Callable[[Place], Iterator[Place]]]]] = {
    "squares": (2, _box),
    "hexagons": (2, _hexagons),
    "triangles": (2, _triangles),
    "torus": (2, _box),
    "3d": (3, _box),
    "4d": (4, _box),
}
SHAPES: Final = tuple(_KINDS)
"""The kinds of shapes; the cells of a torus touch across its edges."""


@dataclass(frozen=True)
class Shape:
    """A kind of cells, and how many there are along each dimension.

    Raises BoardFormatError for a kind that there is not, or a size that does not fit it.

    >>> len(Shape("triangles", (5, 5)).neighbours((2, 2)))
    12
    >>> Shape("hexagons", (3, 3)).neighbours((0, 0))
    ((0, 1), (1, 0))
    """

    kind: str
    size: tuple[int, ...]

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or self.kind not in _KINDS:
            told = shortened(self.kind)
            raise BoardFormatError(f"there is no shape {told}; use {', '.join(SHAPES)}")
        dimensions = _KINDS[self.kind][0]
        size = whole_numbers(self.size)
        if size is None or len(size) != dimensions or min(size) < 1:
            raise BoardFormatError(
                f"{self.kind} have {dimensions} sides of 1 cell or more, such as "
                f"{'x'.join('5' * dimensions)}, not {shortened(self.size)}"
            )
        object.__setattr__(self, "size", size)
        if prod(self.size) > MOST_CELLS:
            raise BoardFormatError(
                f"{self.kind} of {self._sides()} are too many cells; at most {MOST_CELLS} are read"
            )

    def __str__(self) -> str:
        return f"{self.kind} {self._sides()}"

    def _sides(self) -> str:
        return "x".join(map(str, self.size))

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All cells, the last coordinate first."""
        return tuple(product(*map(range, self.size)))

    def neighbours(self, place: Place) -> tuple[Place, ...]:
        """The cells that touch a cell, in order; raises BoardFormatError off the board."""
        cell = whole_numbers(place)
        inside = (
            cell
            and len(cell) == len(self.size)
            and all(map(range.__contains__, map(range, self.size), cell))
        )
        if not cell or not inside:
            raise BoardFormatError(f"{shortened(place)} is no cell of {self}; all count from 0")
        return _neighbours(self.kind, self.size, cell)


@cache
def _neighbours(kind: str, size: tuple[int, ...], place: Place) -> tuple[Place, ...]:
    near: Iterable[Place] = _KINDS[kind][1](place)
    if kind == "torus":
        near = (tuple(x % side for x, side in zip(each, size, strict=True)) for each in near)
    inside = {
        each
        for each in near
        if all(0 <= x < side for x, side in zip(each, size, strict=True)) and each != place
    }
    return tuple(sorted(inside))


@dataclass(frozen=True)
class ShapedBoard:
    """A position on a board of any shape: what each cell shows, and the mines in all if known.

    `cells` are in the order of `shape.places`. Raises BoardFormatError where they are too few or
    too many, or where a number is larger than a cell has neighbours.

    >>> board = ShapedBoard.parse("hexagons 2x3 mines 1\\n1 # #\\n # # #")
    >>> board[0, 0], board[1, 2]
    (1, '#')
    >>> ShapedBoard.parse(str(board)) == board
    True
    """

    shape: Shape
    cells: tuple[Seen, ...]
    mines: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.shape, Shape):
            raise BoardFormatError(f"a board has a Shape, not {shortened(self.shape)}")
        places = self.shape.places
        try:
            given: tuple[object, ...] = tuple(self.cells)
        except TypeError:
            raise BoardFormatError(
                f"the cells of a board are a list, not {shortened(self.cells)}"
            ) from None
        if len(given) != len(places):
            raise BoardFormatError(
                f"{self.shape} have {len(places)} cells, but {len(given)} are given"
            )
        cells: list[Seen] = []
        for place, seen in zip(places, given, strict=True):
            number = str(seen) if isinstance(seen, str) else whole(seen)
            if number is None or (isinstance(number, str) and number not in (HIDDEN, FLAG, MINE)):
                raise BoardFormatError(f"cell {place} is {shortened(seen)}, which is no cell")
            around = _neighbours(self.shape.kind, self.shape.size, place)
            if not isinstance(number, str) and not 0 <= number <= len(around):
                raise BoardFormatError(
                    f"cell {place} shows {number}, but has {len(around)} neighbours"
                )
            cells.append(number)
        mines = None if self.mines is None else whole(self.mines)
        if self.mines is not None and (mines is None or mines < 0):
            raise BoardFormatError(
                f"the number of mines is a whole number or None, not {shortened(self.mines)}"
            )
        object.__setattr__(self, "cells", tuple(cells))
        object.__setattr__(self, "mines", mines)

    @classmethod
    @checked
    def hidden(cls, shape: Shape, mines: int | None = None) -> ShapedBoard:
        """Make a fresh board with every cell hidden."""
        return cls(shape, (HIDDEN,) * len(shape.places), mines)

    @classmethod
    @checked
    def parse(cls, text: str, name: str = "<text>") -> ShapedBoard:
        """Read the text that `str(board)` prints; `name` is the file named in errors.

        The first line is `KIND SIZE`, such as `triangles 4x6` or `3d 3x4x5`, and `mines N` if the
        number of mines is known. Then come the cells, with blanks between them: a number, `#`
        hidden, `F` flag, `*` mine; a line for each row of the last dimension. Empty lines are
        ignored. Raises BoardFormatError naming the line and what is wrong there.
        """
        lines = [(i, line) for i, line in enumerate(text.splitlines(), 1) if line.strip()]
        if not lines:
            raise BoardFormatError(f"{name}: there is no board in an empty text")
        head = _HEAD.fullmatch(lines[0][1].strip())
        if head is None:
            raise BoardFormatError(
                f"{name}, line {lines[0][0]}: {lines[0][1].strip()[:40]!r} does not say the shape; "
                f"begin with KIND SIZE, such as hexagons 4x6 mines 5"
            )
        shape = Shape(head[1], tuple(map(int, head[2].split("x"))))
        cells: list[Seen] = []
        for number, line in lines[1:]:
            words = line.split()
            if len(words) != shape.size[-1]:
                raise BoardFormatError(
                    f"{name}, line {number}: this row has {len(words)} cells, rows of {shape} have "
                    f"{shape.size[-1]}"
                )
            cells += [_seen(word, f"{name}, line {number}") for word in words]
        try:
            return cls(shape, tuple(cells), int(head[3]) if head[3] else None)
        except BoardFormatError as error:
            raise BoardFormatError(f"{name}: {error}") from None

    def __getitem__(self, place: Place) -> Seen:
        self.shape.neighbours(place)  # raises off the board
        return self.cells[self._index[tuple(place)]]

    @cached_property
    def _index(self) -> dict[Place, int]:
        return {place: i for i, place in enumerate(self.shape.places)}

    def __str__(self) -> str:
        return laid_out(self.shape, list(map(str, self.cells)), self.mines)


def _seen(word: str, where: str) -> Seen:
    if word in (HIDDEN, FLAG, MINE):
        return word
    if word.isascii() and word.isdecimal() and len(word) <= 3:
        return int(word)
    raise BoardFormatError(
        f"{where}: {word[:20]!r} is not a cell; use a number, # hidden, F flag, * mine"
    )


def laid_out(shape: Shape, words: list[str], mines: int | None = None) -> str:
    """Lay out a word for each cell as a board is printed: a head line, then row by row."""
    width = max(map(len, words))
    lines = [str(shape) + ("" if mines is None else f" mines {mines}")]
    step = shape.size[-1]
    for row, first in enumerate(range(0, len(words), step)):
        if row and len(shape.size) > 2 and row % shape.size[-2] == 0:
            lines.append("")
        shift = " " * ((width + 1) // 2) if shape.kind == "hexagons" and row % 2 else ""
        lines.append(shift + " ".join(word.rjust(width) for word in words[first : first + step]))
    return "\n".join(lines)
