"""`mcsatsolver`: the problem graph cut at its weakest places, each part by SAT."""

from __future__ import annotations

from collections.abc import Sequence

from minefield import Board
from solvers.analysis import Analysis
from solvers.classic import infer
from solvers.cnf import contradicts, models
from solvers.frontier import Part, Problem
from solvers.guessing import Habits, at_least_one
from solvers.mincut import load
from solvers.partition import count_in_parts
from solvers.registry import register
from solvers.tally import Arrangement, Tally


@register("mcsatsolver")
class McsatSolver:
    """Counts each part of the frontier by enumerating the models of a formula with MiniSat.

    Numbers become problems "k mines among these cells"; single-number rules solve the trivial
    ones. The others are nodes of a graph with Jaccard similarity as capacity, which is bisected
    along global minimum cuts while a connected part has more than `max_vars` cells.

    What it calls safe or a mine is proven. It finds everything that can be proven without the
    mine count while no part has more than `max_vars` cells, or more than `max_models`
    arrangements; beyond that it may miss some, and its probabilities are estimates. Arrangements
    weigh the same, unless at most `consider_mines_th` mines are left: then the mine count is used
    and everything is exact.

    Source of the algorithm: https://github.com/kkew3/sat-minesweeper
    """

    def __init__(
        self,
        *,
        max_vars: int = 32,
        max_models: int = 10_000,
        consider_mines_th: int = 5,
        guess_edge_weight: float = 2.0,
        aggressive_guess_max_mine_density: float = 0.0,
        aggressive_guess_min_empty_density: float = 1.0,
    ):
        load()
        self.max_vars = at_least_one("max_vars", max_vars)
        self.max_models = at_least_one("max_models", max_models)
        self.habits = Habits(
            consider_mines_th,
            guess_edge_weight,
            aggressive_guess_max_mine_density,
            aggressive_guess_min_empty_density,
        )

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        return infer(board, self.habits, self._count)

    def _count(self, problems: Sequence[Problem]) -> list[Tally]:
        return count_in_parts(problems, self.max_vars, self._arrange, contradicts)

    def _arrange(self, part: Part) -> list[Arrangement] | None:
        return models(part, self.max_models)
