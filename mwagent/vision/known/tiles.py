"""Reading the cells of a located board: every cell against every tile of its skin at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.known.skins import Skin, differences
from mwagent.vision.lattice import Lattice
from mwagent.vision.partial.pointer import UNDER_POINTER, Tiles, beneath_pointer, marked_start
from mwagent.vision.picture import Picture
from mwagent.vision.ranks import median
from mwagent.vision.reading import UNKNOWN, Reading

CLEARLY_NEARER = 0.9
"""Ratio of the best tile's difference to the next symbol's above which a cell is unknown."""

INK = 60.0
"""Grey levels by which something that is drawn in a cell differs from its ground."""
INKED = 0.06
"""Part of the middle of a cell that differs from its ground, from which the cell is not blank."""
BLANK = ["#", "0"]


def read(picture: Picture, lattice: Lattice, skin: Skin) -> Reading:
    """What the board on a lattice shows; its mine counter is not read."""
    return Reading.of(lattice, *read_cells(BoardPicture.of(picture, lattice), skin), skin.name)


def read_cells(board: BoardPicture, skin: Skin) -> tuple[NDArray[np.str_], NDArray[np.float32]]:
    """The symbol of every cell and how sure it is (0-1), both (rows, cols)."""
    skin = skin.at(min(board.lattice.pitch_x, board.lattice.pitch_y))
    size, shape = skin.size, board.shape
    cells = board.scaled(size)
    distance = differences(cells.reshape(shape[0] * shape[1], -1), skin)
    best = distance.argmin(axis=1)
    nearest = distance.min(axis=1)
    alphabet = np.array(list(skin.symbols))
    symbols = alphabet[best]
    others = np.where(alphabet[None, :] == symbols[:, None], np.inf, distance).min(axis=1)
    doubt = nearest / np.maximum(others, exact.TINY)
    close = np.clip(doubt, 0, 1) ** 2
    sure = (1 - np.clip(nearest / skin.farthest, 0, 1) * 0.5) * (1 - close * close)
    vague = (nearest > skin.farthest) | (doubt > CLEARLY_NEARER)
    inked = _inked(cells.reshape(-1, size, size, 3), skin.tiles[best]) & np.isin(symbols, BLANK)
    if inked.sum() > UNDER_POINTER:
        vague |= inked
    symbols = np.where(vague, UNKNOWN, symbols)
    symbols = symbols.reshape(shape)
    tiles = Tiles(skin.tiles.reshape(-1, size, size, 3), alphabet)
    for fill in (marked_start, beneath_pointer):
        symbols = fill(cells.reshape(-1, size, size, 3), symbols, tiles)
    return symbols, sure.reshape(shape).astype(np.float32)


def _inked(cells: NDArray[np.uint8], tiles: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which cells show something in their middle that their tiles do not, (n,).

    Both are (n, size, size, 3). A number in another font leaves the rest of its cell as it is.
    """
    rim = cells.shape[1] // 4
    distance = cells[:, rim:-rim, rim:-rim].astype(np.float32) - tiles[:, rim:-rim, rim:-rim]
    distance = distance.reshape(len(cells), -1, 3)
    distance -= median(distance, axis=1)[:, None]
    return np.asarray((np.abs(distance).max(axis=2) > INK).mean(axis=1) > INKED)
