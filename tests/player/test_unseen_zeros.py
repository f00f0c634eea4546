"""Zeros that look just like closed cells, known by what they opened."""

from __future__ import annotations

import pytest

from mwagent.belief.zeros import UnseenZeros
from mwagent.minefield import Board, Cell
from mwagent.vision.reading import Reading
from testbed.readings import as_read

CLOSED = Board.parse("\n".join(["#####"] * 4))
OPENED = as_read("##1##", "##2##", "112##", "#####")


def test_closed_cells_that_opened_numbers_all_around_are_zeros() -> None:
    zeros = UnseenZeros()
    seen = OPENED.explained(zeros.told(OPENED, CLOSED, {(0, 0)}))
    assert seen.cells == ("001##", "002##", "112##", "#####")
    assert zeros.usual
    again = OPENED.explained(zeros.told(OPENED, seen.board, {(0, 0)}))
    assert again.cells == seen.cells, "they are so at the next look, too"


@pytest.mark.parametrize(
    ("seen", "known", "pressed"),
    [
        (OPENED, CLOSED, {(3, 4)}),
        (OPENED, CLOSED, set()),
        (OPENED, OPENED.board, {(0, 0)}),
        (as_read("##1##", "##1##", "11###", "#####"), CLOSED, {(0, 0)}),
        (as_read("#####", "#####", "#####", "#####"), CLOSED, {(0, 0)}),
        (as_read("#####", "111##", "1#1##", "111##"), CLOSED, {(2, 1)}),
    ],
    ids=[
        "another cell was pressed",
        "none was pressed",
        "the press opened nothing",
        "not all around are numbers",
        "no number at all",
        "a number needs a mine there",
    ],
)
def test_other_closed_cells_stay_closed(seen: Reading, known: Board, pressed: set[Cell]) -> None:
    assert not UnseenZeros().told(seen, known, pressed)


def test_a_zero_that_was_pressed_last_opens_nothing_where_zeros_look_closed() -> None:
    shut = as_read("1111#", "1#11#", "1111#")
    zeros = UnseenZeros()
    known = shut.board
    assert not zeros.told(shut, known, {(1, 1)}), "it may be a mine, and the press lost"
    zeros.usual = True
    assert not zeros.told(shut, known, {(1, 1)}), "the numbers need it"
    far = as_read("#2222", "#2##1", "#3221", "##1##")
    assert not zeros.told(far, far.board, {(1, 2)}), "not all of it was pressed"
