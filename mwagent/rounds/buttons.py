"""Words and faces on a view that may begin a round, clicked one after another."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from mwagent.hands import View
from mwagent.rounds.faces import faces_in
from mwagent.rounds.firm_press import press_firmly
from mwagent.sight import Location
from vision.capture import Shot
from vision.header.words import AGAIN, FIRST, LEVELS, Word, find_words
from vision.lattice import Box

REACH: Final = (3.0, 8.0)
"""Cells beside, and above or below, a board within which its buttons lie on a screen."""
WORDS_AT_MOST: Final = 4
"""Largest number of words that are clicked to begin a round."""
PRESSES_AT_MOST: Final = 2
"""Largest number of times each of them is clicked."""
FACES_AT_MOST: Final = 3
"""Largest number of yellow faces that are clicked on a page without a board."""
FACE_SIZES: Final = (12, 160)
"""Least and greatest height of such a face, in pixels."""


def press_words(
    view: View, location: Location | None, hold: float, *, levels: bool = False
) -> Iterator[str]:
    """Click one word after another that may begin a round; yields what was just clicked.

    With `levels` those for an easy one, too, which would change the level that is played.
    Without a board, only where nothing but the program that is played is in sight.
    """
    tried: list[Word] = []
    while len(tried) < WORDS_AT_MOST:
        found = begin_words(view, location) if location is not None or view.alone else []
        found = [each for each in found if levels or each[1].text not in LEVELS]
        # The first press of a button may have closed a dialog over it.
        found = [each for each in found if _times(each[1], tried) < PRESSES_AT_MOST]
        if not found:
            break
        shot, word = min(found, key=lambda each: _times(each[1], tried))
        tried.append(word)
        # What is clicked must still be what was seen.
        view.grab(shot.monitor, word.box)
        press_firmly(view, shot.to_screen(*word.centre), hold)
        yield f"the word {word.text.upper()}"


def press_faces(view: View, hold: float) -> Iterator[str]:
    """Click one yellow face after another where no board is in sight; yields what was clicked.

    Some pages show nothing but a face until it is clicked. Only where nothing but the program that
    is played is in sight.
    """
    shots = view.pictures() if view.alone else []
    faces = [(shot, at) for shot in shots for at in faces_in(shot.picture, *FACE_SIZES)]
    for shot, at in faces[:FACES_AT_MOST]:
        press_firmly(view, shot.to_screen(*at), hold)
        yield "a face"


def beside(at: tuple[float, float], box: Box) -> float:
    """How far a point lies from a rectangle; 0 inside.

    >>> beside((5, 5), (0, 0, 10, 10)), beside((13, 14), (0, 0, 10, 10))
    (0.0, 5.0)
    """
    (x, y), (x0, y0, x1, y1) = at, box
    return math.hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1))


def _times(word: Word, tried: list[Word]) -> int:
    """How many times a word was pressed already."""
    return sum(
        word.text == other.text and math.dist(word.centre, other.centre) < 10 for other in tried
    )


def begin_words(view: View, location: Location | None) -> list[tuple[Shot, Word]]:
    """Words on the screen that may begin a round, with the pictures they are on, likely ones first.

    Those for another round come before those for a first one, then the clear ones near the board.
    On a screen, only what is near the board counts.
    """
    found = []
    for shot in view.pictures():
        if location is None:
            height, width = shot.picture.shape[:2]
            left, top, near = 0, 0, (0, 0, width, height)
            part = shot.picture
        elif location.monitor != shot.monitor:
            continue
        else:
            near = x0, y0, x1, y1 = location.box
            across, down = (np.inf, np.inf) if view.alone else REACH
            left = round(max(0.0, x0 - across * location.lattice.pitch_x))
            top = round(max(0.0, y0 - down * location.lattice.pitch_y))
            height, width = shot.picture.shape[:2]
            right = round(min(width, x1 + across * location.lattice.pitch_x))
            foot = round(min(height, y1 + down * location.lattice.pitch_y))
            part = shot.picture[top:foot, left:right]
        written = written_words(view, shot)
        seen = (word.moved(left, top) for word in find_words(np.ascontiguousarray(part)))
        for moved in written or seen:
            far = beside(moved.centre, near) / math.hypot(width, height)
            rank = (moved.text not in AGAIN) + (moved.text in LEVELS)
            found.append(((rank, 0.2 * far - moved.likeness), shot, moved))
    return [(shot, word) for _, shot, word in sorted(found, key=lambda each: each[0])]


def written_words(view: View, shot: Shot) -> list[Word]:
    """Words that may begin a round, on buttons whose text the view knows, in pixels of a shot."""
    found = []
    for text, (x0, y0, x1, y1) in view.buttons():
        names = set(re.findall(r"\w+", text.lower()))
        known = next((word for word in (*AGAIN, *FIRST, *LEVELS) if word in names), None)
        if known is not None:
            across = round(x0 * shot.scale_x), round(x1 * shot.scale_x)
            down = round(y0 * shot.scale_y), round(y1 * shot.scale_y)
            found.append(Word(known, (across[0], down[0], across[1], down[1]), 1.0))
    return found
