"""The face beside a board, which begins a new round in most programs when it is clicked."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mwagent.belief import Location
from mwagent.player.views import Point, View, point_of
from mwagent.vision.header.displays import HEADROOM
from mwagent.vision.header.faces import FACES, faces_in


def find_face(view: View, location: Location) -> Point | None:
    """Mouse coordinates of the face above the board, else below it; None where there is none."""
    (left, top, right, foot), pitch = location.box, location.lattice.pitch_y
    room = round(HEADROOM * pitch)
    for first, last in ((max(0, top - room), top), (foot, foot + room)):
        if last - first < FACES[0]:
            continue
        shot = view.grab(location.monitor, (left, first, right, last))
        if (centre := face_in(shot.picture, pitch)) is not None:
            return point_of(shot, *centre)
    return None


def face_in(strip: NDArray[np.uint8], pitch: float) -> tuple[float, float] | None:
    """Pixel (x, y) of the middle of a yellow face on the strip above a board, or below it.

    `strip` is (height, width, 3) uint8 BGR, as wide as the board. A face is at most three cells
    large, and no smaller than a face anywhere but above tiny cells: those of a page may grow with
    its window while the face does not. The one nearest the middle counts.
    """
    least = min(FACES[0], 0.5 * pitch)
    faces = faces_in(strip, least, 3 * pitch, gap=max(1, round(pitch / 8)) | 1)
    middles = [((x0 + x1) / 2, (y0 + y1) / 2) for x0, y0, x1, y1 in faces]
    return min(middles, key=lambda at: abs(at[0] - strip.shape[1] / 2), default=None)
