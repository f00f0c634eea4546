"""Readings put right by earlier pictures of the same round."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief import Program
from mwagent.coach.changes import CellClock
from mwagent.coach.correction import as_others, coloured, explained, unchanged
from mwagent.coach.followed import Round
from mwagent.minefield import FLAG, Board
from mwagent.vision.board_picture import BoardPicture
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN, UNKNOWN_SKIN, Reading, stage_of

SIZE = 32
PLACE = Lattice(0.0, 0.0, SIZE, SIZE, 4, 4)
CLOSED = Board.parse("####\n####\n####\n####")
FLAGGED = Board.parse("####\n#F##\n####\n####")


def drawn(text: str = "", shade: int = 90, ground: int = 150, up: int = 0) -> Pixels:
    """Closed cells with lines between them, and a letter on the second of the second row."""
    picture = np.full((4 * SIZE, 4 * SIZE, 3), 150, np.uint8)
    picture[::SIZE] = picture[:, ::SIZE] = 60
    picture[SIZE + 1 : 2 * SIZE, SIZE + 1 : 2 * SIZE] = ground
    at = (SIZE + 10, 2 * SIZE - 9 - up)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (shade,) * 3, 2)
    return picture


def read(symbol: str) -> Reading:
    """A reading of closed cells with this symbol in the second of the second row."""
    cells = ("####", f"#{symbol}##", "####", "####")
    sure: NDArray[np.float32] = np.ones((4, 4), np.float32)
    return Reading(PLACE, cells, sure, UNKNOWN_SKIN, None, stage_of(cells, None))


def followed(before: Pixels, now: Pixels, known: Board = CLOSED) -> SimpleNamespace:
    """A board that looked so when it was believed to be `known`, and looks otherwise now."""
    clock = CellClock(PLACE, before, 0.0, exact=True)
    clock.see(now, 1.0)
    return SimpleNamespace(
        program=Program(known_skin=False),
        before=before,
        known=known,
        pixels=clock.picture,
        drawn=BoardPicture(Picture(clock.picture), PLACE),
        clock=clock,
        round=Round(),
    )


def test_a_mark_that_follows_a_flag_in_turn_is_another() -> None:
    board = followed(drawn("P"), drawn("?"), FLAGGED)
    assert explained(board, read(UNKNOWN), [unchanged]).cells[1] == f"#{UNKNOWN}##"


def test_a_pale_mark_on_a_closed_cell_is_not_overlooked() -> None:
    board = followed(drawn(), drawn("P", shade=176))
    assert explained(board, read("#"), [coloured]).cells[1] == f"#{UNKNOWN}##"
    tinted = followed(drawn(), drawn(ground=165))
    assert explained(tinted, read("#"), [coloured]).cells[1] == "####"


def test_a_pale_mark_stays_a_mark_where_its_cell_changes_again() -> None:
    before, now = drawn("P", shade=176), drawn("P", shade=176, ground=154)
    board = followed(before, now, FLAGGED)
    assert FLAGGED.cells[1, 1] == FLAG
    assert explained(board, read("#"), [unchanged, coloured]).cells[1] in ("#F##", f"#{UNKNOWN}##")


def test_what_looks_like_an_open_number_is_that_number() -> None:
    known = Board.parse("####\n####\n##1#\n####")
    cells = ("####", f"#{UNKNOWN}##", "##1#", "####")
    reading = replace(read(UNKNOWN), cells=cells)
    for text, ground, shown in (("1", 200, "1"), ("7", 200, UNKNOWN), ("1", 150, UNKNOWN)):
        picture = drawn(text, ground=ground)
        open_cell = drawn("1", ground=200)[SIZE : 2 * SIZE, SIZE : 2 * SIZE]
        picture[2 * SIZE : 3 * SIZE, 2 * SIZE : 3 * SIZE] = open_cell
        board = followed(picture, picture, known)
        assert explained(board, reading, [as_others]).cells[1][1] == shown
