"""Picture files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from minefield import MinefieldError


class PictureError(MinefieldError):
    """A picture file cannot be read or written."""


def load_picture(file: Path) -> NDArray[np.uint8]:
    """A picture as (height, width, 3) uint8 BGR. Raises PictureError, naming the file."""
    try:
        data = np.frombuffer(file.read_bytes(), np.uint8)
    except OSError as error:
        raise PictureError(f"{file}: {error.strerror}; give a screenshot as PNG or JPEG") from None
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if picture is None:
        raise PictureError(f"{file}: not a picture that can be read; give a PNG or JPEG")
    return np.asarray(picture, np.uint8)


def save_picture(file: Path, picture: NDArray[np.uint8]) -> None:
    """Write a BGR picture; its ending tells the kind. Raises PictureError, naming the file."""
    try:
        done, data = cv2.imencode(file.suffix or ".png", picture)
        if done:
            file.write_bytes(data.tobytes())
    except (OSError, cv2.error) as error:
        why = error.strerror if isinstance(error, OSError) else "unknown kind of picture"
        raise PictureError(f"{file}: cannot be written ({why}); give a .png in a folder") from None
