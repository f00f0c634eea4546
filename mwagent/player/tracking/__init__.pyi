from .follower import Acts, Follower
from .tracking import Frame, TrackedBoard, take_frame, track

__all__ = [
    "Acts",
    "Follower",
    "Frame",
    "TrackedBoard",
    "take_frame",
    "track",
]
