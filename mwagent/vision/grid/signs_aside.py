"""Signs that lie in a corner or at a side of their cells, shown in the middle.

Many pages write numbers where text begins: at the left edge of a cell, or in its first corner. What
touches the sides would be taken for a part of the rim.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import Pixels, channel_gap
from mwagent.vision.grid.alike import OFF_GROUND
from mwagent.vision.grid.tiny_signs import FRAME, LINE_ALONG, magnified
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import sampled

_WRITTEN_BY: Final = 50
"""Grey levels from the ground to which some of a sign reaches, at least."""
_OFF_MIDDLE: Final = 0.25
"""Part of the shorter side by which the middle of a sign is off that of its cell, at least."""
_SMALLEST: Final = np.array([2.0, 7.0])
"""Pixels of the picture that a sign is wide and high, at least: else it is a speck."""
_LARGEST: Final = 0.5
"""Part of the shorter side that a sign takes up, at most, either way: it leaves the middle free."""
_COMMON_TO: Final = 0.97
"""Part of the cells of a board from which on what they all show is no sign."""

Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]


def bring_to_middle(images: Pixels, whole: Pixels, picture: Pixels, lattice: Lattice) -> None:
    """Show signs that lie aside in the middle of cell `images`, small ones magnified, in place.

    `images` and `whole` are (rows * cols, side, side, 3); these have all of a cell that is oblong.
    Only where all else is even, but for lines along the sides.
    """
    side = images.shape[1]
    some, ground = _candidates(whole)
    if not len(some):
        return
    off = _off_ground(whole[some], ground)
    pitch = np.array([lattice.pitch_x, lattice.pitch_y])
    boxes = np.stack([_reach(off.max(axis=1)), _reach(off.max(axis=2))], axis=2) * pitch / side
    aside = np.flatnonzero(_lie_aside(boxes, pitch) & (off.max(axis=(1, 2)) > _WRITTEN_BY))
    if len(aside) > max(1, _COMMON_TO * len(images)):
        return
    shown = off[aside] if images is whole else _off_ground(images[some[aside]], ground[aside])
    for number, written in zip(aside, shown > 0, strict=True):
        row, col = divmod(int(some[number]), lattice.cols)
        corner = np.array([lattice.x, lattice.y]) + pitch * (col, row)
        sign = _cut_out(picture, corner + boxes[number], side / float(pitch.min()))
        height, width = sign.shape[:2]
        cell = images[some[number]]
        cell[written] = ground[number]
        y, x = (side - height) // 2, (side - width) // 2
        cell[y : y + height, x : x + width] = sign


def _candidates(cells: Pixels) -> tuple[NDArray[np.intp], Pixels]:
    """Cells with an even middle and something between it and the lines, and the middle's colour.

    Most cells are left out by few of their pixels. Gives their numbers, (n,), and (n, 1, 1, 3).
    """
    half = cells.shape[1] // 2
    middle = cells[:, half - 1 : half + 1, half - 1 : half + 1].reshape(len(cells), -1, 3)
    ground = middle[:, :1, None]
    inner = cells[:, FRAME - 1 : 1 - FRAME : 2, FRAME - 1 : 1 - FRAME : 2]
    even = channel_gap(middle, ground[:, 0]).max(axis=1) <= OFF_GROUND
    some = np.flatnonzero(even & (channel_gap(inner, ground) > OFF_GROUND).any(axis=(1, 2)))
    return some, ground[some]


def _off_ground(cells: Pixels, ground: Pixels) -> Pixels:
    """Grey levels by which pixels of cells are off the ground, (n, side, side), lines left out.

    0 where they may as well be of the ground.
    """
    off = channel_gap(cells, ground)
    off[off <= OFF_GROUND] = 0
    written = off > 0
    for axis, turned in ((2, off), (1, off.swapaxes(1, 2))):
        along = written.mean(axis=axis) > LINE_ALONG
        for first in (True, False):
            near = along[:, :FRAME] if first else along[:, : -FRAME - 1 : -1]
            depth = np.where(near.any(axis=1), FRAME - near[:, ::-1].argmax(axis=1), 0)
            for at in range(FRAME + 1):
                line = turned[:, at if first else -1 - at]
                # What lies beside a line may be its soft edge.
                line[
                    (depth > at)[:, None]
                    | ((depth == at) & (at > 0))[:, None] & (line < _WRITTEN_BY)
                ] = 0
    return np.asarray(off, np.uint8)


def _reach(off: Pixels) -> Floats:
    """The first place along the last axis that is written, and that after the last, (n, 2)."""
    written = off > 0
    first = written.argmax(axis=1)
    last = written.shape[1] - written[:, ::-1].argmax(axis=1)
    return np.stack([first, np.where(written.any(axis=1), last, first)], axis=1).astype(float)


def _lie_aside(boxes: Floats, pitch: Floats) -> Mask:
    """Whether what is written lies aside and is as large as a sign, by its boxes, (n,).

    `boxes` (n, 2, 2) are the first and last corner, x and y each, in pixels of the cell.
    """
    sizes = boxes[:, 1] - boxes[:, 0]
    aside = (abs(boxes.mean(axis=1) - pitch / 2) > _OFF_MIDDLE * pitch.min()).any(axis=1)
    return np.asarray(
        aside & (sizes >= _SMALLEST).all(axis=1) & (sizes <= _LARGEST * pitch.min()).all(axis=1)
    )


def _cut_out(picture: Pixels, box: Floats, scale: float) -> Pixels:
    """A part of a picture at the scale of cell images, or magnified if it is small there."""
    (x0, y0), size = box[0], (box[1] - box[0]) * scale
    times = magnified(float(size.max()))
    width, height = np.maximum(1, np.rint(size * times)).astype(int).tolist()
    step = 1 / (scale * times)
    return sampled(picture, (x0, y0), (step, step), (width, height))
