from .frame import HEADROOM, Frame, take_frame
from .paint import PaintWatch, Spent
from .tracking import TrackedBoard, track

__all__ = [
    "HEADROOM",
    "Frame",
    "PaintWatch",
    "Spent",
    "TrackedBoard",
    "take_frame",
    "track",
]
