"""The number of mines left over joins what is known of the frontier.

An arrangement of the whole frontier with k mines leaves m - k for the n cells off the frontier, so
it stands for C(n, m - k) boards. Sums over arrangements are convolutions of the parts' counts by
number of mines. All of it is counted in whole numbers: what is never a mine is so exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, gcd
from operator import mul

Ways = list[int]
"""In how many ways a part has 0, 1, 2, ... mines."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the mines left over say.

    `rest` has for each part, by its number of mines, in how many ways everything else can be laid
    (up to a common factor). `off_share` is the mine probability of a cell off the frontier;
    `off_never` and `off_always` tell whether those cells are certain.
    """

    rest: list[Ways]
    off_share: float
    off_never: bool
    off_always: bool


def weigh(parts: Sequence[Ways], off: int, left: int) -> Weighed | None:
    """Weigh the parts by the `left` mines over all cells, `off` of them off the frontier.

    Returns None when no arrangement leaves a possible number of mines.
    """
    before = [[1]]
    for ways in parts:
        before.append(_convolve(before[-1], ways))
    boards = _boards(len(before[-1]), off, left)
    total = sum(map(mul, before[-1], boards))
    if not total:
        return None
    off_mines = sum(
        w * b * (left - k) for k, (w, b) in enumerate(zip(before[-1], boards, strict=True))
    )
    rest = []
    after = boards
    for ways, others in zip(reversed(parts), reversed(before[:-1]), strict=True):
        rest.append(_correlate(after, others))
        after = _correlate(after, ways)
    return Weighed(
        rest[::-1],
        off_mines / (total * off) if off else 0.0,
        off_never=off_mines == 0,
        off_always=off_mines == total * off,
    )


def _boards(length: int, off: int, left: int) -> Ways:
    """Give C(off, left - k) for k = 0 ... length - 1, without their common factor."""
    boards = [comb(off, left - k) if k <= left else 0 for k in range(length)]
    common = gcd(*boards)
    return [ways // common for ways in boards] if common > 1 else boards


def _convolve(first: Ways, second: Ways) -> Ways:
    result = [0] * (len(first) + len(second) - 1)
    for shift, factor in enumerate(second):
        if factor:
            for place, ways in enumerate(first, shift):
                result[place] += ways * factor
    return result


def _correlate(weights: Ways, ways: Ways) -> Ways:
    """Sum weights[k + j] * ways[j] over j, for each k that has all of them."""
    length = len(weights) - len(ways) + 1
    return [sum(map(mul, weights[k:], ways)) for k in range(length)]
