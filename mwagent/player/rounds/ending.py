"""The end of a game where the mines look like nothing that is known.

One click opens cells that hang together with the one that was clicked. Where other hidden cells
have become something else, here and there, the program shows its mines.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief import fresh, is_hidden
from mwagent.minefield import (
    HIDDEN,
    Board,
    Button,
    Cell,
    Click,
    Stage,
    cells_where,
    count_around,
    rules,
)
from mwagent.player.play import IN_A_ROW, MISREAD
from mwagent.vision.ranks import MAJORITY
from mwagent.vision.reading import UNKNOWN, Reading

FLAGGED: Final = "F"
MINES: Final = "*XW"
PLACES: Final = 2
"""Separate groups of cells not understood that must have come up for a game to be over."""
SCATTERED: Final = 5
"""Number of groups from which on they must be mines, even where some groups are larger."""


class Ending:
    """Notes, look by look, which hidden cells turned strange without having been clicked.

    Where nothing shows a mine but the one cell that was pressed, that alone ends no game in a skin
    that is not known: it may be a number that was never seen. The game is lost if nothing that is
    pressed then has an effect. Until then that cell is `doubted`.
    """

    def __init__(self) -> None:
        self._strange: set[Cell] = set()
        self._hints: set[Cell] = set()
        self.doubted: Cell | None = None
        self._silent: list[Sequence[Click]] = []

    def forget(self) -> None:
        """A new round begins."""
        self._strange.clear()
        self._hints.clear()
        self.doubted = None

    def _is_over(self, before: Sequence[str], reading: Reading, clicks: Sequence[Click]) -> bool:
        """Whether a game that shows a mine is over, unless that is but one that was pressed.

        Pictures on closed cells that were there before anything was pressed, hints, end none, nor
        do such beside open blank cells, which are numbers.
        """
        shown = np.isin(reading.symbols, list(MINES))
        mines, blanks = cells_where(shown), count_around(reading.symbols == "0")
        if mines and (self._hints.issuperset(mines) or (blanks[shown] > 0).mean() > MAJORITY):
            return False
        if mines != [self.doubted]:
            pressed = [click.cell for click in clicks] == mines
            self.doubted, self._silent = mines[0] if pressed else None, []
            return self.doubted is None
        if "".join(before).count("#") > "".join(reading.cells).count("#"):
            self._silent = []
        elif clicks and all(clicks is not one for one in self._silent):
            self._silent.append(clicks)
        return len(self._silent) >= IN_A_ROW - 1

    def with_end(
        self,
        before: Sequence[str],
        reading: Reading,
        known: Board | None,
        clicks: Sequence[Click],
        flagged: Set[Cell] = frozenset(),
        *,
        sure: bool = True,
    ) -> Reading:
        """The reading, lost or won where the last clicks have ended the game.

        `before` is as in `shown`, `known` the board before them, `flagged` the cells that were
        flagged. Flags that come up elsewhere are mines that are shown. It is `sure` what a mine
        looks like.
        """
        if not clicks and fresh(reading, hints=True):
            self._hints = set(cells_where(~is_hidden(reading.symbols)))
        doubted = reading.stage is Stage.LOST and not sure
        if doubted and not self._is_over(before, reading, clicks):
            symbols = reading.symbols
            reading = reading.showing(np.where(np.isin(symbols, list(MINES)), UNKNOWN, symbols))
        cells = [
            "".join(
                UNKNOWN if symbol == FLAGGED and (row, col) not in flagged else symbol
                for col, symbol in enumerate(line)
            )
            for row, line in enumerate(reading.cells)
        ]
        if self.shown(before, cells, clicks) or marked(before, reading.cells, clicks, flagged):
            return replace(reading, stage=Stage.LOST)
        won = None if known is None else cleared(known, reading.cells)
        return reading if won is None else replace(reading, cells=won, stage=Stage.WON)

    def shown(self, before: Sequence[str], after: Sequence[str], clicks: Sequence[Click]) -> bool:
        """Whether one click, between two readings of the board, has ended the game.

        `before` and `after` have one string of `mwagent.vision.reading.SYMBOLS` per row.
        """
        old, new = (np.array([list(row) for row in rows]) for rows in (before, after))
        if old.shape != new.shape or len(clicks) != 1 or clicks[0].button is not Button.LEFT:
            return False
        opened = np.char.isdigit(old)
        if (opened & (new == old)).sum() < MAJORITY * opened.sum():
            return False
        cell = clicks[0].cell
        digits = np.char.isdigit(new)
        if (digits & (old == "#")).any() or digits[cell]:
            self._strange.clear()
            return False
        turned = (old == "#") & (new == UNKNOWN)
        turned[cell] = True
        self._strange |= set(cells_where(turned & ~_together(turned, cell)))
        strange = np.zeros(new.shape, np.uint8)
        for at in self._strange:
            strange[at] = new[at] == UNKNOWN
        count, _, stats, _ = cv2.connectedComponentsWithStats(strange, connectivity=8)
        sizes = stats[1:count, cv2.CC_STAT_AREA]
        small = sizes[sizes <= MISREAD]
        if len(small) >= SCATTERED or len(sizes) >= SCATTERED:
            # Words over the board hang together with the mines beside them.
            return len(small) >= SCATTERED or bool(sizes.max() <= sizes.sum() / 2)
        return len(sizes) >= PLACES and bool((sizes <= MISREAD).all())


def marked(
    before: Sequence[str], after: Sequence[str], clicks: Sequence[Click], flagged: Set[Cell]
) -> bool:
    """Whether one click that opened nothing has brought up flags on its own cell and on others.

    Nobody has set them: a click to open sets no flag, let alone several. They are mines. `before`
    and `after` are as in `Ending.shown`, `flagged` the cells that were flagged.
    """
    old, new = (np.array([list(row) for row in rows]) for rows in (before, after))
    if old.shape != new.shape or len(clicks) != 1 or clicks[0].button is not Button.LEFT:
        return False
    closed = old == "#"
    if (closed & np.char.isdigit(new)).any():
        return False
    came = set(cells_where(closed & (new == FLAGGED))) - flagged
    return clicks[0].cell in came and len(came) > 1


def cleared(known: Board, reading: Sequence[str]) -> tuple[str, ...] | None:
    """The board as it is won, flags on all mines, where these have become something unknown.

    It is won where no cell is hidden any more, those not understood were, and every number has
    exactly as many of them, or flags, around it, and most cells are open: what has moved away from
    where it was read is not understood at all. The cell opened last may lack its number. None where
    it is otherwise. `reading` is as in `acted`.
    """
    cells = np.array([list(row) for row in reading])
    if cells.shape != known.shape or np.isin(cells, ["#", "?"]).any():
        return None
    opened, mines = np.char.isdigit(cells), np.isin(cells, [UNKNOWN, FLAGGED])
    numbers = np.where(opened, cells, "0").astype(np.int64)
    around = count_around(mines)
    if opened.sum() <= mines.sum():
        return None
    same = (known.cells > 8) | (opened & (numbers == known.cells))
    lacking = (known.cells > 8) & (cells == "0") & (around > 0)
    fits = (mines | rules.met(numbers, mines) | lacking).all() and lacking.sum() <= 1
    if not ((cells == UNKNOWN).any() and (opened | mines).all() and same.all() and fits):
        return None
    whole = np.where(mines, FLAGGED, around.astype(str))
    return tuple("".join(row) for row in whole)


def acted(before: Board, reading: Sequence[str]) -> set[Cell]:
    """Cells hidden before which are open now, or lie under something larger than a mine.

    `reading` has one string of `mwagent.vision.reading.SYMBOLS` per row, of where the board was.
    """
    cells = np.array([list(row) for row in reading])
    if cells.shape != before.shape:
        return set()
    covered = (cells == UNKNOWN).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(covered, connectivity=8)
    large = (stats[:, cv2.CC_STAT_AREA] > MISREAD)[labels] & (covered > 0)
    turned = (before.cells == HIDDEN) & (np.char.isdigit(cells) | large)
    return set(cells_where(turned))


def _together(cells: NDArray[np.bool_], cell: Cell) -> NDArray[np.bool_]:
    """Those of the cells that hang together with one of them."""
    _, labels = cv2.connectedComponents(cells.astype(np.uint8), connectivity=8)
    return np.asarray(labels == labels[cell])
