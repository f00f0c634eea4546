"""Boards of kinds that have been misread: they are found, and hardly a cell is read wrongly."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mwagent.minefield import Board
from mwagent.vision import look
from mwagent.vision.grid.outline import find_outlined
from mwagent.vision.known.locate import Place
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reader import Candidate, Reader, disproves, stands_out
from mwagent.vision.reading import UNKNOWN, Reading, stage_of
from testbed.drawn_games import level_of, shown
from testbed.drawn_kinds import KINDS, MARGIN, PAGES, Look, drawn_board, score
from testbed.folders import SHARED
from testbed.readings import as_read

PICTURES = SHARED / "cases" / "pictures"


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_drawings_are_hardly_misread(kind: str) -> None:
    """Each kind is drawn in other colours, sizes and pictures at every board."""
    read = score(kind, range(2000, 2006))
    assert read.lost <= 1
    assert read.faulty <= 1
    assert read.wrong + read.unknown <= 0.06 * read.cells


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("kind", PAGES)
def test_what_lies_around_a_board_and_how_small_it_is_mislead_nobody(kind: str) -> None:
    """A panel, a face, figures with captions; closed cells nearly as white as open ones."""
    read = score(kind, range(2000, 2008))
    assert read.lost + read.faulty <= 1
    assert read.counters == 0


@pytest.mark.slow
def test_pictures_on_the_closed_cells_of_a_fresh_board_are_no_numbers() -> None:
    """Most look like some digit or mine to the network; so many, and so scattered, cannot be."""
    read = score("pictured", range(2000, 2008), begun=False)
    assert (read.lost, read.wrong) == (0, 0)
    assert read.unknown <= 0.02 * read.cells


@given(st.integers(10, 60), st.integers(120, 400), st.integers(120, 400))
@settings(deadline=None, max_examples=50)
def test_a_plain_area_in_a_frame_has_no_cells(frame: int, width: int, height: int) -> None:
    """Four upright lines, and four level ones, may lie on lines of one pitch by chance."""
    page = np.full((height + 2 * frame + 60, width + 2 * frame + 60, 3), 225, np.uint8)
    page[30:-30, 30:-30] = 90
    page[30 + frame : -30 - frame, 30 + frame : -30 - frame] = (177, 96, 75)
    assert find_outlined(page) == []


def candidate(rows: list[str], pitch: float, x: float = 10.0, y: float = 10.0) -> Candidate:
    """A place at which cells were read, surely."""
    lattice = Lattice(x, y, pitch, pitch, len(rows), len(rows[0]))
    stage = stage_of(tuple(rows), None)
    return Candidate(Place(lattice), as_read(*rows, at=lattice, stage=stage))


def test_pieces_of_cells_are_no_board_where_the_numbers_of_whole_ones_agree() -> None:
    """Quarters of cells repeat as well, look closed, and there are more of them."""

    whole = candidate(["0001#", "1101#", "#2122", "####1", "##~#1"], 40.0)
    pieces = candidate(["#" * 10] * 10, 20.0)
    assert disproves(whole, pieces)
    assert not disproves(pieces, whole)
    assert not disproves(candidate(["0001#", "1101#", "#2822", "####1", "##~#1"], 40.0), pieces)
    assert not disproves(candidate(["#####"] * 5, 40.0), pieces)


def test_what_lies_beside_a_fresh_board_on_its_lines_is_none_of_it() -> None:
    inner = candidate(["#####"] * 5, 30.0, 70.4)
    wide = candidate(["#~#####", "~######", "#######", "#######", "#######"], 30.0)
    pixels = np.full((200, 260, 3), 90, np.uint8)
    for row, col in itertools.product(range(5), range(2, 7)):
        x, y = 10 + 30 * col, 10 + 30 * row
        cv2.rectangle(pixels, (x + 1, y + 1), (x + 28, y + 28), (200, 200, 200), -1)
    picture = Picture(pixels)
    assert stands_out(picture, inner, wide)
    assert not stands_out(picture, wide, inner)
    assert not stands_out(picture, inner, candidate(["#######"] * 5, 30.0))
    assert not stands_out(picture, inner, candidate(["###~#"] * 5, 30.0, 100.4))


def test_closed_cells_amid_open_ones_are_no_board_though_one_of_those_is_covered() -> None:
    """They are understood to the last, and look like none of the others: so lies a board amid the
    pattern of its page."""
    rows = ["~0000000", "01233210", "02####20", "03####30", "03####30", "02####20", "01233210"]
    whole, part = candidate([*rows, "0" * 8], 30.0), candidate(["####"] * 4, 30.5, 70.0, 70.0)
    picture = np.full((260, 260, 3), 220, np.uint8)
    for row, col in itertools.product(range(2, 6), repeat=2):
        x, y = 10 + 30 * col, 10 + 30 * row
        cv2.rectangle(picture, (x, y), (x + 28, y + 28), (160, 90, 40), -1)

    class Given(Reader):
        def places(self, picture: Picture) -> Iterator[list[Place]]:
            yield [whole.place, part.place]

        def read(self, picture: Picture, lattice: Lattice, *_: object, **__: object) -> Reading:
            return (whole if lattice.rows == 8 else part).reading

    assert Given().look(picture).cells == whole.reading.cells


@pytest.mark.slow
@pytest.mark.drawn
@pytest.mark.parametrize("seed", range(6))
def test_a_board_lies_before_the_pattern_of_its_page(seed: int) -> None:
    """What repeats all over a page looks like closed cells, smaller ones or of the same size."""
    rng = np.random.default_rng(seed)
    picture, rows = drawn_board("plain", 3000 + seed, begun=bool(seed % 2))
    page = np.full((900, 1200, 3), rng.integers(80, 200, 3), np.uint8)
    step, ink = int(rng.integers(20, 36)), tuple(rng.integers(60, 220, 3).tolist())
    for y in range(0, 900, step):
        for x in range(0, 1200, step):
            cv2.line(page, (x, y), (x + step, y + step), ink, 1, cv2.LINE_AA)
            cv2.line(page, (x + step, y), (x, y + step), ink, 1, cv2.LINE_AA)
    inner = picture[MARGIN - 3 : 3 - MARGIN, MARGIN - 3 : 3 - MARGIN]
    y, x = (900 - inner.shape[0]) // 2, (1200 - inner.shape[1]) // 2
    page[y : y + inner.shape[0], x : x + inner.shape[1]] = inner
    assert list(look(page).cells) == rows


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("kind", ["plain", "narrow-end", "chequered"])
@pytest.mark.parametrize("seed", [2010, 2011])
def test_a_frame_as_wide_as_a_cell_is_no_row_of_cells(kind: str, seed: int) -> None:
    picture, rows = drawn_board(kind, seed, begun=False)
    inner = picture[MARGIN:-MARGIN, MARGIN:-MARGIN]
    side = inner.shape[0] // len(rows)
    frame, page = np.random.default_rng(seed).integers(20, 235, 2).tolist()
    for width, level in ((side, frame), (60, page)):
        inner = np.pad(inner, ((width,) * 2, (width,) * 2, (0, 0)), constant_values=level)
    assert list(look(inner).cells) == rows


@pytest.mark.parametrize("seed", [3028, 3037])
def test_a_last_row_and_column_that_are_narrower_are_closed_as_all_others(seed: int) -> None:
    kind = Look("narrow-end", seed)
    level = level_of(kind, np.random.default_rng([1, seed]))
    picture, _ = shown(kind, Board.hidden(level.rows, level.cols))
    assert "".join(look(picture).cells).count("#") >= level.rows * level.cols - 1


@pytest.mark.skipif(not PICTURES.exists(), reason="needs ../shared/cases")
@pytest.mark.parametrize("name", ["sprites_a", "sprites_b"])
def test_pictures_on_closed_cells_are_not_taken_for_marks(name: str) -> None:
    truth = (PICTURES / f"{name}.txt").read_text().split()
    cells = look(PICTURES / f"{name}.png").cells
    pairs = zip("".join(cells), "".join(truth), strict=True)
    assert all(one in (other, UNKNOWN) for one, other in pairs)
    assert "".join(cells).count(UNKNOWN) <= 7
