"""Boards in skins without a template folder: found by their period, read by shape and logic."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mwagent.minefield import Board, Stage, count_around
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.grid.period import find_lattices
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reader import Reader, look
from mwagent.vision.reading import UNKNOWN, UNKNOWN_SKIN
from mwagent.vision.unknown.board import read_unknown
from mwagent.vision.unknown.labelling import CODE, Choice, label, strain
from mwagent.vision.unknown.memory import Memory
from mwagent.vision.unknown.weights import WEIGHTS
from testbed.folders import SHARED

pytestmark = pytest.mark.slow

SHOTS = SHARED / "screenshots"
UNTAUGHT = Reader(())
"""A reader that knows no skin."""

MIDDLE = [
    "001F#######",
    "0012###F###",
    "0001#######",
    "00012######",
    "000013#####",
    "1100012F###",
    "#10000112##",
    "#2100000111",
    "##100000000",
]

COLOURS = ["#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00", "#0097a7", "#424242", "#9e9e9e"]


def drawn(
    cells: list[str],
    size: int,
    hidden: str,
    opened: str,
    bevel: bool,
    *,
    part: float = 0.7,
    colours: Sequence[str] = COLOURS,
    zeros: bool = False,
) -> Image.Image:
    """A skin that no folder has: tiles with or without a bevel, digits in Pillow's own font.

    With `zeros` these are written, too.
    """
    board = Image.new("RGB", (len(cells[0]) * size, len(cells) * size), "#777777")
    draw = ImageDraw.Draw(board)
    font = ImageFont.load_default(size * part)
    for r, row in enumerate(cells):
        for c, symbol in enumerate(row):
            x, y = c * size, r * size
            raised = symbol in "#F"
            draw.rectangle((x, y, x + size - 2, y + size - 2), hidden if raised else opened)
            if raised and bevel:
                thick = max(1, size // 10)
                draw.rectangle((x, y, x + size - 2, y + thick), "#ffffff")
                draw.rectangle((x, y, x + thick, y + size - 2), "#ffffff")
            if symbol in "12345678" or (zeros and symbol == "0"):
                place = (x + size / 2, y + size / 2)
                draw.text(place, symbol, colours[int(symbol) - 1], font, anchor="mm")
            if symbol == "*":
                x0, y0, x1, y1 = (
                    v + size * k for v, k in ((x, 0.25), (y, 0.25), (x, 0.7), (y, 0.7))
                )
                draw.ellipse((x0, y0, x1, y1), "#000000")
                middle, thick = size * 0.475, max(1, size // 12)
                draw.line((x + 2, y + middle, x + size - 4, y + middle), "#000000", thick)
                draw.line((x + middle, y + 2, x + middle, y + size - 4), "#000000", thick)
            if symbol == "F":
                m = x + size * 0.4
                draw.line((m, y + size * 0.2, m, y + size * 0.8), "#000000", max(1, size // 12))
                tip = (m + size * 0.38, y + size * 0.35)
                draw.polygon([(m, y + size * 0.2), tip, (m, y + size * 0.5)], "#e53935")
    return board


def screen(board: Image.Image, x: int, y: int) -> NDArray[np.uint8]:
    """The board in a window with a line of text, as BGR."""
    picture = Image.new("RGB", (board.width + 260, board.height + 190), "#305070")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((x - 12, y - 60, x + board.width + 12, y + board.height + 12), "#eeeeee")
    draw.text(
        (x, y - 45), "Game  Options  Help   010   12:44", "#202020", ImageFont.load_default(15)
    )
    picture.paste(board, (x, y))
    return np.ascontiguousarray(np.asarray(picture)[..., ::-1])


def test_a_board_with_nothing_but_mines_closed_is_won() -> None:
    mines = np.zeros((9, 11), bool)
    mines[[0, 2, 3, 5, 5, 8], [4, 1, 8, 5, 6, 10]] = True
    cells = np.where(mines, "#", count_around(mines).astype(str))
    rows = ["".join(row) for row in cells.tolist()]
    reading = look(screen(drawn(rows, 24, "#8fa8c8", "#e6e2d6", True), 90, 110))
    assert reading.cells == tuple(rows)
    assert reading.stage is Stage.WON


@pytest.mark.sampled
@pytest.mark.parametrize("bevel", [True, False])
@pytest.mark.parametrize("size", [16, 24, 37, 64])
def test_a_board_in_mid_game_is_found_and_read(size: int, bevel: bool) -> None:
    picture = screen(drawn(MIDDLE, size, "#8fa8c8", "#e6e2d6", bevel), 90, 110)
    reading = UNTAUGHT.look(picture)
    lattice = reading.lattice
    assert (lattice.rows, lattice.cols) == (9, 11)
    assert (lattice.x, lattice.y) == pytest.approx((90, 110), abs=0.1 * size)
    assert reading.cells == tuple(MIDDLE)
    assert reading.stage is Stage.ONGOING
    assert reading.skin == UNKNOWN_SKIN


@pytest.mark.slow
@settings(max_examples=12, deadline=None)
@given(
    rows=st.integers(9, 20),
    cols=st.integers(9, 24),
    size=st.integers(16, 48),
    corner=st.tuples(st.integers(20, 200), st.integers(70, 150)),
    bevel=st.booleans(),
)
def test_fresh_boards_are_found_by_their_period(
    rows: int, cols: int, size: int, corner: tuple[int, int], bevel: bool
) -> None:
    x, y = corner
    fresh = ["#" * cols] * rows
    lattices = find_lattices(Picture(screen(drawn(fresh, size, "#9db0c4", "#ffffff", bevel), x, y)))
    assert lattices, "no board found"
    best = lattices[0]
    assert (best.rows, best.cols) == (rows, cols)
    right, bottom = best.x + cols * best.pitch_x, best.y + rows * best.pitch_y
    found = (best.x, best.y, right, bottom)
    assert found == pytest.approx((x, y, x + cols * size, y + rows * size), abs=0.1 * size)


def test_a_fresh_board_is_all_hidden_and_waits() -> None:
    reading = UNTAUGHT.look_all(screen(drawn(["#" * 9] * 9, 30, "#4466aa", "#fff", True), 60, 80))[
        0
    ]
    assert reading.cells == ("#" * 9,) * 9
    assert reading.stage is Stage.WAITING


def test_a_picture_without_a_board_has_none() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (300, 400, 3)).astype(np.uint8)
    assert find_lattices(Picture(np.full((300, 400, 3), 128, np.uint8))) == []
    assert find_lattices(Picture(noise)) == []


def test_something_over_a_cell_is_unknown_not_wrong() -> None:
    board = drawn(MIDDLE, 32, "#8fa8c8", "#e6e2d6", True)
    draw = ImageDraw.Draw(board)
    draw.polygon(
        [(70, 70), (70, 92), (76, 87), (84, 95), (88, 92), (80, 84), (88, 83)], "#ffffff", "#000000"
    )
    reading = UNTAUGHT.look(screen(board, 90, 110))
    for row, truth in zip(reading.cells, MIDDLE, strict=True):
        assert all(a in (b, UNKNOWN) for a, b in zip(row, truth, strict=True))
    assert len(reading.unknown) <= 4


def test_memory_keeps_what_hidden_cells_look_like() -> None:
    memory = Memory()
    fresh = screen(drawn(["#" * 11] * 9, 24, "#bdbdbd", "#c4c4c4", False), 50, 90)
    lattice = find_lattices(Picture(fresh))[0]
    reading = read_unknown(Picture(fresh), lattice, memory)
    assert reading.cells == ("#" * 11,) * 9
    memory.learn(reading)
    later = screen(drawn(MIDDLE, 24, "#bdbdbd", "#c4c4c4", False), 50, 90)
    assert read_unknown(Picture(later), lattice, memory).cells == tuple(MIDDLE)


def test_memory_tells_small_dark_digits_from_blank_cells() -> None:
    board = drawn(["100"], 64, "#bbbbbb", "#333333", False, part=0.22, colours=["#0000c0"] * 8)
    picture = np.ascontiguousarray(np.asarray(board)[..., ::-1])
    blank, one = BoardPicture(Picture(picture), Lattice(0.0, 0.0, 64.0, 64.0, 1, 3)).clusters
    memory = Memory()
    memory.keep(one.vector, "1")
    assert memory.recall(one.vector) == "1"
    assert memory.recall(blank.vector) is None


def test_memory_tells_pale_digits_apart() -> None:
    board = drawn(["1122"], 32, "#efefef", "#dfdfdf", True, part=0.4, colours=["#b4b4b4"] * 8)
    picture = np.ascontiguousarray(np.asarray(board)[..., ::-1])
    one, two = BoardPicture(Picture(picture), Lattice(0.0, 0.0, 32.0, 32.0, 1, 4)).clusters
    memory = Memory()
    memory.keep(one.vector, "1")
    assert memory.recall(one.vector) == "1"
    assert memory.recall(two.vector) is None


def test_rules_decide_which_blank_look_is_open() -> None:
    """The same glyphs, two blank looks: only one of them can be the zeros."""
    text = ["0001#", "0001#", "0001#", "0001#"]
    flat = np.array(list("".join(text)))
    choices = [
        Choice(np.flatnonzero(flat == "#"), {"#": 0.0, "0": 0.0}),
        Choice(np.flatnonzero(flat == "0"), {"#": 0.0, "0": 0.0}),
        Choice(np.flatnonzero(flat == "1"), {"1": 0.0, "7": 0.5}),
    ]
    found = label((4, 5), choices, [{0: "#", 1: "0"}, {0: "0", 1: "#"}])
    meaning, board = found.meanings, found.codes
    assert meaning == ["#", "0", "1"]
    assert not strain(board).any()


def test_two_blank_looks_that_are_open_only_together_are_open() -> None:
    """Open cells of a checkerboard: to open one colour alone breaks every rule."""
    text = ["####1000", "##211000", "#2100000", "11000000", "00000000"]
    flat = np.array(list("".join(text)))
    odd = np.indices((5, 8)).sum(axis=0).ravel() % 2 == 1
    sure = [Choice(np.flatnonzero(flat == s), {s: 0.0}) for s in "12"]
    blank = [
        Choice(np.flatnonzero((flat == s) & (odd == colour)), {"#": 0.0, "0": 0.3})
        for s in "#0"
        for colour in (False, True)
    ]
    found = label((5, 8), sure + blank)
    meaning, board = found.meanings, found.codes
    assert meaning[2:] == ["#", "#", "0", "0"]
    assert not strain(board).any()


def test_blank_cells_that_open_alone_are_open_where_their_look_is_clear() -> None:
    """In some games a blank cell does not open those around it."""
    text = ["001##1##20", "0012#10130", "00122101#2", "001##10111", "0012#21111", "00#11321#2"]
    flat = np.array(list("".join(text)))
    other = {"#": "0", "0": "#"}
    choices = [
        Choice(np.flatnonzero(flat == s), {s: 0.0} | ({other[s]: 13.0} if s in other else {}))
        for s in "#0123"
    ]
    found = label((6, 10), choices)
    meaning, margins = found.meanings, found.margins
    assert "".join(meaning) == "#0123"
    assert min(margins) > 2.0


def test_a_pointer_on_a_fresh_board_does_not_open_it() -> None:
    # The half of a pointer that is drawn on one cell may look like a number.
    pointer = [Choice(np.array([66]), {"~": 0.0}), Choice(np.array([67]), {"1": 0.5, "~": 2.2})]
    others = np.delete(np.arange(264), [66, 67])
    meaning = label((12, 22), [Choice(others, {"0": 0.0, "#": 0.3}), *pointer]).meanings
    assert meaning[0] == "#"


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("1#", 0),
        ("2#", 1),
        ("1F", 0),
        ("0#", 1),
        ("FF", 2 * WEIGHTS.lonely),
        ("1F", 0),
        ("3~", 2),
        ("00", 0),
    ],
)
def test_strain_counts_broken_rules(text: str, broken: int) -> None:
    board = np.array([[CODE[s] for s in text]], np.int8)
    assert strain(board).sum() == broken


def _truth(shot: Path) -> dict[str, object]:
    return dict(json.loads(shot.with_suffix(".json").read_text()))


def _plain_shots() -> list[Path]:
    if not SHOTS.is_dir():
        return []
    found = sorted(SHOTS.glob("*.png")) + sorted(SHOTS.glob("web/*.png"))
    return [shot for shot in found if not _truth(shot).get("hard")]


HARDEST = (
    "emoji-muan@2.0",
    "jsminesweeper-overlay@1.25",
    "win7_expert_f136",
    "freeminesweeper_play2",
)


def _sample() -> list[object]:
    """Every fourth picture, and those that were hardest to read."""
    every = _plain_shots()
    hardest = [shot for shot in every if shot.stem in HARDEST]
    chosen = dict.fromkeys(every[::4] + hardest)
    if not SHOTS.is_dir():
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"{SHOTS} is not there"))]
    return [pytest.param(shot, id=shot.stem) for shot in chosen]


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.shared
@pytest.mark.parametrize("shot", _sample())
def test_real_screenshots_are_read_without_templates(shot: Path) -> None:
    truth = _truth(shot)
    picture = np.ascontiguousarray(np.asarray(Image.open(shot).convert("RGB"))[..., ::-1])
    readings = UNTAUGHT.look_all(picture)
    size = (truth["rows"], truth["cols"])
    same = [r for r in readings if (r.lattice.rows, r.lattice.cols) == size]
    assert same, [r.lattice for r in readings]
    cells = truth["cells"]
    assert isinstance(cells, list)
    wrong = [
        (a, b)
        for got, want in zip(same[0].cells, cells, strict=True)
        for a, b in zip(got, want, strict=True)
        if a not in (b, UNKNOWN)
    ]
    assert wrong == []
    assert len(same[0].unknown) <= 0.07 * len("".join(cells))
    assert isinstance(same[0].board, Board)


@pytest.mark.slow
def test_two_boards_on_one_screen_are_both_read() -> None:
    one = drawn(MIDDLE, 24, "#8fa8c8", "#e6e2d6", True)
    two = drawn([row[::-1] for row in MIDDLE], 31, "#7a9a60", "#f0f0e8", True)
    left, right = screen(one, 60, 90), screen(two, 50, 80)
    height = max(left.shape[0], right.shape[0])
    both = np.full((height, left.shape[1] + right.shape[1], 3), 90, np.uint8)
    both[: left.shape[0], : left.shape[1]] = left
    both[: right.shape[0], left.shape[1] :] = right
    read = {reading.cells for reading in UNTAUGHT.look_all(both)}
    assert tuple(MIDDLE) in read
    assert tuple(row[::-1] for row in MIDDLE) in read


@pytest.mark.parametrize("size", [(50, 55), (24, 21), (84, 50), (36, 62)])
def test_cells_need_not_be_square_nor_colours_be_as_usual(size: tuple[int, int]) -> None:
    width, height = size
    board = drawn(MIDDLE, 50, "#8fa8c8", "#e6e2d6", True).resize((11 * width, 9 * height))
    picture = 255 - screen(board, 70, 95)
    reading = UNTAUGHT.look(picture)
    assert reading.cells == tuple(MIDDLE)
    assert reading.lattice.pitch_x == pytest.approx(width, abs=0.1)
    assert reading.lattice.pitch_y == pytest.approx(height, abs=0.1)


def test_written_zeros_need_not_open_what_is_around_them() -> None:
    cells = ["00#######", "#########", "######0##", *["#########"] * 5, "##0######"]
    picture = screen(drawn(cells, 32, "#8fa8c8", "#e6e2d6", True, zeros=True), 64, 96)
    reading = UNTAUGHT.look(picture)
    assert list(reading.cells) == cells
    assert reading.stage is Stage.ONGOING


def test_the_box_of_a_sign_that_the_font_lacks_is_no_zero() -> None:
    board = drawn(MIDDLE, 48, "#8fa8c8", "#e6e2d6", True)
    draw = ImageDraw.Draw(board)
    draw.rectangle((0, 6 * 48, 46, 7 * 48 - 2), "#e6e2d6")
    draw.rectangle((15, 6 * 48 + 9, 31, 7 * 48 - 11), None, "#202020", 2)
    lattice = Lattice(64, 96, 48, 48, 9, 11)
    reading = read_unknown(Picture(screen(board, 64, 96)), lattice)
    assert reading.cells[6][0] != "0"


def test_a_fresh_board_ends_where_its_cells_do_on_a_panel_of_their_colour() -> None:
    size, ground = 30, "#28292c"
    panel = Image.new("RGB", (8 * size + 140, 8 * size + 230), ground)
    draw = ImageDraw.Draw(panel)
    for row in range(8):
        for col in range(8):
            x, y = 70 + col * size, 160 + row * size
            draw.rectangle((x, y, x + size - 2, y + size - 2), ground, "#3d3f45")
    desk = Image.new("RGB", (900, 700), "#181b1e")
    desk.paste(panel, (200, 60))
    reading = UNTAUGHT.look(np.ascontiguousarray(np.asarray(desk)[..., ::-1]))
    assert reading.cells == ("#" * 8,) * 8


@pytest.mark.parametrize("darker", [12, -12])
def test_open_and_hidden_cells_may_be_twelve_levels_apart(darker: int) -> None:
    opened = f"#{200 + darker:02x}{200 + darker:02x}{200 + darker:02x}"
    picture = screen(drawn(MIDDLE, 28, "#c8c8c8", opened, False), 64, 96)
    assert UNTAUGHT.look(picture).cells == tuple(MIDDLE)


def test_small_dark_digits_on_dark_ground_are_read() -> None:
    dark = ["#0000ff", "#008000", "#ff0000", "#00008b", *COLOURS[4:]]
    cells = [row.replace("F", "#") for row in MIDDLE]
    board = drawn(cells, 64, "#bbbbbb", "#333333", False, part=0.22, colours=dark)
    reading = UNTAUGHT.look(screen(board, 90, 110))
    assert list(reading.cells) == cells


@pytest.mark.parametrize("mined", [False, True])
def test_the_first_cell_to_be_opened_may_be_a_number(mined: bool) -> None:
    rows = ["2*#######", "*######*#", "####*####", *["##*###*##"] * 2, *["#########"] * 4]
    cells = rows if mined else [row.replace("*", "#") for row in rows]
    board = drawn(cells, 32, "#d7d7d7", "#ffffff", True, colours=["#1c1c1c"] * 8)
    reading = UNTAUGHT.look(screen(board, 90, 110))
    assert list(reading.cells) == cells


def test_a_first_opening_in_the_corner_is_not_taken_for_all_that_is_hidden() -> None:
    cells = ["001#############", "001#############", "111#############"] + ["#" * 16] * 13
    board = drawn(cells, 28, "#a9a5ad", "#5f5b63", False, colours=["#a020a0"] * 8)
    reading = UNTAUGHT.look(screen(board, 90, 110))
    assert list(reading.cells) == cells
