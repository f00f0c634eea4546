"""The way to a board where none is in sight: forms, menus and dialogs that come before it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.player.rounds.buttons import (
    BUTTON_HEIGHTS,
    WIDEST,
    press_boxes,
    press_faces,
    press_words,
)
from mwagent.player.rounds.firm_press import MOST_PRESSED, press_firmly
from mwagent.player.views import Point, View
from mwagent.vision.header.words import Word

TALLEST_FIELD: Final = 60
"""Greatest height of a field to write in, in pixels."""
WHITE: Final = 250
"""Least level of each channel in such a field; a shining button has lower ones."""
FILLED: Final = 0.97
"""Least part of its rectangle that an empty field fills."""
WRITTEN: Final = "10"
"""What is written into each: ten rows, ten columns and ten mines make a board."""


def enter(view: View, hold: float) -> Iterator[str]:
    """Do one thing after another that may bring up a board; yields what was just done.

    A dialog may come up in between, and close or cover what was pressed in vain before: words are
    looked for again after each button. Whatever is pressed may bring up fields to be filled in.
    """
    words: list[Word] = []
    points: list[Point] = []

    def write_and_press() -> Iterator[str]:
        yield from fill_fields(view, hold, points)
        for pressed in press_words(view, None, hold, levels=True, tried=words):
            yield pressed
            yield from fill_fields(view, hold, points)

    yield from write_and_press()
    yield from press_faces(view, hold)
    for pressed in press_boxes(view, hold, points):
        yield pressed
        yield from write_and_press()


def fill_fields(view: View, hold: float, tried: list[Point]) -> Iterator[str]:
    """Write something into each empty field, once; adds their places to those that were `tried`.

    A page names its fields, and what they take; on a screen they are white rectangles.
    """
    named = [(text, ((x0 + x1) / 2, (y0 + y1) / 2)) for text, (x0, y0, x1, y1) in view.fields()]
    seen = [
        (WRITTEN, shot.to_screen(*middle))
        for shot in (() if view.alone else view.pictures())
        for middle in fields_in(shot.picture)[:MOST_PRESSED]
    ]
    shown = [(text, (int(x), int(y))) for text, (x, y) in (*named[:MOST_PRESSED], *seen)]
    new = [(text, at) for text, at in shown if at not in tried and view.plays(at)]
    for text, at in new:
        tried.append(at)
        if press_firmly(view, at, hold) is not None:
            for letter in text:
                view.key(letter)
    if new:
        yield f"{' and '.join(dict.fromkeys(text for text, _ in new))} in the fields"


def fields_in(picture: NDArray[np.uint8]) -> list[tuple[float, float]]:
    """Middles (x, y) of white rectangles to write in, empty ones, from top to bottom.

    `picture` is (height, width, 3) uint8 BGR.
    """
    white = (picture.min(axis=2) >= WHITE).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(white, connectivity=4)
    height, width = white.shape
    found: list[tuple[float, float]] = []
    for x, y, across, down, area in stats[1:].tolist():
        fits = BUTTON_HEIGHTS[0] <= down <= TALLEST_FIELD and down < across < WIDEST * down
        inside = x > 0 and y > 0 and x + across < width and y + down < height
        if fits and inside and area >= FILLED * across * down:
            found.append((y + down / 2, x + across / 2))
    return [(x, y) for y, x in sorted(found)]
