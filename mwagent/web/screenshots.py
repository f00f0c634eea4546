"""Screenshots in, boards as plain data out: the one place where the page meets `vision`."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from mwagent.minefield import MinefieldError
from mwagent.web.limits import Limits

FORMATS: Final = {
    "image/png": "PNG",
    "image/jpeg": "JPEG",
    "image/gif": "GIF",
    "image/bmp": "BMP",
    "image/webp": "WEBP",
}
"""Kinds of pictures that are read, by media type."""
LEAST_SIDE: Final = 16
"""Least length in pixels of a picture's shorter side for a board to be on it."""
DOUBTFUL: Final = 0.5
"""Confidence below which a cell is pointed out to be checked."""
NO_BOARD: Final = (
    "No Minesweeper board was found on this picture; take one that shows the whole board, "
    "unscaled and with nothing over it."
)


class BadPictureError(MinefieldError):
    """What was sent is no picture, or a broken one."""


class LargePictureError(MinefieldError):
    """A picture has more pixels than are read."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A picture file as it was sent, and what it may cost."""

    data: bytes
    limits: Limits


def boards_on(upload: Upload) -> dict[str, Any]:
    """Find and read every board on a picture; gives the answer of `POST /api/read`.

    `message` says why there is no board, or is empty.

    Raises BadPictureError and LargePictureError.
    """
    picture = decoded(upload.data, upload.limits.pixels)
    height, width = picture.shape[:2]
    readings: list[Any] = []
    if min(height, width) >= LEAST_SIDE:
        # `vision` takes half a second to import: only worker processes have to.
        from mwagent.vision import look_all

        readings = look_all(picture)
    found = [_as_data(reading) for reading in readings if _fits(reading, upload.limits)]
    return {"width": width, "height": height, "boards": found, "message": "" if found else NO_BOARD}


def decoded(data: bytes, pixels: int) -> NDArray[np.uint8]:
    """Decode a picture file to (height, width, 3) uint8 BGR, as it is meant to be shown.

    Its size is taken from its head and checked before anything is unpacked. Raises
    BadPictureError and LargePictureError.
    """
    try:
        with warnings.catch_warnings():
            # The size is checked here; Pillow's own warning would be of no use to anybody.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            picture = Image.open(io.BytesIO(data), formats=list(FORMATS.values()))
    except Image.DecompressionBombError:
        over = f"more than {2 * (Image.MAX_IMAGE_PIXELS or 0) // 10**6} million"
        raise LargePictureError(_too_large(pixels, over)) from None
    except Exception:  # decoders raise nearly anything on broken files
        raise BadPictureError(
            "this is not a picture that can be read; send a screenshot as PNG, JPEG, WebP, GIF "
            "or BMP"
        ) from None
    if picture.width * picture.height > pixels:
        raise LargePictureError(_too_large(pixels, f"{picture.width} x {picture.height}"))
    try:
        if not picture.has_transparency_data:
            from mwagent.vision.pictures import upright_rgb

            return np.ascontiguousarray(np.asarray(upright_rgb(picture), np.uint8)[:, :, ::-1])
        upright = ImageOps.exif_transpose(picture).convert("RGBA")
    except Exception:
        raise BadPictureError(
            "this picture is broken or cut off; take the screenshot again"
        ) from None
    shown = Image.new("RGBA", upright.size, "white")
    shown.alpha_composite(upright)
    return np.ascontiguousarray(np.asarray(shown, np.uint8)[:, :, 2::-1])


def _too_large(pixels: int, size: str) -> str:
    return (
        f"the picture is too large: it has {size} pixels, at most {pixels / 1e6:g} million are "
        f"read; cut out the board"
    )


def _fits(reading: Any, limits: Limits) -> bool:
    return bool(max(reading.lattice.rows, reading.lattice.cols) <= limits.side)


def _as_data(reading: Any) -> dict[str, object]:
    """One board of the answer.

    `cells` are rows as a reading has them, `doubtful` (row, col) of those to be checked, `counter`
    mines minus flags, `mines` all mines of these cells or None, `cut` the sides on which the board
    goes on beyond what is seen, `place` pixels of the picture, `note` what may be wrong, or empty.
    """
    from mwagent.vision.reading import doubts

    lattice = reading.lattice
    board = reading.board
    return {
        "rows": lattice.rows,
        "cols": lattice.cols,
        "cells": list(reading.cells),
        "confidence": np.clip(reading.confidence, 0, 1).astype(float).round(3).tolist(),
        "doubtful": [[int(r), int(c)] for r, c in np.argwhere(_doubtful(reading))],
        "counter": reading.mines,
        "mines": board.mines,
        "stage": reading.stage,
        "skin": reading.skin,
        "place": {
            "x": round(lattice.x, 3),
            "y": round(lattice.y, 3),
            "cell_width": round(lattice.pitch_x, 4),
            "cell_height": round(lattice.pitch_y, 4),
        },
        "cut": list(reading.cut),
        "note": "; ".join(doubts(reading)),
    }


def _doubtful(reading: Any) -> NDArray[np.bool_]:
    """Which cells are to be checked, (rows, cols) bool."""
    unknown = np.array([list(row) for row in reading.cells]) == "~"
    return np.asarray(unknown | (reading.confidence < DOUBTFUL))
