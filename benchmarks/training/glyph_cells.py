"""Random cells as games might draw them, to train on: any tile, glyph and scale."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from benchmarks.training.colours import Random
from benchmarks.training.skins import DrawnSkin
from mwagent.vision.grid.cells import CELL

_UP: Final = 3
"""Cells are drawn larger and scaled down."""
CELLS_OF_A_SKIN: Final = 8
"""Cells in a row that are drawn in one skin: to make one takes longer than to draw a cell."""


class Cells:
    """Draws random cells, a few in each skin."""

    def __init__(self, rng: Random, faces: list[str]):
        self.rng = rng
        self.faces = faces
        self.skins = (skin for skin in iter(self._skin, None) for _ in range(CELLS_OF_A_SKIN))

    def _skin(self) -> DrawnSkin:
        return DrawnSkin(self.rng, self.faces)

    def cell(self, label: str) -> NDArray[np.float32]:
        """A cell that shows `label`, a class of glyphs, (CELL, CELL, 3) BGR."""
        rng = self.rng
        native = int(rng.choice([12, 14, 16, 16, 18, 20, 24, 24, 28, 32, 40, 50, 64]))
        size = native * (1 if rng.random() < 0.2 else _UP)
        skin = next(self.skins)
        symbol = label if label in "12345678F*W?" else "#0"[int(rng.integers(2))]
        skin.signs[symbol] = skin.maker.glyph(label, symbol)
        return self._photographed(skin.tile(symbol, 0, size, size), native)

    def _photographed(self, image: Image.Image, native: int) -> NDArray[np.float32]:
        rng = self.rng
        array: NDArray[Any] = cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR).astype(np.float32)
        if rng.random() < 0.25:
            low, high = rng.uniform(-25, 25, 2)
            ramp = np.linspace(low, high, array.shape[0], dtype=np.float32)
            array += ramp[:, None, None] if rng.random() < 0.5 else ramp[None, :, None]
        array = cv2.resize(array, (native, native), interpolation=cv2.INTER_AREA)
        if rng.random() < 0.3:
            array = cv2.GaussianBlur(array, (0, 0), rng.uniform(0.3, 0.03 * native + 0.3))
        if rng.random() < 0.3:
            array = array + rng.normal(0, rng.uniform(1, 8), array.shape)
        if rng.random() < 0.15:
            quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))]
            tiled = np.tile(np.clip(array, 0, 255).astype(np.uint8), (3, 3, 1))
            _, code = cv2.imencode(".jpg", tiled, quality)
            decoded = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR))
            array = decoded[native : 2 * native, native : 2 * native].astype(np.float32)
        # Beyond the border of a cell its neighbour begins with the same border.
        array = np.tile(array, (3, 3, 1))
        shift = rng.normal(0, 0.03 if rng.random() < 0.8 else 0.06, 2) * CELL
        zoom = CELL / native * rng.uniform(0.96, 1.04)
        tall = zoom * rng.uniform(0.95, 1.05)
        off = (CELL - zoom * native) / 2 - zoom * native, (CELL - tall * native) / 2 - tall * native
        warp = np.array([[zoom, 0, off[0] + shift[0]], [0, tall, off[1] + shift[1]]])
        if zoom < 1:
            array = cv2.GaussianBlur(array, (0, 0), 0.4 / zoom)
        out = cv2.warpAffine(array, warp, (CELL, CELL), flags=cv2.INTER_LINEAR)
        return np.clip(out, 0, 255).astype(np.float32)
