# ruff: noqa: PLR0917
"""Pictures of made-up Minesweepers in a wide family of looks, each determined by its seed alone.

Themes light, dark and coloured; tiles bevelled, flat, rounded, round, apart, glossy, shaded, as a
checkerboard; digits of any font, of seven segments, of few pixels, outlined, in one colour or in
many; flags and mines drawn or as little pictures; wrong flags, question marks; boards shaded as a
whole, compressed, grainy, inverted; pitches that are fractions, by drawing, by snapping to pixels
or by scaling the picture; a pointer, a highlight or a ring on some cell; toolbars, keypads and
calendars beside the board that are lattices, too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Button,
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    cells_where,
)
from mwagent.vision.lattice import Lattice
from mwagent.vision.training.colours import CLASSIC, Colour, shift
from mwagent.vision.training.signs import EMOJI

TILES: Final = (
    "bevel", "bevel", "bevel", "flat", "line", "gap", "gap", "round", "circle", "gloss", "shadow",
    "frame", "checker", "double",
)  # fmt: skip
FLAGS: Final = "\U0001f6a9\U0001f3f4\U0001f4cd\U0001f6a8\U0001f340\U0001f33b"
MINES: Final = "\U0001f4a3\U0001f4a5\U0001f419\U0001f525\U0001f480"
LARGEST: Final = 2600
"""Pixels that a board is wide or high at most."""
SEGMENTS: Final = ("bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg")
PIXELS: Final = (
    "00100 01100 00100 00100 00100 00100 01110",
    "01110 10001 00001 00110 01000 10000 11111",
    "01110 10001 00001 00110 00001 10001 01110",
    "00010 00110 01010 10010 11111 00010 00010",
    "11111 10000 11110 00001 00001 10001 01110",
    "01110 10000 11110 10001 10001 10001 01110",
    "11111 00001 00010 00100 00100 00100 00100",
    "01110 10001 10001 01110 10001 10001 01110",
)


@dataclass(frozen=True)
class Shot:
    """A picture (height, width, 3) BGR with the truth about its board."""

    picture: NDArray[np.uint8]
    lattice: Lattice
    cells: tuple[str, ...]
    look: str


class Look:
    """A random look of a game; `tile` draws a cell in it."""

    def __init__(self, rng: np.random.Generator, fonts: list[str]):
        self.rng = rng
        self.style = str(rng.choice(TILES))
        self.hidden = self._ground()
        step = float(rng.uniform(14, 70)) * float(rng.choice([-1, 1]))
        if self.style in ("bevel", "double", "shadow", "frame") and rng.random() < 0.4:
            step = float(rng.uniform(-8, 8))
        self.open = shift(self._near(self.hidden, 25), step)
        if rng.random() < 0.25:
            self.open = shift(self._ground(), 0)
            while abs(sum(self.open) - sum(self.hidden)) < 60:
                self.open = self._ground()
        self.page = shift(self.open, int(rng.integers(-45, 46)))
        self.line = shift(self.open, float(rng.choice([-1, 1])) * float(rng.uniform(22, 70)))
        if sum(abs(a - b) for a, b in zip(self.line, self.open, strict=True)) < 45:
            self.line = shift(self.open, -40 if sum(self.open) > 380 else 40)
        self.thick = float(rng.uniform(0.05, 0.15))
        self.gap = float(rng.uniform(0.03, 0.16)) if self.style in ("gap", "round") else 0.0
        if self.style == "circle":
            self.gap = float(rng.uniform(0.02, 0.10))
        self.sunken = rng.random() < 0.15
        self.font = str(rng.choice(fonts))
        self.digits = str(rng.choice(["font"] * 8 + ["segments", "pixels"]))
        self.outlined = rng.random() < 0.12
        self.size = float(rng.uniform(0.5, 0.85))
        self.colours = self._palette()
        self.side = int(rng.choice([-1, 1]))
        self.flag_kind = str(rng.choice(["pennant", "pennant", "pennant", "banner", "picture"]))
        self.mine_kind = str(rng.choice(["spikes", "spikes", "disc", "picture"]))
        self.flag_colour: Colour = (220, 20, 20) if rng.random() < 0.6 else self._far(self.hidden)
        self.flag_picture = str(rng.choice(list(FLAGS)))
        self.mine_picture = str(rng.choice(list(MINES)))
        self.strange = self._far(self.hidden)
        self.exploded: Colour = (225, 30, 30) if rng.random() < 0.8 else (240, 150, 20)
        self.flag_open = rng.random() < 0.05
        name = self.digits if self.digits != "font" else Path(self.font).stem
        self.name = f"{self.style} {name} {self.flag_kind}{' sunken' if self.sunken else ''}"

    def _ground(self) -> Colour:
        rng = self.rng
        if rng.random() < 0.3:
            hue = [int(rng.integers(180)), int(rng.integers(60, 220)), int(rng.integers(70, 235))]
            r, g, b = (int(v) for v in cv2.cvtColor(np.uint8([[hue]]), cv2.COLOR_HSV2RGB)[0, 0])  # type: ignore[arg-type, call-overload]
            return r, g, b
        level = int(rng.integers(22, 90)) if rng.random() < 0.35 else int(rng.integers(150, 240))
        return self._near((level, level, level), 30)

    def _near(self, colour: Colour, spread: int) -> Colour:
        r, g, b = (
            int(np.clip(v + self.rng.integers(-spread, spread + 1) / 2, 0, 255)) for v in colour
        )
        return r, g, b

    def _far(self, ground: Colour) -> Colour:
        """A colour that can be read on a ground."""
        for least in (200, 160, 120):
            for _ in range(40):
                r, g, b = (int(v) for v in self.rng.integers(0, 256, 3))
                grey = 0.3 * (r - ground[0]) + 0.59 * (g - ground[1]) + 0.11 * (b - ground[2])
                if 2 * abs(grey) + abs(r - ground[0]) + abs(b - ground[2]) > least:
                    return r, g, b
        return (0, 0, 0) if sum(ground) > 380 else (255, 255, 255)

    def _palette(self) -> list[Colour]:
        kind = self.rng.random()
        if kind < 0.4:
            lift = 0 if sum(self.open) > 420 else 110
            return [shift(colour, lift) for colour in CLASSIC]
        if kind < 0.6:
            return [self._far(self.open)] * 8
        return [self._far(self.open) for _ in range(8)]

    def tile(self, symbol: str, odd: int, w: int, h: int) -> Image.Image:
        """A cell of w x h pixels; `odd` chooses between the colours of a checkerboard."""
        raised = symbol in "#?" or (symbol == "F" and not self.flag_open)
        ground = self.hidden if raised else self.open
        if self.style == "checker":
            ground = shift(ground, 5 - 11 * odd)
        if symbol == "X":
            ground = self.exploded
        image = Image.new("RGB", (w, h), self.page if self.gap else ground)
        draw = ImageDraw.Draw(image)
        g = self.gap * min(w, h) / 2
        box = (g, g, w - 1 - g, h - 1 - g)
        t = max(1, round(self.thick * min(w, h)))
        light, dark = shift(ground, 50), shift(ground, -60)
        if self.style == "round":
            draw.rounded_rectangle(box, radius=min(w, h) * 0.15, fill=ground)
        elif self.style == "circle":
            draw.ellipse(box, fill=ground)
        elif self.style == "gap":
            draw.rectangle(box, fill=ground)
        elif self.style in ("bevel", "double", "shadow", "gloss", "frame") and raised:
            self._raise(draw, w, h, t, ground)
        elif self.sunken and self.style == "bevel":
            for k in range(max(1, t // 2)):
                draw.line([(k, h - 1 - k), (k, k), (w - 1 - k, k)], fill=dark)
                draw.line([(k, h - 1 - k), (w - 1 - k, h - 1 - k), (w - 1 - k, k)], fill=light)
        elif self.style != "checker":
            edge = max(1, round(min(w, h) * 0.035))
            draw.rectangle((0, 0, w, edge - 1), fill=self.line)
            draw.rectangle((0, 0, edge - 1, h), fill=self.line)
        self._content(image, draw, symbol, w, h, ground)
        return image

    def _raise(self, draw: ImageDraw.ImageDraw, w: int, h: int, t: int, ground: Colour) -> None:
        light, dark = shift(ground, 50), shift(ground, -60)
        if self.style == "gloss":
            for y in range(h):
                draw.line((0, y, w, y), fill=shift(ground, 45 * (0.5 - y / h)))
            draw.rectangle((0, 0, w - 1, h - 1), outline=dark, width=max(1, t // 2))
        elif self.style == "shadow":
            draw.rectangle((0, h - t, w, h), fill=dark)
            draw.rectangle((w - t, 0, w, h), fill=dark)
        elif self.style == "frame":
            draw.rectangle((0, 0, w - 1, h - 1), outline=dark, width=max(1, t // 2))
            inset = t
            draw.rectangle((inset, inset, w - 1 - inset, h - 1 - inset), outline=light, width=t)
        else:
            for k in range(t):
                draw.line([(k, h - 1 - k), (k, k), (w - 1 - k, k)], fill=light)
                draw.line([(k, h - 1 - k), (w - 1 - k, h - 1 - k), (w - 1 - k, k)], fill=dark)
            if self.style == "double":
                draw.rectangle((0, 0, w - 1, h - 1), outline=shift(ground, -100), width=t // 2 or 1)

    def _content(
        self, image: Image.Image, draw: ImageDraw.ImageDraw, symbol: str, w: int, h: int,
        ground: Colour,
    ) -> None:  # fmt: skip
        if symbol in "12345678?":
            colour = self.strange if symbol == "?" else self.colours[int(symbol) - 1]
            if self.outlined:
                step = max(1, w // 20)
                rim = shift(ground, -75 if sum(ground) > 300 else 75)
                for dx, dy in ((-step, 0), (step, 0), (0, step), (0, -step)):
                    self._digit(draw, symbol, w, h, (dx, dy), rim)
            self._digit(draw, symbol, w, h, (0, 0), colour)
        elif symbol == "F":
            self._flag(image, draw, w, h)
        elif symbol in "*XW":
            if symbol == "W" and self.side > 0:
                self._flag(image, draw, w, h)
            else:
                self._mine(image, draw, w, h, ground)
            if symbol == "W":
                for ends in ((0.15, 0.15, 0.85, 0.85), (0.15, 0.85, 0.85, 0.15)):
                    at = tuple(v * (w, h)[k % 2] for k, v in enumerate(ends))
                    draw.line(at, fill=(230, 0, 0), width=max(1, w // 9))

    def _digit(
        self, draw: ImageDraw.ImageDraw, symbol: str, w: int, h: int, off: tuple[int, int],
        colour: Colour,
    ) -> None:  # fmt: skip
        high, wide = h * self.size * 0.85, w * self.size * 0.5
        left, top = (w - wide) / 2 + off[0], (h - high) / 2 + off[1]
        if symbol != "?" and self.digits == "segments":
            t = max(1.0, high * 0.14)
            middle, bottom, right = top + high / 2, top + high, left + wide
            bars = {
                "a": (left, top, right, top + t), "d": (left, bottom - t, right, bottom),
                "g": (left, middle - t / 2, right, middle + t / 2),
                "f": (left, top, left + t, middle), "b": (right - t, top, right, middle),
                "e": (left, middle, left + t, bottom), "c": (right - t, middle, right, bottom),
            }  # fmt: skip
            for name in SEGMENTS[int(symbol) - 1]:
                draw.rectangle(bars[name], fill=colour)
        elif symbol != "?" and self.digits == "pixels":
            for y, row in enumerate(PIXELS[int(symbol) - 1].split()):
                for x, bit in enumerate(row):
                    if bit == "1":
                        x0, y0 = left + x * wide / 5, top + y * high / 7
                        draw.rectangle((x0, y0, x0 + wide / 5 - 1, y0 + high / 7 - 1), fill=colour)
        else:
            points = max(6, round(h * self.size))
            face = ImageFont.truetype(self.font, points)
            a, b, c, d = draw.textbbox((0, 0), symbol, font=face)
            fit = min(1.0, 0.8 * h / max(1, d - b), 0.8 * w / max(1, c - a))
            if fit < 1:
                face = ImageFont.truetype(self.font, max(6, int(points * fit)))
                a, b, c, d = draw.textbbox((0, 0), symbol, font=face)
            at = w / 2 - (a + c) / 2 + off[0], h / 2 - (b + d) / 2 + off[1]
            draw.text(at, symbol, font=face, fill=colour)

    def _flag(self, image: Image.Image, draw: ImageDraw.ImageDraw, w: int, h: int) -> None:
        if self.flag_kind == "picture":
            self._picture(image, self.flag_picture, w, h)
            return
        s = self.side
        pole = w * (0.5 - 0.12 * s)
        dark = (0, 0, 0) if sum(self.hidden) > 330 else (240, 240, 240)
        draw.rectangle((pole - w * 0.03, h * 0.2, pole + w * 0.03, h * 0.8), fill=dark)
        tip = pole + s * w * 0.38
        if self.flag_kind == "banner":
            draw.rectangle((min(pole, tip), h * 0.2, max(pole, tip), h * 0.5), self.flag_colour)
        else:
            draw.polygon([(pole, h * 0.2), (tip, h * 0.35), (pole, h * 0.5)], fill=self.flag_colour)
        if self.size > 0.6:
            draw.rectangle((pole - w * 0.18, h * 0.74, pole + w * 0.18, h * 0.82), fill=dark)

    def _mine(
        self, image: Image.Image, draw: ImageDraw.ImageDraw, w: int, h: int, ground: Colour
    ) -> None:
        if self.mine_kind == "picture":
            self._picture(image, self.mine_picture, w, h)
            return
        body = (0, 0, 0) if sum(ground) > 250 else (235, 235, 235)
        cx, cy, r = w / 2, h / 2, min(w, h) * 0.24
        for k in range(8 if self.mine_kind == "spikes" else 0):
            e, turn = r * 1.45 * (0.85 if k % 2 else 1), k * math.pi / 4
            end = cx + e * math.cos(turn), cy + e * math.sin(turn)
            draw.line((cx, cy, *end), fill=body, width=max(1, w // 14))
        draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=body)
        q, a, b = r * 0.25, cx - r * 0.4, cy - r * 0.4
        draw.ellipse((a - q, b - q, a + q, b + q), fill=(255, 255, 255))

    @staticmethod
    def _picture(image: Image.Image, sign: str, w: int, h: int) -> None:
        face = ImageFont.truetype(str(EMOJI), 109)
        one = Image.new("RGBA", (136, 128), (0, 0, 0, 0))
        ImageDraw.Draw(one).text((0, 0), sign, font=face, embedded_color=True)
        side = max(8, round(0.78 * min(w, h)))
        one = one.crop(one.getbbox()).resize((side, side))
        image.paste(one, ((w - side) // 2, (h - side) // 2), one)


def board_picture(
    look: Look, cells: list[str], pitch: tuple[float, float], way: str, scale: float
) -> NDArray[np.uint8]:
    """The board (height, width, 3) RGB: `drawn` and averaged, `snapped` to pixels, or `scaled`.

    `scale` is by how much a picture of the board was scaled.
    """
    rows, cols = len(cells), len(cells[0])
    width, height = round(cols * pitch[0]), round(rows * pitch[1])
    tiles: dict[tuple[str, int, int, int], NDArray[np.uint8]] = {}

    def tile(symbol: str, odd: int, w: int, h: int, up: int) -> NDArray[np.uint8]:
        key = symbol, odd, w, h
        if key not in tiles:
            drawn = np.asarray(look.tile(symbol, odd, w * up, h * up))
            tiles[key] = cv2.resize(drawn, (w, h), interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
        return tiles[key]

    if way == "snapped":
        xs, ys = (
            np.rint(np.arange(n + 1) * p).astype(int)
            for n, p in zip((cols, rows), pitch, strict=True)
        )
        board = np.zeros((ys[-1], xs[-1], 3), np.uint8)
        for r, row in enumerate(cells):
            for c, symbol in enumerate(row):
                w, h = int(xs[c + 1] - xs[c]), int(ys[r + 1] - ys[r])
                board[ys[r] : ys[r + 1], xs[c] : xs[c + 1]] = tile(symbol, (r + c) % 2, w, h, 3)
        return board
    up = (2 if max(pitch) > 40 else 3) if way == "drawn" else 1
    w, h = math.ceil(pitch[0]) * up, math.ceil(pitch[1]) * up
    if way == "scaled":
        w, h = (max(12, round(side / scale)) for side in pitch)
    rows_of = [
        np.concatenate(
            [tile(s, (r + c) % 2, w, h, 1 if up > 1 else 3) for c, s in enumerate(row)], 1
        )
        for r, row in enumerate(cells)
    ]
    whole = np.concatenate(rows_of)
    if whole.shape[:2] == (height, width):
        return whole
    smaller = whole.shape[0] > height
    how = cv2.INTER_AREA if smaller else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(whole, (width, height), interpolation=how), np.uint8)


def wide_shot(seed: int, fonts: list[str]) -> Shot:
    """The screenshot of a seed."""
    rng = np.random.default_rng([seed, 77])
    pitch = _pitch(rng)
    cells = _cells(rng, pitch)
    look = Look(rng, fonts)
    way = str(rng.choice(["drawn", "snapped", "scaled"])) if pitch[0] % 1 else "drawn"
    board = board_picture(look, cells, pitch, way, float(rng.choice([1.1, 1.25, 1.5, 2.0])))
    rows, cols = len(cells), len(cells[0])
    high, wide = board.shape[:2]
    touched = board.astype(np.float32)
    if rng.random() < 0.15:
        slope = rng.uniform(-30, 30, 2)
        touched += np.linspace(-1, 1, wide)[None, :, None] * slope[0]
        touched += np.linspace(-1, 1, high)[:, None, None] * slope[1]
    board = np.clip(touched, 0, 255).astype(np.uint8)
    frame = int(rng.integers(3, 22))
    width, height = wide + int(rng.integers(110, 700)), high + int(rng.integers(150, 500))
    x, y = int(rng.integers(35, width - wide - 25)), int(rng.integers(80, height - high - 25))
    image = desktop(rng, width, height, fonts)
    draw = ImageDraw.Draw(image)
    inside = (x - frame, y - frame - 42, x + wide + frame - 1, y + high + frame - 1)
    draw.rectangle(inside, fill=look.page)
    if rng.random() < 0.7:
        draw.rectangle((x - 1, y - 1, x + wide, y + high), outline=look.line)
    ink = (0, 0, 0) if sum(look.page) > 380 else (255, 255, 255)
    face = ImageFont.truetype(look.font, 24)
    draw.text((x + 4, y - frame - 36), f"{int(rng.integers(1, 99)):03d}", font=face, fill=ink)
    notes = _lattices_beside(rng, draw, (x, y, wide, high), (width, height), fonts)
    image.paste(Image.fromarray(board), (x, y))
    lattice = Lattice(float(x), float(y), wide / cols, high / rows, rows, cols)
    picture = np.asarray(cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR), np.uint8).copy()
    picture, more = _disturbed(rng, picture, lattice)
    name = f"{look.name} {pitch[0]:.2f}x{pitch[1]:.2f} {way} {' '.join(notes + more)}"
    return Shot(picture, lattice, tuple(cells), name)


def _pitch(rng: np.random.Generator) -> tuple[float, float]:
    """Width and height of cells in pixels."""
    side = float(rng.choice([12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 36, 40, 45, 50, 60, 80]))
    if rng.random() < 0.35:
        side = max(12.0, round(side * float(rng.choice([0.9, 1.1, 1.25, 1.33, 0.97, 1.02])), 2))
    if rng.random() < 0.1:
        return side, max(12.0, round(side * float(rng.uniform(0.85, 1.18))))
    return side, side


def _cells(rng: np.random.Generator, pitch: tuple[float, float]) -> list[str]:
    """Symbols of a position of any size that fits on a screen."""
    most_cols, most_rows = (min(100, int(LARGEST / side)) for side in pitch)
    kind = rng.random()
    if kind < 0.3:
        rows, cols = ((8, 8), (9, 9), (10, 10), (16, 16), (16, 30))[int(rng.integers(5))]
    elif kind < 0.93:
        rows, cols = int(rng.integers(8, 26)), int(rng.integers(8, 34))
    else:
        rows, cols = int(rng.integers(25, 101)), int(rng.integers(30, 101))
    cells = position(rng, min(rows, most_rows), min(cols, most_cols))
    shown = "".join(cells)
    if "X" in shown and "#" in shown and rng.random() < 0.5:
        hidden = [(r, c) for r, row in enumerate(cells) for c, s in enumerate(row) if s == "#"]
        for k in rng.permutation(len(hidden))[: int(rng.integers(1, 3))]:
            r, c = hidden[k]
            near = "".join(row[max(0, c - 1) : c + 2] for row in cells[max(0, r - 1) : r + 2])
            if any(digit in near for digit in "12345678"):
                cells[r] = cells[r][:c] + "W" + cells[r][c + 1 :]
    return cells


def _lattices_beside(
    rng: np.random.Generator, draw: ImageDraw.ImageDraw, board: tuple[int, int, int, int],
    size: tuple[int, int], fonts: list[str],
) -> list[str]:  # fmt: skip
    """Rows of buttons, a keypad or a calendar where there is room; their names."""
    x, y, wide, _ = board
    names = []
    side = int(rng.integers(18, 44))
    light = int(rng.integers(150, 245))
    ground, rim, ink = (light,) * 3, (light - 70,) * 3, (30, 30, 30)
    face = ImageFont.truetype(str(rng.choice(fonts)), max(8, side // 2))

    def grid(left: int, top: int, rows: int, cols: int, words: list[str]) -> None:
        for k in range(rows * cols):
            a, b = left + k % cols * side, top + k // cols * side
            draw.rectangle((a, b, a + side - 2, b + side - 2), fill=ground, outline=rim)
            draw.text((a + side // 4, b + side // 5), words[k % len(words)], font=face, fill=ink)

    if rng.random() < 0.25:
        grid(4, 2, 1, (size[0] - 8) // side, list("ABCDEFG<>+-"))
        names.append("toolbar")
    right = x + wide + 24
    if rng.random() < 0.2 and size[0] - right > 7 * side:
        grid(right, y, 6, 7, [str(day) for day in range(1, 32)])
        names.append("calendar")
    elif rng.random() < 0.2 and size[0] - right > 4 * side:
        grid(right, y, 5, 4, list("789/456*123-0.=+"))
        names.append("keypad")
    return names


def _disturbed(
    rng: np.random.Generator, picture: NDArray[np.uint8], lattice: Lattice
) -> tuple[NDArray[np.uint8], list[str]]:
    """What happens to some cell of the board or to the picture as a whole, and its names."""
    notes = []
    row, col = int(rng.integers(lattice.rows)), int(rng.integers(lattice.cols))
    x, y = lattice.x + col * lattice.pitch_x, lattice.y + row * lattice.pitch_y
    x1, y1 = x + lattice.pitch_x, y + lattice.pitch_y
    here = slice(round(y), round(y1)), slice(round(x), round(x1))
    kind = rng.random()
    if kind < 0.12:
        picture[here] = (0.7 * picture[here] + 0.3 * rng.integers(0, 256, 3)).astype(np.uint8)
        notes.append("highlight")
    elif kind < 0.2:
        colour = [int(v) for v in rng.integers(0, 256, 3)]
        corners = (round(x), round(y)), (round(x1) - 1, round(y1) - 1)
        cv2.rectangle(picture, *corners, colour, max(1, round(lattice.pitch_x / 14)))
        notes.append("ring")
    if rng.random() < 0.08:
        picture = 255 - picture
        notes.append("inverted")
    if rng.random() < 0.1:
        grain = rng.normal(0, rng.uniform(2, 6), picture.shape[:2])[..., None]
        picture = np.clip(picture + grain, 0, 255).astype(np.uint8)
        notes.append("grain")
    if rng.random() < 0.2:
        shape = [(0, 0), (0, 16), (4, 12), (7, 18), (9, 17), (6, 11), (11, 11)]
        a, b = x + rng.uniform(0, lattice.pitch_x), y + rng.uniform(0, lattice.pitch_y)
        points = np.array([(a + dx, b + dy) for dx, dy in shape], np.int32)
        cv2.fillPoly(picture, [points], (255, 255, 255))
        cv2.polylines(picture, [points], True, (0, 0, 0))
        notes.append("pointer")
    if rng.random() < 0.2:
        quality = int(rng.integers(70, 96))
        code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        picture = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
        notes.append(f"jpeg{quality}")
    return picture, notes


def position(rng: np.random.Generator, rows: int, cols: int) -> list[str]:
    """Symbols of a random position: fresh, in the middle, won or lost."""
    level = Level(rows, cols, int(rows * cols * rng.uniform(0.12, 0.21)))
    game = Game(level, seed=rng, rule=FirstClick.OPEN)
    how = rng.choice(["fresh", "early", "middle", "middle", "middle", "won", "lost"])
    marks: set[tuple[int, int]] = set()
    exploded = None
    if how != "fresh":
        game.play(Click((int(rng.integers(rows)), int(rng.integers(cols)))))
        mines = game.mines
        assert mines is not None
        safe = cells_where(~mines)
        share = {
            "early": 0.1,
            "middle": rng.uniform(0.2, 0.8),
            "won": 1.0,
            "lost": rng.uniform(0.1, 0.7),
        }[how]
        order = rng.permutation(len(safe))
        for k in order[: int(share * len(safe))]:
            if how == "won" or any_open(game, safe[k]):
                game.play(Click(safe[k]))
        if game.stage is Stage.ONGOING:
            for cell in cells_where(mines):
                if any_open(game, cell) and rng.random() < 0.6:
                    game.play(Click(cell, Button.RIGHT))
            hidden = cells_where(game.board.cells == HIDDEN)
            marks = (
                {hidden[k] for k in rng.permutation(len(hidden))[: int(rng.integers(0, 3))]}
                if rng.random() < 0.2
                else set()
            )
        if how == "lost" and game.stage is Stage.ONGOING:
            left = cells_where(mines & (game.board.cells == HIDDEN))
            if left:
                exploded = left[int(rng.integers(len(left)))]
                game.play(Click(exploded))
    names = {FLAG: "F", MINE: "*", HIDDEN: "#"}
    symbols = [[names.get(int(v), str(int(v))) for v in row] for row in game.board.cells]
    for r, c in marks:
        if symbols[r][c] == "#":
            symbols[r][c] = "?"
    if exploded is not None:
        symbols[exploded[0]][exploded[1]] = "X"
    return ["".join(row) for row in symbols]


def any_open(game: Game, cell: tuple[int, int]) -> bool:
    """Whether anything is open around a cell."""
    r, c = cell
    return bool((game.board.cells[max(0, r - 1) : r + 2, max(0, c - 1) : c + 2] < FLAG).any())


def desktop(rng: np.random.Generator, width: int, height: int, fonts: list[str]) -> Image.Image:
    """Windows, text and a wallpaper."""
    low = rng.integers(0, 256, (4, 6, 3)).astype(np.uint8)
    wall = cv2.resize(low, (width, height), interpolation=cv2.INTER_CUBIC)
    image = Image.fromarray(wall)
    draw = ImageDraw.Draw(image)
    for _ in range(int(rng.integers(2, 6))):
        x, y = int(rng.integers(width)), int(rng.integers(height))
        w, h = int(rng.integers(150, width)), int(rng.integers(100, height))
        ground = (
            tuple(int(v) for v in rng.integers(0, 256, 3))
            if rng.random() < 0.4
            else (int(rng.integers(200, 256)),) * 3
        )
        draw.rectangle((x, y, x + w, y + h), fill=ground, outline=(90, 90, 90))
        draw.rectangle((x, y, x + w, y + 24), fill=tuple(int(v) for v in rng.integers(0, 256, 3)))
        ink = (0, 0, 0) if sum(ground) > 380 else (255, 255, 255)
        face = ImageFont.truetype(str(rng.choice(fonts)), int(rng.integers(10, 20)))
        step = int(rng.integers(14, 26))
        for line in range(y + 34, min(y + h - 20, height), step):
            words = " ".join(
                "".join(chr(int(v)) for v in rng.integers(97, 123, int(rng.integers(2, 9))))
                for _ in range(9)
            )
            draw.text((x + 8, line), words[: max(1, w // 9)], font=face, fill=ink)
    return image
