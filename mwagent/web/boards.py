"""The boards of the page: which mines a seed lays (the twin of `static/game/random.js`)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import Cell, FirstClick, Level, neighbours

_WORD = 0xFFFFFFFF


def fnv1a(text: str) -> int:
    """The 32-bit FNV-1a hash of a text in UTF-8.

    >>> hex(fnv1a("foobar"))
    '0xbf9cf968'
    """
    value = 0x811C9DC5
    for byte in text.encode():
        value = ((value ^ byte) * 0x01000193) & _WORD
    return value


def _splitmix32(state: int) -> Iterator[int]:
    while True:
        state = (state + 0x9E3779B9) & _WORD
        mixed = ((state ^ (state >> 16)) * 0x85EBCA6B) & _WORD
        mixed = ((mixed ^ (mixed >> 13)) * 0xC2B2AE35) & _WORD
        yield mixed ^ (mixed >> 16)


def _rotate(word: int, bits: int) -> int:
    return ((word << bits) | (word >> (32 - bits))) & _WORD


def xoshiro128(seed: str) -> Iterator[int]:
    """The page's random numbers, 32 bits each: xoshiro128** (Blackman and Vigna 2018).

    Its state is the first four numbers of splitmix32 from the seed's FNV-1a hash.
    """
    mix = _splitmix32(fnv1a(seed))
    s = [next(mix) for _ in range(4)]
    while True:
        yield (_rotate((s[1] * 5) & _WORD, 7) * 9) & _WORD
        shifted = (s[1] << 9) & _WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= shifted
        s[3] = _rotate(s[3], 11)


def _below(n: int, numbers: Iterator[int]) -> int:
    limit = (_WORD + 1) - (_WORD + 1) % n
    return next(number for number in numbers if number < limit) % n


def page_mines(
    level: Level, seed: str, first: Cell, rule: FirstClick = FirstClick.SAFE
) -> NDArray[np.bool_]:
    """Mines that the page at `?seed=SEED` has once `first` was opened, as (rows, cols) bool.

    >>> page_mines(Level(3, 3, 2), "a", (0, 0)).sum()
    np.int64(2)
    """
    size = level.rows * level.cols
    numbers = xoshiro128(seed)
    order = list(range(size))
    for i in range(size - 1, 0, -1):
        j = _below(i + 1, numbers)
        order[i], order[j] = order[j], order[i]
    spared = set() if rule is FirstClick.ANY else {first}
    if rule is FirstClick.OPEN:
        around = set(neighbours(first, (level.rows, level.cols)))
        if size - len(around) - 1 >= level.mines:
            spared |= around
    kept = {row * level.cols + col for row, col in spared}
    mines = np.zeros(size, bool)
    mines[[cell for cell in order if cell not in kept][: level.mines]] = True
    return mines.reshape(level.rows, level.cols)
