"""Solvers: Board in, Analysis out, found by name in one registry."""

import minefield  # noqa: F401 - before numpy, which it keeps to one thread
from solvers.analysis import Analysis, Candidate, InconsistentBoardError, blank_probabilities
from solvers.best import Games, analyse, play, win_probability
from solvers.explanation import Explanation, NotHiddenError, Step, explain
from solvers.registry import (
    Solver,
    SolverOptionError,
    UnknownSolverError,
    create,
    names,
    options,
    parse_options,
    register,
)

__all__ = [
    "Analysis",
    "Candidate",
    "Explanation",
    "Games",
    "InconsistentBoardError",
    "NotHiddenError",
    "Solver",
    "SolverOptionError",
    "Step",
    "UnknownSolverError",
    "analyse",
    "blank_probabilities",
    "create",
    "explain",
    "names",
    "options",
    "parse_options",
    "play",
    "register",
    "win_probability",
]
