"""Solvers of other packages: loaded by their entry points, and not taken at their word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mwagent.minefield import HIDDEN, MinefieldError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from mwagent.minefield import Board
    from mwagent.solvers.analysis import Analysis


class BrokenSolverError(MinefieldError):
    """A solver of another package that cannot be loaded, fails, or gives no analysis."""


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
    """A solver of another package: where it fails, or gives what is no analysis, it is named.

    That a cell is safe cannot be checked in general; that it is hidden, and on the board, is.
    """

    def __init__(self, name: str, solver: Any):
        self.name = name
        self.solver = solver

    def analyse(self, board: Board) -> Analysis:
        """Ask the solver; raises BrokenSolverError, and its own MinefieldErrors."""
        from mwagent.solvers.analysis import Analysis  # numpy

        try:
            analysis = self.solver.analyse(board)
            best = analysis.decide().best if isinstance(analysis, Analysis) else None
        except MinefieldError:
            raise
        except Exception as error:  # whatever somebody else's solver does
            raise BrokenSolverError(
                f"the solver {self.name!r} failed on a board of {board.shape[0]} rows and "
                f"{board.shape[1]} columns: {type(error).__name__}: {error}"
            ) from error
        if not isinstance(analysis, Analysis):
            kind = type(analysis).__name__
            raise BrokenSolverError(f"the solver {self.name!r} gives a {kind}, not an Analysis")
        if analysis.mine_probability.shape != board.shape:
            raise BrokenSolverError(
                f"the solver {self.name!r} gives probabilities of shape "
                f"{analysis.mine_probability.shape} for a board of shape {board.shape}"
            )
        named = (*analysis.safe, *([] if best is None else [best]))
        for row, col in named:
            on_board = 0 <= row < board.shape[0] and 0 <= col < board.shape[1]
            if not on_board or board.cells[row, col] != HIDDEN:
                raise BrokenSolverError(
                    f"the solver {self.name!r} wants to open {(row, col)}, which is no hidden cell"
                )
        return analysis
