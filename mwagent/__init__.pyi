from . import (
    coach,
    dragonsweeper,
    gamebook,
    minefield,
    player,
    replay,
    solvers,
    virtual,
    vision,
    web,
)
from .gamebook import GameRecord
from .minefield import Board, Click, Game, Level, MinefieldError, Stage, levels
from .player.virtual_game import play
from .solvers import Analysis, Decision, Explanation, analyse, create, explain, register
from .virtual.arena import compare
from .vision import Reader, Reading, look, look_all

__version__: str

__all__ = [
    "Analysis",
    "Board",
    "Click",
    "Decision",
    "Explanation",
    "Game",
    "GameRecord",
    "Level",
    "MinefieldError",
    "Reader",
    "Reading",
    "Stage",
    "__version__",
    "analyse",
    "coach",
    "compare",
    "create",
    "dragonsweeper",
    "explain",
    "gamebook",
    "levels",
    "look",
    "look_all",
    "minefield",
    "play",
    "player",
    "register",
    "replay",
    "solvers",
    "virtual",
    "vision",
    "web",
]
