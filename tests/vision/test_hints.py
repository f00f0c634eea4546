"""Hidden cells with a solver's hints on them are hidden."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from mwagent.minefield import Click, FirstClick, Game, Level, count_around
from mwagent.vision.picture import Picture
from mwagent.vision.reading import UNKNOWN
from mwagent.vision.unknown.board import read_unknown
from testbed.drawn_classic import Drawing, desktop, draw

pytestmark = pytest.mark.slow


def hinted_board(seed: int, pitch: float) -> tuple[list[str], list[str]]:
    """The cells of a board with a number on every hidden one, and what was read of them."""
    level = Level(12, 20, 45)
    game = Game(level, seed, FirstClick.OPEN)
    game.play(Click((6, 10)))
    assert game.mines is not None
    for row, col in np.argwhere(~game.mines[:, 5:15]).tolist():
        if game.board.unopened[row, col + 5]:
            game.play(Click((row, col + 5)))
    rows = str(game.board).splitlines()[1:]
    screen = desktop()
    lattice = draw(rows, Drawing(pitch, 80.0, 70.0, 0), screen)
    beside = count_around(game.board.cells <= 8) > 0
    rng = np.random.default_rng(seed)
    for row, line in enumerate(rows):
        for col, symbol in enumerate(line):
            if symbol == "#":
                x, y = lattice.centre((row, col))
                # A solver tells the cells at numbers from each other, and all others alike.
                text = str(rng.integers(10, 100)) if beside[row, col] else "22"
                (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.32, 1)
                at = int(x - wide / 2), int(y + high / 2)
                ink = (20, 20, 20)
                cv2.putText(screen, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.32, ink, 1, cv2.LINE_AA)
    return rows, list(read_unknown(Picture(screen), lattice).cells)


@pytest.mark.parametrize("seed", range(4))
def test_numbers_on_hidden_cells_are_hints(seed: int) -> None:
    rows, seen = hinted_board(seed, 30.0)
    pairs = list(zip("".join(rows), "".join(seen), strict=True))
    assert not [pair for pair in pairs if pair[0] != pair[1] and pair[1] != UNKNOWN]
    assert sum(is_ != was for was, is_ in pairs) <= 0.02 * len(pairs)
