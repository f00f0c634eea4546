"""Cells under a highlight, known by their pattern: a tint changes colours, not what is drawn."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import Floats, Pixels
from mwagent.vision.grid.cells import cells_of
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN, Reading

TOLD: Final = "#012345678F"
"""Symbols that may be filled in."""
SMALL_SIDE: Final = 24
"""Pixels of a side of the squares to which cells are scaled for comparison."""
RIM_LEFT_OUT: Final = 2
"""Pixels left out on each side, where a highlight may end otherwise than a cell."""
FADED: Final = (0.2, 1.3)
"""Least and greatest contrast under a tint, as a factor."""
TINT: Final = 16.0
"""Least difference in grey levels that a tint makes to the ground of a cell."""
PATTERN: Final = 5.0
"""Grey levels (root mean square) by which a cell must vary to have a pattern."""
FITS: Final = 0.04
"""Part of that variation which a known pattern may leave unexplained."""
CLEARLY, MORE = 3.0, 0.02
"""Factor and summand by which any other pattern must leave more unexplained than the best."""
SAME_SEEN: Final = 4.0
"""Mean difference in grey levels up to which two cells show the same."""
LOOKS: Final = 4
SEARCHED: Final = 40
"""Number of cells of each symbol that are searched for appearances that differ."""


def tinted(picture: Picture, lattice: Lattice, reading: Reading) -> Reading:
    """A reading with cells filled in that are an understood one with a colour laid over it.

    A colour laid over a cell, or shining through it, makes c of every pixel a * c + b, with one a
    for all channels: where all of a cell is another of the board but for that, it means the same.
    `picture` was read on `lattice`.
    """
    flat = np.array(list("".join(reading.cells)))
    unread = np.flatnonzero(flat == UNKNOWN)
    if not len(unread) or not ((flat == "#").any() and (flat == "0").any()):
        return reading
    images = cells_of(picture, lattice)
    known = _known(images, flat)
    grounds = np.array([_ground(picture) for _, picture in known])
    meant = {cell: _meaning(_small(images[cell]), known, grounds) for cell in unread.tolist()}
    return reading.filled({cell: symbol for cell, symbol in meant.items() if symbol is not None})


def _small(image: Pixels) -> Floats:
    """A cell without its rim, (side, side, 3); side is SMALL_SIDE less RIM_LEFT_OUT twice."""
    small = cv2.resize(image, (SMALL_SIDE, SMALL_SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small[RIM_LEFT_OUT:-RIM_LEFT_OUT, RIM_LEFT_OUT:-RIM_LEFT_OUT], np.float32)


def _ground(image: Floats) -> Floats:
    """The colour (3,) that most of a cell has."""
    return np.asarray(np.median(image.reshape(-1, 3), axis=0), np.float32)


def _known(images: Pixels, flat: NDArray[np.str_]) -> list[tuple[str, Floats]]:
    """What is understood on the board: symbols and pictures, all appearances of each."""
    known: list[tuple[str, Floats]] = []
    for symbol in TOLD:
        own: list[Floats] = []
        for cell in np.flatnonzero(flat == symbol)[:SEARCHED]:
            seen = _small(images[cell])
            if len(own) < LOOKS and all(abs(seen - other).mean() > SAME_SEEN for other in own):
                own.append(seen)
        known += [(symbol, seen) for seen in own]
    return known


def _meaning(seen: Floats, known: list[tuple[str, Floats]], grounds: Floats) -> str | None:
    """The symbol of the one picture that a tint may turn into what is seen.

    `grounds` (n, 3) are the colours of the known pictures.
    """
    if abs(_ground(seen) - grounds).max(axis=1).min() < TINT:
        return None
    own = seen - seen.mean(axis=(0, 1))
    total = float((own**2).mean())
    if total < PATTERN**2:
        return None
    left: dict[str, float] = {}
    for symbol, picture in known:
        pattern = picture - picture.mean(axis=(0, 1))
        power = float((pattern**2).mean())
        a = float((own * pattern).mean()) / max(power, 1e-6)
        rest = float(((own - a * pattern) ** 2).mean()) / total
        if not FADED[0] < a < FADED[1]:
            rest = 1.0
        left[symbol] = min(rest, left.get(symbol, 1.0))
    best = min(left, key=lambda symbol: left[symbol])
    others = min((rest for symbol, rest in left.items() if symbol != best), default=1.0)
    return best if left[best] < FITS and others > CLEARLY * left[best] + MORE else None
