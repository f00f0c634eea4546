from .announcement import Announcement
from .buttons import press_middle, press_words
from .ending import Ending, acted
from .entrance import enter
from .fresh_board import CLOCK
from .starter import RoundStarter

__all__ = [
    "CLOCK",
    "Announcement",
    "Ending",
    "RoundStarter",
    "acted",
    "enter",
    "press_middle",
    "press_words",
]
