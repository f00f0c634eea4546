"""Colours of made-up boards and pages, and what can be seen on what."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

Random = np.random.Generator
Colour = tuple[int, int, int]
"""A colour is its red, green and blue, each from 0 to 255."""
CLASSIC: Final = (
    (0, 0, 255), (0, 128, 0), (255, 0, 0), (0, 0, 128), (128, 0, 0), (0, 128, 128), (0, 0, 0),
    (128, 128, 128),
)  # fmt: skip
"""These are the colours of the numbers 1 to 8 in the classic game."""


def shift(colour: Colour, step: float) -> Colour:
    """A colour lighter by `step` grey levels."""
    r, g, b = (int(np.clip(v + step, 0, 255)) for v in colour)
    return r, g, b


def grey(colour: Colour) -> float:
    """How light a colour is, 0 to 255."""
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def ground_colour(rng: Random) -> Colour:
    """A colour as cells have it: mostly light or dark grey, sometimes of a hue."""
    kind = rng.random()
    if kind < 0.3:
        hue = [int(rng.integers(180)), int(rng.integers(40, 230)), int(rng.integers(60, 250))]
        r, g, b = (
            int(v) for v in cv2.cvtColor(np.array([[hue]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0]
        )
        return r, g, b
    if kind < 0.45:
        return 192, 192, 192
    level = int(rng.integers(15, 90)) if kind < 0.65 else int(rng.integers(140, 256))
    r, g, b = (int(v) for v in np.clip(level + rng.integers(-14, 15, 3), 0, 255))
    return r, g, b


def readable(rng: Random, ground: Colour, least: float = 70) -> Colour:
    """A colour in which something can be seen on a ground."""
    for _ in range(60):
        r, g, b = (int(v) for v in rng.integers(0, 256, 3))
        if abs(grey((r, g, b)) - grey(ground)) + 0.4 * abs(r - ground[0]) > least:
            return r, g, b
    return (0, 0, 0) if grey(ground) > 127 else (255, 255, 255)
