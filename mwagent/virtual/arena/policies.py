"""Players that are no registered solvers: `MODULE:OBJECT`, a solver class or a policy."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mwagent.minefield import HIDDEN, Board, MinefieldError
from mwagent.solvers import Analysis, Decision, register
from mwagent.solvers.analysis import blank_probabilities
from mwagent.solvers.registry import UnknownSolverError

_KNOWN: set[str] = set()


def bring_in(name: str) -> None:
    """Register the solver of a name such as `my_module:play`; other names are left alone.

    The object is a class with `analyse`, as registered solvers are, or a function from a Board to
    the (row, col) to open. Its module is looked for in the working folder too. Only the arena takes
    such names: to import what a request asks for would let anyone run anything.
    """
    module, colon, attribute = name.partition(":")
    if not colon or name in _KNOWN:
        return
    if (folder := str(Path.cwd())) not in sys.path:
        sys.path.append(folder)
    try:
        found = getattr(importlib.import_module(module), attribute)
    # A module of somebody else's: anything may go wrong in it, and it may be a program that ends.
    except (Exception, SystemExit) as error:
        raise UnknownSolverError(
            f"{name!r} cannot be imported: {type(error).__name__}: {error}"
        ) from None
    if not callable(found) or (isinstance(found, type) and not hasattr(found, "analyse")):
        raise UnknownSolverError(
            f"{name!r} is neither a class with `analyse` nor a function from a Board to a cell"
        )
    register(name)(found if isinstance(found, type) else _solver(name, module, found))
    _KNOWN.add(name)


def _solver(name: str, module: str, choose: Callable[[Board], Any]) -> type[Any]:
    """A solver that proves nothing, and opens what the policy says."""

    class Policy:
        def analyse(self, board: Board) -> Analysis:
            cell = choose(board)
            try:
                row, col = map(int, cell)
            except (TypeError, ValueError):
                raise MinefieldError(f"{name} gives {cell!r}; give (row, col)") from None
            rows, cols = board.shape
            if not (0 <= row < rows and 0 <= col < cols and board.cells[row, col] == HIDDEN):
                raise MinefieldError(f"{name} opens {(row, col)}, which is no hidden cell")
            blank = blank_probabilities(board)
            return Analysis(blank, (), (), Decision((row, col), "guess"), board=board)

    Policy.__module__ = module  # whose code is a part of the version
    return Policy
