"""Cells that touch one another, for what covers several of them."""

from __future__ import annotations

import time

from mwagent.vision.partial.pointer import touching


def test_cells_touch_by_a_side_or_a_corner() -> None:
    places = [(0, 0), (1, 1), (1, 2), (5, 5), (0, 4), (5, 7)]
    sets = {frozenset(members) for members in touching(places)}
    assert sets == {
        frozenset({(0, 0), (1, 1), (1, 2)}), frozenset({(5, 5)}), frozenset({(0, 4)}),
        frozenset({(5, 7)}),
    }  # fmt: skip


def test_thousands_of_cells_are_sorted_at_once() -> None:
    """A page whose background repeats may be tried as a board of which no cell is understood."""
    begun = time.process_time()
    assert len(touching([(row, col) for row in range(70) for col in range(70)])) == 1
    assert time.process_time() - begun < 0.5
