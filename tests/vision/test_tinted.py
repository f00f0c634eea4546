"""Cells under a highlight are told by their pattern, and nothing else is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.vision.partial.highlights import tinted
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN, Reading
from mwagent.vision.unknown.board import read_unknown
from testbed.drawn_classic import Drawing, draw
from testbed.readings import as_read

BOARD = ["00001#", "112F21", "#3#320", "#4##41", "###5##"]
CELLS = [(row, col) for row in range(5) for col in range(6)]


def screen(board: list[str], pitch: float) -> tuple[np.ndarray, Reading]:
    """A board that was drawn, and its true reading."""
    picture = np.full((300, 340, 3), 150, np.uint8)
    lattice = draw(board, Drawing(pitch, 40.0, 40.0, 0), picture)
    return picture, as_read(*board, at=lattice)


def hide(reading: Reading, cell: tuple[int, int]) -> Reading:
    """The reading without a cell."""
    rows = [list(row) for row in reading.cells]
    rows[cell[0]][cell[1]] = UNKNOWN
    return replace(reading, cells=tuple("".join(row) for row in rows))


def through(picture: np.ndarray, reading: Reading) -> Reading:
    """The reading with what is seen through colours."""
    return reading.filled(tinted(Picture(picture), reading.lattice, reading))


def lay(
    picture: np.ndarray, reading: Reading, cell: tuple[int, int], colour: np.ndarray, a: float
) -> None:
    """Lay a colour over a cell, `a` of what is below shining through."""
    lattice = reading.lattice
    x, y = (
        round(lattice.x + cell[1] * lattice.pitch_x),
        round(lattice.y + cell[0] * lattice.pitch_y),
    )
    part = picture[y : y + round(lattice.pitch_y), x : x + round(lattice.pitch_x)]
    part[:] = np.rint(a * part + (1 - a) * colour).astype(np.uint8)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([cell for cell in CELLS if BOARD[cell[0]][cell[1]] != "5"]),
    st.sampled_from([20.0, 24.0, 33.0]),
    st.lists(st.integers(0, 255), min_size=3, max_size=3),
    st.floats(0.35, 0.85),
)
def test_a_cell_under_a_colour_is_told_or_left(
    cell: tuple[int, int], pitch: float, colour: list[int], a: float
) -> None:
    picture, truth = screen(BOARD, pitch)
    lay(picture, truth, cell, np.array(colour), a)
    told = through(picture, hide(truth, cell))
    assert told.cells[cell[0]][cell[1]] in (UNKNOWN, BOARD[cell[0]][cell[1]])
    assert hide(told, cell).cells == hide(truth, cell).cells


@pytest.mark.parametrize("cell", [(0, 4), (1, 2), (2, 0), (2, 1), (3, 4)])
def test_a_highlight_is_seen_through(cell: tuple[int, int]) -> None:
    picture, truth = screen(BOARD, 24.0)
    lay(picture, truth, cell, np.array((60, 160, 250)), 0.5)
    assert through(picture, hide(truth, cell)).cells == truth.cells


@pytest.mark.parametrize("strange", ["5", "6", "8", "*", "X", "W"])
def test_what_the_board_has_not_shown_yet_is_not_told(strange: str) -> None:
    board = [row.replace("5", "4") for row in BOARD]
    board[4] = board[4][:3] + strange + board[4][4:]
    for a in (1.0, 0.6):
        picture, truth = screen(board, 24.0)
        lay(picture, truth, (4, 3), np.array((60, 160, 250)), a)
        assert not tinted(Picture(picture), truth.lattice, hide(truth, (4, 3)))


def test_what_is_understood_stays() -> None:
    picture, truth = screen(BOARD, 24.0)
    assert not tinted(Picture(picture), truth.lattice, truth)
    read = read_unknown(Picture(picture), truth.lattice)
    assert not tinted(Picture(picture), truth.lattice, read)
