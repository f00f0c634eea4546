"""What made-up screenshots are made of: positions of games, busy desktops, fonts."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from mwagent.minefield import FLAG, HIDDEN, MINE, Button, Click, FirstClick, Game, Level, Stage
from mwagent.vision.lattice import Lattice

Colour = tuple[int, int, int]
EMOJI_FONT: Final = "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf"


@dataclass(frozen=True)
class Shot:
    """A picture (height, width, 3) BGR with the truth about its board."""

    picture: NDArray[np.uint8]
    lattice: Lattice
    cells: tuple[str, ...]
    look: str


def font_files() -> list[str]:
    """Files of this machine's fonts with Latin letters."""
    listing = subprocess.run(
        ["fc-list", ":lang=en", "file"], capture_output=True, text=True, check=False
    )
    paths = (line.rstrip(": ").strip() for line in sorted(listing.stdout.splitlines()))
    plain = [p for p in paths if p.endswith((".ttf", ".otf"))]
    return [
        p
        for p in plain
        if not any(w in p for w in ("Emoji", "Symbol", "D050000L", "Z003", "Dingbat"))
    ]


def position(
    rng: np.random.Generator, size: tuple[int, int] | None = None
) -> tuple[list[str], Level]:
    """Symbols of a random position: fresh, in the middle, won or lost; of any size or a given."""
    rows, cols = size or (int(rng.integers(8, 25)), int(rng.integers(8, 33)))
    level = Level(rows, cols, int(rows * cols * rng.uniform(0.12, 0.21)))
    game = Game(level, seed=rng, rule=FirstClick.OPEN)
    how = rng.choice(["fresh", "early", "middle", "middle", "middle", "won", "lost"])
    marks: set[tuple[int, int]] = set()
    exploded = None
    if how != "fresh":
        game.play(Click((int(rng.integers(rows)), int(rng.integers(cols)))))
        mines = game.mines
        assert mines is not None
        safe = [tuple(c) for c in np.argwhere(~mines)]
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
            for cell in np.argwhere(mines):
                if any_open(game, tuple(cell)) and rng.random() < 0.6:
                    game.play(Click(tuple(cell), Button.RIGHT))
            hidden = [tuple(c) for c in np.argwhere(game.board.cells == HIDDEN)]
            marks = (
                {hidden[k] for k in rng.permutation(len(hidden))[: int(rng.integers(0, 3))]}
                if rng.random() < 0.2
                else set()
            )
        if how == "lost" and game.stage is Stage.ONGOING:
            left = [tuple(c) for c in np.argwhere(mines & (game.board.cells == HIDDEN))]
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
    return ["".join(row) for row in symbols], level


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
