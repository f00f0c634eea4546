# ruff: noqa: PLR0917
"""How well boards in looks nobody has seen are found and read: random skins on busy desktops.

python -m benchmarks.vision.synthetic_skins --count 100
python -m benchmarks.vision.synthetic_skins --family wide --seed 9100 --templates
python -m benchmarks.vision.synthetic_skins --seed 17 --save shot.png
python -m benchmarks.vision.synthetic_skins --family odd --count 60 --keep FOLDER   for reading.py

"odd" skins have one or two unusual things about them, "wide" ones are of the family in
`wide_skins.py`. Seeds from 9100 on are held out: nothing was tuned on them.
"""

from __future__ import annotations

import json
import math
import sys
import time
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from benchmarks.vision.drawn_boards import EMOJI_FONT, Colour, Shot, desktop, font_files, position
from benchmarks.vision.wide_skins import wide_shot
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from testbed.harness import show, words

CLASSIC = (
    (0, 0, 255),
    (0, 128, 0),
    (255, 0, 0),
    (0, 0, 128),
    (128, 0, 0),
    (0, 128, 128),
    (0, 0, 0),
    (128, 128, 128),
)

FAMILIES = ("plain", "odd", "wide")
ODD = (
    "faint", "gap", "emoji", "gloss", "outline", "tint", "grain", "inverted", "pointer", "squeezed"
)  # fmt: skip
EMOJI = (
    "\U0001f411\U0001f98b\U0001f33b\U0001f9ca\U0001f340"
    "\U0001f6a8\U0001f4cd\U0001f388\u2693\U0001f419"
)


class DrawnSkin:
    """How a program that does not exist draws its cells, at random."""

    def __init__(self, rng: np.random.Generator, fonts: list[str]):
        self.rng = rng
        self.width = int(rng.choice([12, 16, 16, 18, 20, 24, 24, 30, 32, 36, 45, 56]))
        self.height = (
            self.width if rng.random() < 0.85 else round(self.width * rng.uniform(0.88, 1.15))
        )
        self.dark = rng.random() < 0.3
        self.style = str(rng.choice(["bevel", "bevel", "gap", "flat", "checker", "line", "round"]))
        self.gap = (
            max(1, round(self.width * rng.uniform(0.03, 0.13)))
            if self.style in ("gap", "round")
            else 0
        )
        self.thick = max(1, round(self.width * rng.uniform(0.06, 0.15)))
        base = rng.integers(25, 75) if self.dark else rng.integers(165, 235)
        self.hidden = self.tint(int(base), 25 if rng.random() < 0.5 else 60)
        step = int(rng.integers(14, 60)) * (1 if rng.random() < 0.5 else -1)
        if self.style == "bevel" and rng.random() < 0.5:
            step = int(rng.integers(-6, 7))
        if rng.random() < 0.25:
            self.hidden = self.vivid()
        self.open = self.shift(self.tint(int(np.mean(self.hidden)), 20), step)
        self.page = self.shift(self.open, int(rng.integers(-40, 41)))
        self.line = self.shift(self.open, -45 if sum(self.open) > 300 else 45)
        self.font = str(rng.choice(fonts))
        self.tone = rng.random()
        self.colours = self.palette()
        self.slope = rng.uniform(-30, 30, 2) if rng.random() < 0.2 else np.zeros(2)
        self.flag_side = int(rng.choice([-1, 1]))
        self.flag_colour: Colour = (220, 20, 20) if rng.random() < 0.6 else self.far(self.hidden)
        self.mine_spikes = rng.random() < 0.8
        self.size = rng.uniform(0.55, 0.85)
        self.name = f"{self.style} {self.width}x{self.height} {Path(self.font).stem}"

    def tint(self, level: int, spread: int) -> Colour:
        r, g, b = (
            int(np.clip(level + self.rng.integers(-spread, spread + 1) / 2, 0, 255))
            for _ in range(3)
        )
        return r, g, b

    def vivid(self) -> Colour:
        colour = np.uint8(
            [  # type: ignore[arg-type]
                [
                    [
                        int(self.rng.integers(180)),
                        int(self.rng.integers(80, 200)),
                        int(self.rng.integers(110, 230)),
                    ]
                ]
            ]
        )
        r, g, b = (int(v) for v in cv2.cvtColor(colour, cv2.COLOR_HSV2RGB)[0, 0])  # type: ignore[call-overload]
        return r, g, b

    @staticmethod
    def shift(colour: Colour, step: int) -> Colour:
        r, g, b = (int(np.clip(v + step, 0, 255)) for v in colour)
        return r, g, b

    def far(self, ground: Colour) -> Colour:
        while True:
            r, g, b = (int(v) for v in self.rng.integers(0, 256, 3))
            if abs((r + g + b) - sum(ground)) > 180:
                return r, g, b

    def palette(self) -> list[Colour]:
        kind = self.rng.random()
        if kind < 0.45 and sum(self.open) > 420:
            return list(CLASSIC)
        if kind < 0.6:
            return [self.far(self.open)] * 8
        return [self.far(self.open) for _ in range(8)]

    def render(self, cells: list[str]) -> Image.Image:
        rows, cols, up = len(cells), len(cells[0]), 2
        w, h = self.width * up, self.height * up
        image = Image.new("RGB", (cols * w, rows * h), self.page)
        draw = ImageDraw.Draw(image)
        for r, row in enumerate(cells):
            for c, symbol in enumerate(row):
                self.cell(draw, c * w, r * h, w, h, symbol, (r + c) % 2, up)
        array = np.asarray(image).astype(np.float32)
        if self.slope.any():
            array += np.linspace(-1, 1, array.shape[1])[None, :, None] * self.slope[0]
            array += np.linspace(-1, 1, array.shape[0])[:, None, None] * self.slope[1]
        small = cv2.resize(
            np.clip(array, 0, 255),
            (cols * self.width, rows * self.height),
            interpolation=cv2.INTER_AREA,
        )
        return Image.fromarray(small.astype(np.uint8))

    def cell(
        self,
        draw: ImageDraw.ImageDraw,
        x: int,
        y: int,
        w: int,
        h: int,
        symbol: str,
        odd: int,
        up: int,
    ) -> None:
        raised = symbol in "#F?"
        ground = self.hidden if raised else self.open
        if self.style == "checker" and odd:
            ground = self.shift(ground, 9)
        if symbol == "X":
            ground = (225, 30, 30)
        g, t = self.gap * up, self.thick * up
        box = (x + g // 2, y + g // 2, x + w - 1 - (g - g // 2), y + h - 1 - (g - g // 2))
        if self.style == "round":
            draw.rounded_rectangle(box, radius=w * 0.12, fill=ground)
        else:
            draw.rectangle(box, fill=ground)
        if self.style == "bevel" and raised:
            light, dark = self.shift(ground, 50), self.shift(ground, -60)
            for k in range(t):
                draw.line((x + k, y + h - 1 - k, x + k, y + k, x + w - 1 - k, y + k), fill=light)
                draw.line(
                    (x + k, y + h - 1 - k, x + w - 1 - k, y + h - 1 - k, x + w - 1 - k, y + k),
                    fill=dark,
                )
        elif self.style in ("bevel", "line", "flat"):
            draw.rectangle((x, y, x + w, y + up - 1), fill=self.line)
            draw.rectangle((x, y, x + up - 1, y + h), fill=self.line)
        if symbol in "12345678?":
            colour = self.colours[int(symbol) - 1] if symbol != "?" else self.far(ground)
            self.text(draw, x, y, w, h, symbol, colour)
        elif symbol == "F":
            self.flag(draw, x, y, w, h)
        elif symbol in "*X":
            self.mine(draw, x, y, w, h, ground)

    def text(
        self, draw: ImageDraw.ImageDraw, x: int, y: int, w: int, h: int, text: str, colour: Colour
    ) -> None:
        face = ImageFont.truetype(self.font, max(6, round(h * self.size)))
        a, b, c, d = draw.textbbox((0, 0), text, font=face)
        fit = min(1.0, 0.8 * h / max(1, d - b), 0.8 * w / max(1, c - a))
        if fit < 1:
            face = ImageFont.truetype(self.font, max(6, int(h * self.size * fit)))
            a, b, c, d = draw.textbbox((0, 0), text, font=face)
        draw.text((x + w / 2 - (a + c) / 2, y + h / 2 - (b + d) / 2), text, font=face, fill=colour)

    def flag(self, draw: ImageDraw.ImageDraw, x: int, y: int, w: int, h: int) -> None:
        s = self.flag_side
        pole = x + w * (0.5 - 0.12 * s)
        dark = (0, 0, 0) if sum(self.hidden) > 330 else (240, 240, 240)
        draw.rectangle((pole - w * 0.03, y + h * 0.2, pole + w * 0.03, y + h * 0.8), fill=dark)
        draw.polygon(
            [(pole, y + h * 0.2), (pole + s * w * 0.38, y + h * 0.35), (pole, y + h * 0.5)],
            fill=self.flag_colour,
        )
        if self.tone < 0.6:
            draw.rectangle(
                (pole - w * 0.18, y + h * 0.74, pole + w * 0.18, y + h * 0.82), fill=dark
            )

    def mine(
        self, draw: ImageDraw.ImageDraw, x: int, y: int, w: int, h: int, ground: Colour
    ) -> None:
        body = (0, 0, 0) if sum(ground) > 250 else (235, 235, 235)
        cx, cy, r = x + w / 2, y + h / 2, min(w, h) * 0.24
        if self.mine_spikes:
            for k in range(8):
                e = r * 1.45 * (0.85 if k % 2 else 1)
                draw.line(
                    (
                        cx,
                        cy,
                        cx + e * math.cos(k * math.pi / 4),
                        cy + e * math.sin(k * math.pi / 4),
                    ),
                    fill=body,
                    width=max(1, w // 16),
                )
        draw.ellipse((cx - r, cy - r, cx + r, cy + r), fill=body)
        q = r * 0.25
        draw.ellipse(
            (cx - r * 0.4 - q, cy - r * 0.4 - q, cx - r * 0.4 + q, cy - r * 0.4 + q),
            fill=(255, 255, 255),
        )


class OddSkin(DrawnSkin):
    """A random look with something unusual about it."""

    def __init__(self, rng: np.random.Generator, fonts: list[str]):
        super().__init__(rng, fonts)
        self.kinds = set(rng.choice(ODD, int(rng.integers(1, 3)), replace=False).tolist())
        if "faint" in self.kinds:
            self.hidden = self.shift(self.open, 12 * int(rng.choice([-1, 1])))
        if "gap" in self.kinds:
            self.style, self.gap = "gap", max(2, round(self.width * rng.uniform(0.13, 0.25)))
        self.grain = rng.normal(0, rng.uniform(3, 9), (64, 64, 1)).astype(np.float32)
        self.name = f"{'+'.join(sorted(self.kinds))} {self.name}"
        if "emoji" in self.kinds:
            self.pictures = dict(zip("#0F", rng.permutation(len(EMOJI)).tolist(), strict=False))
            self.shown = set(rng.choice(list("#0F"), int(rng.integers(1, 4)), replace=False))

    def cell(
        self, draw: ImageDraw.ImageDraw, x: int, y: int, w: int, h: int, symbol: str, odd: int,
        up: int,
    ) -> None:  # fmt: skip
        drawn = "emoji" in self.kinds and symbol in self.pictures and symbol in self.shown
        super().cell(draw, x, y, w, h, "#" if drawn and symbol == "F" else symbol, odd, up)
        if drawn:
            self.emoji(draw, x, y, w, h, self.pictures[symbol])
        if "gloss" in self.kinds and symbol in "#F?" and not drawn:
            for k in range(h // 2):
                depth = 40 * (1 - 2 * k / h) / 255
                here = tuple(int(v + (255 - v) * depth) for v in self.hidden)
                if symbol == "#":
                    draw.line((x + w // 5, y + h // 5 + k, x + w - w // 5, y + h // 5 + k), here)

    def emoji(self, draw: ImageDraw.ImageDraw, x: int, y: int, w: int, h: int, number: int) -> None:
        """A picture in a cell."""
        face = ImageFont.truetype(EMOJI_FONT, 109)
        one = Image.new("RGBA", (136, 128), (0, 0, 0, 0))
        ImageDraw.Draw(one).text((0, 0), EMOJI[number], font=face, embedded_color=True)
        side = round(0.8 * min(w, h))
        one = one.crop(one.getbbox()).resize((side, side))
        image = draw._image
        image.paste(one, (x + (w - side) // 2, y + (h - side) // 2), one)

    def text(
        self, draw: ImageDraw.ImageDraw, x: int, y: int, w: int, h: int, text: str, colour: Colour
    ) -> None:
        if "outline" in self.kinds:
            step = max(1, w // 20)
            for dx, dy in ((-step, 0), (step, 0), (0, step), (0, -step)):
                super().text(draw, x + dx, y + dy, w, h, text, self.shift(self.open, -70))
        super().text(draw, x, y, w, h, text, colour)

    def disturb(self, picture: NDArray[np.uint8], lattice: Lattice) -> NDArray[np.uint8]:
        """What happens to the picture as a whole, or to some cells of the board."""
        rng = self.rng
        out = picture.astype(np.float32)
        row, col = int(rng.integers(lattice.rows)), int(rng.integers(lattice.cols))
        x, y = lattice.x + col * lattice.pitch_x, lattice.y + row * lattice.pitch_y
        x1, y1 = x + lattice.pitch_x, y + lattice.pitch_y
        if "tint" in self.kinds:
            here = slice(round(y), round(y1)), slice(round(x), round(x1))
            out[here] = 0.6 * out[here] + 0.4 * rng.integers(0, 256, 3)
        if "grain" in self.kinds:
            tile = np.tile(self.grain, (out.shape[0] // 64 + 1, out.shape[1] // 64 + 1, 1))
            out += tile[: out.shape[0], : out.shape[1]]
        if "inverted" in self.kinds:
            out = 255 - out
        picture = np.clip(out, 0, 255).astype(np.uint8)
        if "pointer" in self.kinds:
            shape = [(0, 0), (0, 16), (4, 12), (7, 18), (9, 17), (6, 11), (11, 11)]
            points = np.array([(x1 - 4 + a, y1 - 4 + b) for a, b in shape], np.int32)
            cv2.fillPoly(picture, [points], (255, 255, 255))
            cv2.polylines(picture, [points], True, (0, 0, 0))
        if "squeezed" in self.kinds:
            code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 70])[1]
            picture = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
        return picture


def shot(seed: int, fonts: list[str], family: str) -> Shot:
    """A random screenshot; an "odd" one has something unusual about it."""
    if family == "wide":
        return wide_shot(seed, fonts)
    odd = family == "odd"
    rng = np.random.default_rng(seed)
    cells, level = position(rng)
    skin = OddSkin(rng, fonts) if odd else DrawnSkin(rng, fonts)
    board = skin.render(cells)
    frame = int(rng.integers(4, 20))
    zoom = float(rng.choice([1, 1, 1, 1.1, 1.25, 0.9])) if skin.width >= 16 else 1.0
    bw, bh = round(board.width * zoom), round(board.height * zoom)
    if zoom != 1:
        board = board.resize((bw, bh), Image.Resampling.BICUBIC)
    width, height = bw + int(rng.integers(80, 700)), bh + int(rng.integers(120, 500))
    image = desktop(rng, width, height, fonts)
    x, y = int(rng.integers(30, width - bw - 20)), int(rng.integers(70, height - bh - 20))
    draw = ImageDraw.Draw(image)
    draw.rectangle(
        (x - frame, y - frame - 40, x + bw + frame - 1, y + bh + frame - 1), fill=skin.page
    )
    draw.rectangle((x - 1, y - 1, x + bw, y + bh), outline=skin.line)
    draw.text(
        (x + 4, y - frame - 34),
        f"{level.mines:03d}",
        font=ImageFont.truetype(skin.font, 24),
        fill=skin.far(skin.page),
    )
    image.paste(board, (x, y))
    picture = cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR)
    if rng.random() < 0.15:
        _, code = cv2.imencode(
            ".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(75, 95))]
        )
        picture = cv2.imdecode(code, cv2.IMREAD_COLOR)  # type: ignore[assignment]
    lattice = Lattice(float(x), float(y), bw / level.cols, bh / level.rows, level.rows, level.cols)
    if isinstance(skin, OddSkin):
        picture = skin.disturb(picture, lattice)  # type: ignore[arg-type]
    return Shot(picture, lattice, tuple(cells), skin.name)  # type: ignore[arg-type]


def found_well(truth: Lattice, found: Lattice) -> bool:
    """Whether rows, columns and corners agree within a tenth of a cell."""
    if (truth.rows, truth.cols) != (found.rows, found.cols):
        return False
    ends = (
        (truth.x - found.x) / truth.pitch_x,
        (truth.y - found.y) / truth.pitch_y,
        (truth.x + truth.cols * truth.pitch_x - found.x - found.cols * found.pitch_x)
        / truth.pitch_x,
        (truth.y + truth.rows * truth.pitch_y - found.y - found.rows * found.pitch_y)
        / truth.pitch_y,
    )
    return max(abs(e) for e in ends) < 0.1


def keep(one: Shot, folder: Path, name: str) -> None:
    """Write a screenshot and its truth as `reading.py` takes them; each skin is a program."""
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"{name}.png"), one.picture)
    box = one.lattice
    truth = {
        "source": f"drawn/{name}",
        "look": one.look,
        "cells": one.cells,
        "box": [
            box.x,
            box.y,
            box.x + box.cols * box.pitch_x,
            box.y + box.rows * box.pitch_y,
        ],
    }
    (folder / f"{name}.json").write_text(json.dumps(truth), "utf-8")


def main() -> int:
    from mwagent.vision.reader import Reader
    from mwagent.vision.unknown.board import read_unknown

    parser = words(__doc__, seed=0)
    parser.add_argument("--count", type=int, default=50, help="screenshots, from --seed on")
    parser.add_argument("--seeds", type=int, nargs="+", help="these screenshots alone")
    parser.add_argument("--save", type=Path, help="write the first screenshot and stop")
    parser.add_argument("--keep", type=Path, help="write all, with their truth, and stop")
    parser.add_argument(
        "--given", action="store_true", help="read on the true lattice, do not search"
    )
    parser.add_argument("--family", choices=FAMILIES, default="plain")
    parser.add_argument("--templates", action="store_true", help="with all known skins, as users")
    parser.add_argument("-v", "--verbose", action="store_true")
    args = parser.parse_args()
    fonts = font_files()
    if args.save:
        cv2.imwrite(str(args.save), shot(args.seed, fonts, args.family).picture)
        return 0
    located = first = right = wrong = unknown = total = 0
    times = []
    seeds = args.seeds or range(args.seed, args.seed + args.count)
    for seed in seeds:
        one = shot(seed, fonts, args.family)
        if args.keep:
            keep(one, args.keep, f"{args.family}-{seed}")
            continue
        start = time.process_time()
        if args.given:
            readings = [read_unknown(Picture(one.picture), one.lattice)]
        else:
            readings = Reader(None if args.templates else ()).look_all(one.picture)
        times.append(time.process_time() - start)
        best = next((r for r in readings if found_well(one.lattice, r.lattice)), None)
        if best is None:
            print(f"{seed}: not found {one.look} {one.lattice} {[r.lattice for r in readings]}")
            continue
        located += 1
        first += best is readings[0]
        pairs = Counter(zip("".join(one.cells), "".join(best.cells), strict=True))
        bad = {k: n for k, n in pairs.items() if k[0] != k[1] and k[1] != "~"}
        blind = {k[0]: n for k, n in pairs.items() if k[1] == "~"}
        total += sum(pairs.values())
        wrong += sum(bad.values())
        unknown += sum(blind.values())
        right += not bad and not blind
        if bad or (args.verbose and blind):
            print(f"{seed}: {one.look} {best.skin} wrong {bad} unknown {blind}", flush=True)
    if args.keep:
        return 0
    totals = {"shots": len(seeds), "located": located, "first board": first, "right": right}
    totals |= {"cells": total, "wrong": wrong, "unknown": unknown}
    note = (
        f"processor: median {np.median(times):.2f} s, "
        f"most {max(times):.2f} s (seed {seeds[int(np.argmax(times))]})"
    )
    show(args, [totals], f"Screenshots of the family {args.family}", note)
    return 0


if __name__ == "__main__":
    sys.exit(main())
