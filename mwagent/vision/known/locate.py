"""The boards of known skins on a picture.

Whatever repeats on it (`mwagent.vision.grid.period`) is compared with the tiles of each skin; where
they match, the lattice is fitted to them: its ends, and its pitch to a hundredth of a pixel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.levels import LEAST_PLAYED
from mwagent.vision import exact
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.grid.period import find_lattices
from mwagent.vision.known.skins import Skin, differences, pick
from mwagent.vision.known.tiles import read_cells
from mwagent.vision.lattice import STEADY, Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.ranks import percentile
from mwagent.vision.reading import UNKNOWN

NOT_FOUND = (
    "no board found: see that all of it is visible, not covered by a window nor scrolled out of "
    "sight, with cells of 12 pixels or more; its skin may be unlike any that is known"
)

RIM_SIXTEENTHS = 2
"""Width of the rim of a cell, in sixteenths of its side: open and closed cells differ in their
rims, whatever is drawn inside."""
ROW_LIKENESS = 0.74
"""Mean likeness of rims (-1 to 1) from which a row or column of a crisp board belongs to it."""
PARTED = 0.65
"""Part of the clarity of its board below which a row does not belong to it, even inside."""
SKIN_LIKENESS = 0.65
"""Mean likeness of rims below which a lattice is not a board of the skin at all."""
NEAR_TILE = 64.0
"""Grey levels by which a cell of the skin may differ from the tile that it is most like."""
FAINT_PATTERN = 0.4
"""Part of another pattern's strength below which a pattern is not the same, however alike."""
UNDERSTOOD_SKIN = 0.6
"""Smallest fraction of the cells that must be of a skin; in a taught one, of an outer row, too."""
FEWEST = LEAST_PLAYED
"""Fewest rows and columns of a board."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a board may be, its skin, None for any, and how alike its cells are to it, up to 1."""

    lattice: Lattice
    skin: Skin | None = None
    likeness: float = 0.0

    def same(self, other: Place) -> bool:
        """Whether two places are one: the same lattice, in the same skin."""
        return self.lattice == other.lattice and self.skin is other.skin


def locate_all(
    picture: Picture,
    skins: Sequence[Skin] | None = None,
    lattices: Iterable[Lattice] | None = None,
) -> list[Place]:
    """Every board on a picture, those of more cells first; empty when there is none.

    `skins` are those to look for, all known ones by default; `lattices` where they may lie, by
    default where something repeats.
    """
    fits = (
        fit(board, skin) or _taught(board, skin)
        for board in [
            BoardPicture(picture, one)
            for one in (find_lattices(picture) if lattices is None else lattices)
        ]
        for skin in pick(skins)
    )
    return _distinct([place for place in fits if place is not None])


def _distinct(candidates: list[Place]) -> list[Place]:
    """The best of those that overlap, larger boards first."""
    kept: list[Place] = []
    ranked = sorted(
        candidates,
        key=lambda found: found.likeness * np.sqrt(found.lattice.rows * found.lattice.cols),
        reverse=True,
    )
    for found in ranked:
        if not any(found.lattice.shared(other.lattice) > 0.05 for other in kept):
            kept.append(found)
    return sorted(kept, key=lambda found: -found.lattice.rows * found.lattice.cols)


def fit(board: BoardPicture, skin: Skin) -> Place | None:
    """The board of a skin where a lattice was found by its period; None when there is none."""
    picture, lattice = board.picture, board.lattice
    seen = picture.width, picture.height
    softened = skin.at(min(lattice.pitch_x, lattice.pitch_y))
    found = _trimmed(BoardPicture(picture, refined(board, softened)), softened)
    cells = 0
    # With a rough pitch only the middle of the board fits at first; then it grows to its ends.
    while found is not None and found[0].rows * found[0].cols > cells:
        cells = found[0].rows * found[0].cols
        closer = refined(BoardPicture(picture, found[0]), softened)
        if not closer.same_size(lattice):
            return None
        by = max(closer.rows, closer.cols) // 4 + 1
        found = _trimmed(BoardPicture(picture, closer.grown(by).within(*seen, 2)), softened)
        # What is not alike at the right pitch only grows over whatever repeats on the page.
        if found is not None and found[1] < SKIN_LIKENESS:
            return None
    if found is None or found[0].within(*seen) != found[0]:
        return None
    size = softened.size
    board = BoardPicture.of(picture, found[0])
    images = board.scaled(size)
    distance = differences(images.reshape(-1, size * size * 3), softened).min(axis=1)
    fits = (distance < NEAR_TILE).mean() > UNDERSTOOD_SKIN
    return Place(_understood(board, skin), skin, found[1]) if fits else None


def _taught(board: BoardPicture, skin: Skin) -> Place | None:
    """The board of a skin that a user has taught, whose tiles may have next to no border."""
    if not skin.strict:
        return None
    fitted = BoardPicture.of(board.picture, refined(board, skin))
    symbols, _ = read_cells(fitted, skin)
    if (symbols != UNKNOWN).mean() <= UNDERSTOOD_SKIN:
        return None
    return Place(fitted.lattice, skin, float(rim_likeness(fitted, skin).mean()))


def _coefficient(
    product: NDArray[np.floating], one: NDArray[np.floating], other: NDArray[np.floating] | float
) -> NDArray[np.float32]:
    """The correlation coefficient, less where one pattern is far fainter than the other.

    `product` is the inner product of two patterns without their means, `one` and `other` are
    their lengths.
    """
    lengths = np.maximum(one, FAINT_PATTERN * other) * np.maximum(other, FAINT_PATTERN * one)
    return np.asarray(product / np.maximum(lengths, exact.TINY), np.float32)


def rim_width(size: int) -> int:
    """Pixels of the rim of a cell of `size` pixels."""
    return max(1, round(size * RIM_SIXTEENTHS / 16))


def _rim(size: int) -> NDArray[np.bool_]:
    width = rim_width(size)
    rim = np.ones((size, size), np.bool_)
    rim[width:-width, width:-width] = False
    return rim


def _trimmed(board: BoardPicture, skin: Skin) -> tuple[Lattice, float] | None:
    """The part of a lattice whose cells have the skin's rims, and how alike to them they are."""
    likeness = rim_likeness(board, skin)
    # A blurred board is less like its tiles all over: measure it against itself.
    usual = likeness[likeness > 0.5 * ROW_LIKENESS]
    if usual.size < FEWEST * FEWEST:
        return None
    clear = float(np.clip(ROW_LIKENESS * percentile(usual, 90), 0.5, ROW_LIKENESS))
    good = (likeness > clear).astype(np.uint8)
    # A cursor or a flag of another shape must not cut a board in two.
    closed = cv2.morphologyEx(good, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=4)
    if count < 2:
        return None
    label = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    score = np.where(labels == label, likeness, np.minimum(likeness, 0))
    left, top, width, height = (int(v) for v in stats[label, :4])
    top, bottom, left, right = _ends(score, (top, top + height, left, left + width), clear)
    if right - left < FEWEST or bottom - top < FEWEST:
        return None
    trimmed = board.lattice.part(top, left, bottom, right)
    return trimmed, float(score[top:bottom, left:right].mean())


def _understood(board: BoardPicture, skin: Skin) -> Lattice:
    """The lattice without outer rows and columns that show nothing of a taught skin.

    The tiles of such a skin may have next to no border, and what lies beside the board, too.
    """
    if not skin.strict:
        return board.lattice
    symbols, _ = read_cells(board, skin)
    known = symbols != UNKNOWN
    (bottom, right), top, left = board.shape, 0, 0
    while bottom - top > FEWEST and right - left > FEWEST:
        part = known[top:bottom, left:right]
        ends = part[0].mean(), part[-1].mean(), part[:, 0].mean(), part[:, -1].mean()
        if min(ends) >= UNDERSTOOD_SKIN:
            break
        worst = int(np.argmin(ends))
        top, bottom = top + (worst == 0), bottom - (worst == 1)
        left, right = left + (worst == 2), right - (worst == 3)
    return board.lattice.part(top, left, bottom, right)


def _ends(
    score: NDArray[np.float32], ends: tuple[int, int, int, int], clear: float
) -> tuple[int, int, int, int]:
    """Trim rows and columns off until every side is clearly of the board: its new ends.

    A row or column within that is hardly of the board parts it; the larger part is kept.
    """
    top, bottom, left, right = ends
    while right - left >= FEWEST and bottom - top >= FEWEST:
        part = score[top:bottom, left:right]
        rows, cols = part.mean(axis=1), part.mean(axis=0)
        gap = int(rows.argmin()) if rows.min() < PARTED * clear else None
        if gap is not None and 0 < gap < len(rows) - 1:
            top, bottom = (top, top + gap) if 2 * gap >= len(rows) else (top + gap + 1, bottom)
            continue
        gap = int(cols.argmin()) if cols.min() < PARTED * clear else None
        if gap is not None and 0 < gap < len(cols) - 1:
            left, right = (left, left + gap) if 2 * gap >= len(cols) else (left + gap + 1, right)
            continue
        worst = min(rows[0], rows[-1], cols[0], cols[-1])
        if worst >= clear:
            break
        if worst == rows[0]:
            top += 1
        elif worst == rows[-1]:
            bottom -= 1
        elif worst == cols[0]:
            left += 1
        else:
            right -= 1
    return top, bottom, left, right


def rim_likeness(board: BoardPicture, skin: Skin) -> NDArray[np.float32]:
    """How alike the rim of every cell is to that of some tile, (rows, cols)."""
    size = skin.size
    rim = _rim(size)
    cells = board.scaled(size)[:, :, rim].astype(np.float32)
    cells = cells.reshape(cells.shape[0] * cells.shape[1], -1)
    # Not only open and closed: the ground of an exploded mine, the spikes of any mine.
    tiles = skin.tiles[:, rim]
    centred = cells - cells.mean(axis=1, keepdims=True)
    flat = tiles.reshape(len(tiles), -1).astype(np.float32)
    flat -= flat.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(centred, axis=1)[:, None], np.linalg.norm(flat, axis=1)[None, :]
    alike = _coefficient(exact.product(centred, flat.T), *lengths)
    return np.asarray(alike.max(axis=1).reshape(board.shape), np.float32)


def likeness_beyond(picture: Picture, lattice: Lattice, skin: Skin) -> float:
    """Likeness of the rims just beyond a board, on the side where they are most like cells."""
    skin = skin.at(min(lattice.pitch_x, lattice.pitch_y))
    ring = rim_likeness(BoardPicture(picture, lattice.grown(1)), skin)
    sides = ring[0, 1:-1], ring[-1, 1:-1], ring[1:-1, 0], ring[1:-1, -1]
    return max(float(side.mean()) for side in sides)


def refined(board: BoardPicture, skin: Skin) -> Lattice:
    """A lattice moved and stretched a little, until tiles and picture coincide.

    Least squares after Lucas and Kanade (1981): how far each cell must move to match its tile
    follows from the tile's slopes; a line through these moves gives origin and pitch.
    """
    lattice = board.lattice
    for _ in range(4):
        moves_x, weights_x, moves_y, weights_y = _cell_moves(board, skin)
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
        if max(abs(x), abs(y), abs(pitch_x) * lattice.cols, abs(pitch_y) * lattice.rows) < STEADY:
            break
        board = BoardPicture(board.picture, lattice)
    return lattice


Moves = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]


def _cell_moves(board: BoardPicture, skin: Skin) -> Moves:
    """How far every cell is off its tile, in canonical pixels, and how much that is worth."""
    cells = board.scaled(skin.size).astype(np.float32)
    cells = cells.reshape(board.lattice.rows * board.lattice.cols, -1)
    tiles = skin.tiles.reshape(len(skin.tiles), -1).astype(np.float32)
    distance = differences(cells, skin)
    which = distance.argmin(axis=1)
    trust = (distance.min(axis=1) < NEAR_TILE + 10).astype(np.float64)
    # Beyond the edge of a tile lies another: slopes go round.
    slope_x, slope_y = (
        ((np.roll(skin.tiles, -1, axis) - 1.0 * np.roll(skin.tiles, 1, axis)) / 2)
        .reshape(tiles.shape)
        .astype(np.float32)
        for axis in (2, 1)
    )
    # cell - tile is about -slope * move for a cell that lies `move` further right.
    results = []
    for slope in (slope_x, slope_y):
        against = exact.product(cells, slope.T) - (tiles * slope).sum(axis=1)
        strength = (slope**2).sum(axis=1)[which] + exact.TINY
        off = -against[np.arange(len(which)), which] / strength
        trusted = trust * (np.abs(off) < 2.0) * strength
        results += [np.clip(off, -2, 2).reshape(board.shape), trusted.reshape(board.shape)]
    return results[0], results[1], results[2], results[3]


def _line_through(
    moves: NDArray[np.float64], weights: NDArray[np.float64], axis: int
) -> tuple[float, float]:
    """Move of the first edge and growth of the pitch, from the moves of cells' middles."""
    weight = weights.sum(axis=axis)
    if not weight.any():
        return 0.0, 0.0
    mean = (moves * weights).sum(axis=axis) / np.where(weight > 0, weight, 1.0)
    growth, first = exact.fitted_line(np.arange(len(weight)) + 0.5, mean, weight)
    return first, growth
