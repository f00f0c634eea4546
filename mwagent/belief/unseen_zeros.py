"""Programs that draw an open blank cell just like a closed one: zeros known by what they opened.

A zero opens all cells around it. So closed cells that hang together are all zeros if one of them
is, and numbers lie all around them.
"""

from __future__ import annotations

from collections.abc import Set

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief.game_state import TELLING, with_around
from mwagent.minefield import FLAG, Board, Cell, Stage, rules
from mwagent.vision.reading import Reading


class UnseenZeros:
    """Knows zeros that look closed; `usual` says that they were seen to in this program."""

    def __init__(self) -> None:
        self.usual = False

    def fill(self, reading: Reading, known: Board | None, pressed: Set[Cell]) -> Reading:
        """The reading with those zeros.

        `known` is the board as it was before the last clicks, None where that is doubted; `pressed`
        are the cells that were to be opened in this round.
        """
        symbols = reading.symbols
        strange = known is not None and known.shape != symbols.shape
        if strange or reading.stage is Stage.LOST:
            return reading
        shut = symbols == "#"
        before = np.full(symbols.shape, FLAG) if known is None else known.cells
        ours = np.zeros(symbols.shape, bool)
        for cell in pressed:
            ours[cell] = True
        numbers = np.isin(symbols, list("12345678"))
        _, labels = cv2.connectedComponents(shut.astype(np.uint8), connectivity=8)
        told: dict[int, str] = {}
        for label in np.unique(labels[shut & ours]):
            area = labels == label
            rim = with_around(area) & ~area
            opened = np.count_nonzero(rim & numbers & (before >= FLAG)) >= TELLING
            believed = bool((before[area] == 0).any())
            nothing_left = self.usual and bool(ours[area].all())
            if not numbers[rim].all() or not (opened or believed or nothing_left):
                continue
            if not (rules.impossible_numbers(_with_zeros(reading, area)) & rim).any():
                self.usual = self.usual or bool(opened)
                told |= {int(i): "0" for i in np.flatnonzero(area)}
        if not told:
            return reading
        filled = reading.filled(told)
        return filled.staged()


def _with_zeros(reading: Reading, area: NDArray[np.bool_]) -> Board:
    cells = reading.board.cells.copy()
    cells[area] = 0
    return Board(cells)
