from .live import LivePage, live_page
from .log import GameLog, Session
from .recording import Recorder, save
from .replaying import read_log

__all__ = [
    "GameLog",
    "LivePage",
    "Recorder",
    "Session",
    "live_page",
    "read_log",
    "save",
]
