"""Looking at a picture: find the board, read it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.locate import NOT_FOUND, locate_all
from vision.read import read
from vision.reading import BoardNotFoundError, Reading


def look(picture: NDArray[np.uint8]) -> Reading:
    """The board on a (height, width, 3) uint8 BGR picture; the largest when there are several.

    Raises BoardNotFoundError with a sentence on what to check.
    """
    readings = look_all(picture)
    if not readings:
        raise BoardNotFoundError(NOT_FOUND)
    return readings[0]


def look_all(picture: NDArray[np.uint8]) -> list[Reading]:
    """Every board on a picture, larger ones first."""
    return [read(picture, found.lattice, found.skin) for found in locate_all(picture)]
