from .efficiency import plan_step
from .loop import Planner, Result, Tally, Turn, play
from .planner import plan
from .virtual_window import VirtualWindow
from .window import Disturbed, GameWontBeginError, LostSightError, Window

__all__ = [
    "Disturbed",
    "GameWontBeginError",
    "LostSightError",
    "Planner",
    "Result",
    "Tally",
    "Turn",
    "VirtualWindow",
    "Window",
    "plan",
    "plan_step",
    "play",
]
