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
    shape: tuple[int, int], choices: Sequence[Choice]
) -> tuple[list[str], list[float], Codes]:
    """The meaning of each group, by how much it beats the next best, and the board (rows, cols).

    Cells of no group are unknown.
    """
    board = np.full(shape, CODE[UNKNOWN], np.int8)
    flat = board.reshape(-1)
    current = [min(choice.price.items(), key=lambda item: item[1])[0] for choice in choices]
    for choice, symbol in zip(choices, current, strict=True):
        flat[choice.cells] = CODE[symbol]
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
    return current, margins, board
