"""Boards drawn in the classic looks, at any size, on screens with other things on them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision import Lattice
from mwagent.vision.known.skins import known_skins, skin_folders

Picture = NDArray[np.uint8]
SKINS = {skin.name: skin for skin in known_skins()}

PLAYED = [
    "1##F#######",
    "1123#######",
    "0001#211###",
    "011111012##",
    "02F20001###",
    "02F2000112#",
    "02220000011",
    "01F10000000",
    "01110000000",
]
"""A position of a real game in the middle: every number fits what is around it."""


@dataclass(frozen=True)
class Drawing:
    """How a board is drawn: its pitch, where, and what noise lies over it."""

    pitch: float
    x: float
    y: float
    noise: int


def draw(board: list[str], how: Drawing, screen: Picture, skin: str = "classic") -> Lattice:
    """Draw a board from the skin's tiles into a screen; returns where it lies."""
    folder = skin_folders()[0] / skin
    large = load_large(folder.name)
    tiles = np.concatenate(
        [np.concatenate([large[symbol] for symbol in row], axis=1) for row in board]
    )
    # Averages over the part of the drawing under each pixel, as a good browser scales.
    side = next(iter(large.values())).shape[0]
    scale = how.pitch / side
    height, width = (int(np.ceil(length * scale)) + 2 for length in tiles.shape[:2])
    fine = 4
    placing = np.array([[scale * fine, 0, how.x % 1 * fine], [0, scale * fine, how.y % 1 * fine]])
    size = (width * fine, height * fine)
    # The frame of a board is sunken: its shade is that of the lines between open cells.
    ground = [int(level) for level in large["0"][0, 0]]
    drawn = cv2.warpAffine(tiles, placing, size, flags=cv2.INTER_LINEAR, borderValue=ground)
    drawn = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA)
    left, top = int(how.x), int(how.y)
    frame = round(how.pitch / 4)
    cv2.rectangle(
        screen,
        (left - 4 * frame, top - 4 * frame),
        (left + width + 3 * frame, top + height + 3 * frame),
        ground,
        -1,
    )
    screen[top : top + height, left : left + width] = drawn
    return Lattice(how.x, how.y, how.pitch, how.pitch, len(board), len(board[0]))


def load_large(name: str) -> dict[str, Picture]:
    """The tiles of a skin at the size they were drawn, by symbol."""
    skin = SKINS[name]
    files = {"#": "hidden", "F": "flag", "*": "mine", "X": "mine_exploded", "W": "flag_wrong"}
    files |= {"?": "question", "0": "open"} | {str(n): f"open{n}" for n in range(1, 9)}
    folder = skin_folders()[0] / name
    return {
        symbol: np.asarray(cv2.imread(str(folder / f"{file}.png")), np.uint8)
        for symbol, file in files.items()
        if symbol in skin.symbols
    }


def desktop(width: int = 900, height: int = 640, seed: int = 0) -> Picture:
    """A screen with windows, text and a photograph on it, (height, width, 3) uint8."""
    return _desktop(width, height, seed).copy()


@lru_cache(maxsize=8)
def _desktop(width: int, height: int, seed: int) -> Picture:
    rng = np.random.default_rng(seed)
    screen = np.full((height, width, 3), rng.integers(0, 256, 3), np.uint8)
    for _ in range(5):
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        colour = [int(v) for v in rng.choice([[255, 255, 255], [192, 192, 192], [60, 50, 40]])]
        cv2.rectangle(screen, (x, y), (x + 320, y + 220), colour, -1)
        for line in range(8):
            words = "File Edit 12 31 View |||| Help 0101"
            at = (x + 8, y + 20 + 24 * line)
            cv2.putText(screen, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1)
    photo = cv2.GaussianBlur(rng.integers(0, 256, (160, 200, 3), dtype=np.uint8), (0, 0), 3)
    screen[-170:-10, 10:210] = photo
    return screen
