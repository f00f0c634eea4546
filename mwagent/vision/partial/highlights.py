"""Cells under a highlight or a focus ring, known by their pattern or by what stands inside.

A tint changes colours, not what is drawn; a ring covers the rim alone.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mwagent.vision import exact
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.ranks import median
from mwagent.vision.reading import UNKNOWN, Reading, Told

TOLD: Final = list("#012345678F")
"""Symbols that may be filled in."""
RIM_LEFT_OUT: Final = 2
"""Pixels left out on each side, where a highlight may end otherwise than a cell."""
TINT: Final = 16.0
"""Least difference in grey levels that a tint makes to the ground of a cell."""
PATTERN: Final = 5.0
"""Grey levels (root mean square) by which a cell must vary to have a pattern."""
FITS: Final = 0.04
"""Part of that variation which a known pattern may leave unexplained."""
INSIDE_ALIKE: Final = 4.0
"""Mean difference in grey levels up to which two cells are alike inside."""
CLEARLY: Final = 3.0
"""Factor by which cells of any other meaning must differ more than is allowed for the same."""


def tinted(picture: Picture, lattice: Lattice, reading: Reading) -> Told:
    """What cells show that are an understood one with a colour laid over it.

    A colour laid over a cell, or shining through it, makes c of every pixel a * c + b, with one a
    for all channels: where all of a cell is another of the board but for that, it means the same.
    `picture` was read on `lattice`.
    """
    flat = np.array(list("".join(reading.cells)))
    unread = np.flatnonzero(flat == UNKNOWN)
    if not len(unread) or not ((flat == "#").any() and (flat == "0").any()):
        return {}
    within = slice(RIM_LEFT_OUT, -RIM_LEFT_OUT)
    images = BoardPicture.of(picture, lattice).cells[:, within, within]
    colours = images.reshape(len(images), -1, 3).astype(np.float32)
    grounds = median(colours, axis=1)
    patterns = (colours - colours.mean(axis=1, keepdims=True)).reshape(len(images), -1)
    power = (patterns**2).mean(axis=1)
    understood, patterned = np.isin(flat, TOLD), power > PATTERN**2
    known = np.flatnonzero(understood & patterned)
    told = {}
    for cell in unread[patterned[unread]].tolist() if len(known) else ():
        if np.abs(grounds[understood] - grounds[cell]).max(axis=1).min() < TINT:
            continue
        product = np.maximum(exact.product(patterns[known], patterns[cell]) / patterns.shape[1], 0)
        rest = 1 - product**2 / (power[known] * power[cell])
        best = str(flat[known[rest.argmin()]])
        if rest.min() < FITS:
            told[cell] = best
    return told


def inside(picture: Picture, lattice: Lattice, reading: Reading) -> Told:
    """What cells show that are, but for their rims, like understood ones.

    `picture` is BGR and was read on `lattice`. Cells that are alike inside and differ in meaning
    decide nothing.
    """
    flat = np.array(list("".join(reading.cells)))
    known = np.flatnonzero(flat != UNKNOWN)
    if not len(known) or len(known) == len(flat):
        return {}
    images = BoardPicture.of(picture, lattice).cells
    rim = images.shape[1] // 4
    middles = images[:, rim:-rim, rim:-rim].astype(np.int16)
    told = {}
    for cell in np.flatnonzero(flat == UNKNOWN).tolist():
        distance = np.abs(middles[known] - middles[cell]).mean(axis=(1, 2, 3))
        nearest = str(flat[known[distance.argmin()]])
        others = distance[flat[known] != nearest]
        if distance.min() < INSIDE_ALIKE and others.min(initial=np.inf) > CLEARLY * INSIDE_ALIKE:
            told[cell] = nearest
    return told
