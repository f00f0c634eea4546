"""Menus above a board: the first entry of the first begins a round in most programs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief import Location
from mwagent.player.play import EFFECT
from mwagent.player.rounds.firm_press import MOST_PRESSED, press_firmly
from mwagent.player.views import HOLDS, STROKES, Point, View, pieces_of, point_of, strokes_of
from mwagent.vision.capture import Shot
from mwagent.vision.header.displays import HEADROOM
from mwagent.vision.header.words import AGAIN, SMALLEST_WORD, find_words
from mwagent.vision.lattice import Box

LONGEST: Final = 40
"""Greatest width of the title of a menu, or of one of its entries, in heights."""
TALLEST: Final = 26
"""Greatest height of what is written in a menu, in pixels."""


def press_menus(view: View, location: Location, hold: float) -> Iterator[str]:
    """Open one menu after another above the board, and press an entry; yields what was pressed.

    The entry is one with a word for another round, or the first. Titles are written from the left.
    """
    x0, y0, x1, _ = location.box
    top = max(0, round(y0 - HEADROOM * location.lattice.pitch_y))
    if y0 - top < SMALLEST_WORD:
        return
    strip = view.grab(location.monitor, (x0, top, x1, y0)).picture
    pressed = 0
    for title in texts_in(strip):
        if pressed == MOST_PRESSED:
            break
        before = view.pictures()[location.monitor]
        at = _middle(view, location, moved(title, x0, top))
        if press_firmly(view, at, hold) is None:
            continue
        pressed += 1
        after, menu = _await_menu(view, before, moved(title, x0, top))
        entry = None if menu is None else entry_of(after, menu)
        if entry is not None:
            chosen = _middle(view, location, entry)
            if press_firmly(view, chosen, hold, rest=HOLDS[2]) is not None:
                # A menu may have lain over the board, and the pointer over a cell of it now.
                view.park(at)
                yield "an entry of a menu"
        elif menu is None:
            yield "what is written above the board"
        if menu is not None or not np.array_equal(before.picture, after):
            # Whatever is open now takes what is pressed next. Where nothing is, this may quit.
            view.key("escape")


def _await_menu(view: View, before: Shot, title: Box) -> tuple[NDArray[np.uint8], Box | None]:
    """A picture of the monitor with a menu below its title, and where; None where none opens."""
    until = time.monotonic() + EFFECT
    while True:
        after = view.pictures()[before.monitor].picture
        menu = dropped(before.picture, after, title)
        if menu is not None or time.monotonic() > until:
            return after, menu
        time.sleep(0.05)


def _middle(view: View, location: Location, box: Box) -> Point:
    """Mouse coordinates of the middle of a rectangle of the monitor; the board is grabbed last."""
    shot = view.grab(location.monitor, box)
    view.grab(location.monitor, location.box)
    return point_of(shot, (box[2] - box[0]) / 2, (box[3] - box[1]) / 2)


def moved(box: Box, x: int, y: int) -> Box:
    """A rectangle moved by some pixels.

    >>> moved((1, 2, 3, 4), 10, 20)
    (11, 22, 13, 24)
    """
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def texts_in(picture: NDArray[np.uint8]) -> list[Box]:
    """Where something is written in a picture (height, width, 3) uint8 BGR, line by line."""
    boxes = {
        (x0, y0, x1, y1)
        for x0, y0, x1, y1 in pieces_of(strokes_of(picture))
        if SMALLEST_WORD <= y1 - y0 <= TALLEST and y1 - y0 < x1 - x0 < LONGEST * (y1 - y0)
    }
    return sorted(boxes, key=lambda box: ((box[1] + box[3]) // (2 * SMALLEST_WORD), box[0]))


def dropped(before: NDArray[np.uint8], after: NDArray[np.uint8], title: Box) -> Box | None:
    """Where a menu has come up below its title, between two pictures of a monitor."""
    apart = (cv2.absdiff(before, after).max(axis=2) > STROKES // 2).astype(np.uint8)
    x0, _, x1, foot = title
    for left, top, right, bottom in pieces_of(apart, 9, 9):
        beside = left < x1 and x0 < right
        below = top < foot + TALLEST < bottom
        if beside and below and right - left > max(x1 - x0, (bottom - top) / 8):
            return left, max(top, foot + 2), right, bottom
    return None


def entry_of(picture: NDArray[np.uint8], menu: Box) -> Box | None:
    """Where the entry of an open menu is that begins a round: one that says so, or the first."""
    x0, y0, x1, y1 = menu
    part = np.ascontiguousarray(picture[y0:y1, x0:x1])
    words = [word.box for word in find_words(part) if word.text in AGAIN]
    # What begins at the edge is the frame of the menu, or of its title.
    found = words or [box for box in texts_in(part) if min(box[:2]) > 0]
    return moved(found[0], x0, y0) if found else None
