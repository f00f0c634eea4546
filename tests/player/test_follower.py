"""A board is followed by pictures and times that are handed in: nothing is waited for here."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.belief import CALM
from mwagent.player.play import EFFECT, IN_A_ROW, RESTLESS
from mwagent.player.window.settling import Acts, Follower, Phase
from mwagent.vision.capture import Shot
from mwagent.vision.picture import Picture
from mwagent.vision.reading import Reading
from testbed.readings import as_read

FRAME = 0.02


def shot(grey: int) -> Shot:
    return Shot(np.full((4, 4, 3), grey, np.uint8), 0.0, 0.0, 1.0, 1.0, 0)


def read(picture: Picture) -> Reading:
    """One cell, whose number is the level of grey; 0 is closed."""
    return as_read(str(picture.pixels[0, 0, 0]).replace("0", "#"))


def acts(complete_from: int = 1, over: bool = False) -> Acts:
    """Acts that must open the cell with a number of so many at least."""
    return Acts(read, lambda seen: "#" < seen.cells[0] >= str(complete_from), lambda: over, True)


def follow(follower: Follower, shown: list[int], done: Acts) -> tuple[Phase, int]:
    """Hand in pictures, the last one again and again; gives what they are, and how many it took."""
    for number in range(1, 1000):
        grey = shown[min(number, len(shown)) - 1]
        phase = follower.step(shot(grey), number * FRAME, done)
        if phase is not Phase.SETTLING:
            return phase, number
    raise AssertionError("it never ends")


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_what_is_believed_has_kept_still_and_is_complete(shown: list[int]) -> None:
    follower, done = Follower(), acts()
    phase, taken = follow(follower, shown, done)
    last = ([*shown, *[shown[-1]] * taken])[:taken]
    assert follower.reading(done).cells == read(Picture(shot(last[-1]).picture)).cells
    if phase is Phase.BELIEVED:
        assert last[-1] and len(set(last[-int(CALM / FRAME) :])) == 1
    else:
        assert phase is Phase.DOUBTED and not last[-1] and taken * FRAME > EFFECT


def test_a_program_that_paints_at_once_is_waited_for_no_more_until_it_does_not() -> None:
    follower = Follower()
    for _ in range(IN_A_ROW):
        assert follow(follower, [0, 3], acts())[1] > 2
    assert follow(follower, [0, 3], acts()) == (Phase.BELIEVED, 2)
    follower.calm.restore()
    assert follow(follower, [3, 3, 4], acts())[1] > 3
    assert follower.calm.seconds > 0


def test_a_fade_is_waited_for_longer_the_next_time() -> None:
    follower = Follower()
    follow(follower, [1, 1, 2, 2, 3], acts())
    assert follower.calm.seconds == pytest.approx(1.5 * 4 * FRAME)


@pytest.mark.parametrize(
    ("over", "phase", "seconds"), [(True, Phase.OVER, FRAME), (False, Phase.DOUBTED, EFFECT)]
)
def test_what_never_opens_is_doubted_or_the_game_is_over(
    over: bool, phase: Phase, seconds: float
) -> None:
    told, taken = follow(Follower(), [0], acts(over=over))
    assert told is phase and seconds <= taken * FRAME <= seconds + 3 * FRAME


def test_where_reading_is_slow_only_what_keeps_still_is_read() -> None:
    times: list[int] = []

    def noted(picture: Picture) -> Reading:
        times.append(len(times))
        return read(picture)

    follower = Follower()
    follower.tardy = True
    done = Acts(noted, lambda seen: True, lambda: False, True)
    phase, _ = follow(follower, [1, 2] * 50 + [3], done)
    assert phase is Phase.BELIEVED and len(times) == 1
    assert follower.reading(done).cells == ("3",)
    _, taken = follow(follower, [1, 2] * 400, replace(done))
    assert taken * FRAME > RESTLESS, "what never keeps still is read in the end"
