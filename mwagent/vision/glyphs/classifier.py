"""What a glyph in a cell is: digits in any font, flags, mines, question marks.

A glyph is what differs from the ground of its cell. It is cut out, scaled to a small square and
given to a two-layer perceptron that was trained on many free fonts
(`benchmarks.training.glyphs`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact
from mwagent.vision.edges import channel_gap
from mwagent.vision.grid.alike import OFF_GROUND
from mwagent.vision.grid.cells import CELL
from mwagent.vision.grid.tiny_signs import LINE_ALONG
from mwagent.vision.ranks import median, percentile

Floats = NDArray[np.float32]

CLASSES: Final = "0123456789?F*W~"
"""The classes of glyphs; W is a mine or flag crossed out, ~ any other glyph."""
GLYPH: Final = 16
BUSY: Final = 12.0
"""Cells whose middle varies by more levels (standard deviation) have something in them."""
EXTRA: Final = 7
"""Features beside the shape: size, place, how full, how strong, how many-coloured."""
FEATURES: Final = GLYPH * GLYPH + EXTRA
WEIGHTS: Final = Path(__file__).with_name("classifier.npz")

_RING: Final = 3
_CHORD: Final = 0.16
"""Part of a disc's width to leave out on each side for the square within it, nearly."""
_STEEPEST: Final = 25.0
"""Grey levels that a ground may change from the middle of a cell to a side."""
_OUTSHONE: Final = 0.4
"""Part of the contrast of what else is in a cell below which a glyph is not what the cell shows."""
_FAINT: Final = 0.8 * OFF_GROUND
"""Grey levels off its ground from which a pixel may be of a glyph, should others stand out."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """A glyph cut out of a cell.

    `feature` (FEATURES,) float32 is what the classifier sees; `colour` (3,) BGR is the glyph's
    own, `ground` (3,) what it stands on; `contrast` the levels between them; `box` its rectangle
    x0, y0, x1, y1 in pixels of the cell; `framed` says that it fills the rim of that rectangle.
    """

    feature: Floats
    colour: Floats
    ground: Floats
    contrast: float
    box: tuple[int, int, int, int]
    framed: bool

    @property
    def shape(self) -> Floats:
        """Which part of the square the glyph fills, (GLYPH * GLYPH,) in 0-1."""
        return self.feature[: GLYPH * GLYPH]


def glyph_of(cell: Floats, grounds: Floats | None = None) -> Glyph | None:
    """The glyph in a (CELL, CELL, 3) image, None when nothing differs from the ground.

    A filled tile with a glyph on it (a keycap, a ball) is taken for the ground of that glyph.
    `grounds` (n, 3) are colours that cells without a glyph have; they are preferred.
    """
    glyph = None
    for margin in (2, 4):
        view = _View.of(cell, (margin, margin, CELL - margin, CELL - margin), grounds)
        glyph = _cut(view) or _cut(view, _OUTSHONE)
        if glyph is not None:
            break
    else:
        if cell[8:-8, 8:-8].reshape(-1, 3).std(axis=0).max() < BUSY:
            return None
        view = _View.of(cell, (2, 2, CELL - 2, CELL - 2), grounds)
        glyph = _cut(view, _OUTSHONE, touching=True)
        if glyph is None:
            return None
    x0, y0, x1, y1 = glyph.box
    ball = not glyph.framed and _is_disc(glyph.shape)
    if (glyph.framed or ball) and min(x1 - x0, y1 - y0) >= 0.45 * CELL:
        part = _CHORD if ball else 0.1
        inset_x, inset_y = max(1, round(part * (x1 - x0))), max(1, round(part * (y1 - y0)))
        region = (x0 + inset_x, y0 + inset_y, x1 - inset_x, y1 - inset_y)
        inner = _cut(_View.of(cell, region))
        if inner is not None and not inner.framed and inner.contrast > _OUTSHONE * glyph.contrast:
            # A ball that shines is a mine: what is written on it is larger.
            top, bottom = inner.box[1], inner.box[3]
            if not ball or bottom - top > _CHORD * 2 * (y1 - y0):
                return inner
    return glyph


def _is_disc(shape: Floats) -> bool:
    """Whether a glyph (GLYPH * GLYPH,) is a filled disc, whatever is cut out of its middle."""
    at = (np.arange(GLYPH) + 0.5) * 2 / GLYPH - 1
    radius = np.hypot(at[:, None], at[None])
    square = shape.reshape(GLYPH, GLYPH)
    rim, corners = square[(radius > 0.7) & (radius < 0.9)], square[radius > 1.15]
    return bool(rim.mean() > 0.85 and corners.mean() < 0.25)


@dataclass(frozen=True, slots=True)
class _View:
    """A region (x0, y0, x1, y1) of a cell: its pixels, the ground under them, how far off it."""

    region: tuple[int, int, int, int]
    part: Floats
    ground: Floats
    deviation: Floats

    @classmethod
    def of(
        cls, cell: Floats, region: tuple[int, int, int, int], grounds: Floats | None = None
    ) -> _View:
        """What a region of a cell shows."""
        x0, y0, x1, y1 = region
        part = cell[y0:y1, x0:x1]
        ground = _plane(part, grounds)
        return cls(region, part, ground, channel_gap(part, ground))


def _cut(view: _View, share: float = 0.0, *, touching: bool = False) -> Glyph | None:
    """The glyph in a region, which may be `touching` its border.

    Parts count that deviate by `share` of the strongest deviation.
    """
    part, ground, deviation = view.part, view.ground, view.deviation
    if deviation.max(initial=0) <= _FAINT:
        return None
    height, width = part.shape[:2]
    inside = (slice(None), slice(None))
    if not touching:
        deviation = deviation.copy()
        inside = _peel(deviation)
    level = max(_FAINT, share * float(deviation.max(initial=0)))
    strong = (deviation > level).astype(np.uint8)
    if not strong.any():
        return None
    if not strong[inside][[0, 0, -1, -1], [0, -1, 0, -1]].all():
        inside = (slice(None), slice(None))  # no ground in all corners, as beside a ball
    parts = np.zeros_like(strong)
    parts[inside] = _main_parts(strong[inside], touching)
    if not parts.any():
        return None
    peak = float(percentile(deviation[parts > 0], 90))
    if peak < OFF_GROUND or (not touching and peak < _OUTSHONE * _inner_peak(deviation)):
        return None
    soft = np.clip(deviation / peak, 0, 1).astype(np.float32)
    keep = np.zeros_like(strong)
    keep[inside] = _main_parts(((soft > 0.45) & (parts > 0)).astype(np.uint8)[inside], touching)
    if not keep.any():
        return None
    x0, y0 = view.region[:2]
    rows, cols = np.flatnonzero(keep.any(axis=1)), np.flatnonzero(keep.any(axis=0))
    top, bottom, left, right = rows[0], rows[-1] + 1, cols[0], cols[-1] + 1
    near = cv2.dilate(keep, np.ones((3, 3), np.uint8))
    shape = _square((soft * near)[top:bottom, left:right])
    core = (soft > 0.7) & (keep > 0)
    core = core if core.any() else keep > 0
    fill = float(keep[top:bottom, left:right].mean())
    inner = part[cv2.erode(keep, np.ones((2, 2), np.uint8)) > 0]
    colours = float(inner.std(axis=0).max()) if len(inner) else 0.0
    size_x, size_y = (right - left) / width, (bottom - top) / height
    extra = [
        size_x,
        size_y,
        (left + right) / width - 1,
        (top + bottom) / height - 1,
        fill,
        min(1.0, peak / 128),
        min(1.0, colours / 64),
    ]
    feature = np.concatenate([shape.ravel(), np.array(extra, np.float32)])
    return Glyph(
        feature.astype(np.float32),
        part[core].mean(axis=0),
        ground[keep > 0].mean(axis=0),
        peak,
        (x0 + int(left), y0 + int(top), x0 + int(right), y0 + int(bottom)),
        _framed(keep[top:bottom, left:right]),
    )


def _inner_peak(deviation: Floats) -> float:
    """How far the strongest thing inside a cell is off its ground."""
    inner = deviation[4:-4, 4:-4]
    return float(np.partition(inner.ravel(), -max(1, inner.size // 32))[-max(1, inner.size // 32)])


def _peel(deviation: Floats) -> tuple[slice, slice]:
    """Clear lines along the sides, in place: a border that a glyph may touch. Gives what is inside.

    What is left of a ground around a ball is in its corners then.
    """
    most = max(1, deviation.shape[0] // 6)
    depths = []
    for turned in (deviation, deviation[::-1], deviation.T, deviation.T[::-1]):
        along = np.flatnonzero((turned[:most] > _FAINT).mean(axis=1) > LINE_ALONG)
        depths.append(int(along[-1]) + 1 if len(along) else 0)
        turned[: depths[-1]] = 0
    height, width = deviation.shape
    top, bottom, left, right = depths
    return slice(top, height - bottom), slice(left, width - right)


def _framed(mask: NDArray[np.uint8]) -> bool:
    """Whether nearly all of the rim of a mask is set, rounded corners aside."""
    height, width = mask.shape
    y, x = height // 5, width // 5
    sides = (
        mask[:2, x : width - x],
        mask[-2:, x : width - x],
        mask[y : height - y, :2],
        mask[y : height - y, -2:],
    )
    return min(float(side.max(axis=int(side.shape[0] > 2)).mean()) for side in sides) > 0.9


def _plane(part: Floats, grounds: Floats | None) -> Floats:
    """The ground under a glyph: the plane of colours on which most pixels lie."""
    height, width = part.shape[:2]
    rings = []
    for depth in (0, _RING):
        area = part[depth : height - depth, depth : width - depth]
        rings += [area[:_RING], area[-_RING:], area[:, :_RING], area[:, -_RING:]]
    strips = [ring.reshape(-1, 3) for ring in rings]
    least = min(len(strip) for strip in strips)
    seeds = median(np.stack([strip[:: len(strip) // least][:least] for strip in strips]), axis=1)
    preferred = 0 if grounds is None else len(grounds)
    if grounds is not None:
        seeds = np.concatenate([seeds, grounds])
    # Every second pixel suffices for a plane.
    some = part[::2, ::2]
    pixels = some.reshape(-1, 3)
    near = channel_gap(pixels[None], seeds[:, None].astype(np.float32)) < OFF_GROUND
    weight = np.full(some.shape[:2], 2.0, np.float32)
    weight[3:-3, 3:-3] = 1.0
    votes = (near * weight.ravel()).sum(axis=1)
    votes[len(seeds) - preferred :] *= 2.0
    base, whole = _ramps(height, width)
    ground = np.broadcast_to(seeds[int(votes.argmax())].astype(np.float32), pixels.shape)
    factor = np.zeros((3, 3), np.float32)
    factor[0] = ground[0]
    for reach in (20, 10):
        inlier = channel_gap(pixels, ground) < reach
        if inlier.sum() < 0.15 * len(pixels):
            break
        used = base[inlier]
        normal = exact.product(used.T, used) + np.diag(np.array([1e-3, 0.5, 0.5], np.float32))
        factor = exact.solved(normal, exact.product(used.T, pixels[inlier])).astype(np.float32)
        factor[1:] = np.clip(factor[1:], -_STEEPEST, _STEEPEST)
        ground = exact.product(base, factor)
    return np.asarray(exact.product(whole, factor).reshape(part.shape), np.float32)


@cache
def _ramps(height: int, width: int) -> tuple[Floats, Floats]:
    """One, a slope across and a slope down: at every second pixel of a picture, and at all."""
    across = np.broadcast_to(np.linspace(-1, 1, width, dtype=np.float32)[None], (height, width))
    down = np.broadcast_to(np.linspace(-1, 1, height, dtype=np.float32)[:, None], (height, width))
    all_of = np.stack([np.ones((height, width), np.float32), across, down], axis=2)
    return np.ascontiguousarray(all_of[::2, ::2].reshape(-1, 3)), all_of.reshape(-1, 3)


def _main_parts(mask: NDArray[np.uint8], touching: bool) -> NDArray[np.uint8]:
    """The mask without specks and without what runs along the border."""
    count, label, stats, centre = cv2.connectedComponentsWithStats(mask, connectivity=8)
    height, width = mask.shape
    weight = stats[:, cv2.CC_STAT_AREA].astype(float)
    weight[0] = 0
    for i in range(1, count):
        x, y, w, h = stats[i, :4]
        sides = (x == 0) + (y == 0) + (x + w == width) + (y + h == height)
        if not sides:
            continue
        off = max(abs(centre[i][0] / width - 0.5), abs(centre[i][1] / height - 0.5))
        rim = (label[0], label[-1], label[:, 0], label[:, -1])
        along = max(np.count_nonzero(side == i) / len(side) for side in rim)
        if off > 0.3 or (not touching and along > 0.7):
            weight[i] = 0
    if weight.max(initial=0) < 0.01 * height * width:
        return np.zeros_like(mask)
    kept = np.flatnonzero(weight >= 0.12 * weight.max())
    return np.isin(label, kept).astype(np.uint8)


def _square(glyph: Floats) -> Floats:
    """A glyph scaled into a GLYPH x GLYPH square, keeping most of its proportions."""
    height, width = glyph.shape
    scale = GLYPH / max(height, width)
    w, h = max(2, round(width * scale)), max(2, round(height * scale))
    if scale < 1:
        small = cv2.resize(glyph, (w, h), interpolation=cv2.INTER_AREA)
    else:
        levels = np.rint(glyph * 65535).astype(np.uint16)
        small = cv2.resize(levels, (w, h), interpolation=cv2.INTER_LINEAR_EXACT) / np.float32(65535)
    out = np.zeros((GLYPH, GLYPH), np.float32)
    y, x = (GLYPH - h) // 2, (GLYPH - w) // 2
    out[y : y + h, x : x + w] = small
    return out


@cache
def _network() -> tuple[Floats, ...]:
    with np.load(WEIGHTS) as store:
        return tuple(
            store[name].astype(np.float32) for name in ("w1", "b1", "w2", "b2", "w3", "b3")
        )


def classify(features: Floats) -> Floats:
    """Probabilities (n, len(CLASSES)) of glyphs with features (n, FEATURES)."""
    w1, b1, w2, b2, w3, b3 = _network()
    hidden = np.maximum(exact.product(features, w1) + b1, 0)
    hidden = np.maximum(exact.product(hidden, w2) + b2, 0)
    logits = exact.product(hidden, w3) + b3
    logits -= logits.max(axis=1, keepdims=True)
    power = exact.exp(logits)
    return power / power.sum(axis=1, keepdims=True)  # type: ignore[no-any-return]
