"""Made-up boards to train on: positions of games in made-up skins, photographed like a screen."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from benchmarks.training.colours import Random, readable
from benchmarks.training.positions import position
from benchmarks.training.skins import DrawnSkin
from benchmarks.training.surroundings import cover, pointer, surrounded, words_over
from mwagent.vision.lattice import Lattice
from mwagent.vision.reading import UNKNOWN

ZOOMS: Final = (0.67, 0.75, 0.8, 0.9, 1.1, 1.25, 1.5, 2.0, 3.0)
"""Zooms of browsers."""
WIDER: Final = 3
"""Rows and columns beyond a board on each side that a lattice may have, at most."""
SMALLEST: Final = 9
"""Pixels of a cell, at least."""
HIDDEN: Final = 0.25
"""Part of a cell that must be hidden for nobody to be asked what it is."""


def photographed(
    rng: Random, faces: list[str]
) -> tuple[NDArray[np.uint8], Lattice, list[list[str]]]:
    """A picture (height, width, 3) BGR of a board, the lattice as it may be found, its symbols."""
    skin = DrawnSkin(rng, faces)
    small = float(
        rng.choice([10, 12, 14, 15, 16, 16, 16, 18, 20, 22, 24, 25, 28, 30, 32, 36, 40, 50, 64])
    )
    least = 4 if rng.random() < 0.1 else 6
    rows, cols = int(rng.integers(least, 21)), int(rng.integers(least, 27))
    if rng.random() < 0.25:
        rows, cols = ((9, 9), (8, 8), (10, 10), (16, 16), (16, 30))[int(rng.integers(5))]
    symbols = position(rng, rows, cols)
    wide = small * (float(rng.uniform(0.9, 1.12)) if rng.random() < 0.08 else 1.0)
    zoom = float(rng.choice(ZOOMS)) if rng.random() < 0.4 else 1.0
    zoom = max(zoom, SMALLEST / small)
    if rng.random() < 0.25:
        picture = _snapped(rng, skin, symbols, (wide * zoom, small * zoom), zoom)
    else:
        picture = _scaled(rng, skin, symbols, (wide, small), zoom)
    size = picture.shape[1], picture.shape[0]
    framed, (x, y) = surrounded(rng, skin, picture, size[1] / rows, faces)
    pitch_x, pitch_y = size[0] / cols, size[1] / rows
    off = rng.normal(0, 0.012, 4)
    lattice = Lattice(
        x + off[0] * pitch_x, y + off[1] * pitch_y,
        pitch_x * (1 + 0.3 * off[2] / cols), pitch_y * (1 + 0.3 * off[3] / rows), rows, cols,
    )  # fmt: skip
    shown = cv2.cvtColor(framed, cv2.COLOR_RGB2BGR)
    if rng.random() < 0.06:
        _hide(lattice, symbols, cover(rng, shown, faces, (x, y, *size)))
    if rng.random() < 0.03:
        _hide(lattice, symbols, words_over(rng, shown, faces, (x, y, *size)))
    if rng.random() < 0.15:
        _hide(lattice, symbols, pointer(rng, shown, (x, y, *size)))
    shown = _disturbed(rng, shown, lattice)
    return shown, *_widened(rng, shown, lattice, symbols)


def _hide(lattice: Lattice, symbols: list[list[str]], hidden: NDArray[np.uint8]) -> None:
    """Make cells unknown, in place, of which more than a small part is `hidden` (height, width)."""
    for r, row in enumerate(symbols):
        for c in range(len(row)):
            x, y = lattice.x + c * lattice.pitch_x, lattice.y + r * lattice.pitch_y
            down = slice(max(0, round(y)), max(0, round(y + lattice.pitch_y)))
            right = slice(max(0, round(x)), max(0, round(x + lattice.pitch_x)))
            part = hidden[down, right]
            if part.size and part.mean() > HIDDEN:
                row[c] = UNKNOWN


def _widened(
    rng: Random, picture: NDArray[np.uint8], lattice: Lattice, symbols: list[list[str]]
) -> tuple[Lattice, list[list[str]]]:
    """The lattice with up to WIDER rows and columns of what lies beside the board, on any side."""
    if rng.random() < 0.35:
        return lattice, symbols
    high, wide = picture.shape[:2]
    x1 = lattice.x + lattice.cols * lattice.pitch_x
    y1 = lattice.y + lattice.rows * lattice.pitch_y
    room = (
        lattice.x / lattice.pitch_x, lattice.y / lattice.pitch_y,
        (wide - x1) / lattice.pitch_x, (high - y1) / lattice.pitch_y,
    )  # fmt: skip
    left, top, right, foot = (min(int(n + 0.1), int(rng.integers(0, WIDER + 1))) for n in room)
    middle = [[UNKNOWN] * left + row + [UNKNOWN] * right for row in symbols]
    blank = [UNKNOWN] * len(middle[0])
    more = [list(blank) for _ in range(top)] + middle + [list(blank) for _ in range(foot)]
    return lattice.part(-top, -left, lattice.rows + foot, lattice.cols + right), more


def _scaled(
    rng: Random, skin: DrawnSkin, symbols: list[list[str]], cell: tuple[float, float], zoom: float
) -> NDArray[np.uint8]:
    """A board as one picture that is scaled as a whole: cells of (width, height) pixels, zoomed."""
    up = 1 if rng.random() < 0.2 else 3 if cell[1] < 40 else 2
    w, h = round(cell[0] * up), round(cell[1] * up)
    board = _drawn(skin, symbols, w, h)
    if rng.random() < 0.08:
        _write_hints(rng, skin, symbols, board)
    rows, cols = len(symbols), len(symbols[0])
    factor = zoom / up
    size = max(cols, round(board.shape[1] * factor)), max(rows, round(board.shape[0] * factor))
    how = cv2.INTER_AREA if size[0] < board.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(board, size, interpolation=how), np.uint8)


def _snapped(
    rng: Random, skin: DrawnSkin, symbols: list[list[str]], cell: tuple[float, float], zoom: float
) -> NDArray[np.uint8]:
    """A board as browsers draw it at a zoom: every cell begins and ends on a whole pixel.

    `cell` is (width, height) after the zoom; cells are drawn at that size, or scaled one by one.
    """
    scaled = rng.random() < 0.5
    how = int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_AREA, cv2.INTER_NEAREST]))
    starts = rng.random(2)
    xs, ys = (
        np.floor(start + side * np.arange(count + 1) + 1e-6).astype(int)
        for start, side, count in zip(starts, cell, (len(symbols[0]), len(symbols)), strict=True)
    )
    plain = round(cell[0] / zoom), round(cell[1] / zoom)
    tiles: dict[tuple[str, int, int, int], NDArray[np.uint8]] = {}
    board = np.empty((ys[-1] - ys[0], xs[-1] - xs[0], 3), np.uint8)
    for r, row in enumerate(symbols):
        for c, symbol in enumerate(row):
            w, h = int(xs[c + 1] - xs[c]), int(ys[r + 1] - ys[r])
            key = symbol, (r + c) % 2 if skin.checker else 0, w, h
            if key not in tiles:
                size = plain if scaled else (w, h)
                tile = np.asarray(skin.tile(symbol, key[1], *size))
                tiles[key] = np.asarray(cv2.resize(tile, (w, h), interpolation=how), np.uint8)
            y, x = ys[r] - ys[0], xs[c] - xs[0]
            board[y : y + h, x : x + w] = tiles[key]
    return board


def _drawn(skin: DrawnSkin, symbols: list[list[str]], w: int, h: int) -> NDArray[np.uint8]:
    tiles: dict[tuple[str, int], NDArray[np.uint8]] = {}
    board = np.empty((len(symbols) * h, len(symbols[0]) * w, 3), np.uint8)
    for r, row in enumerate(symbols):
        for c, symbol in enumerate(row):
            key = symbol, (r + c) % 2 if skin.checker else 0
            if key not in tiles:
                tiles[key] = np.asarray(skin.tile(*key, w, h))
            board[r * h : (r + 1) * h, c * w : (c + 1) * w] = tiles[key]
    return board


def _write_hints(
    rng: Random, skin: DrawnSkin, symbols: list[list[str]], board: NDArray[np.uint8]
) -> None:
    """Write chances or marks over closed cells, in place, as solvers and some games do."""
    h, w = board.shape[0] // len(symbols), board.shape[1] // len(symbols[0])
    closed = [(r, c) for r, row in enumerate(symbols) for c, s in enumerate(row) if s == "#"]
    share = float(rng.choice([0.1, 0.5, 1.0]))
    if not any(s.isdigit() for row in symbols for s in row):
        closed, share = [closed[int(rng.integers(len(closed)))]] if closed else [], 1.0
    ink = readable(rng, skin.hidden, 40)
    percent = "%" if rng.random() < 0.3 else ""
    tint = float(rng.choice([0.0, 0.0, 0.25, 0.5]))
    font = ImageFont.truetype(skin.face, max(6, round(0.4 * min(w, h))))
    for r, c in closed:
        if rng.random() > share:
            continue
        box = slice(r * h, (r + 1) * h), slice(c * w, (c + 1) * w)
        chance = float(rng.random())
        cell = board[box].astype(np.float32)
        inner = cell[h // 8 : -(h // 8) or None, w // 8 : -(w // 8) or None]
        inner += tint * (np.array([255 * chance, 255 * (1 - chance), 60]) - inner)
        image = Image.fromarray(np.clip(cell, 0, 255).astype(np.uint8))
        text = f"{int(100 * chance)}{percent}"
        draw = ImageDraw.Draw(image)
        x0, y0, x1, y1 = draw.textbbox((0, 0), text, font=font)
        draw.text(((w - x0 - x1) / 2, (h - y0 - y1) / 2), text, font=font, fill=ink)
        board[box] = np.asarray(image)


def _shade(rng: Random, high: int, wide: int) -> NDArray[np.float32]:
    """Light that falls on a board from one side, or on the middle of it, (high, wide)."""
    across = np.linspace(-1, 1, wide, dtype=np.float32)[None]
    down = np.linspace(-1, 1, high, dtype=np.float32)[:, None]
    slopes = rng.uniform(-35, 35, 2)
    shade = across * slopes[0] + down * slopes[1]
    if rng.random() < 0.4:
        middle = rng.uniform(-1, 1, 2)
        shade += rng.uniform(-25, 25) * ((across - middle[0]) ** 2 + (down - middle[1]) ** 2)
    return np.asarray(shade, np.float32)


def _disturbed(rng: Random, picture: NDArray[Any], lattice: Lattice) -> NDArray[np.uint8]:
    """What happens to pictures on their way: shading, a highlight, compression."""
    high, wide = picture.shape[:2]
    out: NDArray[Any] = picture.astype(np.float32)
    if rng.random() < 0.2:
        out += _shade(rng, high, wide)[..., None]
    if rng.random() < 0.12:
        out = 0.5 * out + 0.5 * rng.integers(0, 256, 3) if rng.random() < 0.3 else 255 - out
    if rng.random() < 0.1:
        out += rng.normal(0, rng.uniform(1, 5), (high, wide, 1)).astype(np.float32)
    if rng.random() < 0.1:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 0.8))
    row, col = int(rng.integers(lattice.rows)), int(rng.integers(lattice.cols))
    x, y = lattice.x + col * lattice.pitch_x, lattice.y + row * lattice.pitch_y
    if rng.random() < 0.12:
        here = (
            slice(round(y), round(y + lattice.pitch_y)),
            slice(round(x), round(x + lattice.pitch_x)),
        )
        out[here] += rng.uniform(-25, 25, 3)
    out = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 96))]
        code = cv2.imencode(".jpg", out, quality)[1]
        out = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR))
    return np.asarray(out, np.uint8)
