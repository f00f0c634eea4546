"""Reading a board in a known skin again and again: only the cells that have changed."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief.location import Location
from mwagent.belief.pixels import extent
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.known.skins import Skin
from mwagent.vision.known.tiles import read_cells
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reading import Reading


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """The last picture of the board and what was read of it."""

    location: Location
    picture: NDArray[np.uint8]
    symbols: NDArray[np.str_]
    confidence: NDArray[np.float32]


class KnownSkinReader:
    """Reads pictures of the board's pixels alone, and keeps what was read of the last one."""

    def __init__(self) -> None:
        self._last: _Read | None = None

    def read(self, picture: Picture, location: Location, skin: Skin) -> Reading:
        """Read a picture; its mine counter is not read."""
        lattice, last, pixels = location.inner, self._last, picture.pixels
        if last is None or last.location is not location or last.picture.shape != pixels.shape:
            symbols, confidence = read_cells(BoardPicture.of(picture, lattice), skin)
        else:
            symbols, confidence = last.symbols.copy(), last.confidence.copy()
            part = changed(pixels, last.picture, lattice)
            if part is not None:
                rows, cols = part
                seen = lattice.part(rows.start, cols.start, rows.stop, cols.stop)
                symbols[part], confidence[part] = read_cells(BoardPicture(picture, seen), skin)
        self._last = _Read(location, pixels, symbols, confidence)
        return Reading.of(lattice, symbols, confidence, skin.name)


def changed(
    picture: NDArray[np.uint8], last: NDArray[np.uint8], lattice: Lattice
) -> tuple[slice, slice] | None:
    """Rows and columns around all cells that differ between two pictures; None where none does."""
    box = extent(cv2.absdiff(picture, last))
    if box is None:
        return None
    xs, ys = np.array([box[0], box[2] - 1]), np.array([box[1], box[3] - 1])
    # The pixels at the edge of a board may lie outside its cells.
    rows = np.clip((ys - lattice.y) // lattice.pitch_y, 0, lattice.rows - 1)
    cols = np.clip((xs - lattice.x) // lattice.pitch_x, 0, lattice.cols - 1)
    return slice(int(rows[0]), int(rows[1]) + 1), slice(int(cols[0]), int(cols[1]) + 1)
