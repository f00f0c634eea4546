from .choice import Planner
from .efficiency import plan_step
from .loop import play_game
from .planner import plan
from .tally import Tally
from .turn import Result, Times, Turn
from .virtual_window import VirtualWindow
from .window import Disturbed, GameWontBeginError, LostSightError, UnclearEndError, Window

__all__ = [
    "Disturbed",
    "GameWontBeginError",
    "LostSightError",
    "Planner",
    "Result",
    "Tally",
    "Times",
    "Turn",
    "UnclearEndError",
    "VirtualWindow",
    "Window",
    "plan",
    "plan_step",
    "play_game",
]
