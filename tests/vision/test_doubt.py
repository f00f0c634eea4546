"""What the rules speak against is not believed."""

from __future__ import annotations

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from minefield import Stage, count_around
from vision.doubt import refused, strange_blanks
from vision.lattice import Lattice
from vision.logic import CODE, Codes, strain
from vision.read import read_cells
from vision.reading import UNKNOWN, Reading
from vision.sight import explained
from vision.skins import known_skins


def position(seed: int, rows: int = 9, cols: int = 12) -> Codes:
    """A board in mid-game that breaks no rule, as codes."""
    rng = np.random.default_rng(seed)
    mines = rng.random((rows, cols)) < 0.15
    board = count_around(mines).astype(np.int8)
    closed = mines | (rng.random((rows, cols)) < 0.3)
    # A zero is open only together with all around it.
    for _ in range(rows * cols):
        spoilt = (board == 0) & ~closed & (count_around(closed) > 0)
        if not spoilt.any():
            break
        closed |= spoilt
    board[closed] = CODE["#"]
    return board


def looks_of(board: Codes) -> list[np.ndarray]:
    """The flat numbers of the cells of every symbol."""
    return [np.flatnonzero(board.ravel() == code) for code in np.unique(board)]


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_a_board_that_breaks_no_rule_is_believed(seed: int) -> None:
    board = position(seed)
    kinds = looks_of(board)
    assert not refused(board, kinds, [5.0] * len(kinds)).any()


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_hidden_cells_taken_for_open_ones_are_doubted(seed: int) -> None:
    board = position(seed)
    kinds = looks_of(board)
    hidden = np.flatnonzero(board.ravel() == CODE["#"])
    numbers = (board > 0) & (board <= 8)
    misread = board.copy()
    misread.flat[hidden] = 0
    doubted = refused(misread, kinds, [5.0] * len(kinds)).ravel()
    broken = strain(misread)[0] >= 1
    if broken.sum() > 0.5 * numbers.sum() > 3:
        assert doubted[hidden].all()


def test_one_misread_cell_is_doubted_alone() -> None:
    text = ["000000", "011100", "01#100", "011100", "000000", "000000"]
    board = np.array([[CODE[symbol] for symbol in row] for row in text], np.int8)
    board[1, 1] = 7
    kinds = looks_of(board)
    doubted = refused(board, kinds, [5.0] * len(kinds))
    assert doubted[1, 1]
    assert doubted.sum() <= 2


def test_before_the_first_click_cells_that_differ_are_doubted_unless_chequered() -> None:
    board = np.full((8, 8), CODE["#"], np.int8)
    row, col = np.divmod(np.arange(64), 8)
    borders = np.array([[90.0] * 12, [140.0] * 12], np.float32)
    chequered = [np.flatnonzero((row + col) % 2 == odd) for odd in (0, 1)]
    assert not strange_blanks(board, chequered, borders).any()
    patch = (row < 3) & (col < 4)
    parted = [np.flatnonzero(~patch), np.flatnonzero(patch)]
    assert (strange_blanks(board, parted, borders).ravel() == patch).all()
    shaded = np.linspace(90, 140, 8, dtype=np.float32)[:, None].repeat(12, axis=1)
    assert not strange_blanks(board, [np.flatnonzero(row == r) for r in range(8)], shaded).any()
    framed = (row == 7) | (col == 7)
    rims = [np.flatnonzero(~framed), np.flatnonzero(framed)]
    assert not strange_blanks(board, rims, borders).any()


def test_a_blank_cell_beside_closed_ones_explains_nothing() -> None:
    lattice = Lattice(0, 0, 16, 16, 2, 3)
    sure = np.ones((2, 3), np.float32)
    sound = Reading(lattice, ("011", "01#"), sure, "a skin", None, Stage.ONGOING)
    blind = Reading(lattice, ("000", "00#"), sure, "a skin", None, Stage.ONGOING)
    assert explained(sound) == 1.0
    assert explained(blind) < 0, "numbers taken for blank cells"


def test_numbers_in_another_font_are_not_taken_for_blank_cells_of_a_known_skin() -> None:
    """The tiles' bevels fit, and most of each cell does; what is written in it does not."""
    rows = [
        "#########",
        "##1112###",
        "##1001###",
        "#2100112#",
        "#1000001#",
        "#2111111#",
        "#########",
    ]
    skin = next(skin for skin in known_skins() if skin.name == "classic")
    picture = np.full((7 * 32 + 80, 9 * 32 + 80, 3), 230, np.uint8)
    for row, symbols in enumerate(rows):
        for col, symbol in enumerate(symbols):
            tile = cv2.resize(skin.tile(symbol if symbol in "#0" else "0"), (32, 32))
            if symbol in "12":
                ink = {"1": (180, 40, 20), "2": (20, 110, 20)}[symbol]
                cv2.putText(tile, symbol, (10, 23), cv2.FONT_HERSHEY_COMPLEX_SMALL, 0.8, ink, 1)
            picture[40 + 32 * row :, 40 + 32 * col :][:32, :32] = tile
    lattice = Lattice(40.0, 40.0, 32.0, 32.0, 7, 9)
    symbols, _ = read_cells(picture, lattice, skin)
    seen = ["".join(row) for row in symbols]
    assert all(
        one == real or (one == UNKNOWN and real in "12")
        for real, one in zip("".join(rows), "".join(seen), strict=True)
    ), seen
