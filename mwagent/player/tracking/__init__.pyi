from .frame import Frame, take_frame
from .paint import PaintWatch, Spent
from .tracking import TrackedBoard, track

__all__ = [
    "Frame",
    "PaintWatch",
    "Spent",
    "TrackedBoard",
    "take_frame",
    "track",
]
