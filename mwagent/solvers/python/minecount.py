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
from typing import Final

MOST_OFF: Final = 4000
"""Cells off the frontier up to which the mine count is weighed exactly; an Expert board has 480."""

Ways = list[int]
"""The numbers of ways in which a part has 0, 1, 2, ... mines."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What the mines left over say.

    `rest` has for each part, by its number of mines, in how many ways everything else can be laid
    (up to a common factor). `off_share` is the mine probability of a cell off the frontier;
    `off_never` and `off_always` say whether those cells are certain. `exact` is False on boards
    so large that each mine is weighed by the density of mines instead.
    """

    rest: list[Ways]
    off_share: float
    off_never: bool
    off_always: bool
    exact: bool = True


def weigh(parts: Sequence[Ways], off: int, left: int) -> Weighed | None:
    """Weigh the parts by the `left` mines over all cells, `off` of them off the frontier.

    Returns None when no arrangement leaves a possible number of mines.
    """
    if off > MOST_OFF:
        return _weigh_by_density(parts, off, left)
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


def compatible(totals: Sequence[set[int]], off: int, left: int) -> list[set[int]]:
    """Keep of the parts' possible totals those that some totals of the others fill up to `left`.

    `off` cells off the frontier take up what the parts leave over. A part without any is left when
    no choice of totals does.
    """
    masks = [sum(1 << total for total in part) for part in totals]
    before = [1]
    for mask in masks:
        before.append(_sums(before[-1], mask))
    kept: list[set[int]] = []
    after = 1
    for part, mask, first in zip(reversed(totals), reversed(masks), before[-2::-1], strict=True):
        others = _sums(first, after)
        kept.append({k for k in part if _within(others, left - off - k, left - k)})
        after = _sums(after, mask)
    return kept[::-1]


def _sums(one: int, other: int) -> int:
    """Add every number of one set to every number of another; bit k stands for k."""
    found, shift = 0, 0
    while other >> shift:
        if other >> shift & 1:
            found |= one << shift
        shift += 1
    return found


def _within(numbers: int, least: int, most: int) -> bool:
    """Whether a set of numbers, bit k standing for k, has one from `least` to `most`."""
    return most >= 0 and numbers >> max(0, least) & (1 << most - max(0, least) + 1) - 1 != 0


def _weigh_by_density(parts: Sequence[Ways], off: int, left: int) -> Weighed | None:
    least = sum(next(k for k, ways in enumerate(part) if ways) for part in parts)
    most = sum(len(part) - 1 for part in parts)
    if not least <= left <= most + off:
        return None
    mines, others = max(1, left), max(1, most + off - left)
    common = gcd(mines, others)
    mines, others = mines // common, others // common
    rest = [[mines**k * others ** (len(part) - 1 - k) for k in range(len(part))] for part in parts]
    expected = 0.0
    for part, weights in zip(parts, rest, strict=True):
        share = [ways * weight for ways, weight in zip(part, weights, strict=True)]
        expected += sum(k * value for k, value in enumerate(share)) / sum(share)
    off_share = min(1.0, max(0.0, (left - expected) / off))
    return Weighed(rest, off_share, off_never=False, off_always=False, exact=False)


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
