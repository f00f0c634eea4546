from .live import LivePage, live_page
from .log import GameLog, result_fields
from .recording import Recorder, save

__all__ = [
    "GameLog",
    "LivePage",
    "Recorder",
    "live_page",
    "result_fields",
    "save",
]
