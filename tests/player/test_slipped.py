"""A lattice found anew, a part of a pixel beside the first, reads what is closed as closed."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from mwagent.belief import Location
from mwagent.belief.unknown_skin import UnknownSkinReader
from mwagent.minefield import Click, FirstClick, Game, Level, Stage
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reading import Reading
from testbed.drawn_view import Still

PITCH, LEFT, TOP, FINE = 19.5, 30.5, 24.5, 8
INKS = {1: (255, 0, 0), 2: (0, 128, 0), 3: (0, 0, 255), 4: (128, 0, 0), 5: (0, 0, 128)}


def drawn(cells: np.ndarray) -> np.ndarray:
    """A picture of raised and of flat cells, at a pitch of a fraction of a pixel."""
    rows, cols = cells.shape
    side = round(FINE * PITCH)
    fine = np.full((FINE * 240, FINE * 240, 3), 220, np.uint8)
    for row in range(rows):
        for col in range(cols):
            y, x = round(FINE * (TOP + row * PITCH)), round(FINE * (LEFT + col * PITCH))
            cell = fine[y : y + side, x : x + side]
            if cells[row, col] > 8:
                cell[-2 * FINE :] = cell[:, -2 * FINE :] = 128
                cell[: 2 * FINE] = cell[:, : 2 * FINE] = 255
            else:
                cell[:FINE] = cell[:, :FINE] = 128
                if cells[row, col]:
                    number = int(cells[row, col])
                    at = (round(0.28 * side), round(0.76 * side))
                    cv2.putText(cell, str(number), at, 2, 3.2, INKS.get(number, (0, 0, 0)), 14)
    return cv2.resize(fine, (240, 240), interpolation=cv2.INTER_AREA)


@pytest.mark.sampled
@pytest.mark.parametrize("slip", [(0.0, 0.0), (0.12, 0.02), (0.25, -0.25), (-0.3, 0.1)])
def test_closed_cells_stay_closed_on_a_lattice_that_slipped(slip: tuple[float, float]) -> None:
    lattice = Lattice(LEFT, TOP, PITCH, PITCH, 9, 9)
    game = Game(Level(9, 9, 10), seed=5, rule=FirstClick.OPEN)
    view = Still(drawn(game.board.cells))
    location = Location(0, lattice, None)
    hidden = ("#" * 9,) * 9
    sure = np.ones((9, 9), np.float32)
    fresh = Reading(lattice, hidden, sure, "unknown", None, Stage.WAITING)
    reader = UnknownSkinReader()
    reader.skin.learn_closed(view.grab(0, location.box).seen, location, fresh)
    game.play(Click((4, 4)))
    board = game.board
    assert (board.cells <= 8).sum() > 9
    view.shown = drawn(board.cells)
    reading = reader.read_at(Picture(view.shown), lattice.moved(*slip), location, {(4, 4)}, set())
    for row, symbols in enumerate(reading.cells):
        for col, symbol in enumerate(symbols):
            if symbol != "~":
                assert symbol == ("#" if board[row, col] > 8 else str(board[row, col]))
    assert "".join(reading.cells).count("~") <= 2
