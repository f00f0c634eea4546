"""`best` and `exactsolver`: exact counting in C++, and the guess that wins most games.

Hidden cells that touch the same numbers are merged in classes; a sweep over the classes counts all
arrangements of each connected part without enumerating them; parts combine by convolution with the
number of mines. See the files in `engine/`, one per idea.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from minefield import FLAG, HIDDEN, Board, Cell
from solvers import _engine
from solvers.analysis import Analysis, Candidate, InconsistentBoardError
from solvers.registry import register

_WORK = 150_000_000  # multiply-adds before a position is answered approximately, about a second
_TOTAL = -2  # the engine's word for "the mine count is at fault"


def analyse(
    board: Board | ArrayLike, mines: int | None = None, *, trust_flags: bool = True
) -> Analysis:
    """Give exact mine probabilities and the best cell to open.

    `board` is a Board, or a (rows, cols) matrix of CSV codes with `mines` the total number of
    mines (None: unknown, all arrangements weigh the same). Flags count as mines unless
    `trust_flags` is False. Raises InconsistentBoardError naming a number that cannot be met, and
    BoardFormatError for a matrix that is no board.
    """
    table = board if isinstance(board, Board) else Board(board, mines)
    if mines is not None and table.mines != mines:
        table = Board(table.cells, mines, table.first)
    total = -1 if table.mines is None else table.mines
    trouble, exact, _, matrix = _engine.probabilities(table.cells, total, trust_flags, _WORK)
    if trouble != -1:
        raise _inconsistent(table, trouble)
    unopened = table.cells == HIDDEN
    if not trust_flags:
        unopened |= table.cells == FLAG
    safe = _cells(unopened & (matrix == 0))
    closed = _cells(unopened & (matrix == 1))
    best: Cell | None = safe[0] if safe else None
    candidates: tuple[Candidate, ...] = ()
    if best is None:
        open_to_choice = np.argwhere(unopened & (matrix < 1))
        ranked = sorted((float(matrix[r, c]), int(r), int(c)) for r, c in open_to_choice)[:8]
        candidates = tuple(Candidate((r, c), p, 1 - p) for p, r, c in ranked)
        best = candidates[0].cell if candidates else None
    return Analysis(
        matrix, safe, closed, best, "proof" if safe else "guess", None, exact, candidates
    )


def win_probability(board: Board) -> float | None:
    """Give the probability of winning with best play, None where it is not known exactly.

    Raises InconsistentBoardError as `analyse` does.
    """
    return analyse(board).win_probability


@register("exactsolver")
class ExactSolver:
    """Exact probabilities; the safest cell is the guess."""

    def __init__(self, *, trust_flags: bool = True):
        self.trust_flags = trust_flags

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        return analyse(board, trust_flags=self.trust_flags)


@register("best")
class BestSolver:
    """Exact probabilities, endgames searched to the end, and the guess that wins most games."""

    def __init__(self, *, trust_flags: bool = True):
        self.trust_flags = trust_flags

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        return analyse(board, trust_flags=self.trust_flags)


def _cells(mask: np.ndarray) -> tuple[Cell, ...]:
    return tuple((int(r), int(c)) for r, c in np.argwhere(mask))


def _inconsistent(board: Board, trouble: int) -> InconsistentBoardError:
    if trouble == _TOTAL:
        return InconsistentBoardError(
            f"the board cannot hold {board.mines} mines: the numbers that are open do not fit "
            f"this total; check the mine count"
        )
    row, col = divmod(trouble, board.shape[1])
    return InconsistentBoardError(
        f"the {board[row, col]} at ({row}, {col}) cannot be met: the numbers and mines around it "
        f"contradict each other; check what was read there",
        (row, col),
    )
