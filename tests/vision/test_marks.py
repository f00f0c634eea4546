"""Flags and mines that are nothing but a colour are known by where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from mwagent.minefield import Stage, count_around
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN, Reading
from mwagent.vision.unknown.board import _unlikely, read_unknown
from mwagent.vision.unknown.clusters import clusters_of, groups_of
from mwagent.vision.unknown.labelling import CODE, Labelling
from mwagent.vision.unknown.marks import proven, tell_mines, told_by_flags
from mwagent.vision.unknown.meanings import MEANINGS

COLOURS = ["#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00", "#0097a7", "#424242", "#9e9e9e"]
GROUNDS = {"#": "#5c8fb8", "F": "#ffd600", "*": "#101010", "X": "#101010"}
"""Flags are yellow squares, mines black ones."""

MINES = [
    "......*....*",
    ".*.....*..*.",
    "......*.....",
    "..*.....*.*.",
    ".......*....",
    "....*...*..*",
    ".......*....",
    ".*....*..*..",
    "...*....*.*.",
    "......*....*",
]
OPENED = 8
"""Columns of which all cells without a mine are open."""


def position(near: str, far: str) -> list[str]:
    """A game with MINES of which those among open cells, and those far off, are shown somehow."""
    mines = np.array([list(row) for row in MINES]) == "*"
    cells = count_around(mines).astype(str)
    cells[:, OPENED:] = "#"
    shown = np.where(np.arange(mines.shape[1]) < OPENED, near, far)
    return ["".join(row) for row in np.where(mines, shown, cells)]


def read(cells: list[str], size: int = 30, closed: str = GROUNDS["#"]) -> Reading:
    """What is read of a board drawn in plain squares."""
    grounds = GROUNDS | {"#": closed}
    picture = Image.new("RGB", (len(cells[0]) * size, len(cells) * size), "#777777")
    draw = ImageDraw.Draw(picture)
    font = ImageFont.load_default(size * 0.7)
    for r, row in enumerate(cells):
        for c, symbol in enumerate(row):
            x, y = c * size, r * size
            ground = grounds.get(symbol, "#e8e8e8")
            draw.rectangle((x, y, x + size - 2, y + size - 2), ground)
            if symbol in "12345678":
                middle = (x + size / 2, y + size / 2)
                draw.text(middle, symbol, COLOURS[int(symbol) - 1], font, anchor="mm")
    lattice = Lattice(0, 0, size, size, len(cells), len(cells[0]))
    pixels = np.ascontiguousarray(np.asarray(picture)[..., ::-1])
    return read_unknown(Picture(pixels), lattice)


def test_plain_squares_on_cells_that_are_mines_by_the_numbers_are_flags() -> None:
    cells = position("F", "#")
    reading = read(cells)
    assert list(reading.cells) == cells
    assert reading.stage is Stage.ONGOING


def test_plain_squares_that_stand_beside_no_number_as_well_are_mines() -> None:
    cells = position("*", "*")
    reading = read(cells)
    assert list(reading.cells) == cells
    assert reading.stage is Stage.LOST


def won() -> list[str]:
    """A game with MINES of which some are flagged and all else is open."""
    mines = np.array([list(row) for row in MINES]) == "*"
    closed = np.where(np.arange(mines.shape[1]) % 5 < 3, "F", "#")
    cells = np.where(mines, closed, count_around(mines).astype(str))
    return ["".join(row) for row in cells]


def test_the_more_striking_of_two_colours_at_the_end_of_a_game_that_was_won_is_that_of_flags() -> (
    None
):
    assert list(read(won(), closed="#d0d0d0").cells) == won()


def test_which_of_two_striking_colours_is_that_of_flags_is_not_understood() -> None:
    seen = zip("".join(won()), "".join(read(won()).cells), strict=True)
    assert {true for true, shown in seen if shown == UNKNOWN} == {"F", "#"}


def test_closed_cells_of_one_colour_stay_closed_though_many_are_mines() -> None:
    cells = position("#", "#")
    assert list(read(cells).cells) == cells


def test_single_numbers_prove_mines_and_what_is_none() -> None:
    codes = np.array([[CODE[s] for s in row] for row in ("1##", "11#")], np.int8)
    mine, safe = proven(codes, codes == CODE["#"])
    assert mine.tolist() == [[False, True, False], [False] * 3]
    assert safe.tolist() == [[False, False, True], [False, False, True]]


def told(text: Sequence[str], likely: str) -> str:
    """What the marks of a board, of one look, are taken for if they look like `likely`."""
    codes = np.array([[CODE[s] for s in row] for row in text], np.int8)
    cells = np.zeros((1, 32, 32, 3), np.uint8)
    found = clusters_of(cells, groups_of(cells))
    marked = replace(found[0], cells=np.flatnonzero(np.isin(codes, [CODE["*"], CODE["F"]])))
    labelling = Labelling([likely], codes, 0.0, [9.0])
    probs = np.full((1, len(MEANINGS)), 0.001, np.float32)
    probs[0, MEANINGS.index(likely)] = 0.98
    tell_mines([marked], labelling, (), probs)
    assert (codes.flat[marked.cells] == CODE[labelling.meanings[0]]).all()
    return labelling.meanings[0] if labelling.margins[0] > 2 else UNKNOWN


def test_flags_say_that_they_are_such_where_numbers_prove_mines() -> None:
    """Pictures on closed cells lie anywhere, and on cells that are no mines, too."""

    def evidence(rows: list[str]) -> float:
        return told_by_flags(np.array([[CODE[s] for s in row] for row in rows], np.int8))

    flagged = position("F", "#")
    assert evidence(flagged) > 3
    assert evidence(position("#", "#")) == 0, "there are none"
    anywhere = [row[:OPENED] + "F" + row[OPENED + 1 :] for row in flagged]
    assert evidence(anywhere) < evidence(flagged), "on cells that are no mines, too"
    row = flagged[2]
    at = next(c for c, symbol in enumerate(row) if symbol == "1")
    wrong = [*flagged[:2], row[:at] + "F" + row[at + 1 :], *flagged[3:]]
    assert evidence(wrong) < evidence(flagged), "a number has more than it counts"


def test_a_sign_of_any_look_is_a_flag_where_numbers_prove_mines() -> None:
    """Programs draw their flags as they like; this one looks like a mine."""
    probs = np.full(len(MEANINGS), 0.01, np.float32)
    probs[[MEANINGS.index("*"), MEANINGS.index("F")]] = 0.86, 0.04
    for near, far, unlikely in (("F", "#", False), ("#", "F", True)):
        codes = np.array([[CODE[s] for s in row] for row in position(near, far)], np.int8)
        placed = told_by_flags(codes, np.flatnonzero(codes == CODE["F"]))
        assert _unlikely(probs, "F", marked=False, placed=placed) is unlikely


def test_mines_are_flags_where_others_are_proven_and_still_closed() -> None:
    """A game that is over shows all of them."""
    assert told(("1*1#", "1221", "#1*#", "1111"), "*") == "F"
    assert told(("1*1000", "111111", "0001#1", "111111", "1*1000"), "*") == UNKNOWN, "or misread"


def test_flags_are_mines_where_several_stand_beside_no_number() -> None:
    assert told(("01F##F", "011###", "0001##", "0001F#", "0001##", "#####F"), "F") == "*"


def test_flags_beside_numbers_are_flags() -> None:
    assert told(("01F###", "011###", "0001##", "0001F#", "0001##", "######"), "F") == "F"
