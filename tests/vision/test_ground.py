"""A board that lies on a pattern of the page, which looks like closed cells as well."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from mwagent.minefield import Stage
from mwagent.vision.known.locate import Place
from mwagent.vision.lattice import Lattice
from mwagent.vision.picture import Picture
from mwagent.vision.reader import Reader
from mwagent.vision.reading import Reading
from testbed.readings import as_read

GROUND = Lattice(7.0, 28.0, 54.0, 40.0, 21, 23)


class Two(Reader):
    """Finds a pattern of which a quarter is not understood, and a board on it."""

    def __init__(self, board: Lattice, unread: int = 0):
        super().__init__()
        self._board, self._unread = board, unread

    def places(self, picture: Picture) -> Iterator[list[Place]]:
        del picture
        yield [Place(GROUND), Place(self._board)]

    def read(self, picture: Picture, lattice: Lattice, *_: object, **__: object) -> Reading:
        del picture
        size = lattice.rows * lattice.cols
        unread = size // 4 if lattice is GROUND else self._unread
        text = "~" * unread + "#" * (size - unread)
        rows = tuple(text[i : i + lattice.cols] for i in range(0, size, lattice.cols))
        return as_read(*rows, at=lattice, stage=Stage.WAITING)


@pytest.mark.parametrize("pitch", [20.0, 36.0, 60.0])
@pytest.mark.parametrize("unread", [0, 2])
def test_a_board_on_a_pattern_of_another_pitch_is_the_one(pitch: float, unread: int) -> None:
    board = Lattice(461.0, 328.0, pitch, pitch, 6, 6)
    boards = Two(board, unread).boards(Picture.of(np.zeros((900, 1300, 3), np.uint8)))
    assert [one.place.lattice for one in boards] == [board]


def test_cells_of_the_same_pitch_are_a_part_of_the_board() -> None:
    part = Lattice(GROUND.x + 2 * GROUND.pitch_x, 28.0, GROUND.pitch_x, GROUND.pitch_y, 6, 6)
    boards = Two(part).boards(Picture.of(np.zeros((900, 1300, 3), np.uint8)))
    assert [one.place.lattice for one in boards] == [GROUND]
