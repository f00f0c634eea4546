"""When cells changed: since when each looks as it does, whatever passes over it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from mwagent.coach.changes import CellClock
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Lattice

LATTICE = Lattice(0.0, 0.0, 20.0, 20.0, 4, 5)
FRAME = 1 / 30


def board() -> Pixels:
    return np.full((80, 100, 3), 200, np.uint8)


def cell(picture: NDArray[Any], row: int, col: int) -> NDArray[Any]:
    return picture[20 * row + 2 : 20 * row + 18, 20 * col + 2 : 20 * col + 18]


@pytest.mark.parametrize("exact", [True, False])
def test_a_cell_has_the_time_of_its_change(exact: bool) -> None:
    picture = board()
    clock = CellClock(LATTICE, picture, 10.0, exact)
    cell(picture, 2, 3)[:] = 90
    changed = clock.see(picture, 11.0)
    assert np.argwhere(changed).tolist() == [[2, 3]]
    assert clock.times[2, 3] == 11.0 and (np.delete(clock.times.ravel(), 13) == 10.0).all()
    assert not clock.see(picture, 12.0).any() and clock.still.changed == 11.0
    assert clock.unchanged(12.0)[2, 3] == 1.0


@given(st.integers(-5, 5), st.integers(0, 19))
def test_what_the_compression_of_a_film_does_to_a_cell_is_no_change(shade: int, at: int) -> None:
    """What a pointer leaves behind in a film is fainter than any sign."""
    picture = board()
    clock = CellClock(LATTICE, picture, 10.0, False)
    where = divmod(at, 5)
    cell(picture, *where)[:] = 200 + shade
    assert not clock.see(picture, 11.0).any()
    cell(picture, *where)[4:10, 4:10] = 90
    assert np.argwhere(clock.see(picture, 12.0)).tolist() == [[*where]]


@pytest.mark.parametrize(("covered", "told"), [(8, True), (20, False)])
def test_beneath_a_pointer_a_cell_is_told_by_what_is_seen_of_it(covered: int, told: bool) -> None:
    closed, flagged = board(), board()
    cell(flagged, 1, 1)[4:12, 4:12] = 60
    hidden = np.zeros((80, 100), bool)
    hidden[20:40, 20 : 20 + covered] = True
    for shown, other in ((closed, flagged), (flagged, closed)):
        clock = CellClock(LATTICE, flagged, 10.0, False)
        pointed = shown.copy()
        pointed[hidden] = flagged[hidden]
        clock.see(pointed, 11.0, hidden)
        assert clock.nearer((1, 1), shown, other) is told
        assert not clock.nearer((1, 1), other, shown)


def test_an_animation_began_with_its_first_picture() -> None:
    picture = board()
    clock = CellClock(LATTICE, picture, 10.0, True)
    for step in range(8):
        cell(picture, 1, 1)[:] = 190 - 10 * step
        clock.see(picture, 11.0 + step * FRAME)
    assert clock.times[1, 1] == 11.0
    assert clock.still.watched(clock.still.changed) == pytest.approx(7 * FRAME)
    clock.still.rest()
    assert clock.still.watched(clock.still.changed) == 0.0


def test_a_pointer_that_passes_by_does_not_move_the_time() -> None:
    clock = CellClock(LATTICE, board(), 10.0, True)
    opened = board()
    cell(opened, 1, 1)[:] = 90
    clock.see(opened, 11.0)
    pointed = opened.copy()
    pointed[24:32, 24:30] = 255
    clock.see(pointed, 12.0)
    clock.see(opened, 12.2)
    assert clock.times[1, 1] == 11.0


def test_once_settled_the_next_change_is_another_event() -> None:
    picture = board()
    clock = CellClock(LATTICE, picture, 10.0, True)
    cell(picture, 1, 1)[:] = 90
    clock.see(picture, 11.0)
    clock.settle(np.ones((4, 5), bool))
    cell(picture, 1, 1)[4:8, 4:8] = 200
    clock.see(picture, 12.0)
    assert clock.times[1, 1] == 12.0


def test_what_compression_adds_is_no_change() -> None:
    rng = np.random.default_rng(5)
    clock = CellClock(LATTICE, board(), 10.0, False)
    for step in range(10):
        noisy = (board() + rng.integers(-2, 3, board().shape)).astype(np.uint8)
        assert not clock.see(noisy, 10.1 + step).any()
    assert (clock.picture == 200).all() and clock.still.changed == 10.0
    digit = board()
    cell(digit, 3, 4)[4:12, 6:9] = 20
    assert np.argwhere(clock.see(digit, 30.0)).tolist() == [[3, 4]]


def test_the_lines_between_cells_belong_to_nobody() -> None:
    picture = board()
    clock = CellClock(LATTICE, picture, 10.0, True)
    picture[19:21] = 0
    picture[:, 39:41] = 0
    assert not clock.see(picture, 11.0).any()


def pointed_at(picture: Pixels) -> Pixels:
    """The board with the pointer on a cell, which takes another ground; what it bears stays."""
    pointed = picture.copy()
    ground = cell(pointed, 1, 1)
    ground[ground[..., 0] == 200] = 90
    return pointed


def signed_board() -> Pixels:
    signed = board()
    cell(signed, 1, 1)[4:12, 6:9] = 240
    return signed


def test_a_sign_is_there_since_it_came_up_under_the_pointer() -> None:
    clock = CellClock(LATTICE, board(), 10.0, True)
    clock.see(pointed_at(board()), 10.5)
    clock.see(pointed_at(signed_board()), 11.0)
    assert clock.times[1, 1] == 10.5 and clock.since((1, 1), board()) == 11.0
    clock.settle(np.ones((4, 5), bool))
    clock.see(signed_board(), 12.0)
    assert clock.times[1, 1] == 12.0 and clock.since((1, 1), board()) == 11.0


def test_a_cell_changed_when_its_sign_came_up_before_the_pointer() -> None:
    clock = CellClock(LATTICE, board(), 10.0, True)
    clock.see(signed_board(), 10.5)
    clock.see(pointed_at(signed_board()), 11.0)
    assert clock.times[1, 1] == 11.0 and clock.since((1, 1), board()) == 10.5


def test_a_cell_without_a_sign_changed_with_its_ground() -> None:
    clock = CellClock(LATTICE, signed_board(), 10.0, True)
    cell(plain := board(), 1, 2)[:] = 90
    clock.see(plain, 12.0)
    assert clock.since((1, 2), board()) == 12.0
    clock.see(signed_board(), 13.0)
    assert clock.since((1, 1), plain) == 13.0, "it was gone in between"
    assert clock.since((3, 3), board()) is None, "it never changed"


@given(st.integers(0, 10_000), st.integers(2, 17), st.booleans())
def test_a_pointer_that_crosses_a_cell_dates_nothing(seed: int, at: int, signed: bool) -> None:
    """Whatever it looks like: what it hides is left out, and compression spares no pixel."""
    rng = np.random.default_rng(seed)
    clock = CellClock(LATTICE, board(), 10.0, False)
    after = signed_board() if signed else pointed_at(board())
    corner = rng.integers(10, 40, 2)
    for step in range(20):
        shown = after if step >= at else board()
        picture = (shown + rng.integers(-3, 4, shown.shape)).astype(np.uint8)
        corner = np.clip(corner + rng.integers(-8, 9, 2), 0, 60)
        hidden = np.zeros(picture.shape[:2], bool)
        hidden[corner[0] : corner[0] + 9, corner[1] : corner[1] + 5] = True
        sign = cell(hidden, 1, 1)[4:12, 6:9]
        assume(not sign.all() or abs(2 * step - 2 * at + 1) > 1)
        picture[hidden] = rng.integers(0, 256, 3)
        clock.see(picture, 11.0 + step * FRAME, hidden)
    clock.see(after, 12.0)
    assert clock.since((1, 1), board()) == pytest.approx(11.0 + at * FRAME)
