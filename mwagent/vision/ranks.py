"""Values by their rank, and what most of them are."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

MAJORITY: Final = 0.5
"""Part of something from which on it is most of it."""


def percentile(values: NDArray[np.floating[Any]], percent: float, axis: int | None = None) -> Any:
    """The value below which `percent` of all values lie, interpolated between two of them.

    Of all values, or along an axis.

    It is what numpy's own function gives, which imports half as much again as all of numpy when it
    is first used. `values` must not be empty.

    >>> float(percentile(np.array([4.0, 1.0, 3.0]), 75))
    3.5
    """
    ranked = np.sort(values, axis=axis)
    axis = 0 if axis is None else axis
    last = ranked.shape[axis] - 1
    at = percent / 100 * last
    below, above = (ranked.take(min(int(at) + step, last), axis) for step in (0, 1))
    return below + (at - int(at)) * (above - below)


def median(values: NDArray[Any], axis: int | None = None) -> Any:
    """The median of all values, or along an axis, as numpy gives it, for the same reason as above.

    >>> median(np.array([[3, 1], [2, 8], [7, 0]]), axis=0).tolist()
    [3.0, 1.0]
    """
    ranked = np.sort(values, axis=axis)
    if axis is None:
        axis = 0
    many = ranked.shape[axis]
    return ranked.take([(many - 1) // 2, many // 2], axis).mean(axis=axis)
