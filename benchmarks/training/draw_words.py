"""Draw the words on buttons: `python -m benchmarks.training.draw_words`.

They are drawn in the fonts of this machine; those that have been drawn already are kept.

What is kept of them is `words.npz`; `mwagent.vision.header.words` compares words on the screen with
it.
"""

from __future__ import annotations

import re
import sys
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from benchmarks.training.glyphs import font_files
from mwagent.vision.header.words import AGAIN, DRAWN, FIRST, LEAVING, LEVELS, shaped

FACES: Final = re.compile(
    r"/(DejaVuSans|DejaVuSans-Bold|DejaVuSerif|DejaVuSansMono|LiberationSans-(Regular|Bold)"
    r"|LiberationSerif-(Regular|Bold)|LiberationMono-(Regular|Bold)|Roboto-(Regular|Bold|Medium)"
    r"|OpenSans-(Regular|Semibold|Bold)|Lato-(Regular|Bold)|NotoSans-(Regular|Bold)"
    r"|ComicNeue-(Regular|Bold)|Carlito-(Regular|Bold)|Cabin-(Regular|Bold)"
    r"|URWGothic-(Book|Demi)|Ubuntu-(R|B))\.(ttf|otf)$"
)
"""Fonts, by the end of their files' names, as pages are written in."""
HEIGHTS: Final = (40, 13)
"""Sizes of the fonts, in pixels."""
PATCH_EDGE: Final = 60
"""Levels, of 255, from which a pixel belongs to a letter."""
KEPT_LIKENESS: Final = 0.84
"""Likeness to a word of about the same width that is kept, from which another adds nothing."""
WIDER_WORDS: Final = 1.12
"""Width over that of another word up to which the two are about as wide."""


def fonts() -> list[str]:
    """Files of the fonts that are there."""
    return [file for file in font_files() if FACES.search(file)]


def drawn(text: str, font: ImageFont.FreeTypeFont) -> NDArray[np.uint8] | None:
    """A text in white on black, close around its letters; None where the font lacks some."""
    if any(not font.getmask(letter).getbbox() for letter in text):
        return None
    if len({bytes(font.getmask(letter)) for letter in text}) < len(set(text)):
        return None
    x0, y0, x1, y1 = (round(side) for side in font.getbbox(text))
    picture = Image.new("L", (x1 - x0, y1 - y0))
    ImageDraw.Draw(picture).text((-x0, -y0), text, fill=255, font=font)
    ink = np.asarray(picture, np.uint8)
    rows, cols = (np.flatnonzero(ink.max(axis=axis) > PATCH_EDGE) for axis in (1, 0))
    return np.ascontiguousarray(ink[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1])


def main() -> int:
    """Draw, and keep what differs."""
    faces = [ImageFont.truetype(file, size) for size in HEIGHTS for file in fonts()]
    words = AGAIN + FIRST + LEVELS + LEAVING
    texts: list[str] = []
    aspects: list[float] = []
    levels: list[NDArray[np.int8]] = []
    if DRAWN.exists():
        with np.load(DRAWN) as file:
            kept = np.isin(file["texts"], words)
            texts, aspects = file["texts"][kept].tolist(), file["aspects"][kept].tolist()
            levels = list(file["vectors"][kept])
    for word in [word for word in words if word not in texts]:
        for text in (word, word.capitalize(), word.upper()):
            own: list[tuple[float, NDArray[np.float32]]] = []
            for face in faces:
                patch = drawn(text, face)
                if patch is None:
                    continue
                vector = shaped(patch)
                aspect = patch.shape[1] / patch.shape[0]
                if any(
                    float(vector @ other) > KEPT_LIKENESS
                    and max(aspect / wide, wide / aspect) < WIDER_WORDS
                    for wide, other in own
                ):
                    continue
                own.append((aspect, vector))
                texts.append(word)
                aspects.append(aspect)
                levels.append(np.round(vector * 80).clip(-127, 127).astype(np.int8))
    np.savez_compressed(
        DRAWN, texts=np.array(texts), aspects=np.array(aspects, np.float32), vectors=levels
    )
    print(f"{len(texts)} pictures of {len(words)} words in {len(fonts())} fonts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
