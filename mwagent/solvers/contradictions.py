"""What is said of a board that contradicts itself."""

from __future__ import annotations

from typing import Final

from mwagent.minefield import Board
from mwagent.solvers.analysis import TOTAL, InconsistentBoardError
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
