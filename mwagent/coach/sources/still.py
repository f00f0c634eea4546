"""A whole picture of which parts are asked for."""

from __future__ import annotations

import numpy as np

from mwagent.vision.capture import Shot
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Box


def part_of(shot: Shot, box: Box) -> Shot:
    """The part of a picture in a box; what lies outside the picture stays black."""
    x0, y0, x1, y1 = box
    whole = shot.picture
    x, y = shot.to_screen(x0, y0)
    if x0 >= 0 and y0 >= 0 and x1 <= whole.shape[1] and y1 <= whole.shape[0]:
        return Shot(whole[y0:y1, x0:x1], x, y, shot.scale_x, shot.scale_y, shot.monitor)
    part: Pixels = np.zeros((y1 - y0, x1 - x0, 3), np.uint8)
    inside = whole[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)]
    top, left = max(0, -y0), max(0, -x0)
    part[top : top + inside.shape[0], left : left + inside.shape[1]] = inside
    return Shot(part, x, y, shot.scale_x, shot.scale_y, shot.monitor)
