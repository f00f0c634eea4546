from .paint import PaintWatch, Spent
from .tracking import Frame, TrackedBoard, take_frame, track

__all__ = [
    "Frame",
    "PaintWatch",
    "Spent",
    "TrackedBoard",
    "take_frame",
    "track",
]
