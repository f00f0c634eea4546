"""What was learned in this session of a skin that no template folder holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mwagent.belief.appearances import CELL_ALIKE, JUST_ALIKE, Appearances, CellImages, foreign
from mwagent.belief.location import Location, coincide, same_scale
from mwagent.belief.occlusion import hidden
from mwagent.belief.pixels import OTHER_COLOUR
from mwagent.minefield import Cell
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.grid.cells import cut_some
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN, Reading
from mwagent.vision.unknown.clusters import groups_of
from mwagent.vision.unknown.memory import Memory

JITTER: Final = sorted(
    ((x, y) for x in range(-4, 5) for y in range(-2, 3) if (x, y) != (0, 0)),
    key=lambda by: abs(by[0]) + abs(by[1]),
)
"""Pixels, right and down, by which cells move on pages whose rows grow with what is in them."""
SHIFT_SAMPLE: Final = 12
"""Number of cells that are tried, where none was ever seen to move so."""
MOVED_CELLS: Final = 0.1
"""Part of the cells that are not known, at least, where a whole board has moved."""


@dataclass(frozen=True, slots=True, eq=False)
class FreshBoard:
    """How a board looked when nothing of it was open yet.

    `cells` are pictures of all cells; `shut` says, (n,), which were closed, and `over` which lay
    under something over the board.
    """

    location: Location
    cells: CellImages
    shut: NDArray[np.bool_]
    over: NDArray[np.bool_]


class _Recalled(NamedTuple):
    """What was recalled at the last time, and how many corrections had been made by then."""

    lattice: Lattice
    corrections: int
    images: CellImages
    symbols: NDArray[np.str_]


class SkinMemory:
    """Appearances of cells with their meanings, those of closed cells first.

    `appearances` are single cells as they were drawn; `memory` holds whole clusters of cells that
    look alike. `doubted` says that some of it, or the known skin of the board, may be wrong. Cells
    that nothing has changed may differ by `noise` grey levels.
    """

    def __init__(self, noise: float = 0.0) -> None:
        self._noise = noise
        self.appearances = Appearances(noise)
        self.memory = Memory()
        self.doubted = False
        self._fresh: FreshBoard | None = None
        self._shifts: set[tuple[int, int]] = set()
        self._last: _Recalled | None = None

    @property
    def closed(self) -> CellImages | None:
        """Pictures of closed cells, (n, side, side, 3); None where no fresh board was seen."""
        return None if self._fresh is None else self._fresh.cells[self._fresh.shut]

    def learn_closed(
        self, picture: Picture, location: Location, fresh: Reading, pointed: Cell | None = None
    ) -> None:
        """Learn how a board on which nothing is open looks, from a picture of it alone.

        The cell that is `pointed` at may have the colour of an open one meanwhile.
        """
        board = BoardPicture.of(picture, location.inner)
        closed, strange = hidden(board, fresh)
        over = strange & ~closed
        if pointed is not None:
            at = pointed[0] * location.inner.cols + pointed[1]
            shut, closed[at] = closed[at], False
            closed[at] = shut and not foreign(board.cells[[at]], board.cells[closed], OTHER_COLOUR)
        self._fresh = FreshBoard(location, board.cells, closed, over)
        self._learn_closed(self._fresh)

    def forget_appearances(self) -> None:
        """Forget how cells look: they are of another size now."""
        self.memory = Memory()
        self.appearances.forget()

    def forget(self) -> None:
        """Forget how cells look, closed ones too: the program looks otherwise now."""
        self.forget_appearances()
        self._fresh = None

    def doubt(self, location: Location) -> None:
        """Forget how cells look but for closed ones: some of it was wrong."""
        self.doubted = True
        self.forget_appearances()
        if self._fresh is not None and same_scale(self._fresh.location, location):
            self._learn_closed(self._fresh)

    def knows_closed(self, lattice: Lattice, location: Location) -> bool:
        """Whether the closed cells of this very lattice are known, not of one a little off.

        Cells cut out a part of a pixel beside look otherwise, though nothing has touched them.
        """
        if self._fresh is None or self._fresh.location is not location:
            return False
        return any(coincide(lattice, one) for one in (location.lattice, location.inner))

    def faintly_changed(
        self, picture: Picture, lattice: Lattice, location: Location, symbols: NDArray[np.str_]
    ) -> NDArray[np.bool_]:
        """Cells (rows, cols) taken for closed that look a little otherwise than on the fresh board.

        Open blank cells of some programs differ from closed ones by the shade of a line. None
        where the others have changed as well, or where so little may be noise. `symbols` (rows,
        cols) is what was recalled.
        """
        changed = np.zeros(symbols.shape, bool)
        if self._fresh is None or self._noise or not self.knows_closed(lattice, location):
            return changed
        at = np.flatnonzero(symbols == "#")
        now = BoardPicture.of(picture, lattice).cells[at].astype(np.int16)
        by = np.abs(now - self._fresh.cells[at]).mean(axis=(1, 2, 3))
        if np.count_nonzero(by < JUST_ALIKE) >= len(at) / 2:
            changed.flat[at[(by > JUST_ALIKE) & (by < CELL_ALIKE)]] = True
        return changed

    def still_over(
        self, picture: Picture, lattice: Lattice, location: Location
    ) -> NDArray[np.bool_]:
        """Cells (rows, cols) under what lay over them when nothing was open yet."""
        found = np.zeros(lattice.rows * lattice.cols, bool)
        fresh = self._fresh
        if fresh is not None and fresh.over.any() and self.knows_closed(lattice, location):
            now = BoardPicture.of(picture, lattice).cells[fresh.over].astype(np.int16)
            apart = np.abs(now - fresh.cells[fresh.over])
            found[fresh.over] = apart.mean(axis=(1, 2, 3)) < CELL_ALIKE
        return found.reshape(lattice.rows, lattice.cols)

    def recall(self, picture: Picture, lattice: Lattice) -> NDArray[np.str_]:
        """The meanings of cells, (rows, cols), also of such as have moved by a pixel or two.

        UNKNOWN for those that look like nothing that was learned.
        """
        pixels = picture.flat.pixels
        images = BoardPicture.of(picture, lattice).cells
        symbols = self._unchanged(lattice, images)
        unread = np.flatnonzero(symbols == UNKNOWN)
        symbols[unread] = self.appearances.recall(images[unread])
        # Where no cell was ever found so, a few are not enough for a board that has moved.
        few = (symbols == UNKNOWN).sum() < MOVED_CELLS * len(symbols) and not self._shifts
        for shift in JITTER if len(self.appearances) and not few and not self._noise else ():
            unread = np.flatnonzero(symbols == UNKNOWN)
            if not len(unread):
                break
            # Most cells that are not known are new: a few tell whether others have moved so.
            some = unread if shift in self._shifts else unread[:: 1 + len(unread) // SHIFT_SAMPLE]
            found = self.appearances.recall(cut_some(pixels, lattice.moved(*shift), some))
            if len(some) < len(unread) and (found != UNKNOWN).any():
                some = unread
                found = self.appearances.recall(cut_some(pixels, lattice.moved(*shift), some))
            if (found != UNKNOWN).any():
                self._shifts.add(shift)
            symbols[some] = found
        self._last = _Recalled(lattice, self.appearances.corrections, images, symbols)
        return symbols.reshape(lattice.rows, lattice.cols).copy()

    def without_noise(
        self, picture: Picture, lattice: Lattice, symbols: NDArray[np.str_]
    ) -> Picture:
        """A picture of whose cells those that were recalled, (rows, cols), look as the first such.

        Itself where there is no noise.
        """
        if not self._noise:
            return picture
        cells = BoardPicture.of(picture, lattice).cells.copy()
        for symbol in set(symbols.flat) - {UNKNOWN}:
            same = np.flatnonzero(symbols == symbol)
            cells[same] = cells[same[0]]
        plain = Picture(picture.pixels)
        plain.boards[lattice] = BoardPicture(plain, lattice, cells)
        return plain

    def _unchanged(self, lattice: Lattice, images: CellImages) -> NDArray[np.str_]:
        """The symbols of cells that look exactly as at the last time, (n,); UNKNOWN for others."""
        last, now = self._last, (lattice, self.appearances.corrections)
        symbols = np.full(len(images), UNKNOWN)
        if last is not None and (last.lattice, last.corrections) == now:
            same = (images == last.images).all(axis=(1, 2, 3))
            symbols[same] = last.symbols[same]
        return symbols

    def _learn_closed(self, fresh: FreshBoard) -> None:
        images = fresh.cells[fresh.shut]
        self.appearances.learn(images, np.full(len(images), "#"))
        for _, vector in groups_of(images):
            self.memory.keep(vector, "#")
