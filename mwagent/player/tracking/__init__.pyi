from .follower import Acts, Follower, Phase
from .tracking import Frame, TrackedBoard, take_frame, track

__all__ = [
    "Acts",
    "Follower",
    "Frame",
    "Phase",
    "TrackedBoard",
    "take_frame",
    "track",
]
