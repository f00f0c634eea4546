"""Programs in which a zero does not open the cells around it: zeros known by what clicks did.

In other programs a zero beside hidden cells breaks a rule of the game. Here it does not, so the
rules cannot distinguish it from a hidden cell. What helps is that we have opened it: it was
clicked, has another ground than any hidden cell, shows nothing, and the game goes on.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import HIDDEN, Board, Button, Cell, Click, neighbours, rules
from mwagent.player.tracking.appearances import Appearances, CellImages, foreign
from mwagent.player.tracking.game_state import is_hidden, rows_of, symbols_of
from mwagent.vision.reading import UNKNOWN, Reading, stage_of
from mwagent.vision.unknown.clusters import clusters

ANOTHER: Final = 8.0
"""Grey levels by which the ground of an open cell differs from that of all hidden ones."""
TOLD: Final = 0.8
"""Confidence in a cell that is known by what a click on it did."""
PLAIN: Final = 3.0
"""Greatest difference in grey levels of a cell without lines from its mean."""


def with_clicked_blank(reading: Reading, before: Board | None, clicks: Sequence[Click]) -> Reading:
    """Understand a cell by what it did: if one click opened others, the clicked cell is blank.

    A single blank cell on a board may look like nothing that is known.
    """
    if before is None or len(clicks) != 1 or clicks[0].button is not Button.LEFT:
        return reading
    row, col = clicks[0].cell
    symbols = symbols_of(reading)
    if symbols.shape != before.shape or (symbols[row, col], before[row, col]) != (UNKNOWN, HIDDEN):
        return reading
    around = neighbours((row, col), before.shape)
    opened = [cell for cell in around if before[cell] == HIDDEN and symbols[cell].isdigit()]
    if not opened or not all(symbols[cell].isdigit() for cell in around) or "*" in symbols:
        return reading
    symbols[row, col] = "0"
    confidence = reading.confidence.copy()
    confidence[row, col] = TOLD
    cells = rows_of(symbols)
    blank = replace(reading, cells=cells, confidence=confidence, stage=stage_of(cells, None))
    return reading if rules.impossible_numbers(blank.board()).any() else blank


def lone_blanks(
    cells: CellImages,
    reading: Reading,
    appearances: Appearances,
    closed: CellImages,
    pressed: Set[Cell],
) -> dict[int, str]:
    """The cells that must lie open, and blank, since they were `pressed`: "0" by flat number.

    With them come those that hang together with them and look alike, but for their rims. `cells`
    (rows * cols, side, side, 3) are those of the reading, without the pointer over them, `closed`
    (n, side, side, 3) some on which nothing was done yet. The lone ones are learned.
    """
    symbols = symbols_of(reading)
    ours = np.zeros(symbols.shape, bool)
    for cell in pressed:
        ours[cell] = True
    unread = np.flatnonzero(np.isin(symbols, ["#", UNKNOWN]))
    bare = unread[foreign(cells[unread], closed, ANOTHER)]
    bare = np.array([i for i in bare if clusters(cells[i : i + 1])[0].glyph is None], np.intp)
    lone = bare[ours.flat[bare]]
    appearances.correct(cells[lone], np.full(len(lone), "0"))
    blank = bare[ours.flat[bare] | appearances.blank(cells[bare])]
    opened = np.char.isdigit(symbols)
    opened.flat[blank] = True
    reached = _reached(opened, pressed)
    return {int(i): "0" for i in blank if reached.flat[i]}


def flood_stops(
    cells: CellImages, reading: Reading, appearances: Appearances, pressed: Set[Cell]
) -> bool:
    """Whether there are blank cells with hidden ones around them, and all of them are real.

    They hang together, over open cells, with one that was `pressed`, look like blank cells in the
    appearances, and all blank cells are no plain surface: a window before the board may be that.
    Zeros that are written, where they were pressed, are real as well.
    """
    symbols, beside = symbols_of(reading), unopened_beside(reading)
    blanks = cells[np.flatnonzero(beside)]
    if not len(blanks):
        return False
    at = {(int(row), int(col)) for row, col in np.argwhere(beside)}
    if at <= pressed and all(one.glyph is not None for one in clusters(blanks)):
        return True
    if not appearances.blank(blanks).all():
        return False
    if _plain(cells[np.flatnonzero(symbols == "0")]):
        return False
    opened = np.char.isdigit(symbols)
    return bool(_reached(opened, pressed)[beside].all())


def _reached(opened: NDArray[np.bool_], pressed: Set[Cell]) -> NDArray[np.bool_]:
    """The open cells that hang together with one that was pressed, (rows, cols)."""
    _, labels = cv2.connectedComponents(opened.astype(np.uint8), connectivity=8)
    ours = sorted({labels[cell] for cell in pressed if opened[cell]})
    return np.asarray(np.isin(labels, ours) & opened, np.bool_)


def unopened_beside(reading: Reading) -> NDArray[np.bool_]:
    """Blank cells, (rows, cols), with hidden ones around them."""
    return rules.unfinished_zeros(reading.board().cells, is_hidden(symbols_of(reading)))


def _plain(cells: CellImages) -> bool:
    """Whether all cells are of one colour, without lines between them."""
    means: NDArray[np.float64] = cells.mean(axis=(1, 2))
    spread = np.abs(cells - means[:, None, None]).max()
    return bool(spread < PLAIN and np.ptp(means, axis=0).max() < PLAIN)
