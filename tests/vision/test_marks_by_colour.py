"""Flags and mines without a usual sign: coloured cells, squares, stars; where they stand tells."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from minefield.board import count_around, neighbours
from vision.grid.cells import cell_images
from vision.lattice import Lattice
from vision.picture import Picture
from vision.reading import UNKNOWN
from vision.unknown.looks import looks
from vision.unknown.meanings import counts_around_numbers
from vision.unknown.reading import read_unknown

SIZE = 30
ROWS = [
    "...*####*##", ".....**##*#", "......*.*##", "........*##", "........*##", "...........",
    "*.........*", "....*......", "...........",
]  # fmt: skip
MINES = np.array([list(row) for row in ROWS]) == "*"
CLOSED = np.array([list(row) for row in ROWS]) != "."
"""Closed cells, in the middle of a game; not all of them are mines."""


def position(mark: str, everywhere: bool) -> list[str]:
    """A board on which mines beside open cells, or those everywhere, show a mark."""
    beside = count_around(~CLOSED) > 0
    closed = np.where(MINES & (beside | everywhere), mark, "#")
    cells = np.where(CLOSED, closed, count_around(MINES).astype(str))
    return ["".join(row) for row in cells.tolist()]


FLAGGED = position("F", everywhere=False)
LOST = position("*", everywhere=True)
COLOURS = ["#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00"]


def drawn(cells: list[str], mark: str, colour: str) -> NDArray[np.uint8]:
    """Flat cells, closed ones darker, with marks that are a whole cell, a square or a star; BGR."""
    picture = Image.new("RGB", (len(cells[0]) * SIZE, len(cells) * SIZE), "#777777")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(0.7 * SIZE)
    for r, row in enumerate(cells):
        for c, symbol in enumerate(row):
            x, y, m = c * SIZE, r * SIZE, SIZE / 2
            marked = symbol in "F*"
            ground = "#9a9a9a" if symbol in "#F" else "#e6e6e6"
            ground = colour if marked and mark == "cell" else ground
            draw.rectangle((x, y, x + SIZE - 2, y + SIZE - 2), ground)
            if symbol in "12345678":
                draw.text((x + m, y + m), symbol, COLOURS[int(symbol) - 1], font, anchor="mm")
            elif marked and mark == "square":
                draw.rectangle((x + 7, y + 7, x + SIZE - 9, y + SIZE - 9), colour)
            elif marked and mark == "star":
                turns = np.arange(16) * np.pi / 8
                reach = np.where(np.arange(16) % 2, 5, 12)
                points = np.stack([x + m + reach * np.cos(turns), y + m + reach * np.sin(turns)], 1)
                draw.polygon([(float(a), float(b)) for a, b in points.tolist()], colour)
    return np.ascontiguousarray(np.asarray(picture)[..., ::-1])


def lattice(cells: list[str]) -> Lattice:
    return Lattice(0.0, 0.0, SIZE, SIZE, len(cells), len(cells[0]))


@pytest.mark.parametrize("cells", [FLAGGED, LOST])
def test_numbers_count_the_cells_of_each_look(cells: list[str]) -> None:
    shape = len(cells), len(cells[0])
    found = looks(cell_images(drawn(cells, "square", "#000000"), lattice(cells)))
    digits = [(r, c) for r in range(shape[0]) for c in range(shape[1]) if cells[r][c] in "12345678"]
    for look, counts in zip(found, counts_around_numbers(found, shape), strict=True):
        own = {divmod(int(n), shape[1]) for n in look.cells}
        around = [(sum(n in own for n in neighbours(at, shape)), int(cells[at[0]][at[1]]))
                  for at in digits]  # fmt: skip
        near = [(many, number) for many, number in around if many]
        parts = [np.mean([np.sign(many - number) == sign for many, number in near] or [0])
                 for sign in (1, 0, -1)]  # fmt: skip
        enough = np.mean([many >= number for many, number in around])
        beside = np.mean([any(n in digits for n in neighbours(at, shape)) for at in own])
        assert counts == pytest.approx([*parts, np.log1p(len(near)) / 5, enough, beside], abs=1e-5)


@pytest.mark.parametrize("cells", [FLAGGED, LOST])
@pytest.mark.parametrize("mark", ["cell", "square", "star"])
@pytest.mark.parametrize("colour", ["#000000", "#ffe600", "#d01010"])
def test_marks_need_no_usual_sign(cells: list[str], mark: str, colour: str) -> None:
    """They may be not understood, or taken for the other mark, but not for closed or open cells."""
    seen = "".join(read_unknown(Picture(drawn(cells, mark, colour)), lattice(cells)).cells)
    for real, symbol in zip("".join(cells), seen, strict=True):
        allowed = f"F*X{UNKNOWN}" if real in "F*" else real + UNKNOWN
        assert symbol in allowed
