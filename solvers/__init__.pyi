from .analysis import Analysis, Candidate, InconsistentBoardError, blank_probabilities
from .best import Games, analyse, play, win_probability
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
    "Games",
    "InconsistentBoardError",
    "Solver",
    "SolverOptionError",
    "UnknownSolverError",
    "analyse",
    "blank_probabilities",
    "create",
    "names",
    "options",
    "parse_options",
    "play",
    "register",
    "win_probability",
]
