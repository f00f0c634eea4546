"""A map of mine probability: its colours, and the map as a notebook shows it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import HIDDEN, Cell, cells_where
from mwagent.minefield.svg import Paint, board_svg

Colour = tuple[int, int, int]

_HEAT: Final = np.array([(58, 168, 88), (246, 214, 92), (206, 52, 44)], float)
"""RGB colours of mine probability 0, one half and 1."""
_WHITE: Final = "#fff"


def heat(probability: float) -> Colour:
    """Colour of a mine probability: green 0, yellow one half, red 1."""
    red, green, blue = heats(np.array([probability]))[0].tolist()
    return red, green, blue


def heats(chances: NDArray[np.float64]) -> NDArray[np.int_]:
    """The colours of (n,) mine probabilities, (n, 3) from 0 to 255."""
    place = 2 * chances.clip(0, 1)[:, None]
    low = np.minimum(1, place.astype(int))[:, 0]
    mixed = _HEAT[low] + (_HEAT[low + 1] - _HEAT[low]) * (place - low[:, None])
    rounded: NDArray[np.int_] = np.rint(mixed).astype(int)
    return rounded


def heatmap_svg(
    codes: NDArray[np.int8],
    probability: NDArray[np.float64],
    proven: Iterable[tuple[str, Iterable[Cell]]],
    best: Cell | None,
    title: str,
) -> str:
    """Draw hidden cells from green (no mine) to red (a mine), with a frame around the best cell.

    Cells that are not certain have their probability in per cent, those that are `proven` a sign.
    """
    chances = np.nan_to_num(probability).round(3).tolist()
    paints = {(row, col): _paint(chances[row][col]) for row, col in cells_where(codes == HIDDEN)}
    for sign, cells in proven:
        paints |= {
            cell: Paint(_paint(chances[cell[0]][cell[1]]).fill, sign, _WHITE) for cell in cells
        }
    return board_svg(codes, title, paints, best)


@cache
def _paint(chance: float) -> Paint:
    fill = "#{:02x}{:02x}{:02x}".format(*heat(chance))
    text = f"{min(99, max(1, round(100 * chance)))}"
    return Paint(fill, text, _WHITE) if chance > 0.8 else Paint(fill, text)
