from .announcement import Announcement
from .buttons import press_middle, press_words
from .ending import Ending, acted
from .entrance import enter
from .starter import RoundStarter

__all__ = [
    "Announcement",
    "Ending",
    "RoundStarter",
    "acted",
    "enter",
    "press_middle",
    "press_words",
]
