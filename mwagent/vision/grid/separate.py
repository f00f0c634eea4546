"""Find boards by what stands at equal distances: like pieces of one colour, or signs.

Cells that are round, or that have a border only while they are closed, have too few straight edges
for their period to be seen in them (`mwagent.vision.grid.period`). The closed ones are like pieces
of one colour, and the numbers in the open ones are all of a height.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import Pixels
from mwagent.vision.grid.extent import MAX_CELLS
from mwagent.vision.lattice import Lattice
from mwagent.vision.ranks import median

Floats = NDArray[np.floating[Any]]

_PIECE_EDGE: Final = 8
"""Levels between neighbouring pixels that are not of one piece."""
_SMALLEST_PIECE: Final = 6
_LARGEST_PIECE: Final = 200
"""Pixels of a piece across and down, at least and at most."""
_SQUARE: Final = 1.35
"""How much longer one side of a piece, or of a cell, may be than the other."""
_FULL: Final = 0.6
"""Part of its rectangle that a piece fills, at least."""
_LIKE: Final = 0.12
"""Part by which the sides of like pieces differ, at most, or a pixel."""
_DETAIL: Final = 1600
"""Pixels of the longer side of a picture in which signs are looked for, about."""
_GROUND_AROUND: Final = 41
"""Pixels of the square whose median colour is the ground of a sign in its middle."""
_SIGN_INK: Final = 40
"""Levels by which a sign differs from its ground, more."""
_THIN: Final = 0.15
"""Part of its height that a sign is wide, at least."""
_FEWEST_PIECES: Final = 10
"""Pieces or signs of a board, at least."""
_GROUPS: Final = 12
"""Groups of like pieces, or signs, that are tried, the largest ones."""
_SAMPLED: Final = 1000
"""Pieces whose distances are measured, the uppermost ones."""
_MOST_BOARDS: Final = 2
"""Boards of pieces, and of signs, that are told of, at most."""
_PIECES_APART: Final = 3.2
"""Distance of neighbouring pieces in sides of a piece, at most."""
_PIECE_OFF: Final = 0.12
"""How far a piece is off its place on the lattice, in pitches, at most."""
_STRAY: Final = 0.2
"""Part of the like pieces that are off, at most."""


def find_separate(picture: Pixels) -> list[Lattice]:
    """Boards on a BGR picture whose cells, or only the closed ones, stand apart; best first.

    Each is as large as its pieces, or its numbers, reach; other cells beside them may belong to it.
    """
    if min(picture.shape[:2]) < 4 * _SMALLEST_PIECE:
        return []
    found: list[Lattice] = []
    for boxes in (_pieces(picture), _signs(picture)):
        lattices = (_lattice(group) for group in _like(boxes))
        found += islice((one for one in lattices if one is not None), _MOST_BOARDS)
    return found


def _like(boxes: Floats) -> Iterator[Floats]:
    """Rectangles in groups of like size, the largest groups first."""
    # There may be very many rectangles, on a photograph say, but there are few sizes.
    sizes, size, many = np.unique(boxes[:, 2:], axis=0, return_inverse=True, return_counts=True)
    size = size.reshape(-1)
    like = np.all(abs(sizes[:, None] - sizes) <= np.maximum(_LIKE * sizes, 1), axis=2)
    for _ in range(_GROUPS):
        counts = like @ many
        if counts.max(initial=0) < _FEWEST_PIECES:
            return
        members = like[int(counts.argmax())] & (many > 0)
        yield boxes[members[size]]
        many[members] = 0


def _pieces(picture: Pixels) -> Floats:
    """The rectangles (x, y, width, height) of pieces of one colour that may be cells, (n, 4)."""
    plain = np.ones(picture.shape[:2], np.uint8)
    plain[:, 1:] &= _alike(picture[:, 1:], picture[:, :-1])
    plain[1:] &= _alike(picture[1:], picture[:-1])
    _, _, stats, _ = cv2.connectedComponentsWithStats(plain, connectivity=4)
    box = stats[1:, :4].astype(np.float64)
    area = stats[1:, cv2.CC_STAT_AREA]
    small, large = box[:, 2:].min(axis=1), box[:, 2:].max(axis=1)
    fair = (small >= _SMALLEST_PIECE) & (large <= _LARGEST_PIECE) & (large <= _SQUARE * small)
    return np.asarray(box[fair & (area >= _FULL * box[:, 2] * box[:, 3])])


def _signs(picture: Pixels) -> Floats:
    """The squares (x, y, side, side) around signs on a ground, each as high as its sign, (n, 4)."""
    shrink = max(1, round(max(picture.shape[:2]) / _DETAIL))
    size = picture.shape[1] // shrink, picture.shape[0] // shrink
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if shrink > 1 else picture
    distance = cv2.absdiff(small, cv2.medianBlur(small, _GROUND_AROUND))
    ground = cv2.inRange(distance, (0, 0, 0), (_SIGN_INK,) * 3)
    _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.bitwise_not(ground), connectivity=8)
    x, y, width, height = (stats[1:, k].astype(np.float64) * shrink for k in range(4))
    fair = (height >= _SMALLEST_PIECE) & (height <= _LARGEST_PIECE / 2)
    fair &= (width <= _SQUARE * height) & (width >= _THIN * height)
    squares = np.stack([x + (width - height) / 2, y, height, height], axis=1)
    return np.asarray(squares[fair])


def _alike(one: Pixels, other: Pixels) -> Pixels:
    """Which pixels differ by no more than an edge does, 1 or 0."""
    low = cv2.inRange(cv2.absdiff(one, other), (0, 0, 0), (_PIECE_EDGE,) * 3)
    return np.minimum(np.asarray(low, np.uint8), np.uint8(1))


def _lattice(boxes: Floats) -> Lattice | None:
    """The lattice on which like pieces stand, None where they do not."""
    axes = []
    for axis in (0, 1):
        middle = boxes[:, axis] + boxes[:, 2 + axis] / 2
        some, other = middle[:_SAMPLED], (boxes[:, 1 - axis] + boxes[:, 3 - axis] / 2)[:_SAMPLED]
        side = float(median(boxes[:, 2 + axis]))
        beside = abs(other[:, None] - other[None]) < 0.25 * float(median(boxes[:, 3 - axis]))
        gap = some[None] - some[:, None]
        next_one = np.where(beside & (gap > 0.8 * side), gap, np.inf).min(axis=1)
        near = next_one[next_one < _PIECES_APART * side]
        if len(near) < _FEWEST_PIECES // 2:
            return None
        line = _line(middle, float(median(near)))
        if line is None:
            return None
        axes.append(line)
    (x, pitch_x, cols), (y, pitch_y, rows) = axes
    if not 4 <= min(rows, cols) <= max(rows, cols) <= MAX_CELLS:
        return None
    if not 1 / _SQUARE < pitch_x / pitch_y < _SQUARE:
        return None
    return Lattice(x - pitch_x / 2, y - pitch_y / 2, pitch_x, pitch_y, rows, cols)


def _line(middle: Floats, pitch: float) -> tuple[float, float, int] | None:
    """Where equal steps on which most of the places lie begin, how long they are, how many."""
    start = float(median(middle))
    for _ in range(4):
        turn = np.exp(2j * np.pi * (middle - start) / pitch).mean()
        start += float(np.angle(turn)) / (2 * np.pi) * pitch
        index = np.rint((middle - start) / pitch)
        good = abs(middle - start - index * pitch) < 2 * _PIECE_OFF * pitch
        if len(np.unique(index[good])) < 3:
            return None
        slope, offset = np.polyfit(index[good], middle[good], 1)
        pitch, start = float(slope), float(offset)
    index = np.rint((middle - start) / pitch)
    off = abs(middle - start - index * pitch) > _PIECE_OFF * pitch
    if off.mean() > _STRAY:
        return None
    first, last = index[~off].min(), index[~off].max()
    return start + float(first) * pitch, pitch, int(last - first) + 1
