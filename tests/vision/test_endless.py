"""Pictures that are cells from edge to edge: a lattice must not grow beyond the picture."""

from __future__ import annotations

import numpy as np
import pytest

from mwagent.minefield.levels import MOST_PLAYED
from mwagent.vision.known.locate import locate_all
from mwagent.vision.known.skins import pick
from mwagent.vision.picture import Picture


@pytest.mark.parametrize("symbol", ["#", "0"])
@pytest.mark.parametrize("inverted", [False, True])
def test_cells_from_edge_to_edge_stay_on_the_picture(symbol: str, inverted: bool) -> None:
    skin = next(skin for skin in pick(None) if skin.name == "classic")
    picture = np.tile(skin.tile(symbol), (20, 25, 1))
    if inverted:
        picture = 255 - picture
    height, width = picture.shape[:2]
    for found in locate_all(Picture(np.ascontiguousarray(picture))):
        x0, y0, x1, y1 = found.lattice.box
        assert x0 >= -skin.size and y0 >= -skin.size
        assert x1 <= width + skin.size and y1 <= height + skin.size


@pytest.mark.slow
def test_what_repeats_too_often_is_no_board() -> None:
    skin = next(skin for skin in pick(None) if skin.name == "classic")
    picture = np.ascontiguousarray(np.tile(skin.tile("#"), (20, 240, 1)))
    for found in locate_all(Picture(picture)):
        assert max(found.lattice.rows, found.lattice.cols) <= MOST_PLAYED
