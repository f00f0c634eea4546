"""Letters of a line of text, read one by one, and how certain each is.

A line is scaled to `HEIGHT` pixels. A small convolutional network, which sees a letter or two at a
time and knows no words, tells for every second column which letter it belongs to; what is said
several times in a row, without a gap, is one letter (connectionist temporal classification, Graves
et al. 2006). `benchmarks.training.letters` trains it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact

HEIGHT: Final = 16
"""Height of a line of text in pixels, as the network sees it."""
LETTERS: Final = (
    "abcdefghijklmnopqrstuvwxyz0123456789äöüßéèêëáàâãåæøçñíìîïóòôõúùûýąćęłńśźżčďěňřšťůžőűășțğış"
    " !?.:+-×()/&'~"
)
"""What is told apart, in small letters; `~` is any other sign. Class 0 is a gap between letters."""
ROUND: Final = 1 + LETTERS.index("o"), 1 + LETTERS.index("0")
"""Classes that look alike in many fonts; a line is as probable with either."""
TRAINED: Final = Path(__file__).with_name("letters.npz")
STRIDES: Final = (1, 2, 1, 1, 1)
"""Columns from one window of each layer to the next."""


def line_of(ink: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A patch as the network takes it: (HEIGHT, width) float32, 0 for ground, up to 1.

    `ink`, (height, width) uint8, is how much each pixel differs from the ground; it is close around
    the letters.
    """
    height, width = ink.shape
    across = max(4, round(width * HEIGHT / height))
    small = cv2.resize(ink, (across, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(np.minimum(small / max(1.0, 0.9 * float(small.max())), 1.0), np.float32)


def read_line(ink: NDArray[np.uint8]) -> tuple[str, float]:
    """The text of a patch, in small letters, and the probability that it is written there."""
    odds = network(line_of(ink))
    letter, nought = ROUND
    forms = odds.copy()
    forms[:, letter] += forms[:, nought]
    forms[:, nought] = 0
    best = forms.argmax(axis=1)
    changes = [at for at in np.flatnonzero(np.diff(best, prepend=0)) if best[at]]
    classes = [int(best[at]) for at in changes]
    seen = [nought if odds[at, letter] < odds[at, nought] else letter for at in changes]
    text = "".join(
        LETTERS[(as_seen if each == letter else each) - 1]
        for each, as_seen in zip(classes, seen, strict=True)
    )
    return " ".join(map(spelled, text.strip().split(" "))), probability(forms, classes)


def spelled(word: str) -> str:
    """A word with a letter O among letters, and a nought among digits.

    >>> spelled("1o"), spelled("g0"), spelled("o0:3o"), spelled("1ox10"), spelled("o")
    ('10', 'go', '00:30', '10x10', 'o')
    """
    others = set(word) - set("o0x")
    if not any(map(str.isalpha, others)):
        return word.replace("o", "0") if any(map(str.isdigit, word)) else word
    return word if any(map(str.isdigit, others)) else word.replace("0", "o")


def probability(odds: NDArray[np.float32], classes: Sequence[int]) -> float:
    """The probability of a text, over all columns at which its letters may begin and end.

    `odds` are those of `network`, `classes` (letters,) the classes of the text. Between two
    letters some columns belong to neither or to both: the least certain column says little. This is
    the forward variable of connectionist temporal classification.
    """
    # A gap may stand before, between and behind letters, and has to between two of a kind.
    path = np.zeros(2 * len(classes) + 1, np.intp)
    path[1::2] = classes
    jumps = np.zeros(len(path), bool)
    jumps[2:] = path[2:] != path[:-2]
    reached = np.zeros(len(path))
    reached[0] = 1.0
    for each in odds[:, path].astype(np.float64):
        before = np.concatenate([(0.0, 0.0), reached])
        reached = each * (reached + before[1:-1] + np.where(jumps, before[:-2], 0.0))
    return float(reached[-2:].sum())


def network(line: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities (steps, 1 + letters) of each letter at every second column of a line."""
    layers = _layers()
    shown: NDArray[np.float32] = line.T
    for (weights, bias), stride in zip(layers, STRIDES, strict=True):
        reach = len(weights) // 2
        padded = np.pad(shown, ((reach, reach), (0, 0)))
        windows = np.lib.stride_tricks.sliding_window_view(padded, len(weights), axis=0)[::stride]
        flat = windows.transpose(0, 2, 1).reshape(len(windows), -1)
        shown = exact.product(flat, weights.reshape(flat.shape[1], -1)) + bias
        if weights is not layers[-1][0]:
            shown = np.maximum(shown, 0)
    odds = exact.exp(shown - shown.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)


@cache
def _layers() -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
    with np.load(TRAINED) as file:
        return [
            (file[f"weights{at}"].astype(np.float32), file[f"bias{at}"].astype(np.float32))
            for at in range(len(STRIDES))
        ]
