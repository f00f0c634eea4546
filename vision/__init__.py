"""Pixels in, boards out: find a Minesweeper on a picture of the screen and read it."""

import minefield  # noqa: F401 - before numpy, which it keeps to one thread
from vision.capture import Screen, ScreenCaptureError, Shot, grab
from vision.lattice import Box, Lattice
from vision.reading import BoardNotFoundError, Reading
from vision.sight import look, look_all

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
