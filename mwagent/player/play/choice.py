"""The next clicks: those of a planner, or others where these cannot be made or have no effect."""

from __future__ import annotations

from collections.abc import Set
from typing import Protocol

import numpy as np

from mwagent.minefield import HIDDEN, Board, Cell, Click, Stage, rules
from mwagent.player.play.game_counts import GameCounts
from mwagent.player.play.patience import IN_A_ROW
from mwagent.player.play.verdict import MISREAD, all_mines_shown
from mwagent.player.play.window import Window
from mwagent.solvers import Analysis


class Planner(Protocol):
    """From what is known of a board to clicks, as `planner.plan` and `solvers.plan_step` do."""

    def __call__(
        self, board: Board, analysis: Analysis, start: Cell | None = None, *, chords: bool = True
    ) -> list[Click]:
        """Plan the next clicks, none when nothing is left to open."""
        ...


def choose(
    window: Window,
    planner: Planner,
    board: Board,
    analysis: Analysis,
    *,
    stage: Stage,
    counts: GameCounts,
    vain: int,
) -> list[Click]:
    """Choose the next clicks; `vain` is how many times in a row clicks had no effect."""
    if stage is Stage.WAITING and vain > 1:
        return [Click(_elsewhere(board, vain))]
    # Where chords keep having no effect, cells are opened one by one.
    clicks = planner(board, analysis, counts.here, chords=window.chords and vain < 2)
    wait = 1 if all(click.cell in counts.tried for click in clicks) else IN_A_ROW
    if vain >= wait and clicks and all(click.cell in window.unread for click in clicks):
        foreign = untouched(board, window.unread, counts.tried)
        if len(foreign) <= MISREAD or all_mines_shown(board, window.unread):
            return _others(board, analysis, window.unread)
    return clicks


def _elsewhere(board: Board, vain: int) -> Cell:
    """Another cell for a first click that had no effect, or none that was understood."""
    rows, cols = board.shape
    down, across = ((0.5, 0.5), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75))[vain % 4 - 1]
    return int(rows * down), int(cols * across)


def _others(board: Board, analysis: Analysis, unread: Set[Cell]) -> list[Click]:
    """The likeliest of the cells that can be clicked, where those proven safe cannot be."""
    chances = np.where(board.cells == HIDDEN, analysis.mine_probability, np.inf)
    for cell in unread:
        chances[cell] = np.inf
    row, col = np.unravel_index(int(np.argmin(chances)), chances.shape)
    return [Click((int(row), int(col)))] if chances[row, col] < 1 else []


def untouched(board: Board, unread: Set[Cell], tried: Set[Cell]) -> set[Cell]:
    """Those of the cells not understood that nobody can have opened: they were closed before."""
    opening = rules.beside_zeros(board)
    return {cell for cell in unread - tried if not opening[cell]}
