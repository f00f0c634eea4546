"""Made-up skins to train on: how a game might draw its cells, each determined by its seed alone.

No screenshot and no picture of any game is in them: tiles, flags and mines are drawn here, letters
and little pictures come from the fonts of this machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Random = np.random.Generator
Colour = tuple[int, int, int]
"""Red, green and blue, 0 to 255."""

EMOJI: Final = Path("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")
"""Where Debian's fonts-noto-color-emoji has its font; without it no emoji are drawn."""
ICONS: Final = (
    Path("/usr/share/fonts/truetype/font-awesome/fontawesome-webfont.ttf"),
    Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"),
    Path("/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf"),
)
"""Fonts with flags, bombs and stars: Debian's fonts-font-awesome, -dejavu and -symbola."""
ICON_SIGNS: Final = {
    "F": (("\uf024", 0), ("\uf11d", 0), ("\u2691", 1), ("\u2690", 1), ("\u2691", 2)),
    "*": (("\uf1e2", 0), ("\uf188", 0), ("\u2739", 1), ("\u25cf", 1), ("\u2620", 1), ("\u2600", 1)),
}
PICTURES: Final = {
    "F": "🚩🚩🚩⛳🏴🏁📍🚨⚑🍀🌻🎃⚠🚫",
    "*": "💣💣💣💥🔥💀🐛🐙☢👾🦖🕷",
    "X": "💥🔥🤯☠💀",
    "W": "❌🚫❎",
    "?": "❓❔",
    "#": "🌿🟩⬜🟦🎁🌱⬛🙂🌎🐣",
    "0": "⬜🌼⬛🟫😵🐥",
}
LETTERS: Final = {
    "F": "FFFP!\u25b2Xx|#+BMfm$&@", "*": "*MBX@oO#", "X": "X*B", "W": "XWx", "?": "?",
}  # fmt: skip
CLASSIC: Final = (
    (0, 0, 255), (0, 128, 0), (255, 0, 0), (0, 0, 128), (128, 0, 0), (0, 128, 128), (0, 0, 0),
    (128, 128, 128),
)  # fmt: skip
PIPS: Final = ((4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8),
               (0, 2, 3, 4, 5, 6, 8), (0, 1, 2, 3, 5, 6, 7, 8))  # fmt: skip
"""Where on a square of three by three the dots of each number stand, as on dice."""
SEGMENTS: Final = ("bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg")
RAISED: Final = "#F?W"
TRIED: Final = 32
"""Side in pixels of tiles on which is tried whether their signs can be seen."""
SEEN: Final = 35
"""Difference in levels of a pixel that can be seen."""
SEEN_PART: Final = 0.015
"""Part of a cell that must be seen of a sign."""


def shift(colour: Colour, step: float) -> Colour:
    """A colour lighter by `step` grey levels."""
    r, g, b = (int(np.clip(v + step, 0, 255)) for v in colour)
    return r, g, b


def grey(colour: Colour) -> float:
    """How light a colour is, 0 to 255."""
    return 0.3 * colour[0] + 0.59 * colour[1] + 0.11 * colour[2]


def ground_colour(rng: Random) -> Colour:
    """A colour as cells have it: mostly light or dark grey, sometimes of a hue."""
    kind = rng.random()
    if kind < 0.3:
        hue = [int(rng.integers(180)), int(rng.integers(40, 230)), int(rng.integers(60, 250))]
        r, g, b = (
            int(v) for v in cv2.cvtColor(np.array([[hue]], np.uint8), cv2.COLOR_HSV2RGB)[0, 0]
        )
        return r, g, b
    if kind < 0.45:
        return 192, 192, 192
    level = int(rng.integers(15, 90)) if kind < 0.65 else int(rng.integers(140, 256))
    r, g, b = (int(v) for v in np.clip(level + rng.integers(-14, 15, 3), 0, 255))
    return r, g, b


def readable(rng: Random, ground: Colour, least: float = 70) -> Colour:
    """A colour in which something can be seen on a ground."""
    for _ in range(60):
        r, g, b = (int(v) for v in rng.integers(0, 256, 3))
        if abs(grey((r, g, b)) - grey(ground)) + 0.4 * abs(r - ground[0]) > least:
            return r, g, b
    return (0, 0, 0) if grey(ground) > 127 else (255, 255, 255)


@dataclass(frozen=True, slots=True)
class Pen:
    """What a sign is drawn with: the tile, its pixels and the colour of its ground."""

    image: Image.Image
    draw: ImageDraw.ImageDraw
    width: int
    height: int
    ground: Colour

    @property
    def side(self) -> int:
        """The shorter side of the tile."""
        return min(self.width, self.height)


Sign = Callable[[Pen], None]


class Skin:
    """A look of a game; `tile` draws a cell in it."""

    def __init__(self, rng: Random, faces: list[str]):
        self.rng = rng
        self.face = str(rng.choice(faces))
        self.hidden = ground_colour(rng)
        self.closed_style = str(
            rng.choice(["bevel"] * 5 + ["flat", "flat", "line", "gap", "gap", "round", "round",
                       "circle", "gloss", "shadow", "frame", "double", "texture", "slope", "sides",
                       "sides", "outline", "outline"])
        )  # fmt: skip
        self.zeros = rng.random() < 0.08
        plain = self.zeros and rng.random() < 0.4
        self.open = self.hidden if plain else self._open_ground()
        self.page = shift(self.open, float(rng.integers(-45, 46)))
        self.checker = float(rng.uniform(4, 22)) if rng.random() < 0.14 else 0.0
        self.checker_open = self.checker * float(rng.choice([0, 1, 1]))
        self.edges = {True: readable(rng, self.hidden, 40), False: readable(rng, self.open, 25)}
        shaped = self.closed_style in (
            "gap", "round", "circle", "texture", "slope", "gloss", "outline",
        )  # fmt: skip
        lines = ["line"] * 5 + ["none", "none", "sunken", "sides", "sides"]
        self.open_style = (
            self.closed_style if shaped and rng.random() < 0.6 else str(rng.choice(lines))
        )
        if plain:
            # Only what is written on a cell says that it is open.
            self.open_style = self.closed_style
        if self.checker and rng.random() < 0.8:
            self.closed_style, self.open_style = "flat", "none"
        self.thick = float(rng.uniform(0.04, 0.16))
        self.gap = float(rng.uniform(0.03, 0.2))
        self.radius = float(rng.uniform(0.08, 0.35))
        self.line = self._line()
        self.relief = float(rng.uniform(18, 90))
        self.grain = rng.normal(0, rng.uniform(4, 22), (64, 64, 1))
        self.sides = {True: self._sides(0.16), False: self._sides(0.09)}
        self.zero = self._zero_ground()
        if rng.random() < 0.12:
            self.page = self.zero
        self.tinted = [shift(self.open, float(rng.integers(-30, 31))) for _ in range(8)]
        self.tints = rng.random() < 0.05
        self.size = float(rng.uniform(0.3, 0.95))
        self.colours = self._palette()
        self.signs = self._signs()
        self.grounds = self._mark_grounds()
        self._make_visible()

    def _open_ground(self) -> Colour:
        rng = self.rng
        kind = rng.random()
        if self.closed_style in ("bevel", "double", "frame", "shadow", "gloss") and kind < 0.45:
            return shift(self.hidden, float(rng.uniform(-6, 6)))
        if kind < 0.8:
            step = float(rng.uniform(12, 80)) * float(rng.choice([-1, 1]))
            near = np.clip(np.array(self.hidden) + rng.integers(-14, 15, 3), 0, 255)
            return shift((int(near[0]), int(near[1]), int(near[2])), step)
        for _ in range(50):
            other = ground_colour(rng)
            if max(abs(a - b) for a, b in zip(other, self.hidden, strict=True)) > 20:
                return other
        return shift(self.hidden, -60 if grey(self.hidden) > 127 else 60)

    def _zero_ground(self) -> Colour:
        """Mostly that of all open cells; in some games blank ones have one of their own."""
        if self.rng.random() < 0.1:
            return shift(
                self.open, float(self.rng.choice([-1, 1])) * float(self.rng.uniform(6, 30))
            )
        return self.open

    def _line(self) -> Colour:
        step = float(self.rng.uniform(12, 75)) * float(self.rng.choice([-1, 1]))
        line = shift(self.open, step)
        return line if abs(grey(line) - grey(self.open)) > 9 else shift(self.open, -step)

    def _sides(self, most: float) -> list[tuple[float, float]]:
        """How thick the line on each side of a cell is, and by how much lighter: top, left, ..."""
        rng = self.rng
        thick = rng.uniform(0.03, most, 4) * (rng.random(4) < 0.85)
        light = rng.uniform(-110, 90, 4)
        if rng.random() < 0.8:
            # The light falls from one corner.
            thick[1], thick[3] = thick[0], thick[2]
            light[1], light[3] = light[0] + rng.uniform(-8, 8), light[2] + rng.uniform(-8, 8)
        return list(zip(thick.tolist(), light.tolist(), strict=True))

    def _palette(self) -> list[Colour]:
        kind = self.rng.random()
        if kind < 0.45:
            lift = 0 if grey(self.open) > 120 else 110
            return [shift(colour, lift) for colour in CLASSIC]
        if kind < 0.65:
            return [readable(self.rng, self.open)] * 8
        return [readable(self.rng, self.open, 55) for _ in range(8)]

    def _make_visible(self) -> None:
        """Draw those signs anew that cannot be seen on their ground."""
        for symbol in "12345678F*X?":
            sign = self.signs.pop(symbol)
            bare = np.asarray(self.tile(symbol, 0, TRIED, TRIED)).astype(np.int16)
            self.signs[symbol] = sign
            gap = abs(np.asarray(self.tile(symbol, 0, TRIED, TRIED)) - bare).max(axis=2)
            if (gap > SEEN).mean() < SEEN_PART:
                text = symbol if symbol.isdigit() else LETTERS[symbol][0]
                self.signs[symbol] = self._text(text, readable(self.rng, self._ground(symbol)[0]))

    def _mark_grounds(self) -> dict[str, Colour]:
        """Grounds of flags and mines where they have one of their own."""
        rng = self.rng
        grounds: dict[str, Colour] = {}
        if rng.random() < 0.12:
            grounds["F"] = self.open if rng.random() < 0.5 else ground_colour(rng)
        kind = rng.random()
        if kind < 0.42:
            grounds["*"] = self.hidden
        elif kind < 0.54:
            grounds["*"] = (230, int(rng.integers(20, 120)), int(rng.integers(20, 120)))
        if rng.random() < 0.75:
            red = [(230, 30, 30), (255, 0, 0), (240, 150, 20), (240, 220, 60)]
            grounds["X"] = red[int(rng.integers(4))]
        if rng.random() < 0.4:
            grounds["W"] = (230, 120, 110) if rng.random() < 0.5 else self.open
        return grounds

    def _signs(self) -> dict[str, Sign]:
        """How each symbol is drawn, the same way on every cell."""
        signs: dict[str, Sign] = {}
        signs |= self._numbers()
        for symbol, own in (("F", self._flag), ("*", self._mine)):
            kind = self.rng.random()
            signs[symbol] = (
                self._picture(symbol) if kind < 0.3
                else self._icon(symbol) if kind < 0.42
                else self._letter(symbol) if kind < 0.5
                else self._shape(symbol) if kind < 0.56
                else own()
            )  # fmt: skip
        signs["X"] = self._picture("X") if self.rng.random() < 0.2 else signs["*"]
        kind = self.rng.random()
        signs["W"] = (
            self._picture("W") if kind < 0.25
            else self._crossed(signs["F"]) if kind < 0.6
            else self._crossed(signs["*"])
        )  # fmt: skip
        signs["?"] = self._picture("?") if self.rng.random() < 0.2 else self._letter("?")
        both = self.rng.random() < 0.03
        for blank in "#0":
            if blank in signs:
                continue
            kind = self.rng.random()
            if kind < 0.05 or both:
                signs[blank] = self._picture(blank)
            elif kind < 0.08:
                signs[blank] = self._shape(blank, 0.12)
        return signs

    def _numbers(self) -> dict[str, Sign]:
        first = 0 if self.zeros else 1
        kind = self.rng.random()
        if kind < 0.05:
            return {str(n + 1): self._segmented(n) for n in range(8)}
        if kind < 0.08:
            return {str(n + 1): self._dots(n) for n in range(8)}
        bitmap = kind < 0.3
        keycap = None if self.rng.random() > 0.04 else readable(self.rng, self.open, 40)
        outline = readable(self.rng, self.open, 30) if self.rng.random() < 0.1 else None
        return {
            str(n): self._text(
                str(n), self.colours[n - 1], bitmap=bitmap, keycap=keycap, outline=outline
            )
            for n in range(first, 9)
        }

    def _text(
        self, text: str, colour: Colour, *, bitmap: bool = False, keycap: Colour | None = None,
        outline: Colour | None = None, face: str | None = None,
    ) -> Sign:  # fmt: skip
        size, path = self.size, face or self.face
        off = self.rng.normal(0, 0.02, 2)
        wide = float(self.rng.uniform(0.8, 1.4)) if self.rng.random() < 0.3 else 1.0
        stroke = int(self.rng.choice([0, 0, 0, 1, 2]))

        def sign(pen: Pen) -> None:
            if keycap is not None:
                inset = 0.14 * pen.side
                box = (inset, inset, pen.width - inset, pen.height - inset)
                pen.draw.rounded_rectangle(box, radius=0.1 * pen.side, fill=keycap)
            points = max(6, round(pen.height * size))
            font = ImageFont.truetype(path, points)
            x0, y0, x1, y1 = pen.draw.textbbox((0, 0), text, font=font)
            fit = min(1.0, 0.86 * pen.height / max(1, y1 - y0), 0.86 * pen.width / max(1, x1 - x0))
            if fit < 1:
                font = ImageFont.truetype(path, max(6, int(points * fit)))
                x0, y0, x1, y1 = pen.draw.textbbox((0, 0), text, font=font)
            layer = Image.new("L", (pen.width, pen.height), 0)
            brush = ImageDraw.Draw(layer)
            brush.fontmode = "1" if bitmap else "L"
            at = (
                pen.width * (0.5 + off[0]) - (x0 + x1) / 2,
                pen.height * (0.5 + off[1]) - (y0 + y1) / 2,
            )
            brush.text(at, text, font=font, fill=255, stroke_width=stroke if pen.side > 30 else 0)
            if wide != 1.0:
                middle = pen.width / 2 * (1 - 1 / wide)
                layer = layer.transform(
                    layer.size, Image.Transform.AFFINE, (1 / wide, 0, middle, 0, 1, 0)
                )
            if outline is not None:
                fat = cv2.dilate(np.asarray(layer), np.ones((3, 3), np.uint8))
                pen.draw.bitmap((0, 0), Image.fromarray(fat), fill=outline)
            ink = colour if keycap is None else (255, 255, 255) if grey(keycap) < 150 else (0, 0, 0)
            pen.draw.bitmap((0, 0), layer, fill=ink)

        return sign

    def _letter(self, symbol: str) -> Sign:
        ground = self.hidden if symbol in RAISED else self.open
        text = str(self.rng.choice(list(LETTERS[symbol])))
        red = symbol == "F" and self.rng.random() < 0.5 and abs(grey(ground) - 76) > 50
        return self._text(text, (230, 20, 20) if red else readable(self.rng, ground))

    def _icon(self, symbol: str) -> Sign:
        choice = ICON_SIGNS[symbol]
        text, face = choice[int(self.rng.integers(len(choice)))]
        if not ICONS[face].exists():
            return self._flag() if symbol == "F" else self._mine()
        ground = self.hidden if symbol == "F" else self.open
        red = symbol == "F" and self.rng.random() < 0.5 and abs(grey(ground) - 76) > 50
        colour = (230, 20, 20) if red else readable(self.rng, ground)
        return self._text(text, colour, face=str(ICONS[face]))

    def _picture(self, symbol: str) -> Sign:
        if not EMOJI.exists():
            return self._letter(symbol) if symbol in LETTERS else self._shape(symbol, 0.12)
        text = str(self.rng.choice(list(PICTURES[symbol])))
        share = float(self.rng.uniform(0.5, 0.98))

        def sign(pen: Pen) -> None:
            layer = Image.new("RGBA", (136, 128), (0, 0, 0, 0))
            font = ImageFont.truetype(str(EMOJI), 109)
            ImageDraw.Draw(layer).text((0, 0), text, font=font, embedded_color=True)
            box = layer.getbbox()
            if box is None:
                return
            part = layer.crop(box)
            times = share * pen.side / max(part.size)
            size = max(2, round(part.width * times)), max(2, round(part.height * times))
            part = part.resize(size)
            pen.image.paste(part, ((pen.width - size[0]) // 2, (pen.height - size[1]) // 2), part)

        return sign

    def _shape(self, symbol: str, least: float = 0.3) -> Sign:
        """A plain figure: a disc, a square, a triangle, or a star. Mines are mostly dark discs."""
        rng = self.rng
        colour = readable(rng, self.hidden, 50)
        reach = float(rng.uniform(least, least + 0.4)) / 2
        count = int(rng.choice([0, 0, 3, 4, 5, 6]))
        if symbol == "*" and rng.random() < 0.7:
            count, ink = 0, int(rng.integers(50))
            colour = (ink, ink, ink) if grey(self.hidden) > 100 else colour
        elif symbol == "F" and count == 0 and rng.random() < 0.7:
            count = 3
        turn = float(rng.uniform(0, math.pi))
        inner = float(rng.uniform(0.35, 1.0))

        def sign(pen: Pen) -> None:
            x, y, r = pen.width / 2, pen.height / 2, reach * pen.side
            if count == 0:
                pen.draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)
                return
            points = []
            for k in range(2 * count):
                length = r if k % 2 == 0 else r * inner
                angle = turn + math.pi * k / count
                points.append((x + length * math.cos(angle), y + length * math.sin(angle)))
            pen.draw.polygon(points, fill=colour)

        return sign

    def _segmented(self, number: int) -> Sign:
        thick, tall, wide = 0.13, 0.72 * self.size + 0.1, 0.36

        def sign(pen: Pen) -> None:
            t, h, w = thick * pen.side, tall * pen.height, wide * pen.width
            x0, y0 = (pen.width - w) / 2, (pen.height - h) / 2
            x1, y1, m = x0 + w, y0 + h, pen.height / 2
            bars = {
                "a": (x0, y0, x1, y0 + t), "d": (x0, y1 - t, x1, y1),
                "g": (x0, m - t / 2, x1, m + t / 2), "f": (x0, y0, x0 + t, m),
                "e": (x0, m, x0 + t, y1), "b": (x1 - t, y0, x1, m), "c": (x1 - t, m, x1, y1),
            }  # fmt: skip
            for name in SEGMENTS[number]:
                pen.draw.rectangle(bars[name], fill=self.colours[number])

        return sign

    def _dots(self, number: int) -> Sign:
        reach = 0.06 + 0.05 * self.size

        def sign(pen: Pen) -> None:
            for spot in PIPS[number]:
                x, y = (
                    (0.25 + 0.25 * (spot % 3)) * pen.width,
                    (0.25 + 0.25 * (spot // 3)) * pen.height,
                )
                r = reach * pen.side
                pen.draw.ellipse((x - r, y - r, x + r, y + r), fill=self.colours[number])

        return sign

    def _flag(self) -> Sign:
        """A pole, a cloth on one side, perhaps a base."""
        rng = self.rng
        cloth = (230, 20, 20) if rng.random() < 0.6 else readable(rng, self.hidden)
        plain = rng.random() < 0.25
        wood = cloth if plain else readable(rng, self.hidden)
        side = 1 if rng.random() < 0.5 else -1
        pole = 0.5 - side * rng.uniform(-0.05, 0.22)
        top, bottom = rng.uniform(0.12, 0.26), rng.uniform(0.68, 0.88)
        half, reach, drop = rng.uniform(0.015, 0.06), rng.uniform(0.25, 0.5), rng.uniform(0.2, 0.38)
        pennant, lean = rng.random() < 0.65, rng.uniform(-0.06, 0.1)
        base = (rng.uniform(0.12, 0.3), rng.uniform(0.04, 0.1)) if rng.random() < 0.5 else None

        def sign(pen: Pen) -> None:
            w, h = pen.width, pen.height
            pen.draw.rectangle(
                ((pole - half) * w, top * h, (pole + half) * w, bottom * h), fill=wood
            )
            start, end = (pole - half * side) * w, (pole + (reach - half) * side) * w
            if pennant:
                points = [(start, top * h), (end, (top + drop / 2) * h), (start, (top + drop) * h)]
            else:
                points = [
                    (start, top * h), (end, (top + lean) * h),
                    (end, (top + 0.85 * drop + lean) * h), (start, (top + drop) * h),
                ]  # fmt: skip
            pen.draw.polygon(points, fill=cloth)
            if base is not None:
                box = (
                    (pole - base[0]) * w,
                    (bottom - base[1]) * h,
                    (pole + base[0]) * w,
                    bottom * h,
                )
                pen.draw.rectangle(box, fill=wood)

        return sign

    def _mine(self) -> Sign:
        """A ball with spikes and a highlight, or a bomb with a fuse."""
        rng = self.rng
        dark = grey(self.open) > 90 and rng.random() < 0.8
        body = (0, 0, 0) if dark else readable(rng, self.open)
        reach = float(rng.uniform(0.17, 0.32))
        spikes = int(rng.choice([0, 0, 4, 8, 8, 12]))
        length, turn = float(rng.uniform(1.15, 1.6)), float(rng.choice([0, math.pi / 4]))
        thick, fuse, shine = float(rng.uniform(0.03, 0.09)), rng.random() < 0.2, rng.random() < 0.55

        def sign(pen: Pen) -> None:
            x, y, r = pen.width / 2, pen.height / 2, reach * pen.side
            for k in range(spikes):
                angle = turn + 2 * math.pi * k / spikes
                end = length * r * (0.85 if spikes == 8 and k % 2 else 1)
                tip = x + end * math.cos(angle), y + end * math.sin(angle)
                pen.draw.line((x, y, *tip), fill=body, width=max(1, int(thick * pen.side)))
            if fuse:
                ends = (x + r * 0.6, y - r * 0.6, x + r * 1.3, y - r * 1.5)
                pen.draw.line(ends, fill=body, width=max(2, pen.side // 16))
            pen.draw.ellipse((x - r, y - r, x + r, y + r), fill=body)
            if shine:
                s, a, b = 0.22 * r, x - 0.45 * r, y - 0.45 * r
                pen.draw.ellipse((a - s, b - s, a + s, b + s), fill=(255, 255, 255))

        return sign

    def _crossed(self, inner: Sign) -> Sign:
        low, wide = float(self.rng.uniform(0.06, 0.24)), float(self.rng.uniform(0.05, 0.12))
        red = (230, 10, 10) if self.rng.random() < 0.8 else readable(self.rng, self.hidden)

        def sign(pen: Pen) -> None:
            inner(pen)
            a, b, w, h = low, 1 - low, pen.width, pen.height
            for ends in ((a * w, a * h, b * w, b * h), (a * w, b * h, b * w, a * h)):
                pen.draw.line(ends, fill=red, width=max(1, int(wide * pen.side)))

        return sign

    def tile(self, symbol: str, odd: int, width: int, height: int) -> Image.Image:
        """A cell of `width` by `height` pixels; `odd` (0, 1) is its colour on a checkerboard."""
        ground, raised = self._ground(symbol)
        if self.checker:
            step = self.checker if raised else self.checker_open
            ground = shift(ground, step * (odd - 0.5))
        image = Image.new("RGB", (width, height), self.page)
        draw = ImageDraw.Draw(image)
        self._body(image, self.closed_style if raised else self.open_style, ground, raised)
        if symbol in self.signs:
            self.signs[symbol](Pen(image, draw, width, height, ground))
        return image

    def _ground(self, symbol: str) -> tuple[Colour, bool]:
        if symbol == "0":
            return self.zero, False
        if symbol.isdigit():
            return (self.tinted[int(symbol) - 1] if self.tints else self.open), False
        ground = self.grounds.get(symbol)
        if symbol in "*X" and ground is None:
            ground = self.grounds.get("*")
        raised = symbol in RAISED
        if ground is not None:
            return ground, (raised or ground == self.hidden) and ground != self.open
        return (self.hidden, True) if raised else (self.open, False)

    def _body(self, image: Image.Image, style: str, ground: Colour, raised: bool) -> None:
        """The ground of a cell and its border."""
        draw = ImageDraw.Draw(image)
        w, h = image.size
        t = max(1, round(self.thick * min(w, h)))
        if style in ("gap", "round", "circle", "outline"):
            g = self.gap * min(w, h) / 2
            box = (g, g, w - 1 - g, h - 1 - g)
            if style == "circle":
                draw.ellipse(box, fill=ground)
            elif style == "outline":
                edge, radius = max(1, t // (1 if raised else 2)), self.radius * min(w, h) / 2
                draw.rounded_rectangle(box, radius, ground, self.edges[raised], edge)
            else:
                draw.rounded_rectangle(
                    box, radius=self.radius * min(w, h) * (style == "round"), fill=ground
                )
            return
        draw.rectangle((0, 0, w, h), fill=ground)
        light, dark = shift(ground, self.relief), shift(ground, -self.relief)
        if style in ("bevel", "double"):
            _bevel(draw, (w, h), t, (light, dark))
            if style == "double":
                draw.rectangle((0, 0, w - 1, h - 1), outline=shift(dark, -30), width=max(1, t // 2))
        elif style == "sunken":
            _bevel(draw, (w, h), max(1, t // 2), (dark, light))
        elif style == "sides":
            ends = ((0, 0, w, 0), (0, 0, 0, h), (0, h, w, h), (w, 0, w, h))
            for (thick, light_by), (x0, y0, x1, y1) in zip(self.sides[raised], ends, strict=True):
                if thick:
                    k = max(1, round(thick * min(w, h)))
                    box = (max(0, x0 - k), max(0, y0 - k), max(x1, k) - 1, max(y1, k) - 1)
                    draw.rectangle(box, fill=shift(ground, light_by))
        elif style == "shadow":
            draw.rectangle((0, h - t, w, h), fill=dark)
            draw.rectangle((w - t, 0, w, h), fill=dark)
        elif style == "frame":
            draw.rectangle((0, 0, w - 1, h - 1), outline=dark, width=max(1, t // 2))
            draw.rectangle((t, t, w - 1 - t, h - 1 - t), outline=light, width=t)
        elif style in ("gloss", "slope", "texture"):
            shade: NDArray[Any] = np.asarray(image).astype(np.float32)
            if style == "texture":
                grain = np.tile(self.grain, (h // 64 + 1, w // 64 + 1, 1))[:h, :w]
                shade = shade + cv2.GaussianBlur(grain, (0, 0), 1.5)[..., None] * 2
            else:
                ramp = np.linspace(0.5, -0.5, h)[:, None, None] * self.relief
                shade = shade + (ramp * (ramp > 0) if style == "gloss" else ramp)
            image.paste(Image.fromarray(np.clip(shade, 0, 255).astype(np.uint8)))
            draw.rectangle(
                (0, 0, w - 1, h - 1),
                outline=shift(ground, -40 if raised else -25),
                width=max(1, t // 3),
            )
        elif style in ("line", "flat") and not (style == "flat" and self.checker):
            edge = max(1, round(min(w, h) * 0.035))
            colour = self.line if not raised or style == "line" else shift(ground, -25)
            draw.rectangle((0, 0, w, edge - 1), fill=colour)
            draw.rectangle((0, 0, edge - 1, h), fill=colour)


def _bevel(
    draw: ImageDraw.ImageDraw, size: tuple[int, int], thick: int, colours: tuple[Colour, Colour]
) -> None:
    """Lines along the sides: one colour above and left, the other below and right."""
    w, h = size
    for k in range(thick):
        draw.line([(k, h - 1 - k), (k, k), (w - 1 - k, k)], fill=colours[0])
        draw.line([(k, h - 1 - k), (w - 1 - k, h - 1 - k), (w - 1 - k, k)], fill=colours[1])
