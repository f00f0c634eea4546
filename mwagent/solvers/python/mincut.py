"""`mcdfssolver` and `mcsatsolver`: the frontier taken apart where it hangs together least.

The graph has the problems as nodes; two that share cells are joined by an edge whose capacity is
their Jaccard similarity (cells shared by cells in all). Source: the SAT-based Minesweeper solver
of kkew3; the cut is Stoer and Wagner's.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from itertools import combinations
from operator import attrgetter
from typing import Any, Final

from mwagent.minefield import Board
from mwagent.solvers.analysis import Analysis
from mwagent.solvers.python import cnf, search
from mwagent.solvers.python.classic import ClassicSolver, ContradictionError, infer
from mwagent.solvers.python.frontier import Arrangement, Part, PartCount, Problem
from mwagent.solvers.python.guessing import at_least_one
from mwagent.solvers.registry import register

_LARGEST: Final = 200
"""Nodes of a graph above which it is halved first: hundreds of cuts of it would take seconds."""


class MinCutSolver(ClassicSolver, ABC):
    """Takes the frontier apart along minimum cuts; how a part is counted differs.

    Numbers become problems "k mines among these cells"; single-number rules solve the trivial
    ones. The others are nodes of a graph with Jaccard similarity as capacity, which is bisected
    along global minimum cuts while a connected part has more than `max_vars` cells.

    What it calls safe or a mine is proven. It finds everything that can be proven without the
    mine count while no part has more than `max_vars` cells, or more than `max_models`
    arrangements; beyond that it may miss some, and its probabilities are estimates. Arrangements
    weigh the same, those with which the mine count cannot be met left out, unless at most
    `consider_mines_th` mines are left: then the mine count is used and everything is exact.
    """

    def __init__(self, *, max_vars: int, **shared: Any):
        super().__init__(**shared)
        self.max_vars = at_least_one("max_vars", max_vars)

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        return infer(board, self.habits, self._count)

    @staticmethod
    @abstractmethod
    def arrange(part: Part, limit: int) -> list[Arrangement] | None:
        """List the arrangements of a part, or None when there are more than `limit`."""

    @staticmethod
    @abstractmethod
    def contradicts(part: Part) -> bool:
        """Whether a part has no arrangement."""

    def _count(self, problems: Sequence[Problem]) -> list[PartCount]:
        """Count connected problems, bisecting those with too many cells or arrangements.

        What holds in all arrangements of a part is certain, since the problems of the other parts
        can only rule out more of them; the shares are estimates when there is more than one part.
        """
        queue = [list(problems)]
        tallies = []
        while queue:
            piece = queue.pop()
            part = Part(piece)
            found = None
            if len(piece) == 1 or part.cell_count <= self.max_vars:
                found = self.arrange(part, self.max_models)
            if found is None:
                queue += bisect(piece)
            elif found:
                tallies.append(PartCount(part, found))
            else:
                raise ContradictionError(piece)
        if len(tallies) > 1 and self.contradicts(Part(problems)):
            raise ContradictionError(problems)
        return tallies


@register("mcdfssolver")
class McdfsSolver(MinCutSolver):
    """Counts each part of the frontier by depth-first search with pruning.

    What it calls safe or a mine is proven; what it may miss, beyond `max_vars` cells and
    `max_models` arrangements, is described at `MinCutSolver`.

    Source of the algorithm: https://github.com/kkew3/sat-minesweeper
    """

    arrange = staticmethod(search.arrangements)
    contradicts = staticmethod(search.contradicts)

    def __init__(self, *, max_vars: int = 24, **shared: Any):
        super().__init__(max_vars=max_vars, **shared)


@register("mcsatsolver")
class McsatSolver(MinCutSolver):
    """Counts each part of the frontier by enumerating the models of a formula with MiniSat.

    What it calls safe or a mine is proven; what it may miss, beyond `max_vars` cells and
    `max_models` arrangements, is described at `MinCutSolver`.

    Source of the algorithm: https://github.com/kkew3/sat-minesweeper
    """

    arrange = staticmethod(cnf.models)
    contradicts = staticmethod(cnf.contradicts)

    def __init__(self, *, max_vars: int = 32, **shared: Any):
        super().__init__(max_vars=max_vars, **shared)


def load() -> None:
    """Load the graph library ahead of time, where moves are timed: the first cut need not wait."""
    import_module("igraph")


def bisect(problems: Sequence[Problem]) -> tuple[list[Problem], list[Problem]]:
    """Part two or more connected problems into two sides, along a global minimum cut.

    More problems than ever hang together in play are halved between two rows of the board.
    """
    if len(problems) > _LARGEST:
        rows = sorted(problems, key=attrgetter("number"))
        return rows[: len(rows) // 2], rows[len(rows) // 2 :]
    import igraph  # not with the module: listing the solvers need not wait for it

    shared: dict[tuple[int, int], int] = {}
    touching: dict[int, list[int]] = {}
    for index, problem in enumerate(problems):
        for cell in problem.cells:
            touching.setdefault(cell, []).append(index)
    for indices in touching.values():
        for pair in combinations(indices, 2):
            shared[pair] = shared.get(pair, 0) + 1
    sizes = [len(problem.cells) for problem in problems]
    capacity = [both / (sizes[a] + sizes[b] - both) for (a, b), both in shared.items()]
    graph = igraph.Graph(n=len(problems), edges=list(shared))
    cut = graph.mincut(capacity=capacity)
    left, right = cut.partition
    return [problems[i] for i in left], [problems[i] for i in right]
