from .play import Planner, Result, Times, Turn, VirtualWindow, Window, plan, play_game
from .records import GameLog

__all__ = [
    "GameLog",
    "Planner",
    "Result",
    "Times",
    "Turn",
    "VirtualWindow",
    "Window",
    "plan",
    "play_game",
]
