"""The frontier: the constraints that open numbers put on the hidden cells beside them.

A number becomes a problem, "k mines among these cells". Problems that share no cell, directly or
through others, are independent: they fall into parts. Within a part, cells that touch the same
problems are interchangeable: they form one class, and an arrangement only says how many of a
class are mines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from math import comb
from operator import mul
from typing import Final, NamedTuple

import numpy as np

from mwagent.solvers.python.bitboard import Bitboard, bits


class Problem(NamedTuple):
    """`mines` mines lie among `cells` (bit indices, ascending); says the open number `number`."""

    cells: tuple[int, ...]
    mines: int
    number: int


class Part:
    """Problems that are solved together.

    `classes` lists the interchangeable cells, `sizes` how many each class has. `demands` has for
    every problem the indices of its classes and its mines.
    """

    __slots__ = ("classes", "demands", "problems", "sizes")

    def __init__(self, problems: Sequence[Problem]):
        touching: dict[int, list[int]] = {}
        for index, problem in enumerate(problems):
            for cell in problem.cells:
                if cell in touching:
                    touching[cell].append(index)
                else:
                    touching[cell] = [index]
        found: dict[tuple[int, ...], list[int]] = {}
        for cell, touched in touching.items():
            key = tuple(touched)
            if key in found:
                found[key].append(cell)
            else:
                found[key] = [cell]
        classes_of: list[list[int]] = [[] for _ in problems]
        for number, indices in enumerate(found):
            for index in indices:
                classes_of[index].append(number)
        self.problems = problems
        self.classes = list(found.values())
        self.sizes = [len(cells) for cells in self.classes]
        self.demands = [
            (classes, problem.mines) for classes, problem in zip(classes_of, problems, strict=True)
        ]

    @property
    def cell_count(self) -> int:
        """How many cells the part has."""
        return sum(self.sizes)


def problems_of(bitboard: Bitboard, mines: int, safe: int) -> list[Problem]:
    """List the constraints on cells that are not known to be `mines` or `safe`.

    Numbers that ask for the same cells come once; raises InconsistentBoardError when they ask for
    different counts. `settle` is to have been applied.
    """
    unknown = bitboard.hidden & ~mines & ~safe
    open_numbers = bitboard.numbers & bitboard.around(unknown)
    corner = bitboard.stride + 1
    window = 7 | 5 << bitboard.stride | 7 << 2 * bitboard.stride
    seen: dict[tuple[int, ...], Problem] = {}
    for number in bits(open_numbers):
        shift = number - corner
        cells = _spread(unknown >> shift & window, shift)
        left = bitboard.codes[number] - (mines >> shift & window).bit_count()
        known = seen.setdefault(cells, Problem(cells, left, number))
        if known.mines != left:
            raise bitboard.contradiction(number)
    return list(seen.values())


def _spread(around: int, shift: int) -> tuple[int, ...]:
    return tuple([offset + shift for offset in _offsets(around)])


@lru_cache(maxsize=4096)
def _offsets(around: int) -> tuple[int, ...]:
    return tuple(bits(around))


def parts_of(problems: Iterable[Problem]) -> list[list[Problem]]:
    """Sort problems into connected components, which share no cell."""
    part_of_cell: dict[int, list[Problem]] = {}
    parts: dict[int, list[Problem]] = {}
    for problem in problems:
        touched = {id(part): part for c in problem.cells if (part := part_of_cell.get(c))}
        home = max(touched.values(), key=len, default=[])
        parts[id(home)] = home
        for key, part in touched.items():
            if part is not home:
                for moved in part:
                    part_of_cell.update(dict.fromkeys(moved.cells, home))
                home += part
                del parts[key]
        home.append(problem)
        part_of_cell.update(dict.fromkeys(problem.cells, home))
    return list(parts.values())


Arrangement = Sequence[int]
"""The number of mines in each class of a part."""

_FEW: Final = 48
"""Number of arrangements up to which plain Python is faster than numpy."""


@cache
def binomials(size: int) -> list[int]:
    """List the binomial coefficients C(size, 0) ... C(size, size)."""
    return [comb(size, k) for k in range(size + 1)]


class PartCount:
    """Arrangements of a part, counted.

    `share` has for every class the probability that a cell of it is a mine when all arrangements
    weigh the same; `never` and `always` list the classes without a mine, and all mines, in every
    arrangement. `complete` says whether there are no others.
    """

    __slots__ = ("always", "arrangements", "complete", "never", "part", "share")

    def __init__(self, part: Part, arrangements: Sequence[Arrangement], complete: bool = True):
        self.part = part
        self.arrangements = arrangements
        self.complete = complete
        if len(arrangements) <= _FEW:
            self._count(self._ways())
        else:
            self._count_many()

    @property
    def ways(self) -> list[int]:
        """Count arrangements of single cells, not of classes, with 0, 1, 2, ... mines."""
        mines = list(map(sum, self.arrangements))
        found = [0] * (max(mines) + 1)
        for total, ways in zip(mines, self._ways(), strict=True):
            found[total] += ways
        return found

    def weigh(self, rest: Sequence[int]) -> None:
        """Count again, an arrangement with k mines weighing `rest[k]`; at least one is not 0."""
        mines = map(sum, self.arrangements)
        self._count([w * rest[k] for w, k in zip(self._ways(), mines, strict=True)])

    def _ways(self) -> list[int]:
        """Count for every arrangement in how many ways its mines may lie within the classes."""
        found = [1] * len(self.arrangements)
        for index, size in enumerate(self.part.sizes):
            if size > 1:
                table = binomials(size)
                found = [w * table[a[index]] for w, a in zip(found, self.arrangements, strict=True)]
        return found

    def _count(self, weights: list[int]) -> None:
        total = sum(weights)
        self.share, self.never, self.always = [], [], []
        columns = zip(*self.arrangements, strict=True)
        for index, (size, column) in enumerate(zip(self.part.sizes, columns, strict=True)):
            mines, most = sum(map(mul, weights, column)), total * size
            self.share.append(mines / most)
            if mines == 0:
                self.never.append(index)
            elif mines == most:
                self.always.append(index)

    def _count_many(self) -> None:
        counts = np.array(self.arrangements)
        sizes = np.array(self.part.sizes)
        weights = np.array(self._ways(), np.float64)
        self.share = (weights @ counts / (weights.sum() * sizes)).tolist()
        self.never = np.flatnonzero(counts.max(axis=0) == 0).tolist()
        self.always = np.flatnonzero(counts.min(axis=0) == sizes).tolist()
