"""Times of pictures go on evenly, whatever becomes of the clock on the wall."""

from __future__ import annotations

import time

import pytest

from mwagent.coach.sources.steady import OLDEST, steadied, steady


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_set_changes_no_duration(
    hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time
    first = steady()
    shown = steadied(real())
    monkeypatch.setattr(time, "time", lambda: real() + 3600 * hours)
    assert 0 <= steady() - first < 60
    # What was painted before it was set, and what is painted afterwards.
    assert 0 <= steadied(real()) - shown < 60
    assert 0 <= steadied(time.time()) - shown < 60


def test_a_moment_just_now_is_as_old_as_it_is() -> None:
    shown = steadied(time.time() - OLDEST / 2)
    assert OLDEST / 4 < steady() - shown < OLDEST
    assert steady() == pytest.approx(time.time(), abs=60)
