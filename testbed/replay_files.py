"""Replays for tests: games played at random, written by the library that reads them."""

from __future__ import annotations

import random

import ms_toollib
import numpy as np

from mwagent.minefield import Button, Cell, Click, Game, Stage, count_around

PRESSES = {
    Button.LEFT: ("lc", "lr"),
    Button.RIGHT: ("rc", "rr"),
    Button.CHORD: ("lc", "rc", "rr", "lr"),
}
KINDS = {Button.LEFT: "open", Button.RIGHT: "flag", Button.CHORD: "chord"}


def played(seed: int, pixels: int = 16) -> tuple[bytes, np.ndarray, list[tuple[str, Cell]]]:
    """A game played to its end, as an .evf file: its bytes, its mines, and the moves that told."""
    draw = random.Random(seed)
    mines = np.zeros((7, 9), bool)
    mines.flat[draw.sample(range(1, mines.size), 9)] = True
    key = np.where(mines, -1, count_around(mines)).tolist()
    game = Game.from_mines(mines)
    video = ms_toollib.BaseVideo(key, pixels)
    moves: list[tuple[str, Cell]] = []
    while game.stage not in (Stage.WON, Stage.LOST):
        row, col = draw.randrange(7), draw.randrange(9)
        button = draw.choice(list(Button)) if moves else Button.LEFT
        if button is Button.LEFT and mines[row, col] and draw.random() < 0.9:
            continue
        before = game.board
        game.play(Click((row, col), button))
        if game.board == before:
            continue
        moves.append((KINDS[button], (row, col)))
        for press in PRESSES[button]:
            video.step(press, (row * pixels + 3, col * pixels + 5))
    video.player_identifier = "somebody"
    video.software = "a test"
    video.generate_evf_v4_raw_data()
    video.checksum = [0] * 32
    return bytes(video.raw_data), mines, moves
