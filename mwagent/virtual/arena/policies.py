"""Players that are no registered solvers: `MODULE:OBJECT`, a solver class or a policy."""

from __future__ import annotations

import hashlib
import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from mwagent.minefield import HIDDEN, Board, MinefieldError
from mwagent.minefield.files import read_at_most
from mwagent.solvers import Analysis, Decision, names, register
from mwagent.solvers.analysis import blank_probabilities
from mwagent.solvers.registry import UnknownSolverError, unregister

_KNOWN: set[str] = set()
_MODULE_BYTES: Final = 10_000_000
OWN: dict[str, str] = {}
"""Players that only this process can play, by name, and the version of the code of each."""

Policy = Callable[[Board], Any] | type[Any]
"""A function from a Board to the (row, col) to open, or a class with `analyse`."""


def named_player(player: Policy) -> str:
    """The name under which a function or class plays.

    It is MODULE:OBJECT where other processes can import it. Else it plays in this one alone, until
    `forget_own`; raises UnknownSolverError where its name is that of a solver.
    """
    module, name = player.__module__, player.__qualname__
    found: Any = None if module == "__main__" else sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    if found is player and "." not in name:
        return f"{module}:{name}"
    name = name.rpartition(".")[2].replace("<lambda>", "my function")
    if name in names() or name in OWN:
        raise UnknownSolverError(f"there is a solver {name!r} already; give yours another name")
    _check(name, player)
    register(name)(player if isinstance(player, type) else _solver(name, module, player))
    file = getattr(sys.modules.get(module), "__file__", None)
    # What is typed in at a prompt may change without anybody's noticing.
    code = read_at_most(file, _MODULE_BYTES) if file else os.urandom(16)
    OWN[name] = f"0+{hashlib.blake2b(code, digest_size=6).hexdigest()}"
    return name


def forget_own() -> None:
    """Forget the players that only this process can play."""
    for name in OWN:
        unregister(name)
    OWN.clear()


def _check(name: str, found: object) -> None:
    if not callable(found) or (isinstance(found, type) and not hasattr(found, "analyse")):
        raise UnknownSolverError(
            f"{name!r} is neither a class with `analyse` nor a function from a Board to a cell"
        )


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
    _check(name, found)
    register(name)(found if isinstance(found, type) else _solver(name, module, found))
    _KNOWN.add(name)


def _solver(name: str, module: str, choose: Callable[[Board], Any]) -> type[Any]:
    """A solver that proves nothing, and opens what the policy says."""

    class Opens:
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

    Opens.__module__ = module  # whose code is a part of the version
    return Opens
