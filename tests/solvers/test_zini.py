"""ZiNi: clicks of efficient play, counted by hand and by a second player who makes them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.minefield import Level, difficulty, random_mines
from mwagent.solvers import zini

fields = st.tuples(st.integers(1, 7), st.integers(1, 7)).flatmap(
    lambda size: st.lists(
        st.sampled_from([True, False, False, False]),
        min_size=size[0] * size[1],
        max_size=size[0] * size[1],
    ).map(lambda cells: np.array(cells, bool).reshape(size))
)


def field(drawing: str) -> np.ndarray:
    return np.array([[symbol == "*" for symbol in row] for row in drawing.split()])


@pytest.mark.parametrize(
    ("drawing", "clicks"),
    [
        (".", 1),
        ("*.", 1),
        # One opening and nothing else.
        ("....\n....\n...*", 1),
        # Open (0,1), flag the mine, chord: five cells are open. Two chords open the other three.
        ("...\n.*.\n...", 5),
        # Four numbers that share no neighbour but mines: no chord pays.
        ("*.*\n.*.\n*.*", 4),
        # Two openings divided by mines: one click each.
        ("...*...\n...*...\n...*...", 2),
    ],
)
def test_clicks_of_drawn_boards(drawing: str, clicks: int) -> None:
    assert zini(field(drawing)).greedy == clicks


@given(fields)
def test_zini_is_never_more_than_3bv(mines: np.ndarray) -> None:
    if not mines.all():
        assert difficulty(mines).openings <= zini(mines) <= difficulty(mines).bbbv


def test_expert_boards_take_about_as_many_clicks_as_they_are_known_to() -> None:
    # Greedy ZiNi solves Expert in some seven tenths of its 3BV.
    boards = [random_mines(Level(16, 30, 99), seed, (0, 0)) for seed in range(20)]
    share = sum(map(zini, boards)) / sum(difficulty(mines).bbbv for mines in boards)
    assert 0.66 < share < 0.78
