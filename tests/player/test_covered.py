"""What lies over a board is no part of it, whatever it looks like."""

from __future__ import annotations

import itertools
from dataclasses import replace

import cv2
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.belief import Program, numbers_covered, other_round, plausible
from mwagent.belief.occlusion import UnderstoodCells, covered, without_lines
from mwagent.minefield import FLAG, Board, Click, FirstClick, Game, Level
from mwagent.vision.grid.cells import cell_images
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN
from testbed.drawn_classic import Drawing, desktop, draw
from testbed.readings import as_read

LEVEL = Level(9, 12, 14)
PITCH = 24.0
GREENS = (50, 185, 110), (60, 200, 120)


def begun(seed: int) -> Board:
    """A board on which a first opening was made."""
    game = Game(LEVEL, seed, FirstClick.OPEN)
    game.play(Click((4, 5)))
    return game.board


def drawn(rows: list[str], look: str) -> tuple[np.ndarray, Lattice]:
    """A screen with a board on it, in a known skin or as a checkerboard of flat tiles."""
    screen = desktop()
    skin = "night" if look == "night" else "classic"
    lattice = draw(rows, Drawing(PITCH, 100.3, 90.7, 0), screen, skin)
    if look == "flat":
        for row, line in enumerate(rows):
            for col, symbol in enumerate(line):
                x0, y0, x1, y1 = lattice.cell_box((row, col))
                if symbol == "#":
                    # Nothing is left of the lines below.
                    screen[y0 - 1 : y1 + 1, x0 - 1 : x1 + 1] = (
                        (60, 200, 120) if (row + col) % 2 else (50, 185, 110)
                    )
    return screen, lattice


def flags(rows: list[str]) -> np.ndarray:
    """Which cells are closed, (n,)."""
    return np.array(list("".join(rows))) == "#"


def text(board: Board) -> list[str]:
    return str(Board(board.cells)).splitlines()


looks = st.sampled_from(["classic", "night", "flat"])
boards = st.integers(0, 200).map(begun)


@settings(max_examples=40, deadline=None)
@given(
    board=boards,
    look=looks,
    ground=st.sampled_from([(255, 255, 255), (192, 192, 192), (60, 40, 160)]),
    dim=st.sampled_from([1.0, 0.8, 0.5]),
    over=st.tuples(*(st.integers(*ends) for ends in ((0, 6), (0, 9), (1, 3), (1, 3)))),
)
def test_a_window_over_a_part_of_the_board_is_no_closed_cells(
    board: Board,
    look: str,
    ground: tuple[int, int, int],
    dim: float,
    over: tuple[int, int, int, int],
) -> None:
    top, left, height, width = over
    rows = text(board)
    screen, lattice = drawn(rows, look)
    now = (screen * dim).astype(np.uint8)
    x0, y0, _, _ = lattice.cell_box((top, left))
    _, _, x1, y1 = lattice.cell_box((top + height - 1, left + width - 1))
    now[y0:y1, x0:x1] = ground
    inside = np.zeros((LEVEL.rows, LEVEL.cols), bool)
    inside[top : top + height, left : left + width] = True
    closed = flags(rows)
    found = covered(cell_images(screen, lattice), cell_images(now, lattice), closed)
    assert (found == (inside.reshape(-1) & closed)).all()


@settings(max_examples=40, deadline=None)
@given(
    board=boards,
    look=looks,
    gain=st.sampled_from([1.0, 0.7, 0.4, -1.0]),
    slip=st.tuples(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5)),
    blue=st.booleans(),
)
def test_a_board_that_moves_and_changes_its_colours_is_covered_nowhere(
    board: Board, look: str, gain: float, slip: tuple[float, float], *, blue: bool
) -> None:
    right, down = slip
    rows = text(board)
    screen, lattice = drawn(rows, look)
    if blue:
        # Blue numbers on white tell nothing of blue.
        for number, symbol in enumerate("".join(rows)):
            if symbol.isdigit():
                x0, y0, x1, y1 = lattice.cell_box(divmod(number, LEVEL.cols))
                screen[y0:y1, x0:x1, 0] = 255
    now = np.clip(screen * gain + (255 if gain < 0 else 0), 0, 255).astype(np.uint8)
    moved = np.array([[1, 0, right + 7], [0, 1, down + 3]], np.float64)
    now = cv2.warpAffine(now, moved, (now.shape[1], now.shape[0]))  # type: ignore[assignment]
    closed = flags(rows)
    images = cell_images(screen, lattice), cell_images(now, lattice.moved(7 + right, 3 + down))
    assert not covered(*images, closed).any()


@settings(max_examples=40, deadline=None)
@given(board=boards)
def test_another_theme_covers_nothing(board: Board) -> None:
    rows = text(board)
    images = [cell_images(*drawn(rows, look)) for look in ("classic", "flat")]
    closed = flags(rows)
    # Numbers, too, look otherwise: nothing tells how colours have changed.
    assert not covered(images[0], images[1], closed).any()


@settings(max_examples=40, deadline=None)
@given(board=boards, rows=st.integers(1, 4))
def test_open_cells_that_seem_closed_are_covered_unless_it_is_a_new_round(
    board: Board, rows: int
) -> None:
    shown = text(board)
    opened = board.cells < FLAG
    kept = int(((board.cells > 0) & opened)[rows:].sum())
    part = as_read(*["#" * LEVEL.cols] * rows + shown[rows:])
    lost = bool(((board.cells > 0) & opened)[:rows].any())
    assert numbers_covered(part, board) == (lost and kept >= 3)
    assert not numbers_covered(as_read(*shown), board)
    assert not numbers_covered(as_read(*["#" * LEVEL.cols] * LEVEL.rows), board)


def test_another_round_is_not_half_covered() -> None:
    rounds = [begun(seed) for seed in range(40)]
    taken = [
        numbers_covered(as_read(*text(one)), other)
        for one in rounds
        for other in rounds
        if one is not other
    ]
    assert not any(taken)


def test_a_round_that_begins_with_a_large_opening_shows_other_numbers() -> None:
    rounds, program = [begun(seed) for seed in range(12)], Program(known_skin=False)
    pairs = list(itertools.permutations(rounds, 2))
    taken = [other_round(as_read(*text(a)), b, program, opening=True) for a, b in pairs]
    assert np.mean(taken) > 0.9
    for other in rounds:
        covered_up = as_read(*text(other)[:-3], *["#" * LEVEL.cols] * 3)
        assert not other_round(covered_up, other, program, opening=True)


def test_numbers_that_are_not_understood_any_more_must_still_be_met() -> None:
    known = Board.parse("01####\n12####\n######\n######")
    inverted = ["0" + UNKNOWN + "0000", UNKNOWN * 2 + "0000", "000000", "000000"]
    assert not plausible(as_read(*inverted), known, Program(known_skin=False))
    covered_up = ["0" + UNKNOWN + "####", "12####", "######", "######"]
    assert plausible(as_read(*covered_up), known, Program(known_skin=False))


def test_a_board_of_blank_cells_and_some_that_are_not_understood_is_none() -> None:
    inverted = ["0" + UNKNOWN + "0000", UNKNOWN * 2 + "0000", "000000", "000000"]
    assert not plausible(as_read(*inverted), None, Program(known_skin=False))
    numbers = ["01" + UNKNOWN + "###", "12####", "######", "######"]
    assert plausible(as_read(*numbers), None, Program(known_skin=False))


def test_a_plain_cover_lacks_the_lines_that_closed_cells_have() -> None:
    cells = np.full((20, 32, 32, 3), 192, np.uint8)
    cells[:, :5], cells[:, :, :5] = 250, 250
    cells[:, -5:], cells[:, :, -5:] = 120, 120
    cells[12:] = (158, 196, 176)
    closed = np.arange(20) < 9
    assert np.flatnonzero(without_lines(cells, closed)).tolist() == list(range(12, 20))


def test_where_closed_cells_are_plain_nothing_is_said() -> None:
    cells = np.full((20, 32, 32, 3), 192, np.uint8)
    cells[12:] = (158, 196, 176)
    assert not without_lines(cells, np.arange(20) < 9).any()


def test_a_covered_cell_stays_known_by_how_it_looked() -> None:
    rows = ["#####", "#####", "#####", "#####"]
    before, lattice = drawn(rows, "classic")
    now = before.copy()
    x0, y0, x1, y1 = lattice.cell_box((1, 2))
    now[y0:y1, x0:x1] = (160, 196, 176)
    closed = np.array(list("".join(rows)))
    unread = closed.copy()
    unread[7] = UNKNOWN
    first = UnderstoodCells(Picture(before), lattice, closed, None)
    # However often the board is seen so, the cell was closed, and is known by how it looked then.
    seen = first
    for _ in range(3):
        seen = UnderstoodCells(Picture(now), lattice, unread, seen)
        assert seen.symbols.tolist() == closed.tolist()
        assert np.array_equal(seen.cells, first.cells)
        cells = cell_images(now, lattice)
        found = covered(seen.cells, cells, closed == "#")
        assert np.flatnonzero(found).tolist() == [7]
    # Of a board of another size nothing is known.
    other = UnderstoodCells(Picture(before), replace(lattice, rows=2), unread[:10], first)
    assert other.symbols[7] == UNKNOWN


def test_one_cell_that_looks_otherwise_says_nothing_of_the_others() -> None:
    """A cell under the pointer, the only one that shows anything, has changed its colours."""
    before = np.full((20, 32, 32, 3), 250, np.uint8)
    before[0, 8:24, 14:18] = 40
    now = before.copy()
    now[0] = 255 - (255 - before[0]) // 2
    now[0, ..., 0] = 120
    closed = np.arange(20) > 0
    assert not covered(before, now, closed).any()


def test_a_window_over_cells_of_a_board_that_stayed_as_it_was_covers_these_alone() -> None:
    before = np.full((20, 32, 32, 3), 250, np.uint8)
    before[:4, 8:24, 14:18] = 40
    now = before.copy()
    now[10:13] = 90
    closed = np.arange(20) >= 4
    assert np.flatnonzero(covered(before, now, closed)).tolist() == [10, 11, 12]
