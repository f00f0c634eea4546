"""Train the glyph classifier on the fonts of this machine: `python -m vision.train_digits`.

Every sample is a whole cell, drawn as a game might draw it (bevel or gap, ground, gradient, noise,
blur, any scale), from which the glyph is cut by the very code that reads screenshots. Fonts come
from fontconfig; install many (Debian: fonts-dejavu fonts-liberation fonts-freefont-ttf
fonts-noto-core fonts-roboto fonts-open-sans fonts-lato fonts-dseg fonts-terminus-otb ...).
"""

from __future__ import annotations

import argparse
import math
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from vision.digits import CELL, CLASSES, FEATURES, WEIGHTS, glyph_of

Random = np.random.Generator
_UP = 3
"""Cells are drawn larger and scaled down."""
_LETTERS = "ACDEFGHJKLMNPRTUVWXYabcdefhjkmnprtuvwxyz@#%&+=<>/\\{}$!*~^"


def fonts() -> list[str]:
    """Files of fonts that have upright Latin digits."""
    listing = subprocess.run(
        ["fc-list", ":lang=en", "file"], capture_output=True, text=True, check=True
    ).stdout
    found = []
    for line in sorted(listing.splitlines()):
        path = line.rstrip(": ").strip()
        if not path.lower().endswith((".ttf", ".otf", ".t1", ".pfb", ".ttc")):
            continue
        if any(word in path for word in ("Emoji", "Symbol", "D050000L", "Braille", "Dingbat")):
            continue
        try:
            font = ImageFont.truetype(path, 40)
            boxes = [font.getbbox(d) for d in "1238"]
            masks = {bytes(font.getmask(d)) for d in "12345678"}
        except OSError:
            continue
        if len(masks) == 8 and all(b[2] > b[0] and b[3] - b[1] > 12 for b in boxes):
            found.append(path)
    return found


def _rgb(rng: Random) -> tuple[int, int, int]:
    r, g, b = (int(v) for v in rng.integers(0, 256, 3))
    return r, g, b


def _apart(rng: Random, ground: tuple[int, int, int], least: int) -> tuple[int, int, int]:
    while True:
        colour = _rgb(rng)
        if max(abs(a - b) for a, b in zip(colour, ground, strict=True)) >= least:
            return colour


class Cells:
    """Draws random cells."""

    def __init__(self, rng: Random, faces: list[str]):
        self.rng = rng
        self.faces = faces

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
        cloth = (230, 20, 20) if rng.random() < 0.5 else _apart(rng, ground, 70)
        plain = rng.random() < 0.3
        wood = cloth if plain else _apart(rng, ground, 60)
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

    def mine(self, draw: ImageDraw.ImageDraw, size: int, ground: tuple[int, int, int]) -> None:
        """A ball with spikes and a highlight, or a bomb with a fuse."""
        rng = self.rng
        body = (0, 0, 0) if max(ground) > 80 and rng.random() < 0.7 else _apart(rng, ground, 60)
        x = y = size / 2
        r = size * rng.uniform(0.17, 0.3)
        if rng.random() < 0.8:
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
                    fill=_apart(rng, ground, 60),
                )
        draw.ellipse((x - r, y - r, x + r, y + r), fill=body)
        if rng.random() < 0.7:
            s = r * rng.uniform(0.15, 0.3)
            draw.ellipse(
                (x - r * 0.45 - s, y - r * 0.45 - s, x - r * 0.45 + s, y - r * 0.45 + s),
                fill=(255, 255, 255),
            )
        if rng.random() < 0.15:
            wide = max(2, int(size * rng.uniform(0.05, 0.1)))
            a, b = size * 0.15, size * 0.85
            draw.line((a, a, b, b), fill=(230, 0, 0), width=wide)
            draw.line((a, b, b, a), fill=(230, 0, 0), width=wide)

    def other(self, draw: ImageDraw.ImageDraw, size: int, ground: tuple[int, int, int]) -> None:
        """Letters, longer numbers, mouse pointers, blobs, lines, faces."""
        rng = self.rng
        colour = _apart(rng, ground, 40)
        kind = rng.integers(0, 8)
        if kind == 0:
            self.text(draw, size, str(rng.choice(list(_LETTERS))), colour)
        elif kind == 1:
            self.text(draw, size, str(rng.integers(10, 1000)), colour)
        elif kind == 2:
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
                    fill=_apart(rng, colour, 60),
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

    def cell(self, label: str) -> NDArray[np.float32]:
        """A cell with a glyph of a class, (CELL, CELL, 3) BGR."""
        rng = self.rng
        native = int(rng.choice([12, 14, 16, 16, 18, 20, 24, 24, 28, 32, 40, 50, 64]))
        pixelated = rng.random() < 0.2
        size = native * (1 if pixelated else _UP)
        ground = _rgb(rng) if rng.random() < 0.6 else (int(rng.integers(150, 256)),) * 3
        image = Image.new("RGB", (size, size), ground)
        draw = ImageDraw.Draw(image)
        draw.fontmode = "1" if pixelated and rng.random() < 0.7 else "L"
        self.tile(draw, size, ground)
        if rng.random() < 0.1 and label in "012345678?":
            a = size * rng.uniform(0.05, 0.16)
            ground = _apart(rng, ground, 40)
            draw.rounded_rectangle(
                (a, a, size - a, size - a), radius=size * rng.uniform(0, 0.15), fill=ground
            )
        if label == "F":
            self.flag(draw, size, ground)
        elif label == "*":
            self.mine(draw, size, ground)
        elif label == "~":
            self.other(draw, size, ground)
        elif label.isdigit() and rng.random() < 0.15:
            self.segments(draw, size, int(label), _apart(rng, ground, 40))
        else:
            self.text(draw, size, label, _apart(rng, ground, 40))
        return self._photographed(image, native)

    def _photographed(self, image: Image.Image, native: int) -> NDArray[np.float32]:
        rng = self.rng
        array: NDArray[Any] = cv2.cvtColor(np.asarray(image), cv2.COLOR_RGB2BGR).astype(np.float32)
        if rng.random() < 0.35:
            low, high = rng.uniform(-25, 25, 2)
            ramp = np.linspace(low, high, array.shape[0], dtype=np.float32)
            array += ramp[:, None, None] if rng.random() < 0.5 else ramp[None, :, None]
        array = cv2.resize(array, (native, native), interpolation=cv2.INTER_AREA)
        if rng.random() < 0.3:
            array = cv2.GaussianBlur(array, (0, 0), rng.uniform(0.3, 0.03 * native + 0.3))
        if rng.random() < 0.3:
            array = array + rng.normal(0, rng.uniform(1, 8), array.shape)
        shift = rng.normal(0, 0.025, 2) * CELL
        zoom = CELL / native * rng.uniform(0.97, 1.03)
        warp = np.array([[zoom, 0, shift[0]], [0, zoom * rng.uniform(0.96, 1.04), shift[1]]])
        mode = cv2.INTER_LINEAR if zoom > 1 else cv2.INTER_AREA
        if zoom < 1:
            array = cv2.GaussianBlur(array, (0, 0), 0.4 / zoom)
        out = cv2.warpAffine(array, warp, (CELL, CELL), flags=mode, borderMode=cv2.BORDER_REPLICATE)
        return np.clip(out, 0, 255).astype(np.float32)


def samples(
    rng: Random, faces: list[str], count: int
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Features (n, FEATURES) and class numbers (n,) of random glyphs."""
    cells = Cells(rng, faces)
    features, labels = [], []
    share = np.array([0.7, *[1.0] * 8, 0.5, 0.8, 1.5, 1.5, 2.5])
    for index in rng.choice(len(CLASSES), count, p=share / share.sum()):
        glyph = glyph_of(cells.cell(CLASSES[index]))
        if glyph is not None:
            features.append(glyph.feature)
            labels.append(int(index))
    return np.stack(features), np.array(labels)


def train(
    features: NDArray[np.float32], labels: NDArray[np.int64], rng: Random, epochs: int
) -> dict[str, NDArray[np.float32]]:
    """A perceptron with two hidden layers, by Adam with weight decay."""
    sizes = [FEATURES, 128, 64, len(CLASSES)]
    net: dict[str, NDArray[np.float32]] = {}
    for k, (a, b) in enumerate(pairwise(sizes), 1):
        net[f"w{k}"] = (rng.normal(0, math.sqrt(2 / a), (a, b))).astype(np.float32)
        net[f"b{k}"] = np.zeros(b, np.float32)
    first = {name: np.zeros_like(value) for name, value in net.items()}
    second = {name: np.zeros_like(value) for name, value in net.items()}
    step, batch, total = 0, 256, epochs * (len(labels) // 256)
    for _ in range(epochs):
        order = rng.permutation(len(labels))
        for start in range(0, len(order) - batch + 1, batch):
            pick = order[start : start + batch]
            step += 1
            rate = 0.002 * 0.5 * (1 + math.cos(math.pi * step / total))
            grads = _gradients(net, features[pick], labels[pick])
            for name in list(net):
                grad = grads[name]
                first[name] = 0.9 * first[name] + 0.1 * grad
                second[name] = 0.999 * second[name] + 0.001 * grad**2
                fixed = math.sqrt(1 - 0.999**step) / (1 - 0.9**step)
                move = fixed * first[name] / (np.sqrt(second[name]) + 1e-8)
                net[name] -= (rate * (move + 3e-3 * net[name])).astype(np.float32)
    return net


def _gradients(
    net: dict[str, NDArray[np.float32]], x: NDArray[np.float32], labels: NDArray[np.int64]
) -> dict[str, NDArray[np.float32]]:
    one = np.maximum(x @ net["w1"] + net["b1"], 0)
    two = np.maximum(one @ net["w2"] + net["b2"], 0)
    logits = two @ net["w3"] + net["b3"]
    power = np.exp(logits - logits.max(axis=1, keepdims=True))
    slope = power / power.sum(axis=1, keepdims=True)
    target = np.full_like(slope, 0.03 / slope.shape[1])
    target[np.arange(len(labels)), labels] += 0.97
    slope = (slope - target) / len(labels)
    back = (slope @ net["w3"].T) * (two > 0)
    front = (back @ net["w2"].T) * (one > 0)
    return {
        "w3": two.T @ slope,
        "b3": slope.sum(axis=0),
        "w2": one.T @ back,
        "b2": back.sum(axis=0),
        "w1": x.T @ front,
        "b1": front.sum(axis=0),
    }


def main() -> int:
    """Train, report the accuracy on fonts held back, save the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=60000)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    faces = fonts()
    held = faces[::7]
    seen = [face for face in faces if face not in held]
    features, labels = samples(rng, seen, args.samples)
    tests, truth = samples(rng, held, 4000)
    net = train(features, labels, rng, args.epochs)
    np.savez_compressed(
        args.out, allow_pickle=False, **{k: v.astype(np.float16) for k, v in net.items()}
    )
    one = np.maximum(tests @ net["w1"] + net["b1"], 0)
    two = np.maximum(one @ net["w2"] + net["b2"], 0)
    guess = (two @ net["w3"] + net["b3"]).argmax(axis=1)
    print(
        f"{len(seen)} fonts, {len(labels)} glyphs; "
        f"on {len(held)} other fonts {(guess == truth).mean():.2%}"
    )
    for index, name in enumerate(CLASSES):
        mine = truth == index
        wrong = [CLASSES[g] for g in guess[mine & (guess != truth)]]
        print(f"  {name}: {1 - len(wrong) / max(1, mine.sum()):.1%} {''.join(sorted(wrong))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
