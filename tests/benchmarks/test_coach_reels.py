"""What the measurement of the coach counts as shown."""

from __future__ import annotations

from benchmarks.live.coach import Score, compare, unshown
from benchmarks.live.coach_reels import Played, Truth
from mwagent.gamebook import GameRecord, Move
from mwagent.minefield import Board


def played(*seconds: float) -> Played:
    return Played(
        [Truth("open", (0, n), at, frozenset({(0, n)})) for n, at in enumerate(seconds)], ""
    )


def test_a_press_is_unshown_where_no_picture_came_before_the_next() -> None:
    one = played(1.0, 2.0, 3.0)
    assert unshown([one], [0.5, 1.2, 3.2]) == {id(one.moves[1])}
    # Pictures of something else, or just after the next press, may show it: it counts.
    assert not unshown([one], [1.2, 2.9, 3.2])
    assert not unshown([one], [1.2, 3.04, 3.2])


def test_a_press_that_no_picture_shows_counts_neither_as_found_nor_as_missed_of_the_share() -> None:
    one, score = played(1.0, 2.0, 3.0), Score("a page", pictures=[1.2, 3.2])
    moves = [Move("open", (0, n), float(n + 1), (), ((0, n, 1),)) for n in (0, 1)]
    game = GameRecord(Board.parse("###"), "a test", moves=moves)
    compare(score, [one], [game])
    assert (score.found, score.missed, score.unshown) == (2, 1, 1)
    assert "50.0 %" in score.row()
