"""Solvers of other packages: loaded by their entry points, and not taken at their word."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from mwagent.minefield import FLAG, HIDDEN, MinefieldError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from mwagent.minefield import Board, Cell
    from mwagent.solvers.analysis import Analysis

ANSWER_SECONDS: Final = 60.0
"""Seconds that such a solver may take for an analysis."""


class BrokenSolverError(MinefieldError):
    """A solver of another package that cannot be loaded, fails, hangs, or is wrong."""


def load(entry: EntryPoint) -> type[Any]:
    """The class that an entry point names; raises BrokenSolverError."""
    whose = f"the solver {entry.name!r}, {entry.value} of another package,"
    try:
        found = entry.load()
    except Exception as error:  # whatever somebody else's module does
        raise BrokenSolverError(
            f"{whose} cannot be loaded: {type(error).__name__}: {error}"
        ) from error
    if not isinstance(found, type) or not callable(getattr(found, "analyse", None)):
        raise BrokenSolverError(
            f"{whose} is no class with a method `analyse`; the entry point is to name one: "
            f'{entry.name} = "package.module:Class"'
        )
    return found


class Checked:
    """A solver of another package: where it fails, hangs, or is wrong, one sentence names it.

    `judge` makes the solver that tells whether what it calls proven is, where that can be counted.
    `seconds` is the CPU time that the last answer took, checks left out.
    """

    def __init__(self, name: str, solver: Any, judge: Callable[[], Any]):
        self.name = name
        self.solver = solver
        self.seconds = 0.0
        self._make_judge = judge

    def analyse(self, board: Board) -> Analysis:
        """Ask the solver; raises BrokenSolverError, and its own MinefieldErrors."""
        analysis, best = self._answer(board)
        if analysis.mine_probability.shape != board.shape:
            raise self._broken(
                f"gives probabilities of shape {analysis.mine_probability.shape} for a board of "
                f"shape {board.shape}"
            )
        for cell in (*analysis.safe, *([] if best is None else [best])):
            if not _shows(board, cell, HIDDEN):
                raise self._broken(f"wants to open {cell}, which is no hidden cell")
        for cell in analysis.mines:
            if not _shows(board, cell, HIDDEN, FLAG):
                raise self._broken(f"calls {cell} a mine, which is no hidden cell")
        self._hold_to_proof(board, analysis)
        return analysis

    def _answer(self, board: Board) -> tuple[Analysis, Cell | None]:
        """Its analysis and the cell it would open, within ANSWER_SECONDS seconds.

        It is asked in a thread of its own: one that never answers can be left behind.
        """
        from mwagent.solvers.analysis import Analysis  # numpy

        answers: list[Any] = []
        raised: list[BaseException] = []

        def ask() -> None:
            start = time.thread_time()
            try:
                given = self.solver.analyse(board)
                best = given.decide().best if isinstance(given, Analysis) else None
                answers.append((given, best))
            except BaseException as error:  # whatever somebody else's solver does
                raised.append(error)
            self.seconds = time.thread_time() - start

        thread = threading.Thread(target=ask, name=self.name, daemon=True)
        thread.start()
        thread.join(ANSWER_SECONDS)
        on = f"on a board of {board.shape[0]} rows and {board.shape[1]} columns"
        if thread.is_alive():
            raise self._broken(f"has not answered for {ANSWER_SECONDS:g} s {on}")
        for error in raised:
            if isinstance(error, MinefieldError):
                raise error
            raise self._broken(f"failed {on}: {type(error).__name__}: {error}") from error
        analysis, best = answers[0]
        if not isinstance(analysis, Analysis):
            raise self._broken(f"gives a {type(analysis).__name__}, not an Analysis")
        return analysis, best

    def _hold_to_proof(self, board: Board, analysis: Analysis) -> None:
        """Raise BrokenSolverError where what it calls proven is not, by exact counting."""
        if not analysis.safe and not analysis.mines:
            return
        try:
            counted = self._make_judge().analyse(board)
        except MinefieldError:  # the board contradicts itself: anything follows
            return
        if not counted.exact:
            return
        for cells, what, wanted in ((analysis.safe, "safe", 0.0), (analysis.mines, "a mine", 1.0)):
            for row, col in cells:
                chance = float(counted.mine_probability[row, col])
                if not math.isclose(chance, wanted, abs_tol=1e-9):
                    raise self._broken(
                        f"calls {(row, col)} {what}, which is not proven: it is a mine with a "
                        f"probability of {chance:.4g}"
                    )

    def _broken(self, what: str) -> BrokenSolverError:
        return BrokenSolverError(f"the solver {self.name!r} {what}")


def _shows(board: Board, cell: Cell, *codes: int) -> bool:
    """Whether a cell is on the board and has one of these codes."""
    row, col = cell
    on_board = 0 <= row < board.shape[0] and 0 <= col < board.shape[1]
    return on_board and int(board.cells[row, col]) in codes
