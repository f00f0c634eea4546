"""When the coach reads a board whose cells go on changing."""

from __future__ import annotations

import numpy as np

from mwagent.belief import CALM
from mwagent.coach.changes import CellClock, Patience
from mwagent.coach.durations import PASSING
from mwagent.vision.lattice import Lattice

FADES = 0.2


def fading() -> tuple[Patience, CellClock]:
    """A program one of whose cells went on changing for 0.2 s after it had been believed."""
    picture = np.full((40, 40, 3), 200, np.uint8)
    clock, patience = CellClock(Lattice(0.0, 0.0, 20.0, 20.0, 2, 2), picture, 9.0, True), Patience()
    for seconds, shade in ((10.0, 90), (10.0 + FADES, 60)):
        begun = clock.times.copy()
        picture[2:18, 2:18] = shade
        patience.note(clock.see(picture, seconds), begun, seconds)
        patience.unread = False
    patience.unread = True
    clock.still.rest()
    return patience, clock


def test_a_board_that_fades_is_waited_for() -> None:
    patience, clock = fading()
    assert not patience.calm(clock, 10.0 + FADES + CALM)
    assert patience.calm(clock, 10.0 + FADES + PASSING)


def test_what_was_still_for_most_of_that_time_is_read_before_it_is_gone() -> None:
    patience, clock = fading()
    assert not patience.interrupted(clock, 10.0 + FADES + 1 / 30)
    assert patience.interrupted(clock, 10.0 + FADES + 0.15)
    patience.unread = False
    assert not patience.interrupted(clock, 10.0 + FADES + 0.15)


def test_what_is_to_be_read_later_is_not_read_before() -> None:
    patience, clock = fading()
    patience.again_at(12.0)
    assert not patience.interrupted(clock, 11.0)
