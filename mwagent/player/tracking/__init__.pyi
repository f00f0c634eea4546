from .frame import Frame, take_frame
from .paint import RESTLESS, PaintWatch, Spent
from .tracking import TrackedBoard, track

__all__ = [
    "RESTLESS",
    "Frame",
    "PaintWatch",
    "Spent",
    "TrackedBoard",
    "take_frame",
    "track",
]
