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

from mwagent.vision import exact

BLOCK = 16
"""Side in pixels of the blocks into which a picture is divided; about a cell."""
LEVELS = 3
PITCHES = (10.5, 27.0, 40.0)
"""Least and greatest distance of lines searched for on one level; on the next, twice as much.

The last is the greatest on the first level: on the next, every other one of lines that are an odd
distance apart lies between two pixels, and may be lost."""
EDGE = 22
"""Difference in grey of two neighbouring pixels that makes an edge."""
STRAIGHT = 0.68
"""Part of a block's side that an edge must fill to count as a piece of a line."""
LEAST_PLACE = 40.0
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


@dataclass(frozen=True, slots=True, eq=False)
class LineMap:
    """The pieces of straight lines on one level of a picture.

    `scale` is the side of its pixels in pixels of the picture; `upright` has a row per block and
    a column per pixel, `level` a row per pixel and a column per block; `has_both` says for each
    block whether lines of both directions are near.
    """

    scale: int
    has_both: NDArray[np.bool_]
    upright: NDArray[np.bool_]
    level: NDArray[np.bool_]

    def places(self, likely: NDArray[np.bool_]) -> list[Grid]:
        """Places that lines cross in both directions, the largest first.

        Their pitches are the least that is searched for on this level.
        """
        rows, cols = self.has_both.shape
        likely = _coarser(likely, self.scale)[:rows, :cols]
        side, least = BLOCK * self.scale, PITCHES[0] * self.scale
        return [
            Grid(x0 * side, y0 * side, (x1 - x0) * side, (y1 - y0) * side, least, least)
            for x0, y0, x1, y1 in _places(likely & self.has_both)
        ]

    def grids(self, likely: NDArray[np.bool_], one_sided: bool = False) -> Iterator[list[Grid]]:
        """Places that lines cross in both directions, the largest first.

        For each place the grids it may hold, the likeliest first.
        `likely` says for every block of the full picture whether a board may lie there. With
        `one_sided`, only places are given where the lines of both directions do not agree, and
        those of one are believed: text beside a board may have more lines than it.
        """
        rows, cols = self.has_both.shape
        likely = _coarser(likely, self.scale)[:rows, :cols]
        for x0, y0, x1, y1 in _places(likely & self.has_both):
            here = likely[y0:y1, x0:x1]
            upright = self.upright[y0:y1, x0 * BLOCK : x1 * BLOCK]
            across = (upright & np.repeat(here, BLOCK, axis=1)[:, : upright.shape[1]]).sum(axis=0)
            level = self.level[y0 * BLOCK : y1 * BLOCK, x0:x1]
            down = (level & np.repeat(here, BLOCK, axis=0)[: level.shape[0]]).sum(axis=1)
            place = [x0 * BLOCK, y0 * BLOCK, (x1 - x0) * BLOCK, (y1 - y0) * BLOCK]
            x, y, width, height = (float(side * self.scale) for side in place)
            most = PITCHES[2] if self.scale == 1 else PITCHES[1]
            pitches_x, pitches_y = spacings(across, most), spacings(down, most)
            pairs = _pairs(pitches_x, pitches_y)
            if one_sided:
                sides = [] if pairs else pitches_x[:1] + pitches_y[:1]
                pairs = [(side, side) for side in sides]
            if pairs:
                yield [
                    Grid(x, y, width, height, pitch_x * self.scale, pitch_y * self.scale)
                    for pitch_x, pitch_y in pairs
                ]


def line_maps(grey: NDArray[np.uint8]) -> Iterator[LineMap]:
    """The straight lines of a picture (height, width) uint8, level by level."""
    for number in range(LEVELS):
        if min(grey.shape) < 2 * BLOCK:
            return
        upright, level = _line_pieces(grey)
        near = np.ones((3, 3), np.uint8)
        has_upright = cv2.dilate(_per_block(upright, level.shape[1], axis=1), near)
        has_level = cv2.dilate(_per_block(level, len(upright), axis=0), near)
        both = np.asarray(cv2.bitwise_and(has_upright, has_level), np.bool_)
        yield LineMap(2**number, both, upright, level)
        size = (grey.shape[1] // 2, grey.shape[0] // 2)
        grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


def _coarser(likely: NDArray[np.bool_], times: int) -> NDArray[np.bool_]:
    rows, cols = (-(-side // times) for side in likely.shape)
    even = np.pad(
        likely, ((0, rows * times - likely.shape[0]), (0, cols * times - likely.shape[1]))
    )
    return np.asarray(even.reshape(rows, times, cols, times).any(axis=(1, 3)))


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


def _places(blocks: NDArray[np.bool_]) -> list[tuple[int, int, int, int]]:
    """Connected blocks as boxes (x0, y0, x1, y1), the largest first."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(blocks.astype(np.uint8), connectivity=4)
    boxes = [
        (x, y, x + width, y + height)
        for x, y, width, height, area in stats[1:].tolist()
        if min(width, height) * BLOCK >= LEAST_PLACE and area >= 0.3 * width * height
    ]
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
    pairs = sorted(pairs, key=lambda pair: max(pair) / min(pair))[:2]
    # Most cells are square, and one of the two may be disturbed by what lies around the board.
    square = [(side, side) for x, y in pairs[:1] if abs(x - y) > 0.01 * x for side in (x, y)]
    return pairs + square


def spacings(profile: NDArray[np.integer], most: float) -> list[float]:
    """The distances up to `most` at which a profile of lines repeats, at most two, sub-pixel."""
    length = len(profile)
    if length < 2 * PITCHES[0] or not profile.any():
        return []
    alike = _autocorrelation(profile)
    first, last = int(PITCHES[0]), min(int(np.ceil(most)), length - 2)
    lags = [
        lag
        for lag in range(first, last + 1)
        if alike[lag] >= alike[lag - 1] and alike[lag] >= alike[lag + 1] and alike[lag] > 0.12
    ]
    if not lags:
        return []
    # What repeats does so at twice the distance as well, and may do it more clearly.
    lags = [lag for lag in lags if lag <= np.ceil(PITCHES[1])] or lags
    best = max(alike[lag] for lag in lags)
    strong = [lag for lag in lags if alike[lag] > 0.6 * best]
    return [_refined(alike, lag) for lag in strong[:2]]


def spacing_near(profile: NDArray[np.floating], about: float) -> float | None:
    """The distance at which a profile repeats, within a fifth of a known one; None when unclear."""
    if len(profile) < 3 * about or not profile.any():
        return None
    alike = _autocorrelation(profile)
    lags = [
        lag
        for lag in range(int(0.85 * about), int(1.15 * about) + 2)
        if alike[lag] > max(0.15, alike[lag - 1], alike[lag + 1])
    ]
    return _refined(alike, max(lags, key=lambda at: alike[at])) if lags else None


def _autocorrelation(profile: NDArray[np.integer] | NDArray[np.floating]) -> NDArray[np.float64]:
    """How alike a profile is to itself at every shift, 1 at none."""
    # The frame around a board is a longer line than those within, and off their beat.
    pieces = np.sort(profile[profile > 0])
    usual = pieces[int(0.6 * (len(pieces) - 1))]
    clipped = np.minimum(profile, usual).astype(np.float32)
    centred = exact.smoothed(clipped, "reflect") - clipped.mean()
    length = len(profile)
    padded = 1 << (2 * length - 1).bit_length()
    spectrum = np.fft.rfft(centred, padded)
    power = spectrum.real * spectrum.real + spectrum.imag * spectrum.imag
    alike = exact.settled(np.fft.irfft(power, padded)[:length])
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
    shift = 0.5 * (left - right) / bend if bend < 0 else 0.0
    return at + float(np.clip(shift, -0.5, 0.5))
