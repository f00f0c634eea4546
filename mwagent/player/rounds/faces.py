"""Faces and buttons around a board, in pictures: what may begin a new round when it is clicked."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief import Location
from mwagent.player.views import Point, View, pieces_of, point_of
from mwagent.vision.capture import Shot
from mwagent.vision.header.displays import HEADROOM
from mwagent.vision.lattice import Box


def find_face(view: View, location: Location) -> Point | None:
    """Mouse coordinates of the face above the board, None where there is none."""
    shot = _above(view, location, location.box[0], location.box[2])
    centre = None if shot is None else face_in(shot.picture, location.lattice.pitch_y)
    return None if shot is None or centre is None else point_of(shot, *centre)


def find_middles(view: View, location: Location) -> list[Point]:
    """Mouse coordinates of what stands above the middle of the board, nearest first, at most two.

    Faces are drawn in many ways, but most stand there.
    """
    (x0, _, x1, _), lattice = location.box, location.lattice
    middle, half = (x0 + x1) / 2, 0.6 * lattice.pitch_x
    shot = _above(view, location, round(middle - half), round(middle + half))
    heights = [] if shot is None else things_in(shot.picture, lattice.pitch_y)[:2]
    return [point_of(shot, half, height) for height in heights if shot is not None]


def _above(view: View, location: Location, left: int, right: int) -> Shot | None:
    """What is shown above a board, between two pixels; None where there is hardly any room."""
    foot = location.box[1]
    top = max(0, round(foot - HEADROOM * location.lattice.pitch_y))
    return None if foot - top < 4 else view.grab(location.monitor, (left, top, right, foot))


def things_in(strip: NDArray[np.uint8], pitch: float) -> list[float]:
    """Heights of the middles of what stands on a strip, a cell wide, above a board; lowest first.

    `strip` is (height, width, 3) uint8 BGR. A thing is between half a cell and three cells high.
    """
    busy = (strip.astype(np.int16).max(axis=1) - strip.min(axis=1)).max(axis=1) > 40
    # Lines through the whole strip, and gaps within a thing, do not count.
    reach = max(1, round(pitch / 6)) | 1
    joined = cv2.morphologyEx(
        busy.astype(np.uint8)[:, None], cv2.MORPH_CLOSE, np.ones((reach, 1), np.uint8)
    )[:, 0]
    edges = np.flatnonzero(np.diff(np.concatenate([[0], joined, [0]]).astype(np.int8)))
    things = [(a, b) for a, b in edges.reshape(-1, 2) if 0.5 * pitch < b - a < 3 * pitch]
    return [float(a + b) / 2 for a, b in reversed(things)]


def face_in(strip: NDArray[np.uint8], pitch: float) -> tuple[float, float] | None:
    """Pixel (x, y) of the middle of a yellow face on the strip above a board.

    `strip` is (height, width, 3) uint8 BGR, as wide as the board. A face is between half a cell
    and three cells large; the one nearest the middle counts.
    """
    faces = faces_in(strip, 0.5 * pitch, 3 * pitch, gap=max(1, round(pitch / 8)) | 1)
    return min(faces, key=lambda at: abs(at[0] - strip.shape[1] / 2), default=None)


def faces_in(
    picture: NDArray[np.uint8], least: float, most: float, gap: int = 3
) -> list[tuple[float, float]]:
    """Pixels (x, y) of the middles of yellow faces on a picture, (height, width, 3) uint8 BGR.

    A face is yellow, about as wide as high, and between `least` and `most` pixels high. Eyes and
    mouth cut it into pieces, at most `gap` pixels apart.
    """
    hsv = cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)
    yellow = cv2.inRange(hsv, np.array((18, 110, 140)), np.array((36, 255, 255)))
    joined = cv2.morphologyEx(yellow, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    _, _, stats, centres = cv2.connectedComponentsWithStats(joined, connectivity=8)
    return [
        (float(x), float(y))
        for (_, _, width, height, area), (x, y) in zip(stats[1:], centres[1:], strict=True)
        if 0.7 < width / height < 1.4 and area > 0.45 * width * height and least < height < most
    ]


def changed_boxes(before: NDArray[np.uint8], now: NDArray[np.uint8], board: Box) -> list[Box]:
    """Rectangles of what differs between two pictures and may be a button, from top to bottom.

    The pictures are (height, width, 3) uint8; changes on `board` do not count.
    """
    apart = (cv2.absdiff(before, now).max(axis=2) > 24).astype(np.uint8)
    x0, y0, x1, y1 = board
    apart[y0:y1, x0:x1] = 0
    # The letters of a word belong together, and the words of a button.
    boxes = [
        (left, top, right, foot)
        for left, top, right, foot in pieces_of(apart, 7, 19)
        if right - left >= 16
        and foot - top >= 6
        and (right - left) * (foot - top) < 0.2 * apart.size
    ]
    return sorted(boxes, key=lambda box: (box[1], box[0]))
