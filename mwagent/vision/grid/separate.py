"""Find boards by what stands at equal distances: like pieces of one colour.

Cells that are round, or that have a border only while they are closed, have too few straight edges
for their period to be seen in them (`mwagent.vision.grid.period`). The closed ones are like pieces
of one colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import SMOOTH, Pixels
from mwagent.vision.grid.cells import OBLONG
from mwagent.vision.grid.comb import Comb
from mwagent.vision.grid.outline import KINDS, OFF_LINE, PITCHES, common_lines, over
from mwagent.vision.grid.period import MIN_PITCH
from mwagent.vision.lattice import Lattice

Floats = NDArray[np.floating[Any]]

_FULL: Final = 0.6
"""Part of its rectangle that a piece fills, at least."""
_LIKE: Final = 0.12
"""Part by which the sides of like pieces differ, at most, or a pixel."""
_FEWEST_PIECES: Final = 10
"""Pieces of a board, at least."""


def find_separate(picture: Pixels) -> list[Lattice]:
    """Boards on a BGR picture whose cells, or only the closed ones, stand apart; best first.

    Each is as large as its pieces reach; other cells beside them may belong to it.
    """
    lattices = map(_lattice, islice(_like(_pieces(picture)), KINDS))
    return [one for one in lattices if one is not None]


def _pieces(picture: Pixels) -> Floats:
    """The rectangles (x, y, width, height) of pieces of one colour that may be cells, (n, 4)."""
    if min(picture.shape[:2]) < MIN_PITCH:
        return np.zeros((0, 4))
    plain = np.ones(picture.shape[:2], np.uint8)
    plain[:, 1:] &= _alike(picture[:, 1:], picture[:, :-1])
    plain[1:] &= _alike(picture[1:], picture[:-1])
    _, _, stats, _ = cv2.connectedComponentsWithStats(plain, connectivity=4)
    box = stats[1:, :4].astype(np.float64)
    short, long = box[:, 2:].min(axis=1), box[:, 2:].max(axis=1)
    fair = (short >= MIN_PITCH / 2) & (long <= PITCHES[-1]) & (long <= OBLONG * short)
    fair &= stats[1:, cv2.CC_STAT_AREA] >= _FULL * short * long
    return np.asarray(box[fair])


def _alike(one: Pixels, other: Pixels) -> Pixels:
    """Which pixels differ by no more than an edge does, 1 or 0."""
    low = cv2.inRange(cv2.absdiff(one, other), (0, 0, 0), (SMOOTH,) * 3)
    return np.minimum(np.asarray(low, np.uint8), np.uint8(1))


def _like(boxes: Floats) -> Iterator[Floats]:
    """Rectangles in groups of like size, the largest groups first."""
    # There may be very many rectangles, on a photograph say, but there are few sizes.
    sizes, size, many = np.unique(boxes[:, 2:], axis=0, return_inverse=True, return_counts=True)
    size = size.reshape(-1)
    like = np.all(abs(sizes[:, None] - sizes) <= np.maximum(_LIKE * sizes, 1), axis=2)
    while (like @ many).max(initial=0) >= _FEWEST_PIECES:
        members = like[int((like @ many).argmax())] & (many > 0)
        yield boxes[members[size]]
        many[members] = 0


def _lattice(boxes: Floats) -> Lattice | None:
    """The lattice on which like pieces stand, None where they do not."""
    middles = boxes[:, :2] + boxes[:, 2:] / 2
    lines = common_lines(*(np.stack(np.unique(at, return_counts=True), axis=1) for at in middles.T))
    if lines is None:
        return None
    starts, pitches = (np.array([(one.start, one.pitch) for one in lines])).T
    steps = (middles - starts) / pitches
    fitting = boxes[(abs(steps - np.rint(steps)) < OFF_LINE).all(axis=1)]
    corners = *fitting[:, :2].min(axis=0), *(fitting[:, :2] + fitting[:, 2:]).max(axis=0)
    across, down = (Comb(one.start - one.pitch / 2, one.pitch) for one in lines)
    return over(corners, across, down)
