"""Presses on Windows hit what is seen there, whatever the scale of the monitor."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from testbed.windows.wine import Wine


@pytest.mark.timeout(300)
@pytest.mark.parametrize("dpi", [96, 120, 144, 192])
def test_presses_hit_at_every_scale(wine: Wine, dpi: int) -> None:
    with wine.scaled(dpi):
        said = wine.run(wine.python, "-m", "testbed.windows.pressed")
    found = json.loads(said.splitlines()[0])
    assert found["scales"] == [dpi / 96]
    assert found["told"] == found["pressed"]
    assert found["keys"] == ["F2"]
    assert found["seen"] and found["ours"] and found["focus"]


@pytest.mark.timeout(300)
def test_where_presses_reach_no_window_it_says_so_soon(wine: Wine) -> None:
    with wine.minesweeper("beginner"), wine.outside():
        said = wine.mwagent("-D0", timeout=120)
    assert "no window of this desktop lies under the board" in said
