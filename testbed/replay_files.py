"""Replays for tests: games played at random, as .evf and .rmv files.

The library that reads them writes the .evf files. The layout of .rmv files is that of
Viennasweeper, as `base/src/videos/rmv_video.rs` of https://github.com/eee555/ms-toollib reads it.
"""

from __future__ import annotations

import random
import struct
from typing import Final, NamedTuple

import ms_toollib
import numpy as np

from mwagent.minefield import Button, Cell, Click, Game, Stage, cells_where, count_around

PRESSES = {
    Button.LEFT: ("lc", "lr"),
    Button.RIGHT: ("rc", "rr"),
    Button.CHORD: ("lc", "rc", "rr", "lr"),
}
KINDS = {Button.LEFT: "open", Button.RIGHT: "flag", Button.CHORD: "chord"}
EVENTS: Final = {"lc": 2, "lr": 3, "rc": 4, "rr": 5}
"""The codes of presses and releases in .rmv files."""
PIXELS: Final = 16
"""Pixels of a cell in .rmv files; the board begins at (12, 56)."""
WON, LOST = 16, 17
"""The codes that end the events of a .rmv file."""


class Played(NamedTuple):
    """A game that was played to its end: its mines, and its moves as buttons on cells."""

    mines: np.ndarray
    clicks: list[Click]
    stage: Stage

    @property
    def moves(self) -> list[tuple[str, Cell]]:
        """The moves as a recorded game names them."""
        return [(KINDS[click.button], click.cell) for click in self.clicks]


def played_game(seed: int) -> Played:
    """A game on 7x9 cells with nine mines, of which every move changed something."""
    draw = random.Random(seed)
    mines = np.zeros((7, 9), bool)
    mines.flat[draw.sample(range(1, mines.size), 9)] = True
    game = Game.from_mines(mines)
    clicks: list[Click] = []
    while game.stage not in (Stage.WON, Stage.LOST):
        row, col = draw.randrange(7), draw.randrange(9)
        button = draw.choice(list(Button)) if clicks else Button.LEFT
        if button is Button.LEFT and mines[row, col] and draw.random() < 0.9:
            continue
        before = game.board
        game.play(Click((row, col), button))
        if game.board != before:
            clicks.append(Click((row, col), button))
    return Played(mines, clicks, game.stage)


def played(seed: int, pixels: int = 16) -> tuple[bytes, np.ndarray, list[tuple[str, Cell]]]:
    """A game as an .evf file: its bytes, its mines, and the moves that told."""
    game = played_game(seed)
    key = np.where(game.mines, -1, count_around(game.mines)).tolist()
    video = ms_toollib.BaseVideo(key, pixels)
    for click in game.clicks:
        row, col = click.cell
        for press in PRESSES[click.button]:
            video.step(press, (row * pixels + 3, col * pixels + 5))
    video.player_identifier = "somebody"
    video.software = "a test"
    video.generate_evf_v4_raw_data()
    video.checksum = [0] * 32
    return bytes(video.raw_data), game.mines, game.moves


def vienna(game: Played, name: bytes, *, utf8: bool) -> bytes:
    """A game as an .rmv file of format 1; `utf8` is what it says of the encoding of its texts."""
    rows, cols = game.mines.shape
    texts = [name, b"nick", b"XX"]
    player = struct.pack(">H", len(texts)) + b"".join(bytes([len(t)]) + t for t in texts)
    at = cells_where(game.mines)
    board = struct.pack(">IBBH", 1_700_000_000, cols, rows, len(at))
    board += b"".join(bytes([col, row]) for row, col in at)
    properties = bytes([0, 0, 0, 3, utf8])
    result, version = b"\n##\n", b"a test"
    events = b""
    presses = [(press, click.cell) for click in game.clicks for press in PRESSES[click.button]]
    # The first press is left out: what begins the game is a release.
    for number, (press, (row, col)) in enumerate(presses[1:]):
        x, y = 12 + PIXELS * col + 5, 56 + PIXELS * row + 3
        events += struct.pack(">BIHH", EVENTS[press], 10 * number << 8, x, y)
    events += bytes([WON if game.stage is Stage.WON else LOST])
    sizes = (len(result), len(version), len(player), len(board), 0, len(properties))
    head = struct.pack(">6HIH", *sizes, len(events), 0)
    body = result + version + player + board + properties + events
    return b"*rmv" + struct.pack(">HI", 1, 10 + len(head) + len(body)) + head + body
