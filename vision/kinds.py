"""Looks that mean the same, together: by their borders, and by what stands in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.cluster import Floats, Look
from vision.digits import BUSY, CLASSES, EXTRA

LIKE: Final = 5.0
"""Grey levels by which the borders of cells of one kind differ at most."""
_TRACES: Final = 26.0
"""Grey levels by which glyphs differ from their ground at least."""
_DISTINCT: Final = 36.0
"""Grey levels from which a glyph is no trace of anything else."""


def grouped(found: list[Look]) -> list[list[Look]]:
    """Looks that certainly mean the same, together."""
    contrast = [
        look.glyph.contrast
        for look in found
        if look.glyph is not None and look.odds[1:9].max() > 0.8
        for _ in range(min(look.count, 10))
    ]
    faint = 0.35 * float(np.median(contrast)) if contrast else 0.0
    clear = [
        replace(look, glyph=None, odds=_blurred(look, faint))
        if look.glyph is not None and look.glyph.contrast < _least(look, faint)
        else look
        for look in found
    ]
    apart = apart_of(clear, clear)
    first: list[int] = []
    groups: list[list[Look]] = []
    for i, look in enumerate(clear):
        for k, group in zip(first, groups, strict=True):
            if _alike(look, group[0], float(apart[i, k])):
                group.append(look)
                break
        else:
            first.append(i)
            groups.append([look])
    return groups


def _least(look: Look, faint: float) -> float:
    """The contrast a glyph must have; half of `faint` will do for a plain digit.

    Below that are the traces of compression and dithering.
    """
    strong = look.glyph is not None and look.glyph.contrast > _DISTINCT
    plain = look.odds[1:9].max() > (0.7 if strong else 0.9)
    return max(_TRACES * (0.8 if plain else 1.0), faint * (0.5 if plain else 1.0))


def _blurred(look: Look, faint: float) -> Floats:
    """The odds of a look whose glyph is too faint to be one: nothing, or anything at all."""
    middle = look.image[8:-8, 8:-8].reshape(-1, 3)
    odds = np.zeros_like(look.odds)
    if middle.std(axis=0).max() >= max(BUSY, 0.6 * faint):
        odds += 0.03
        odds[-1] = 1 - 0.03 * (len(odds) - 1)
    return odds


def apart_of(some: list[Look], others: list[Look]) -> Floats:
    """How far the borders of looks are apart, in grey levels, (len(some), len(others))."""
    a = np.stack([look.border for look in some])
    b = np.stack([look.border for look in others])
    squared = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1) - 2 * a @ b.T
    return np.sqrt(np.maximum(squared, 0) / a.shape[1])  # type: ignore[no-any-return]


def _alike(a: Look, b: Look, apart: float) -> bool:
    if a.glyph is None or b.glyph is None:
        same = a.glyph is b.glyph and apart < LIKE and (a.odds.sum() > 0) == (b.odds.sum() > 0)
        return same and float(((a.vector - b.vector) ** 2).mean()) < (1.5 * LIKE) ** 2
    sure = min(float(a.odds[1:9].max()), float(b.odds[1:9].max())) > 0.8
    if not (sure and a.odds.argmax() == b.odds.argmax()) and apart >= 12:
        return False
    if abs(a.glyph.colour - b.glyph.colour).max() > 50:
        return False
    return float(abs(a.glyph.feature[:-EXTRA] - b.glyph.feature[:-EXTRA]).mean()) < 0.06


def odds_of(group: list[Look]) -> NDArray[np.float64]:
    """Probabilities of the glyph of a group; all zero when it is blank."""
    weight = np.array([min(look.count, 5) for look in group], float)
    logs = np.array([np.log(look.odds + 1e-4) for look in group], float)
    if group[0].odds.sum() == 0:
        return np.zeros(len(CLASSES))
    power = np.exp((weight @ logs) / weight.sum())
    mean: NDArray[np.float64] = power / power.sum()
    return mean
