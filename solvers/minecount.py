"""The number of mines left over joins what is known of the frontier.

An arrangement of the whole frontier with k mines leaves m - k for the n cells off the frontier, so
it stands for C(n, m - k) boards. Sums over arrangements are convolutions of the parts' counts by
number of mines; what is certain is decided on whole numbers, never on rounded ones.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import lgamma
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from solvers.bitboard import bits
from solvers.tally import Tally, arrangement_weights

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Spread:
    """A part's arrangements by their number of mines.

    `ways` is (most mines + 1, classes + 1) float64: how many arrangements (cells told apart) have
    so many mines, in column 0, and in how many of those a given cell of a class is a mine.
    `totals`, `mined` and `spared` are sets of numbers of mines as bits: those that occur, and for
    each class those that occur with a mine in it, or with a cell spared.
    """

    ways: NDArray[np.float64]
    totals: int
    mined: list[int]
    spared: list[int]

    @classmethod
    def of(cls, tally: Tally) -> Spread:
        """Sort a complete tally by number of mines."""
        counts = np.asarray(tally.arrangements, np.int64)
        sizes = np.asarray(tally.part.sizes)
        mines = counts.sum(axis=1)
        weights = arrangement_weights(counts, tally.part.sizes)
        ways = np.zeros((int(mines.max()) + 1, len(sizes) + 1))
        columns = np.column_stack([weights, weights[:, None] * counts / sizes])
        np.add.at(ways, mines, columns)
        return cls(
            ways / ways[:, 0].max(),
            _as_bits(mines),
            [_as_bits(mines[column > 0]) for column in counts.T],
            [_as_bits(mines[column]) for column in (counts < sizes).T],
        )


@dataclass(frozen=True, slots=True)
class Weighed:
    """What holds with the mines left over.

    `shares` has for each part an array over its classes, `never` and `always` for each part the
    classes that are certain. `off_share` is the mine probability of a cell off the frontier;
    `off_never` and `off_always` tell whether those cells are certain.
    """

    shares: list[NDArray[np.float64]]
    never: list[list[int]]
    always: list[list[int]]
    off_share: float
    off_never: bool
    off_always: bool


def least_and_most(tallies: Sequence[Tally]) -> tuple[int, int]:
    """Give the least and the most mines the frontier can have."""
    least = most = 0
    for tally in tallies:
        totals = list(map(sum, tally.arrangements))
        least += min(totals)
        most += max(totals)
    return least, most


def weigh(spreads: Sequence[Spread], off: int, left: int) -> Weighed | None:
    """Weigh the parts by the `left` mines over all cells, `off` of them off the frontier.

    Returns None when no arrangement leaves a possible number of mines.
    """
    allowed = ((1 << left + 1) - 1) >> max(0, left - off) << max(0, left - off)
    totals = [spread.totals for spread in spreads]
    others, every = _all_but_one(totals, 1, _add_sets)
    fitting = every & allowed
    if not fitting:
        return None
    ways = [spread.ways[:, 0] for spread in spreads]
    ways_of_others, all_ways = _all_but_one(ways, np.ones(1), np.convolve)
    boards = _boards(len(all_ways), off, left)
    never, always, shares = [], [], []
    for spread, other, other_ways in zip(spreads, others, ways_of_others, strict=True):
        possible = _fits(spread.totals, other, allowed)
        never.append([c for c, mined in enumerate(spread.mined) if not mined & possible])
        always.append([c for c, spared in enumerate(spread.spared) if not spared & possible])
        factor = np.correlate(boards, other_ways, "valid")
        sums = factor @ spread.ways
        shares.append(sums[1:] / sums[0])
    total = all_ways * boards
    off_mines = left - np.arange(len(total))
    return Weighed(
        shares,
        never,
        always,
        float(total @ off_mines / total.sum() / off) if off else 0.0,
        fitting == 1 << left,
        0 < off <= left and fitting == 1 << left - off,
    )


def _boards(length: int, off: int, left: int) -> NDArray[np.float64]:
    """Scale C(off, left - k) for k = 0 ... length - 1 so that the greatest is 1."""
    logs = np.full(length, -np.inf)
    for k in range(max(0, left - off), min(length, left + 1)):
        rest = left - k
        logs[k] = lgamma(off + 1) - lgamma(rest + 1) - lgamma(off - rest + 1)
    scaled: NDArray[np.float64] = np.exp(logs - logs.max())
    return scaled


def _all_but_one(items: Sequence[T], unit: T, join: Callable[[T, T], T]) -> tuple[list[T], T]:
    """Join all items but one, for each of them, and all of them."""
    before = [unit]
    for item in items:
        before.append(join(before[-1], item))
    after = unit
    result = []
    for item, left in zip(reversed(items), reversed(before[:-1]), strict=True):
        result.append(join(left, after))
        after = join(after, item)
    return result[::-1], before[-1]


def _add_sets(first: int, second: int) -> int:
    total = 0
    for shift in bits(first):
        total |= second << shift
    return total


def _fits(own: int, other: int, allowed: int) -> int:
    possible = 0
    for mines in bits(own):
        if other << mines & allowed:
            possible |= 1 << mines
    return possible


def _as_bits(values: NDArray[np.int64]) -> int:
    found = 0
    for value in set(values.tolist()):
        found |= 1 << value
    return found
