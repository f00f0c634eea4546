"""Beginning a new round: the face above the board, or the keys programs listen to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.eye import Place
from mwagent.mouse import PRIMARY, Point, Press
from mwagent.view import View

HEADROOM: Final = 5.0
"""How many cells above the board a face is looked for."""
KEYS: Final = ("f2", "escape", "enter", "space")
"""Keys that begin a new round, or close the dialog that stands before one."""


def ways(view: View, place: Place, hold: float) -> Iterator[str]:
    """Try one way after another to begin a new round; yields the name of what was just tried."""
    for _ in range(2):
        point = find_face(view, place)
        if point is not None:
            view.press([Press(point, (PRIMARY,), hold)])
            yield "the face above the board"
    for key in KEYS:
        view.key(key)
        yield f"the key {key.upper()}"


def find_face(view: View, place: Place) -> Point | None:
    """Mouse coordinates of the face above the board, None where there is none."""
    lattice = place.lattice
    x0, y0, x1, _ = place.box
    top = max(0, round(y0 - HEADROOM * lattice.pitch_y))
    if y0 - top < 4:
        return None
    shot = view.grab(place.monitor, (x0, top, x1, y0))
    centre = face_in(shot.picture, lattice.pitch_y)
    if centre is None:
        return None
    x, y = shot.to_screen(*centre)
    return int(x), int(y)


def face_in(strip: NDArray[np.uint8], pitch: float) -> tuple[float, float] | None:
    """Pixel (x, y) of the middle of a yellow face on the strip above a board.

    `strip` is (height, width, 3) uint8 BGR, as wide as the board. A face is yellow, about as
    wide as high, between half a cell and three cells large; the one nearest the middle counts.
    """
    hsv = cv2.cvtColor(strip, cv2.COLOR_BGR2HSV)
    yellow = cv2.inRange(hsv, np.array((18, 110, 140)), np.array((36, 255, 255)))
    # Eyes and mouth cut a small face into pieces.
    reach = max(1, round(pitch / 8)) | 1
    joined = cv2.morphologyEx(yellow, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    _, _, stats, centres = cv2.connectedComponentsWithStats(joined, connectivity=8)
    best: tuple[float, tuple[float, float]] | None = None
    for (_, _, width, height, area), (x, y) in zip(stats[1:], centres[1:], strict=True):
        round_enough = 0.7 < width / height < 1.4 and area > 0.45 * width * height
        if round_enough and 0.5 * pitch < height < 3 * pitch:
            off = abs(x - strip.shape[1] / 2)
            if best is None or off < best[0]:
                best = off, (float(x), float(y))
    return None if best is None else best[1]
