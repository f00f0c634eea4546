from .live import LivePage, live_page
from .log import GameLog, result_fields
from .recording import Recorder, save
from .replaying import read_log

__all__ = [
    "GameLog",
    "LivePage",
    "Recorder",
    "live_page",
    "read_log",
    "result_fields",
    "save",
]
