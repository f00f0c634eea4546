"""What the arrangements of a part say of its cells."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from operator import mul
from typing import Final

import numpy as np
from numpy.typing import NDArray

from solvers.frontier import Part

Arrangement = Sequence[int]
"""For each class of a part, how many of its cells are mines."""

_FEW: Final = 48
"""Up to this many arrangements plain Python is faster than numpy."""


@cache
def binomials(size: int) -> list[int]:
    """List the binomial coefficients C(size, 0) ... C(size, size)."""
    return [comb(size, k) for k in range(size + 1)]


class Tally:
    """Arrangements of a part, counted.

    `share` has for every class the probability that a cell of it is a mine when all arrangements
    weigh the same; `never` and `always` list the classes without a mine, and all mines, in every
    arrangement. `complete` tells whether there are no others.
    """

    __slots__ = ("always", "arrangements", "complete", "never", "part", "share")

    def __init__(self, part: Part, arrangements: Sequence[Arrangement], complete: bool = True):
        self.part = part
        self.arrangements = arrangements
        self.complete = complete
        self.never: list[int] = []
        self.always: list[int] = []
        self.share: list[float] = []
        if len(arrangements) <= _FEW:
            self._count_few()
        else:
            self._count_many()

    def weights(self) -> list[int]:
        """Count for every arrangement in how many ways its mines may lie within the classes."""
        tables = [binomials(size) for size in self.part.sizes]
        if max(self.part.sizes) == 1:
            return [1] * len(self.arrangements)
        found = []
        for arrangement in self.arrangements:
            weight = 1
            for table, mines in zip(tables, arrangement, strict=True):
                weight *= table[mines]
            found.append(weight)
        return found

    def _count_few(self) -> None:
        weights = self.weights()
        total = sum(weights)
        columns = zip(*self.arrangements, strict=True)
        for index, (size, column) in enumerate(zip(self.part.sizes, columns, strict=True)):
            mines = sum(map(mul, weights, column))
            self._note(index, mines == 0, mines == total * size, mines / (total * size))

    def _count_many(self) -> None:
        counts = np.array(self.arrangements)
        sizes = np.array(self.part.sizes)
        weights = arrangement_weights(counts, self.part.sizes)
        share = weights @ counts / (weights.sum() * sizes)
        none = counts.max(axis=0) == 0
        full = counts.min(axis=0) == sizes
        for index, values in enumerate(zip(none, full, share.tolist(), strict=True)):
            self._note(index, *values)

    def _note(self, index: int, none: bool, full: bool, share: float) -> None:
        self.share.append(share)
        if none:
            self.never.append(index)
        elif full:
            self.always.append(index)


def arrangement_weights(counts: NDArray[np.int_], sizes: Sequence[int]) -> NDArray[np.float64]:
    """Count in how many ways mines may lie within the classes.

    `counts` is (arrangements, classes); the result is (arrangements,) float64.
    """
    weights = np.ones(len(counts))
    for index, size in enumerate(sizes):
        if size > 1:
            weights *= np.array(binomials(size), np.float64)[counts[:, index]]
    return weights
