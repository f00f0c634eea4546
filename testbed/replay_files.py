"""Replays for tests: games played at random, as files of other programs.

The library that reads them writes the .evf files. The layouts of .rmv and .avf files are those that
`base/src/videos/` of https://github.com/eee555/ms-toollib reads, those of .mvf files what
`mwagent/formats/clone.py` has.
"""

from __future__ import annotations

import random
import struct
from typing import Final, NamedTuple

import ms_toollib
import numpy as np

from mwagent.formats.clone import CLONE_0_97, CLONE_2007, MAGIC, Layout, bits_of
from mwagent.minefield import Button, Cell, Click, Game, Stage, cells_where, count_around

PRESSES = {
    Button.LEFT: ("lc", "lr"),
    Button.RIGHT: ("rc", "rr"),
    Button.CHORD: ("lc", "rc", "rr", "lr"),
}
KINDS = {Button.LEFT: "open", Button.RIGHT: "flag", Button.CHORD: "chord"}
EVENTS: Final = {"lc": 2, "lr": 3, "rc": 4, "rr": 5}
"""The codes of presses and releases in .rmv files."""
ARBITER: Final = {"lc": 3, "lr": 5, "rc": 9, "rr": 17}
"""The codes of presses and releases in .avf files."""
PIXELS: Final = 16
"""Pixels of a cell; in .rmv files the board begins at (12, 56)."""
WON, LOST = 16, 15
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


def presses(clicks: list[Click]) -> list[tuple[str, Cell]]:
    """What the buttons of a mouse do for these clicks."""
    return [(press, click.cell) for click in clicks for press in PRESSES[click.button]]


def arbiter(mines: np.ndarray, events: list[tuple[str, Cell]], *, marks: bool) -> bytes:
    """An .avf file of a custom board: events 0.1 s apart, and whether question marks are on."""
    rows, cols = mines.shape
    key = np.where(mines, 10, count_around(mines) + 1)
    skipped = sum(int(key[y, x]) * (x + x * y) for x in range(cols) for y in range(rows))
    at = cells_where(mines)
    data = bytes((52, 0, 0, 0, 0, 6, cols - 1, rows - 1)) + struct.pack(">H", len(at))
    data += bytes(side + 1 for cell in at for side in cell)
    data += b" " * (len(str(skipped)) + 4) + bytes((8, 17 if marks else 127, 61))
    size = f"W{cols}H{rows}M{len(at)}"
    data += f"[3|{size}|3.9.2025.17:00:08:6660|3.17:00:14:081|B9T9.00]\x07\x07".encode()
    moves = [(1, events[0][1]), *((ARBITER[press], cell) for press, cell in events)]
    for number, (code, (row, col)) in enumerate(moves):
        second, x, y = number // 10 + 1, PIXELS * col + 5, PIXELS * row + 3
        data += bytes(
            (code, x >> 8, second & 255, x & 255, number % 10 * 10, y >> 8, second >> 8, y & 255)
        )
    return data + bytes(8) + b"cs=" + b" " * 17 + b"Skin: 3.1\rsomebody\rMinesweeper Arbiter 0.52"


def clone(game: Played, version: int) -> bytes:
    """A game as an .mvf file of Minesweeper Clone 96, 97 or 2007, with 70 ms between events."""
    rows, cols = game.mines.shape
    first = version != 96
    at = [side + first for row, col in cells_where(game.mines) for side in (col, row)]
    board = struct.pack(">BBH", cols, rows, len(at) // 2) + bytes(at)
    states, held = [], [0, 0]
    for number, (press, (row, col)) in enumerate(presses(game.clicks)):
        held["lr".index(press[0])] = int(press[1] == "c")
        states.append((70 * number, *held, PIXELS * col + 5, PIXELS * row + 3))
    time = states[-1][0]
    if version == 96:
        events = b"".join(
            struct.pack(">BBBHHB", ms // 1000, ms % 1000 // 10, left + 4 * right, x, y, 0)
            for ms, left, right, x, y in states[:-1]  # the release that ends the game is not there
        )
        score = struct.pack(">HB", time // 1000, time % 1000 // 10)
        return board + b"\0\0" + events + score + b"somebody".ljust(100) + bytes(22)
    layout = CLONE_0_97 if version == 97 else CLONE_2007
    head = (MAGIC + bytes(25) + (b"5" if version == 97 else b"7")).ljust(53, b"\0")
    head = (head + b"\x0e2007 release 1" * (version != 97)).ljust(layout.starts, b"\0")
    date = struct.pack(">BBHBBBBB", 11, 26, 2005, 5, 20, 0, 3, 1)
    bbbv = 9 if game.stage is Stage.WON else 8
    score = struct.pack(">HBHH6x", time // 1000, time % 1000 // 10, 9, bbbv)
    score = score if version == 97 else time.to_bytes(3)
    leading = 12345
    data = head + date + score + b"\0" + board + b"\x08somebody" + struct.pack(">H", leading)
    data += len(states).to_bytes(3)
    return data + b"".join(_bits(state, layout, bits_of(leading, layout)) for state in states)


def _bits(state: tuple[int, ...], layout: Layout, order: list[int]) -> bytes:
    ms, left, right, x, y = state
    numbers = [
        (right, 1),
        (0, 1),
        (left, 1),
        (y + layout.offset, layout.place),
        (x + layout.offset, layout.place),
    ]
    if layout.fraction:
        numbers += [(ms % 1000 // 10, layout.fraction), (ms // 1000, layout.time)]
    else:
        numbers += [(ms, layout.time)]
    bits = [number >> place & 1 for number, length in numbers for place in range(length)]
    lies = sum(bit << place for bit, place in zip(bits, order, strict=False))
    return lies.to_bytes(layout.size, "little")


def vienna(game: Played, name: bytes, *, utf8: bool, marks: bool = False) -> bytes:
    """A game as an .rmv file of format 1; `utf8` is what it says of the encoding of its texts."""
    rows, cols = game.mines.shape
    texts = [name, b"nick", b"XX"]
    player = struct.pack(">H", len(texts)) + b"".join(bytes([len(t)]) + t for t in texts)
    at = cells_where(game.mines)
    board = struct.pack(">IBBH", 1_700_000_000, cols, rows, len(at))
    board += b"".join(bytes([col, row]) for row, col in at)
    properties = bytes([marks, 0, 0, 3, utf8])
    result, version = b"\n##\n", b"a test"
    events = b""
    # The first press is left out: what begins the game is a release.
    for number, (press, (row, col)) in enumerate(presses(game.clicks)[1:]):
        x, y = 12 + PIXELS * col + 5, 56 + PIXELS * row + 3
        events += struct.pack(">BIHH", EVENTS[press], 10 * number << 8, x, y)
    events += bytes([WON if game.stage is Stage.WON else LOST])
    sizes = (len(result), len(version), len(player), len(board), 0, len(properties))
    head = struct.pack(">6HIH", *sizes, len(events), 0)
    body = result + version + player + board + properties + events
    return b"*rmv" + struct.pack(">HI", 1, 10 + len(head) + len(body)) + head + body
