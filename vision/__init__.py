"""Pixels in, boards out: find a Minesweeper on a picture of the screen and read it."""

import os

# Threads cost more than they bring for matrices of this size. Numpy reads it when first imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

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
