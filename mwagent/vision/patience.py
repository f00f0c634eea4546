"""Reading a picture for a command line, with a message to the user where it takes long."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.minefield.command import say
from mwagent.vision.reader import look_all
from mwagent.vision.reading import Reading

_PATIENT: Final = 3.0
"""Seconds after which a message says that reading takes long."""


def patient_look(picture: NDArray[np.uint8]) -> list[Reading]:
    """Every board on a picture; where that takes long, a line on standard error says so."""
    # Starting threads and waiting for them costs more than they bring to a single picture.
    cv2.setNumThreads(1)
    height, width = picture.shape[:2]
    with patience(f"still looking for boards on {width} x {height} pixels"):
        return look_all(picture)


@contextmanager
def patience(sentence: str, after: float = _PATIENT) -> Iterator[None]:
    """Print a sentence on standard error if the block is still running `after` seconds."""
    timer = threading.Timer(after, say, [sentence])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
