from .export import as_log, as_page_record
from .record import Doubt, GameRecord, Move
from .store import GameBook, GameBookError, default_path

__all__ = [
    "Doubt",
    "GameBook",
    "GameBookError",
    "GameRecord",
    "Move",
    "as_log",
    "as_page_record",
    "default_path",
]
