"""Boards of any shape: who touches whom, and text that is read as it is printed."""

from __future__ import annotations

import random

import pytest

from mwagent.minefield import SHAPES, BoardFormatError, Shape, ShapedBoard
from mwagent.minefield.shapes import FLAG, HIDDEN, MINE

SIZES = {"3d": (3, 4, 5), "4d": (3, 3, 2, 4)}
INNER = {"squares": 8, "hexagons": 6, "triangles": 12, "torus": 8, "3d": 26, "4d": 80}


@pytest.mark.parametrize("kind", SHAPES)
def test_touching_is_mutual(kind: str) -> None:
    shape = Shape(kind, SIZES.get(kind, (6, 7)))
    for place in shape.places:
        assert place not in shape.neighbours(place)
        assert all(place in shape.neighbours(near) for near in shape.neighbours(place))


@pytest.mark.parametrize("kind", SHAPES)
def test_a_cell_in_the_middle_touches_as_many_as_its_shape_has(kind: str) -> None:
    dimensions = {"3d": 3, "4d": 4}.get(kind, 2)
    shape = Shape(kind, (5,) * dimensions)
    assert len(shape.neighbours((2,) * dimensions)) == INNER[kind]
    at_corner = len(shape.neighbours((0,) * dimensions))
    assert at_corner == INNER[kind] if kind == "torus" else at_corner < INNER[kind]


def test_a_triangle_touches_five_along_its_base_and_three_at_its_tip() -> None:
    shape = Shape("triangles", (5, 7))
    upward = shape.neighbours((2, 2))
    assert [sum(row == r for row, _ in upward) for r in (1, 2, 3)] == [3, 4, 5]
    downward = shape.neighbours((2, 3))
    assert [sum(row == r for row, _ in downward) for r in (1, 2, 3)] == [5, 4, 3]


@pytest.mark.parametrize("kind", SHAPES)
def test_a_board_is_read_as_it_is_printed(kind: str) -> None:
    shape = Shape(kind, SIZES.get(kind, (4, 5)))
    draw = random.Random(1)
    cells = tuple(
        draw.choice([HIDDEN, FLAG, MINE, 0, 3, len(shape.neighbours(place))])
        for place in shape.places
    )
    for mines in (None, 7):
        board = ShapedBoard(shape, cells, mines)
        assert ShapedBoard.parse(str(board)) == board


def test_every_second_row_of_hexagons_is_shifted() -> None:
    assert str(ShapedBoard.hidden(Shape("hexagons", (3, 2)), 1)).splitlines() == [
        "hexagons 3x2 mines 1",
        "# #",
        " # #",
        "# #",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "empty text"),
        ("1 #", "line 1: '1 #' does not say the shape"),
        ("octagons 2x2", "no shape 'octagons'; use squares"),
        ("hexagons 2x2x2", "hexagons have 2 sides"),
        ("hexagons 2x2\n1 #\n# # #", "line 3: this row has 3 cells, rows of hexagons 2x2 have 2"),
        ("hexagons 2x2\n1 #", "have 4 cells, but 2 are given"),
        ("squares 1x2\n1 ?", "line 2: '\\?' is not a cell"),
        ("squares 1x2\n2 #", "cell \\(0, 0\\) shows 2, but has 1 neighbours"),
        ("4d 99x99x99x99", "too many cells"),
    ],
)
def test_a_bad_text_is_refused_with_a_sentence(text: str, said: str) -> None:
    with pytest.raises(BoardFormatError, match=said):
        ShapedBoard.parse(text)
