from .coach import Audience, Coach
from .recorder import Recorder
from .sighting import Sighting, Source, Trouble
from .sources import ScreenSource, VideoSource

__all__ = [
    "Audience",
    "Coach",
    "Recorder",
    "ScreenSource",
    "Sighting",
    "Source",
    "Trouble",
    "VideoSource",
]
