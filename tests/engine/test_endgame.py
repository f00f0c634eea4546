"""The end of the game: the win probability equals playing on in every way, and so does the move."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mwagent.minefield import HIDDEN, Board, Cell, count_around
from mwagent.solvers import analyse, win_probability
from testbed.oracle import arrangements, best_win_probability, opened_at_random


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([(3, 3, 2), (4, 4, 5), (3, 6, 6), (2, 7, 4), (5, 4, 8)]),
    st.sampled_from([0.3, 0.5, 0.7]),
    st.integers(0, 2**32 - 1),
)
def test_win_probability_is_that_of_best_play(
    size: tuple[int, int, int], share: float, seed: int
) -> None:
    rows, cols, mines = size
    board = opened_at_random(rows, cols, mines, share, seed=seed)
    assume((board.cells == HIDDEN).sum() <= 13 and len(arrangements(board)) <= 60)
    assert win_probability(board) == pytest.approx(best_win_probability(board), abs=1e-12)


def chances_to_win(board: Board) -> dict[Cell, float]:
    """By playing on in every way: the probability of winning once a cell is opened.

    What a player knows is the set of arrangements that are left, by their places in the list.
    """
    masks = arrangements(board)
    numbers = [count_around(mask) for mask in masks]
    cells = [(row, col) for row, col in np.argwhere(board.cells == HIDDEN).tolist()]

    def shown(known: frozenset[int], cell: Cell) -> list[frozenset[int]]:
        groups: dict[int, set[int]] = {}
        for i in known:
            if not masks[i][cell]:
                groups.setdefault(int(numbers[i][cell]), set()).add(i)
        return [frozenset(group) for group in groups.values()]

    @cache
    def wins(known: frozenset[int]) -> int:
        if len(known) == 1:
            return 1
        return max(
            sum(map(wins, after)) for cell in cells if known not in (after := shown(known, cell))
        )

    everything = frozenset(range(len(masks)))
    after = {cell: shown(everything, cell) for cell in cells}
    return {cell: sum(map(wins, groups)) / len(masks) for cell, groups in after.items() if groups}


def test_the_scores_of_all_candidates_are_their_chances_to_win() -> None:
    looked, seed = 0, 0
    while looked < 200:
        seed += 1
        board = opened_at_random(3, 3, 3, 0.2, seed=seed)
        answer = analyse(board)
        if answer.safe or not 1 < len(arrangements(board)) <= 60:
            continue
        decision = answer.decide()
        assert decision.why == "endgame"
        assert not any(candidate.bound for candidate in decision.candidates)
        told = {candidate.cell: candidate.score for candidate in decision.candidates}
        assert told == pytest.approx(chances_to_win(board), abs=1e-12)
        scores = list(told.values())
        assert scores == sorted(scores, reverse=True)
        assert told[decision.best] == decision.win_probability == scores[0]
        looked += 1


def test_a_score_that_takes_too_long_is_marked_as_a_bound() -> None:
    board = Board.parse(
        """
        2##210000
        ####10011
        ###42002#
        ####1002#
        ###320022
        ####1012#
        ###4211#2
        ###3#3332
        #########
        """,
        mines=18,
    )
    decision = analyse(board, budget=60).decide()
    assert decision.why == "endgame" and decision.win_probability is not None
    bounds = [candidate for candidate in decision.candidates if candidate.bound]
    assert 0 < len(bounds) < len(decision.candidates)
    for candidate in bounds:
        assert candidate.score <= 1 - candidate.mine_probability + 1e-12
        assert candidate.score <= decision.win_probability
    assert not decision.candidates[0].bound


def test_nothing_left_is_won() -> None:
    assert win_probability(Board.parse("1F\n11", mines=1)) == 1


def test_a_board_at_its_start_is_not_known() -> None:
    assert win_probability(Board.hidden(16, 30, 99)) is None
