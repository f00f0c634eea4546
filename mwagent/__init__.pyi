from . import dragonsweeper, minefield, player, solvers, virtual, vision, web
from .minefield import Board, Click, Game, Level, MinefieldError, Stage, levels
from .player.virtual_game import play
from .solvers import Analysis, Decision, Explanation, analyse, create, explain, register
from .vision import Reader, Reading, look, look_all

__version__: str

__all__ = [
    "Analysis",
    "Board",
    "Click",
    "Decision",
    "Explanation",
    "Game",
    "Level",
    "MinefieldError",
    "Reader",
    "Reading",
    "Stage",
    "__version__",
    "analyse",
    "create",
    "dragonsweeper",
    "explain",
    "levels",
    "look",
    "look_all",
    "minefield",
    "play",
    "player",
    "register",
    "solvers",
    "virtual",
    "vision",
    "web",
]
