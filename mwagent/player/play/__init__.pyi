from .choice import Planner
from .game_counts import GameCounts
from .loop import play_game
from .patience import EFFECT, IN_A_ROW, RESTLESS, SEARCH
from .planner import plan
from .turn import Result, Times, Turn
from .verdict import MISREAD, another_game
from .virtual_window import VirtualWindow
from .window import Disturbed, GameWontBeginError, LostSightError, UnclearEndError, Window

__all__ = [
    "EFFECT",
    "IN_A_ROW",
    "MISREAD",
    "RESTLESS",
    "SEARCH",
    "Disturbed",
    "GameCounts",
    "GameWontBeginError",
    "LostSightError",
    "Planner",
    "Result",
    "Times",
    "Turn",
    "UnclearEndError",
    "VirtualWindow",
    "Window",
    "another_game",
    "plan",
    "play_game",
]
