"""Parting problems where they hang together least: global minimum cuts of the problem graph.

The graph has the problems as nodes; two that share cells are joined by an edge whose capacity is
their Jaccard similarity (cells shared by cells in all). Source: the SAT-based Minesweeper solver
of kkew3; the cut is Stoer and Wagner's.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from itertools import combinations
from operator import attrgetter
from typing import Final

from mwagent.solvers.python.frontier import Problem

_LARGEST: Final = 200
"""Nodes of a graph above which it is halved first: hundreds of cuts of it would take seconds."""


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
