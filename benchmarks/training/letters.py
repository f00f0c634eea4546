"""Train the reader of letters on fonts of this machine: `python -m benchmarks.training.letters`.

Lines are drawn in small sizes, mostly of words and half of them of letters at random, so that no
word is likelier than another; some have an underlined letter, as menus do, or are of signs that are
no letters; a quarter are figures. `--without` leaves fonts out, by parts of the names of their
files, to judge by. What the package brings was trained with some 270 fonts: those of Debian's
fonts-dejavu, -urw-base35, -liberation, -roboto, -open-sans, -freefont-ttf, -noto-ui-core, -texgyre,
-croscore, -hack, -firacode, -oxygen, -quicksand, -comfortaa, -comic-neue, -ebgaramond,
-linuxlibertine.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mwagent.player.views import AGAIN, FIRST, LEVELS
from mwagent.vision.header.letters import HEIGHT, LETTERS, STRIDES, TRAINED, line_of
from mwagent.vision.header.words import ink_of

SIZES: Final = (9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24, 30)
"""Sizes of letters in pixels."""
WIDTHS: Final = (48, 80, 128, 200)
"""Widths of lines in columns, to which those of a batch are filled up."""
LINES: Final = 64
"""Lines in a batch."""
NEW_LINES: Final = 12
"""Lines that are drawn for each batch; the others were shown before."""
MOST_KEPT: Final = 20_000
"""Lines of one width that are kept to be shown again."""
MARGIN: Final = 8
"""Pixels of ground around what is drawn."""
CHANNELS: Final = (HEIGHT, 64, 80, 80, 80, len(LETTERS) + 1)
REACH: Final = (5, 5, 5, 3, 1)
"""Columns that each layer looks at."""
OTHERS: Final = "あいうおの新開始再重玩游戏ЖЩЮЯФДБЦшжэюфдбЛ★☆✓→←●■▶♥♣☺€§¶#@%"
"""Signs that are no letters."""
PLAIN: Final = re.compile(r"[a-zà-ÿ]{2,10}")


def words() -> list[str]:
    """Words of this Python's own text, and those of buttons."""
    folder = Path(random.__file__).parent
    text = " ".join(file.read_text("utf-8", "ignore") for file in sorted(folder.glob("*.py")))
    return [*sorted(set(PLAIN.findall(text.lower()))), *(AGAIN + FIRST + LEVELS) * 30]


@cache
def face(file: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of a size."""
    return ImageFont.truetype(file, size)


@cache
def has(file: str, letter: str) -> bool:
    """Whether a font has a letter."""
    font = face(file, 40)
    return bytes(font.getmask(letter)) not in (b"", bytes(font.getmask("\uffff")))


def figures(draw: random.Random) -> str:
    """A number as counters, clocks, scores and sizes show it."""
    number, other = (draw.randrange(10 ** draw.randint(1, 3)) for _ in range(2))
    forms = (f"{number}", f"{number}", f"{number:03}", f"{number}/{other}", f"-{number}")
    rare = (f"{number}:{other:02}", f"{number / 10}", f"({number} x {other})", f"{number}×{other}")
    return draw.choice(forms if draw.random() < 0.8 else rare)


def line(draw: random.Random, known: Sequence[str]) -> str:
    """What is written on a line."""
    if draw.random() < 0.25:
        before = draw.choice(known).capitalize() + draw.choice((": ", " "))
        return before * (draw.random() < 0.2) + figures(draw)
    letters = LETTERS[:-1].replace(" ", "")
    if draw.random() < 0.05:
        return "".join(draw.choices(OTHERS + "abcdefgh", k=draw.randint(1, 5)))
    parts = []
    for _ in range(draw.choices((1, 2, 3), (6, 3, 1))[0]):
        if draw.random() < 0.6:
            word = draw.choice(known)
        else:
            pool = letters if draw.random() < 0.3 else letters[:26]
            word = "".join(draw.choices(pool, k=draw.randint(1, 8)))
        word = draw.choice((word, word.capitalize(), word.capitalize(), word.upper()))
        parts.append(word + draw.choice("!?.:") * (draw.random() < 0.08))
    return " ".join(parts).replace("SS", "ss" if draw.random() < 0.5 else "SS")


def drawn(draw: random.Random, text: str, file: str) -> NDArray[np.uint8] | None:
    """How much a line differs from its ground, close around its letters; None without letters."""
    size = draw.choice(SIZES)
    font = face(file, size)
    x0, y0, x1, y1 = (round(side) for side in font.getbbox(text))
    if x1 - x0 < 2 or y1 - y0 < 4:
        return None
    picture = Image.new("L", (x1 - x0 + 2 * MARGIN, y1 - y0 + 2 * MARGIN))
    pen, at = ImageDraw.Draw(picture), (MARGIN - x0, MARGIN - y0)
    fill = draw.randint(110, 255)
    pen.text(at, text, fill=fill, font=font)
    if draw.random() < 0.12:
        first = draw.randrange(len(text))
        left, right = (at[0] + font.getlength(text[:to]) for to in (first, first + 1))
        below = at[1] + font.getbbox("x")[3] + 1
        pen.line((left, below, right - 1, below), fill=fill)
    ink = np.asarray(picture)
    if draw.random() < 0.3:
        spread = draw.uniform(0.2, 0.6)
        ink = cv2.GaussianBlur(ink, (5, 5), spread if draw.random() < 0.5 else 0.3, None, 0.3)
    if draw.random() < 0.2:
        scale = draw.uniform(0.7, 1.5)
        ink = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    noise = np.random.default_rng(draw.getrandbits(32)).normal(0, draw.uniform(0, 6), ink.shape)
    shown = np.clip(ink + noise, 0, 255).astype(np.uint8)
    ink = ink_of(np.asarray(cv2.cvtColor(shown, cv2.COLOR_GRAY2BGR), np.uint8))
    rows, cols = (np.flatnonzero(ink.max(axis=axis) > 45) for axis in (1, 0))
    if not len(rows) or rows[-1] - rows[0] < 4:
        return None
    edge = [draw.choice((0, 0, 0, 1)) for _ in range(4)]
    top, foot = max(0, rows[0] - edge[0]), rows[-1] + 1 + edge[1]
    return np.ascontiguousarray(ink[top:foot, max(0, cols[0] - edge[2]) : cols[-1] + 1 + edge[3]])


def labelled(text: str) -> list[int]:
    """The classes of what is written."""
    return [
        1 + (LETTERS.index(one) if one in LETTERS else len(LETTERS) - 1) for one in text.lower()
    ]


def batches(
    files: Sequence[str], seed: int
) -> Iterator[tuple[NDArray[np.float32], list[list[int]]]]:
    """Lines of about one width, (lines, width, HEIGHT), and what is written on each.

    To draw a line takes longer than to learn from it: each is shown several times.
    """
    draw, known = random.Random(seed), words()
    drawn_lines: dict[int, list[tuple[NDArray[np.float32], list[int]]]] = {w: [] for w in WIDTHS}
    for new in itertools.count():
        text, file = line(draw, known), draw.choice(files)
        if not all(has(file, letter) for letter in text if letter != " "):
            continue
        ink = drawn(draw, text, file)
        if ink is None:
            continue
        shown, label = line_of(ink), labelled(text)
        wide = next((one for one in WIDTHS if shown.shape[1] <= one), None)
        if wide is None or len(label) > shown.shape[1] // 2:
            continue
        row = drawn_lines[wide]
        row.append((np.pad(shown, ((0, 0), (0, wide - shown.shape[1]))).T, label))
        if len(row) > MOST_KEPT:
            row[draw.randrange(MOST_KEPT)] = row.pop()
        if new % NEW_LINES == 0 and sum(map(len, drawn_lines.values())) > 30 * LINES:
            counts = [len(drawn_lines[one]) for one in WIDTHS]
            row = drawn_lines[draw.choices(WIDTHS, counts)[0]]
            some = draw.choices(row, k=LINES)
            yield np.stack([one for one, _ in some]), [label for _, label in some]


def train(files: Sequence[str], steps: int, seed: int) -> None:
    """Train for so many steps, and keep the weights now and then."""
    import jax
    import jax.numpy as jnp
    import optax

    def scores(net: Any, shown: Any) -> Any:
        for at, ((weights, bias), stride) in enumerate(zip(net, STRIDES, strict=True)):
            reach = len(weights) // 2
            shown = jax.lax.conv_general_dilated(
                shown, weights, (stride,), [(reach, reach)], dimension_numbers=("NWC", "WIO", "NWC")
            )
            shown = shown + bias
            shown = jax.nn.relu(shown) if at < len(STRIDES) - 1 else shown
        return shown

    def loss(net: Any, shown: Any, labels: Any, padding: Any) -> Any:
        found = scores(net, shown)
        return optax.ctc_loss(found, jnp.zeros(found.shape[:2]), labels, padding).mean()

    rng = np.random.default_rng(seed)
    net = [
        (
            jnp.asarray(rng.normal(0, (2 / (reach * a)) ** 0.5, (reach, a, b)), jnp.float32),
            jnp.zeros(b),
        )
        for reach, (a, b) in zip(REACH, itertools.pairwise(CHANNELS), strict=True)
    ]
    if TRAINED.exists():
        with np.load(TRAINED) as file:
            net = [
                (
                    jnp.asarray(file[f"weights{n}"], jnp.float32),
                    jnp.asarray(file[f"bias{n}"], jnp.float32),
                )
                for n in range(len(STRIDES))
            ]
    rate = optax.warmup_cosine_decay_schedule(0.0, 3e-3, 100, steps, 1e-5)
    rule = optax.chain(optax.clip_by_global_norm(1.0), optax.adam(rate))
    state = rule.init(net)

    def step(net: Any, state: Any, shown: Any, labels: Any, padding: Any) -> Any:
        value, slope = jax.value_and_grad(loss)(net, shown, labels, padding)
        change, state = rule.update(slope, state)
        return optax.apply_updates(net, change), state, value

    step, mean = jax.jit(step), 0.0
    for number, (shown, texts) in enumerate(itertools.islice(batches(files, seed), steps)):
        longest = shown.shape[1] // 2
        labels = np.zeros((len(texts), longest), np.int32)
        for row, text in zip(labels, texts, strict=True):
            row[: len(text)] = text
        net, state, value = step(net, state, shown, labels, (labels == 0).astype(np.float32))
        mean += (float(value) - mean) / min(100, number + 1)
        if number % 200 == 0 or number == steps - 1:
            print(f"{number:6} {mean:.3f}", flush=True)
            kept = {}
            for at, (weights, bias) in enumerate(net):
                kept[f"weights{at}"] = np.asarray(weights, np.float16)
                kept[f"bias{at}"] = np.asarray(bias, np.float16)
            np.savez_compressed(TRAINED, allow_pickle=False, **kept)


def main() -> int:
    """Train on the fonts that are there."""
    from benchmarks.training.glyphs import fonts

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    files = [file for file in fonts() if not any(part in file for part in args.without)]
    print(f"{len(files)} fonts", flush=True)
    train(files, args.steps, args.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
