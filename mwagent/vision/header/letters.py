"""Letters of a line of text, read one by one, and how certain each is.

A line is scaled to `HEIGHT` pixels. A small convolutional network, which sees a letter or two at a
time and knows no words, tells for every second column which letter it belongs to; what is said
several times in a row, without a gap, is one letter (connectionist temporal classification, Graves
et al. 2006). `benchmarks.training.letters` trains it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import prod
from operator import itemgetter
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact

HEIGHT: Final = 16
"""Height of a line of text in pixels, as the networks see it."""


@dataclass(frozen=True)
class Alphabet:
    """What a network tells apart, in small letters; `~` is any other sign.

    Class 0 is a gap between letters, the others are `letters` in their order.
    """

    letters: str
    file: Path

    @cached_property
    def layers(self) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """Weights and biases of each layer, as they were trained."""
        with np.load(self.file) as file:
            return [
                (file[f"weights{at}"].astype(np.float32), file[f"bias{at}"].astype(np.float32))
                for at in range(len(STRIDES))
            ]

    @cached_property
    def alike(self) -> dict[int, list[int]]:
        """Classes of letters that look alike, by the first of them."""
        groups = (filter(self.letters.__contains__, group) for group in ALIKE)
        classes = [[1 + self.letters.index(letter) for letter in group] for group in groups]
        return {group[0]: group for group in classes if len(group) > 1}


_LATIN: Final = (
    "abcdefghijklmnopqrstuvwxyz0123456789äöüßéèêëáàâãåæøçñíìîïóòôõúùûýąćęłńśźżčďěňřšťůžőűășțğış"
)
_SIGNS: Final = " !?.:+-×()/&'~"
LATIN: Final = Alphabet(_LATIN + _SIGNS, Path(__file__).with_name("letters.npz"))
ALL: Final = Alphabet(
    _LATIN
    + "абвгдежзийклмнопрстуфхцчшщъыьэюяёієїґђјљњћџαβγδεζηθικλμνξοπρστυφχψω"
    + "いうえかくけしじすずたちつてどはふむめもやらりるをんアイウオカキクグゲコジスセソタッテトバパ"
    + "フプベムャラリルレンー一上下专中了任來保入关再出分初区单単取否單回困大失始存定家容小局帳度开"
    + "式意戏戲戶户戻打押拒持按挖掘数新旗时易是普最机来标模機次残消游玩电留直知确確简算簡系級続繼續"
    + "级绝统继续翻脑計試認计记试败账赢跳车输过返退通遊道重鍵键門閉開間關门闭间难難雷高가게계고급기"
    + "깃나니다닫들려발보새설소속쉬시아어열예요용움유인임작장재저정중지초취컴터통퓨하확"
    + _SIGNS,
    Path(__file__).with_name("scripts.npz"),
)
"""Letters of other scripts, too, which costs some of those in Latin; of Chinese, Japanese and
Korean what stands on buttons."""
ALIKE: Final = (
    *("o0оο", "aаα", "bвβ", "cс", "eеε", "hнη", "iіι", "jј", "kкκ", "mмμ", "nν", "pрρ"),
    *("tтτ", "xхχ", "yуυ", "zζ", "ëё", "ïї", "гγ", "пπ", "фφ"),
)
"""Letters that look alike, in capitals at least; a line is as probable with either."""
SCRIPTS: Final = {"a-zß-ş": "o", "а-џ": "о", "α-ω": "ο"}
"""Latin, Cyrillic and Greek letters, of which a word has one kind; what each has like a nought."""
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
    line = line_of(ink)
    latin, other = (_read(line, alphabet) for alphabet in (LATIN, ALL))
    foreign = not set(other[0]) <= set(LATIN.letters) and not _mixes(other[0])
    return max(latin, other, key=itemgetter(1)) if foreign else latin


def _read(line: NDArray[np.float32], alphabet: Alphabet) -> tuple[str, float]:
    """What a line says in letters of an alphabet.

    What looks alike is one letter first, and then that of the kind which its word is written in.
    """
    odds = network(line, alphabet)
    forms, members = odds.copy(), alphabet.alike
    for form, group in members.items():
        forms[:, form] = odds[:, group].sum(axis=1)
        forms[:, group[1:]] = 0
    best = forms.argmax(axis=1)
    changes = [at for at in np.flatnonzero(np.diff(best, prepend=0)) if best[at]]
    classes = [int(best[at]) for at in changes]
    seen = [
        {alphabet.letters[each - 1]: float(odds[at, each]) for each in members.get(form, [form])}
        for at, form in zip(changes, classes, strict=True)
    ]
    words = (list(word) for blank, word in groupby(seen, key=lambda each: " " in each) if not blank)
    # Where words end is often in doubt, and hardly matters.
    blank = 1 + alphabet.letters.index(" ")
    forms[:, 0], forms[:, blank] = forms[:, 0] + forms[:, blank], 0
    sure = probability(forms, [each for each in classes if each != blank])
    return " ".join(map(word_of, words)), sure


def word_of(seen: Sequence[Mapping[str, float]]) -> str:
    """A word of one kind of letters, by what each of them may be, and how probably.

    >>> word_of([{"a": 0.6, "а": 0.4}, {"я": 1.0}]), word_of([{"o": 0.4, "0": 0.6}, {"k": 1.0}])
    ('ая', 'ok')
    """
    words = []
    for kind, round_letter in SCRIPTS.items():
        foreign = re.compile(f"[{''.join(SCRIPTS).replace(kind, '')}]")
        mine = [{one: p for one, p in each.items() if not foreign.match(one)} for each in seen]
        if all(mine):
            worth = prod(max(each.values()) for each in mine)
            word = "".join(max(each, key=each.__getitem__) for each in mine)
            words.append((worth, spelled(word, round_letter)))
    mixed = "".join(max(each, key=each.__getitem__) for each in seen)
    return max(words, key=itemgetter(0), default=(0.0, mixed))[1]


def _mixes(text: str) -> bool:
    """Whether a word has letters of two kinds, which none has."""
    return any(sum(bool(re.search(f"[{kind}]", x)) for kind in SCRIPTS) > 1 for x in text.split())


def spelled(word: str, letter: str = "o") -> str:
    """A word with a letter O among letters, and a nought among digits, apart from a word behind.

    >>> spelled("1o"), spelled("g0"), spelled("o0:3o"), spelled("1ox10"), spelled("o")
    ('10', 'go', '00:30', '10x10', 'o')
    >>> spelled("1omines"), spelled("9x9area"), spelled("1st")
    ('10 mines', '9x9 area', '1st')
    """
    if counted := re.fullmatch(rf"(\d[\d{letter}xх]*)([^\W\d_]{{3,}}\W*)", word):
        return f"{spelled(counted[1], letter)} {counted[2]}"
    others = set(word) - set(f"{letter}0xх")
    if not any(map(str.isalpha, others)):
        return word.replace(letter, "0") if any(map(str.isdigit, word)) else word
    return word if any(map(str.isdigit, others)) else word.replace("0", letter)


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


def network(line: NDArray[np.float32], alphabet: Alphabet) -> NDArray[np.float32]:
    """Probabilities (steps, 1 + letters) of each letter at every second column of a line."""
    layers = alphabet.layers
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
