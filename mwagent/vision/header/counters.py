"""Numbers written near a board in plain digits: the mine counter of most modern games.

A number is only taken for the mine counter when something confirms it: that it completes the
usual number of mines of a board of that size, that a slash and all mines follow it, that a caption
says so, or that the board has an unusual size and no other number is there. Digits on both sides of
a colon are a clock. More numbers than a counter and a clock tell nothing without a caption.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact
from mwagent.vision.edges import Pixels
from mwagent.vision.glyphs.classifier import CLASSES, classify, glyph_of
from mwagent.vision.grid.cells import CELL
from mwagent.vision.header.displays import HEADROOM, at_limit, read_counter
from mwagent.vision.header.words import find_labels
from mwagent.vision.lattice import Box, Lattice, around
from mwagent.vision.reading import CERTAIN

USUAL: Final = {
    (8, 8): (10,),
    (9, 9): (10,),
    (8, 10): (10,),
    (10, 10): (10,),
    (10, 8): (10,),
    (14, 18): (40,),
    (16, 16): (40,),
    (20, 24): (99,),
    (16, 30): (99,),
    (30, 16): (99,),
}
"""Mines of the common levels by rows and columns."""
_LOW, _HIGH = 7, 64
"""Least and greatest height of digits, in pixels."""
_AROUND: Final = (_HIGH, _HIGH)
"""The square around a pixel with whose mean it is compared: as high as large digits."""
_STANDS_OUT: Final = 28
"""Grey levels by which a pixel of a sign differs from the mean around it."""
_BETWEEN_SIGNS: Final = 0.42
"""Greatest gap between signs of one word, as a fraction of their height."""
_CAPTION: Final = re.compile(
    r"\b(?:mines?|bombs?|minas?|bombas?|minen|miny)(?: [li]eft| remaining)?[:= ]+0*([1-9]\d{0,3})\b"
)
"""What stands before a mine counter where it has a caption, and the counter, but at nought."""
_FEWEST_MINES, _MOST_MINES = 0.06, 0.30
"""Least and greatest number of mines in a game, as a fraction of its cells."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number on a picture: its value, what follows it after a slash, and where it is.

    It may be a part of a `clock`.
    """

    value: int
    of: int | None
    box: Box
    clock: bool = False


class Counter(NamedTuple):
    """What a mine counter shows: mines less flags; `doubted` where it may as well be a clock."""

    left: int
    doubted: bool = False


def read_mines(picture: Pixels, lattice: Lattice, flags: int) -> Counter | None:
    """The mine counter that a display or a text near the board is; None where neither is.

    `flags` is how many flags are on the board. A display at the last number that it has digits for
    says nothing, unless it fits the usual number of mines of a board of that size; nor does one at
    nought where no flag is: it is a clock, or not set yet.
    """
    shown = read_counter(picture, lattice)
    if shown is None:
        return mines_left(picture, lattice, flags)
    usual = USUAL.get((lattice.rows, lattice.cols), ())
    mines = int(shown) + flags
    if (at_limit(shown) or not mines) and mines not in usual:
        return None
    return Counter(int(shown))


def mines_left(picture: Pixels, lattice: Lattice, flags: int) -> Counter | None:
    """The mine counter that a text near the board is; None where none is surely that.

    `flags` is how many flags are on the board.
    """
    seen = [number for band in _bands(picture, lattice) for number in numbers(picture, band)]
    usual = USUAL.get((lattice.rows, lattice.cols), ())
    cells = lattice.rows * lattice.cols
    for number in seen:
        all_of = number.of or 0
        likely = all_of in usual or _FEWEST_MINES * cells <= all_of <= _MOST_MINES * cells
        if likely and flags in {number.value, all_of - number.value}:
            return Counter(all_of - flags)
    captioned = _captioned(picture, lattice)
    if captioned:
        return Counter(captioned.pop()) if len(captioned) == 1 else None
    clock = any(number.clock for number in seen)
    plain = [number for number in seen if number.of is None and not number.clock]
    # At nought it tells nothing that the flags do not, and much else stands at nought.
    some = [n for n in plain if n.value]
    if len(some) > 2:
        return None
    confirmed = {number.value for number in some if number.value + flags in usual}
    fitting = [n for n in some if _FEWEST_MINES * cells <= n.value + flags <= _MOST_MINES * cells]
    if len(confirmed) == 1:
        return Counter(confirmed.pop())
    if usual:
        return None
    # A clock beside it would do as well, unless it stands at nought.
    alone = len(fitting) == len(some) == 1
    return Counter(fitting[0].value, doubted=not clock and len(plain) == 1) if alone else None


def _captioned(picture: Pixels, lattice: Lattice) -> set[int]:
    """The numbers near the board that a caption before them says to be of mines."""
    found: set[int] = set()
    for x0, y0, x1, y1 in _bands(picture, lattice):
        for label in find_labels(np.ascontiguousarray(picture[y0:y1, x0:x1])):
            found.update(map(int, _CAPTION.findall(label.text)))
    return found


def _bands(picture: Pixels, lattice: Lattice) -> list[Box]:
    """Where a counter may be: as wide as the board, above it and below."""
    height, width = picture.shape[:2]
    x0, y0, x1, y1 = lattice.box
    left, right = max(0, x0 - 4), min(width, x1 + 4)
    # In small cells too, there is room for two lines of large digits.
    room = max(HEADROOM * lattice.pitch_y, 2 * _HIGH)
    bands = [
        (left, max(0, int(y0 - room)), right, max(0, y0 - 1)),
        (left, min(height, y1 + 1), right, min(height, int(y1 + room))),
    ]
    return [band for band in bands if band[3] - band[1] > _LOW]


def numbers(picture: Pixels, band: Box) -> list[Number]:
    """The numbers written in a part of a picture, from the left."""
    x0, y0, x1, y1 = band
    part = picture[y0:y1, x0:x1]
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)
    seen: list[Number] = []
    for left, top, right, bottom in _panels(grey):
        panel = _twice(part[top:bottom, left:right])
        levels = np.asarray(cv2.cvtColor(panel, cv2.COLOR_BGR2GRAY), np.uint8)
        distance = cv2.absdiff(levels, np.full_like(levels, round(float(np.median(levels)))))
        ink = (distance > _STANDS_OUT).astype(np.uint8)
        for number in _written(panel, [ink]):
            a, b, c, d = (side // 2 for side in number.box)
            seen.append(replace(number, box=(left + a, top + b, left + c, top + d)))
    seen += _written(part, _inks(grey))
    found: list[Number] = []
    for number in seen:
        left, top, right, bottom = number.box
        box = (left + x0, top + y0, right + x0, bottom + y0)
        if not any(_touch(box, other.box) for other in found):
            found.append(replace(number, box=box))
    return sorted(found, key=lambda number: number.box)


def _written(part: Pixels, inks: list[Pixels]) -> list[Number]:
    """The numbers written on a part of a picture in one of the inks."""
    found: list[Number] = []
    for ink in inks:
        pieces = _pieces(ink)
        signs, colons = _signs(ink, pieces), _colons(pieces)
        words = _words(signs, colons)
        # Digits that touch all along are no signs, but numbers all the same.
        short = [around(word) for word in words if len(word) <= 3]
        short += [box for box in pieces if not _parted(ink, box)]
        for word in words:
            other = _bracketed(word, signs) or _in_letters(word, pieces)
            number = None if other else _number(part, word)
            if number is not None:
                box = number.box
                timed = any(
                    _parts(c, *pair)
                    for c in colons
                    for end in short
                    for pair in ((box, end), (end, box))
                )
                found.append(replace(number, clock=timed))
    return found


def _colons(pieces: list[Box]) -> list[Box]:
    """Boxes of two like dots, one above the other."""
    dots = [box for box in pieces if abs(box[2] - box[0] - (box[3] - box[1])) <= 1]
    return [
        (x0, top, x1, foot)
        for (x0, top, x1, y1), (left, y0, right, foot) in permutations(dots, 2)
        if max(abs(left - x0), abs(right - x1), abs(foot - y0 - (y1 - top))) <= 1
        if 0 < y0 - y1 <= 4 * (y1 - top)
    ]


def _parts(colon: Box, left: Box, right: Box) -> bool:
    """Whether a colon stands between what may be numbers on one line, and close to both.

    After one that ends a caption there is a space, and small letters are before it.
    """
    high = right[3] - right[1]
    before, after = colon[0] - left[2], right[0] - colon[2]
    close = before >= -1 and after >= -1 and 2 * max(before, after) <= high
    level = left[1] <= colon[1] and colon[3] <= left[3] + 1
    alike = 8 * max(abs(left[1] - right[1]), abs(left[3] - right[3])) <= max(8, high)
    return close and level and alike


def _panels(grey: Pixels) -> list[Box]:
    """Dark boxes wider than high: what is written there need not be brighter than around them."""
    around = cv2.blur(grey, _AROUND, borderType=cv2.BORDER_REPLICATE)
    dark = (cv2.subtract(around, grey) > _STANDS_OUT).astype(np.uint8)
    whole = cv2.morphologyEx(dark, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(whole, connectivity=4)
    return [
        (x + 1, y + 1, x + width - 1, y + height - 1)
        for x, y, width, height, area in stats[1:].tolist()
        if 1.6 * _LOW < height <= _HIGH and height < width < 5 * height
        if area > 0.8 * width * height
    ]


def _twice(picture: Pixels) -> Pixels:
    """A picture twice as large, in which thin strokes have a width."""
    doubled = cv2.resize(picture, None, fx=2, fy=2, interpolation=cv2.INTER_LANCZOS4)
    return np.asarray(doubled, np.uint8)


def _inks(grey: Pixels) -> list[Pixels]:
    """What is darker, and what is lighter than its surroundings."""
    around = cv2.blur(grey, _AROUND, borderType=cv2.BORDER_REPLICATE)
    masks = []
    for one, other in ((around, grey), (grey, around)):
        distance = cv2.subtract(one, other)
        masks.append(
            np.asarray(cv2.threshold(distance, _STANDS_OUT, 1, cv2.THRESH_BINARY)[1], np.uint8)
        )
    return masks


def _pieces(ink: Pixels) -> list[Box]:
    """Boxes of what hangs together, and may be letters or parts of them."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    return [
        (x, y, x + width, y + height)
        for x, y, width, height, area in stats[1:].tolist()
        if height <= _HIGH and 0.08 * height < width < 2.2 * height
        if x > 0 and y > 0 and x + width < ink.shape[1] and y + height < ink.shape[0]
        if area > 0.12 * width * height
    ]


def _signs(ink: Pixels, pieces: list[Box]) -> list[Box]:
    """Boxes of what may be digits, from the left."""
    high = (box for box in pieces if box[3] - box[1] >= _LOW)
    return sorted(sign for box in high for sign in _parted(ink, box))


def _parted(ink: Pixels, box: Box) -> list[Box]:
    """A sign; two where it is so wide that two must touch, nothing where they do all along."""
    x0, y0, x1, y1 = box
    width, height = x1 - x0, y1 - y0
    if width < 1.15 * height:
        return [box]
    third = width // 3
    across = ink[y0:y1, x0 + third : x1 - third].sum(axis=0, dtype=np.int64)
    cut = x0 + third + int(across.argmin())
    return [(x0, y0, cut, y1), (cut + 1, y0, x1, y1)] if across.min() < 0.35 * height else []


def _words(signs: list[Box], colons: list[Box]) -> list[list[Box]]:
    """Signs of one height in one line and close together, no colon between, from the left."""
    words: list[list[Box]] = []
    for sign in signs:
        for word in words:
            last = word[-1]
            high = last[3] - last[1]
            level = abs(sign[1] - last[1]) + abs(sign[3] - last[3]) <= max(2, 0.3 * high)
            parted = any(_parts(colon, last, sign) for colon in colons)
            if level and not parted and -2 <= sign[0] - last[2] <= _BETWEEN_SIGNS * high:
                word.append(sign)
                break
        else:
            words.append([sign])
    return words


def _bracketed(word: list[Box], signs: list[Box]) -> bool:
    """Whether a bracket stands by a word: a size in a heading is written so, no counter is."""
    left, right = word[0][0], word[-1][2]
    top, bottom = word[0][1], word[0][3]
    high = bottom - top
    for x0, y0, x1, y1 in signs:
        tall = y1 - y0 > 1.15 * high and x1 - x0 < 0.5 * (y1 - y0)
        around = y0 <= top + 1 and y1 >= bottom - 1
        if tall and around and -2 <= max(x0 - right, left - x1) <= _BETWEEN_SIGNS * high:
            return True
    return False


def _in_letters(word: list[Box], pieces: list[Box]) -> bool:
    """Whether a small letter stands right by a word, on its line: what looks like 11 is an ll."""
    left, right = word[0][0], word[-1][2]
    top, bottom = word[0][1], word[0][3]
    high = bottom - top
    for x0, y0, x1, y1 in pieces:
        small = 0.55 * high < y1 - y0 < 0.9 * high and abs(y1 - bottom) <= max(1, 0.1 * high)
        if small and -2 <= max(x0 - right, left - x1) <= max(2, 0.25 * high):
            return True
    return False


def _number(part: Pixels, word: list[Box]) -> Number | None:
    """The number a word is; None when it has anything but digits, or stands by another sign."""
    if not 1 <= len(word) <= 7:
        return None
    text = "".join(_sign(part, sign) for sign in word)
    box = around(word)
    first, slash, second = text.partition("/")
    if not 1 <= len(first) <= 3 or not first.isdigit():
        return None
    if slash:
        return Number(int(first), int(second), box) if second.isdigit() else None
    return Number(int(first), None, box)


def _sign(part: Pixels, box: Box) -> str:
    """The digit or slash in a box, "!" for anything else."""
    left, top, right, bottom = box
    side = round(1.5 * max(right - left, bottom - top))
    x, y = (left + right - side) // 2, (top + bottom - side) // 2
    rows, cols = (np.arange(a, a + side) for a in (y, x))
    rows, cols = np.clip(rows, 0, part.shape[0] - 1), np.clip(cols, 0, part.shape[1] - 1)
    square = part[rows[:, None], cols].astype(np.float32)
    # Neighbours in the word are not part of the sign.
    gone_left, gone_right = left - x - 1, right - x + 1
    ground = np.median(np.concatenate([square[:2], square[-2:]]).reshape(-1, 3), axis=0)
    square[:, : max(0, gone_left)] = ground
    square[:, gone_right:] = ground
    scaled = cv2.resize(square, (CELL, CELL), interpolation=cv2.INTER_AREA)
    cell = np.asarray(scaled, np.float32)
    if _slanted(cell, ground):
        return "/"
    glyph = glyph_of(cell)
    if glyph is None:
        return "!"
    probabilities = classify(glyph.feature[None])[0]
    if _ring(cell, glyph.ground):
        return "0"
    digits = probabilities[:10]
    if digits.sum() > 0.5:
        best = int(digits.argmax())
        return CLASSES[best] if digits[best] > CERTAIN * digits.sum() else "!"
    return "!"


def _ring(cell: NDArray[np.floating], ground: NDArray[np.floating]) -> bool:
    """Whether a sign is a line around one large hole in its middle: nought."""
    distance = abs(cell - ground).max(axis=2)
    ink = (distance > 0.5 * distance.max()).astype(np.uint8)
    _, _, stats, centres = cv2.connectedComponentsWithStats(1 - ink, connectivity=4)
    rows, cols = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    holes = [
        (int(height), centre)
        for (x, y, width, height, area), centre in zip(stats[1:], centres[1:], strict=True)
        if x > cols[0] and y > rows[0] and x + width <= cols[-1] and y + height <= rows[-1]
        if area > 4
    ]
    if len(holes) != 1:
        return False
    height, (x, y) = holes[0]
    tall, wide = rows[-1] - rows[0] + 1, cols[-1] - cols[0] + 1
    middle_x, middle_y = (cols[0] + cols[-1]) / 2, (rows[0] + rows[-1]) / 2
    central = abs(x - middle_x) < 0.1 * wide and abs(y - middle_y) < 0.07 * tall
    return bool(central and height > 0.5 * tall and wide < 0.95 * tall)


def _slanted(cell: NDArray[np.floating], ground: NDArray[np.floating]) -> bool:
    """Whether a sign is a line from the lower left to the upper right."""
    strong = abs(cell - ground).max(axis=2) > 40
    rows, cols = np.nonzero(strong)
    if len(rows) < 8:
        return False
    across, down = cols - cols.mean(), rows.mean() - rows
    straight = (across * down).sum() / max(exact.length(across) * exact.length(down), exact.TINY)
    return bool(straight > 0.7)


def _touch(one: Box, other: Box) -> bool:
    return min(one[2], other[2]) > max(one[0], other[0]) and min(one[3], other[3]) > max(
        one[1], other[1]
    )
