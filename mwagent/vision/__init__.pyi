from .capture import Screen, ScreenCaptureError, Shot, grab
from .lattice import Box, Lattice
from .reader import Reader, look, look_all
from .reading import BoardNotFoundError, Reading

__all__ = [
    "BoardNotFoundError",
    "Box",
    "Lattice",
    "Reader",
    "Reading",
    "Screen",
    "ScreenCaptureError",
    "Shot",
    "grab",
    "look",
    "look_all",
]
