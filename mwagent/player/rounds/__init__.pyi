from .announcement import Announcement
from .buttons import answer_dialogs, press_words
from .ending import Ending, acted
from .entrance import enter
from .starter import RoundStarter
from .ways import named_keys

__all__ = [
    "Announcement",
    "Ending",
    "RoundStarter",
    "acted",
    "answer_dialogs",
    "enter",
    "named_keys",
    "press_words",
]
