"""ZiNi: clicks of efficient play, counted by hand and by ms_toollib."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.minefield import LEVELS, count_around, difficulty, random_mines
from mwagent.solvers import zini

ms_toollib = pytest.importorskip("ms_toollib")

fields = st.tuples(st.integers(1, 7), st.integers(1, 7)).flatmap(
    lambda size: st.lists(
        st.sampled_from([True, False, False, False]),
        min_size=size[0] * size[1],
        max_size=size[0] * size[1],
    ).map(lambda cells: np.array(cells, bool).reshape(size))
)


@given(fields)
def test_the_fewest_of_eight_orders_is_that_of_the_board_turned_and_mirrored(
    mines: np.ndarray,
) -> None:
    turned = [np.rot90(one, turns) for one in (mines, mines.T) for turns in range(4)]
    if not mines.all():
        assert zini(mines).eight_way == min(zini(one).greedy for one in turned)


@given(fields)
def test_the_figures_of_boards_are_those_of_ms_toollib(mines: np.ndarray) -> None:
    if mines.all():
        return
    board = np.where(mines, -1, count_around(mines)).tolist()
    told, clicks = difficulty(mines), zini(mines)
    assert (told.bbbv, told.openings) == (ms_toollib.cal_bbbv(board), ms_toollib.cal_op(board))
    assert clicks.greedy == ms_toollib.cal_zini(board)
    assert clicks.human == ms_toollib.cal_hzini(board)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["beginner", "intermediate", "expert"])
def test_zini_of_usual_boards_is_that_of_ms_toollib(name: str, seed: int) -> None:
    mines = random_mines(LEVELS[name], seed, (0, 0))
    board = np.where(mines, -1, count_around(mines)).tolist()
    assert zini(mines).greedy == ms_toollib.cal_zini(board)
    assert zini(mines).human == ms_toollib.cal_hzini(board)


@given(fields)
def test_zini_is_never_more_than_3bv(mines: np.ndarray) -> None:
    if not mines.all():
        assert difficulty(mines).openings <= zini(mines).eight_way <= difficulty(mines).bbbv
