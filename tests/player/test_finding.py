"""The player finds a board for the first time where, and as, `mwagent.vision.look` reads it."""

from __future__ import annotations

import numpy as np
import pytest

from mwagent.player.tracking.finding import find_board
from mwagent.vision import Shot, look
from testbed.drawn_classic import PLAYED, Drawing, desktop, draw


@pytest.mark.parametrize("pitch", [16.0, 21.5])
def test_player_and_reader_find_the_same_board(pitch: float) -> None:
    screen = desktop(640, 420, seed=3)
    draw(PLAYED, Drawing(pitch, 150.0, 120.0, 0), screen)
    # Numbers of another colour: the known skin does not explain them, and both have to learn.
    screen = np.ascontiguousarray(screen[..., ::-1])
    found = find_board([Shot(screen, 0.0, 0.0, 1.0, 1.0, 0)], "the picture")
    told = look(screen)
    assert (found.reading.cells, found.reading.lattice) == (told.cells, told.lattice)
    assert found.reading.cells == tuple(PLAYED)
