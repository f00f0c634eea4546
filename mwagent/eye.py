"""Finding the board in what a view shows, and reading it again and again where it lies."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from minefield import Stage
from mwagent.view import View
from vision.capture import Shot
from vision.lattice import Box, Lattice
from vision.locate import NOT_FOUND, locate_all
from vision.read import read, read_cells, stage_of
from vision.reading import BoardNotFoundError, Reading
from vision.skins import Skin


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where the board lies: the monitor, the lattice in its whole picture, and the skin."""

    monitor: int
    lattice: Lattice
    skin: Skin

    @property
    def box(self) -> Box:
        """The pixels of the board."""
        return self.lattice.box


def find(view: View, like: Place | None = None) -> tuple[Place, Reading, Shot]:
    """Find the board; `like` is where it was, to prefer one of the same size near there.

    Returns its place, its reading, and the whole picture it was found on. Raises
    BoardNotFoundError with a sentence on what to check.
    """
    best: tuple[float, Place, Shot] | None = None
    for shot in view.pictures():
        for found in locate_all(shot.picture):
            place = Place(shot.monitor, found.lattice, found.skin)
            merit = _merit(place, like)
            if best is None or merit > best[0]:
                best = merit, place, shot
    if best is None:
        raise BoardNotFoundError(NOT_FOUND.replace("the screen", view.name))
    _, place, shot = best
    return place, read(shot.picture, place.lattice, place.skin), shot


def read_at(view: View, place: Place) -> tuple[Reading, Shot]:
    """Grab the board's pixels alone and read them (its mine counter is not read)."""
    shot = view.grab(place.monitor, place.box)
    return read_shot(shot.picture, place), shot


def read_shot(picture: NDArray[np.uint8], place: Place) -> Reading:
    """Read a picture that shows the board's pixels alone."""
    left, top, _, _ = place.box
    lattice = place.lattice.moved(-left, -top)
    symbols, confidence = read_cells(picture, lattice, place.skin)
    rows = tuple("".join(row) for row in symbols.tolist())
    stage: Stage = stage_of(rows, None)
    return Reading(place.lattice, rows, confidence, place.skin.name, None, stage)


def with_mines(reading: Reading, mines: int | None) -> Reading:
    """A reading whose counter is known from elsewhere: `mines` in total."""
    if mines is None:
        return reading
    flags = sum(row.count("F") + row.count("W") for row in reading.cells)
    return replace(reading, mines=mines - flags)


def _merit(place: Place, like: Place | None) -> float:
    size = float(place.lattice.rows * place.lattice.cols)
    if like is None:
        return size
    same = (place.lattice.rows, place.lattice.cols) == (like.lattice.rows, like.lattice.cols)
    away = abs(place.lattice.x - like.lattice.x) + abs(place.lattice.y - like.lattice.y)
    return 1e6 * same - away - 1e4 * (place.monitor != like.monitor)
