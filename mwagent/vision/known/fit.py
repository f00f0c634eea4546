"""Fitting a lattice to a skin's tiles, its pitch to a hundredth of a pixel; how well it fits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from mwagent.vision.grid.cells import board_picture, cut_cells
from mwagent.vision.known.skins import Skin, differences, products
from mwagent.vision.lattice import Lattice

RIMS_ACROSS = 8
"""Times that the rim of a cell goes into its side: open and closed cells differ in their rims,
whatever is drawn inside."""
FAINT_PATTERN = 0.4
"""Part of another pattern's strength below which a pattern is not the same, however alike."""


def _coefficient(
    product: NDArray[np.floating], one: NDArray[np.floating], other: NDArray[np.floating] | float
) -> NDArray[np.float32]:
    """The correlation coefficient, less where one pattern is far fainter than the other.

    `product` is the inner product of two patterns without their means, `one` and `other` are
    their lengths.
    """
    lengths = np.maximum(one, FAINT_PATTERN * other) * np.maximum(other, FAINT_PATTERN * one)
    return np.asarray(product / np.maximum(lengths, 1e-6), np.float32)


def _rim(size: int) -> NDArray[np.bool_]:
    width = size // RIMS_ACROSS
    rim = np.ones((size, size), np.bool_)
    rim[width:-width, width:-width] = False
    return rim


def rim_likeness(picture: NDArray[np.uint8], lattice: Lattice, skin: Skin) -> NDArray[np.float32]:
    """How alike the rim of every cell is to that of some tile, (rows, cols)."""
    size = skin.size
    rim = _rim(size)
    cells = cut_cells(board_picture(picture, lattice, size), size)[:, :, rim].astype(np.float32)
    cells = cells.reshape(lattice.rows * lattice.cols, -1)
    # Not only open and closed: the ground of an exploded mine, the spikes of any mine.
    tiles = skin.tiles[:, rim]
    centred = cells - cells.mean(axis=1, keepdims=True)
    flat = tiles.reshape(len(tiles), -1).astype(np.float32)
    flat -= flat.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(centred, axis=1)[:, None], np.linalg.norm(flat, axis=1)[None, :]
    alike = _coefficient(products(centred, flat), *lengths)
    return np.asarray(alike.max(axis=1).reshape(lattice.rows, lattice.cols), np.float32)


def likeness_beyond(picture: NDArray[np.uint8], lattice: Lattice, skin: Skin) -> float:
    """Likeness of the rims just beyond a board, on the side where they are most like cells."""
    skin = skin.at(min(lattice.pitch_x, lattice.pitch_y))
    ring = rim_likeness(picture, lattice.grown(1), skin)
    sides = ring[0, 1:-1], ring[-1, 1:-1], ring[1:-1, 0], ring[1:-1, -1]
    return max(float(side.mean()) for side in sides)


def refined(picture: NDArray[np.uint8], lattice: Lattice, skin: Skin) -> Lattice:
    """A lattice moved and stretched a little, until tiles and picture coincide.

    Least squares after Lucas and Kanade (1981): how far each cell must move to match its tile
    follows from the tile's slopes; a line through these moves gives origin and pitch.
    """
    for _ in range(4):
        moves_x, weights_x, moves_y, weights_y = _cell_moves(picture, lattice, skin)
        x, pitch_x = _line_through(moves_x, weights_x, axis=0)
        y, pitch_y = _line_through(moves_y, weights_y, axis=1)
        unit_x, unit_y = lattice.pitch_x / skin.size, lattice.pitch_y / skin.size
        lattice = replace(
            lattice,
            x=float(lattice.x + x * unit_x),
            y=float(lattice.y + y * unit_y),
            pitch_x=float(lattice.pitch_x + pitch_x * unit_x),
            pitch_y=float(lattice.pitch_y + pitch_y * unit_y),
        )
        if max(abs(x), abs(y), abs(pitch_x) * lattice.cols, abs(pitch_y) * lattice.rows) < 0.05:
            break
    return lattice


Moves = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]


def _cell_moves(picture: NDArray[np.uint8], lattice: Lattice, skin: Skin) -> Moves:
    """How far every cell is off its tile, in canonical pixels, and how much that is worth."""
    size = skin.size
    board = board_picture(picture, lattice, size)
    cells = cut_cells(board, size).reshape(lattice.rows * lattice.cols, -1).astype(np.float32)
    tiles = skin.tiles.reshape(len(skin.tiles), -1).astype(np.float32)
    distance = differences(cells, skin)
    which = distance.argmin(axis=1)
    trust = (distance.min(axis=1) < skin.farthest).astype(np.float64)
    # Beyond the edge of a tile lies another: slopes go round.
    slope_x, slope_y = (
        ((np.roll(skin.tiles, -1, axis) - 1.0 * np.roll(skin.tiles, 1, axis)) / 2)
        .reshape(tiles.shape)
        .astype(np.float32)
        for axis in (2, 1)
    )
    # cell - tile is about -slope * move for a cell that lies `move` further right.
    shape = (lattice.rows, lattice.cols)
    results = []
    for slope in (slope_x, slope_y):
        against = products(cells, np.ascontiguousarray(slope)) - (tiles * slope).sum(axis=1)
        strength = (slope**2).sum(axis=1)[which] + 1e-6
        off = -against[np.arange(len(which)), which] / strength
        trusted = trust * (np.abs(off) < 2.0) * strength
        results += [np.clip(off, -2, 2).reshape(shape), trusted.reshape(shape)]
    return results[0], results[1], results[2], results[3]


def _line_through(
    moves: NDArray[np.float64], weights: NDArray[np.float64], axis: int
) -> tuple[float, float]:
    """Move of the first edge and growth of the pitch, from the moves of cells' middles."""
    weight = weights.sum(axis=axis)
    mean = (moves * weights).sum(axis=axis) / np.maximum(weight, 1e-9)
    at = np.arange(len(weight)) + 0.5
    total = weight.sum()
    if total <= 0:
        return 0.0, 0.0
    middle = (at * weight).sum() / total
    spread = (weight * (at - middle) ** 2).sum()
    growth = (weight * (at - middle) * mean).sum() / spread if spread > 0 else 0.0
    return float((mean * weight).sum() / total - growth * middle), float(growth)
