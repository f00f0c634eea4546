"""Flags, mines and zeros told apart by how they come up."""

from __future__ import annotations

import numpy as np
import pytest

from mwagent.belief import has_mines, same_board
from mwagent.coach.displacement import uniform
from mwagent.coach.ends import Look, Marks, Understood
from mwagent.coach.judging import beneath_cover
from mwagent.minefield import Board
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reading import Reading, stage_of

PITCH = 20
KNOWN = "1####\n1####\n12###\n#####\n#####"


def reading(rows: str) -> Reading:
    cells = tuple(rows.split())
    lattice = Lattice(0.0, 0.0, PITCH, PITCH, len(cells), len(cells[0]))
    confidence = np.ones((len(cells), len(cells[0])))
    return Reading(lattice, cells, confidence, "unknown", None, stage_of(cells, None), 0)


def picture(rows: str) -> BoardPicture:
    """Cells of one grey, those of `~` with a dark ring on them."""
    cells = rows.split()
    shown = np.full((PITCH * len(cells), PITCH * len(cells[0]), 3), 190, np.uint8)
    for r, row in enumerate(cells):
        for c, sign in enumerate(row):
            if sign == "~":
                spot = shown[PITCH * r + 5 : PITCH * r + 15, PITCH * c + 5 : PITCH * c + 15]
                spot[:] = 20
                spot[3:7, 3:7] = 190
    return BoardPicture(Picture(shown), reading(rows).lattice)


def understood(rows: str, seconds: dict[tuple[int, int], float], known_skin: bool) -> Understood:
    times = np.zeros((5, 5))
    for cell, since in seconds.items():
        times[cell] = since
    known = Board.parse(KNOWN)
    return Marks().understand(reading(rows), Look(known, picture(rows), times), known_skin)


@pytest.mark.parametrize("known_skin", [False, True])
def test_flags_that_come_up_together_are_the_mines_of_an_end(known_skin: bool) -> None:
    rows = "1#F## 1##F# 12### F#### ####F"
    cells = [(0, 2), (1, 3), (3, 0), (4, 4)]
    end = understood(rows, dict.fromkeys(cells, 7.0), known_skin)
    assert end.shown and end.reading.cells[0] == "1#*##"
    one_by_one = understood(rows, {cell: 7.0 + n for n, cell in enumerate(cells)}, known_skin)
    assert not one_by_one.shown and one_by_one.reading.cells[0] == "1#F##"


def test_flags_of_a_win_are_such_though_a_cell_was_never_seen() -> None:
    """Most programs flag what is left when all else is open; a panel lies over one cell."""
    rows = "0001F 12321 F2F1~ 12321 001F1"
    board = Board.parse("0001#\n12321\n#2#1#\n12321\n001#1")
    times = np.where(np.array([list(row) for row in rows.split()]) == "F", 7.0, 0.0)
    for unseen, over in (({(2, 4)}, False), (set(), True)):
        marks = Marks().understand(
            reading(rows), Look(board, picture(rows), times, unseen=unseen), False
        )
        assert marks.shown is over


def test_marks_of_several_moments_are_no_end() -> None:
    rows = "1#*## 1##X# 12### ##### ####*"
    marks = understood(rows, {(0, 2): 5.0, (1, 3): 6.0, (4, 4): 6.5}, known_skin=False)
    assert not marks.shown
    assert understood(rows, dict.fromkeys([(0, 2), (1, 3), (4, 4)], 6.0), False).shown


def test_a_lone_mark_in_a_known_skin_may_be_the_mine_of_an_end() -> None:
    rows = "1#### 1##~# 12### ##### #####"
    assert understood(rows, {(1, 3): 5.0}, known_skin=True).lone == {(1, 3)}
    blank = understood(rows.replace("~", "#"), {(1, 3): 5.0}, known_skin=True)
    assert not blank.lone and not blank.shown


def test_a_mark_unlike_the_flags_is_no_flag() -> None:
    rows = "1#F## 1##*# 12### ##### #####"
    marks = understood(rows, {(0, 2): 3.0, (1, 3): 5.0}, known_skin=False)
    assert marks.lone == {(1, 3)} and not marks.flags
    alone = understood(rows.replace("F", "#"), {(1, 3): 5.0}, known_skin=False)
    assert alone.flags == {(1, 3)} and not alone.lone


def test_an_empty_window_is_no_board() -> None:
    assert not has_mines(reading("00000 00000 00000 00000 00000"))
    assert has_mines(reading("00000 00011 0001# 00011 00000"))


def test_a_board_that_is_not_seen_agrees_with_nothing() -> None:
    known = Board.parse(KNOWN)
    assert same_board(reading("1#### 1#### 12### ##### #####"), known)
    assert not same_board(reading("~~~~~ ~~~~~ ~~~~~ ~~~~~ ~~~~~"), known)
    assert not same_board(reading("2#### 2#### 12### ##### #####"), known)


def test_a_mark_that_follows_a_flag_is_a_question() -> None:
    known = Board.parse(KNOWN.replace("1####\n1####", "1####\n1##F#"))
    rows = "1#### 1##~# 12### ##### #####"
    marks = Marks().understand(reading(rows), Look(known, picture(rows), np.zeros((5, 5))), False)
    assert not marks.flags and marks.reading.cells[1] == "1##~#"


def test_a_board_is_followed_beside_a_dialog() -> None:
    known = Board.parse("110000##\n110000##\n000000##\n111111##\n#####F##")
    seen = reading("~~0000## ~10000## 000000## 111111## #2###F##")
    assert seen.explained(beneath_cover(seen, known)).cells == (
        "110000##",
        "110000##",
        "000000##",
        "111111##",
        "#2###F##",
    )
    same = reading("110000## 110000## 000000## 111111## #2###F##")
    assert not beneath_cover(same, known), "nothing is covered"
    assert not beneath_cover(reading(" ".join(["~~~~~~~~"] * 5)), known), "all is"


def test_a_page_that_is_loaded_again_shows_no_board() -> None:
    plain = np.full((40, 40, 3), 200, np.uint8)
    assert uniform(plain)
    plain[:, ::10] = 120
    assert not uniform(plain)
