"""The game's own logic as the judge of what the looks of cells mean.

Every look may mean several things, each at a price (its shape says otherwise). A meaning for all
looks also pays for every rule of the game it breaks on the board. The cheapest is searched by
changing one group of looks at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.reading import SYMBOLS, UNKNOWN

Floats = NDArray[np.float64]
Codes = NDArray[np.int8]
"""Cells as positions in SYMBOLS."""

CODE: Final = {symbol: code for code, symbol in enumerate(SYMBOLS)}

_BROKEN: Final = 2.0
"""Price of a rule broken at one cell."""
_MET: Final = 0.25
"""What a zero earns that borders on numbers and on nothing hidden."""
GREATEST: Final = 12.0
"""No meaning of a look costs more than this."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A group of cells that mean the same: their flat numbers and the price of each meaning."""

    cells: NDArray[np.intp]
    price: dict[str, float]


def around(mask: NDArray[np.bool_] | Floats) -> Floats:
    """For every cell, the sum over its eight neighbours."""
    rows, cols = mask.shape
    padded = np.zeros((rows + 2, cols + 2))
    padded[1:-1, 1:-1] = mask
    across = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    total: Floats = across[:-2] + across[1:-1] + across[2:] - padded[1:-1, 1:-1]
    return total


def strain(cells: Codes) -> tuple[Floats, float]:
    """Broken rules at each cell (rows, cols), and how many zeros show that they are zeros.

    A zero has no hidden neighbour. A number n has at least n neighbours that are hidden, flags or
    mines, and at most n flags and mines. With mines shown, exactly n are flags or mines.
    """
    mined = (cells == CODE["*"]) | (cells == CODE["X"])
    marked = (cells == CODE["F"]) | mined
    covered = marked | (cells == CODE["#"]) | (cells == CODE["?"]) | (cells == CODE["W"])
    closed, marks = around(covered), around(marked)
    blind = around(cells == CODE[UNKNOWN])
    zero, digit = cells == 0, (cells > 0) & (cells <= 8)
    broken = np.zeros(cells.shape)
    broken[zero] = np.minimum(closed[zero], 3)
    lacking = np.maximum(0, cells - closed - blind) + np.clip(marks - cells, 0, 2)
    if mined.any():
        lacking = lacking + 0.35 * np.maximum(0, cells - marks - blind)
    broken[digit] = lacking[digit]
    met = zero & (closed == 0) & (around(digit) > 0)
    return broken, float(met.sum())


def energy(cells: Codes) -> float:
    """Price of the rules broken on a board, less what its zeros earn."""
    broken, met = strain(cells)
    return _BROKEN * float(broken.sum()) - _MET * met


def judge(
    shape: tuple[int, int],
    choices: Sequence[Choice],
    starts: Sequence[dict[int, str]] = (),
) -> tuple[list[str], list[float], Codes]:
    """The meaning of each group, by how much it beats the next best, and the board (rows, cols).

    `starts` are meanings of some groups to begin from; the best of them is improved. Cells of no
    group are unknown.
    """
    plain = [min(choice.price.items(), key=lambda item: item[1])[0] for choice in choices]
    best, current = np.inf, plain
    for start in ({}, *starts):
        trial = [start.get(i, symbol) for i, symbol in enumerate(plain)]
        cost = sum(c.price[symbol] for c, symbol in zip(choices, trial, strict=True))
        cost += energy(_board(shape, choices, trial))
        if cost < best:
            best, current = cost, trial
    board = _board(shape, choices, current)
    margins = _improve(board, choices, current)
    return current, margins, board


def _board(shape: tuple[int, int], choices: Sequence[Choice], meaning: Sequence[str]) -> Codes:
    board = np.full(shape, CODE[UNKNOWN], np.int8)
    flat = board.reshape(-1)
    for choice, symbol in zip(choices, meaning, strict=True):
        flat[choice.cells] = CODE[symbol]
    return board


def _improve(board: Codes, choices: Sequence[Choice], current: list[str]) -> list[float]:
    """Change one group at a time for the better, in place; returns the margins."""
    flat = board.reshape(-1)
    order = sorted(range(len(choices)), key=lambda i: -len(choices[i].cells))
    margins = [GREATEST] * len(choices)
    for _ in range(4):
        changed = False
        for i in order:
            choice = choices[i]
            if len(choice.price) < 2:
                continue
            costs = {}
            for symbol, price in choice.price.items():
                flat[choice.cells] = CODE[symbol]
                costs[symbol] = price + energy(board)
            ranked = sorted(costs, key=lambda symbol: costs[symbol])
            margins[i] = costs[ranked[1]] - costs[ranked[0]]
            changed |= ranked[0] != current[i]
            current[i] = ranked[0]
            flat[choice.cells] = CODE[current[i]]
        if not changed:
            break
    return margins


def nested(vectors: NDArray[np.float32], weights: Floats) -> list[list[int]]:
    """Every set of vectors that average linkage puts together, single ones included."""
    sets = [[i] for i in range(len(vectors))]
    means = [v.astype(np.float64) for v in vectors]
    mass = [float(w) for w in weights]
    alive = list(range(len(vectors)))
    if len(vectors) == 0:
        return []
    apart = ((vectors[:, None] - vectors[None]) ** 2).mean(axis=2).astype(np.float64)
    size = 2 * len(vectors)
    table = np.full((size, size), np.inf)
    table[: len(vectors), : len(vectors)] = apart
    np.fill_diagonal(table, np.inf)
    while len(alive) > 1:
        part = table[np.ix_(alive, alive)]
        a, b = divmod(int(part.argmin()), len(alive))
        one, two = alive[a], alive[b]
        new = len(sets)
        sets.append(sets[one] + sets[two])
        means.append((means[one] * mass[one] + means[two] * mass[two]) / (mass[one] + mass[two]))
        mass.append(mass[one] + mass[two])
        alive = [k for k in alive if k not in (one, two)]
        if alive:
            distance = ((np.stack([means[k] for k in alive]) - means[new]) ** 2).mean(axis=1)
            table[new, alive] = table[alive, new] = distance
        alive.append(new)
    return sets
