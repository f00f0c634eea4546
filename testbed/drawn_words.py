"""Words and buttons drawn on pictures, in the font that comes with Pillow if no other is given."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Colour = tuple[int, int, int]
Inks = tuple[Colour, Colour, Colour]
"""Colours of the letters of a button, of its face, and of the ground it lies on: RGB."""
LIGHT: Final[Inks] = ((10,) * 3, (214,) * 3, (236,) * 3)
DARK: Final[Inks] = ((235,) * 3, (48,) * 3, (34,) * 3)
BLUE: Final[Inks] = ((255,) * 3, (40, 110, 220), (250,) * 3)
MIDDLE: Final = (200, 60)
"""The middle of a button, x and y."""


def write(
    picture: NDArray[np.uint8], text: str, at: tuple[int, int], ink: int = 0, size: int = 18
) -> None:
    """Write a text on a picture, (height, width, 3) uint8 BGR, from its lower left corner on."""
    image = Image.fromarray(picture)
    ImageDraw.Draw(image).text(at, text, (ink,) * 3, ImageFont.load_default(size), "ls")
    picture[:] = np.asarray(image)


def button(
    text: str,
    size: int = 18,
    room: int = 7,
    inks: Inks = LIGHT,
    apart: int = 0,
    *,
    file: str | None = None,
) -> NDArray[np.uint8]:
    """A picture, (120, 400, 3) uint8 BGR, of a button with so much room around its text.

    Its letters stand so much further `apart` than the font has them, which a `file` may have.
    """
    ink, face, ground = inks
    picture = Image.new("RGB", (400, 120), ground)
    font = ImageFont.load_default(size) if file is None else ImageFont.truetype(file, size)
    draw = ImageDraw.Draw(picture)
    x0, y0, x1, y1 = draw.textbbox(MIDDLE, text, font=font, anchor="mm")
    more = apart * (len(text) - 1) / 2
    edges = (x0 - room - 4 - more, y0 - room, x1 + room + 4 + more, y1 + room)
    draw.rectangle(edges, fill=face, outline=(90,) * 3)
    if not apart:
        draw.text(MIDDLE, text, fill=ink, font=font, anchor="mm")
    for number, letter in enumerate(text if apart else ""):
        left = x0 - more + font.getlength(text[:number]) + apart * number
        draw.text((left, MIDDLE[1]), letter, fill=ink, font=font, anchor="lm")
    return np.asarray(picture)[:, :, ::-1].copy()
