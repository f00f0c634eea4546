"""Beginning a new round: the face above the board, a button that says so, or keys."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.hands import PRIMARY, Point, Press, View
from mwagent.sight import Location
from vision.capture import Shot
from vision.lattice import Box
from vision.words import AGAIN, LEVELS, Word, find_words

HEADROOM: Final = 5.0
"""How many cells above the board a face is looked for."""
KEYS: Final = ("escape", "ctrl+n", "enter", "space")
"""Keys that begin a new round, or close the dialog that stands before one."""
REACH: Final = (3.0, 8.0)
"""So many cells beside, and above or below, a board its buttons lie at most, on a screen."""
WORDS_AT_MOST: Final = 4
"""So many words that may begin a round are clicked."""
FACES_AT_MOST: Final = 3
"""So many yellow faces on a page without a board are clicked, ..."""
FACE_SIZES: Final = (12, 160)
"""... that are so many pixels large."""
TRIED_AT_MOST: Final = 8
"""So many things that appeared when the game ended are clicked in search of a button."""


def ways(
    view: View,
    place: Location,
    hold: float,
    during: Shot | None,
    *,
    keys_first: bool = False,
    before: str | None = None,
    untouched: bool = False,
) -> Iterator[str]:
    """Try one way after another to begin a new round; yields the name of what was just tried.

    `during` is a picture of the whole monitor taken while the last game went on: what has changed
    since, off the board, may be a button to play again. With `keys_first` dialogs are closed and
    keys tried before that. `before` is what began the round before: it comes first. Where nothing
    was ever opened (`untouched`), a level may have to be chosen.
    """
    listed: list[tuple[str, Callable[[], Iterator[str]]]] = [
        ("the face", lambda: _face(view, place, hold)),
        ("the word", lambda: press_words(view, place, hold, levels=untouched)),
        ("the key F2", lambda: _typed(view, "f2")),
        ("what appeared", lambda: _buttons(view, place, hold, during)),
        ("the key", lambda: (name for key in KEYS for name in _typed(view, key))),
        ("what stands", lambda: _middles(view, place, hold)),
        ("the key F5", lambda: _loaded(view, place, hold)),
    ]
    if keys_first:
        listed[3:5] = reversed(listed[3:5])
    worked = [way for way in listed if before is not None and before.startswith(way[0])]
    last = sorted(worked, key=lambda way: len(way[0]))[-1:]
    for _, way in [*last, *(way for way in listed if way not in last)]:
        yield from way()


def _face(view: View, place: Location, hold: float) -> Iterator[str]:
    for _ in range(2):
        point = find_face(view, place)
        if point is not None:
            view.press([Press(point, (PRIMARY,), hold)])
            yield "the face above the board"


def _typed(view: View, key: str) -> Iterator[str]:
    if view.key(key):
        yield f"the key {key.upper()}"


def _middles(view: View, place: Location, hold: float) -> Iterator[str]:
    for point in find_middles(view, place):
        view.press([Press(point, (PRIMARY,), max(hold, 0.05))])
        yield "what stands above the middle of the board"


def _loaded(view: View, place: Location, hold: float) -> Iterator[str]:
    """Load the page anew, and begin where it asks for that; yields names with F5 in them."""
    for name in _typed(view, "f5"):
        yield name
        for word in press_words(view, place, hold):
            yield f"{name} and {word}"


def press_words(
    view: View, place: Location | None, hold: float, *, levels: bool = False
) -> Iterator[str]:
    """Click one word after another that may begin a round; yields what was just clicked.

    With `levels` those for an easy one, too, which would change the level that is played.
    Without a board, only where nothing but the program that is played is in sight.
    """
    tried: list[Word] = []
    while len(tried) < WORDS_AT_MOST:
        found = begin_words(view, place) if place is not None or view.alone else []
        found = [each for each in found if levels or each[1].text not in LEVELS]
        new = [each for each in found if not any(_same(each[1], word) for word in tried)]
        if not new:
            break
        shot, word = new[0]
        tried.append(word)
        # What is clicked must still be what was seen.
        view.grab(shot.monitor, word.box)
        x, y = shot.to_screen(*word.centre)
        view.press([Press((int(x), int(y)), (PRIMARY,), max(hold, 0.05))])
        yield f"the word {word.text.upper()}"


def press_faces(view: View, hold: float) -> Iterator[str]:
    """Click one yellow face after another where no board is in sight; yields what was clicked.

    Some pages show nothing but a face until it is clicked. Only where nothing but the program that
    is played is in sight.
    """
    shots = view.pictures() if view.alone else []
    faces = [(shot, at) for shot in shots for at in faces_in(shot.picture, *FACE_SIZES)]
    for shot, at in faces[:FACES_AT_MOST]:
        x, y = shot.to_screen(*at)
        view.press([Press((int(x), int(y)), (PRIMARY,), max(hold, 0.05))])
        yield "a face"


def beside(at: tuple[float, float], box: Box) -> float:
    """How far a point lies from a rectangle; 0 inside.

    >>> beside((5, 5), (0, 0, 10, 10)), beside((13, 14), (0, 0, 10, 10))
    (0.0, 5.0)
    """
    (x, y), (x0, y0, x1, y1) = at, box
    return math.hypot(max(x0 - x, 0, x - x1), max(y0 - y, 0, y - y1))


def _same(word: Word, other: Word) -> bool:
    return word.text == other.text and math.dist(word.centre, other.centre) < 10


def begin_words(view: View, place: Location | None) -> list[tuple[Shot, Word]]:
    """Words on the screen that may begin a round, with the pictures they are on, likely ones first.

    Those for another round come before those for a first one, then the clear ones near the board.
    On a screen, only what is near the board counts.
    """
    found = []
    for shot in view.pictures():
        if place is None:
            height, width = shot.picture.shape[:2]
            left, top, near = 0, 0, (0, 0, width, height)
            part = shot.picture
        elif place.monitor != shot.monitor:
            continue
        else:
            near = x0, y0, x1, y1 = place.box
            across, down = (np.inf, np.inf) if view.alone else REACH
            left = round(max(0.0, x0 - across * place.lattice.pitch_x))
            top = round(max(0.0, y0 - down * place.lattice.pitch_y))
            height, width = shot.picture.shape[:2]
            right = round(min(width, x1 + across * place.lattice.pitch_x))
            foot = round(min(height, y1 + down * place.lattice.pitch_y))
            part = shot.picture[top:foot, left:right]
        for word in find_words(np.ascontiguousarray(part)):
            moved = word.moved(left, top)
            far = beside(moved.centre, near) / math.hypot(width, height)
            rank = (word.text not in AGAIN) + (word.text in LEVELS)
            found.append(((rank, 0.2 * far - word.likeness), shot, moved))
    return [(shot, word) for _, shot, word in sorted(found, key=lambda each: each[0])]


def _buttons(view: View, place: Location, hold: float, during: Shot | None) -> Iterator[str]:
    """Click what has appeared beside the board since `during`, from top to bottom."""
    tried: list[tuple[float, float]] = []
    while during is not None and len(tried) < TRIED_AT_MOST:
        now = view.pictures()[during.monitor]
        if now.picture.shape != during.picture.shape:
            break
        places = changed_places(during.picture, now.picture, place.box)
        new = [at for at in places if all(math.dist(at, old) > 10 for old in tried)]
        if not new:
            break
        tried.append(new[0])
        x, y = now.to_screen(*new[0])
        view.press([Press((int(x), int(y)), (PRIMARY,), max(hold, 0.05))])
        yield "what appeared beside the board"


def changed_places(
    before: NDArray[np.uint8], now: NDArray[np.uint8], board: Box
) -> list[tuple[float, float]]:
    """Middles of what differs between two pictures and may be a button, from top to bottom.

    The pictures are (height, width, 3) uint8; changes on `board` do not count.
    """
    apart = (cv2.absdiff(before, now).max(axis=2) > 24).astype(np.uint8)
    x0, y0, x1, y1 = board
    apart[y0:y1, x0:x1] = 0
    # The letters of a word belong together, and the words of a button.
    joined = cv2.morphologyEx(apart, cv2.MORPH_CLOSE, np.ones((7, 19), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    places = [
        (float(y), (x + width / 2, y + height / 2))
        for x, y, width, height, _ in stats[1:].tolist()
        if width >= 16 and height >= 6 and width * height < 0.2 * apart.size
    ]
    return [centre for _, centre in sorted(places)]


def find_face(view: View, place: Location) -> Point | None:
    """Mouse coordinates of the face above the board, None where there is none."""
    lattice = place.lattice
    x0, y0, x1, _ = place.box
    top = max(0, round(y0 - HEADROOM * lattice.pitch_y))
    if y0 - top < 4:
        return None
    shot = view.grab(place.monitor, (x0, top, x1, y0))
    centre = face_in(shot.picture, lattice.pitch_y)
    if centre is None:
        return None
    x, y = shot.to_screen(*centre)
    return int(x), int(y)


def find_middles(view: View, place: Location) -> list[Point]:
    """Mouse coordinates of what stands above the middle of the board, nearest first, at most two.

    Faces come in many looks, but mostly there.
    """
    lattice = place.lattice
    x0, y0, x1, _ = place.box
    top = max(0, round(y0 - HEADROOM * lattice.pitch_y))
    middle, half = (x0 + x1) / 2, 0.6 * lattice.pitch_x
    if y0 - top < 4:
        return []
    shot = view.grab(place.monitor, (round(middle - half), top, round(middle + half), y0))
    points = []
    for height in things_in(shot.picture, lattice.pitch_y)[:2]:
        x, y = shot.to_screen(half, height)
        points.append((int(x), int(y)))
    return points


def things_in(strip: NDArray[np.uint8], pitch: float) -> list[float]:
    """Heights of the middles of what stands on a strip, a cell wide, above a board; lowest first.

    `strip` is (height, width, 3) uint8 BGR. A thing is between half a cell and three cells high.
    """
    busy = (strip.astype(np.int16).max(axis=1) - strip.min(axis=1)).max(axis=1) > 40
    # Lines through the whole strip, and gaps within a thing, do not count.
    reach = max(1, round(pitch / 6)) | 1
    joined = cv2.morphologyEx(
        busy.astype(np.uint8)[:, None], cv2.MORPH_CLOSE, np.ones((reach, 1), np.uint8)
    )[:, 0]
    edges = np.flatnonzero(np.diff(np.concatenate([[0], joined, [0]]).astype(np.int8)))
    things = [(a, b) for a, b in edges.reshape(-1, 2) if 0.5 * pitch < b - a < 3 * pitch]
    return [float(a + b) / 2 for a, b in reversed(things)]


def face_in(strip: NDArray[np.uint8], pitch: float) -> tuple[float, float] | None:
    """Pixel (x, y) of the middle of a yellow face on the strip above a board.

    `strip` is (height, width, 3) uint8 BGR, as wide as the board. A face is between half a cell
    and three cells large; the one nearest the middle counts.
    """
    faces = faces_in(strip, 0.5 * pitch, 3 * pitch, gap=max(1, round(pitch / 8)) | 1)
    return min(faces, key=lambda at: abs(at[0] - strip.shape[1] / 2), default=None)


def faces_in(
    picture: NDArray[np.uint8], least: float, most: float, gap: int = 3
) -> list[tuple[float, float]]:
    """Pixels (x, y) of the middles of yellow faces on a picture, (height, width, 3) uint8 BGR.

    A face is yellow, about as wide as high, and between `least` and `most` pixels high. Eyes and
    mouth cut it into pieces, at most `gap` pixels apart.
    """
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    yellow = cv2.inRange(hsv, np.array((18, 110, 140)), np.array((36, 255, 255)))
    joined = cv2.morphologyEx(yellow, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    _, _, stats, centres = cv2.connectedComponentsWithStats(joined, connectivity=8)
    return [
        (float(x), float(y))
        for (_, _, width, height, area), (x, y) in zip(stats[1:], centres[1:], strict=True)
        if 0.7 < width / height < 1.4 and area > 0.45 * width * height and least < height < most
    ]
