"""`fullsatsolver`: the whole board as one formula, the cells constant over its models."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from mwagent.minefield import Board
from mwagent.solvers.analysis import Analysis
from mwagent.solvers.python.classic import ClassicSolver, ContradictionError, infer
from mwagent.solvers.python.cnf import Formula
from mwagent.solvers.python.frontier import Part, PartCount, Problem
from mwagent.solvers.registry import register

_FIRST_LOOK: Final = 256
"""Models enumerated before it is known whether a guess is needed at all."""


@register("fullsatsolver")
class FullsatSolver(ClassicSolver):
    """Turns the board into a formula with cardinality constraints and enumerates its models.

    Models are found by MiniSat through python-sat. Numbers that share no cell do not touch each
    other's variables, so that the models of the whole board are the products of the models of its
    connected parts; each part has at most `max_models` enumerated.

    What it calls safe or a mine is proven, and it finds everything that can be proven without the
    mine count: where models are left over, the cells constant so far are asked for one by one.
    Arrangements weigh the same, unless at most `consider_mines_th` mines are left and all models
    were enumerated: then the mine count joins and everything is exact. Where something is safe
    there is no need to guess, and parts with many models have their probabilities estimated from
    the first few.

    Source of the algorithm: https://github.com/kkew3/sat-minesweeper
    """

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        few = min(_FIRST_LOOK, self.max_models)
        analysis = infer(board, self.habits, partial(_count, limit=few))
        if analysis.safe or analysis.exact or few == self.max_models:
            return analysis
        return infer(board, self.habits, partial(_count, limit=self.max_models))


def _count(problems: Sequence[Problem], limit: int) -> list[PartCount]:
    part = Part(problems)
    with Formula(part) as formula:
        formula.enumerate(limit)
        if not formula.found:
            raise ContradictionError(problems)
        tally = PartCount(part, formula.found, formula.complete)
        if not formula.complete:
            tally.never = [i for i in tally.never if not formula.possible(i, mines=1)]
            tally.always = [i for i in tally.always if not formula.possible(i, mines=0)]
        return [tally]
