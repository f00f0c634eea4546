"""Random cells as games might draw them, to train on: any ground, border, glyph and scale."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mwagent.vision.grid.cells import CELL

Random = np.random.Generator
_UP = 3
"""Cells are drawn larger and scaled down."""
EMOJI = Path("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")
"""Where Debian's fonts-noto-color-emoji has its font; without it no emoji are drawn."""
_EMOJI = {
    "F": "\U0001f6a9\u26f3\U0001f6a9",
    "*": "\U0001f4a3",
    "~": "\U0001f423\U0001f425\U0001f914\U0001f60e\u2b50\U0001f4a5\U0001f525\u2753\U0001f33c\u2705"
    "\U0001f480\U0001f995\U0001f344\U0001f6a7\U0001f33f\U0001f7e9\u2b1c\U0001f381\U0001f40c\u274c",
}
_LETTERS = "ACDEFGHJKLMNPRTUVWXYabcdefhjkmnprtuvwxyz@#%&+=<>/\\{}$!*~^"


def _rgb(rng: Random) -> tuple[int, int, int]:
    r, g, b = (int(v) for v in rng.integers(0, 256, 3))
    return r, g, b


def _contrasting(rng: Random, ground: tuple[int, int, int], least: int) -> tuple[int, int, int]:
    while True:
        colour = _rgb(rng)
        if max(abs(a - b) for a, b in zip(colour, ground, strict=True)) >= least:
            return colour


class Cells:
    """Draws random cells."""

    def __init__(self, rng: Random, faces: list[str]):
        self.rng = rng
        self.faces = faces
        self.emoji = ImageFont.truetype(str(EMOJI), 109) if EMOJI.exists() else None

    def text(
        self, draw: ImageDraw.ImageDraw, size: int, text: str, colour: tuple[int, ...]
    ) -> None:
        """Text somewhere near the middle."""
        rng = self.rng
        height = size * rng.uniform(0.42, 0.95)
        for _ in range(5):
            face = ImageFont.truetype(str(rng.choice(self.faces)), max(6, int(height)))
            x0, y0, x1, y1 = draw.textbbox((0, 0), text, font=face)
            if x1 > x0 and y1 > y0:
                break
        fit = min(1.0, 0.78 * size / max(x1 - x0, y1 - y0))
        if fit < 1:
            face = ImageFont.truetype(face.path, max(6, int(height * fit)))
            x0, y0, x1, y1 = draw.textbbox((0, 0), text, font=face)
        x = size / 2 - (x0 + x1) / 2 + rng.normal(0, 0.03) * size
        y = size / 2 - (y0 + y1) / 2 + rng.normal(0, 0.03) * size
        stroke = int(rng.choice([0, 0, 0, 1, 2, 3])) if rng.random() < 0.4 else 0
        if rng.random() < 0.12:
            draw.text((x + size / 24, y + size / 24), text, font=face, fill=_rgb(rng))
        layer = Image.new("L", (size, size), 0)
        pen = ImageDraw.Draw(layer)
        pen.fontmode = draw.fontmode
        pen.text((x, y), text, font=face, fill=255, stroke_width=stroke)
        if rng.random() < 0.45:
            wide = rng.uniform(0.75, 1.6)
            middle = size / 2 * (1 - 1 / wide)
            layer = layer.transform(
                (size, size), Image.Transform.AFFINE, (1 / wide, 0, middle, 0, 1, 0)
            )
        draw.bitmap((0, 0), layer, fill=colour)

    def segments(
        self, draw: ImageDraw.ImageDraw, size: int, digit: int, colour: tuple[int, ...]
    ) -> None:
        """A seven-segment or blocky pixel digit."""
        rng = self.rng
        lit = [
            "abcdef",
            "bc",
            "abged",
            "abgcd",
            "fgbc",
            "afgcd",
            "afgedc",
            "abc",
            "abcdefg",
            "abcdfg",
        ][digit]
        width, height = size * rng.uniform(0.3, 0.5), size * rng.uniform(0.5, 0.7)
        thick = size * rng.uniform(0.07, 0.17)
        gap = rng.uniform(0, 0.35) * thick
        x0, y0 = (size - width) / 2, (size - height) / 2
        x1, y1, ym = x0 + width, y0 + height, size / 2
        bars = {
            "a": (x0, y0, x1, y0 + thick),
            "d": (x0, y1 - thick, x1, y1),
            "g": (x0, ym - thick / 2, x1, ym + thick / 2),
            "f": (x0, y0, x0 + thick, ym),
            "e": (x0, ym, x0 + thick, y1),
            "b": (x1 - thick, y0, x1, ym),
            "c": (x1 - thick, ym, x1, y1),
        }
        for name in lit:
            a, b, c, d = bars[name]
            draw.rectangle((a + gap, b + gap, c - gap, d - gap), fill=colour)

    def flag(self, draw: ImageDraw.ImageDraw, size: int, ground: tuple[int, int, int]) -> None:
        """A pole, a cloth on one side, perhaps a base."""
        rng = self.rng
        cloth = (230, 20, 20) if rng.random() < 0.5 else _contrasting(rng, ground, 70)
        plain = rng.random() < 0.3
        wood = cloth if plain else _contrasting(rng, ground, 60)
        side = 1 if rng.random() < 0.5 else -1
        x = size * (0.5 - side * rng.uniform(-0.05, 0.22))
        top, bottom = size * rng.uniform(0.12, 0.26), size * rng.uniform(0.68, 0.88)
        half = size * rng.uniform(0.015, 0.06)
        reach = size * rng.uniform(0.25, 0.5) * side
        drop = size * rng.uniform(0.2, 0.38)
        draw.rectangle((x - half, top, x + half, bottom), fill=wood)
        start = x - half * side
        if rng.random() < 0.65:
            tip = top + drop * rng.uniform(0.4, 0.6)
            points = [(start, top), (start + reach, tip), (start, top + drop)]
        else:
            lean = rng.uniform(-0.06, 0.1) * size
            points = [
                (start, top),
                (start + reach, top + lean),
                (start + reach, top + drop * 0.85 + lean),
                (start, top + drop),
            ]
        draw.polygon(points, fill=cloth)
        if rng.random() < (0.15 if plain else 0.6):
            wide, tall = size * rng.uniform(0.12, 0.3), size * rng.uniform(0.04, 0.1)
            draw.rectangle((x - wide, bottom - tall, x + wide, bottom), fill=wood)
            if rng.random() < 0.5:
                draw.rectangle(
                    (x - wide * 0.6, bottom - 2 * tall, x + wide * 0.6, bottom - tall), fill=wood
                )

    def mine(
        self,
        draw: ImageDraw.ImageDraw,
        size: int,
        ground: tuple[int, int, int],
    ) -> None:
        """A ball with spikes and a highlight, or a bomb with a fuse."""
        rng = self.rng
        body = (
            (0, 0, 0) if max(ground) > 80 and rng.random() < 0.7 else _contrasting(rng, ground, 60)
        )
        x = y = size / 2
        r = size * rng.uniform(0.17, 0.3)
        kind = rng.random()
        if kind < 0.12:
            r *= 1.25
        elif kind < 0.82:
            spikes = int(rng.choice([4, 8, 8, 8, 12]))
            length, turn = r * rng.uniform(1.15, 1.6), rng.choice([0, math.pi / 4])
            thick = max(1, int(size * rng.uniform(0.03, 0.09)))
            for k in range(spikes):
                angle = turn + 2 * math.pi * k / spikes
                end = length * (0.85 if spikes == 8 and k % 2 else 1)
                draw.line(
                    (x, y, x + end * math.cos(angle), y + end * math.sin(angle)),
                    fill=body,
                    width=thick,
                )
        else:
            y += 0.06 * size
            draw.line(
                (x + r * 0.6, y - r * 0.6, x + r * 1.3, y - r * 1.5),
                fill=body,
                width=max(2, size // 16),
            )
            if rng.random() < 0.6:
                draw.ellipse(
                    (x + r * 1.1, y - r * 1.8, x + r * 1.6, y - r * 1.3),
                    fill=_contrasting(rng, ground, 60),
                )
        draw.ellipse((x - r, y - r, x + r, y + r), fill=body)
        # A ball without spikes is only a mine when it shines.
        if kind < 0.12 or rng.random() < 0.7:
            s = r * rng.uniform(0.15, 0.3)
            draw.ellipse(
                (x - r * 0.45 - s, y - r * 0.45 - s, x - r * 0.45 + s, y - r * 0.45 + s),
                fill=(255, 255, 255),
            )

    def other(self, draw: ImageDraw.ImageDraw, size: int, ground: tuple[int, int, int]) -> None:
        """Letters, longer numbers, mouse pointers, blobs, lines, faces."""
        rng = self.rng
        colour = _contrasting(rng, ground, 40)
        kind = rng.integers(0, 8)
        if kind == 0:
            self.text(draw, size, str(rng.choice(list(_LETTERS))), colour)
        elif kind == 1:
            self.text(draw, size, str(rng.integers(10, 1000)), colour)
        elif kind == 2:
            if rng.random() < 0.6:
                self.text(draw, size, str(rng.integers(1, 9)), colour)
            x, y, s = (
                rng.uniform(-0.1, 0.8) * size,
                rng.uniform(-0.1, 0.8) * size,
                rng.uniform(0.4, 1.0) * size,
            )
            shape = [
                (0, 0),
                (0, 0.8),
                (0.19, 0.62),
                (0.33, 0.95),
                (0.45, 0.9),
                (0.32, 0.57),
                (0.57, 0.57),
            ]
            draw.polygon(
                [(x + a * s, y + b * s) for a, b in shape], fill=(255, 255, 255), outline=(0, 0, 0)
            )
        elif kind == 3:
            for _ in range(int(rng.integers(1, 4))):
                a, b, c, d = rng.uniform(0, size, 4)
                draw.line((a, b, c, d), fill=colour, width=int(rng.integers(1, max(2, size // 6))))
        elif kind == 4:
            a, b, c, d = rng.uniform(0.1, 0.9, 4) * size
            draw.ellipse((min(a, c), min(b, d), max(a, c) + 2, max(b, d) + 2), fill=colour)
        elif kind == 5:
            a, b, c, d = rng.uniform(0.1, 0.9, 4) * size
            draw.rectangle((min(a, c), min(b, d), max(a, c) + 2, max(b, d) + 2), fill=colour)
        elif kind == 6:
            r = size * rng.uniform(0.2, 0.38)
            m = size / 2
            draw.ellipse((m - r, m - r, m + r, m + r), fill=colour)
            for s in (-1, 1):
                e = r * 0.15
                draw.ellipse(
                    (m + s * r * 0.4 - e, m - r * 0.3 - e, m + s * r * 0.4 + e, m - r * 0.3 + e),
                    fill=_contrasting(rng, colour, 60),
                )
        else:
            points = [
                (float(a), float(b))
                for a, b in rng.uniform(0.15, 0.85, (int(rng.integers(3, 9)), 2)) * size
            ]
            draw.polygon(points, fill=colour)

    def tile(self, draw: ImageDraw.ImageDraw, size: int, ground: tuple[int, int, int]) -> None:
        """The borders of the cell: a bevel, a line or a gap, or nothing."""
        rng = self.rng
        kind = rng.integers(0, 4)
        thick = int(size * rng.uniform(0.02, 0.11)) + 1
        light = tuple(min(255, v + int(rng.integers(15, 90))) for v in ground)
        dark = tuple(max(0, v - int(rng.integers(15, 90))) for v in ground)
        if kind == 0:
            for k in range(thick):
                draw.line((k, size - 1 - k, k, k, size - 1 - k, k), fill=light)
                draw.line((k, size - 1 - k, size - 1 - k, size - 1 - k, size - 1 - k, k), fill=dark)
        elif kind == 1:
            width = max(1, thick // 2)
            draw.rectangle((0, 0, size, width - 1), fill=dark)
            draw.rectangle((0, 0, width - 1, size), fill=dark)
        elif kind == 2:
            draw.rectangle((0, 0, size - 1, size - 1), outline=_rgb(rng), width=max(1, thick // 2))

    def wrong(self, draw: ImageDraw.ImageDraw, size: int, ground: tuple[int, int, int]) -> None:
        """A mine or a flag, crossed out."""
        rng = self.rng
        if rng.random() < 0.65:
            self.mine(draw, size, ground)
        else:
            self.flag(draw, size, ground)
        wide = max(2, int(size * rng.uniform(0.04, 0.12)))
        low = size * rng.uniform(0.06, 0.24)
        high = size - low
        colour = (int(rng.integers(200, 256)), int(rng.integers(60)), int(rng.integers(60)))
        draw.line((low, low, high, high), fill=colour, width=wide)
        draw.line((low, high, high, low), fill=colour, width=wide)

    def pixels(self, image: Image.Image, size: int, text: str, colour: tuple[int, ...]) -> None:
        """A digit of few, large pixels, as thick or wide as old games have them."""
        rng = self.rng
        face = ImageFont.truetype(str(rng.choice(self.faces)), int(rng.integers(9, 17)))
        small = Image.new("L", (32, 32), 0)
        pen = ImageDraw.Draw(small)
        pen.fontmode = "1"
        pen.text((8, 6), text, font=face, fill=255)
        mask = np.asarray(small)
        if rng.random() < 0.5:
            mask = cv2.dilate(mask, np.ones((1, 2), np.uint8))
        if rng.random() < 0.25:
            mask = cv2.dilate(mask, np.ones((2, 1), np.uint8))
        rows, cols = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        if not len(rows):
            return
        mask = mask[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
        tall = max(3, round(size * rng.uniform(0.5, 0.88)))
        wide = max(2, round(tall * mask.shape[1] / mask.shape[0] * rng.uniform(0.85, 1.5)))
        wide = min(wide, round(0.88 * size))
        how = cv2.INTER_NEAREST if rng.random() < 0.7 else cv2.INTER_LINEAR
        large = Image.fromarray(cv2.resize(mask, (wide, tall), interpolation=how))
        x = (size - wide) / 2 + rng.normal(0, 0.03) * size
        y = (size - tall) / 2 + rng.normal(0, 0.03) * size
        ImageDraw.Draw(image).bitmap((int(x), int(y)), large, fill=colour)

    def picture(self, image: Image.Image, size: int, label: str) -> None:
        """An emoji."""
        assert self.emoji is not None
        rng = self.rng
        layer = Image.new("RGBA", (136, 128), (0, 0, 0, 0))
        one = str(rng.choice(list(_EMOJI[label])))
        ImageDraw.Draw(layer).text((0, 0), one, font=self.emoji, embedded_color=True)
        box = layer.getbbox()
        if box is None:
            return
        side = max(4, round(size * rng.uniform(0.5, 0.95)))
        part = layer.crop(box)
        times = side / max(part.size)
        part = part.resize((max(2, round(part.width * times)), max(2, round(part.height * times))))
        image.paste(part, ((size - part.width) // 2, (size - part.height) // 2), part)

    def ground(self, image: Image.Image, size: int) -> tuple[int, int, int]:
        """Paint the ground: plain, sloping, rounded or glossy; returns its colour."""
        rng = self.rng
        ground = _rgb(rng) if rng.random() < 0.6 else (int(rng.integers(150, 256)),) * 3
        image.paste(ground, (0, 0, size, size))
        kind = rng.random()
        if kind < 0.16:
            down, across = np.mgrid[0:size, 0:size] / size
            angle, reach = rng.uniform(0, 2 * math.pi), rng.uniform(5, 40)
            slope = (math.cos(angle) * across + math.sin(angle) * down) * reach
            if rng.random() < 0.3:
                slope = reach * (
                    (across - rng.uniform(0, 1)) ** 2 + (down - rng.uniform(0, 1)) ** 2
                )
            shade = np.asarray(image).astype(np.float32) + (slope - slope.mean())[..., None]
            image.paste(Image.fromarray(np.clip(shade, 0, 255).astype(np.uint8)))
        elif kind < 0.24:
            draw = ImageDraw.Draw(image)
            light = tuple(min(255, v + int(rng.integers(8, 40))) for v in ground)
            top = size * rng.uniform(0.3, 0.6)
            draw.rectangle((0, 0, size, top), fill=light)
        return ground

    def cell(self, label: str) -> NDArray[np.float32]:
        """A cell that shows `label`, a class or a blank, (CELL, CELL, 3) BGR."""
        rng = self.rng
        native = int(rng.choice([12, 14, 16, 16, 18, 20, 24, 24, 28, 32, 40, 50, 64]))
        pixelated = rng.random() < 0.2
        size = native * (1 if pixelated else _UP)
        image = Image.new("RGB", (size, size))
        ground = self.ground(image, size)
        draw = ImageDraw.Draw(image)
        draw.fontmode = "1" if pixelated and rng.random() < 0.7 else "L"
        self.tile(draw, size, ground)
        if rng.random() < 0.1 and label in "012345678? ":
            a = size * rng.uniform(0.05, 0.16)
            ground = _contrasting(rng, ground, 40 if label != " " else 8)
            draw.rounded_rectangle(
                (a, a, size - a, size - a), radius=size * rng.uniform(0, 0.15), fill=ground
            )
        if self.emoji is not None and label in _EMOJI and rng.random() < 0.12:
            self.picture(image, size, label)
        elif label == "F":
            self.flag(draw, size, ground)
        elif label == "*":
            self.mine(draw, size, ground)
        elif label == "W":
            self.wrong(draw, size, ground)
        elif label == "~":
            self.other(draw, size, ground)
        elif label == " ":
            pass
        elif label.isdigit() and rng.random() < 0.1:
            self.segments(draw, size, int(label), _contrasting(rng, ground, 40))
        elif label.isdigit() and rng.random() < 0.25:
            self.pixels(image, size, label, _contrasting(rng, ground, 40))
        else:
            self.text(draw, size, label, _contrasting(rng, ground, 40))
        return self._photographed(image, native)

    def _photographed(self, image: Image.Image, native: int) -> NDArray[np.float32]:
        rng = self.rng
        array: NDArray[Any] = cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR).astype(np.float32)
        if rng.random() < 0.25:
            low, high = rng.uniform(-25, 25, 2)
            ramp = np.linspace(low, high, array.shape[0], dtype=np.float32)
            array += ramp[:, None, None] if rng.random() < 0.5 else ramp[None, :, None]
        array = cv2.resize(array, (native, native), interpolation=cv2.INTER_AREA)
        if rng.random() < 0.3:
            array = cv2.GaussianBlur(array, (0, 0), rng.uniform(0.3, 0.03 * native + 0.3))
        if rng.random() < 0.3:
            array = array + rng.normal(0, rng.uniform(1, 8), array.shape)
        if rng.random() < 0.15:
            quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))]
            tiled = np.tile(np.clip(array, 0, 255).astype(np.uint8), (3, 3, 1))
            _, code = cv2.imencode(".jpg", tiled, quality)
            decoded = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR))
            array = decoded[native : 2 * native, native : 2 * native].astype(np.float32)
        # Beyond the border of a cell its neighbour begins with the same border.
        array = np.tile(array, (3, 3, 1))
        shift = rng.normal(0, 0.03 if rng.random() < 0.8 else 0.06, 2) * CELL
        zoom = CELL / native * rng.uniform(0.96, 1.04)
        tall = zoom * rng.uniform(0.95, 1.05)
        off = (CELL - zoom * native) / 2 - zoom * native, (CELL - tall * native) / 2 - tall * native
        warp = np.array([[zoom, 0, off[0] + shift[0]], [0, tall, off[1] + shift[1]]])
        if zoom < 1:
            array = cv2.GaussianBlur(array, (0, 0), 0.4 / zoom)
        out = cv2.warpAffine(array, warp, (CELL, CELL), flags=cv2.INTER_LINEAR)
        return np.clip(out, 0, 255).astype(np.float32)
