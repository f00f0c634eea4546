"""How many cells are misread on boards drawn by a real Chromium?

    python -m benchmarks.vision.chromium                  300 positions over all zooms and ratios
    python -m benchmarks.vision.chromium --positions 20 --json
    python -m benchmarks.vision.chromium --save /tmp/wrong    keep the pictures that went wrong

Three renderings: `page` is our practice page, `images` a table of small bitmaps as most sites
have it, scaled by the browser, `sharp` the same without smoothing. The positions hold every kind
of cell. Ends with exit code 1 when a cell is misread or a board not found.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import count_around
from mwagent.vision import Reading
from mwagent.vision.header.counters import Counter, read_mines
from mwagent.vision.known.locate import locate_all
from mwagent.vision.known.skins import known_skins
from mwagent.vision.known.tiles import read
from mwagent.vision.picture import Picture
from mwagent.web import serve
from testbed.harness import show, words

ZOOMS = (0.67, 0.75, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0)
RATIOS = (1.0, 1.25, 1.5, 2.0, 3.0)
CELLS = (12.0, 64.0)
SCREEN = (2400, 1350)
STYLES = ("page", "images", "sharp")

PAGE_SCRIPT = """async ({rows, cols, cells, mines, zoom, theme, whole}) => {
  const {BoardView} = await import('/board/board.js');
  const {Counter} = await import('/board/panel.js');
  // The page's own game goes on drawing and laying itself out, when it has looked for an earlier
  // game and when the window grows for a picture of the whole page: it keeps what it knows, a copy
  // is shown.
  document.body.replaceWith(document.body.cloneNode(true));
  const view = new BoardView(document.getElementById('board'));
  const frame = document.getElementById('frame');
  document.documentElement.dataset.theme = theme;
  // In a small window the board is moved about in its pane; here all of it is to be seen.
  for (let at = document.getElementById('pane'); at !== document.body; at = at.parentElement)
    Object.assign(at.style, {overflow: 'visible', flex: 'none', maxWidth: 'none', height: 'auto'});
  view.layout({rows, cols}, zoom, theme, whole);
  frame.style.setProperty('--u', `${view.unit}px`);
  frame.style.left = frame.style.top = '0';
  const box = view.canvas.getBoundingClientRect();
  const ratio = devicePixelRatio;
  const off = (at) => (Math.round(at * ratio) - at * ratio) / ratio;
  const room = Math.ceil(Math.max(0, 8 - box.left));  // a board wider than its column
  frame.style.left = `${off(box.left) + room}px`;
  frame.style.top = `${off(box.top)}px`;
  view.showAll({size: rows * cols, symbol: (cell) => cells[cell]});
  document.getElementById('mines').replaceChildren();
  new Counter(document.getElementById('mines')).show(mines);
  const at = view.canvas.getBoundingClientRect();
  return [at.left, at.top, at.width, at.height].map((side) => side * devicePixelRatio);
}"""

IMAGES_SCRIPT = """async ({rows, cols, cells, size, left, top, tiles, smooth}) => {
  document.body.style.cssText = 'margin:0;background:#eee;font:14px sans-serif';
  const frame = `position:absolute;left:${left}px;top:${top}px;background:#c0c0c0;padding:6px;` +
    'border:3px solid;border-color:#fff #808080 #808080 #fff';
  const board = 'border:3px solid;border-color:#808080 #fff #fff #808080;' +
    `width:${cols * size}px;line-height:0`;
  let html = `<p style="margin:4px">Game Options Help: some text above the board</p>` +
    `<div style="${frame}"><div style="height:33px"></div><div id="board" style="${board}">`;
  for (let row = 0; row < rows; row++) {
    html += '<div style="white-space:nowrap">';
    for (let col = 0; col < cols; col++) html +=
      `<img width=${size} height=${size} style="image-rendering:${smooth}" ` +
      `src="${tiles[cells[row * cols + col]]}">`;
    html += '</div>';
  }
  document.body.innerHTML = html + '</div></div>';
  await Promise.all([...document.images].slice(0, 64).map((image) => image.decode()));
  const first = document.images[0].getBoundingClientRect();
  const last = [...document.images].at(-1).getBoundingClientRect();
  const sides = [first.left, first.top, last.right - first.left, last.bottom - first.top];
  return sides.map((side) => side * devicePixelRatio);
}"""


@dataclass(frozen=True, slots=True)
class Position:
    """A board to draw, and how. `cell` is the side of its cells in CSS pixels."""

    style: str
    rows: tuple[str, ...]
    mines: int
    zoom: float
    ratio: float
    cell: float
    theme: str
    whole: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a position."""

    position: Position
    located: bool
    off: float
    wrong: int
    unknown: int
    mines_right: bool
    locate_ms: float
    read_ms: float


def random_position(rng: np.random.Generator, style: str, zoom: float, ratio: float) -> Position:
    """A random board that fits the screen at this zoom and ratio."""
    scale = zoom * ratio
    sides = [16.0 * times for times in (1.0, 1.5, 2.0, 2.5, 3.0)]
    fitting = [side for side in sides if CELLS[0] <= side * scale <= CELLS[1]]
    cell = float(rng.choice(fitting)) if fitting else 20.0 if scale < 1 else CELLS[1] // scale
    most_rows = int(min(24, (SCREEN[1] - 260 * scale) // (cell * scale)))
    most_cols = int(min(40, (SCREEN[0] - 160 * scale) // (cell * scale)))
    rows = int(rng.integers(4, max(5, most_rows + 1)))
    cols = int(rng.integers(5, max(6, most_cols + 1)))
    cells = random_cells(rng, rows, cols)
    theme = "night" if style == "page" and rng.random() < 0.2 else "classic"
    mines = int(rng.integers(-20, 999 if rng.random() < 0.3 else 120))
    return Position(style, cells, mines, zoom, ratio, cell, theme, bool(rng.random() < 0.5))


def random_cells(rng: np.random.Generator, rows: int, cols: int) -> tuple[str, ...]:
    """Fresh, in mid-game, lost, or any cells at random."""
    kind = rng.choice(["fresh", "game", "game", "lost", "any"])
    if kind == "any":
        alphabet = list("012345678#F*W?")
        chances = np.array([1] * 12 + [0.3, 1])
        any_cells = rng.choice(alphabet, (rows, cols), p=chances / chances.sum())
        any_cells[rng.integers(rows), rng.integers(cols)] = "X"
        return tuple("".join(row) for row in any_cells)
    mines = rng.random((rows, cols)) < rng.uniform(0.1, 0.3)
    board = count_around(mines).astype("U1")
    noise = cv2.GaussianBlur(rng.random((rows, cols)), (0, 0), 1.5)
    shut = noise > np.quantile(noise, rng.uniform(0.1, 0.9)) if kind != "fresh" else mines | True
    flagged = mines & (rng.random((rows, cols)) < 0.6) & (kind != "fresh")
    asked = shut & ~flagged & (rng.random((rows, cols)) < 0.02) & (kind == "game")
    board[shut | mines] = "#"
    board[asked] = "?"
    board[flagged] = "F"
    if kind == "lost":
        board[mines & ~flagged] = "*"
        board[shut & ~mines & (rng.random((rows, cols)) < 0.02)] = "W"
        exploded = np.argwhere(mines & ~flagged)
        if len(exploded):
            board[tuple(exploded[rng.integers(len(exploded))])] = "X"
    return tuple("".join(row) for row in board)


class Painter:
    """A Chromium that draws positions and photographs them."""

    def __init__(self) -> None:
        from playwright.sync_api import sync_playwright

        executable = next(
            (
                found
                for name in ("chromium", "chromium-browser", "google-chrome")
                if (found := shutil.which(name))
            ),
            None,
        )
        self.playwright = sync_playwright().start()
        flags = ["--disable-gpu"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
        self.browser = self.playwright.chromium.launch(executable_path=executable, args=flags)
        self.open = ExitStack()
        self.url = self.open.enter_context(serve())
        self.tiles = {
            symbol: "data:image/png;base64," + base64.b64encode(_small(symbol)).decode()
            for symbol in "012345678#F*XW?"
        }
        self.page: Any = None
        self.shown: tuple[float, float] | None = None

    def close(self) -> None:
        self.browser.close()
        self.playwright.stop()
        self.open.close()

    def paint(self, position: Position) -> tuple[NDArray[np.uint8], list[float]]:
        """The picture of a position, and the box of its board in pixels."""
        scale = position.zoom * position.ratio
        self._open(scale, position.style)
        facts = {
            "rows": len(position.rows),
            "cols": len(position.rows[0]),
            "cells": "".join(position.rows),
        }
        if position.style == "page":
            facts |= {
                "mines": position.mines,
                "zoom": position.cell / 16,
                "theme": position.theme,
                "whole": position.whole,
            }
            script = PAGE_SCRIPT
        else:
            facts |= {
                "size": position.cell,
                "tiles": self.tiles,
                "left": 20 + 7 * (position.mines % 5),
                "top": 30 + position.mines % 7,
                "smooth": "auto" if position.style == "images" else "pixelated",
            }
            script = IMAGES_SCRIPT
        box = self.page.evaluate(script, facts)
        shot = np.frombuffer(self.page.screenshot(full_page=True), np.uint8)
        return np.asarray(cv2.imdecode(shot, cv2.IMREAD_COLOR), np.uint8), box

    def _open(self, scale: float, style: str) -> None:
        if self.shown != (scale, style):  # type: ignore[comparison-overlap]
            if self.page is not None:
                self.page.context.close()
            width, height = (round(side / scale) for side in SCREEN)
            context = self.browser.new_context(
                device_scale_factor=scale, viewport={"width": width, "height": height}
            )
            self.page = context.new_page()
            self.page.goto(self.url if style == "page" else "about:blank")
            self.shown = (scale, style)  # type: ignore[assignment]


def _small(symbol: str) -> bytes:
    skin = next(skin for skin in known_skins() if skin.name == "classic")
    return cv2.imencode(".png", cv2.resize(skin.tile(symbol), (16, 16)))[1].tobytes()


def judge(position: Position, picture: NDArray[np.uint8], box: list[float]) -> Outcome:
    """Read the picture and compare."""
    begun = time.perf_counter()
    found = locate_all(Picture(picture))
    located = time.perf_counter()
    lost = Outcome(position, False, 9.0, 0, 0, False, (located - begun) * 1e3, 0.0)
    if not found:
        return lost
    reading = read(Picture(picture), found[0].lattice, found[0].skin)  # type: ignore[arg-type]
    took = (time.perf_counter() - located) * 1e3
    lattice = reading.lattice
    if (lattice.rows, lattice.cols) != (len(position.rows), len(position.rows[0])):
        return lost
    ends = (lattice.x, lattice.y, lattice.cols * lattice.pitch_x, lattice.rows * lattice.pitch_y)
    off = max(abs(a - b) for a, b in zip(ends, box, strict=True)) / lattice.pitch_x
    wrong, unknown = _count_errors(position, reading)
    flags = "".join(reading.cells).count("F")
    shown = read_mines(picture, lattice, flags) if position.style == "page" else None
    right = position.style != "page" or shown == Counter(max(-99, position.mines))
    return replace(
        lost, located=True, off=off, wrong=wrong, unknown=unknown, mines_right=right, read_ms=took
    )


def _count_errors(position: Position, reading: Reading) -> tuple[int, int]:
    pairs = list(zip("".join(position.rows), "".join(reading.cells), strict=True))
    unknown = sum(seen == "~" for _, seen in pairs)
    return sum(truth != seen for truth, seen in pairs) - unknown, unknown


def outcomes(positions: int, seed: int, save: Path | None) -> Iterator[Outcome]:
    """Draw and judge that many random positions, spread over styles, zooms and ratios."""
    rng = np.random.default_rng(seed)
    grid = [(style, zoom, ratio) for style in STYLES for zoom in ZOOMS for ratio in RATIOS]
    order = [grid[i] for i in rng.permutation(len(grid))]
    plan = sorted((order * (positions // len(order) + 1))[:positions])
    painter = Painter()
    try:
        for number, (style, zoom, ratio) in enumerate(plan):
            position = random_position(rng, style, zoom, ratio)
            picture, box = painter.paint(position)
            outcome = judge(position, picture, box)
            bad = not outcome.located or outcome.wrong or outcome.unknown or outcome.off > 0.1
            if save is not None and (bad or not outcome.mines_right):
                save.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(save / f"{number}.png"), picture)
                facts = {"style": style, "zoom": zoom, "ratio": ratio, "rows": position.rows}
                facts |= {"box": box, "mines": position.mines, "wrong": outcome.wrong}
                facts |= {"unknown": outcome.unknown, "located": outcome.located}
                facts |= {"off": outcome.off, "mines_right": outcome.mines_right}
                (save / f"{number}.json").write_text(json.dumps(facts, indent=1))
            yield outcome
    finally:
        painter.close()


def summary(done: list[Outcome]) -> dict[str, Any]:
    """Totals of the outcomes."""
    found = [outcome for outcome in done if outcome.located]
    return {
        "positions": len(done),
        "located": len(found),
        "cells": sum(len(o.position.rows) * len(o.position.rows[0]) for o in found),
        "wrong": sum(o.wrong for o in found),
        "unknown": sum(o.unknown for o in found),
        "counters_wrong": sum(not o.mines_right for o in found),
        "worst_offset_cells": round(max((o.off for o in found), default=0.0), 3),
        "locate_ms": round(statistics.median(o.locate_ms for o in done), 1),
        "read_ms": round(statistics.median(o.read_ms for o in done), 2),
    }


def main() -> int:
    parser = words(__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--save", type=Path, help="folder for the pictures that went wrong")
    options = parser.parse_args()
    done = list(outcomes(options.positions, options.seed, options.save))
    totals: dict[str, Any] = summary(done)
    rows = []
    for style in STYLES:
        part = [outcome for outcome in done if outcome.position.style == style]
        rows += [{"style": style, **summary(part)}] if part else []
    show(options, [*rows, {"style": "all", **totals}])
    return int(totals["wrong"] > 0 or totals["located"] < totals["positions"])


if __name__ == "__main__":
    sys.exit(main())
