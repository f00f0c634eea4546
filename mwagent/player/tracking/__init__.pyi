from .follower import Acts, Follower, Spent
from .tracking import Frame, TrackedBoard, take_frame, track

__all__ = [
    "Acts",
    "Follower",
    "Frame",
    "Spent",
    "TrackedBoard",
    "take_frame",
    "track",
]
