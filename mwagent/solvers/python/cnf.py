"""A part as a formula for MiniSat, and the enumeration of its models.

The variables are in order encoding: a class with n cells has variables "at least 1 mine", ...,
"at least n mines". "k mines among these classes" is then a cardinality constraint written without
auxiliary variables: no choice of levels that sums to k + 1 may be reached, and none that sums to
k - 1 may be all there is. With classes of one cell these are the usual clauses over subsets.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate

import numpy as np

from mwagent.solvers.python.frontier import Arrangement, Part


class Formula:
    """The models of a part, found one by one by MiniSat (through python-sat).

    Use it as a context manager: it frees the solver at the end.
    """

    def __init__(self, part: Part):
        from pysat.solvers import Minisat22  # few positions need it, which need not wait for it

        self.part = part
        self.levels = list(part.sizes)
        for classes, mines in part.demands:
            for index in classes:
                self.levels[index] = min(self.levels[index], mines)
        self.first = list(accumulate(self.levels, initial=1))[:-1]
        self.found: list[Arrangement] = []
        self.complete = False
        self._solver = Minisat22()
        self._encode()

    def __enter__(self) -> Formula:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def _encode(self) -> None:
        add = self._solver.add_clause
        for first, top in zip(self.first, self.levels, strict=True):
            for variable in range(first, first + top - 1):
                add([variable, -variable - 1])
        for classes, mines in self.part.demands:
            levels = tuple([self.levels[index] for index in classes])
            variables = [v for i in classes for v in self._variables(i)]
            literals = [0, *variables, *(-v for v in reversed(variables))]
            if sum(levels) < mines:
                self.complete = True
                return
            for clause in _clauses(levels, mines):
                add([literals[position] for position in clause])

    def _variables(self, index: int) -> range:
        return range(self.first[index], self.first[index] + self.levels[index])

    def enumerate(self, limit: int) -> None:
        """Find models until there are no more, or `limit` have been found in all."""
        solver = self._solver
        models = []
        for _ in range(limit - len(self.found)):
            if self.complete or not solver.solve():
                self.complete = True
                break
            model = solver.get_model()
            models.append(model)
            solver.add_clause([-literal for literal in model])
        if models:
            signs = np.array(models) > 0
            starts = np.array(self.first) - 1
            self.found += np.add.reduceat(signs, starts, axis=1, dtype=np.int64).tolist()

    def possible(self, index: int, mines: int) -> bool:
        """Whether a model not found yet has a mine, or a cell without one, in a class.

        `mines` is 1 for at least one mine, or 0 for at least one cell without.
        """
        if mines:
            return bool(self._solver.solve([self.first[index]]))
        if self.levels[index] < self.part.sizes[index]:
            return True
        return bool(self._solver.solve([-(self.first[index] + self.levels[index] - 1)]))


@lru_cache(maxsize=4096)
def _clauses(levels: tuple[int, ...], mines: int) -> list[list[int]]:
    """Write "`mines` mines among classes with these numbers of levels" as clauses.

    A literal is the 1-based position among all variables of the classes, negative when negated.
    """
    starts = list(accumulate(levels, initial=1))
    clauses = []
    for choice in _choices(levels, mines + 1):
        reached = zip(starts, choice, strict=False)
        clauses.append([-(start + level - 1) for start, level in reached if level])
    for choice in _choices(levels, mines - 1):
        missed = zip(starts, choice, levels, strict=False)
        clauses.append([start + level for start, level, top in missed if level < top])
    return clauses


def _choices(levels: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
    if not levels:
        if total == 0:
            yield ()
        return
    for level in range(min(levels[0], total) + 1):
        for rest in _choices(levels[1:], total - level):
            yield (level, *rest)


def models(part: Part, limit: int) -> list[Arrangement] | None:
    """Find all arrangements of a part as models, or None when there are more than `limit`."""
    with Formula(part) as formula:
        formula.enumerate(limit + 1)
        return formula.found if formula.complete else None


def contradicts(part: Part) -> bool:
    """Whether a part has no arrangement."""
    with Formula(part) as formula:
        formula.enumerate(1)
        return not formula.found
