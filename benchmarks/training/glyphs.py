"""Train the glyph classifier on the fonts of this machine: `python -m benchmarks.training.glyphs`.

Every sample is a whole cell, drawn as a game might draw it (`benchmarks.training.glyph_cells`),
from which the glyph is cut by the very code that reads screenshots; none is of a screenshot. Fonts
come from fontconfig; install many (Debian: fonts-dejavu fonts-liberation fonts-freefont-ttf
fonts-noto-core fonts-roboto fonts-open-sans fonts-lato fonts-dseg fonts-noto-color-emoji ...).
"""

from __future__ import annotations

import argparse
import math
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import ImageFont

from benchmarks.training.colours import Random
from benchmarks.training.glyph_cells import Cells
from mwagent.vision.glyphs.classifier import CLASSES, FEATURES, WEIGHTS, glyph_of

Net = dict[str, NDArray[np.float32]]

GLYPH_BATCH: Final = 256
"""Glyphs in one step of the descent."""


def font_files() -> list[str]:
    """Files of the fonts of this machine that have Latin letters; none without fontconfig."""
    if shutil.which("fc-list") is None:
        return []
    listing = subprocess.run(
        ["fc-list", ":lang=en", "file"], capture_output=True, text=True, check=True
    ).stdout
    return sorted({line.rstrip(": ").strip() for line in listing.splitlines()})


def fonts() -> list[str]:
    """Files of fonts that have upright Latin digits."""
    found = []
    for path in font_files():
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


def samples(
    rng: Random, faces: list[str], count: int
) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Features (n, FEATURES) and class numbers (n,) of random glyphs."""
    cells = Cells(rng, faces)
    features, labels = [], []
    share = np.array([0.7, *[1.0] * 8, 0.5, 0.8, 1.5, 1.5, 0.8, 2.5])
    for index in rng.choice(len(CLASSES), count, p=share / share.sum()):
        glyph = glyph_of(cells.cell(CLASSES[index]))
        if glyph is not None:
            features.append(glyph.feature)
            labels.append(int(index))
    return np.stack(features), np.array(labels)


def _fresh(rng: Random, sizes: list[tuple[int, int]]) -> Net:
    net: Net = {}
    for k, (a, b) in enumerate(sizes, 1):
        net[f"w{k}"] = rng.normal(0, math.sqrt(2 / a), (a, b)).astype(np.float32)
        net[f"b{k}"] = np.zeros(b, np.float32)
    return net


def train(
    features: NDArray[np.float32],
    labels: NDArray[np.int64],
    rng: Random,
    epochs: int,
    net: Net | None = None,
) -> Net:
    """A perceptron with two hidden layers; `net` is one to go on from.

    Least cross entropy by AdamW, of labels smoothed by 3 %.
    """
    import jax
    import optax

    rate = 0.002 if net is None else 0.0007
    net = net or _fresh(rng, list(pairwise([FEATURES, 128, 64, len(CLASSES)])))
    total = epochs * (len(labels) // GLYPH_BATCH)
    descent = optax.adamw(optax.cosine_decay_schedule(rate, total), weight_decay=3e-3)

    def loss(net: Net, seen: Any, wanted: Any) -> Any:
        smooth = optax.smooth_labels(jax.nn.one_hot(wanted, len(CLASSES)), 0.03)
        return optax.softmax_cross_entropy(logits(net, seen), smooth).mean()

    @jax.jit  # type: ignore[untyped-decorator,unused-ignore]
    def step(net: Net, state: Any, seen: Any, wanted: Any) -> tuple[Net, Any]:
        change, state = descent.update(jax.grad(loss)(net, seen, wanted), state, net)
        return optax.apply_updates(net, change), state

    state = descent.init(net)
    for _ in range(epochs):
        order = rng.permutation(len(labels))
        for start in range(0, len(order) - GLYPH_BATCH + 1, GLYPH_BATCH):
            pick = order[start : start + GLYPH_BATCH]
            net, state = step(net, state, features[pick], labels[pick])
    return {name: np.asarray(value) for name, value in net.items()}


def logits(net: Net, seen: Any) -> Any:
    """The outputs of the network for features (n, FEATURES), (n, len(CLASSES))."""
    one = (seen @ net["w1"] + net["b1"]).clip(0)
    two = (one @ net["w2"] + net["b2"]).clip(0)
    return two @ net["w3"] + net["b3"]


def main() -> int:
    """Train, report the accuracy on fonts held back, save the weights."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--samples", type=int, default=60000)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--out", type=Path, default=WEIGHTS)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    faces = fonts()
    held = faces[::7]
    seen = [face for face in faces if face not in held]
    net: Net | None = None
    if args.start is not None:
        with np.load(args.start) as store:
            net = {name: store[name].astype(np.float32) for name in store.files}
    features, labels = samples(rng, seen, args.samples)
    tests, truth = samples(rng, held, 3000)
    net = train(features, labels, rng, args.epochs, net)
    store = {name: value.astype(np.float16) for name, value in net.items()}
    np.savez_compressed(args.out, allow_pickle=False, **store)
    guess = logits(net, tests).argmax(axis=1)
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
