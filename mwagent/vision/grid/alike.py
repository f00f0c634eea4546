"""Groups of things that look alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact

Floats = NDArray[np.float32]
Item = TypeVar("Item")

_CLEAN: Final = 2.5
"""Greatest difference in grey levels of cells that look the same, on a picture without noise."""
SPOT: Final = 24.0
"""Greatest difference in grey levels of any single spot of cells that look the same: in large
cells a thin dark digit on a dark ground changes the whole but little."""
COUNTLESS: Final = 300
"""Groups more than which are text or a photograph, not cells of a board."""
OFF_GROUND: Final = 14
"""Grey levels off the colour of a ground up to which it is the same ground, without any sign."""


def leaders(vectors: Floats, within: float | None = None) -> list[NDArray[np.intp]]:
    """Indices of vectors that are close together: `within` a root mean square distance.

    None lets it depend on the noise.
    """
    dimension = vectors.shape[1]
    if within is not None:
        return _led(vectors, within**2 * dimension)
    sample = vectors[:: max(1, len(vectors) // 300)]
    distance = exact.squared_distances(sample, sample)
    np.fill_diagonal(distance, np.inf)
    noise = float(np.sqrt(np.median(distance.min(axis=1)) / dimension))
    within = float(np.clip(1.6 * noise, _CLEAN, 9.0))
    return _led(vectors, within**2 * dimension, SPOT if within == _CLEAN else np.inf)


def _led(vectors: Floats, reach: float, local: float = np.inf) -> list[NDArray[np.intp]]:
    """Indices of vectors whose squared distance to the first of them is at most `reach`.

    None of their numbers may differ by more than `local`.
    """
    left = np.arange(len(vectors))
    groups: list[NDArray[np.intp]] = []
    centres: list[Floats] = []
    while len(left):
        if len(groups) > COUNTLESS:
            nearest = np.stack(centres)
            for i in left:
                k = int(((nearest - vectors[i]) ** 2).sum(axis=1).argmin())
                groups[k] = np.append(groups[k], i)
            break
        leader = vectors[left[0]]
        for _ in range(2):
            distance = vectors[left] - leader
            near = (distance**2).sum(axis=1) <= reach
            near[near] = abs(distance[near]).max(axis=1) <= local
            near[0] = True
            leader = vectors[left[near]].mean(axis=0)
        groups.append(left[near])
        centres.append(leader)
        left = left[~near]
    return groups


def grouped(items: Iterable[Item], alike: Callable[[Item, Item], bool]) -> list[list[Item]]:
    """Things in groups of like ones; they may change from one end of a group to the other.

    >>> grouped([1, 7, 3, 8, 2], lambda one, other: abs(one - other) < 2)
    [[8, 7], [2, 1, 3]]
    """
    groups: list[list[Item]] = []
    for item in items:
        like = [group for group in groups if any(alike(item, one) for one in group)]
        groups = [group for group in groups if group not in like]
        groups.append([item, *(one for group in like for one in group)])
    return groups
