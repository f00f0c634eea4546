"""Picture files."""

from __future__ import annotations

import io
import os
import warnings
from pathlib import Path
from typing import Any, Final, TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image, UnidentifiedImageError
from PIL.ImageFile import ImageFile
from PIL.PngImagePlugin import PngImageFile

from mwagent.minefield import MinefieldError
from mwagent.minefield.files import read_at_most, write_whole

PictureLike: TypeAlias = "str | os.PathLike[str] | Image.Image | ArrayLike"
"""A picture as people have it: a path, a Pillow image, or pixels as `cv2.imread` gives them."""

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


def pixels_of(given: PictureLike) -> NDArray[np.uint8]:
    """Pixels (height, width, 3) uint8 BGR of a picture as people have it.

    That is a path; a Pillow image; or what NumPy makes an array of, (height, width) grey or with 1,
    3 (BGR) or 4 (BGRA) channels, of whole numbers to 255 (65535 for uint16), fractions from 0 to 1,
    or truths. Raises PictureError in a sentence on all else.
    """
    if isinstance(given, str | os.PathLike):
        name = os.fspath(given)
        return load_picture(Path(os.fsdecode(name)))
    if isinstance(given, bytes | bytearray):
        return decode_picture(bytes(given))
    if isinstance(given, Image.Image):
        if not given.width or not given.height:
            raise PictureError("a picture needs at least one pixel")
        return np.asarray(cv2.cvtColor(np.asarray(upright_rgb(given)), cv2.COLOR_RGB2BGR), np.uint8)
    if given is None:
        raise PictureError("there is no picture: None was given, as cv2.imread does for no file")
    try:
        array = np.asarray(given)
    except Exception as error:  # rows of different lengths, or what somebody else's class does
        raise PictureError(f"this is no picture: {error}") from None
    return _with_three_channels(_levels(array))


def _levels(array: NDArray[Any]) -> NDArray[np.uint8]:
    """An array of whatever numbers as levels from 0 to 255."""
    if array.dtype.kind not in "biuf" or array.size == 0:
        raise PictureError(
            f"a picture is an array of numbers, not one of {array.dtype} and shape {array.shape}"
        )
    if array.dtype == np.uint8:
        return array
    if array.dtype == np.bool_:
        return np.where(array, np.uint8(255), np.uint8(0))
    if array.dtype == np.uint16:
        return (array >> 8).astype(np.uint8)
    least, most = float(array.min()), float(array.max())
    top = 1 if array.dtype.kind == "f" else 255
    if not 0 <= least <= most <= top:
        kind = "fractions" if top == 1 else "whole numbers"
        raise PictureError(
            f"pixels of {array.dtype} are {kind} from 0 to {top}, not {least:g} to {most:g}; "
            f"give them as uint8"
        )
    return (array * (255 / top)).round().astype(np.uint8)


def _with_three_channels(levels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    channels = levels.shape[2] if levels.ndim == 3 else levels.ndim == 2
    if channels not in (1, 3, 4):
        raise PictureError(
            f"a picture is (height, width), or that with 1, 3 or 4 channels; this has the shape "
            f"{levels.shape}"
        )
    if channels == 3:
        return np.ascontiguousarray(levels)
    levels = np.ascontiguousarray(levels)
    code = cv2.COLOR_BGRA2BGR if channels == 4 else cv2.COLOR_GRAY2BGR
    return np.asarray(cv2.cvtColor(levels, code), np.uint8)


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
