from .announcement import Announcement
from .buttons import press_faces, press_words
from .ending import Ending, acted
from .starter import RoundStarter

__all__ = [
    "Announcement",
    "Ending",
    "RoundStarter",
    "acted",
    "press_faces",
    "press_words",
]
