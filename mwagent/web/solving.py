"""The solvers of the registry as plain data: which there are, and what one says of a board."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from dataclasses import dataclass

from mwagent import solvers
from mwagent.minefield import Board
from mwagent.solvers.analysis import to_json
from mwagent.solvers.foreign import BrokenSolverError
from mwagent.solvers.registry import Option, solver_class
from mwagent.web import messages


@dataclass(frozen=True, slots=True)
class Question:
    """A board, and the solver that is asked about it."""

    solver: str
    options: Mapping[str, object]
    board: Board


def solver_list(_: object = None) -> list[messages.Solver]:
    """All registered solvers with their options; gives the answer of `GET /api/solvers`."""
    return [
        {
            "name": name,
            "about": (inspect.getdoc(solver_class(name)) or "").split("\n\n")[0].replace("\n", " "),
            "options": [_option(option) for option in solvers.options(name).values()],
        }
        for name in solvers.names()
        if _usable(name)
    ]


def _usable(name: str) -> bool:
    """Whether a solver can be loaded: one of another package may be broken."""
    try:
        solver_class(name)
    except BrokenSolverError:
        return False
    return True


def analysis_of(question: Question) -> messages.Analysis:
    """Ask a solver about a board; gives the answer of `POST /api/solve`.

    Raises SolverOptionError and InconsistentBoardError.
    """
    try:
        solver = solvers.create(question.solver, question.options)
        analysis = solver.analyse(question.board)
    except OverflowError as error:
        raise solvers.SolverOptionError(f"{question.solver}: {error}") from None
    told: messages.Analysis = json.loads(to_json(analysis))
    return told


_JSON_NAMES = {kind: name for name, kind in messages.JSON_TYPES.items()}


def _option(option: Option) -> messages.Option:
    return {
        "name": option.name,
        "types": [_JSON_NAMES[kind] for kind in option.types],
        "default": option.default,  # type: ignore[typeddict-item]
    }
