"""Menus above a board, one entry of which begins a round in most programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief import Location
from mwagent.player.play import EFFECT
from mwagent.player.rounds.firm_press import MOST_PRESSED, press_firmly
from mwagent.player.views import AGAIN, HOLDS, Point, View, names_menu, point_of, round_word
from mwagent.vision.capture import Shot
from mwagent.vision.header.displays import HEADROOM
from mwagent.vision.header.words import SMALLEST_WORD, STROKES, find_labels, pieces_of
from mwagent.vision.lattice import Box

TALLEST: Final = 26
"""Greatest height of what is written in a menu, in pixels."""


def press_menus(view: View, location: Location, hold: float) -> Iterator[str]:
    """Open one menu after another above the board, and press an entry; yields what was pressed.

    The entry is one that says that it begins another round.
    """
    x0, y0, x1, _ = location.box
    top = max(0, round(y0 - HEADROOM * location.lattice.pitch_y))
    if y0 - top < SMALLEST_WORD:
        return
    strip = view.grab(location.monitor, (x0, top, x1, y0)).picture
    titles = [label.moved(x0, top).box for label in find_labels(strip) if names_menu(label.text)]
    for title in titles[:MOST_PRESSED]:
        before = view.pictures()[location.monitor]
        at = _middle(view, location, title)
        if press_firmly(view, at, hold) is None:
            continue
        after, menu = _await_menu(view, before, title)
        entry = None if menu is None else entry_of(after, menu)
        if entry is not None:
            chosen = _middle(view, location, entry)
            if press_firmly(view, chosen, hold, rest=HOLDS[2]) is not None:
                # A menu may have lain over the board, and the pointer over a cell of it now.
                view.park(at)
                yield "an entry of a menu"
        if menu is not None or not np.array_equal(before.picture, after):
            # Whatever is open now takes what is pressed next. Where nothing is, this may quit.
            view.key("escape")


def _await_menu(view: View, before: Shot, title: Box) -> tuple[NDArray[np.uint8], Box | None]:
    """A picture of the monitor with a menu below its title, and where; None where none opens."""
    for _ in view.clock.ticks(EFFECT, 0.05):
        after = view.pictures()[before.monitor].picture
        menu = dropped(before.picture, after, title)
        if menu is not None:
            break
    return after, menu


def _middle(view: View, location: Location, box: Box) -> Point:
    """Mouse coordinates of the middle of a rectangle of the monitor; the board is grabbed last."""
    shot = view.grab(location.monitor, box)
    view.grab(location.monitor, location.box)
    return point_of(shot, (box[2] - box[0]) / 2, (box[3] - box[1]) / 2)


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
    """Where the entry of an open menu is that says that it begins another round."""
    x0, y0, x1, y1 = menu
    labels = find_labels(np.ascontiguousarray(picture[y0:y1, x0:x1]))
    return next((one.moved(x0, y0).box for one in labels if round_word(one.text) in AGAIN), None)
