from . import boards, links
from .rawvf import ReplayError
from .replays import KINDS, ReplayFile, read_replay, recorded_game, recorded_page_game

__all__ = [
    "KINDS",
    "ReplayError",
    "ReplayFile",
    "boards",
    "links",
    "read_replay",
    "recorded_game",
    "recorded_page_game",
]
