"""What the arrangements of a part say of its cells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from operator import mul
from typing import Final

import numpy as np

from mwagent.solvers.python.frontier import Part

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
