from .export import GameFormatError, PageGame, as_log, as_page_record, from_page_record
from .grading import Grade, Verdict, grade
from .record import Doubt, GameRecord, Move
from .store import GameBook, GameBookError, default_path

__all__ = [
    "Doubt",
    "GameBook",
    "GameBookError",
    "GameFormatError",
    "GameRecord",
    "Grade",
    "Move",
    "PageGame",
    "Verdict",
    "as_log",
    "as_page_record",
    "default_path",
    "from_page_record",
    "grade",
]
