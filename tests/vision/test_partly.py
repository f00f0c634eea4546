"""Cells not seen whole: read by what is seen of them, or not at all, never wrongly."""

from __future__ import annotations

from unittest.mock import patch

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mwagent.vision.grid.cells import cell_images
from mwagent.vision.known.skins import known_skins
from mwagent.vision.known.tiles import read
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN
from mwagent.vision.unknown.board import read_unknown
from testbed.drawn_classic import PLAYED, Drawing, draw

ARROW = np.array([(0, 0), (0, 16), (4, 13), (7, 19), (9, 18), (6, 12), (11, 12)])
SYMBOLS = "0000111223345678##########FF?*XW"


def with_pointer(screen: np.ndarray, x: float, y: float, scale: float, dark: bool) -> None:
    """Draw a pointer whose tip lies at (x, y)."""
    points = [np.rint((ARROW * scale + (x, y)) * 16).astype(np.int32)]
    fill, edge = (0, 255) if dark else (255, 0)
    cv2.fillPoly(screen, points, (fill,) * 3, cv2.LINE_AA, 4)
    cv2.polylines(screen, points, True, (edge,) * 3, 1, cv2.LINE_AA, 4)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**20),
    pitch=st.sampled_from([16.0, 20.0, 24.0, 32.0, 39.6]),
    skin=st.sampled_from(["classic", "night"]),
    scale=st.floats(0.8, 1.6),
    dark=st.booleans(),
)
# A pointer as dark as the ground of open cells: all of a 4 but its outline was taken for ground.
@example(seed=48, pitch=16.0, skin="night", scale=1.5, dark=True)
def test_what_is_told_of_cells_under_a_pointer_is_true(
    seed: int, pitch: float, skin: str, scale: float, dark: bool
) -> None:
    rng = np.random.default_rng(seed)
    board = ["".join(rng.choice(list(SYMBOLS), 12)) for _ in range(8)]
    screen = np.full((460, 620, 3), 200, np.uint8)
    lattice = draw(board, Drawing(pitch, 60, 60, 0), screen, skin)
    x, y = 60 + rng.random(2) * (12 * pitch, 8 * pitch)
    with_pointer(screen, x, y, scale, dark)
    known = next(s for s in known_skins() if s.name == skin)
    told = read(Picture(screen), lattice, known).cells
    with patch("mwagent.vision.known.tiles.beneath_pointer", lambda cells, symbols, *_: symbols):
        plainly = read(Picture(screen), lattice, known).cells
    unread = "".join(plainly).count(UNKNOWN)
    for now, before, true in zip("".join(told), "".join(plainly), "".join(board), strict=True):
        assert now in (before, true)
    assert "".join(told).count(UNKNOWN) <= unread


@pytest.mark.parametrize("symbol", "#0123")
def test_a_cell_is_told_by_what_is_left_of_it(symbol: str) -> None:
    board = ["0" * 9, "0" * 4 + symbol + "0" * 4, "0" * 9]
    screen = np.full((200, 300, 3), 200, np.uint8)
    lattice = draw(board, Drawing(16, 40, 40, 0), screen)
    # Its tip in the lower half, as where a game was clicked.
    with_pointer(screen, 40 + 4 * 16 + 8, 40 + 16 + 8, 1.0, False)
    skin = next(skin for skin in known_skins() if skin.name == "classic")
    assert read(Picture(screen), lattice, skin).cells[1][4] == symbol


@pytest.mark.long
@pytest.mark.slow
def test_hardly_anything_untrue_is_told_under_a_pointer_in_skins_nobody_knows(quick: bool) -> None:
    """The reader of unknown skins may err, but as seldom as its confidence says."""
    rng = np.random.default_rng(7)
    true = "".join(PLAYED)
    wrong = hidden = 0
    rounds = 40 if quick else 80
    for _ in range(rounds):
        pitch = float(rng.choice([16.0, 20.0, 24.0, 32.0, 39.6]))
        screen = np.full((460, 620, 3), 200, np.uint8)
        lattice = draw(PLAYED, Drawing(pitch, 60, 60, 0), screen)
        bare = screen.copy()
        x, y = 60 + rng.random(2) * (11 * pitch, 9 * pitch)
        with_pointer(screen, x, y, float(rng.uniform(0.8, 1.6)), bool(rng.random() < 0.5))
        cells = zip(cell_images(bare, lattice), cell_images(screen, lattice), strict=True)
        hidden += sum((before != after).any() for before, after in cells)
        told = "".join(read_unknown(Picture(screen), lattice).cells)
        wrong += sum(now not in (one, UNKNOWN) for now, one in zip(told, true, strict=True))
    assert hidden > 2 * rounds
    assert wrong <= 0.01 * hidden


@pytest.mark.parametrize(("row", "col"), [(1, 3), (1, 4), (2, 5), (5, 5), (6, 3)])
def test_cells_are_told_beside_a_pointer_in_skins_nobody_knows(row: int, col: int) -> None:
    screen = np.full((460, 620, 3), 200, np.uint8)
    lattice = draw(PLAYED, Drawing(24, 60, 60, 0), screen)
    with_pointer(screen, 60 + 24 * col + 12, 60 + 24 * row + 10, 1.0, False)
    assert read_unknown(Picture(screen), lattice).cells == tuple(PLAYED)


@pytest.mark.parametrize("symbol", "0F")
def test_a_fault_at_the_edge_of_a_cell_does_no_harm(symbol: str) -> None:
    row = next(row for row in range(9) if symbol in PLAYED[row])
    col = PLAYED[row].index(symbol)
    screen = np.full((460, 620, 3), 200, np.uint8)
    lattice = draw(PLAYED, Drawing(24, 60, 60, 0), screen)
    x, y = 60 + 24 * col, 60 + 24 * row
    screen[y + 1 : y + 5, x + 2 : x + 22] //= 2
    assert read_unknown(Picture(screen), lattice).cells == tuple(PLAYED)


@pytest.mark.parametrize("rim", [False, True])
def test_a_fresh_board_may_mark_where_to_begin(rim: bool) -> None:
    board = ["#" * 9] * 9
    screen = np.full((460, 620, 3), 200, np.uint8)
    lattice = draw(board, Drawing(24, 60, 60, 0), screen)
    x, y = 60 + 24 * 4, 60 + 24 * 3
    for ends in (((7, 7), (17, 17)), ((7, 17), (17, 7))):
        points = [(x + a, y + b) for a, b in ends]
        cv2.line(screen, points[0], points[1], (0, 140, 0), 3)
    if rim:
        screen[y : y + 24, x : x + 3] = (0, 140, 0)
    skin = next(skin for skin in known_skins() if skin.name == "classic")
    assert read(Picture(screen), lattice, skin).cells[3][4] == (UNKNOWN if rim else "#")
