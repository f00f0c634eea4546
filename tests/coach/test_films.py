"""A coach watches films, most in unseen looks: two rounds at one level, one at another."""

from __future__ import annotations

import pytest

from benchmarks.live.coach_films import watched
from testbed.drawn_games import CLASSIC
from testbed.drawn_kinds import Look


@pytest.mark.drawn
@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize(
    "kind", ["plain", "pictured", "narrow-end", "on-balls", "chequered", "glowing", CLASSIC]
)
def test_moves_of_a_film_are_found(kind: str) -> None:
    """With a pointer on them, a level switched in mid-game, and every end on its own."""
    score = watched(Look(kind, 2000), 15, 3)
    assert score.truth > 20
    assert score.found >= 0.95 * score.truth, score.odd
    assert score.wrong + score.invented <= 0.1 * score.truth, score.odd
    assert score.ends == score.ended, score.odd


class Small(Look):
    """Cells that are hardly larger than the pointer."""

    pitch = 24


@pytest.mark.long
@pytest.mark.slow
def test_a_skin_that_is_known_is_read_beneath_the_pointer() -> None:
    """Nothing is waited for there, which would give moves the time at which the pointer left."""
    score = watched(Small(CLASSIC, 1), 30, 1)
    assert score.truth > 20
    assert score.late <= 0.1 * score.truth, score.odd


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("seed", [3001, 4003])
def test_another_level_of_a_known_skin_takes_the_place_of_a_finished_game(seed: int) -> None:
    score = watched(Look(CLASSIC, seed), 15, 1)
    assert score.missed == 0, score.odd
    assert score.found >= 0.95 * score.truth, score.odd
    assert score.ends == score.ended, score.odd


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize(
    ("kind", "look"),
    [("chequered", 14000), ("on-balls", 12000), ("without-lines", 14000), ("without-lines", 18000)],
)
def test_a_smaller_level_takes_the_place_of_a_larger_one(kind: str, look: int) -> None:
    """Its frame is as wide as cells are, or it is first found when some of it is open."""
    score = watched(Look(kind, look), 15, 1)
    assert score.truth > 20
    assert score.found >= 0.9 * score.truth, score.odd
    assert score.wrong + score.invented <= 0.05 * score.truth, score.odd
    assert score.ends == score.ended, score.odd
