"""A board that something covers in part is not taken for a smaller one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from drawn_classic import Drawing, desktop, draw
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.eye import Eye
from vision.capture import Shot
from vision.cutoff import SIDES, cut_sides
from vision.lattice import Box, Lattice
from vision.reading import BoardNotFoundError

BOARD = ["000001###", "11211####", "#########", "#########", "#########", "####1####"] * 2
COVER = (176, 196, 160)


def screen(pitch: float, skin: str = "classic") -> tuple[np.ndarray, Lattice]:
    """A screen with a whole board."""
    picture = desktop(700, 700)
    return picture, draw(BOARD, Drawing(pitch, 140.0, 130.0, 0), picture, skin)


def covered(
    picture: np.ndarray, whole: Lattice, side: str, cells: int, seen: float
) -> tuple[np.ndarray, Lattice]:
    """The screen with so many rows or columns covered, part of the first still in sight."""
    hidden = picture.copy()
    across, down = (cells - seen) * whole.pitch_x, (cells - seen) * whole.pitch_y
    x1, y1 = whole.x + whole.cols * whole.pitch_x, whole.y + whole.rows * whole.pitch_y
    if side == "left":
        hidden[:, : round(whole.x + across)] = COVER
        rest = replace(whole.moved(cells * whole.pitch_x, 0), cols=whole.cols - cells)
    elif side == "right":
        hidden[:, round(x1 - across) :] = COVER
        rest = replace(whole, cols=whole.cols - cells)
    elif side == "top":
        hidden[: round(whole.y + down)] = COVER
        rest = replace(whole.moved(0, cells * whole.pitch_y), rows=whole.rows - cells)
    else:
        hidden[round(y1 - down) :] = COVER
        rest = replace(whole, rows=whole.rows - cells)
    return hidden, rest


@pytest.mark.parametrize("skin", ["classic", "night"])
@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(SIDES),
    st.integers(1, 4),
    st.floats(0.3, 0.8),
    st.sampled_from([16.0, 20.0, 27.5, 32.0]),
)
def test_the_side_that_is_covered_is_told(
    skin: str, side: str, cells: int, seen: float, pitch: float
) -> None:
    picture, whole = screen(pitch, skin)
    assert cut_sides(picture, whole) == ()
    assert cut_sides(*covered(picture, whole, side, cells, seen)) == (side,)


def test_a_checkerboard_without_lines_is_told() -> None:
    picture = np.full((400, 400, 3), 150, np.uint8)
    rows, cols = np.indices((300, 300)) // 30
    picture[50:350, 50:350] = np.where(
        ((rows + cols) % 2)[..., None], (81, 215, 170), (73, 209, 162)
    )
    whole = Lattice(50.0, 50.0, 30.0, 30.0, 10, 10)
    assert cut_sides(picture, whole) == ()
    for side in SIDES:
        assert cut_sides(*covered(picture, whole, side, 3, 0.4)) == (side,)


class Still:
    """A view of one picture."""

    name = "the picture"

    def __init__(self, picture: np.ndarray):
        self.picture = picture

    def pictures(self) -> list[Shot]:
        return [Shot(self.picture, 0, 0, 1.0, 1.0, 0)]

    def grab(self, monitor: int, box: Box) -> Shot:
        x0, y0, x1, y1 = box
        return Shot(self.picture[y0:y1, x0:x1], x0, y0, 1.0, 1.0, monitor)


@pytest.mark.parametrize("side", SIDES)
def test_no_game_begins_on_a_part_of_a_board(side: str) -> None:
    picture, whole = screen(32.0)
    Eye(Still(picture)).find()  # type: ignore[arg-type]
    hidden, _ = covered(picture, whole, side, 3, 0.5)
    with pytest.raises(BoardNotFoundError, match=rf"goes on beyond .*{side}.*into sight"):
        Eye(Still(hidden)).find()  # type: ignore[arg-type]
