"""The frontier: the constraints that open numbers put on the hidden cells beside them.

A number becomes a problem, "k mines among these cells". Problems that share no cell, directly or
through others, are independent: they fall into parts. Within a part, cells that touch the same
problems are interchangeable: they form one class, and an arrangement only says how many of a
class are mines.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

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
