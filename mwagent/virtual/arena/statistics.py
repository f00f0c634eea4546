"""The statistics of win rates: Wilson's interval, McNemar's test, paired differences."""

from __future__ import annotations

from math import exp, inf, lgamma, log, nan, sqrt
from typing import Final, NamedTuple

import numpy as np

Z95: Final = 1.959963984540054
"""The 97.5 % point of the normal distribution."""


class Interval(NamedTuple):
    """Lower and upper end of a 95 % interval."""

    low: float
    high: float


class Paired(NamedTuple):
    """Two players on the same boards: `only_a` and `only_b` are boards that one of them won.

    `difference` is the win rate of a minus that of b, `p` the two-sided exact McNemar test.
    """

    boards: int
    only_a: int
    only_b: int
    difference: float
    interval: Interval
    p: float


def wilson(wins: int, games: int) -> Interval:
    """Wilson's 95 % score interval of a share (Wilson 1927).

    >>> low, high = wilson(41, 100)
    >>> round(low, 4), round(high, 4)
    (0.3187, 0.508)
    """
    if games == 0:
        return Interval(0.0, 1.0)
    rate, z2 = wins / games, Z95 * Z95
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    low = middle - half if wins else 0.0
    return Interval(low, middle + half if wins < games else 1.0)


class Mean(NamedTuple):
    """A mean of figures of so many games, and its 95 % interval."""

    games: int
    mean: float
    interval: Interval


def mean(games: int, total: float, squares: float) -> Mean:
    """The mean of figures by their sum and the sum of their squares, with the normal interval.

    >>> mean(4, 2.0, 2.0)  # doctest: +ELLIPSIS
    Mean(games=4, mean=0.5, interval=Interval(low=-0.06..., high=1.06...))
    """
    if games < 2:
        return Mean(games, total if games else nan, Interval(-inf, inf))
    middle = total / games
    spread = sqrt(max(0.0, squares - total * middle) / (games - 1) / games)
    return Mean(games, middle, Interval(middle - Z95 * spread, middle + Z95 * spread))


def mcnemar(only_a: int, only_b: int) -> float:
    """Two-sided exact McNemar test: how likely is so uneven a split of the boards that differ.

    The binomial test with p = 1/2 (McNemar 1947, in its exact form).

    >>> round(mcnemar(1, 9), 6)
    0.021484
    """
    n, k = only_a + only_b, min(only_a, only_b)
    if n == 0:
        return 1.0
    # Probabilities from k downwards shrink by i / (n - i + 1); the products of those shrinkings
    # times the first term give the tail without overflow for any n.
    first = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2)
    steps = np.arange(k, 0, -1, dtype=np.float64)
    tail = 1.0 + float(np.exp(np.cumsum(np.log(steps / (n - steps + 1)))).sum())
    return min(1.0, 2 * exp(first) * tail)


def paired(boards: int, only_a: int, only_b: int) -> Paired:
    """Compare two players over the same boards.

    The interval is the usual normal one of a difference of paired shares.

    >>> paired(1000, 60, 40).difference
    0.02
    """
    if boards == 0:
        return Paired(0, 0, 0, 0.0, Interval(-1.0, 1.0), 1.0)
    difference = (only_a - only_b) / boards
    spread = sqrt(max(0.0, only_a + only_b - (only_a - only_b) ** 2 / boards)) / boards
    return Paired(
        boards,
        only_a,
        only_b,
        difference,
        Interval(difference - Z95 * spread, difference + Z95 * spread),
        mcnemar(only_a, only_b),
    )
