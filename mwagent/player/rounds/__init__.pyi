from .announcement import Announcement, verdict
from .buttons import answer_dialogs, around, press_words
from .ending import Ending, acted
from .entrance import enter
from .firm_press import press_firmly
from .starter import RoundStarter
from .ways import named_keys

__all__ = [
    "Announcement",
    "Ending",
    "RoundStarter",
    "acted",
    "answer_dialogs",
    "around",
    "enter",
    "named_keys",
    "press_firmly",
    "press_words",
    "verdict",
]
