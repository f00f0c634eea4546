"""Picture files."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError
from PIL.ImageFile import ImageFile
from PIL.PngImagePlugin import PngImageFile

from mwagent.minefield import MinefieldError
from mwagent.minefield.files import read_at_most, write_whole

MOST_PIXELS: Final = 40_000_000
"""Pixels of the largest picture that is looked at; a screen of 7680 x 4320 has 33 million."""

MOST_BYTES: Final = 4 * MOST_PIXELS + 1_000_000
"""Bytes of the largest file that is read: such a picture, not compressed."""

_READ: Final = ("PNG", "JPEG", "WEBP", "BMP", "GIF", "PPM")
"""Kinds of files that are read, as Pillow calls them; its library for TIFF is not silent."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_KINDS: Final = ".png, .jpg, .bmp or .webp"


class PictureError(MinefieldError):
    """A picture file cannot be read or written."""


def load_picture(file: Path, *, plain: bool = False) -> NDArray[np.uint8]:
    """A picture as (height, width, 3) uint8 BGR. Raises PictureError, naming the file.

    `plain` is as in `mwagent.minefield.files.read_at_most`.
    """
    try:
        data = read_at_most(file, MOST_BYTES, plain=plain)
    except OSError as error:
        raise PictureError(f"{file}: {error.strerror}; give a screenshot as PNG or JPEG") from None
    try:
        return decode_picture(data)
    except PictureError as error:
        raise PictureError(f"{file}: {error}") from None


def decode_picture(data: bytes) -> NDArray[np.uint8]:
    """The picture in a file's bytes, (height, width, 3) uint8 BGR; of a film its first one.

    What would be transparent shows its colour, and a photograph stands upright. Raises
    PictureError when it is no picture, broken, or of more than MOST_PIXELS pixels by its head.
    """
    # OpenCV would decode it as well, but its libraries write to standard error by themselves.
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with _opened(data) as image:
                _refuse_large(*image.size)
                pixels = np.asarray(upright_rgb(image))
    except PictureError:
        raise
    except UnidentifiedImageError:
        raise PictureError("not a picture that can be read; give a PNG or JPEG") from None
    except Image.DecompressionBombError:
        raise PictureError(_too_large(f"more than {2 * MOST_PIXELS // 10**6} million")) from None
    except Exception as error:
        # Pillow reads many kinds of files, and each of its readers fails in ways of its own.
        raise PictureError(f"the picture is broken or cut off ({error}); take it anew") from None
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_RGB2BGR), np.uint8)


def _opened(data: bytes) -> ImageFile:
    """A picture of which only the head was read."""
    if data.startswith(_PNG):
        # As most screenshots are; what reads the other kinds takes longer to load than to read.
        return PngImageFile(io.BytesIO(data))
    return Image.open(io.BytesIO(data), formats=_READ)


def _refuse_large(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        raise PictureError(_too_large(f"{width} x {height}"))


def _too_large(size: str) -> str:
    return (
        f"a picture of {size} pixels is too large, at most {MOST_PIXELS // 10**6} million are "
        "looked at; cut out the part with the board"
    )


def upright_rgb(image: Image.Image) -> Image.Image:
    """A picture with 8 bits of red, green and blue, turned as its camera says."""
    if image.mode.startswith("I"):
        # Pillow would cut 16 bits of grey off at 255 instead of scaling them.
        image = Image.fromarray((np.asarray(image).astype(np.uint32) >> 8).astype(np.uint8))
    if "exif" in image.info:
        from PIL import ImageOps

        image = ImageOps.exif_transpose(image)
    return image.convert("RGB")


def save_picture(file: Path, picture: NDArray[np.uint8]) -> None:
    """Write a BGR picture; the kind is that of its ending. Raises PictureError, naming the file."""
    try:
        done, data = cv2.imencode(file.suffix or ".png", picture)
    except cv2.error:
        done = False
    if not done:
        raise PictureError(
            f"{file}: no kind of picture ends in {file.suffix!r}; end it in {_KINDS}"
        )
    try:
        write_whole(file, data.tobytes())
    except OSError as error:
        raise PictureError(
            f"{file}: cannot be written ({error.strerror}); name a file in a folder that can be"
        ) from None
