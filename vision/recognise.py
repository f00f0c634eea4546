"""What a cell shows, judged from its whole picture by a small convolutional network.

Where `vision.digits` cuts a glyph out of its cell first, this looks at all of the cell, borders
and background included, and so does not fail where a glyph touches the border or fills the cell.
Trained on cells drawn with many free fonts (`vision.train_digits`), on no screenshot.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

SHOWN: Final = "0123456789?F*W~ "
"""What is told apart: digits, marks, mines, crossed out ones; ~ is anything else, a blank nothing."""
SIDE: Final = 32
"""Cells are looked at as squares of this many pixels."""
WEIGHTS: Final = Path(__file__).with_name("recognise.npz")
LAYERS: Final = ((5, 3, 24), (3, 24, 48), (3, 48, 64))
"""Kernel side, channels in and out of each convolution; every one halves the picture."""
_LEAST: Final = 40.0
"""Cells that vary by fewer grey levels are not stretched any further."""


def prepared(images: NDArray[np.uint8] | Floats) -> Floats:
    """Cells (n, SIDE, SIDE, 3) BGR, less their ground and stretched to about -1 to 1."""
    cells = images.astype(np.float32)
    inner = cells[:, 5:-5, 5:-5].reshape(len(cells), -1, 3)
    ground = np.median(inner, axis=1)
    cells -= ground[:, None, None]
    spread = np.abs(inner - ground[:, None]).max(axis=2)
    strength = np.quantile(spread, 0.98, axis=1) if len(cells) else np.zeros(0)
    cells /= np.maximum(strength, _LEAST).astype(np.float32)[:, None, None, None]
    return np.clip(cells, -1.5, 1.5)


def patches(values: Floats, side: int) -> Floats:
    """Every second window of `side` pixels, (n, h / 2, w / 2, side * side * channels)."""
    count, height, width, channels = values.shape
    pad = side // 2
    wide = np.zeros((count, height + 2 * pad, width + 2 * pad, channels), np.float32)
    wide[:, pad : pad + height, pad : pad + width] = values
    windows = np.lib.stride_tricks.sliding_window_view(wide, (side, side), axis=(1, 2))
    halved = windows[:, ::2, ::2].transpose(0, 1, 2, 4, 5, 3)
    return np.ascontiguousarray(halved).reshape(count, height // 2, width // 2, -1)


@cache
def _network() -> dict[str, Floats]:
    with np.load(WEIGHTS) as store:
        return {name: store[name].astype(np.float32) for name in store.files}


def recognise(images: NDArray[np.uint8] | Floats) -> Floats:
    """Probabilities (n, len(SHOWN)) of what cells (n, SIDE, SIDE, 3) show."""
    if not len(images):
        return np.zeros((0, len(SHOWN)), np.float32)
    parts = [_recognised(images[at : at + 64]) for at in range(0, len(images), 64)]
    return np.concatenate(parts)


def _recognised(images: NDArray[np.uint8] | Floats) -> Floats:
    net = _network()
    values = prepared(images)
    for number, (side, _, _) in enumerate(LAYERS, 1):
        values = np.maximum(patches(values, side) @ net[f"w{number}"] + net[f"b{number}"], 0)
    flat = values.reshape(len(values), -1)
    logits = np.maximum(flat @ net["w4"] + net["b4"], 0) @ net["w5"] + net["b5"]
    power = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(power / power.sum(axis=1, keepdims=True), np.float32)
