"""Zeros that do not show, or do not open what is around them: known by what clicks did.

A zero opens all cells around it. So closed cells that hang together, in programs that draw an open
blank cell just like a closed one, are all zeros if one of them is, and numbers lie all around them.

In programs in which a zero does not open the cells around it, the rules cannot distinguish it from
a hidden cell. What helps is that we have opened it: it was clicked, has another ground than any
hidden cell, shows nothing, and the game goes on.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief.appearances import Appearances, CellImages, foreign
from mwagent.belief.game_state import TELLING, is_hidden, with_around
from mwagent.belief.pixels import OTHER_COLOUR
from mwagent.minefield import (
    FLAG,
    HIDDEN,
    Board,
    Button,
    Cell,
    Click,
    Stage,
    neighbours,
    rules,
)
from mwagent.vision.glyphs.classifier import CLASSES, classify
from mwagent.vision.ranks import MAJORITY
from mwagent.vision.reading import CERTAIN, UNKNOWN, Reading, Told
from mwagent.vision.unknown.clusters import signs_in

FLAT: Final = 6.0
"""Greatest difference in grey levels of a cell without lines from its mean."""
RIM_WIDTH: Final = 3
"""Pixels at the sides of a cell image that numbers leave free."""
SAME_RIM: Final = 12.0
"""Difference in grey levels of a line along a side up to which two cells have the same rim."""


def clicked_blank(reading: Reading, before: Board | None, clicks: Sequence[Click]) -> Told:
    """A cell is understood by what it did: if one click opened others, the clicked cell is blank.

    A single blank cell on a board may look like nothing that is known.
    """
    if before is None or len(clicks) != 1 or clicks[0].button is not Button.LEFT:
        return {}
    row, col = clicks[0].cell
    symbols = reading.symbols
    if symbols.shape != before.shape or (symbols[row, col], before[row, col]) != (UNKNOWN, HIDDEN):
        return {}
    around = neighbours((row, col), before.shape)
    opened = [cell for cell in around if before[cell] == HIDDEN and symbols[cell].isdigit()]
    if not opened or not all(symbols[cell].isdigit() for cell in around) or "*" in symbols:
        return {}
    told = {row * before.shape[1] + col: "0"}
    return {} if rules.impossible_numbers(reading.filled(told).board).any() else told


def lone_blanks(
    cells: CellImages,
    reading: Reading,
    appearances: Appearances,
    closed: CellImages,
    pressed: Set[Cell],
    *,
    effective: bool = True,
) -> dict[int, str]:
    """The cells that must lie open, and blank, since they were `pressed`: "0" by flat number.

    With them come those that hang together with them and look alike, but for their rims. `cells`
    (rows * cols, side, side, 3) are those of the reading, without the pointer over them, `closed`
    (n, side, side, 3) some on which nothing was done yet. The lone ones are learned. Where clicks
    are not known to be `effective`, two that have come to look alike tell that they are.
    """
    symbols = reading.symbols
    ours = np.zeros(symbols.shape, bool)
    for cell in pressed:
        ours[cell] = True
    unread = np.flatnonzero(np.isin(symbols, ["#", UNKNOWN]))
    bare = unread[foreign(cells[unread], closed, OTHER_COLOUR)]
    bare = np.array([i for i in bare if signs_in(cells[i : i + 1])[0] is None], np.intp)
    lone = bare[ours.flat[bare]]
    if not effective and (
        len(lone) < 2 or foreign(cells[lone], cells[lone[:1]], OTHER_COLOUR).any()
    ):
        return {}
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

    They hang together, over open cells, with one that was `pressed`, and look like blank cells in
    the appearances, or have lines and others like them: what lies over a board has other lines.
    """
    beside, opened = unopened_beside(reading), np.char.isdigit(reading.symbols)
    blanks = cells[np.flatnonzero(beside)]
    if not len(blanks) or _plain(cells[np.flatnonzero(reading.symbols == "0")]):
        return False
    known = appearances.blank(blanks).all() or _lined_alike(blanks, cells[np.flatnonzero(opened)])
    return known and bool(_reached(opened, pressed)[beside].all())


def written_zeros_stop(cells: CellImages, reading: Reading, pressed: Set[Cell]) -> bool:
    """Whether zeros have hidden cells around them that are written, and hang together, over open
    cells, with one that was `pressed`.

    Nobody need have seen such a cell before: no closed cell, and nothing that lies over one, bears
    a nought.
    """
    beside = unopened_beside(reading)
    reached = _reached(np.char.isdigit(reading.symbols), pressed)
    if not beside.any() or not reached[beside].all():
        return False
    glyphs = [signs_in(cells[i : i + 1])[0] for i in np.flatnonzero(beside)]
    features = [glyph.feature for glyph in glyphs if glyph is not None]
    if len(features) < len(glyphs):
        return False
    nought = classify(np.stack(features))[:, CLASSES.index("0")]
    return bool((nought > CERTAIN).all())


def _reached(opened: NDArray[np.bool_], pressed: Set[Cell]) -> NDArray[np.bool_]:
    """The open cells that hang together with one that was pressed, (rows, cols)."""
    _, labels = cv2.connectedComponents(opened.astype(np.uint8), connectivity=8)
    ours = sorted({labels[cell] for cell in pressed if opened[cell]})
    return np.asarray(np.isin(labels, ours) & opened, np.bool_)


def unopened_beside(reading: Reading) -> NDArray[np.bool_]:
    """Blank cells, (rows, cols), with hidden ones around them."""
    return rules.unfinished_zeros(reading.board.cells, is_hidden(reading.symbols))


def _lined_alike(blanks: CellImages, opened: CellImages) -> bool:
    """Whether blank cells have lines at their sides, most of them as several others have.

    Both are (n, side, side, 3).
    """
    known = _sides(opened)
    alike = [(np.abs(known - one).max(axis=(1, 2)) < SAME_RIM).sum() for one in _sides(blanks)]
    lined = not any(_plain(one[None]) for one in blanks)
    return lined and bool(np.mean(np.array(alike) > TELLING) > MAJORITY)


def _sides(cells: CellImages) -> NDArray[np.float32]:
    """The colours of the lines along the sides of cells, (n, 4 * RIM_WIDTH, 3)."""
    images = cells.astype(np.float32)
    near, far = slice(RIM_WIDTH), slice(-RIM_WIDTH, None)
    across = [images[:, rows].mean(axis=2) for rows in (near, far)]
    down = [images[:, :, cols].mean(axis=1) for cols in (near, far)]
    return np.concatenate([*across, *down], axis=1)


def _plain(cells: CellImages) -> bool:
    """Whether all cells are of one colour, without lines between them."""
    means: NDArray[np.float64] = cells.mean(axis=(1, 2))
    spread = np.abs(cells - means[:, None, None]).max()
    return bool(spread < FLAT and np.ptp(means, axis=0).max() < FLAT)


class UnseenZeros:
    """Knows zeros that look closed; `usual` says that they were seen to in this program."""

    def __init__(self) -> None:
        self.usual = False

    def told(self, reading: Reading, known: Board | None, pressed: Set[Cell]) -> Told:
        """Those zeros of a reading.

        `known` is the board as it was before the last clicks, None where that is doubted; `pressed`
        are the cells that were to be opened in this round.
        """
        symbols = reading.symbols
        strange = known is not None and known.shape != symbols.shape
        if strange or reading.stage is Stage.LOST:
            return {}
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
        return told


def _with_zeros(reading: Reading, area: NDArray[np.bool_]) -> Board:
    cells = reading.board.cells.copy()
    cells[area] = 0
    return Board(cells)
