"""Made-up skins to train on: how a game might draw its cells, each determined by its seed alone.

No screenshot and no picture of any game is in them: the bodies of cells are drawn here, what stands
in them in `benchmarks.training.signs`.
"""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from benchmarks.training.colours import (
    CLASSIC,
    Colour,
    Random,
    grey,
    ground_colour,
    readable,
    shift,
)
from benchmarks.training.signs import RAISED, Pen, Signs

TRIED: Final = 32
"""Whether signs can be seen is tried on tiles of this many pixels a side."""
SEEN: Final = 35
"""A pixel that differs by more levels than this can be seen."""
VIVID: Final = (
    (0, 0, 0), (255, 0, 0), (220, 40, 40), (255, 255, 0), (250, 200, 40), (255, 165, 0),
    (0, 160, 0), (0, 0, 255), (128, 0, 128), (255, 255, 255),
)  # fmt: skip
"""Colours of cells that are marked by their colour alone."""
COLOURS_APART: Final = 45
"""Levels by which such a colour differs from others in a channel, at least."""
SEEN_PART: Final = 0.015
"""A sign must be seen on at least this part of its cell."""


class DrawnSkin:
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
        self.maker = Signs(
            rng, self.face, self.size, self.hidden, self.open, self.colours, self.zeros
        )
        self.signs = self.maker.by_symbol()
        self.grounds = self._mark_grounds()
        self.raised = set(RAISED)
        bare = self._bare_marks()
        self._make_visible(bare)

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

    def _bare_marks(self) -> set[str]:
        """Flags and mines that nothing but the colour of their cells shows; sets their grounds."""
        rng = self.rng
        bare = {symbol for symbol in "F*" if rng.random() < 0.1}
        if "*" in bare and rng.random() < 0.7:
            bare.add("X")
        others = [self.hidden, self.open, self.zero]
        for symbol in sorted(bare):
            colour = _vivid(rng, others)
            if symbol != "X" or rng.random() < 0.7:
                others.append(colour)
            else:
                # The mine that was clicked looks like the others.
                colour = self.grounds["*"]
            self.grounds[symbol] = colour
            self.signs[symbol] = lambda pen: None
        if "*" in bare and rng.random() < 0.5:
            self.raised |= set("*X")
        return bare

    def _make_visible(self, bare: set[str]) -> None:
        """Replace those signs by plain ones that cannot be seen on their ground."""
        for symbol in sorted(set("12345678F*X?") - bare):
            sign = self.signs.pop(symbol)
            without = np.asarray(self.tile(symbol, 0, TRIED, TRIED)).astype(np.int16)
            self.signs[symbol] = sign
            gap = abs(np.asarray(self.tile(symbol, 0, TRIED, TRIED)) - without).max(axis=2)
            if (gap > SEEN).mean() < SEEN_PART:
                self.signs[symbol] = self.maker.plain(symbol, self._ground(symbol)[0])

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
        raised = symbol in self.raised
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


def _vivid(rng: Random, others: list[Colour]) -> Colour:
    """A colour that nobody takes for one of the others: one of VIVID, or any."""
    for _ in range(100):
        colour = VIVID[int(rng.integers(len(VIVID)))]
        if rng.random() < 0.4:
            colour = ground_colour(rng)
        gaps = (max(abs(a - b) for a, b in zip(colour, one, strict=True)) for one in others)
        if min(gaps) > COLOURS_APART:
            return colour
    return colour


def _bevel(
    draw: ImageDraw.ImageDraw, size: tuple[int, int], thick: int, colours: tuple[Colour, Colour]
) -> None:
    """Lines along the sides: one colour above and left, the other below and right."""
    w, h = size
    for k in range(thick):
        draw.line([(k, h - 1 - k), (k, k), (w - 1 - k, k)], fill=colours[0])
        draw.line([(k, h - 1 - k), (w - 1 - k, h - 1 - k), (w - 1 - k, k)], fill=colours[1])
