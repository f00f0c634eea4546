"""Signs that stand in the cells of made-up skins: numbers, flags, mines, marks.

Dots, flags, mines and figures are drawn here; letters, icons and little pictures come from the
fonts of this machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from benchmarks.training.colours import Colour, Random, grey, readable

EMOJI: Final = Path("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")
"""Debian's fonts-noto-color-emoji has its font here; without it no emoji are drawn."""
ICONS: Final = (
    Path("/usr/share/fonts/truetype/font-awesome/fontawesome-webfont.ttf"),
    Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"),
    Path("/usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf"),
)
"""Flags, bombs and stars are in these fonts: Debian's fonts-font-awesome, -dejavu and -symbola."""
ICON_SIGNS: Final = {
    "F": (("\uf024", 0), ("\uf11d", 0), ("\u2691", 1), ("\u2690", 1), ("\u2691", 2)),
    "*": (("\uf1e2", 0), ("\uf188", 0), ("\u2739", 1), ("\u25cf", 1), ("\u2620", 1), ("\u2600", 1)),
}
"""An icon is a character and the number of its font in ICONS."""
PICTURES: Final = {
    "F": "🚩🚩🚩⛳🏴🏁📍🚨⚑🍀🌻🎃⚠🚫",
    "*": "💣💣💣💥🔥💀🐛🐙☢👾🦖🕷",
    "X": "💥🔥🤯☠💀",
    "W": "❌🚫❎",
    "?": "❓❔",
    "#": "🌿🟩⬜🟦🎁🌱⬛🙂🌎🐣",
    "0": "⬜🌼⬛🟫😵🐥",
}
"""A symbol is shown as one of these emoji; some are named more than once, to be likelier."""
OBJECTS: Final = (
    "🍎🍋🍇🍉🍓🍄🌵🌲🌹🌈🌙⭐❄💧🌊🐶🐱🐭🦊🐻🐼🐸🐵🐔🐧🦉🐝🦋🐌🐞🐢🐍🐬🐘🚗🚀✈⚓🏠🏆⚽🎲🎯🎵"
    "🎈💎🔑🔒🔔📦📚✂📎🔧🔨💊🧲🧨🪓🛡👑👻🤖😀😡😱👍❤💔💯✅❗🔴🟢🔵🟡🟣⚫🟥🟨🟧🟪🔺🔶🛑⛔"
)
"""A flag or a mine may be any of these: then only where it stands says which of them it is."""
ANYTHING: Final = 0.3
"""Part of the pictures of flags and mines that are one of the OBJECTS."""
LETTERS: Final = {
    "F": "FFFP!\u25b2Xx|#+BMfm$&@", "*": "*MBX@oO#", "X": "X*B", "W": "XWx", "?": "?",
}  # fmt: skip
"""A symbol is written as one of these characters; the first is the plainest."""
FIGURES: Final = {
    "F": (("triangle", "square", "disc", "star", "cross", "plus"),
          (0.4, 0.2, 0.2, 0.1, 0.07, 0.03)),
    "*": (("disc", "star", "square", "cross", "plus", "triangle"),
          (0.35, 0.25, 0.18, 0.12, 0.05, 0.05)),
    "#": (("disc", "square", "triangle", "star"), (0.4, 0.2, 0.2, 0.2)),
}  # fmt: skip
"""Plain figures for a symbol, and how likely each is."""
POINTS: Final = ((3, 4, 5, 6), (4, 5, 6, 8, 8, 10, 12, 16))
"""The points of a star, and those of a mine."""
PIPS: Final = ((4,), (0, 8), (0, 4, 8), (0, 2, 6, 8), (0, 2, 4, 6, 8), (0, 2, 3, 5, 6, 8),
               (0, 2, 3, 4, 5, 6, 8), (0, 1, 2, 3, 5, 6, 7, 8))  # fmt: skip
"""The dots of the numbers 1 to 8 stand on these of three by three places, as on dice."""
SEGMENTS: Final = (
    "abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg",
)  # fmt: skip
"""The digits light these bars: a to f go clockwise from the top, g is in the middle."""
FOREIGN: Final = "ACDEFGHJKLMNPRTUVWXYabcdefhjkmnprtuvwxyz@#%&+=<>/\\{}$!*~^"
"""Characters that are no sign of the game."""
ARROW: Final = ((0, 0), (0, 16), (4, 12), (7, 18), (9, 17), (6, 11), (11, 11))
"""A mouse pointer, in pixels from its tip (x, y)."""
RAISED: Final = "#F?W"
"""These symbols stand on closed cells."""


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
"""A sign draws itself with a pen."""


@dataclass(frozen=True, slots=True)
class Signs:
    """Makes the signs of one skin, in its font and on its grounds.

    `size` is the height of numbers and letters as a fraction of a cell's; `colours` are
    those of the numbers 1 to 8; `zeros` says whether cells without mines around them show a 0.
    """

    rng: Random
    face: str
    size: float
    hidden: Colour
    open: Colour
    colours: list[Colour]
    zeros: bool

    def by_symbol(self) -> dict[str, Sign]:
        """How each symbol is drawn, the same way on every cell."""
        signs: dict[str, Sign] = {}
        signs |= self._numbers()
        # A font without a picture shows a box in its place, the same for all of them.
        box = self._box() if self.rng.random() < 0.08 else None
        for symbol, own in (("F", self._flag), ("*", self._mine)):
            kind = self.rng.random()
            signs[symbol] = (
                (box or self._picture(symbol)) if kind < 0.27
                else self._icon(symbol) if kind < 0.37
                else self._letter(symbol) if kind < 0.45
                else self._shape(symbol) if kind < 0.6
                else own()
            )  # fmt: skip
        signs["X"] = (box or self._picture("X")) if self.rng.random() < 0.2 else signs["*"]
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

    def plain(self, symbol: str, ground: Colour) -> Sign:
        """The symbol as a number or letter in a colour that can be seen on a ground."""
        text = symbol if symbol.isdigit() else LETTERS[symbol][0]
        return self._text(text, readable(self.rng, ground))

    def glyph(self, label: str, symbol: str) -> Sign:
        """A glyph of a class, as most games draw it, that can be seen on the ground of a symbol."""
        rng = self.rng
        ground = self.hidden if symbol in RAISED else self.open
        if label in "F*" and rng.random() < 0.12 and EMOJI.exists():
            return self._picture(label, PICTURES[label][0])
        if label in "F*":
            return self._flag() if label == "F" else self._mine(alone=True)
        if label == "W":
            return self._crossed(self._mine(alone=True) if rng.random() < 0.65 else self._flag())
        if label == "~":
            return self._foreign(ground)
        colour = readable(rng, ground, 40)
        if label.isdigit() and rng.random() < 0.1:
            return self._segmented(int(label), colour)
        if label.isdigit() and rng.random() < 0.25:
            return self._blocky(label, colour)
        keycap = readable(rng, ground, 40) if rng.random() < 0.1 else None
        return self._text(label, colour, bitmap=rng.random() < 0.14, keycap=keycap)

    def _foreign(self, ground: Colour) -> Sign:
        """Something that is none of the game's: letters, figures, strokes, a pointer, a picture."""
        rng = self.rng
        kind = int(rng.integers(0, 8))
        colour = readable(rng, ground, 40)
        if kind == 0:
            return self._text(str(rng.choice(list(FOREIGN))), colour)
        if kind == 1:
            return self._text(str(rng.integers(10, 1000)), colour)
        if kind == 2:
            return self._pointer(self._text(str(rng.integers(1, 9)), colour))
        if kind == 3 and EMOJI.exists():
            return self._picture("#", str(rng.choice(list(OBJECTS))))
        if kind < 6:
            return self._shape("F", 0.2) if kind == 4 else self._box()
        points = rng.uniform(0.1, 0.9, (int(rng.integers(2, 9)), 2))
        thick = float(rng.uniform(0.02, 0.16))

        def sign(pen: Pen) -> None:
            outline = [(float(x * pen.width), float(y * pen.height)) for x, y in points]
            if kind == 6:
                pen.draw.line(outline, fill=colour, width=max(1, int(thick * pen.side)))
            elif len(outline) > 2:
                pen.draw.polygon(outline, fill=colour)

        return sign

    def _pointer(self, below: Sign) -> Sign:
        """A mouse pointer, mostly over another sign."""
        x, y = self.rng.uniform(-0.1, 0.8, 2)
        scale, alone = float(self.rng.uniform(0.02, 0.055)), self.rng.random() < 0.4

        def sign(pen: Pen) -> None:
            if not alone:
                below(pen)
            outline = [
                (float((x + a * scale) * pen.side), float((y + b * scale) * pen.side))
                for a, b in ARROW
            ]
            pen.draw.polygon(outline, fill=(255, 255, 255), outline=(0, 0, 0))

        return sign

    def _blocky(self, text: str, colour: Colour) -> Sign:
        """A digit of few, large pixels, as thick or wide as old games have them."""
        rng = self.rng
        face = ImageFont.truetype(self.face, int(rng.integers(9, 17)))
        small = Image.new("L", (32, 32), 0)
        brush = ImageDraw.Draw(small)
        brush.fontmode = "1"
        brush.text((8, 6), text, font=face, fill=255)
        fat = np.ones((1 + (rng.random() < 0.25), 1 + (rng.random() < 0.5)), np.uint8)
        mask = cv2.dilate(np.asarray(small), fat)
        x, y, w, h = cv2.boundingRect(mask)
        mask = mask[y : y + h, x : x + w]
        tall, stretched = float(rng.uniform(0.5, 0.88)), float(rng.uniform(0.85, 1.5))
        how = cv2.INTER_NEAREST if rng.random() < 0.7 else cv2.INTER_LINEAR

        def sign(pen: Pen) -> None:
            if not mask.size:
                return
            size = (
                min(round(0.88 * pen.width), max(2, round(tall * pen.height * w / h * stretched))),
                max(3, round(tall * pen.height)),
            )
            large = Image.fromarray(cv2.resize(mask, size, interpolation=how))
            at = (pen.width - size[0]) // 2, (pen.height - size[1]) // 2
            pen.draw.bitmap(at, large, fill=colour)

        return sign

    def _numbers(self) -> dict[str, Sign]:
        first = 0 if self.zeros else 1
        kind = self.rng.random()
        if kind < 0.05:
            return {str(n): self._segmented(n, self.colours[n - 1]) for n in range(1, 9)}
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

    def _picture(self, symbol: str, text: str | None = None) -> Sign:
        if not EMOJI.exists():
            return self._letter(symbol) if symbol in LETTERS else self._shape(symbol, 0.12)
        if text is None:
            objects = symbol in "F*" and self.rng.random() < ANYTHING
            text = str(self.rng.choice(list(OBJECTS if objects else PICTURES[symbol])))
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
        """A plain figure, of a kind that is likely for the symbol. Mines are mostly dark."""
        rng = self.rng
        colour = readable(rng, self.hidden, 50)
        if symbol == "*" and rng.random() < 0.5:
            ink = int(rng.integers(50))
            colour = (ink, ink, ink) if grey(self.hidden) > 100 else colour
        kinds, likely = FIGURES.get(symbol, FIGURES["#"])
        kind = str(rng.choice(kinds, p=likely))
        count = 3 if kind == "triangle" else int(rng.choice(POINTS[symbol == "*"]))
        reach = float(rng.uniform(least, least + (0.55 if kind == "square" else 0.45))) / 2
        turn = float(rng.choice([0.0, math.pi / 2 / count, rng.uniform(0, math.pi)]))
        inner = float(rng.uniform(0.3, 0.8)) if kind == "star" else math.cos(math.pi / count)
        thick = float(rng.uniform(0.05, 0.16))

        def sign(pen: Pen) -> None:
            x, y, r = pen.width / 2, pen.height / 2, reach * pen.side
            if kind == "disc":
                pen.draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)
            elif kind == "square":
                pen.draw.rectangle((x - r, y - r, x + r, y + r), fill=colour)
            elif kind in ("cross", "plus"):
                at = (0.0, math.pi / 2) if kind == "plus" else (math.pi / 4, 3 * math.pi / 4)
                for a, b in ((r * math.cos(angle), r * math.sin(angle)) for angle in at):
                    ends = (x - a, y - b, x + a, y + b)
                    pen.draw.line(ends, fill=colour, width=max(1, int(thick * pen.side)))
            else:
                points = []
                for k in range(2 * count):
                    length = r if k % 2 == 0 else r * inner
                    angle = turn + math.pi * k / count
                    points.append((x + length * math.cos(angle), y + length * math.sin(angle)))
                pen.draw.polygon(points, fill=colour)

        return sign

    def _box(self) -> Sign:
        """An upright frame, empty or with something in it: a character that a font lacks."""
        rng = self.rng
        colour = readable(rng, self.hidden, 50)
        tall = float(rng.uniform(0.4, 0.75))
        wide = tall * float(rng.uniform(0.55, 1.0))
        inside, thick = int(rng.integers(4)), float(rng.uniform(0.03, 0.08))

        def sign(pen: Pen) -> None:
            x, y = (1 - wide) / 2 * pen.width, (1 - tall) / 2 * pen.height
            box = (x, y, pen.width - x, pen.height - y)
            line = max(1, round(thick * pen.side))
            pen.draw.rectangle(box, outline=colour, width=line)
            if inside == 1:
                pen.draw.line(box, fill=colour, width=line)
                pen.draw.line((box[0], box[3], box[2], box[1]), fill=colour, width=line)
            elif inside == 2:
                for k in range(2):
                    level = y + (0.35 + 0.3 * k) * tall * pen.height
                    ends = (x + 3 * line, level, pen.width - x - 3 * line, level)
                    pen.draw.line(ends, fill=colour, width=2 * line)

        return sign

    def _segmented(self, digit: int, colour: Colour) -> Sign:
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
            for name in SEGMENTS[digit]:
                pen.draw.rectangle(bars[name], fill=colour)

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

    def _mine(self, *, alone: bool = False) -> Sign:
        """A ball with spikes and a highlight, or a bomb with a fuse.

        One that is to be known `alone` shines where it has neither: it were any disc.
        """
        rng = self.rng
        dark = grey(self.open) > 90 and rng.random() < 0.8
        body = (0, 0, 0) if dark else readable(rng, self.open)
        reach = float(rng.uniform(0.17, 0.32))
        spikes = int(rng.choice([0, 0, 4, 8, 8, 12]))
        length, turn = float(rng.uniform(1.15, 1.6)), float(rng.choice([0, math.pi / 4]))
        thick, fuse, shine = float(rng.uniform(0.03, 0.09)), rng.random() < 0.2, rng.random() < 0.55
        shine = shine or (alone and not spikes and not fuse)

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
