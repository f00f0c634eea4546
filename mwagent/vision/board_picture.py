"""A board on a picture: its cells, and what looks alike among them, worked out once."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from mwagent.vision.grid.alike import COUNTLESS
from mwagent.vision.grid.cells import cell_images, cells_at, evened
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture, Pixels

if TYPE_CHECKING:
    from mwagent.vision.unknown.clusters import Cluster, Groups
    from mwagent.vision.unknown.meanings import Scene


class BoardPicture:
    """A picture and a lattice on it, and what follows from both.

    All steps of a reading that look at one lattice share one (`of`): whatever is derived is
    computed when it is first asked for, and kept.
    """

    def __init__(self, picture: Picture, lattice: Lattice, cells: Pixels | None = None):
        self.picture = picture
        self.lattice = lattice
        self._given = cells
        self._scaled: dict[int, Pixels] = {}

    @classmethod
    def of(cls, picture: Picture, lattice: Lattice) -> BoardPicture:
        """The one that the picture keeps for a lattice."""
        if lattice not in picture.boards:
            picture.boards[lattice] = cls(picture, lattice)
        return picture.boards[lattice]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.lattice.rows, self.lattice.cols

    @cached_property
    def cells(self) -> Pixels:
        """Every cell as a square, without dithering, (rows * cols, CELL, CELL, 3) BGR, read-only.

        Cells may lie beyond the picture, as a whole or in part.
        """
        given = self._given
        cells = cell_images(self.picture.flat.pixels, self.lattice) if given is None else given
        cells.setflags(write=False)
        return cells

    @cached_property
    def even(self) -> BoardPicture:
        """The board without the shading that runs across it; itself where there is none."""
        level = evened(self.cells, *self.shape)
        return self if level is self.cells else BoardPicture(self.picture, self.lattice, level)

    @property
    def countable(self) -> bool:
        """Whether some cells look alike, unlike those over text or a photograph."""
        return len(self._groups) <= COUNTLESS

    @cached_property
    def clusters(self) -> list[Cluster]:
        """The different looks of cells, the most frequent first."""
        from mwagent.vision.unknown.clusters import clusters_of

        return clusters_of(self.cells, self._groups)

    @cached_property
    def scene(self) -> Scene:
        """All clusters together, as the network sees them that judges what they mean."""
        from mwagent.vision.unknown.meanings import Scene

        return Scene.of(self.clusters, self.shape)

    def scaled(self, size: int) -> Pixels:
        """All of each cell, as it is in the picture, as a square: (rows, cols, size, size, 3)."""
        if size not in self._scaled:
            self._scaled[size] = cells_at(self.picture.pixels, self.lattice, size)
        return self._scaled[size]

    @cached_property
    def _groups(self) -> Groups:
        from mwagent.vision.unknown.clusters import groups_of

        return groups_of(self.cells)
