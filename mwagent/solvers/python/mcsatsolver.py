"""`mcsatsolver`: the problem graph cut at its weakest places, each part by SAT."""

from __future__ import annotations

from typing import Any

from mwagent.solvers.python.classic import MinCutSolver
from mwagent.solvers.python.cnf import contradicts, models
from mwagent.solvers.python.frontier import Part
from mwagent.solvers.python.part_count import Arrangement
from mwagent.solvers.registry import register


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
