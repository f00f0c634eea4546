"""Sets of cells with bounds on their mines, and the subset rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mwagent.solvers.python.bitboard import bits
from mwagent.solvers.python.frontier import Problem

MOST_SETS: Final = 3000
"""Number of sets up to which new ones are made; no position in play comes near."""


class NoRoomError(Exception):
    """A set needs more mines than it may have."""


class Sets:
    """Sets of cells (planes), each with the least and the most mines among them.

    For a set within another, what is left over is a set as well: its bounds are the differences
    of theirs, and theirs are tightened by what the other leaves possible. `settle` passes bounds on
    until nothing changes; `mines` and `safe` are the planes of the cells that turn out certain.
    Raises NoRoomError when bounds contradict each other.
    """

    def __init__(self, problems: Iterable[Problem]):
        self.mines = 0
        self.safe = 0
        self._bounds: dict[int, tuple[int, int]] = {}
        self._holding: dict[int, set[int]] = {}
        self._waiting: dict[int, None] = {}
        for problem in problems:
            self._bound(sum(1 << cell for cell in problem.cells), problem.mines, problem.mines)

    def settle(self) -> None:
        """Pass bounds on until nothing changes."""
        while self._waiting:
            cells = next(iter(self._waiting))
            del self._waiting[cells]
            least, most = self._bounds[cells]
            size = cells.bit_count()
            if size > 1 and (least == size or most == 0):
                for cell in bits(cells):
                    self._bound(1 << cell, least // size, least // size)
            elif size == 1 and least == most:
                self.mines |= cells if least else 0
                self.safe |= 0 if least else cells
            self._compare(cells)

    def _compare(self, cells: int) -> None:
        touching = set().union(*(self._holding[cell] for cell in bits(cells)))
        for other in sorted(touching):
            if other == cells:
                continue
            shared = other & cells
            if shared == cells:
                self._within(cells, other)
            elif shared == other:
                self._within(other, cells)

    def _within(self, inner: int, outer: int) -> None:
        least, most = self._bounds[inner]
        outer_least, outer_most = self._bounds[outer]
        rest = outer & ~inner
        room = rest.bit_count()
        if rest in self._bounds or len(self._bounds) < MOST_SETS:
            self._bound(rest, outer_least - most, outer_most - least)
        self._bound(inner, outer_least - room, outer_most)
        self._bound(outer, least, most + room)

    def _bound(self, cells: int, least: int, most: int) -> None:
        known = self._bounds.get(cells)
        if known is None:
            known = 0, cells.bit_count()
            for cell in bits(cells):
                self._holding.setdefault(cell, set()).add(cells)
            self._waiting[cells] = None
            self._bounds[cells] = known
        tighter = max(known[0], least), min(known[1], most)
        if tighter[0] > tighter[1]:
            raise NoRoomError
        if tighter != known:
            self._bounds[cells] = tighter
            self._waiting[cells] = None
