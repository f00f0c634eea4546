"""What clicks tell of a reading: what has opened answers them, and which cell is blank."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.belief import clicked_blank, fits_clicks
from mwagent.minefield import Board, Button, Click, FirstClick, Game, Level, cells_where
from mwagent.vision.reading import UNKNOWN, Reading
from testbed.readings import as_read


def read(board: Board, hidden: tuple[int, int]) -> Reading:
    """A board as it is read, one cell of it not understood."""
    rows = [list(row) for row in str(Board(board.cells)).splitlines()]
    rows[hidden[0]][hidden[1]] = UNKNOWN
    return as_read(*map("".join, rows))


@given(seed=st.integers(0, 10_000), data=st.data())
def test_a_cell_that_opened_others_is_blank(seed: int, data: st.DataObject) -> None:
    game = Game(Level(6, 6, 5), seed, FirstClick.OPEN)
    game.play(Click((2, 2)))
    before = game.board
    closed = cells_where(before.cells == 11)
    if not closed:
        return
    cell = data.draw(st.sampled_from(closed))
    game.play(Click(cell))
    click = [Click(cell)]
    reading = read(game.board, cell)
    told = reading.explained(clicked_blank(reading, before, click)).cells[cell[0]][cell[1]]
    assert told == UNKNOWN or told == str(game.board[cell]) == "0"


def test_a_lone_blank_cell_is_understood() -> None:
    fresh, after = Board.parse("###\n###\n###", mines=2), Board.parse("01#\n12#\n###", mines=2)
    reading = read(after, (0, 0))
    assert clicked_blank(reading, fresh, [Click((0, 0))]) == {0: "0"}
    # Of two clicks either may have opened the others, and a flag opens nothing.
    for clicks in ([Click((0, 0)), Click((1, 1))], [Click((0, 0), Button.RIGHT)]):
        assert not clicked_blank(reading, fresh, clicks)


@pytest.mark.parametrize(
    ("shown", "clicks", "answered"),
    [
        ("01#\n12#\n###", [Click((0, 0))], True),
        ("01#\n12#\n###", [Click((2, 2)), Click((0, 0))], True),
        ("###\n01#\n12#", [Click((0, 0))], False),
        ("###\n01#\n12#", [Click((1, 1), Button.CHORD)], True),
        ("###\n01#\n12#", [Click((0, 0), Button.RIGHT)], True),
        ("###\n###\n###", [Click((0, 0))], True),
    ],
)
def test_what_has_opened_answers_the_clicks(
    shown: str, clicks: list[Click], answered: bool
) -> None:
    known = Board.parse("###\n###\n###", mines=2)
    assert fits_clicks(as_read(*shown.split()), known, clicks) == answered
