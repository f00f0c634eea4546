"""Exact probabilities: equal to listing and to sweeping whole numbers, on boards of every kind."""

from __future__ import annotations

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mwagent.minefield import HIDDEN, Board, cells_where
from mwagent.solvers import Analysis, analyse
from testbed.oracle import Truth, listed, opened_at_random, small_boards, swept, without_flags


def assert_true(analysis: Analysis, truth: Truth | None, board: Board) -> None:
    assert truth is not None
    assert analysis.exact
    np.testing.assert_allclose(
        analysis.mine_probability, truth.probability, rtol=0, atol=1e-9, err_msg=str(board)
    )
    hidden = board.cells == HIDDEN
    assert set(analysis.safe) == cells(hidden & (truth.probability == 0))
    assert set(analysis.mines) == cells(hidden & (truth.probability == 1))


def cells(mask: np.ndarray) -> set[tuple[int, int]]:
    return set(cells_where(mask))


@settings(max_examples=700, deadline=None)
@given(small_boards())
def test_equals_listing_every_arrangement(board: Board) -> None:
    assert_true(analyse(board), listed(board), board)


@settings(max_examples=300, deadline=None)
@given(small_boards())
def test_flags_not_trusted_are_hidden_cells(board: Board) -> None:
    bare = without_flags(board)
    assume((bare.cells == HIDDEN).sum() <= 14)
    assert_true(analyse(board, trust_flags=False), listed(bare), bare)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([(7, 9, 12), (8, 8, 10), (5, 20, 25), (9, 9, 10), (6, 12, 40)]),
    st.sampled_from([0.05, 0.2, 0.4, 0.6]),
    st.integers(0, 2**32 - 1),
    st.sampled_from(["true", "none", "one less", "one more"]),
)
def test_equals_the_sweep_in_whole_numbers(
    size: tuple[int, int, int], share: float, seed: int, count: str
) -> None:
    rows, cols, mines = size
    board = opened_at_random(rows, cols, mines, share, seed=seed, cascade=True)
    if count != "true":
        shift = {"one less": -1, "one more": 1}.get(count)
        board = Board(board.cells, None if shift is None else mines + shift)
    truth = swept(board)
    if truth is not None:
        assert_true(analyse(board), truth, board)
