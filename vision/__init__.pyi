from .capture import Screen, ScreenCaptureError, Shot, grab
from .lattice import Box, Lattice
from .reading import BoardNotFoundError, Reading
from .sight import look, look_all

__all__ = [
    "BoardNotFoundError",
    "Box",
    "Lattice",
    "Reading",
    "Screen",
    "ScreenCaptureError",
    "Shot",
    "grab",
    "look",
    "look_all",
]
