"""Pressed cells that look open before what they are is painted: they are waited for."""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import pytest

from mwagent.belief import Location, Program
from mwagent.minefield import HIDDEN, Board, Click
from mwagent.player.play import RESTLESS
from mwagent.player.window.lateness import Lateness, without
from mwagent.player.window.played_board import PlayedBoard
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Lattice
from mwagent.vision.reading import Reading
from testbed.drawn_view import DrawnClock
from testbed.readings import as_read

LATTICE = Lattice(0, 0, 10, 10, 3, 3)
BEFORE = Board.parse("mines 2\n11#\n##1\n###")
PRESSED = (2, 0)


def shot(grey: int) -> Shot:
    """A board on which the pressed cell has a colour of its own."""
    picture = np.full((30, 30, 3), 90, np.uint8)
    picture[20:30, :10] = grey
    return Shot(picture, 0.0, 0.0, 1.0, 1.0, 0)


class Shown(PlayedBoard):
    """Shows the pressed cell open and blank, and black after `late` seconds; it is its own view,
    which is `fetching` a picture meanwhile."""

    def __init__(self, late: float = 9.0, fetching: bool = False, **skin: bool):
        self.location = Location(0, LATTICE, None)
        self._skin = Program(**({"known_skin": False} | skin))
        self.view, self.clock = cast("Any", self), DrawnClock()
        self.fetching, self.until = fetching, late
        self.pressed, self.flagged = set(), set()
        self.shot, self.known = shot(200), BEFORE

    @property
    def program(self) -> Program:
        return self._skin

    @property
    def loading(self) -> bool:
        return self.fetching and self.clock.now() < self.until

    def picture(self) -> Shot:
        return shot(200 if self.clock.now() < self.until else 0)


def read(rows: str) -> Reading:
    return as_read(*rows.split(), at=LATTICE)


def pressed(board: Shown, reading: Reading, clicks: int = 1) -> Lateness:
    board.reading = reading
    board.note([Click(PRESSED), Click((2, 2))][:clicks])
    return Lateness(board)


@pytest.mark.parametrize("cell", "0#")
def test_a_cell_that_opened_alone_is_watched_until_it_changes(cell: str) -> None:
    reading = read(f"11# ##1 {cell}##")
    late = pressed(Shown(late=0.1), reading)
    assert late.changed(reading, shot(90))


def test_it_is_believed_once_it_has_kept_still_and_not_watched_again() -> None:
    reading, board = read("11# ##1 0##"), Shown()
    late = pressed(board, reading)
    assert not late.changed(reading, shot(90))
    assert RESTLESS <= board.clock.now() < RESTLESS + 0.1
    assert not late.changed(reading, shot(90))
    assert board.clock.now() < RESTLESS + 0.1


def test_a_picture_that_is_fetched_is_waited_for_in_any_skin() -> None:
    reading = read("11# ##1 0#0")
    board = Shown(6.0, fetching=True, known_skin=True)
    late = pressed(board, reading, clicks=2)
    assert late.changed(reading, shot(90))
    assert 6.0 <= board.clock.now() < 6.1


@pytest.mark.parametrize(
    ("rows", "before", "known"),
    [
        ("11# ##1 1##", 90, {}),  # a number
        ("11# 001 00#", 90, {}),  # an opening
        ("11# ##1 ###", 200, {}),  # nothing has come of the press
        ("11# ##1 0##", 90, {"stepwise": True}),
        ("11# ##1 0##", 90, {"known_skin": True}),
    ],
)
def test_nothing_else_is_waited_for(rows: str, before: int, known: dict[str, bool]) -> None:
    board = Shown(**known)
    late = pressed(board, read(rows))
    assert not late.changed(board.reading, shot(before))
    assert board.clock.now() < 0.1


def test_a_blank_cell_that_looks_otherwise_later_is_an_event() -> None:
    reading = read("11# ##1 0##")
    board = Shown()
    late = pressed(board, reading)
    assert not late.changed(reading, shot(90))
    board.believe(without(Board(reading.board.cells, 2), set()), frozenset())
    assert late.turned(reading) == set()
    assert late.turned(read("~~# ##~ ~##")) == set(), "a window over the board"
    assert late.turned(read("11# ##1 ~##")) == {PRESSED}
    assert late.turned(read("11# ##1 ~##")) == set()
    assert board.known is not None
    assert without(board.known, {PRESSED})[PRESSED] == HIDDEN
