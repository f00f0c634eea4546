"""A board that something covers in part is not taken for a smaller one."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from mwagent.belief import SeenBoard
from mwagent.minefield import Stage
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Box, Lattice
from mwagent.vision.partial.cutoff import SIDES
from mwagent.vision.partial.cutoff import cut_sides as sides_cut
from mwagent.vision.picture import Picture
from mwagent.vision.reading import BoardCoveredError, BoardNotFoundError, Reading, doubts
from mwagent.vision.unknown.bounds import bounded
from testbed.drawn_classic import SKINS, Drawing, desktop, draw
from testbed.readings import as_read

BOARD = ["000001###", "11211####", "#########", "#########", "#########", "####1####"] * 2
COVER = (176, 196, 160)


def screen(pitch: float, skin: str = "classic") -> tuple[np.ndarray, Lattice]:
    """A screen with a whole board."""
    picture = desktop(700, 700)
    return picture, draw(BOARD, Drawing(pitch, 140.0, 130.0, 0), picture, skin)


PITCHES = (16.0, 20.0, 27.5, 32.0)


def fresh(pitch: float, skin: str = "classic") -> tuple[np.ndarray, Lattice]:
    """A screen with a board of 9 x 9 on which nothing is open."""
    picture = np.full((480, 520, 3), 90, np.uint8)
    return picture, draw(["#########"] * 9, Drawing(pitch, 140.0, 130.0, 0), picture, skin)


def cut_sides(picture: np.ndarray, lattice: Lattice, mines: int | None = None) -> tuple[str, ...]:
    """The same of a board in a known skin of which only the place matters."""
    rows = ("#" * lattice.cols,) * lattice.rows
    reading = as_read(*rows, at=lattice, skin="classic", mines=mines, stage=Stage.WAITING)
    return sides_cut(Picture(picture), reading)


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
@settings(max_examples=15, deadline=None)
@given(
    st.sampled_from(SIDES),
    st.integers(1, 4),
    st.floats(0.3, 0.8),
    st.sampled_from(PITCHES),
)
def test_the_side_that_is_covered_is_told(
    skin: str, side: str, cells: int, seen: float, pitch: float
) -> None:
    assume((skin, side, cells) != ("night", "top", 1))  # the test below
    assert cut_sides(*covered(*screen(pitch, skin), side, cells, seen)) == (side,)


@pytest.mark.xfail(reason="five of the nine cells that are cut are zeros, whose lines are faint")
@pytest.mark.parametrize("pitch", PITCHES)
def test_a_row_of_zeros_that_is_covered_by_night_is_told(pitch: float) -> None:
    assert cut_sides(*covered(*screen(pitch, "night"), "top", 1, 0.5)) == ("top",)


@pytest.mark.sampled
@pytest.mark.parametrize("skin", ["classic", "night"])
@pytest.mark.parametrize("pitch", PITCHES)
def test_no_side_of_a_whole_board_is_covered(skin: str, pitch: float) -> None:
    assert cut_sides(*screen(pitch, skin)) == ()


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


@pytest.mark.parametrize("skin", ["classic", "night"])
@settings(max_examples=15, deadline=None)
@given(
    st.tuples(st.sampled_from(SIDES[:2]), st.sampled_from(SIDES[2:])),
    st.integers(1, 6),
    st.integers(2, 8),
    st.floats(-0.1, 0.1),
)
def test_cells_beside_what_lies_over_a_corner_tell_that_the_board_goes_on(
    skin: str, corner: tuple[str, str], cols: int, rows: int, off: float
) -> None:
    picture, whole = fresh(24.0, skin)
    across, down = corner
    width, height = round((cols + off) * 24), round((rows - 0.1) * 24)
    x0, y0, x1, y1 = whole.box
    xs = slice(0, x0 + width) if across == "left" else slice(x1 - width, None)
    picture[slice(0, y0 + height) if down == "top" else slice(y1 - height, None), xs] = COVER
    rest = replace(whole, cols=whole.cols - cols)
    rest = rest.moved(cols * whole.pitch_x, 0) if across == "left" else rest
    assert across in cut_sides(picture, rest)


@pytest.mark.parametrize("side", SIDES)
def test_a_strip_of_a_column_tells_that_the_board_goes_on(side: str) -> None:
    picture, whole = fresh(24.0)
    hidden, rest = covered(picture, whole, side, 4, 0.0)
    assert cut_sides(hidden, rest) == ()
    # So much of the first column, or row, still can be seen beside what covers the others.
    x0, y0, _, _ = whole.box
    across = side in {"left", "right"}
    strip = np.s_[y0 : y0 + 9, :] if across else np.s_[:, x0 : x0 + 9]
    hidden[strip] = picture[strip]
    assert cut_sides(hidden, rest) == (side,)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("cells", [1, 4])
def test_a_board_with_too_few_rows_for_the_mines_of_a_level_is_covered(
    side: str, cells: int
) -> None:
    picture, whole = fresh(24.0)
    assert cut_sides(picture, whole, mines=10) == ()
    hidden, rest = covered(picture, whole, side, cells, 0.0)
    assert cut_sides(hidden, rest, mines=10) == (side,)
    # Nothing tells that a board of unusual size is not all there is.
    assert cut_sides(hidden, rest, mines=11) == ()


def test_what_lies_beyond_two_sides_alike_is_no_cell() -> None:
    picture, whole = fresh(32.0)
    x0, y0, x1, y1 = whole.box
    # Words above a board, with the same plain page at their ends as below it.
    board = picture[y0:y1, x0:x1].copy()
    picture[:] = picture[0, 0]
    picture[y0:y1, x0:x1] = board
    cv2.putText(picture, "M:99 S:5", (x0 + 40, y0 - 4), cv2.FONT_HERSHEY_SIMPLEX, 1.5, 0, 4)
    assert cut_sides(picture, whole) == ()


class Still:
    """A view of one picture."""

    name = "the picture"

    def __init__(self, picture: np.ndarray):
        self.picture = picture

    def plays(self, at: tuple[int, int]) -> bool:
        return True

    def pictures(self) -> list[Shot]:
        return [Shot(self.picture, 0, 0, 1.0, 1.0, 0)]

    def grab(self, monitor: int, box: Box) -> Shot:
        x0, y0, x1, y1 = box
        return Shot(self.picture[y0:y1, x0:x1], x0, y0, 1.0, 1.0, monitor)


@pytest.mark.slow
def test_a_whole_board_is_tracked() -> None:
    SeenBoard.watch(Still(screen(32.0)[0]))


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("side", SIDES)
def test_no_game_begins_on_a_part_of_a_board(side: str) -> None:
    picture, whole = screen(32.0)
    hidden, _ = covered(picture, whole, side, 3, 0.5)
    with pytest.raises(BoardNotFoundError, match=rf"goes on beyond .*{side}.*into sight"):
        SeenBoard.watch(Still(hidden))


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 5), st.integers(0, 5), st.integers(3, 5), st.integers(2, 4))
@example(row=0, col=0, rows=4, cols=2)
@example(row=3, col=3, rows=3, cols=2)
def test_no_game_begins_under_what_lies_over_a_fresh_board(
    row: int, col: int, rows: int, cols: int
) -> None:
    picture, whole = fresh(32.0)
    x0, y0, _, _ = whole.cell_box((row, col))
    cv2.rectangle(picture, (x0, y0), (x0 + 32 * cols, y0 + 32 * rows), (85, 68, 51), -1)
    picture[y0 + 2 : y0 + 32 * rows - 2, x0 + 2 : x0 + 32 * cols - 2] = COVER
    with pytest.raises(BoardCoveredError, match=r"goes on beyond|take away what lies over it"):
        SeenBoard.watch(Still(picture))


@pytest.mark.parametrize("left_out", [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 1), (2, 0, 0, 1)])
def test_rows_that_were_left_out_are_taken_back(left_out: tuple[int, int, int, int]) -> None:
    """Here the upper rows are lit a little otherwise, as on glossy boards."""
    top, foot, left, right = left_out
    board = np.tile(SKINS["classic"].tile("#"), (9, 12, 1)).astype(np.int16)
    board += np.linspace(24, 0, len(board)).astype(np.int16)[:, None, None]
    picture = np.full((9 * 16 + 60, 12 * 16 + 60, 3), 90, np.uint8)
    picture[30:-30, 30:-30] = np.clip(board, 0, 255)
    whole = Lattice(30.0, 30.0, 16.0, 16.0, 9, 12)
    part = Lattice(30.0 + 16 * left, 30.0 + 16 * top, 16.0, 16.0, 9 - top - foot, 12 - left - right)
    assert bounded(Picture(picture), part) == whole
    assert bounded(Picture(picture), whole) == whole


def test_blank_cells_that_look_like_what_is_around_do_not_make_a_board_go_on() -> None:
    rows = ["###10001##", "###10001##", "###11011##", "####101###", *("##########",) * 5]
    picture = np.full((300, 330, 3), 239, np.uint8)
    for row, symbols in enumerate(rows):
        for col, symbol in enumerate(symbols):
            x, y = 32 + 25 * col, 42 + 25 * row
            if symbol == "#":
                picture[y : y + 20, x : x + 20] = 160
                picture[y + 1 : y + 19, x + 1 : x + 19] = 192
            elif symbol == "1":
                cv2.putText(picture, "1", (x + 6, y + 15), 0, 0.5, (60, 60, 240), 1)
    for col in range(1, 9, 2):
        cv2.putText(picture, "0", (34 + 25 * col, 32), 0, 0.7, (0, 0, 0), 3)
    lattice = Lattice(29.5, 39.5, 25.0, 25.0, 9, 10)
    assert sides_cut(Picture(picture), as_read(*rows, at=lattice)) == ()


def test_cells_whose_lines_show_at_their_corners_alone_are_no_parts_of_cells() -> None:
    # Buttons with round corners, side by side: what is between them is a star at each corner.
    picture = np.full((480, 520, 3), 255, np.uint8)
    lattice = Lattice(100.0, 90.0, 36.0, 36.0, 9, 7)
    for row in range(9):
        for col in range(7):
            x, y = 100 + 36 * col, 90 + 36 * row
            cv2.rectangle(picture, (x, y), (x + 35, y + 35), (210, 118, 25), -1)
            for dx, dy in ((0, 0), (35, 0), (0, 35), (35, 35)):
                cv2.circle(picture, (x + dx, y + dy), 2, (235, 220, 210), -1)
            cv2.putText(picture, "?", (x + 13, y + 23), 0, 0.5, (230, 200, 180), 1, cv2.LINE_AA)
    reading = as_read(*("#" * 7,) * 9, at=lattice, stage=Stage.WAITING)
    assert sides_cut(Picture(picture), reading) == ()


def test_a_board_on_which_every_cell_is_blank_can_be_asked_for_its_sides() -> None:
    picture, lattice = fresh(20.0)
    reading = as_read(*("0" * 9,) * 9, at=lattice, skin="classic", stage=Stage.WON)
    sides_cut(Picture(picture), reading)


@given(
    arrays(
        np.dtype("U1"),
        st.tuples(st.integers(2, 9), st.integers(3, 9)),
        elements=st.sampled_from("01#F"),
    ),
    st.booleans(),
)
def test_a_board_that_is_drawn_on_beyond_its_sides_is_doubted(
    symbols: NDArray[np.str_], turned: bool
) -> None:
    """As the page draws a cylinder: its last column once more before the first, and so on."""
    drawn = np.pad(symbols, ((0, 0), (1, 1)), mode="wrap")
    shown = drawn.T if turned else drawn
    lattice = Lattice(0, 0, 16, 16, *shown.shape)
    told = doubts(Reading.of(lattice, shown, np.ones(shown.shape, np.float32), "page"))
    repeats = any(f"the outer {'rows' if turned else 'columns'} repeat" in one for one in told)
    assert repeats == (len(set(symbols[:, [0, -1]].flat)) > 1)
