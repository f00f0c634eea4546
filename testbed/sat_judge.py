"""A player that shares nothing with the engine, to see whether a board needs a guess.

It goes by single numbers, and where these end by a SAT solver (MiniSat through python-sat), first
on the numbers alone and then with the mines left.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray
from pysat.card import CardEnc, EncType
from pysat.solvers import Minisat22

from mwagent.minefield import Cell, count_around, neighbours


class Judge:
    """Plays a board by what is proven, and says where that ends.

    `mines` is a (rows, cols) bool mask.
    """

    def __init__(self, mines: NDArray[np.bool_], first: Cell):
        self._mines = mines
        self._numbers = count_around(mines)
        cells = list(np.ndindex(mines.shape))
        self._around = {cell: list(neighbours(cell, mines.shape)) for cell in cells}
        self.hidden = set(cells)
        self._known: set[Cell] = set()
        self._open: set[Cell] = set()
        self._stirred: set[Cell] = set()
        self._lost = False
        self._reveal([first])

    def needs_no_guess(self) -> bool:
        """Whether everything but mines is opened, one proven cell after the other."""
        total = int(self._mines.sum())
        while not self._lost and len(self._open) + total < self._mines.size:
            self._by_numbers()
            if len(self._open) + total == self._mines.size:
                break
            proven = self._proven(total=False) or self._proven(total=True)
            if not proven:
                return False
            self._reveal(proven)
        return not self._lost

    def _reveal(self, cells: Iterable[Cell]) -> None:
        queue = list(cells)
        while queue:
            cell = queue.pop()
            if cell in self._open:
                continue
            self._lost |= bool(self._mines[cell])
            self._open.add(cell)
            self.hidden.discard(cell)
            self._stirred.update([cell, *self._around[cell]])
            if self._numbers[cell] == 0:
                queue.extend(self._around[cell])

    def _by_numbers(self) -> None:
        while self._stirred and not self._lost:
            cell = self._stirred.pop()
            if cell not in self._open:
                continue
            hidden = [n for n in self._around[cell] if n in self.hidden]
            need = self._numbers[cell] - sum(n in self._known for n in self._around[cell])
            if hidden and need == 0:
                self._reveal(hidden)
            elif hidden and need == len(hidden):
                self._known.update(hidden)
                self.hidden.difference_update(hidden)
                for mine in hidden:
                    self._stirred.update(self._around[mine])

    def _proven(self, *, total: bool) -> list[Cell]:
        """A cell that no arrangement of mines has a mine in, if there is one."""
        rules = [
            (hidden, int(self._numbers[cell]) - sum(n in self._known for n in self._around[cell]))
            for cell in self._open
            if (hidden := [n for n in self._around[cell] if n in self.hidden])
        ]
        seen = sorted(self.hidden if total else {cell for hidden, _ in rules for cell in hidden})
        name = {cell: i for i, cell in enumerate(seen, 1)}
        clauses = [clause for hidden, need in rules for clause in _exactly(hidden, need, name)]
        if total:
            left = int(self._mines.sum()) - len(self._known)
            lits = list(name.values())
            clauses += CardEnc.equals(lits, left, len(lits), encoding=EncType.seqcounter).clauses
        with Minisat22(bootstrap_with=clauses) as solver:
            maybe = set(name.values())  # mines in no arrangement that was seen
            while maybe:
                wanted = maybe.pop()
                if not solver.solve([wanted]):
                    return [seen[wanted - 1]]
                maybe.difference_update(solver.get_model())
        return []


def _exactly(cells: list[Cell], count: int, name: dict[Cell, int]) -> Iterable[list[int]]:
    """Clauses for so many mines among a few cells."""
    for some in itertools.combinations(cells, count + 1):
        yield [-name[cell] for cell in some]
    for some in itertools.combinations(cells, len(cells) - count + 1):
        yield [name[cell] for cell in some]
