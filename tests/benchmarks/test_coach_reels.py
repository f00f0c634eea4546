"""What the measurement of the coach counts as shown."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from benchmarks.live.coach import Score, compare, unshown
from benchmarks.live.coach_reels import Played, Reel, Shown, Truth
from mwagent.gamebook import GameRecord, Move
from mwagent.minefield import Board, Stage
from mwagent.vision.lattice import Lattice


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
    assert "50.0 %" in score.row().values()


def test_a_press_is_unshown_where_no_picture_shows_its_cell_otherwise() -> None:
    plain = np.full((20, 60, 3), 200, np.uint8)
    opened = plain.copy()
    opened[5:15, 25:35] = 20
    frames = [
        (at, cv2.imencode(".png", one)[1].tobytes()) for at, one in enumerate([plain, opened])
    ]
    shown = Shown(Reel([(float(at), png) for at, png in frames]), Lattice(0, 0, 20, 20, 1, 3))
    one = Played([Truth("open", (0, n), 0.9, frozenset({(0, n)})) for n in (0, 1)])
    assert unshown([one], [0.0, 1.0], shown) == {id(one.moves[0])}


def told(*boards: str) -> Played:
    """A round of one press for each board after the first, a second apart, lost at the end."""
    states = [(float(n) + 0.5, rows.split()) for n, rows in enumerate(boards)]
    moves = [Truth("open", (0, n), float(n), frozenset({(0, n)})) for n in range(len(boards))]
    return Played(moves, "lost", states)


@pytest.mark.parametrize("stage", [Stage.WON, Stage.LOST])
def test_a_mine_that_is_opened_once_all_else_is_open_is_no_move_of_the_game(stage: Stage) -> None:
    one, score = told("1#", "1#", "1*"), Score("a page")
    assert one.cleared() == 0.5
    game = GameRecord(Board.parse("##"), "a test", stage=stage)
    game.moves = [Move("open", (0, 0), 0.0, (), ((0, 0, 1),))]
    compare(score, [one], [game])
    assert (score.truth, score.found, score.invented) == (1, 1, 0)
    assert (score.ends, score.ended) == (1, 1)


def test_what_is_done_on_a_page_that_begins_anew_at_once_is_not_told() -> None:
    one, score = told("1##", "###"), Score("a page")
    one.moves.pop()
    moves = [Move("open", (0, n), float(n), (), ((0, n, 1),)) for n in (0, 1)]
    compare(score, [one], [GameRecord(Board.parse("###"), "a test", moves=moves)])
    assert one.anew() == [(0.5, 1.5)] and (score.found, score.invented) == (1, 0)


def test_a_page_whose_numbers_contradict_each_other_is_not_counted() -> None:
    one, score = told("0#1 0#1"), Score("a page")
    assert one.unruly() and not told("##", "1#").unruly()
    move = Move("open", (0, 0), 0.0, (), ((0, 0, 0),))
    compare(score, [one], [GameRecord(Board.parse("##"), "a test", moves=[move])])
    assert score.truth == score.invented == 0 and score.note
