from .analysis import Analysis, Candidate, InconsistentBoardError, blank_probabilities
from .best import Games, analyse, play, win_probability
from .explanation import Explanation, NotHiddenError, Step, explain
from .registry import (
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
