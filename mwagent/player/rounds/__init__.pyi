from .announcement import Announcement, verdict
from .buttons import answer_dialogs, around, press_words
from .ending import Ending, acted
from .entrance import enter
from .firm_press import press_firmly
from .named import press_named
from .starter import RoundStarter

__all__ = [
    "Announcement",
    "Ending",
    "RoundStarter",
    "acted",
    "answer_dialogs",
    "around",
    "enter",
    "press_firmly",
    "press_named",
    "press_words",
    "verdict",
]
