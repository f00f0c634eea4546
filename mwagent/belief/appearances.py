"""Appearances of cells in this session, kept once it was certain what they mean.

A program draws the same cell the same way every time. What was understood once is known again at
a glance, whatever else the board shows, and only what is new has to be made out.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.vision.grid.alike import SPOT
from mwagent.vision.grid.cells import COMPARED, block_means
from mwagent.vision.reading import UNKNOWN

CellImages = NDArray[np.uint8]
"""Pictures of cells, (n, side, side, 3) BGR."""

CELL_ALIKE: Final = 3.0
"""Mean difference in grey levels up to which a cell is taken for one seen before."""
RIM: Final = 3
"""Width in pixels of a cell's rim, which may look otherwise where a neighbour has changed."""
OTHERS_APART: Final = 2.0
"""Mean difference by which all cells of another meaning must be farther than twice the nearest."""
JUST_ALIKE: Final = 0.1
"""Mean difference up to which a cell looks just as one did."""
MOST_APPEARANCES: Final = 600
"""Number of appearances that are kept."""


class Appearances:
    """Pictures of cells with their meaning, a symbol of `mwagent.vision.reading.SYMBOLS` each.

    Cells that show the same may differ by `noise` grey levels, as in a video.
    """

    def __init__(self, noise: float = 0.0) -> None:
        self._noise = noise
        self.corrections = 0
        """How many times something that was known was dropped."""
        self._empty()

    def _empty(self) -> None:
        self._looks = np.zeros((0, COMPARED * COMPARED * 3), np.float32)
        self._symbols = np.zeros(0, "<U1")

    def __len__(self) -> int:
        return len(self._symbols)

    def forget(self) -> None:
        """Begin anew: something in it was wrong, or cells are of another size now."""
        self.corrections += 1
        self._empty()

    def learn(self, cells: CellImages, symbols: NDArray[np.str_]) -> None:
        """Keep what is not known yet of cells and their meanings, (n,) each."""
        certain = symbols != UNKNOWN
        if not certain.any():
            return
        vectors, meant = _vectors(cells[certain]), symbols[certain]
        # Most cells of a board look exactly alike.
        code = np.unique(meant, return_inverse=True)[1].astype(np.float32)
        rough = np.column_stack([np.round(vectors / 4), code])
        # In the order of what they show, whatever their places on the board.
        for at in _different(rough)[0]:
            kin = self._distances(vectors[at])[self._symbols == meant[at]]
            again = self._noise and self._meant(vectors[at]) == meant[at]
            if not again and len(self) < MOST_APPEARANCES and kin.min(initial=np.inf) > 0.5:
                self._looks = np.concatenate([self._looks, vectors[at : at + 1]])
                self._symbols = np.append(self._symbols, meant[at])

    def correct(self, cells: CellImages, symbols: NDArray[np.str_]) -> None:
        """Learn cells and their meanings, (n,) each, in place of what was known of such cells."""
        for vector, symbol in zip(_vectors(cells), symbols, strict=True):
            kept = (self._symbols == symbol) | (self._distances(vector) >= CELL_ALIKE)
            self._looks, self._symbols = self._looks[kept], self._symbols[kept]
        self.corrections += 1
        self.learn(cells, symbols)

    def recall(self, cells: CellImages) -> NDArray[np.str_]:
        """The meanings of cells, (n,); UNKNOWN for those that are not among the appearances."""
        symbols = np.full(len(cells), UNKNOWN)
        if not len(self) or not len(cells):
            return symbols
        # Most cells of a board look exactly alike.
        vectors = _vectors(cells)
        first, which = _different(vectors)
        meant = np.array([self._meant(vector) for vector in vectors[first]], symbols.dtype)
        return np.asarray(meant[which])

    def _meant(self, vector: NDArray[np.float32]) -> str:
        """The meaning of a cell, UNKNOWN where it is not among the appearances."""
        if not len(self):
            return UNKNOWN
        apart = self._distances(vector)
        nearest = int(apart.argmin())
        symbol = self._symbols[nearest]
        others = apart[self._symbols != symbol].min(initial=np.inf)
        # Of a cell that looks just as one did, a thin digit differs little from a blank one.
        margin = OTHERS_APART if apart[nearest] > JUST_ALIKE + self._noise else 2 * JUST_ALIKE
        inside = np.abs(_middle(self._looks[[nearest]]) - _middle(vector[None])).max()
        alike = apart[nearest] < max(CELL_ALIKE, self._noise) and inside < SPOT + self._noise
        # Beside blocks that compression changed a rim is blurred, but nothing came up within it.
        alike = alike or inside < self._noise < others < np.inf
        return str(symbol) if alike and others > 2 * apart[nearest] + margin else UNKNOWN

    def blank(self, cells: CellImages) -> NDArray[np.bool_]:
        """Which cells, (n,), are like open blank ones but for their rims."""
        known = self._looks[self._symbols == "0"]
        if not len(known) or not len(cells):
            return np.zeros(len(cells), bool)
        apart = np.abs(_middle(known)[None] - _middle(_vectors(cells))[:, None])
        return np.asarray(
            ((apart.mean(axis=2) < CELL_ALIKE) & (apart.max(axis=2) < SPOT)).any(axis=1)
        )

    def _distances(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """Mean differences of a vector from all appearances, (appearances,)."""
        apart: NDArray[np.float32] = np.abs(self._looks - vector).mean(axis=1)
        return apart


def foreign(cells: CellImages, others: CellImages, by: float) -> NDArray[np.bool_]:
    """Which cells, (n,), differ in colour from all others by more than `by` grey levels."""
    vectors, them = _vectors(cells), _vectors(others)
    if not len(vectors) or not len(them):
        return np.zeros(len(vectors), bool)
    own, known = (_middle(some).reshape(len(some), -1, 3).mean(axis=1) for some in (vectors, them))
    return np.asarray((np.abs(own[:, None] - known[None]).max(axis=2) > by).all(axis=1))


def _different(rows: NDArray[np.float32]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Where each of the different rows comes first, in an order of their own; which each row is."""
    whole = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.shape[1] * rows.itemsize)))
    _, first, which = np.unique(whole.ravel(), return_index=True, return_inverse=True)
    return first, which


def _vectors(cells: CellImages) -> NDArray[np.float32]:
    small = block_means(cells, cells.shape[1] // COMPARED)
    vectors: NDArray[np.float32] = small.reshape(len(cells), COMPARED * COMPARED * 3)
    return vectors


def _middle(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    squares = vectors.reshape(-1, COMPARED, COMPARED, 3)[:, RIM:-RIM, RIM:-RIM]
    middle: NDArray[np.float32] = squares.reshape(len(vectors), (COMPARED - 2 * RIM) ** 2 * 3)
    return middle
