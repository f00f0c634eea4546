"""Fitting a lattice to a skin's tiles: its phase, its ends, its pitch to a hundredth of a pixel."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.levels import LEAST_PLAYED, MOST_PLAYED
from mwagent.vision import exact
from mwagent.vision.grid.cells import board_picture, cut_cells
from mwagent.vision.known.lines import Grid, spacing_near
from mwagent.vision.known.skins import Skin, differences
from mwagent.vision.lattice import Lattice
from mwagent.vision.ranks import percentile

MARGIN = 2
"""Cells beyond each side of a place that are examined to find where the board ends."""
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
NEARLY = 0.78
"""Least likeness of rims to tiles a twentieth larger or smaller."""
SKIN_SHARE = 0.55
"""Smallest fraction of the cells that must be of the skin."""
FAINT_PATTERN = 0.4
"""Part of another pattern's strength below which a pattern is not the same, however alike."""
FEWEST = LEAST_PLAYED
"""Fewest rows and columns of a board."""
LONGEST = MOST_PLAYED
"""Largest number of rows or columns of a board: a pattern that repeats more often is none."""
SMALLEST_PITCH, LARGEST_PITCH = 0.7, 1.4
"""Least and greatest pitch of a fit, as a factor on the pitch of its place."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A lattice fitted to a skin, and how well its cells match: `likeness` -1 to 1."""

    lattice: Lattice
    likeness: float

    @property
    def worth(self) -> float:
        """What ranks fits that exclude each other: many cells, and clear ones."""
        return self.likeness * math.sqrt(self.lattice.rows * self.lattice.cols)


def fit(picture: NDArray[np.uint8], grid: Grid, skin: Skin) -> Fit | None:
    """The board of a skin in a place of a picture; None when there is none."""
    skin = skin.at(min(grid.pitch_x, grid.pitch_y))
    lattice = _phased(picture, grid, skin)
    found = _trimmed(picture, lattice, skin) if lattice is not None else None
    size = 0
    # With a rough pitch only the middle of the board fits at first; then it grows to its ends.
    while found is not None and found.lattice.rows * found.lattice.cols > size:
        if max(found.lattice.rows, found.lattice.cols) > LONGEST:
            return None
        size = found.lattice.rows * found.lattice.cols
        lattice = refined(picture, found.lattice, skin)
        if not SMALLEST_PITCH * grid.pitch_x < lattice.pitch_x < LARGEST_PITCH * grid.pitch_x:
            return None
        if not SMALLEST_PITCH * grid.pitch_y < lattice.pitch_y < LARGEST_PITCH * grid.pitch_y:
            return None
        by = max(lattice.rows, lattice.cols) // 4 + 1
        found = _trimmed(picture, _within(lattice.grown(by), picture), skin)
        # What is not alike at the right pitch only grows over whatever repeats on the page.
        if found is not None and found.likeness < SKIN_LIKENESS:
            return None
    if found is None or found.likeness < SKIN_LIKENESS or not _on_picture(found.lattice, picture):
        return None
    size = skin.size
    cells = cut_cells(board_picture(picture, found.lattice, size), size)
    distance = differences(cells.reshape(-1, size * size * 3), skin).min(axis=1)
    return found if (distance < NEAR_TILE).mean() > SKIN_SHARE else None


def _phased(picture: NDArray[np.uint8], grid: Grid, skin: Skin) -> Lattice | None:
    """A lattice over the whole place and a margin, shifted to where its tiles match best.

    None when hardly any tile matches anywhere.
    """
    size = skin.size
    rough = _covering(grid)
    alike = _slid_rims(picture, rough, skin)
    # Tiles slid over the picture give their distance better than the lines of the whole place.
    clear = np.where(alike > 0.8, alike, 0)
    if np.count_nonzero(clear) < FEWEST * FEWEST:
        return None
    step_x = spacing_near(clear.sum(axis=0), size) or size
    step_y = spacing_near(clear.sum(axis=1), size) or size
    if abs(step_x - size) + abs(step_y - size) > 0.02:
        pitch_x, pitch_y = grid.pitch_x * step_x / size, grid.pitch_y * step_y / size
        rough = _covering(replace(grid, pitch_x=pitch_x, pitch_y=pitch_y))
        alike = _slid_rims(picture, rough, skin)
    rows, cols = rough.rows - 1, rough.cols - 1
    squares = alike[: rows * size, : cols * size] ** 2
    votes = squares.reshape(rows, size, cols, size).sum(axis=(0, 2))
    if votes.max() < 4:
        return None
    down, across = np.unravel_index(int(votes.argmax()), votes.shape)
    x = rough.x + float(across) * rough.pitch_x / size
    y = rough.y + float(down) * rough.pitch_y / size
    return replace(rough, x=x, y=y, rows=rows, cols=cols)


def _covering(grid: Grid) -> Lattice:
    """A lattice over a place and a margin around it, of any phase."""
    return Lattice(
        grid.x - MARGIN * grid.pitch_x,
        grid.y - MARGIN * grid.pitch_y,
        grid.pitch_x,
        grid.pitch_y,
        round(grid.height / grid.pitch_y) + 2 * MARGIN,
        round(grid.width / grid.pitch_x) + 2 * MARGIN,
    )


def likely_pitches(picture: NDArray[np.uint8], grid: Grid, skin: Skin) -> list[Grid]:
    """Up to three scales at which a skin's tiles match a place best, from `grid`'s to 2.5 times.

    A sweep over a pyramid of scales, for places whose pitch does not follow from their lines.
    """
    scales = np.geomspace(1, 2.5, 20)
    # Near its scale a tile is somewhat like the picture already.
    coarse = {n: _slid_at(picture, grid, float(scales[n]), skin) for n in range(1, 20, 3)}
    somewhat = {n for n, alike in coarse.items() if (alike > NEARLY).sum() >= FEWEST * FEWEST}
    scored = []
    for n, times in enumerate(scales):
        if somewhat & {n - 1, n, n + 1}:
            alike = coarse[n] if n in coarse else _slid_at(picture, grid, float(times), skin)
            pitch = grid.pitch_x * float(times)
            scaled = replace(grid, pitch_x=pitch, pitch_y=pitch)
            scored.append((int((alike > 0.8).sum()) * pitch * pitch, scaled))
    scored.sort(key=lambda pair: -pair[0])
    return [scaled for score, scaled in scored[:3] if score > 0]


def _slid_at(
    picture: NDArray[np.uint8], grid: Grid, times: float, skin: Skin
) -> NDArray[np.float32]:
    """How alike rims are to a place at several times its scale."""
    pitch = grid.pitch_x * times
    covering = _covering(replace(grid, pitch_x=pitch, pitch_y=pitch))
    return _slid_rims(picture, covering, skin)


def _slid_rims(picture: NDArray[np.uint8], lattice: Lattice, skin: Skin) -> NDArray[np.float32]:
    """How alike an open or closed tile's rim is to the picture at every place it is slid to.

    The correlation coefficient over the rim alone, whatever is drawn inside the cell; 0 where it
    is below a half.
    """
    size = skin.size
    grey = _grey_board(picture, lattice, size).astype(np.float32)
    rim = _rim(size)
    count = float(rim.sum())
    inside = size - 2 * rim_width(size)
    total = _windows(grey, size, inside)
    squares = _windows(grey * grey, size, inside)
    spread = np.sqrt(np.maximum(squares - total * total / count, 0))
    best = np.zeros_like(spread)
    for symbol in "#0":
        tile = cv2.cvtColor(skin.tile(symbol), cv2.COLOR_BGR2GRAY).astype(np.float32)
        # Sixteenths of a grey level, as whole numbers.
        kernel = np.where(rim, np.rint(16 * (tile - tile[rim].mean())), 0) / 16
        product = exact.correlation(grey, 16 * kernel) / 16
        best = np.maximum(best, _coefficient(product, spread, exact.length(kernel)))
    return np.asarray(np.where(best > 0.5, best, 0), np.float32)


def _coefficient(
    product: NDArray[np.floating], one: NDArray[np.floating], other: NDArray[np.floating] | float
) -> NDArray[np.float32]:
    """The correlation coefficient, less where one pattern is far fainter than the other.

    `product` is the inner product of two patterns without their means, `one` and `other` are
    their lengths.
    """
    lengths = np.maximum(one, FAINT_PATTERN * other) * np.maximum(other, FAINT_PATTERN * one)
    return np.asarray(product / np.maximum(lengths, 1e-6), np.float32)


def _grey_board(picture: NDArray[np.uint8], lattice: Lattice, size: int) -> NDArray[np.uint8]:
    """A board in grey, each cell `size` pixels; only what is needed of the picture is made grey."""
    height, width = picture.shape[:2]
    x0, y0, x1, y1 = lattice.box
    left, top = min(max(0, x0 - 2), width - 1), min(max(0, y0 - 2), height - 1)
    part = picture[top : max(top + 1, y1 + 2), left : max(left + 1, x1 + 2)]
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGR2GRAY), np.uint8)
    return board_picture(grey, lattice.moved(-left, -top), size)


def _windows(values: NDArray[np.float32], size: int, inside: int) -> NDArray[np.float32]:
    """Sums over the rim of every window, by its top left corner."""
    border = (size - inside) // 2

    def sums(side: int) -> NDArray[np.float64]:
        whole = cv2.boxFilter(values, cv2.CV_64F, (side, side), anchor=(0, 0), normalize=False)
        return np.asarray(whole, np.float64)[: len(values) - side + 1, : values.shape[1] - side + 1]

    inner = sums(inside)[border : -border or None, border : -border or None]
    return np.asarray(sums(size) - inner, np.float32)


def rim_width(size: int) -> int:
    """Pixels of the rim of a cell of `size` pixels."""
    return max(1, round(size * RIM_SIXTEENTHS / 16))


def _rim(size: int) -> NDArray[np.bool_]:
    width = rim_width(size)
    rim = np.ones((size, size), np.bool_)
    rim[width:-width, width:-width] = False
    return rim


def _trimmed(picture: NDArray[np.uint8], lattice: Lattice, skin: Skin) -> Fit | None:
    """The part of a lattice whose cells have the skin's rims."""
    likeness = rim_likeness(picture, lattice, skin)
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
    trimmed = lattice.part(top, left, bottom, right)
    return Fit(trimmed, float(score[top:bottom, left:right].mean()))


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
    alike = _coefficient(exact.product(centred, flat.T), *lengths)
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
    trust = (distance.min(axis=1) < NEAR_TILE + 10).astype(np.float64)
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
        against = exact.product(cells, slope.T) - (tiles * slope).sum(axis=1)
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


def _within(lattice: Lattice, picture: NDArray[np.uint8]) -> Lattice:
    """The cells of a lattice that lie on the picture, and one more on each side.

    What is made up beyond the edge of a picture may look like cells without end.
    """
    height, width = picture.shape[:2]
    left = max(0, math.floor(-lattice.x / lattice.pitch_x) - 1)
    top = max(0, math.floor(-lattice.y / lattice.pitch_y) - 1)
    right = min(lattice.cols, math.ceil((width - lattice.x) / lattice.pitch_x) + 1)
    bottom = min(lattice.rows, math.ceil((height - lattice.y) / lattice.pitch_y) + 1)
    return lattice.part(top, left, max(top + 1, bottom), max(left + 1, right))


def _on_picture(lattice: Lattice, picture: NDArray[np.uint8]) -> bool:
    """Whether the whole board is on the picture, but for a rounding error."""
    slack_x, slack_y = 0.3 * lattice.pitch_x, 0.3 * lattice.pitch_y
    height, width = picture.shape[:2]
    x1 = lattice.x + lattice.cols * lattice.pitch_x
    y1 = lattice.y + lattice.rows * lattice.pitch_y
    return (
        lattice.x > -slack_x
        and lattice.y > -slack_y
        and x1 < width + slack_x
        and y1 < height + slack_y
    )
