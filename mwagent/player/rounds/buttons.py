"""Words and faces on a view that may begin a round, clicked one after another."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief import Location, is_another
from mwagent.player.rounds.faces import changed_boxes, faces_in
from mwagent.player.rounds.firm_press import MOST_PRESSED, press_firmly, press_shown
from mwagent.player.views import (
    Point,
    View,
    begins_round,
    does_harm,
    permits,
)
from mwagent.vision.capture import Shot
from mwagent.vision.edges import Pixels
from mwagent.vision.header.displays import HEADROOM
from mwagent.vision.header.words import AGAIN, FIRST, LEVELS, Word, find_leaving, find_words
from mwagent.vision.lattice import Box

MADE: Final = (
    *("generate", "create", "go", "commencer", "commencez", "comenzar", "empezar", "começar"),
    *("inizia", "comincia", "rozpocznij", "beginnen", "starta", "старт", "создать"),
)
"""Words that begin a round where its size or level was chosen, looked for in text alone."""
BUTTON_HEIGHTS: Final = (14, 200)
"""Least and greatest height of what looks like a button, or of a face, in pixels."""
WIDEST: Final = 16
"""Greatest width of such a button, in heights."""
NARROWEST: Final = 0.7
"""Least width of such a button, in heights; where several share a window they may be squares."""
BEARS: Final = 0.55
"""Greatest part of such a button, or of the middle of a side, that is not of its surface."""
EVEN: Final = 12
"""Difference in levels between neighbouring pixels below which a surface is even."""
OFF_LINES: Final = 0.2
"""Cells by which a side of what lies over a board is off the lines between cells, at least."""
ANSWERS: Final = ("enter", "escape")
"""Keys that answer a dialog."""


def press_words(
    view: View,
    location: Location | None,
    hold: float,
    *,
    levels: bool = False,
    tried: list[Word] | None = None,
) -> Iterator[str]:
    """Click one word after another that may begin a round; yields what was just clicked.

    With `levels` those for an easy one, too, which would change the level that is played; so do
    they where a word has led from the board to a page that asks for the level. Without a board,
    only in a program that is certainly meant to be played. Words `tried` before count as clicked.
    """
    tried = [] if tried is None else tried
    board = None if location is None else view.grab(location.monitor, location.box).picture
    while len(tried) < MOST_PRESSED:
        if tried and location is not None and board is not None and view.alone:
            levels = levels or _gone(view, location, board)
        found = begin_words(view, location)
        if location is None:
            found = [each for each in found if view.plays(_point(*each))]
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


def press_others(view: View, location: Location, hold: float) -> Iterator[str]:
    """Press what a page names as its buttons beside a board, the nearest first.

    A board that takes no clicks waits for one of them, in whatever language. Yields what was
    pressed.
    """
    shot = view.pictures()[location.monitor]
    found = [(text, ((x0 + x1) / 2, (y0 + y1) / 2)) for text, (x0, y0, x1, y1) in view.buttons()]
    far = [beside((x * shot.scale_x, y * shot.scale_y), location.box) for _, (x, y) in found]
    off = sorted(
        (not begins_round(text), by, text, at)
        for by, (text, at) in zip(far, found, strict=True)
        if by > 0 and permits(view, at)
    )
    for *_, text, at in off[:MOST_PRESSED]:
        press_firmly(view, at, hold)
        yield f"the button {text}"


def press_over(view: View, location: Location, hold: float) -> Iterator[str]:
    """Press what a page names as its buttons over a board; yields what was pressed.

    They are of a dialog that asks for something before the round: one that closes it may be a mark.
    """
    shot = view.pictures()[location.monitor]
    lattice = location.lattice
    for text, (x0, y0, x1, y1) in view.buttons():
        at = (x0 + x1) / 2, (y0 + y1) / 2
        cell = np.array([at[0] * shot.scale_x - lattice.x, at[1] * shot.scale_y - lattice.y])
        cell /= lattice.pitch_x, lattice.pitch_y
        inside = (cell > 0).all() and (cell < (lattice.cols, lattice.rows)).all()
        # Cells may be buttons, or bear their numbers on some: these lie in the middles of cells.
        aside = inside and (np.abs(cell % 1 - 0.5) > OFF_LINES).any()
        if aside and press_firmly(view, at, hold, over=True) is not None:
            yield f"the button {text} over the board"


def _gone(view: View, location: Location, board: Pixels) -> bool:
    """Whether another page is shown where a board was."""
    return is_another(view.grab(location.monitor, location.box).picture, board)


def press_faces(view: View, hold: float) -> Iterator[str]:
    """Click one yellow face after another where no board is in sight; yields what was clicked.

    Some pages show nothing but a face until it is clicked. Only in a program that is certainly
    meant to be played.
    """
    found = [
        shot.to_screen(*at)
        for shot in view.pictures()
        for at in faces_in(shot.picture, *BUTTON_HEIGHTS)
    ]
    for x, y in [at for at in found if view.plays((int(at[0]), int(at[1])))][:MOST_PRESSED]:
        if press_firmly(view, (x, y), hold) is not None:
            yield "a face"


def press_boxes(view: View, hold: float, tried: list[Point] | None = None) -> Iterator[str]:
    """Click one after another what looks like a button where no board is in sight.

    Menus are written in any language and font, but the first of several buttons of one size begins
    a game in most, and the smallest one. Only in a program that is certainly meant to be played.
    Places `tried` before are left out.
    """
    tried = [] if tried is None else tried
    pressed = 0
    while pressed < MOST_PRESSED:
        # What a page names as its buttons comes first: fields to write in look like some.
        points = [(int(x0 + x1) // 2, int(y0 + y1) // 2) for _, (x0, y0, x1, y1) in view.buttons()]
        points += [
            (int(x), int(y))
            for shot in view.pictures()
            for x, y in (shot.to_screen(*middle) for middle in buttons_in(shot.picture))
        ]
        new = [at for at in points if all(math.dist(at, old) > 10 for old in tried)]
        at = next((at for at in new if view.plays(at)), None)
        if at is None:
            break
        tried.append(at)
        if press_firmly(view, at, hold) is not None:
            pressed += 1
            yield "what looks like a button"


def press_middle(view: View, hold: float) -> Iterator[str]:
    """Click the middle of all that a page shows: some begin by a click anywhere on a picture.

    Only in a tab, where nothing else can lie there; yields what was clicked.
    """
    if not view.alone:
        return
    for shot in view.pictures():
        # The ground of a page reaches its corner.
        shown = (shot.picture != shot.picture[-1, -1]).any(axis=2)
        rows, cols = np.flatnonzero(shown.any(axis=1)), np.flatnonzero(shown.any(axis=0))
        if len(rows):
            middle = shot.to_screen((cols[0] + cols[-1]) / 2, (rows[0] + rows[-1]) / 2)
            if press_firmly(view, middle, hold) is not None:
                yield "the middle of the page"


def press_dialogs(view: View, hold: float) -> Iterator[str]:
    """Click a button of each dialog of the program that is played, the topmost first.

    It is one that says that it begins a round, or the first. Where dialogs stay, their buttons may
    look like none: keys press the one that has the keyboard, but where it may be asked whether to
    quit.
    """
    asked = False
    for x0, y0, x1, y1 in view.dialogs():
        for shot in view.pictures():
            boxes = _button_boxes(shot.picture)
            words = [word for word in find_words(shot.picture) if word.text not in LEVELS]
            middles = [*(word.centre for word in words), *map(_middle_of, boxes)]
            points = [shot.to_screen(*middle) for middle in middles]
            inside = [at for at in points if x0 < at[0] < x1 and y0 < at[1] < y1]
            leaving = [word.centre for word in find_leaving(shot.picture)]
            said = [at for at in leaving if all(beside(at, box) for box in boxes)]
            asks = any(x0 < x < x1 and y0 < y < y1 for x, y in (shot.to_screen(*at) for at in said))
            asked |= asks
            if asks and inside[:1] != points[: len(words)][:1]:
                continue
            if any(press_firmly(view, at, hold) is not None for at in inside):
                yield "a button of a dialog"
                break
    for key in ANSWERS[asked:]:
        if view.dialogs() and view.key(key):
            yield f"the key {key.upper()} in a dialog"


def buttons_in(picture: NDArray[np.uint8]) -> list[tuple[float, float]]:
    """Middles (x, y) of what looks like buttons of a menu, those of the likeliest menu first."""
    return [_middle_of(box) for box in _button_boxes(picture)]


def lying_over(picture: NDArray[np.uint8], location: Location) -> list[tuple[float, float]]:
    """Middles (x, y) of what looks like buttons that lie over a board and cut through its cells.

    `picture` is that of the whole monitor, (height, width, 3) uint8 BGR.
    """
    # A board may reach beyond the picture by a rounding error.
    left, top, right, foot = (max(0, side) for side in location.box)
    lattice, found = location.lattice.moved(-left, -top), []
    pitches = lattice.pitch_x, lattice.pitch_y
    for x0, y0, x1, y1 in _button_boxes(np.ascontiguousarray(picture[top:foot, left:right])):
        sides = np.array([[x0, y0], [x1, y1]], np.float64)
        cells = (sides - (lattice.x, lattice.y)) / pitches
        if cells[1, 0] - cells[0, 0] > 1 and (np.abs(cells - np.rint(cells)) > OFF_LINES).any():
            found.append((left + (x0 + x1) / 2, top + (y0 + y1) / 2))
    return found


def _button_boxes(picture: NDArray[np.uint8]) -> list[Box]:
    """What looks like buttons of a menu, those of the likeliest menu first.

    A button is an even rectangle that bears something written; others of its size stand below or
    beside it, or others of its height right below or above it. `picture` is (height, width, 3)
    uint8 BGR.
    """
    edges = cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    even = (edges < EVEN).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(even, connectivity=4)
    least, most = BUTTON_HEIGHTS
    sized = {
        label: (x, y, x + width, y + height)
        for label, (x, y, width, height, _) in enumerate(stats.tolist())
        if label and least <= height <= most and NARROWEST * height < width < WIDEST * height
    }
    boxes: list[Box] = []
    for label, box in sized.items():
        x0, y0, x1, y1 = box
        # The mark of the keyboard cuts a button into what is outside of it and inside.
        parts = [label, *(other for other, small in sized.items() if _encloses(box, small))]
        part = ~np.isin(labels[y0:y1, x0:x1], parts)
        inner = part[2:-2, 2:-2]
        # The letters are holes in it, and they leave room at its sides.
        bears = inner.any() and inner.mean() < BEARS
        written = bears and not inner[:, :2].mean() > BEARS
        # Its upper and its lower side are straight, as those of specks on a photograph are not.
        quarter = (x1 - x0) // 4
        straight = part[[0, -1], quarter:-quarter].mean(axis=1).max() < BEARS
        if (~part).mean() > 1 - BEARS and written and straight:
            boxes.append(box)
    boxes = [box for box in boxes if not any(_encloses(other, box) for other in boxes)]
    lone = {box for box in boxes if sum(_belong(box, other) for other in boxes) == 1}
    # Those that stand beside each other come from the left, though one begins a pixel higher.
    return sorted(boxes, key=lambda box: (box in lone, box[3] // BUTTON_HEIGHTS[0], box[0]))


def appeared_in(
    before: NDArray[np.uint8], now: NDArray[np.uint8], board: Box
) -> list[tuple[float, float]]:
    """Middles (x, y) of what has come up off the board and may be a button, from top to bottom.

    Buttons may come up as one bar: then each of them counts, not what lies between them. The
    pictures are (height, width, 3) uint8 BGR.
    """
    places: list[tuple[float, float]] = []
    for x0, y0, x1, y1 in changed_boxes(before, now, board):
        inside = buttons_in(np.ascontiguousarray(now[y0:y1, x0:x1]))
        middles = [(x0 + x, y0 + y) for x, y in sorted(inside)]
        places += middles if len(middles) > 1 else [((x0 + x1) / 2, (y0 + y1) / 2)]
    return places


def _middle_of(box: Box) -> tuple[float, float]:
    x0, y0, x1, y1 = box
    return (x0 + x1) / 2, (y0 + y1) / 2


def _encloses(large: Box, small: Box) -> bool:
    """Whether a rectangle lies within another and takes up most of its width and height."""
    (x0, y0, x1, y1), (left, top, right, foot) = large, small
    within = x0 < left and y0 < top and right < x1 and foot < y1
    return within and 2 * (right - left) > x1 - x0 and 2 * (foot - top) > y1 - y0


def _belong(one: Box, other: Box) -> bool:
    """Whether two buttons can be of one menu; each may be as wide as what it says."""
    (x0, y0, x1, y1), (left, top, right, foot) = one, other
    column = abs((x0 + x1) - (left + right)) <= 6 or abs(x0 - left) <= 3
    column &= abs(top - y0) < 3 * (y1 - y0)
    row = abs(top - y0) <= 3 and max(left - x1, x0 - right) < y1 - y0
    as_high = abs((y1 - y0) - (foot - top)) <= 3
    return _same_size(one, other) or ((column or row) and as_high)


def _same_size(one: Box, other: Box) -> bool:
    sizes = [(x1 - x0, y1 - y0) for x0, y0, x1, y1 in (one, other)]
    return all(abs(a - b) <= 3 for a, b in zip(*sizes, strict=True))


def _point(shot: Shot, word: Word) -> Point:
    """Mouse coordinates of the middle of a word."""
    x, y = shot.to_screen(*word.centre)
    return int(x), int(y)


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
    On a screen, only what is near the board counts. Without a board, levels come first.
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
            near = location.box
            height, width = shot.picture.shape[:2]
            left, top, right, foot = _around(view, shot, location)
            part = shot.picture[top:foot, left:right]
        written = written_words(view, shot)
        if location is None or not written:
            # A page may not say which of its parts can be pressed, as levels of a menu.
            seen = (word.moved(left, top) for word in find_words(np.ascontiguousarray(part)))
            written += [
                word
                for word in seen
                if not written or (word.text in LEVELS and not _named_already(word, written))
            ]
        for moved in written:
            far = beside(moved.centre, near) / math.hypot(width, height)
            # A level that is chosen first may need another word to begin it.
            level = moved.text in LEVELS
            rank = (moved.text not in AGAIN) + level * (-2 if location is None else 1)
            found.append(((rank, 0.2 * far - moved.likeness), shot, moved))
    return [(shot, word) for _, shot, word in sorted(found, key=lambda each: each[0])]


def _around(view: View, shot: Shot, location: Location) -> Box:
    """The part of a picture in which buttons of the program are that shows a board.

    That is all of a page, and all that a program fills of its window; else what is near the board.
    """
    height, width = shot.picture.shape[:2]
    x0, y0, x1, y1 = location.box
    across, down = HEADROOM * location.lattice.pitch_x, HEADROOM * location.lattice.pitch_y
    sides = x0 - across, y0 - down, x1 + across, y1 + down
    if view.alone:
        return 0, 0, width, height
    x, y = shot.to_screen((x0 + x1) / 2, (y0 + y1) / 2)
    client = view.under((int(x), int(y))).client
    if client is not None:
        across, down = shot.scale_x, shot.scale_y
        sides = (
            *((client[0] - shot.left) * across, (client[1] - shot.top) * down),
            *((client[2] - shot.left) * across, (client[3] - shot.top) * down),
        )
    left, top, right, foot = map(round, sides)
    return max(0, left), max(0, top), min(width, right), min(height, foot)


def _named_already(word: Word, others: list[Word]) -> bool:
    """Whether the middle of a word lies on one of others."""
    return any(beside(word.centre, other.box) == 0 for other in others)


def written_words(view: View, shot: Shot) -> list[Word]:
    """Words that may begin a round, on buttons whose text the view knows, in pixels of a shot."""
    found = []
    for text, (x0, y0, x1, y1) in view.buttons():
        names = set(re.findall(r"\w+", text.lower()))
        known = next((word for word in (*AGAIN, *FIRST, *MADE, *LEVELS) if word in names), None)
        if known is not None and not does_harm(text):
            across = round(x0 * shot.scale_x), round(x1 * shot.scale_x)
            down = round(y0 * shot.scale_y), round(y1 * shot.scale_y)
            found.append(Word(known, (across[0], down[0], across[1], down[1]), 1.0))
    return found
