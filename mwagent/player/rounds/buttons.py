"""Labels and faces on a view that begin a round, pressed one after another, and its dialogs."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from mwagent.belief import Location, is_another, same_shots
from mwagent.player.play import EFFECT
from mwagent.player.rounds.firm_press import MOST_PRESSED, press_firmly, press_shown
from mwagent.player.views import (
    AGAIN,
    CLOCK,
    FIRST,
    LEVELS,
    Region,
    View,
    agrees,
    begins_round,
    labels_in,
    refuses,
    refuses_only,
    round_word,
    said_at,
    shows_sign,
    tells_to_click,
)
from mwagent.vision.capture import Shot
from mwagent.vision.header.displays import HEADROOM
from mwagent.vision.header.faces import FACES, faces_in
from mwagent.vision.header.words import find_labels, find_painted
from mwagent.vision.lattice import Box

SAME_PLACE: Final = 10
"""Pixels within which a label stands in the place of another."""


class Word(NamedTuple):
    """A word that begins a round, and the pixel (x, y) of the middle of its label."""

    text: str
    centre: tuple[float, float]


def press_words(
    view: View,
    location: Location | None,
    hold: float,
    *,
    levels: bool = False,
    tried: list[Word] | None = None,
) -> Iterator[str]:
    """Click one word after another that begins a round; yields what was just clicked.

    With `levels` those for an easy one, too, which would change the level that is played; so do
    they where a word has led from the board to a page that asks for the level. Words `tried` before
    count as clicked.
    """
    tried = [] if tried is None else tried
    board = None if location is None else view.grab(location.monitor, location.box).picture
    while len(tried) < MOST_PRESSED:
        if tried and location is not None and board is not None and view.alone:
            # Another page may be shown where the board was.
            levels = levels or is_another(view.grab(location.monitor, location.box).picture, board)
        found = begin_words(view, location)
        found = [each for each in found if levels or each[1].text not in LEVELS]
        # The first press of a button may have closed a dialog over it.
        found = [each for each in found if _times(each[1], tried) < MOST_PRESSED / 2]
        if not found:
            break
        # Where a level is chosen, a word that begins a first round is next, and no other level.
        # Where no board is in sight none begins another round, and a word that was pressed at
        # another place may have moved.
        chosen = any(word.text in LEVELS for word in tried)
        shot, word = min(
            found,
            key=lambda each: (
                _times(each[1], tried) + (chosen and each[1].text in LEVELS),
                chosen and each[1].text not in FIRST,
                sum(word.text == each[1].text for word in tried),
                location is None and each[1].text in AGAIN,
            ),
        )
        tried.append(word)
        if press_shown(view, shot, word.centre, hold):
            yield f"the word {word.text.upper()}"


def press_faces(view: View, hold: float) -> Iterator[str]:
    """Click one yellow face after another where no board is in sight; yields what was clicked.

    Some pages show nothing but a face until it is clicked.
    """
    found = [
        shot.to_screen((x0 + x1) / 2, (y0 + y1) / 2)
        for shot in view.pictures()
        for x0, y0, x1, y1 in faces_in(shot.picture, *FACES)
    ]
    for at in found[:MOST_PRESSED]:
        if press_firmly(view, at, hold) is not None:
            yield "a face"


def answer_dialogs(view: View, hold: float, *, begin: bool) -> Iterator[str]:
    """Answer each dialog of what is played, and each that comes then; yields what was done.

    With `begin` a button that begins a round goes first, or one that agrees to that. Else, and
    where there is none, it is refused, or agreed to what changes nothing; or closed as its window
    is, where that can be done. One that was refused in this round, or whose refusal can be read the
    other way, is left alone.
    """
    answered: list[Region] = []
    for _ in range(MOST_PRESSED):
        region = next((each for each in view.dialogs() if each not in answered), None)
        if region is None:
            break
        answered.append(region)
        said = [(text, _middle(box)) for text, box in _said_in(view, region)]
        refusals = [(text, at) for text, at in said if refuses(text)]
        about = said_at(view, refusals[0][1]) if refusals else ""
        whole = "\n".join((about, *(text for text, _ in said)))
        new = whole not in view.refused
        clear = new and all(refuses_only(text, about) for text, _ in refusals)
        wanted = (begins_round, agrees, refuses) if begin else (refuses, agrees)
        found = [
            (text, at)
            for is_wanted in wanted
            for text, at in said
            if is_wanted(text) and (clear if refuses(text) else begin or new)
        ]
        view.refused |= {whole} - {""}
        if _press_one(view, region, found, hold):
            yield "a button of a dialog"
        elif clear and view.dismiss(region):
            yield "the end of a dialog"
        else:
            view.leave(region)


def _press_one(
    view: View, region: Region, found: list[tuple[str, tuple[float, float]]], hold: float
) -> bool:
    """Press one of some labels of a dialog after another; gives whether one did anything.

    What the dialog asks is no button. What is agreed to in vain is not refused after that.
    """
    for text, at in found:
        before = view.pictures()
        if press_firmly(view, at, hold) is None:
            continue
        until = view.clock.now() + EFFECT
        while region in view.dialogs() and same_shots(view.pictures(), before, CLOCK):
            if view.clock.now() > until:
                break
            view.clock.wait(0.02)
        else:
            return True
        if agrees(text):
            break
    return False


def _said_in(view: View, region: Region) -> list[tuple[str, Region]]:
    """What stands on a dialog, and where: on its buttons, or drawn as a picture."""
    named = [(text, box) for text, box in view.buttons() if not beside(_middle(box), region)]
    return named or labels_in(view, region)


def begin_words(view: View, location: Location | None) -> list[tuple[Shot, Word]]:
    """Words on the screen that begin a round, with the pictures they are on, likely ones first.

    Those for another round come before those for a first one, then those near the board. On a
    screen, only what is near the board counts. Without a board, levels come first.
    """
    found = []
    for shot in view.pictures():
        if location is not None and location.monitor != shot.monitor:
            continue
        height, width = shot.picture.shape[:2]
        near = (0, 0, width, height) if location is None else location.box
        for word in _words_on(view, shot, location):
            far = beside(word.centre, near) / math.hypot(width, height)
            # A level that is chosen first may need another word to begin it.
            level = word.text in LEVELS
            rank = (word.text not in AGAIN) + level * (-2 if location is None else 1)
            found.append(((rank, far), shot, word))
    return [(shot, word) for _, shot, word in sorted(found, key=lambda each: each[0])]


def _words_on(view: View, shot: Shot, location: Location | None) -> list[Word]:
    """The words that begin a round on buttons whose text the view knows, or drawn on a picture."""
    words = []
    for text, region in view.buttons():
        at = shot.to_pixel(*_middle(region))
        words.append(Word(round_word(text) or "face" * shows_sign(text), at))
    named = [word for word in words if word.text]
    if named and location is not None:
        return named
    # A page may not say which of its parts can be pressed, as levels of a menu.
    left, top, right, foot = around(view, shot, location)
    part = np.ascontiguousarray(shot.picture[top:foot, left:right])
    for find in (find_labels, find_painted):
        for label in find(part) if find is find_labels or not named else ():
            waits = location is None and tells_to_click(label.text)
            word = Word(round_word(label.text) or "click" * waits, label.moved(left, top).centre)
            if word.text and all(math.dist(word.centre, o.centre) > SAME_PLACE for o in named):
                named.append(word)
    return named


def around(view: View, shot: Shot, location: Location | None) -> Box:
    """The part of a picture in which buttons of the program are that shows a board.

    That is all of a page, and all that a program fills of its window; else what is near the board.
    """
    height, width = shot.picture.shape[:2]
    if view.alone or location is None:
        return 0, 0, width, height
    x0, y0, x1, y1 = location.box
    across, down = HEADROOM * location.lattice.pitch_x, HEADROOM * location.lattice.pitch_y
    sides = x0 - across, y0 - down, x1 + across, y1 + down
    x, y = shot.to_screen((x0 + x1) / 2, (y0 + y1) / 2)
    client = view.under((int(x), int(y))).client
    if client is not None:
        sides = *shot.to_pixel(*client[:2]), *shot.to_pixel(*client[2:])
    left, top, right, foot = map(round, sides)
    return max(0, left), max(0, top), min(width, right), min(height, foot)


def beside(at: tuple[float, float], box: Box | Region) -> float:
    """How far a point lies from a rectangle; 0 inside.

    >>> beside((5, 5), (0, 0, 10, 10)), beside((13, 14), (0, 0, 10, 10))
    (0.0, 5.0)
    """
    (x, y), (x0, y0, x1, y1) = at, box
    return math.hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1))


def _middle(region: Region) -> tuple[float, float]:
    return (region[0] + region[2]) / 2, (region[1] + region[3]) / 2


def _times(word: Word, tried: list[Word]) -> int:
    """How many times a word was pressed already."""
    return sum(
        word.text == other.text and math.dist(word.centre, other.centre) < SAME_PLACE
        for other in tried
    )
