"""Labels on a picture: what is written on buttons, in menus and in dialogs, read letter by letter.

What is written close together, beside and below each other without a border between, is one label:
a part of it may say the opposite of the whole. A label of which one letter is in doubt counts as
not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.header.letters import read_line
from mwagent.vision.lattice import Box, around

SMALLEST_WORD, LARGEST_WORD = 6, 26
"""Least and greatest height of a line, in pixels; of one in larger letters, on a smaller picture.
"""
STROKES: Final = 40
"""Least difference in levels between letters, or lines, and what they stand on."""
LEAST_SURE: Final = 0.5
"""Least probability of each line of a label that is taken for read."""
_LONGEST: Final = 20
"""Greatest width of a line, in heights."""
_BORDER: Final = 30
"""Pixels from which on what is hollow is the edge of a button, and no letter."""
_LINE_WIDTH: Final = 5
"""Pixels to each side within which all of such an edge lies."""
_HOLLOW: Final = 0.2
"""Part of what lies within, at most, that is drawn in one piece with it."""
_SIZES: Final = 3
"""Sizes at which a picture is searched, each half the one before."""
_GROUND: Final = 13
"""Side of the square whose median is the ground of letters."""
_INKS: Final = 255 // STROKES
"""Colours that are told apart at most, the most frequent ones."""
_BETWEEN: Final = (0.85, 0.5)
"""Greatest gaps beside and below a part of a label, as fractions of the height of its letters."""

_FEWEST_GAPS, _SPACED = 2, 0.17
"""Least number of gaps between letters that are spaced, and their least width in heights."""


@dataclass(frozen=True, slots=True)
class Label:
    """What is written in a rectangle of a picture, a line each; "" where it was not read."""

    text: str
    box: Box

    @property
    def centre(self) -> tuple[float, float]:
        """Pixel (x, y) of its middle."""
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2

    def moved(self, right: int, down: int) -> Label:
        """The label on a picture of which this one was a part."""
        x0, y0, x1, y1 = self.box
        return Label(self.text, (x0 + right, y0 + down, x1 + right, y1 + down))


def find_labels(picture: NDArray[np.uint8]) -> list[Label]:
    """The labels on a picture, (height, width, 3) uint8 BGR, from top to bottom."""
    found: list[Label] = []
    for size in range(_SIZES):
        if min(picture.shape[:2]) < SMALLEST_WORD:
            break
        for label in _labels(picture, SMALLEST_WORD if size == 0 else LARGEST_WORD // 2):
            x0, y0, x1, y1 = (2**size * side for side in label.box)
            found.append(Label(label.text, (x0, y0, x1, y1)))
        half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        picture = np.asarray(half, np.uint8)
    # What lies within letters that were read is a piece of them.
    whole = [
        one
        for one in found
        if not any(_holds(two.box, one.box) and len(two.text) >= len(one.text) for two in found)
    ]
    return sorted(whole, key=lambda label: (label.box[1], label.box[0]))


def _holds(outer: Box, inner: Box) -> bool:
    (a, b, c, d), (x0, y0, x1, y1) = outer, inner
    return outer != inner and a <= x0 and b <= y0 and c >= x1 and d >= y1


def find_painted(
    picture: NDArray[np.uint8], before: NDArray[np.uint8] | None = None
) -> list[Label]:
    """The labels in one colour each that lie over lines and other signs, such as those of a board.

    `picture` is (height, width, 3) uint8 BGR; a colour counts where it was not `before`. Nothing
    but the colour tells such letters from what they lie over.
    """
    codes = picture.astype(np.uint32) @ np.array([1, 1 << 8, 1 << 16], np.uint32)
    values, counts = np.unique(codes, return_counts=True)
    often = values[np.argsort(-counts)][: _INKS**2, None] >> np.array([0, 8, 16]) & 255
    apart = np.abs(often[:, None] - often).max(axis=2)
    inks: list[int] = []
    for one in range(len(often)):
        if len(inks) < _INKS and (apart[one, inks] > STROKES).all():
            inks.append(one)
    found: list[Label] = []
    for one in inks[1:]:
        away = cv2.absdiff(picture, np.full_like(picture, often[one])).max(axis=2)
        written = away == 0 if before is None else (away == 0) & (picture != before).any(axis=2)
        x, y, across, down = cv2.boundingRect(written.astype(np.uint8))
        if down:
            left, top = max(0, x - LARGEST_WORD), max(0, y - LARGEST_WORD)
            part = away[top : y + down + LARGEST_WORD, left : x + across + LARGEST_WORD]
            others = apart[one, :one]
            steep = 255 / float(others[others > STROKES].min())
            # Nothing but letters is left with hard edges, which are read well with soft ones.
            for scale in (steep, 2 * steep):
                drawn = np.minimum(part * scale, 255).astype(np.uint8)[..., None].repeat(3, axis=2)
                found += [label.moved(left, top) for label in find_labels(drawn)]
    return found


def read_labels(picture: NDArray[np.uint8]) -> list[Label]:
    """The labels of a picture; one in doubt is told by its colour, if all of it has that.

    Soft edges of letters reach a pixel beyond what is of their colour.
    """
    labels = find_labels(picture)
    painted = [] if all(label.text for label in labels) else find_painted(picture)
    texts = [[one.text for one in painted if one.text and _same(one, label)] for label in labels]
    return [
        label if label.text else Label(max(read, key=read.count, default=""), label.box)
        for label, read in zip(labels, texts, strict=True)
    ]


def _same(one: Label, other: Label) -> bool:
    return all(abs(a - b) <= 1 for a, b in zip(one.box, other.box, strict=True))


def _labels(picture: NDArray[np.uint8], least: int) -> Iterator[Label]:
    """The labels in letters of a size that can be read, from a height on, on a picture."""
    edges = strokes_of(picture)
    borders = _borders(edges)
    boxes = [
        (x0, y0, x1, y1)
        for x0, y0, x1, y1 in pieces_of(edges - borders)
        if least // 2 <= y1 - y0 <= LARGEST_WORD and x1 - x0 < _LONGEST * LARGEST_WORD
    ]
    ink = ink_of(picture)
    for parts in _close(_close([[box] for box in boxes], borders, 0), borders, 1):
        lines = sorted(_close([[box] for box in parts], borders, 0), key=lambda line: line[0][1])
        boxes = [around(line) for line in lines]
        if any(foot - top >= least for _, top, _, foot in boxes):
            texts = [_read(picture, ink, box) for box in boxes]
            yield Label("\n".join(texts) if all(texts) else "", around(boxes))


def ink_of(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """How much each pixel (height, width, 3) differs from the ground of letters, uint8.

    A median of few values is quick, and suffices to tell letters from their ground; of bold ones it
    takes something away, as of those that the network was trained with.
    """
    return np.asarray(cv2.absdiff(picture, cv2.medianBlur(picture, _GROUND)).max(axis=2), np.uint8)


def _read(picture: NDArray[np.uint8], ink: NDArray[np.uint8], box: Box) -> str:
    """What is written in a rectangle; "" where a letter of it is in doubt.

    The ground of bold letters is told by what is around them, as that of others is by a median.
    """
    x0, y0, x1, y1 = box
    colours = picture[y0:y1, x0:x1]
    rim = (colours[0], colours[-1], colours[:, 0], colours[:, -1])
    ground = np.median(np.concatenate(rim), axis=0).astype(np.uint8)
    bold = cv2.absdiff(colours, np.broadcast_to(ground, colours.shape)).max(axis=2)
    return _read_ink(colours, ink[y0:y1, x0:x1]) or _read_ink(colours, bold)


def _read_ink(colours: NDArray[np.uint8], ink: NDArray[np.uint8]) -> str:
    rows, cols = (np.flatnonzero(ink.max(axis=axis) > STROKES) for axis in (1, 0))
    if len(rows) < SMALLEST_WORD // 2 or len(cols) > _LONGEST * len(rows):
        return ""
    line = ink[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    colours = colours[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    line = line[_after_sign(colours.astype(np.float64), line)]
    text = _sure(line)
    closer = None if any(map(str.isdigit, text)) else _closed_up(line)
    return text if closer is None else _sure(closer) or text


def _after_sign(colours: NDArray[np.float64], line: NDArray[np.uint8]) -> tuple[slice, slice]:
    """Where a line is written, if a larger sign in other colours is before it; else all of it.

    Such are on the buttons of dialogs: an arrow, a cross, a tick. Letters have the colours between
    their ink and their ground.
    """
    drawn, whole, high = line > STROKES, (slice(None), slice(None)), len(line)
    wide = int(drawn.any(axis=0).argmin())
    start = wide + int(drawn[:, wide:].any(axis=0).argmax())
    rows = np.flatnonzero(drawn[:, start:].any(axis=1))
    if not high < 2 * wide < 3 * high or not 0 < rows[0] <= rows[-1] < high - 1:
        return whole
    away = colours - np.median(colours[~drawn], axis=0)
    ink = away[:, start:][line[:, start:] == line[:, start:].max()].mean(axis=0)
    along = np.clip(away @ ink / (ink @ ink), 0, 1)
    odd = np.abs(away - along[..., None] * ink).max(axis=2)
    sign, letters = (odd[:, at][drawn[:, at]].mean() for at in (slice(wide), slice(start, None)))
    after = slice(int(rows[0]), int(rows[-1]) + 1), slice(start, None)
    return after if sign > 2 * letters + STROKES / 8 else whole


def _sure(line: NDArray[np.uint8]) -> str:
    text, certain = read_line(np.ascontiguousarray(line))
    return text if certain > LEAST_SURE else ""


def _closed_up(line: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """A line with as much less between its letters as leaves a pixel, if all stand far apart."""
    drawn = np.flatnonzero(line.max(axis=0) > STROKES)
    gaps = np.diff(drawn) - 1
    wide = gaps[gaps > 0]
    if len(wide) < _FEWEST_GAPS or wide.min() < max(2, _SPACED * len(line)):
        return None
    less = int(wide.min()) - 1
    cut = [column + 1 + at for column in drawn[:-1][gaps > 0] for at in range(less)]
    return np.delete(line, cut, axis=1)


def _close(groups: list[list[Box]], borders: NDArray[np.uint8], axis: int) -> list[list[Box]]:
    """Groups of rectangles joined where they lie close: beside (`axis` 0) or below each other."""
    joined: list[list[Box]] = []
    for group in sorted(groups, key=lambda group: around(group)[axis]):
        near = [other for other in joined if _near(around(other), around(group), borders, axis)]
        joined = [other for other in joined if other not in near]
        joined.append([*group, *(box for other in near for box in other)])
    return joined


def _near(one: Box, other: Box, borders: NDArray[np.uint8], axis: int) -> bool:
    """Whether two rectangles lie close to each other along an axis, without a border between."""
    across = 1 - axis
    height = min(one[3] - one[1], other[3] - other[1])
    gap = max(one[axis], other[axis]) - min(one[axis + 2], other[axis + 2])
    start, end = max(one[across], other[across]), min(one[across + 2], other[across + 2])
    if gap > _BETWEEN[axis] * max(height, SMALLEST_WORD) or end <= start:
        return False
    spans = [slice(0), slice(0)]
    spans[1 - axis] = slice(
        *sorted((min(one[axis + 2], other[axis + 2]), max(one[axis], other[axis])))
    )
    spans[axis] = slice(start, end)
    return gap <= 0 or not borders[tuple(spans)].any()


def strokes_of(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Where letters and lines are drawn on a picture: 1, else 0."""
    gradient = cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return np.asarray(gradient.max(axis=2) > STROKES, np.uint8)


def pieces_of(drawn: NDArray[np.uint8], down: int = 1, across: int = 9) -> list[Box]:
    """Rectangles of what is drawn in one piece, with gaps less than so high and wide.

    The words of one line are, where nothing else is said.
    """
    joined = cv2.morphologyEx(drawn, cv2.MORPH_CLOSE, np.ones((down, across), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    return [(x, y, x + width, y + height) for x, y, width, height, _ in stats[1:].tolist()]


def _borders(edges: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The edges of buttons, menus, dialogs and fields: what is drawn in one piece and hollow."""
    _, parts, stats, _ = cv2.connectedComponentsWithStats(edges, connectivity=8)
    hollow = np.zeros(len(stats), np.uint8)
    for number, (x, y, width, height, _) in enumerate(stats.tolist()):
        if number and max(width, height) >= _BORDER:
            part = parts[y : y + height, x : x + width]
            inside = part[_LINE_WIDTH:-_LINE_WIDTH, _LINE_WIDTH:-_LINE_WIDTH] == number
            line = min(width, height) <= _LINE_WIDTH
            hollow[number] = line or (inside.size > 0 and inside.mean() < _HOLLOW)
    return np.asarray(hollow[parts], np.uint8)
