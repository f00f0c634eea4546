"""`mcdfssolver`: the problem graph cut at its weakest places, each part by depth-first search."""

from __future__ import annotations

from typing import Any

from mwagent.solvers.python.classic import MinCutSolver
from mwagent.solvers.python.frontier import Part
from mwagent.solvers.python.part_count import Arrangement
from mwagent.solvers.python.search import arrangements, contradicts
from mwagent.solvers.registry import register


@register("mcdfssolver")
class McdfsSolver(MinCutSolver):
    """Counts each part of the frontier by depth-first search with pruning.

    What it calls safe or a mine is proven; what it may miss, beyond `max_vars` cells and
    `max_models` arrangements, is described at `MinCutSolver`.

    Source of the algorithm: https://github.com/kkew3/sat-minesweeper
    """

    def __init__(self, *, max_vars: int = 24, **shared: Any):
        super().__init__(max_vars=max_vars, **shared)

    def _arrange(self, part: Part) -> list[Arrangement] | None:
        return arrangements(part, self.max_models)

    def _contradicts(self, part: Part) -> bool:
        return contradicts(part)
