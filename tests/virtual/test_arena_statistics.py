"""Win rates: Wilson's interval, McNemar's exact test, paired differences."""

from __future__ import annotations

from fractions import Fraction
from math import comb, isclose

from hypothesis import given
from hypothesis import strategies as st

from mwagent.virtual.arena.statistics import mcnemar, paired, wilson

counts = st.integers(0, 60)


@given(counts, counts)
def test_mcnemar_equals_the_binomial_sum_in_fractions(only_a: int, only_b: int) -> None:
    n = only_a + only_b
    tail = sum(comb(n, i) for i in range(min(only_a, only_b) + 1))
    exact = min(Fraction(1), Fraction(2 * tail, 2**n))
    assert isclose(mcnemar(only_a, only_b), float(exact), rel_tol=1e-9)


def test_mcnemar_of_a_million_boards_is_finite() -> None:
    # The normal approximation gives z = 1000 / sqrt(201000) = 2.2305, p = 0.02571.
    assert isclose(mcnemar(100_000, 101_000), 0.0258, abs_tol=2e-4)
    assert mcnemar(10_000, 20_000) < 1e-300


@given(st.integers(1, 2000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_ends_are_where_the_score_test_is_just_significant(sample: tuple[int, int]) -> None:
    wins, games = sample
    low, high = wilson(wins, games)
    assert 0 <= low <= wins / games <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            score = (wins / games - end) ** 2 * games / (end * (1 - end))
            assert isclose(score, 1.959963984540054**2, rel_tol=1e-6)


def test_wilson_knows_nothing_before_the_first_game() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@given(counts, counts, counts)
def test_paired_difference_is_antisymmetric(both: int, only_a: int, only_b: int) -> None:
    boards = both + only_a + only_b
    here, there = paired(boards, only_a, only_b), paired(boards, only_b, only_a)
    assert isclose(here.difference, -there.difference, abs_tol=1e-12)
    assert here.p == there.p
    assert here.interval.low <= here.difference <= here.interval.high
