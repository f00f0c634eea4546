"""Signs that take up a small part of a large cell, shown larger.

Some programs write their numbers in the font of the system, ten pixels high, into cells of eighty.
Brought to the size of all cells they would be a few pixels high, and one number like the next.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import Pixels
from mwagent.vision.grid.alike import OFF_GROUND
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import sampled

_LARGE: Final = 44
"""Pixels of the shorter side of a cell from which on signs may be too small to be told apart."""
FRAME: Final = 5
"""Pixels along the sides of a cell image in which its rim lies."""
LINE_ALONG: Final = 0.85
"""Part of a row or column in it that is not of the ground where it is a line along the side."""
_SIGN: Final = 20
"""Pixels of a cell image up to which a sign is magnified, by whole numbers."""
_MOST_TIMES: Final = 3
"""By how much a sign is magnified at most: what is smaller has too few pixels."""


def magnify(images: Pixels, picture: Pixels, lattice: Lattice) -> None:
    """Magnify what stands in the middle of cell images (rows * cols, side, side, 3), in place.

    Only where it is small, and all around it is even up to the rim: such a cell has nothing else.
    """
    side = images.shape[1]
    if min(lattice.pitch_x, lattice.pitch_y) < _LARGE:
        return
    inner = images[:, FRAME:-FRAME, FRAME:-FRAME].astype(np.int16)
    written = np.asarray((abs(inner - _grounds(inner)) > OFF_GROUND).any(axis=3))
    for number in np.flatnonzero(written.any(axis=(1, 2))):
        times = _times(written[number])
        if times is not None:
            row, col = divmod(int(number), lattice.cols)
            x, y = lattice.centre((row, col))
            step = min(lattice.pitch_x, lattice.pitch_y) / side / times
            size = inner.shape[1]
            corner = x - size / 2 * step, y - size / 2 * step
            images[number, FRAME:-FRAME, FRAME:-FRAME] = sampled(
                picture, corner, (step, step), (size, size)
            )


def _grounds(inner: NDArray[np.int16]) -> NDArray[np.floating]:
    """What signs stand on, in cells (n, side, side, 3): one colour, or shaded from top to bottom.

    Gives (n, 1 or side, 1, 3), for numpy to spread. A sign takes up less than half of its rows.
    """
    rows = np.median(inner, axis=2, keepdims=True)
    ground = np.median(rows, axis=1, keepdims=True)
    shaded = (abs(np.diff(rows, axis=1)) <= OFF_GROUND).all(axis=(1, 2, 3))
    return np.asarray(np.where(shaded[:, None, None, None], rows, ground))


def _times(written: NDArray[np.bool_]) -> int | None:
    """By how much to magnify the middle of a cell, of which some pixels (side, side) are written.

    >>> cell = np.zeros((22, 22), bool)
    >>> cell[9:13, 10:12] = True
    >>> _times(cell)
    3
    >>> cell[2, 2] = True
    >>> _times(cell) is None
    True
    """
    middle = len(written) // 2
    lines = np.concatenate([np.flatnonzero(written.any(axis=k)) for k in (0, 1)])
    reach = int(abs(lines + 0.5 - middle).max() + 0.5)
    return magnified(2 * reach) if magnified(2 * reach) > 1 else None


def magnified(pixels: float) -> int:
    """By how much a sign is magnified that takes up so many pixels of a cell image.

    >>> [magnified(pixels) for pixels in (4, 6, 8, 10, 12, 32)]
    [3, 3, 2, 2, 1, 1]
    """
    return min(_MOST_TIMES, max(1, int(_SIGN / pixels)))
