"""Cells that were read as closed, but lie under something that covers the board.

What nobody has touched looks as it did. A window over a part of the board may well be taken for
closed cells by its appearance alone: large, plain, and the same again and again. But it was not
there before; and where the whole board looks otherwise, being darker or of other colours now,
cells that were alike still are.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.belief.appearances import CellImages
from mwagent.belief.game_state import symbols_of
from mwagent.vision.grid.cells import block_means, cells_of
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN, Reading
from mwagent.vision.unknown.clusters import clusters

MARKED: Final = 8.0
"""Grey levels by which the pixels of a cell vary if it has lines or shades of its own."""
SAME: Final = 0.6
"""Likeness from which the lines and shades of a cell are still the same."""
FADED: Final = 0.25
"""Part of their strength that lines and shades must have kept to be still the same."""
CERTAIN_LINES: Final = 0.9
"""Likeness from which a cell is used to measure how the colours of the board have changed."""
SHARE: Final = 0.3
"""Part of the cells with lines that must be so alike for a change of colours to be believed."""
UNCHANGED: Final = 2.0
"""Mean difference in grey levels up to which a cell looks as it did."""
FAINT: Final = 0.05
"""Part of the contrast of the others below which one of red, green and blue is ignored."""
OFF: Final = 12.0
"""Mean difference in grey levels from the expected colours from which a cell is covered."""
OFF_THEIR_LIKE: Final = 24.0
"""OFF for cells whose expected colours are known from other closed cells alone."""
KIN: Final = 10.0
"""Mean difference in grey levels up to which two cells looked alike."""
SAMPLE: Final = 60
"""Largest number of cells that looked alike from which the colours of a cell are predicted."""


class UnderstoodCells:
    """How the cells of a board looked when they were last understood, and what they showed.

    `picture` shows the board's pixels and `lattice` where it lies in them; `symbols` is (n,). What
    is not understood of it stays as it was `before`.
    """

    def __init__(
        self,
        picture: Picture,
        lattice: Lattice,
        symbols: NDArray[np.str_],
        before: UnderstoodCells | None,
    ):
        self.lattice = lattice
        self.symbols = symbols
        self._picture = picture
        unread = symbols == UNKNOWN
        if unread.any() and before is not None and before.shape == self.shape:
            self.symbols = np.where(unread, before.symbols, symbols)
            self.cells = np.where(unread[:, None, None, None], before.cells, self.cells)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.lattice.rows, self.lattice.cols

    @cached_property
    def cells(self) -> CellImages:
        """How each cell looked, (n, side, side, 3)."""
        return cells_of(self._picture, self.lattice)


def covered(
    before: CellImages, now: CellImages, known: NDArray[np.bool_], closed: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Which of the `closed` cells look otherwise than they can, (n,).

    `before` and `now` (n, side, side, 3) show all cells of a board; `known` says which of them
    mean the same in both, `closed` which of these are closed, (n,) each.
    """
    old, new = _vectors(before), _vectors(now)
    found = np.zeros(len(old), bool)
    if not closed.any():
        return found
    likeness, marked = _likeness(old, new)
    telling = known & marked
    certain = telling & (likeness > CERTAIN_LINES)
    unchanged = known & (np.abs(new - old).mean(axis=1) < UNCHANGED)
    if unchanged.sum() >= known.sum() / 2:
        # A cell or two that look otherwise do not speak for all: one may have been hovered over.
        expected, most = old, OFF
    elif certain.sum() > SHARE * telling.sum():
        expected, most = _recoloured(old, new, certain), OFF
    else:
        expected, most = _by_their_like(old, new, closed), OFF_THEIR_LIKE
    off = np.abs(new - expected).mean(axis=1)
    found[closed] = ((off > most) & ~(marked & (likeness > SAME)))[closed]
    return found


def without_lines(cells: CellImages, closed: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of all cells lack the lines that `closed` ones have, (n,); none where these have none.

    What lies over a board from the first look on never looked otherwise.
    """
    vectors = _vectors(cells)
    if not closed.any():
        return np.zeros(len(vectors), bool)
    usual = np.broadcast_to(np.median(vectors[closed], axis=0), vectors.shape)
    likeness, marked = _likeness(usual, vectors)
    return np.asarray(marked & (likeness < SAME))


def hidden(images: CellImages, reading: Reading) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which cells of a fresh board are closed, and which lack their lines, (n,) each.

    What was not understood is closed if it is blank, and no window that lies over the board; else
    the board was begun, or shows its mines.
    """
    closed = symbols_of(reading).reshape(-1) == "#"
    foreign = without_lines(images, closed)
    for cluster in clusters(images):
        closed[cluster.cells] |= cluster.glyph is None and not foreign[cluster.cells].all()
    return closed, foreign


def unclear(picture: Picture, reading: Reading) -> NDArray[np.bool_]:
    """Which cells, (rows, cols), of a board on which nothing is open may be something else over it.

    `picture` shows the whole monitor. None where something is open.
    """
    cells = symbols_of(reading)
    if not np.isin(cells, list(f"#?{UNKNOWN}")).all() or not (cells == "#").any():
        return np.zeros(cells.shape, bool)
    closed, _ = hidden(cells_of(picture, reading.lattice), reading)
    return np.asarray(~closed.reshape(cells.shape) | (cells == UNKNOWN), np.bool_)


def _vectors(cells: CellImages) -> NDArray[np.float32]:
    """Cells at a fraction of their size, without their very rims, (n, values)."""
    rim, inner = cells.shape[1] // 16, cells.shape[1] * 7 // 8
    step = inner // 7
    middle = cells[:, rim : rim + inner, rim : rim + inner]
    small = block_means(middle, step)
    return np.asarray(small.reshape(len(cells), -1), np.float32)


def _likeness(
    old: NDArray[np.float32], new: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """How far the lines and shades of cells are the same, and which had any, (n,) each."""
    greys = [some.reshape(len(some), -1, 3).mean(axis=2) for some in (old, new)]
    one, other = (grey - grey.mean(axis=1, keepdims=True) for grey in greys)
    lengths = np.linalg.norm(one, axis=1), np.linalg.norm(other, axis=1)
    alike = np.abs((one * other).sum(axis=1)) / np.maximum(lengths[0] * lengths[1], 1e-6)
    alike[lengths[1] < FADED * lengths[0]] = 0.0
    return alike.astype(np.float32), lengths[0] > MARKED * np.sqrt(one.shape[1])


def _recoloured(
    old: NDArray[np.float32], new: NDArray[np.float32], certain: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """What cells look like now if all of them have changed as some that are certain have."""
    one, other = (some[certain].reshape(-1, some.shape[1] // 3, 3) for some in (old, new))
    means = one.mean(axis=1), other.mean(axis=1)
    aside = one - means[0][:, None], other - means[1][:, None]
    shared, own = ((aside[0] * some).sum(axis=(0, 1)) for some in (aside[1], aside[0]))
    # A blue number on white says nothing of how blue has changed.
    gain = np.full(3, shared.sum() / own.sum())
    telling = own > FAINT * own.max()
    gain[telling] = shared[telling] / own[telling]
    offset = np.median(means[1] - gain * means[0], axis=0)
    whole = old.reshape(len(old), -1, 3) * gain + offset
    return np.asarray(whole.reshape(old.shape), np.float32)


def _by_their_like(
    old: NDArray[np.float32], new: NDArray[np.float32], closed: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """What closed cells look like now if they have changed as most of those like them have."""
    expected = new.copy()
    some = np.flatnonzero(closed)
    some = some[:: max(1, len(some) // SAMPLE)]
    change = new[some] - old[some]
    for at in np.flatnonzero(closed):
        kin = np.abs(old[some] - old[at]).mean(axis=1) < KIN
        if kin.sum() > 1:
            expected[at] = old[at] + np.median(change[kin], axis=0)
    return expected
