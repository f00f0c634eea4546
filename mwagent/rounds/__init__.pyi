from .ending import Ending, acted
from .fresh_board import begins, begins_elsewhere
from .starting import press_faces, press_words, ways

__all__ = [
    "Ending",
    "acted",
    "begins",
    "begins_elsewhere",
    "press_faces",
    "press_words",
    "ways",
]
