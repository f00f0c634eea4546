"""The pointer of a film is learned as it moves, and then known wherever it lies on the board."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mwagent.coach.pointer import MOST, Pointer
from mwagent.vision import exact

SIDE, CELLS = 30, 6
EDGES = np.arange(CELLS + 1) * SIDE
ENDS = np.array([(0, 0), (0, 16), (4, 12), (7, 18), (9, 17), (6, 11), (11, 11)])
Pixels = NDArray[np.uint8]


def ground(rng: np.random.Generator) -> Pixels:
    """A board of cells of a few colours, with MOST pixels of page around it."""
    looks = rng.integers(60, 200, (3, 3))
    picture = np.full((SIDE * CELLS + 2 * MOST,) * 2 + (3,), 230, np.uint8)
    for row, col in np.ndindex(CELLS, CELLS):
        y, x = MOST + row * SIDE, MOST + col * SIDE
        picture[y : y + SIDE, x : x + SIDE] = looks[rng.integers(3)]
        picture[y, x : x + SIDE] = picture[y : y + SIDE, x] = 40
    return picture


def with_arrow(picture: Pixels, at: tuple[int, int], size: int = 1) -> tuple[Pixels, Pixels]:
    """A picture with an arrow whose tip is `at` (x, y) of the board; and where that is drawn."""
    shown, drawn = picture.copy(), np.zeros(picture.shape[:2], np.uint8)
    shape = (ENDS * size + np.array(at) + MOST).astype(np.int32)
    cv2.fillPoly(shown, [shape], (255, 255, 255))
    cv2.polylines(shown, [shape], True, (0, 0, 0), 1)
    cv2.fillPoly(drawn, [shape], 255)
    cv2.polylines(drawn, [shape], True, 255, 1)
    return shown, drawn


@given(st.integers(0, 10_000), st.integers(1, 2), st.booleans())
def test_cells_under_the_pointer_are_known(seed: int, size: int, exact: bool) -> None:
    """Wherever it goes after it was learned; and without it the board is as it is beneath."""
    rng = np.random.default_rng(seed)
    page = ground(rng)
    pointer = Pointer(exact)
    places = [(15, 10), (95, 80), (10, 140)]
    places += [tuple(rng.integers(-10, SIDE * CELLS - 4, 2).tolist()) for _ in range(4)]
    pointer.see(page)
    for number, at in enumerate(places):
        shown, drawn = with_arrow(page, at, size)
        if not exact:
            noise = rng.normal(0, 3, shown.shape)
            shown = np.clip(shown + noise, 0, 255).astype(np.uint8)
        without = pointer.see(shown)
        if number < 3:
            continue
        inner = drawn[MOST:-MOST, MOST:-MOST] > 0
        rows, cols = np.nonzero(inner)
        under = set(zip((rows // SIDE).tolist(), (cols // SIDE).tolist(), strict=True))
        found = pointer.covers(EDGES, EDGES)
        # What has the colour of the ground, or of its noise, may be missing of a pointer.
        assert found <= {(r + d, c + e) for r, c in under for d in (-1, 0, 1) for e in (-1, 0, 1)}
        most = [cell for cell in under if _share(inner, cell) > 0.05]
        assert found >= set(most)
        if exact:
            assert (without == page[MOST:-MOST, MOST:-MOST]).all(axis=2).mean() > 0.99


def _share(drawn: NDArray[np.bool_], cell: tuple[int, int]) -> float:
    """The part of a cell that is drawn on."""
    y, x = cell[0] * SIDE, cell[1] * SIDE
    return float(drawn[y : y + SIDE, x : x + SIDE].mean())


def test_openings_are_no_pointer() -> None:
    """What comes up and stays is not taken for one, whatever its size."""
    rng = np.random.default_rng(1)
    page = ground(rng)
    pointer = Pointer(True)
    pointer.see(page)
    for number in range(1, 9):
        y, x = MOST + SIDE * (number % CELLS), MOST + SIDE * (number * 2 % CELLS)
        page = page.copy()
        cv2.putText(page, str(number), (x + 8, y + 22), 0, 0.7, (0, 0, 200), 2)
        pointer.see(page)
        assert pointer.covers(EDGES, EDGES) == frozenset()


@pytest.mark.parametrize("exact", [True, False])
def test_a_pointer_that_leaves_is_nowhere(exact: bool) -> None:
    page = ground(np.random.default_rng(2))
    pointer = Pointer(exact)
    for at in ((15, 10), (95, 80), (40, 120)):
        pointer.see(with_arrow(page, at)[0])
    assert pointer.covers(EDGES, EDGES)
    assert (pointer.see(page) == page[MOST:-MOST, MOST:-MOST]).all()
    assert pointer.covers(EDGES, EDGES) == frozenset()


def test_a_pointer_lies_where_it_was_until_it_is_seen_elsewhere() -> None:
    """What opens beneath it spoils some of its look in a film; then most of it is enough."""
    page = ground(np.random.default_rng(2))
    pointer = Pointer(False)
    for at in ((15, 10), (95, 80), (40, 120)):
        pointer.see(with_arrow(page, at)[0])
    covered = pointer.covers(EDGES, EDGES)
    spoilt = with_arrow(page, (40, 120))[0]
    spoilt[MOST + 132 : MOST + 160] = page[MOST + 132 : MOST + 160]
    for _ in range(3):
        pointer.see(spoilt)
        assert pointer.covers(EDGES, EDGES) == covered
    pointer.see(with_arrow(page, (100, 30))[0])
    assert (1, 3) in pointer.covers(EDGES, EDGES)


def test_a_pointer_of_the_colour_of_the_ground_is_seen_whole_on_another() -> None:
    """Of a white pointer that moves on white no more than its rim is seen."""
    page = np.full((SIDE * CELLS + 2 * MOST,) * 2 + (3,), 245, np.uint8)
    page[:, MOST + 90 :] = 100
    pointer = Pointer(False)
    pointer.see(page)
    for at in ((15, 10), (45, 80), (120, 40), (140, 120)):
        page[-1, -1] ^= 20
        without = pointer.see(with_arrow(page, at)[0])
    assert (without == page[MOST:-MOST, MOST:-MOST]).all()


def test_a_pointer_that_stays_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    page, pointer, best_match = ground(np.random.default_rng(2)), Pointer(False), exact.best_match
    asked: list[int] = []
    for at in ((15, 10), (95, 80), (40, 120)):
        pointer.see(with_arrow(page, at)[0])
    covered = pointer.covers(EDGES, EDGES)

    def asking(*some: Any) -> Any:
        asked.append(1)
        return best_match(*some)

    monkeypatch.setattr(exact, "best_match", asking)
    noisy = with_arrow(page, (40, 120))[0]
    pointer.see(noisy + (noisy < 250).astype(np.uint8))
    assert pointer.covers(EDGES, EDGES) == covered
    assert not asked


@given(st.integers(0, 10_000))
def test_nothing_is_left_of_a_pointer_in_a_film(seed: int) -> None:
    """Its rim is mixed with the ground, as a film mixes what lies side by side."""
    rng = np.random.default_rng(seed)
    page = ground(rng)
    pointer, bare = Pointer(False), cv2.GaussianBlur(page, (5, 5), 0)
    pointer.see(bare)
    for at in ((15, 10), (95, 80), *rng.integers(0, SIDE * CELLS - 20, (3, 2)).tolist()):
        without = pointer.see(cv2.GaussianBlur(with_arrow(page, tuple(at))[0], (5, 5), 0))
    assert (without == bare[MOST:-MOST, MOST:-MOST]).all(axis=2).mean() > 0.99
