"""Signs that lie aside in their cells, or are small there, shown in the middle and large.

Many pages write numbers where text begins: at the left edge of a cell, or in its first corner. What
touches the sides would be taken for a part of the rim. Other programs write them in the font of the
system, ten pixels high, into cells of eighty: brought to the size of all cells, one would be like
the next.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import Pixels
from mwagent.vision.grid.alike import OFF_GROUND
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
_LARGE_CELL: Final = 44
"""Pixels of the shorter side of a cell from which on signs may be too small to be told apart."""
_SHOWN: Final = 20
"""Pixels of a cell image that a sign is magnified to, at most."""
_DEEP: Final = 5
"""Pixels of a cell image within which lines along its sides lie."""
_ALONG: Final = 0.85
"""Part of a column that is not of the ground where it is such a line."""
_COMMON_TO: Final = 0.97
"""Part of the cells of a board from which on what they all show is no sign."""

Mask = NDArray[np.bool_]
Floats = NDArray[np.float64]


def show_signs(images: Pixels, whole: Pixels, picture: Pixels, lattice: Lattice) -> None:
    """Show signs that are small or lie aside in the middle of cell `images`, in place.

    `images` and `whole` are (rows * cols, side, side, 3); these have all of a cell that is oblong.
    Only where all else is even, but for lines along the sides.
    """
    side = images.shape[1]
    pitch = np.array([lattice.pitch_x, lattice.pitch_y])
    some = _candidates(whole, bool(pitch.min() >= _LARGE_CELL))
    if not len(some):
        return
    off = _off_ground(whole[some], _grounds(whole[some]))
    boxes = np.stack([_reach(off.max(axis=1)), _reach(off.max(axis=2))], axis=2) * pitch / side
    sizes = boxes[:, 1] - boxes[:, 0]
    aside = (abs(boxes.mean(axis=1) - pitch / 2) > _OFF_MIDDLE * pitch.min()).any(axis=1)
    aside &= (sizes <= _LARGEST * pitch.min()).all(axis=1)
    times = np.maximum(1, _SHOWN * pitch.min() / side // np.maximum(1, sizes.max(axis=1)))
    small = (times > 1) & (pitch.min() >= _LARGE_CELL)
    signs = (aside | small) & (sizes >= _SMALLEST).all(axis=1)
    signs &= off.max(axis=(1, 2)) > _WRITTEN_BY
    if np.count_nonzero(signs) > max(1, _COMMON_TO * len(images)):
        return
    for number in np.flatnonzero(signs):
        row, col = divmod(int(some[number]), lattice.cols)
        corner = np.array([lattice.x, lattice.y]) + pitch * (col, row)
        scale = side / float(pitch.min()) * float(times[number])
        sign = _cut_out(picture, corner + boxes[number], scale)
        height, width = sign.shape[:2]
        cell = images[some[number]]
        ground = _grounds(cell[None])
        written = _off_ground(cell[None], ground)[0] > 0
        cell[written] = np.broadcast_to(ground[0], cell.shape)[written]
        y, x = (side - height) // 2, (side - width) // 2
        cell[y : y + height, x : x + width] = sign


def _candidates(cells: Pixels, large: bool) -> NDArray[np.intp]:
    """The numbers of cells with an even middle, or `large` ones, with something beside it, (n,).

    Most cells are left out by few of their pixels.
    """
    half = cells.shape[1] // 2
    middle = cells[:, half - 1 : half + 1, half - 1 : half + 1].reshape(len(cells), -1, 3)
    inner = cells[:, _DEEP - 1 : 1 - _DEEP : 2, _DEEP - 1 : 1 - _DEEP : 2]
    even = _gap(middle, middle[:, :1]).max(axis=1) <= OFF_GROUND
    return np.flatnonzero(
        (even | large) & (_gap(inner, middle[:, :1, None]) > OFF_GROUND).any(axis=(1, 2))
    )


def _grounds(cells: Pixels) -> Pixels:
    """What signs in cells (n, side, side, 3) stand on, which may be shaded: (n, side, 1, 3).

    A sign takes up less than half of each of its rows.
    """
    return np.asarray(np.median(cells[:, :, ::3], axis=2, keepdims=True), np.uint8)


def _gap(one: Pixels, other: Pixels) -> Pixels:
    """The greatest difference of colours (..., 3) in a channel."""
    gap = np.maximum(one, other) - np.minimum(one, other)
    return np.asarray(np.maximum(np.maximum(gap[..., 0], gap[..., 1]), gap[..., 2]))


def _off_ground(cells: Pixels, ground: Pixels) -> Pixels:
    """Grey levels by which pixels of cells are off the ground, (n, side, side), lines left out.

    0 where they may as well be of the ground. Lines across are the ground of their rows.
    """
    off = _gap(cells, ground)
    off[off <= OFF_GROUND] = 0
    at = np.arange(off.shape[2])
    for turned in (off, off[:, :, ::-1]):
        along = (turned[:, :, :_DEEP] > 0).mean(axis=1) > _ALONG
        depth = np.where(along.any(axis=1), _DEEP - along[:, ::-1].argmax(axis=1), 0)[:, None, None]
        # What lies beside a line may be its soft edge.
        soft = (depth > 0) & (at == depth) & (turned < _WRITTEN_BY)
        turned[(at < depth) | soft] = 0
    return off


def _reach(off: Pixels) -> Floats:
    """The first place along the last axis that is written, and that after the last, (n, 2)."""
    written = off > 0
    first = written.argmax(axis=1)
    last = written.shape[1] - written[:, ::-1].argmax(axis=1)
    return np.stack([first, np.where(written.any(axis=1), last, first)], axis=1).astype(float)


def _cut_out(picture: Pixels, box: Floats, scale: float) -> Pixels:
    """A part of a picture, (x, y) of two corners, magnified."""
    width, height = np.maximum(1, np.rint((box[1] - box[0]) * scale)).astype(int).tolist()
    x, y = box[0].tolist()
    return sampled(picture, (x, y), (1 / scale, 1 / scale), (width, height))
