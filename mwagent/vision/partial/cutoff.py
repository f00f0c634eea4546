"""Whether a board goes on beyond where it seems to end: something covers the rest of it.

A window that lies over a board, or the edge of a page, seldom ends where a cell does: a strip of
the next row or column can be seen, and the lines between the cells run on into it. What ends with
the board, frames and shadows, runs along it and not across. Where a window lies over a corner,
cells can be seen beside it, whole or in part. And a board with the mines of a usual level, and too
few rows for it, has lost some where it looks otherwise than on the other sides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.grid.cells import CELL
from mwagent.vision.header.counters import USUAL
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.ranks import MAJORITY, median
from mwagent.vision.reading import UNKNOWN_SKIN, Reading

SIDES: Final = ("left", "right", "top", "bottom")
STRIP: Final = 0.14
"""Part of a cell of the next row or column that must be seen in a known skin."""
UNSURE: Final = 0.24
"""STRIP for an unknown skin, where a lattice may be a tenth of a cell off."""
LEAST_STRIP: Final = 3.0
"""Least number of pixels of the next row or column that must be seen."""
SLIVER: Final = round(0.25 * CELL)
"""Part of CELL that must be seen of two more cells of the first or last column or row."""
LINED: Final = 4.0
"""Grey levels by which a strip must vary along the board on average to be compared."""
STRIP_ALIKE: Final = 0.35
"""How far a strip may be from one on the board, as a fraction of how much that one varies."""
COVERED_APART: Final = 0.8
"""Greatest difference of cells beyond the edge, at most half covered, from one on the board."""
CLOSED: Final = "#?~"
"""Symbols of a board on which nothing is open."""
OTHERWISE: Final = 12.0
"""Grey levels, in one of red, green and blue, by which what is beyond a side looks otherwise."""


def beyond(picture: Picture, reading: Reading) -> tuple[str, ...]:
    """The SIDES on which a board that was read goes on, covered or beyond the picture.

    Where the picture ends just where a cell does, the mines may tell: those of a usual level of
    which this would be a part.
    """
    cut = cut_sides(picture, reading)
    if cut or reading.mines is None:
        return cut
    have = reading.lattice.rows, reading.lattice.cols
    mines = reading.board.mines
    levels = [level for level, usual in USUAL.items() if mines in usual]
    room = _room(picture, reading.lattice)
    for level in () if have in levels else levels:
        fewer = [one < other for one, other in zip(have, level, strict=True)]
        if any(one > other for one, other in zip(have, level, strict=True)):
            continue
        ends = [
            min(sides, key=room.__getitem__)
            for sides, short in ((SIDES[2:], fewer[0]), (SIDES[:2], fewer[1]))
            if short
        ]
        if all(room[side] < STRIP for side in ends):
            return tuple(ends)
    return ()


def _room(picture: Picture, lattice: Lattice) -> dict[str, float]:
    """How many cells of the lattice, or what part of one, the picture has room for by the SIDES."""
    left, top = lattice.x / lattice.pitch_x, lattice.y / lattice.pitch_y
    return {
        "left": left,
        "right": picture.width / lattice.pitch_x - left - lattice.cols,
        "top": top,
        "bottom": picture.height / lattice.pitch_y - top - lattice.rows,
    }


def cut_sides(picture: Picture, reading: Reading) -> tuple[str, ...]:
    """The SIDES on which a board that was read goes on, covered; none for a whole board."""
    lattice = reading.lattice
    around = BoardPicture(picture, lattice.grown(2)).cells
    shape = lattice.rows + 4, lattice.cols + 4, CELL, CELL, 3
    wide = around.reshape(shape).astype(np.float32)
    ring = wide[1:-1, 1:-1]
    room = _room(picture, lattice)
    part = UNSURE if reading.skin == UNKNOWN_SKIN else STRIP
    # Seen from every side alike: the first row lies beyond the board.
    turned = {side: turn(ring) for side, turn in _TURNED.items()}
    blank = np.array([list(row) for row in reading.cells])[..., None, None, None] == "0"
    kinds = 2 * _numbered(around).reshape(*shape[:2], 1, 1, 1)[2:-2, 2:-2] + blank
    short = _short_side(turned, reading)
    return tuple(
        side
        for side, cells in turned.items()
        if side == short
        or _goes_on(
            cells,
            _TURNED[side](kinds)[1:].ravel().astype(np.intp),
            room[side],
            part,
            LEAST_STRIP / _pitch(lattice, side),
        )
        or (room[side] >= 2 and _seen_in_part(_TURNED[side](wide)))
    )


def _numbered(cells: NDArray[np.uint8]) -> NDArray[np.intp]:
    """Numbers of cells, (n,): the same for those that are the same to the last pixel."""
    numbers: dict[bytes, int] = {}
    return np.array([numbers.setdefault(cell.tobytes(), len(numbers)) for cell in cells], np.intp)


def _goes_on(
    cells: NDArray[np.float32], kinds: NDArray[np.intp], room: float, part: float, least: float
) -> bool:
    """Whether the board goes on beyond the first of these rows of cells.

    `cells` is (rows + 2, cols + 2, CELL, CELL, 3); `kinds` has a number for each cell from the
    second row on, row by row: the same for cells that are the same, odd for open ones without a
    number. `room` is how many cells beyond the board are on the picture, `part` how much of a cell
    must be seen there, and `least` anywhere.
    """
    board = cells[2:-1, 1:-1].reshape(-1, CELL, CELL, 3)
    kinds, first = np.unique(kinds, return_index=True)
    board, blank = board[first], kinds % 2 == 1
    beyond, edge = cells[0, 1:-1], cells[1, 1:-1]
    # The board would have been found with them, if they all could be seen. Blank cells may look
    # like what is around it.
    if room >= 1 and _alike(beyond, board[~blank]).any():
        return True
    if room >= max(part, least):
        wide = int(np.ceil(max(part, least) * CELL))
        begins = slice(CELL - wide, CELL)
        near = _alike(beyond[:, begins], board[:, begins])
        if np.count_nonzero(near) >= MAJORITY * len(near):
            return True
    begins = slice(CELL - int(np.ceil(max(STRIP, least) * CELL)), CELL)
    near = _alike(edge[:, begins], board[:, begins])
    ours, theirs = edge[:, _BODY][:, :, _LINES], board[:, _BODY][:, :, _LINES]
    # Lines may be faint in the middle of a cell, and tell nothing there of one that is whole.
    whole = _alike(ours, theirs, COVERED_APART) | _equal(ours, theirs)
    return bool(np.count_nonzero(near & ~whole) >= MAJORITY * len(near))


def _seen_in_part(cells: NDArray[np.float32]) -> bool:
    """Whether beyond the first row of a board its first or last column goes on, for two cells.

    `cells` is (rows + 4, cols + 4, CELL, CELL, 3). What covers the rest of them leaves a strip.
    """
    for column, strip in ((2, slice(0, SLIVER)), (-3, slice(CELL - SLIVER, CELL))):
        # Lines that run along the board would run on beside a header, too.
        sideways = cells[:, column, :, strip].transpose(0, 2, 1, 3)
        if _lined_alike(sideways[:2], sideways[2:-2]).all():
            return True
    return False


def _short_side(turned: Mapping[str, NDArray[np.float32]], reading: Reading) -> str | None:
    """The side on which a fresh board lacks rows or columns of the level it has the mines of."""
    have = reading.lattice.rows, reading.lattice.cols
    if have in USUAL or any(set(row) - set(CLOSED) for row in reading.cells):
        return None
    beyond = {
        side: median(cells[0, 1:-1, _BEYOND].reshape(-1, 3), axis=0)
        for side, cells in turned.items()
    }
    for level, mines in USUAL.items():
        rows, cols = (one - other for one, other in zip(have, level, strict=True))
        if reading.mines not in mines or (rows and cols) or rows > 0 or cols > 0:
            continue
        across, along = (SIDES[:2], SIDES[2:]) if rows else (SIDES[2:], SIDES[:2])
        if np.abs(beyond[along[0]] - beyond[along[1]]).max() > OTHERWISE:
            usual = (beyond[across[0]] + beyond[across[1]]) / 2
            return max(along, key=lambda side: float(np.abs(beyond[side] - usual).max()))
    return None


def _pitch(lattice: Lattice, side: str) -> float:
    return lattice.pitch_x if side in ("left", "right") else lattice.pitch_y


_BODY: Final = slice(round(0.15 * CELL), round(0.4 * CELL))
"""The fraction of a cell beyond the edge that is no frame's shadow, nor seen if half covered."""
_LINES: Final = np.r_[: CELL // 5, CELL - CELL // 5 : CELL]
"""The parts of a cell beside its digit: the lines between the cells."""
_BEYOND: Final = slice(round(0.1 * CELL), round(0.7 * CELL))
"""The fraction of a row beyond the board that is no line of a frame right beside the board."""
_TURNED: Final[dict[str, Callable[[NDArray[np.float32]], NDArray[np.float32]]]] = {
    "top": lambda cells: cells,
    "bottom": lambda cells: cells[::-1, :, ::-1],
    "left": lambda cells: cells.transpose(1, 0, 3, 2, 4),
    "right": lambda cells: cells[:, ::-1, :, ::-1].transpose(1, 0, 3, 2, 4),
}
"""Functions that turn cells (rows, cols, CELL, CELL, 3) so that a side becomes the top."""


def _alike(
    strips: NDArray[np.float32], known: NDArray[np.float32], within: float = STRIP_ALIKE
) -> NDArray[np.bool_]:
    """Which strips, (n, width, CELL, 3), are as some that are known, (n,).

    Lines between the cells run across a strip; on a checkerboard each is unlike the next.
    """
    lined = np.zeros(len(strips), bool)
    if not len(known):
        return lined
    steps = np.abs(np.diff(strips.mean(axis=(1, 2)), axis=0)).max(axis=1)
    if median(steps) > LINED:
        lined |= _equal(strips, known, within / STRIP_ALIKE)
    return lined | _lined_alike(strips, known, within)


def _equal(
    strips: NDArray[np.float32], known: NDArray[np.float32], slack: float = 1.0
) -> NDArray[np.bool_]:
    """Which strips, (n, length, across, 3), look as some known ones do, within LINED, (n,)."""
    ours, theirs = strips.reshape(len(strips), -1), known.reshape(len(known), -1)
    close = exact.squared_distances(ours, theirs) <= (slack * LINED) ** 2 * ours.shape[1]
    return np.asarray(close.any(axis=1), np.bool_)


def _lined_alike(
    strips: NDArray[np.float32], known: NDArray[np.float32], within: float = STRIP_ALIKE
) -> NDArray[np.bool_]:
    """Which strips, (n, length, across, 3), have the lines across that some known ones have."""
    ours, theirs = (
        (some - some.mean(axis=2, keepdims=True)).reshape(len(some), -1) for some in (strips, known)
    )
    lengths = (theirs**2).sum(axis=1)
    telling = lengths >= LINED**2 * theirs.shape[1]
    alike = (exact.squared_distances(ours, theirs) <= within**2 * lengths) & telling
    return np.asarray(alike.any(axis=1))
