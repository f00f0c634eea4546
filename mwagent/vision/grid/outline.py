"""Find boards whose cells have no lines: by the steps in the outlines of their flat areas.

Where closed cells are one area of a colour and open ones another, every straight part of an outline
lies on a line between cells. Their common pitch is the largest of which they are whole multiples
apart; a board reaches as far as the areas whose outlines have it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact
from mwagent.vision.edges import SMOOTH, Pixels
from mwagent.vision.grid.alike import grouped
from mwagent.vision.grid.comb import Comb
from mwagent.vision.grid.period import MIN_PITCH
from mwagent.vision.lattice import FEWEST_ROWS, MAX_CELLS, Box, Lattice, around
from mwagent.vision.ranks import MAJORITY

Floats = NDArray[np.float64]

PITCHES: Final = np.arange(8.0, 120.0, 0.25)
"""Pixels between lines that are tried."""
KINDS: Final = 8
"""Colours of areas that are looked at, and sizes of pieces, the most frequent ones."""
_STEPPED: Final = 0.8
"""Part of the outline of an area that is made of straight lines along the axes, at least."""
_ON_LINES: Final = 0.9
"""How well outlines agree with a pitch, 1 where every part lies on a line, at least."""
_AS_WELL: Final = 0.97
"""Part of the best agreement that a larger pitch must have to be taken instead."""
_MOTTLED: Final = 2000
"""Single pixels, of a colour or between it, from which on it is no flat one, but dithered."""
OFF_LINE: Final = 0.1
"""Part of a cell by which an outline, or the middle of a piece, may be off a line."""


@dataclass(frozen=True, slots=True, eq=False)
class _Area:
    """A flat area: its box, and where its outline is upright and level, with lengths, (n, 2).

    `stepped` says that it is no mere rectangle.
    """

    box: Box
    upright: Floats
    level: Floats
    stepped: bool


def find_outlined(picture: Pixels) -> list[Lattice]:
    """Boards on a picture (height, width, 3) whose flat areas have steps of one size."""
    areas = [area for colour in _colours(picture) for area in _areas(picture, colour)]
    found: list[Lattice] = []
    for area in [*map(_one, _together(areas)), *areas]:
        lines = common_lines(area.upright, area.level) if area.stepped else None
        if lines is None:
            continue
        for some in _together([one for one in areas if one is area or _fits(one, *lines)]):
            lattice = over(_one(some).box, *lines)
            if lattice is not None and not any(lattice.shared(one) > 0.5 for one in found):
                found.append(lattice)
    return found


def _colours(picture: Pixels) -> list[tuple[int, ...]]:
    """The most frequent colours (BGR), those that are nearly the same once."""
    some = picture[::4, ::4].reshape(-1, 3).astype(np.int64)
    codes, counts = np.unique(some @ (1 << 16, 1 << 8, 1), return_counts=True)
    chosen: list[tuple[int, ...]] = []
    for code in codes[np.argsort(-counts, kind="stable")][: 4 * KINDS].tolist():
        colour = (code >> 16, code >> 8 & 255, code & 255)
        gaps = (max(abs(a - b) for a, b in zip(colour, one, strict=True)) for one in chosen)
        if all(gap > SMOOTH for gap in gaps):
            chosen.append(colour)
    return chosen[:KINDS]


def _together(areas: list[_Area]) -> list[list[_Area]]:
    """Areas in groups of those that lie side by side."""
    return grouped(areas, lambda one, other: _touches(one.box, other.box))


def _one(areas: list[_Area]) -> _Area:
    """Several areas, taken for one: a single one may have few steps."""
    upright, level = (
        np.concatenate(some)
        for some in zip(*((one.upright, one.level) for one in areas), strict=True)
    )
    stepped = any(one.stepped for one in areas)
    return _Area(around(one.box for one in areas), upright, level, stepped)


def _areas(picture: Pixels, colour: tuple[int, ...]) -> list[_Area]:
    """The areas of a colour whose outline is made of steps."""
    low, high = (tuple(one + off for one in colour) for off in (-SMOOTH / 2, SMOOTH / 2))
    mask = np.asarray(cv2.inRange(picture, low, high), np.uint8)
    inner = mask[1:-1, 1:-1]
    single = (inner != mask[1:-1, :-2]) & (inner != mask[1:-1, 2:])
    single &= (inner != mask[:-2, 1:-1]) & (inner != mask[2:, 1:-1])
    if np.count_nonzero(single) > _MOTTLED:
        return []
    contours, families = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    parents = np.asarray(families)[0, :, 3].tolist()
    boxes = np.array([cv2.boundingRect(contour) for contour in contours])
    # What reaches from one end of the picture to the other is the page around a board.
    large = boxes[:, 2:].min(axis=1) >= MIN_PITCH
    large &= (boxes[:, 2:] < picture.shape[1::-1]).all(axis=1)
    found: dict[int, _Area] = {}
    holes: list[tuple[int, _Outline]] = []
    for number in np.flatnonzero(large).tolist():
        x, y, width, height = boxes[number].tolist()
        outer = parents[number] < 0
        if outer and min(width, height) < FEWEST_ROWS * MIN_PITCH:
            continue
        outline = _straight(np.asarray(contours[number], np.int32))
        # A sign is a hole as well, but hardly one of straight lines.
        if outline.share < _STEPPED:
            continue
        if outer:
            box = x, y, x + width, y + height
            found[number] = _Area(box, outline.upright, outline.level, outline.stepped)
        else:
            holes.append((number, outline))
    for number, hole in holes:
        area = found.get(parents[number])
        if area is None:
            continue
        size, whole = (boxes[at, 2:] for at in (number, parents[number]))
        if (size > MAJORITY * whole).all() and not hole.stepped:
            del found[parents[number]]  # a frame
            continue
        found[parents[number]] = _Area(
            area.box,
            np.concatenate([area.upright, hole.upright]),
            np.concatenate([area.level, hole.level]),
            stepped=True,
        )
    return list(found.values())


class _Outline(NamedTuple):
    """The upright and the level lines of an outline, (n, 2), and their share of its length."""

    upright: Floats
    level: Floats
    share: float

    @property
    def stepped(self) -> bool:
        """Whether it has more straight lines than a rectangle."""
        return max(len(self.upright), len(self.level)) > 2


def _straight(contour: NDArray[np.int32]) -> _Outline:
    """The straight lines of an outline (n, 1, 2), whose pixels belong to its area."""
    points = contour[:, 0].astype(np.float64)
    ahead = np.roll(points, -1, axis=0)
    step = ahead - points
    length = np.abs(step).sum(axis=1) + 1
    lines = []
    for axis in (0, 1):
        along = (step[:, axis] == 0) & (length >= MIN_PITCH / 2)
        # Outlines run with the area to their left: down at its left side, up at its right.
        sense = step[along, 1 - axis] * (1 if axis == 0 else -1)
        lines.append(np.stack([points[along, axis] + (sense <= 0), length[along]], axis=1))
    share = sum(float(one[:, 1].sum()) for one in lines) / max(1.0, float(length.sum()))
    # A banner beside a board has long sides, but few of them.
    upright, level = (np.minimum(one, (np.inf, PITCHES[-1])) for one in lines)
    return _Outline(upright, level, share)


def _agreement(lines: Floats) -> Floats:
    """How well lines (n, 2) lie on multiples of each of PITCHES, in 0-1: their first harmonic."""
    waves = exact.turned(lines[:, 0] / PITCHES[:, None])
    return exact.magnitude((waves * lines[:, 1]).sum(axis=1)) / float(lines[:, 1].sum())


def common_lines(upright: Floats, level: Floats) -> tuple[Comb, Comb] | None:
    """The lines across and down on which what has places and weights, (n, 2), lies, at one pitch.

    None where there are too few. Of the pitches that fit it is the largest: all its parts are
    lines, too.
    """
    if min(len(upright), len(level)) < FEWEST_ROWS:
        return None
    agreement = np.minimum(_agreement(upright), _agreement(level))
    peak = (agreement >= np.roll(agreement, 1)) & (agreement >= np.roll(agreement, -1))
    fitting = np.flatnonzero(peak & (agreement >= max(_ON_LINES, _AS_WELL * agreement.max())))
    if not len(fitting):
        return None
    pitch = float(PITCHES[fitting[-1]])
    across, down = _fitted(upright, pitch), _fitted(level, pitch)
    return None if across is None or down is None else (across, down)


def _fitted(lines: Floats, pitch: float) -> Comb | None:
    """The equidistant lines of nearly a pitch that lie closest to lines (n, 2), by length.

    None where these lie on too few of them.
    """
    wave = (exact.turned(lines[:, 0] / pitch) * lines[:, 1]).sum()
    comb = Comb(exact.turns(wave) * pitch, pitch)
    number = np.rint((lines[:, 0] - comb.start) / comb.pitch)
    if len(np.unique(number)) < FEWEST_ROWS:
        return None
    slope, start = exact.fitted_line(number, lines[:, 0], lines[:, 1])
    return Comb(start, slope)


def over(box: tuple[float, ...], across: Comb, down: Comb) -> Lattice | None:
    """The lattice of lines over a box; None where it is none of a board."""
    x0, y0, x1, y1 = box
    left, right = (round((at - across.start) / across.pitch) for at in (x0, x1))
    top, bottom = (round((at - down.start) / down.pitch) for at in (y0, y1))
    rows, cols = bottom - top, right - left
    if not (FEWEST_ROWS <= rows <= MAX_CELLS and FEWEST_ROWS <= cols <= MAX_CELLS):
        return None
    x, y = across.start + left * across.pitch, down.start + top * down.pitch
    return Lattice(x, y, across.pitch, down.pitch, rows, cols)


def _fits(area: _Area, across: Comb, down: Comb) -> bool:
    """Whether the outline of an area lies on lines."""
    for lines, comb in ((area.upright, across), (area.level, down)):
        off = (lines[:, 0] - comb.start) / comb.pitch
        near = np.abs(off - np.rint(off)) < OFF_LINE
        if float(lines[near, 1].sum()) < _ON_LINES * lines[:, 1].sum():
            return False
    return True


def _touches(one: Box, other: Box) -> bool:
    """Whether two boxes overlap, or lie side by side."""
    return (
        one[0] <= other[2] + 1
        and other[0] <= one[2] + 1
        and one[1] <= other[3] + 1
        and other[1] <= one[3] + 1
    )
