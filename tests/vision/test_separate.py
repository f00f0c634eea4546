"""Boards whose cells stand apart, round or without lines: found by the pieces they are made of."""

from __future__ import annotations

import tracemalloc

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from mwagent.vision.grid.separate import find_separate
from mwagent.vision.reader import look

Picture = NDArray[np.uint8]


def discs(rows: list[str], pitch: float, at: tuple[float, float], part: float) -> Picture:
    """A board of round closed cells on a plain page; open cells show nothing but their number."""
    width, height = (
        round(n * pitch + 2 * a) for n, a in zip((len(rows[0]), len(rows)), at, strict=True)
    )
    picture = np.full((height, width, 3), (38, 30, 26), np.uint8)
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row):
            x, y = at[0] + (c + 0.5) * pitch, at[1] + (r + 0.5) * pitch
            if symbol == "#":
                middle, reach = (round(x * 16), round(y * 16)), round(8 * part * pitch)
                cv2.circle(picture, middle, reach, (86, 92, 104), -1, cv2.LINE_AA, 4)
            elif symbol in "12345678":
                size = pitch / 44
                (w, h), _ = cv2.getTextSize(symbol, cv2.FONT_HERSHEY_DUPLEX, size, 1)
                place = (round(x - w / 2), round(y + h / 2))
                ink = (240, 200, 120) if symbol == "1" else (120, 220, 140)
                cv2.putText(
                    picture, symbol, place, cv2.FONT_HERSHEY_DUPLEX, size, ink,
                    max(1, round(pitch / 20)), cv2.LINE_AA,
                )  # fmt: skip
    return picture


@settings(max_examples=40, deadline=None)
@given(
    size=st.tuples(st.integers(5, 16), st.integers(5, 30)),
    pitch=st.floats(16, 70),
    at=st.tuples(st.floats(20, 90), st.floats(20, 90)),
    part=st.floats(0.6, 0.9),
    opened=st.lists(st.integers(0, 479), max_size=12),
)
def test_round_cells_lie_where_they_were_drawn(
    size: tuple[int, int], pitch: float, at: tuple[float, float], part: float, opened: list[int]
) -> None:
    (rows, cols), (x, y) = size, at
    board = [["#"] * cols for _ in range(rows)]
    for place in opened:
        # Whatever is open, the outermost cells show how far the board goes.
        row, col = 1 + place % (rows - 2), 1 + place % (cols - 2)
        board[row][col] = "0"
    lattice = find_separate(discs(["".join(row) for row in board], pitch, (x, y), part))[0]
    assert (lattice.rows, lattice.cols) == (rows, cols)
    true = (x, y, x + cols * pitch, y + rows * pitch)
    assert np.allclose(
        (lattice.x, lattice.y, lattice.x + cols * lattice.pitch_x,
         lattice.y + rows * lattice.pitch_y), true, atol=0.12 * pitch,
    )  # fmt: skip


def test_a_page_of_words_holds_no_pieces() -> None:
    page = np.full((600, 900, 3), 255, np.uint8)
    rng = np.random.default_rng(3)
    for line in range(20, 590, 22):
        words = " ".join("".join(rng.choice(list("abcdeorstuwz"), 6)) for _ in range(9))
        cv2.putText(page, words, (12, line), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 1)
    assert find_separate(page) == []


def test_a_board_of_round_cells_is_read() -> None:
    rows = [
        "000001####", "000001####", "111001####", "##1001####", "##1112####",
        "##########", "##########", "##########", "##########",
    ]  # fmt: skip
    reading = look(discs(rows, 36, (60, 80), 0.8))
    assert (reading.lattice.rows, reading.lattice.cols) == (9, 10)
    assert reading.cells == tuple(rows)


def test_a_picture_of_very_many_pieces_takes_little_memory() -> None:
    blocks = np.random.default_rng(4).integers(0, 256, (135, 240, 3)).astype(np.uint8)
    picture = cv2.resize(blocks, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    tracemalloc.start()
    try:
        find_separate(np.ascontiguousarray(picture, np.uint8))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 400e6, "of 32 000 pieces no two by two are compared"
