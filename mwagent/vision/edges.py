"""Straight edges in a picture: the borders of cells are the longest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]
"""(height, width, 3) BGR, or (height, width) of one channel."""
Floats = NDArray[np.float32]

SMOOTH: Final = 8
"""Levels by which neighbouring pixels of one flat area differ, at most."""
EDGE_BLOCK: Final = 4
"""Pixels along its direction over which an edge is averaged."""
STRONG: Final = 90
"""Strength at which long edges are capped."""


def channel_gap(one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """The greatest difference of colours (..., 3) in a channel, of one kind of numbers."""
    gap = np.maximum(one, other) - np.minimum(one, other)
    # Much faster than a maximum along so short an axis.
    return np.asarray(np.maximum(np.maximum(gap[..., 0], gap[..., 1]), gap[..., 2]))


def difference(one: Pixels, other: Pixels) -> Pixels:
    """The greatest difference in a channel of the pixels (height, width, 3) of two pictures.

    A maximum along so short an axis takes ten times as long.
    """
    blue, green, red = cv2.split(cv2.absdiff(one, other))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


@dataclass(frozen=True, slots=True)
class Edges:
    """Strength of straight edges, 0-255.

    `x` (height / 4, width) has vertical edges: `x[j, i]` is the one between pixel columns i-1 and
    i, averaged over four rows. `y` (width / 4, height) has horizontal edges, transposed. The totals
    count edges from the top; the long edges run on straight, and none outshines the others.
    """

    x: Pixels
    y: Pixels
    total_x: Floats
    total_y: Floats
    long_x: Pixels
    long_y: Pixels

    @classmethod
    def of(cls, picture: Pixels) -> Edges:
        """The edges of a BGR picture."""
        height, width = picture.shape[:2]
        tall = cv2.resize(
            picture[: height // EDGE_BLOCK * EDGE_BLOCK],
            (width, height // EDGE_BLOCK),
            interpolation=cv2.INTER_AREA,
        )
        wide = cv2.resize(
            picture[:, : width // EDGE_BLOCK * EDGE_BLOCK],
            (width // EDGE_BLOCK, height),
            interpolation=cv2.INTER_AREA,
        )
        across = np.zeros(tall.shape[:2], np.uint8)
        across[:, 1:] = _contrast(tall[:, 1:], tall[:, :-1])
        down = np.zeros(wide.shape[:2], np.uint8)
        down[1:] = _contrast(wide[1:], wide[:-1])
        upright = np.ascontiguousarray(down.T)
        return cls(
            across,
            upright,
            _running(across),
            _running(upright),
            cv2.min(long_only(across), STRONG),  # type: ignore[call-overload]
            cv2.min(long_only(upright), STRONG),  # type: ignore[call-overload]
        )


def _running(edge: Pixels) -> Floats:
    """Number of edges and their strength above each row, (2, rows + 1, columns)."""
    total = np.zeros((2, edge.shape[0] + 1, edge.shape[1]), np.float32)
    np.cumsum(edge > 0, axis=0, out=total[0, 1:], dtype=np.float32)
    np.cumsum(edge, axis=0, out=total[1, 1:], dtype=np.float32)
    return total


def long_only(edge: Pixels) -> Pixels:
    """Only what runs on straight for two blocks at least."""
    return cv2.morphologyEx(edge, cv2.MORPH_OPEN, np.ones((2, 1), np.uint8))  # type: ignore[return-value]


def _contrast(a: NDArray[Any], b: NDArray[Any]) -> Pixels:
    """Largest difference over the channels, ten for each level from the second, less the noise.

    Where most places differ (dithering, photographs), their mean is taken off.
    """
    difference = cv2.absdiff(a, b)
    strongest = cv2.max(
        cv2.max(difference[..., 0], difference[..., 1]), np.ascontiguousarray(difference[..., 2])
    )
    strength = cv2.multiply(cv2.subtract(strongest, 1), 10)  # type: ignore[call-overload]
    _, present = cv2.threshold(strength, 0, 255, cv2.THRESH_BINARY)
    share = cv2.blur(present, (25, 25))
    factor = cv2.multiply(cv2.subtract(share, 110), 4)  # type: ignore[call-overload]
    floor = cv2.multiply(cv2.blur(strength, (25, 25)), factor, scale=1.5 / 255)
    return cv2.subtract(strength, floor)  # type: ignore[no-any-return]


def means(
    total: Floats, starts: NDArray[np.floating[Any]], depth: float, first: int, last: int
) -> Floats:
    """Share covered by edges and their mean strength along cells, (2, cells, last - first).

    At the positions from `first` to before `last` across the edges.
    """
    total = total[:, :, first:last]
    end = total.shape[1] - 1
    low = np.clip(np.ceil(starts[:-1] / EDGE_BLOCK).astype(int), 0, end)
    high = np.clip(np.floor((starts[:-1] + depth) / EDGE_BLOCK).astype(int), 0, end)
    mean: Floats = (total[:, high] - total[:, low]) / np.maximum(high - low, 1)[:, None]
    return mean
