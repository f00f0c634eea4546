"""Where on a screen something looks like a grid: places crossed by evenly spaced lines.

Between any two cells of a board runs a straight edge, as long as the board. Edges are searched
for on a pyramid of halved pictures, so that a sharp edge of a small cell and the soft edge of a
large, smoothly scaled one look alike on their own level.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

BLOCK = 16
"""Side in pixels of the blocks a picture is looked at in; about a cell."""
LEVELS = 3
PITCHES = (10.5, 27.0)
"""Distances of lines searched for on one level; the next level goes on at twice that."""
EDGE = 22
"""Difference in grey of two neighbouring pixels that makes an edge."""
STRAIGHT = 0.68
"""Part of a block's side that an edge must fill to count as a piece of a line."""
LEAST = 40.0
"""Side in pixels of the smallest place worth looking at."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A place with evenly spaced lines, in pixels of the full picture.

    `x`, `y`, `width`, `height` is the place, `pitch_x` and `pitch_y` the distance of its lines.
    """

    x: float
    y: float
    width: float
    height: float
    pitch_x: float
    pitch_y: float


def find_grids(grey: NDArray[np.uint8], likely: NDArray[np.bool_] | None = None) -> Iterator[Grid]:
    """Places on a picture (height, width) uint8 that lines cross in both directions, by level.

    `likely` tells for every block of BLOCK x BLOCK pixels whether a board may lie there.
    """
    scale = 1
    for _ in range(LEVELS):
        if min(grey.shape) >= 2 * BLOCK:
            for x, y, width, height, pitch_x, pitch_y in _grids_on_level(grey, likely):
                yield Grid(
                    x * scale,
                    y * scale,
                    width * scale,
                    height * scale,
                    pitch_x * scale,
                    pitch_y * scale,
                )
        size = (grey.shape[1] // 2, grey.shape[0] // 2)
        if min(size) < 2 * BLOCK:
            return
        grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
        likely = None if likely is None else _halved(likely)
        scale *= 2


def _halved(likely: NDArray[np.bool_]) -> NDArray[np.bool_]:
    rows, cols = likely.shape
    even = np.pad(likely, ((0, rows % 2), (0, cols % 2)))
    return np.asarray(even.reshape((rows + 1) // 2, 2, (cols + 1) // 2, 2).any(axis=(1, 3)))


def _grids_on_level(
    grey: NDArray[np.uint8], likely: NDArray[np.bool_] | None
) -> Iterator[tuple[float, float, float, float, float, float]]:
    upright, level = _line_pieces(grey)
    if likely is not None:
        upright &= np.repeat(likely, BLOCK, axis=1)[: upright.shape[0], : upright.shape[1]]
        level &= np.repeat(likely, BLOCK, axis=0)[: level.shape[0], : level.shape[1]]
    for x0, y0, x1, y1 in _crossed_places(upright, level, grey.shape):
        across = upright[y0:y1, x0 * BLOCK : x1 * BLOCK].sum(axis=0, dtype=np.float32)
        down = level[y0 * BLOCK : y1 * BLOCK, x0:x1].sum(axis=1, dtype=np.float32)
        pitches_x, pitches_y = spacings(across), spacings(down)
        for pitch_x, pitch_y in _pairs(pitches_x, pitches_y):
            yield (
                float(x0 * BLOCK),
                float(y0 * BLOCK),
                float((x1 - x0) * BLOCK),
                float((y1 - y0) * BLOCK),
                pitch_x,
                pitch_y,
            )


def _line_pieces(grey: NDArray[np.uint8]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Pieces of upright lines (height / BLOCK, width) and of level ones (height, width / BLOCK)."""
    height, width = grey.shape
    blocks_down, blocks_across = height // BLOCK, width // BLOCK
    upright = np.zeros((-(-height // BLOCK), width), np.bool_)
    level = np.zeros((height, -(-width // BLOCK)), np.bool_)
    steps = cv2.absdiff(grey[:, 1:], grey[:, :-1])
    edges = cv2.threshold(steps, EDGE, 255, cv2.THRESH_BINARY)[1][: blocks_down * BLOCK]
    full = cv2.resize(edges, (width - 1, blocks_down), interpolation=cv2.INTER_AREA)
    upright[:blocks_down, 1:] = full > STRAIGHT * 255
    steps = cv2.absdiff(grey[1:], grey[:-1])
    edges = cv2.threshold(steps, EDGE, 255, cv2.THRESH_BINARY)[1][:, : blocks_across * BLOCK]
    full = cv2.resize(edges, (blocks_across, height - 1), interpolation=cv2.INTER_AREA)
    level[1:, :blocks_across] = full > STRAIGHT * 255
    return upright, level


def _crossed_places(
    upright: NDArray[np.bool_], level: NDArray[np.bool_], shape: tuple[int, ...]
) -> list[tuple[int, int, int, int]]:
    """Connected places, as boxes in blocks, with lines of both directions near every point."""
    down, across = -(-shape[0] // BLOCK), -(-shape[1] // BLOCK)
    has_upright = _per_block(upright, across, axis=1)[:down]
    has_level = _per_block(level, down, axis=0)[:, :across]
    near = np.ones((3, 3), np.uint8)
    both = cv2.bitwise_and(cv2.dilate(has_upright, near), cv2.dilate(has_level, near))
    _, _, stats, _ = cv2.connectedComponentsWithStats(both, connectivity=4)
    boxes = []
    for x, y, width, height, area in stats[1:].tolist():
        if min(width, height) * BLOCK >= LEAST and area >= 0.3 * width * height:
            boxes.append((x, y, min(x + width, across), min(y + height, down)))
    return sorted(boxes, key=lambda box: (box[0] - box[2]) * (box[3] - box[1]))


def _per_block(pieces: NDArray[np.bool_], blocks: int, axis: int) -> NDArray[np.uint8]:
    """Whether a block holds any piece, the length along `axis` cut into blocks."""
    missing = blocks * BLOCK - pieces.shape[axis]
    pad = [(0, 0), (0, 0)]
    pad[axis] = (0, max(missing, 0))
    pieces = np.pad(pieces, pad)
    if axis == 1:
        found = pieces[:, : blocks * BLOCK].reshape(-1, blocks, BLOCK).any(axis=2)
    else:
        found = pieces[: blocks * BLOCK].reshape(blocks, BLOCK, -1).any(axis=1)
    return np.asarray(found, np.uint8)


def _pairs(pitches_x: list[float], pitches_y: list[float]) -> list[tuple[float, float]]:
    """The pitches that go together, cells being about as wide as high; the likeliest first."""
    pairs = [(x, y) for x in pitches_x for y in pitches_y if 0.7 < x / y < 1.43]
    return sorted(pairs, key=lambda pair: abs(np.log(pair[0] / pair[1])))[:2]


def spacings(profile: NDArray[np.float32]) -> list[float]:
    """The distances at which a profile of lines repeats, at most two, sub-pixel."""
    length = len(profile)
    if length < 2 * PITCHES[0] or not profile.any():
        return []
    alike = _autocorrelation(profile)
    first, last = int(PITCHES[0]), min(int(np.ceil(PITCHES[1])), length - 2)
    lags = [
        lag
        for lag in range(first, last + 1)
        if alike[lag] >= alike[lag - 1] and alike[lag] >= alike[lag + 1] and alike[lag] > 0.2
    ]
    if not lags:
        return []
    best = max(alike[lag] for lag in lags)
    strong = [lag for lag in lags if alike[lag] > 0.6 * best]
    return [_refined(alike, lag) for lag in strong[:2]]


def _autocorrelation(profile: NDArray[np.float32]) -> NDArray[np.float64]:
    """How alike a profile is to itself at every shift, 1 at none."""
    centred = cv2.GaussianBlur(profile.reshape(1, -1), (5, 1), 0.7)[0] - profile.mean()
    length = len(profile)
    spectrum = np.fft.rfft(centred, 2 * length)
    alike = np.fft.irfft(np.abs(spectrum) ** 2, 2 * length)[:length]
    overlap = np.maximum(length - np.arange(length), length / 4)
    alike = alike / overlap
    return np.asarray(alike / max(alike[0], 1e-9), np.float64)


def _refined(alike: NDArray[np.float64], lag: int) -> float:
    """The distance to a fraction of a pixel, from multiples of it as far as they stay clear."""
    pitch, times = _summit(alike, lag), 1
    while (times * 2 + 1) * pitch < 0.75 * len(alike):
        times *= 2
        centre = round(times * pitch)
        # The pitch is known to half a pixel over `times / 2` lines.
        around = range(max(1, centre - 2), min(len(alike) - 1, centre + 3))
        top = max(around, key=lambda at: alike[at])
        if alike[top] < 0.3 * alike[lag]:
            break
        pitch = _summit(alike, top) / times
    return pitch


def _summit(alike: NDArray[np.float64], at: int) -> float:
    left, middle, right = alike[at - 1], alike[at], alike[at + 1]
    bend = left - 2 * middle + right
    return at + (0.5 * (left - right) / bend if bend < 0 else 0.0)
