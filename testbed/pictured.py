"""Boards whose closed cells bear one of several pictures, as some games draw grass or stones."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import HIDDEN, Click, FirstClick, Game, Level, cells_where

CELL = 36
"""Pixels of a cell."""
SHAPE = (11, 13)
MINES = 24


def pictured_board(seed: int) -> tuple[NDArray[np.uint8], list[str]]:
    """A picture (height, width, 3) BGR of a board in mid-game, and its rows: `#` closed, digits."""
    rng = np.random.default_rng(seed)
    game = Game(Level(*SHAPE, MINES), seed=seed, rule=FirstClick.OPEN)
    middle = (SHAPE[0] // 2, SHAPE[1] // 2)
    game.play(Click(middle))
    mines = game.mines
    assert mines is not None
    closed = cells_where(game.board.cells == HIDDEN)
    for row, col in rng.permutation(closed)[: rng.integers(0, 8)].tolist():
        if not mines[row, col]:
            game.play(Click((row, col)))
    cells = game.board.cells
    earth = rng.integers(60, 200, 3)
    floor = np.clip(earth + rng.choice([-1, 1]) * rng.integers(45, 80), 0, 255)
    inks = [tuple(map(int, ink)) for ink in _inks(rng, floor)]
    kinds = [_tile(rng, earth, plain=k == 0) for k in range(rng.integers(3, 6))]
    picture = np.full(((SHAPE[0] + 2) * CELL, (SHAPE[1] + 2) * CELL, 3), 24, np.uint8)
    for row, col in np.ndindex(SHAPE):
        at = picture[(row + 1) * CELL : (row + 2) * CELL, (col + 1) * CELL : (col + 2) * CELL]
        if cells[row, col] == HIDDEN:
            at[:] = kinds[rng.integers(len(kinds))]
            continue
        at[:] = floor
        at[0], at[:, 0] = floor * 0.85, floor * 0.85
        if number := int(cells[row, col]):
            size, _ = cv2.getTextSize(str(number), cv2.FONT_HERSHEY_DUPLEX, 0.75, 2)
            place = ((CELL - size[0]) // 2, (CELL + size[1]) // 2)
            cv2.putText(
                at,
                str(number),
                place,
                cv2.FONT_HERSHEY_DUPLEX,
                0.75,
                inks[number - 1],
                2,
                cv2.LINE_AA,
            )
    rows = ["".join("#" if n == HIDDEN else str(n) for n in row) for row in cells.tolist()]
    return picture, rows


def _inks(rng: np.random.Generator, floor: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Colours of the numbers, all far from the floor's."""
    inks: list[NDArray[np.int64]] = []
    while len(inks) < 8:
        ink = rng.integers(0, 256, 3)
        if abs(ink.mean() - floor.mean()) > 60:
            inks.append(ink)
    return inks


def _tile(rng: np.random.Generator, earth: NDArray[np.int64], *, plain: bool) -> NDArray[np.uint8]:
    """A closed cell: earth with a brighter rim, and one small picture on it."""
    tile = np.empty((CELL, CELL, 3), np.uint8)
    tile[:] = earth
    tile[:2], tile[:, :2] = np.clip(earth + 30, 0, 255), np.clip(earth + 30, 0, 255)
    tile[-2:], tile[:, -2:] = np.clip(earth - 30, 0, 255), np.clip(earth - 30, 0, 255)
    if plain:
        return tile
    for _ in range(rng.integers(1, 4)):
        ink = tuple(map(int, rng.integers(0, 256, 3)))
        centre = rng.integers(CELL // 3, 2 * CELL // 3, 2)
        match rng.integers(3):
            case 0:
                axes = tuple(map(int, rng.integers(2, 8, 2)))
                cv2.ellipse(
                    tile,
                    centre.tolist(),
                    axes,
                    float(rng.integers(180)),
                    0,
                    360,
                    ink,
                    -1,
                    cv2.LINE_AA,
                )
            case 1:
                ends = centre + rng.integers(-9, 10, (3, 2))
                cv2.fillPoly(tile, [ends.astype(np.int32)], ink, cv2.LINE_AA)
            case _:
                for end in centre + rng.integers(-10, 11, (2, 2)):
                    cv2.line(tile, centre.tolist(), end.tolist(), ink, 2, cv2.LINE_AA)
    return tile
