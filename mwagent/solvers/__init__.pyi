from .analysis import Analysis, Candidate, Decision, InconsistentBoardError, blank_probabilities
from .best import Games, analyse, log_arrangements, play, win_probability
from .efficiency import plan_step
from .explanation import Explanation, NotHiddenError, Step, explain
from .noguess import NoBoardError, NoGuessBoard, no_guess
from .plugins import BrokenSolverError
from .puzzlebook import Puzzle, puzzle, puzzles
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
from .rulesystem import (
    ContradictionError,
    Rule,
    RuleAnalysis,
    RuleError,
    RuleProof,
    RuleSystem,
    analyse_rules,
)
from .zini import ZiNi, zini

__all__ = [
    "Analysis",
    "BrokenSolverError",
    "Candidate",
    "ContradictionError",
    "Decision",
    "Explanation",
    "Games",
    "InconsistentBoardError",
    "NoBoardError",
    "NoGuessBoard",
    "NotHiddenError",
    "Puzzle",
    "Rule",
    "RuleAnalysis",
    "RuleError",
    "RuleProof",
    "RuleSystem",
    "Solver",
    "SolverOptionError",
    "Step",
    "UnknownSolverError",
    "ZiNi",
    "analyse",
    "analyse_rules",
    "blank_probabilities",
    "create",
    "explain",
    "log_arrangements",
    "names",
    "no_guess",
    "options",
    "parse_options",
    "plan_step",
    "play",
    "puzzle",
    "puzzles",
    "register",
    "win_probability",
    "zini",
]
