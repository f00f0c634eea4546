"""`mcsatsolver`: the problem graph cut at its weakest places, each part by SAT."""

from __future__ import annotations

from typing import Any

from solvers.classic import MinCutSolver
from solvers.cnf import contradicts, models
from solvers.frontier import Part
from solvers.registry import register
from solvers.tally import Arrangement


@register("mcsatsolver")
class McsatSolver(MinCutSolver):
    """Counts each part of the frontier by enumerating the models of a formula with MiniSat.

    What it calls safe or a mine is proven; what it may miss, beyond `max_vars` cells and
    `max_models` arrangements, is described at `MinCutSolver`.

    Source of the algorithm: https://github.com/kkew3/sat-minesweeper
    """

    def __init__(self, *, max_vars: int = 32, **shared: Any):
        super().__init__(max_vars=max_vars, **shared)

    def _arrange(self, part: Part) -> list[Arrangement] | None:
        return models(part, self.max_models)

    def _contradicts(self, part: Part) -> bool:
        return contradicts(part)
