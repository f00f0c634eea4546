"""Words on buttons that begin a round, recognised by their shape as a whole.

No letters are read: what may be a word is cut out, scaled to a small rectangle and compared with
the words drawn in many free fonts (`benchmarks/training/draw_words.py`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact
from mwagent.vision.lattice import Box

AGAIN: Final = (
    *("new", "restart", "reset", "retry", "replay", "again", "neu", "neues", "neustart"),
    *("nuevo", "nueva", "reiniciar", "nouveau", "nouvelle", "rejouer", "recommencer"),
    *("novo", "nuova", "nowa", "новая", "заново"),
)
"""Words on buttons that begin another round, in lower case."""
FIRST: Final = (
    *("play", "start", "try", "begin", "starten", "spielen", "iniciar", "jugar", "jouer"),
    *("jogar", "gioca", "graj", "играть", "начать"),
)
"""Words on buttons that begin the first round, if not another."""
LEVELS: Final = (
    *("easy", "beginner", "small", "leicht", "einfach", "anfänger", "fácil", "principiante"),
    *("facile", "débutant", "łatwy", "легко", "новичок"),
)
"""Words on buttons that choose the smallest board, and with it begin a round on some pages."""
LEAVING: Final = (
    *("exit", "quit", "close", "leave", "delete", "buy", "logout", "login", "submit", "download"),
    *("password", "beenden", "schließen", "verlassen", "salir", "cerrar", "quitter", "fermer"),
    *("sair", "fechar", "esci", "chiudi", "zamknij", "wyjście", "afsluiten", "sluiten", "avsluta"),
    *("çıkış", "kapat", "konec", "zavřít", "выход", "выйти", "закрыть"),
)
"""Words on what ends a program, or does anything else but play."""
SHAPE: Final = (12, 64)
"""Height and width in pixels to which words are scaled."""
DRAWN: Final = Path(__file__).with_name("words.npz")

_FAINTEST: Final = 45
"""Least difference in grey levels of the letters of a word from what they stand on."""
SMALLEST_WORD, LARGEST_WORD = 6, 40
"""Least and greatest height of a word, in pixels; of one in larger letters, on a smaller picture.
"""
_SIZES: Final = 3
"""Sizes at which a picture is searched, each half the one before."""
_GAPS: Final = (3, 5, 8)
"""Gaps between letters that are closed, in pixels, one after the other: fonts differ."""
_GROUND: Final = 13
"""Side of the square whose median is the ground of letters."""
_SQUEEZED: Final = 1.25
"""Factor by which a word may be wider or narrower than in the fonts that are kept."""
_WORD_LIKENESS: Final = 0.79
"""Likeness from which a word is taken for one we know."""
_LEAVING_LIKENESS: Final = 0.72
"""The same for one of `LEAVING`: not to press a button that may be pressed costs little."""
_SPACE: Final = 0.2
"""Least width of the space between words, as a fraction of their height."""
_END_MARK: Final = 0.7
"""Greatest width of a mark at the end of a word with the gap before it, in heights of the word."""
_BLUR: Final = 0.8


@dataclass(frozen=True, slots=True)
class Word:
    """A word that was found: which, in which rectangle of the picture, and how alike, up to 1."""

    text: str
    box: Box
    likeness: float

    @property
    def centre(self) -> tuple[float, float]:
        """Pixel (x, y) of its middle."""
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2

    def moved(self, right: int, down: int) -> Word:
        """The word on a picture of which this one was a part."""
        x0, y0, x1, y1 = self.box
        return replace(self, box=(x0 + right, y0 + down, x1 + right, y1 + down))


def find_words(picture: NDArray[np.uint8]) -> list[Word]:
    """The words of `AGAIN`, `FIRST` and `LEVELS` on a picture, the likest first.

    `picture` is (height, width, 3) uint8 BGR.
    """
    return [word for word in _all_words(picture, _WORD_LIKENESS) if word.text not in LEAVING]


def find_leaving(picture: NDArray[np.uint8]) -> list[Word]:
    """The words of `LEAVING` on a picture, (height, width, 3) uint8 BGR, the likest first."""
    return [word for word in _all_words(picture, _LEAVING_LIKENESS) if word.text in LEAVING]


def _all_words(picture: NDArray[np.uint8], likeness: float) -> list[Word]:
    """The words on a picture of at least some likeness, the likest of those in one place."""
    found: list[Word] = []
    for size in range(_SIZES):
        if min(picture.shape[:2]) < SMALLEST_WORD:
            break
        found += [
            replace(word, box=tuple(2**size * side for side in word.box))
            for word in _found(picture, likeness)
        ]
        half = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        picture = np.asarray(half, np.uint8)
    kept: list[Word] = []
    for word in sorted(found, key=lambda word: -word.likeness):
        if not any(_overlap(word.box, other.box) for other in kept):
            kept.append(word)
    return kept


def _found(picture: NDArray[np.uint8], least: float) -> Iterator[Word]:
    """The words on a picture at its size, in any order; some may be found twice."""
    # A median of few values is quick, and suffices to separate letters from their ground.
    ink = cv2.absdiff(picture, cv2.medianBlur(picture, _GROUND)).max(axis=2)
    for x0, y0, x1, y1 in _boxes(ink):
        if _stands_alone(ink, (x0, y0, x1, y1)):
            for end in {x1, x0 + _without_mark(ink[y0:y1, x0:x1])}:
                text, likeness = named(ink[y0:y1, x0:end])
                if likeness > least:
                    yield Word(text, (x0, y0, end, y1), likeness)


def named(ink: NDArray[np.uint8]) -> tuple[str, float]:
    """The word that a patch (height, width) is most like, and how much, up to 1.

    `ink` is how much each pixel differs from the ground, in levels; it has no margin.
    """
    texts, aspects, drawn = _known()
    height, width = ink.shape
    fits = np.maximum(width / height / aspects, height * aspects / width) < _SQUEEZED
    if not fits.any():
        return "", 0.0
    alike = exact.product(drawn[fits], shaped(ink))
    best = int(alike.argmax())
    return str(texts[fits][best]), float(alike[best])


def shaped(ink: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A patch as a vector (height * width of `SHAPE`,) float32 of mean 0 and length 1."""
    height, width = SHAPE
    small = cv2.resize(ink.astype(np.float32), (width, height), interpolation=cv2.INTER_AREA)
    # Of whole numbers OpenCV forms the same on every processor.
    levels = np.rint(np.minimum(small, 0.8 * small.max()) * 256).astype(np.uint16)
    vector = cv2.GaussianBlur(levels, (0, 0), _BLUR).astype(np.float32).reshape(-1)
    vector -= vector.mean()
    return np.asarray(vector / max(1e-6, exact.length(vector)), np.float32)


def _boxes(ink: NDArray[np.uint8]) -> list[Box]:
    """Rectangles that may hold a word, close around its letters."""
    mask = (ink > _FAINTEST).astype(np.uint8)
    boxes = set()
    # The dot of an i belongs to its word, but the frame of a button may be as near.
    for down, gap in itertools.product((1, 3), _GAPS):
        joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((down, gap), np.uint8))
        _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        for x, y, width, height, area in stats[1:].tolist():
            if not SMALLEST_WORD <= height <= LARGEST_WORD or not 1 < width / height < 9:
                continue
            if 0.2 < area / (width * height) < 0.97:
                boxes.add((x, y, x + width, y + height))
    return sorted(boxes)


def _without_mark(ink: NDArray[np.uint8]) -> int:
    """The width of a word without the "!" or "?" at its end: what has a point below a gap."""
    height, width = len(ink), int(ink.shape[1])
    letters = ink > _FAINTEST
    gaps = np.flatnonzero(~letters.any(axis=0))
    if not len(gaps) or width - gaps[-1] > _END_MARK * height:
        return width
    inked = np.flatnonzero(letters[:, gaps[-1] + 1 :].any(axis=1))
    breaks = np.flatnonzero(np.diff(inked) > 1)
    if not len(breaks) or inked[breaks[-1] + 1] < height / 2:
        return width
    return 1 + int(np.flatnonzero(letters[:, : gaps[-1]].any(axis=0))[-1])


def _stands_alone(ink: NDArray[np.uint8], box: Box) -> bool:
    """Whether no more letters of the same word stand right before or after a rectangle."""
    x0, y0, x1, y1 = box
    room = max(2, round(_SPACE * (y1 - y0)))
    before, after = ink[y0:y1, max(0, x0 - room) : x0], ink[y0:y1, x1 : x1 + room]
    return not (before > _FAINTEST).any() and not (after > _FAINTEST).any()


@cache
def _known() -> tuple[NDArray[np.str_], NDArray[np.float32], NDArray[np.float32]]:
    """Texts, aspects (width over height) and vectors of the words that were drawn."""
    with np.load(DRAWN) as file:
        vectors = file["vectors"].astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return file["texts"], file["aspects"].astype(np.float32), vectors


def _overlap(one: Box, other: Box) -> bool:
    across = min(one[2], other[2]) - max(one[0], other[0])
    down = min(one[3], other[3]) - max(one[1], other[1])
    return across > 0 and down > 0
