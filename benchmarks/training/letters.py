"""Train the reader of letters on fonts of this machine: `python -m benchmarks.training.letters`.

Lines are drawn in small sizes, mostly of words and half of them of letters at random, so that no
word is likelier than another; some have an underlined letter, as menus do, or are of signs that are
no letters, and some have hard edges. `--without` leaves fonts out, by parts of the names of their
files, to judge by. What the package brings was trained with some 500 fonts: those of Debian's
fonts-dejavu, -urw-base35, -liberation, -roboto, -open-sans, -freefont-ttf, -noto-ui-core,
-noto-cjk, -texgyre, -croscore, -hack, -firacode, -oxygen, -quicksand, -comfortaa, -comic-neue,
-ebgaramond, -linuxlibertine, -lato, -cantarell, -paratype, -wqy-microhei, -wqy-zenhei,
-ipafont-gothic, -vlgothic, -nanum, -unfonts-core, -arphic-uming, -baekmuk; and with the words of
its hunspell-ru, -uk, -bg, -sr, -el. The weights for Latin are the mean of those before lines had
hard edges and of those after 15 000 steps with them, which alone read smooth ones a little worse.
"""

from __future__ import annotations

import argparse
import itertools
import random
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from mwagent.player.views import BEGIN, LEVELS
from mwagent.vision.header.letters import ALL, HEIGHT, LATIN, SCRIPTS, STRIDES, Alphabet, line_of
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
HIDDEN: Final = {LATIN: (64, 80, 80, 80), ALL: (64, 96, 112, 112)}
"""Channels of the layers but for the first and the last."""
REACH: Final = (5, 5, 5, 3, 1)
"""Columns that each layer looks at."""
OTHERS: Final = "★☆✓→←●■▶♥♣☺€§¶#@%"
"""Signs that are no letters."""
KANJI, HANGUL = "\u3040-\u9fff", "가-힣"
"""Letters of China and Japan, and of Korea."""
RANGES: Final = {
    "kanji": (range(0x4E00, 0x9FA5), range(0x3041, 0x30FA)),
    "hangul": (range(0xAC00, 0xD7A3),),
}
"""Codes of those, of which few are told apart."""
COMMON: Final = {"latin": 26, "cyrillic": 32, "greek": 24}
"""How many letters of a kind most languages that write in it have, the first of them."""
SHARES: Final = {"latin": 10, "figures": 4, "cyrillic": 6, "greek": 3, "kanji": 6, "hangul": 3}
"""Kinds of lines, and how many there are of each."""
PLAIN: Final = re.compile(r"[a-zà-ÿ]{2,10}")
DICTIONARIES: Final = Path("/usr/share/hunspell")
UNMARKED: Final = str.maketrans("άέήίόύώϊϋΐΰς", "αεηιουωιυιυσ")
"""Greek letters that are told apart by their marks alone."""


def words() -> dict[str, list[str]]:
    """Words to draw, by the kind of their letters.

    They are of this Python's own text, of dictionaries, and of buttons.
    """
    folder = Path(random.__file__).parent
    text = " ".join(file.read_text("utf-8", "ignore") for file in sorted(folder.glob("*.py")))
    for file in sorted(set(DICTIONARIES.glob("*.dic")) - set(DICTIONARIES.glob("*Latn*"))):
        coded = file.read_bytes()
        text += coded.decode("iso-8859-7" if file.name.startswith("el") else "utf-8", "ignore")
    buttons = BEGIN + LEVELS
    return {
        kind: [
            *sorted(set(pattern.findall(text.lower()))),
            *filter(pattern.fullmatch, buttons * 30),
        ]
        for kind, pattern in {
            "latin": PLAIN,
            "cyrillic": re.compile(r"\b[а-џ]{2,12}\b"),
            "greek": re.compile(r"\b[ά-ώ]{2,12}\b"),
            "kanji": re.compile(f"[{KANJI}]+"),
            "hangul": re.compile(f"[{HANGUL}]+"),
        }.items()
    }


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


def line(draw: random.Random, kind: str, known: Mapping[str, Sequence[str]]) -> str:
    """What is written on a line of a kind."""
    if kind == "figures":
        before = draw.choice(known["latin"]).capitalize() + draw.choice((": ", " "))
        return before * (draw.random() < 0.2) + figures(draw)
    if draw.random() < 0.04:
        return "".join(draw.choices(OTHERS + "abcdefgh", k=draw.randint(1, 5)))
    parts = []
    for _ in range(draw.choices((1, 2, 3), (6, 3, 1))[0]):
        word = draw.choice(known[kind]) if draw.random() < 0.6 else at_random(draw, kind)
        word = draw.choice((word, word.capitalize(), word.capitalize(), word.upper()))
        parts.append(word + draw.choice("!?.:") * (draw.random() < 0.08))
    if kind == "kanji" and draw.random() < 0.15:
        parts[-1:] = [draw.choice((parts[-1], f"({figures(draw)})", figures(draw)))]
    elif draw.random() < 0.05:
        parts.insert(
            draw.randrange(2), draw.choice(("R", "(R)", "R -", "F2", "OK", "N", "3x3", "9x9"))
        )
    return " ".join(parts).replace("SS", "ss" if draw.random() < 0.5 else "SS")


def at_random(draw: random.Random, kind: str) -> str:
    """Letters of a kind in any order; of those of China, Japan and Korea others, too."""
    if kind in RANGES:
        others = [chr(draw.choice(draw.choice(RANGES[kind]))) for _ in range(2)]
        pool = re.findall(f"[{KANJI if kind == 'kanji' else HANGUL}]", ALL.letters)
        count = draw.randint(1, 5)
        return "".join(draw.choice(others if draw.random() < 0.2 else pool) for _ in range(count))
    pool = re.findall(f"[{dict(zip(COMMON, SCRIPTS, strict=True))[kind]}]", ALL.letters)
    some = pool if draw.random() < 0.3 else pool[: COMMON[kind]]
    return "".join(draw.choices(some, k=draw.randint(1, 8)))


def drawn(draw: random.Random, text: str, file: str) -> NDArray[np.uint8] | None:
    """How much a line differs from its ground, close around its letters; None without letters."""
    size, hard = draw.choice(SIZES), draw.random() < 0.2
    # Letters of pixels are as often as not drawn small, and shown larger.
    times = draw.choice((1, 1, 2, 3)) if hard else 1
    font = face(file, max(SIZES[0], size // times))
    x0, y0, x1, y1 = (round(side) for side in font.getbbox(text))
    if x1 - x0 < 2 or y1 - y0 < 4:
        return None
    picture = Image.new("L", (x1 - x0 + 2 * MARGIN, y1 - y0 + 2 * MARGIN))
    pen, at = ImageDraw.Draw(picture), (MARGIN - x0, MARGIN - y0)
    pen.fontmode = "1" if hard else "L"
    fill = draw.randint(110, 255)
    if draw.random() < 0.15:
        right, down = draw.choice(((1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
        shade = draw.randint(20, max(21, fill * 3 // 4))
        pen.text((at[0] + right, at[1] + down), text, fill=shade, font=font)
        if draw.random() < 0.5:
            picture = picture.filter(ImageFilter.GaussianBlur(draw.uniform(0.5, 2)))
            pen = ImageDraw.Draw(picture)
    pen.text(at, text, fill=fill, font=font)
    if draw.random() < 0.12:
        first = draw.randrange(len(text))
        start, end = (at[0] + font.getlength(text[:to]) for to in (first, first + 1))
        below = at[1] + font.getbbox("x")[3] + 1
        pen.line((start, below, end - 1, below), fill=fill)
    ink = np.repeat(np.repeat(np.asarray(picture), times, 0), times, 1)
    if draw.random() < 0.3 and not hard:
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


def labelled(text: str, alphabet: Alphabet) -> list[int]:
    """The classes of what is written, in an alphabet."""
    small = text.lower().translate(UNMARKED)
    letters = alphabet.letters
    return [1 + (letters.index(one) if one in letters else len(letters) - 1) for one in small]


def batches(
    files: Sequence[str], seed: int, alphabet: Alphabet
) -> Iterator[tuple[NDArray[np.float32], list[list[int]]]]:
    """Lines of about one width, (lines, width, HEIGHT), and what is written on each.

    To draw a line takes longer than to learn from it: each is shown several times.
    """
    draw, known = random.Random(seed), words()
    drawn_lines: dict[int, list[tuple[NDArray[np.float32], list[int]]]] = {w: [] for w in WIDTHS}
    signs = {
        "latin": "a",
        "figures": "1",
        "cyrillic": "ж",
        "greek": "λ",
        "kanji": "开",
        "hangul": "게",
    }
    fit = {kind: [file for file in files if has(file, sign)] for kind, sign in signs.items()}
    shares = {
        kind: share
        for kind, share in SHARES.items()
        if fit[kind] and known.get(kind, [kind]) and signs[kind] in alphabet.letters
    }
    for new in itertools.count():
        kind = draw.choices(list(shares), list(shares.values()))[0]
        text, file = line(draw, kind, known), draw.choice(fit[kind])
        if not all(has(file, letter) for letter in text if letter != " "):
            continue
        ink = drawn(draw, text, file)
        if ink is None:
            continue
        shown, label = line_of(ink), labelled(text, alphabet)
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


def train(files: Sequence[str], steps: int, seed: int, alphabet: Alphabet) -> None:
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
    channels = HEIGHT, *HIDDEN[alphabet], len(alphabet.letters) + 1
    net = [
        (
            jnp.asarray(rng.normal(0, (2 / (reach * a)) ** 0.5, (reach, a, b)), jnp.float32),
            jnp.zeros(b),
        )
        for reach, (a, b) in zip(REACH, itertools.pairwise(channels), strict=True)
    ]
    if alphabet.file.exists():
        with np.load(alphabet.file) as file:
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
    for number, (shown, texts) in enumerate(
        itertools.islice(batches(files, seed, alphabet), steps)
    ):
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
            np.savez_compressed(alphabet.file, allow_pickle=False, **kept)


def main() -> int:
    """Train on the fonts that are there."""
    from benchmarks.training.glyphs import fonts

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--latin", action="store_true", help="train the network of Latin alone")
    args = parser.parse_args()
    files = [file for file in fonts() if not any(part in file for part in args.without)]
    print(f"{len(files)} fonts", flush=True)
    train(files, args.steps, args.seed, LATIN if args.latin else ALL)
    return 0


if __name__ == "__main__":
    sys.exit(main())
