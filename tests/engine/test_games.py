"""Games on odd boards, and games played move by move by the rules of `minefield`."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent.minefield import LEVELS, Click, FirstClick, Game, Level, Stage, random_mines
from mwagent.solvers import analyse
from mwagent.solvers.best import ENDINGS, play


def laid(level: Level, games: int, seed: int, rule: FirstClick) -> NDArray[np.bool_]:
    rng = np.random.default_rng(seed)
    return np.array([random_mines(level, rng, (0, 0), rule) for _ in range(games)])


@pytest.mark.parametrize(
    ("level", "games"),
    [
        (LEVELS["beginner"], 400),
        (LEVELS["intermediate"], 60),
        (Level(5, 5, 12), 300),
        (Level(1, 12, 4), 100),
        (Level(7, 7, 0), 5),
        (Level(6, 6, 35), 20),
    ],
    ids=str,
)
def test_odd_boards_are_lost_by_guesses_only(level: Level, games: int) -> None:
    played = play(laid(level, games, 7, FirstClick.SAFE), (0, 0), strength="fast")
    endings = {ENDINGS[ending] for ending in played.ending}
    assert endings <= {"won", "guess"}
    to_open = level.rows * level.cols - level.mines
    assert (played.opened[played.won] == to_open).all()
    assert (played.opened[~played.won] < to_open).all()


def test_the_same_move_by_move_as_by_the_rules() -> None:
    level = Level(8, 8, 12)
    for mines in laid(level, 12, 3, FirstClick.OPEN):
        game = Game.from_mines(mines)
        game.play(Click((0, 0)))
        while game.stage is Stage.ONGOING:
            analysis = analyse(game.board, strength="fast")
            assert not any(mines[cell] for cell in analysis.safe)
            assert all(mines[cell] for cell in analysis.mines)
            assert analysis.decide().best is not None
            for cell in analysis.safe or (analysis.decide().best,):
                game.play(Click(cell))
        assert game.stage in (Stage.WON, Stage.LOST)
