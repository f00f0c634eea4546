from .announcement import Announcement
from .buttons import press_boxes, press_faces, press_middle, press_words
from .ending import Ending, acted
from .starter import RoundStarter

__all__ = [
    "Announcement",
    "Ending",
    "RoundStarter",
    "acted",
    "press_boxes",
    "press_faces",
    "press_middle",
    "press_words",
]
