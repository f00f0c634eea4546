"""What the rules of a board say where its mines are known by their density, or contradict it."""

from __future__ import annotations

from typing import Final

import numpy as np

from mwagent.minefield import FLAG, Board, Cell
from mwagent.solvers.analysis import TOTAL, Analysis, Candidate, Decision, InconsistentBoardError
from mwagent.solvers.rulesystem import NAMED, ContradictionError, RuleError, RuleSystem, joined

_MOST_CELLS: Final = 10_000
_CLASH: Final = 0.5
"""Cells of a board and seconds within which a smallest contradiction is looked for."""


def inconsistent(board: Board, trouble: int, trust_flags: bool = True) -> InconsistentBoardError:
    """Say what the engine found at fault: `trouble` is the index of a number, or TOTAL."""
    if trouble == TOTAL:
        return InconsistentBoardError(
            f"the board cannot hold {board.mines} mines: the numbers that are open do not fit "
            f"this total; check the mine count"
        )
    row, col = divmod(trouble, board.shape[1])
    number = f"the {board[row, col]} at ({row}, {col})"
    plain = (
        f"{number} cannot be met: the numbers and mines around it contradict each other; check "
        f"what was read there"
    )

    def whole() -> str:
        clash = clashing(board, trust_flags)
        if clash is None:
            return plain
        return f"{number} cannot be met: {clash} cannot all be right; check what was read there"

    return InconsistentBoardError(plain, (row, col), whole)


def clashing(board: Board, trust_flags: bool) -> str | None:
    """Name the smallest set of numbers and flags on a board that cannot all be right.

    None where there is none, where it is one number alone, or where it takes too long to find.
    """
    if board.cells.size > _MOST_CELLS:
        return None
    try:
        RuleSystem.of_board(board, trust_flags=trust_flags).analyse(budget=_CLASH)
    except ContradictionError as error:
        names = [rule.called for rule in error.rules]
        if not names or len(names) > NAMED or len(names) + error.total < 2:
            return None
        return joined([*names, *([f"{board.mines} mines in all"] if error.total else [])])
    except RuleError:  # a total that cannot be
        return None
    return None


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
