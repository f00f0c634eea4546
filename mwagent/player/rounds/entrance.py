"""The way to a board where none is in sight: forms, menus and dialogs that come before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.player.rounds.buttons import Word, answer_dialogs, press_faces, press_words
from mwagent.player.rounds.firm_press import MOST_PRESSED, press_firmly
from mwagent.player.views import Point, View, names_size
from mwagent.vision.header.words import find_labels
from mwagent.vision.lattice import Box

SHORTEST_FIELD: Final = 14
TALLEST_FIELD: Final = 60
"""Least and greatest height of a field to write in, in pixels."""
WIDEST_FIELD: Final = 16
"""Greatest width of such a field, in heights."""
WHITE: Final = 250
"""Least level of each channel in such a field; a shining button has lower ones."""
FILLED: Final = 0.97
"""Least part of its rectangle that an empty field fills."""
WRITTEN: Final = "10"
"""What is written into each: ten rows, ten columns and ten mines make a board."""


def enter(view: View, hold: float) -> Iterator[str]:
    """Do one thing after another that may bring up a board; yields what was just done.

    Whatever is pressed may bring up fields to be filled in.
    """
    words: list[Word] = []
    points: list[Point] = []
    yield from fill_fields(view, hold, points)
    yield from answer_dialogs(view, hold, begin=True)
    yield from fill_fields(view, hold, points)
    for pressed in press_words(view, None, hold, levels=True, tried=words):
        yield pressed
        yield from fill_fields(view, hold, points)
    yield from press_faces(view, hold)
    yield from press_words(view, None, hold, levels=True, tried=words)


def fill_fields(view: View, hold: float, tried: list[Point]) -> Iterator[str]:
    """Write into each empty field that asks for a size, mines or a name, once; adds to `tried`.

    A page names its fields, and what they take; on a screen they are white rectangles with a label.
    """
    named = [(text, ((x0 + x1) / 2, (y0 + y1) / 2)) for text, (x0, y0, x1, y1) in view.fields()]
    seen = [
        (WRITTEN, shot.to_screen(*middle))
        for shot in (() if view.alone else view.pictures())
        for middle in sized_fields(shot.picture)[:MOST_PRESSED]
    ]
    shown = [(text, (int(x), int(y))) for text, (x, y) in (*named[:MOST_PRESSED], *seen)]
    new = [(text, at) for text, at in shown if at not in tried]
    for text, at in new:
        tried.append(at)
        if press_firmly(view, at, hold, field=True) is not None:
            for letter in text:
                view.key(letter)
    if new:
        yield f"{' and '.join(dict.fromkeys(text.strip() for text, _ in new))} in the fields"


def sized_fields(picture: NDArray[np.uint8]) -> list[tuple[float, float]]:
    """Middles (x, y) of the empty fields to whose left, or above which, a size is asked for.

    `picture` is (height, width, 3) uint8 BGR.
    """
    fields = fields_in(picture)
    labels = [label.box for label in find_labels(picture) if fields and names_size(label.text)]
    return [
        ((x0 + x1) / 2, (y0 + y1) / 2)
        for x0, y0, x1, y1 in fields
        if any(
            (left < x0 and x0 - right < x1 - x0 and top < (y0 + y1) / 2 < foot)
            or (left < x1 and x0 < right and 0 <= y0 - foot < y1 - y0)
            for left, top, right, foot in labels
        )
    ]


def fields_in(picture: NDArray[np.uint8]) -> list[Box]:
    """White rectangles to write in, empty ones, from top to bottom.

    `picture` is (height, width, 3) uint8 BGR.
    """
    white = (picture.min(axis=2) >= WHITE).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(white, connectivity=4)
    height, width = white.shape
    found: list[Box] = []
    for x, y, across, down, area in stats[1:].tolist():
        fits = SHORTEST_FIELD <= down <= TALLEST_FIELD and down < across < WIDEST_FIELD * down
        inside = x > 0 and y > 0 and x + across < width and y + down < height
        if fits and inside and area >= FILLED * across * down:
            found.append((x, y, x + across, y + down))
    return sorted(found, key=lambda box: (box[1], box[0]))
