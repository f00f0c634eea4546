"""The boards of the page's seeds in Python: those the page is known to lay, and no others."""

from __future__ import annotations

import numpy as np
import pytest

from mwagent.minefield import FirstClick, Level
from mwagent.web import page_mines


def test_a_seed_lays_the_mines_that_it_has_always_laid() -> None:
    laid = page_mines(Level(4, 5, 6), "Grüße", (1, 2), FirstClick.OPEN)
    assert np.flatnonzero(laid).tolist() == [0, 5, 10, 14, 16, 17]


@pytest.mark.parametrize("first", [(-1, 0), (4, 0), (0, 20)])
def test_a_first_click_off_the_board_is_refused(first: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no such board"):
        page_mines(Level(4, 5, 6), "a", first)
