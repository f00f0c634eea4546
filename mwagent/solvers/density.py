"""A board whose number of mines is unknown, but not how dense they lie."""

from __future__ import annotations

from typing import Final

import numpy as np

from mwagent.minefield import FLAG, Board, Cell
from mwagent.solvers.analysis import Analysis, Candidate, Decision, InconsistentBoardError
from mwagent.solvers.rulesystem import ContradictionError, RuleSystem

_WEIGHED: Final = 8
"""Cells that are listed as candidates."""


def analyse_by_density(board: Board, density: float, trust_flags: bool, budget: float) -> Analysis:
    """Analyse a board of which every hidden cell is a mine with probability `density` beforehand.

    Probabilities are exact unless the answer says otherwise; where no cell is safe, the guess is
    the one least likely to be a mine. Raises RuleError for a density that is none, and
    InconsistentBoardError.
    """
    plain = Board(board.cells)
    system = RuleSystem.of_board(plain, density=density, trust_flags=trust_flags)
    try:
        answer = system.analyse(budget=budget)
    except ContradictionError as error:
        raise InconsistentBoardError(str(error)) from None
    matrix = np.full(board.shape, np.nan)
    chances: dict[Cell, float] = {}
    for cell, p in answer.mine_probability.items():
        assert isinstance(cell, tuple)
        matrix[cell] = p
        chances[cell] = p
    safest = sorted((cell for cell, p in chances.items() if p < 1), key=chances.__getitem__)
    safe = tuple(cell for cell in safest if chances[cell] == 0)
    known = (FLAG,) if trust_flags else ()
    return Analysis(
        matrix,
        safe,
        tuple(
            c for c, p in chances.items() if p == 1 and board.unopened[c] and board[c] not in known
        ),
        Decision(
            safest[0] if safest else None,
            "proof" if safe else "guess",
            candidates=()
            if safe
            else tuple(Candidate(c, chances[c], 1 - chances[c]) for c in safest[:_WEIGHED]),
            complete=answer.exact,
        ),
        answer.exact,
        board,
    )
