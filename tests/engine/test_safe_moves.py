"""In the midst of games a cell called safe is never a mine, and one called a mine never safe."""

from __future__ import annotations

import dataclasses
import itertools
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent.minefield import FLAG, HIDDEN, Board, Level, count_around, dumps
from mwagent.solvers import Analysis, Decision, analyse, play
from mwagent.solvers.best import ENDINGS

LEVELS = (
    *(Level(9, 9, 10), Level(16, 16, 40), Level(16, 30, 99), Level(16, 30, 130)),
    *(Level(24, 30, 200), Level(12, 12, 60), Level(1, 40, 9), Level(3, 60, 45)),
    *(Level(4, 4, 6), Level(7, 7, 0), Level(6, 6, 35)),
)
LARGE = (Level(40, 80, 640), Level(50, 50, 500), Level(100, 100, 2000))
MANNERS = ("count known", "count unknown", "flags trusted", "flags not trusted", "short of time")


def wrong(told: Analysis, board: Board, mines: NDArray[np.bool_]) -> list[str]:
    """What an analysis says that is not true, each with the board."""
    chance, best = told.mine_probability, told.decide().best
    said = [f"{cell} is called safe" for cell in told.safe if mines[cell]]
    said += [f"{cell} is called a mine" for cell in told.mines if not mines[cell]]
    said += [f"{tuple(cell)} has chance 0" for cell in np.argwhere((chance == 0) & mines)]
    said += [f"{tuple(cell)} has chance 1" for cell in np.argwhere((chance == 1) & ~mines)]
    if told.safe and best not in told.safe:
        said.append(f"best is {best}, which is not among the safe cells")
    return [f"{what}:\n{dumps(board)}" for what in said]


def game(level: Level, manner: str, rng: np.random.Generator) -> tuple[int, int, list[str]]:
    """Play by what `analyse` says: cells called safe and mines, and what is wrong of it."""
    mines = rng.permutation(np.arange(level.rows * level.cols) < level.mines)
    mines = mines.reshape(level.rows, level.cols)
    numbers, cells = count_around(mines), np.full(mines.shape, HIDDEN, np.int8)
    safe, named = 0, 0
    budget = 2.0 if manner != "short of time" else float(10 ** rng.uniform(-5, -2))
    told = None
    while (cells[~mines] > 8).any():
        opened: np.ndarray = np.array(told.safe if told is not None else ()).reshape(-1, 2)
        if not len(opened):
            opened = rng.choice(np.argwhere((cells > 8) & ~mines))[None]
        at = tuple(opened.T)
        cells[at] = numbers[at]
        shown = cells.copy()
        if manner == "flags not trusted":
            shown[(shown == HIDDEN) & (rng.random(shown.shape) < 0.1)] = FLAG
        board = Board(shown, None if manner == "count unknown" else level.mines)
        told = analyse(board, trust_flags=manner != "flags not trusted", budget=budget)
        if found := wrong(told, board, mines):
            return safe, named, found
        safe, named = safe + len(told.safe), named + len(told.mines)
        if manner == "flags trusted":
            for cell in told.mines[: int(rng.integers(0, 5))]:
                cells[cell] = FLAG
    return safe, named, []


@pytest.mark.slow
@pytest.mark.parametrize("manner", MANNERS)
def test_no_cell_is_called_wrongly(manner: str, seed: int, quick: bool) -> None:
    rng, least, safe, mines = np.random.default_rng(seed), 800 if quick else 4_000, 0, 0
    for level in itertools.cycle(LEVELS + LARGE):
        more, named, found = game(level, manner, rng)
        assert found == []
        safe, mines = safe + more, mines + named
        if safe >= least:
            break
    assert mines


@pytest.mark.drawn
@pytest.mark.slow
@pytest.mark.parametrize("strength", ["fast", "default", "max"])
def test_no_whole_game_is_lost_on_a_cell_called_safe(strength: Any, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for level in LEVELS:
        cells = np.arange(level.rows * level.cols) < level.mines
        masks = np.stack([rng.permutation(cells) for _ in range(1 if strength == "max" else 20)])
        masks[:, 0] = False
        games = play(masks.reshape(-1, level.rows, level.cols), (0, 0), strength=strength)
        assert {ENDINGS[ending] for ending in games.ending} <= {"won", "guess"}, level
        assert ((games.opened == (~masks).sum(axis=1)) == games.won).all()


@pytest.mark.parametrize(
    "lie", [{"safe": ((0, 1),)}, {"mines": ((1, 0),)}, {"decision": Decision((0, 1), "proof")}]
)
def test_a_lie_is_noticed(lie: dict[str, Any]) -> None:
    mines = np.array([[False, True], [False, False], [False, False]])
    board = Board([[1, HIDDEN], [HIDDEN, HIDDEN], [0, HIDDEN]], 1)
    honest = analyse(board)
    assert honest.safe
    assert wrong(honest, board, mines) == []
    assert wrong(dataclasses.replace(honest, **lie), board, mines)
