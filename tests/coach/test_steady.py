"""Times of pictures go on evenly, whatever becomes of the clock on the wall."""

from __future__ import annotations

import time

import pytest

from mwagent.coach.sources.steady import steadied, steady


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_clock_that_is_set_changes_no_duration(
    hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time
    first = steady()
    shown = steadied(real())
    monkeypatch.setattr(time, "time", lambda: real() + 3600 * hours)
    assert 0 <= steady() - first < 60
    assert 0 <= steadied(time.time()) - shown < 60
    assert steadied(real()) <= steady(), "a picture that was on its way is not of the future"


def test_a_moment_just_now_is_as_old_as_it_is() -> None:
    assert 0.5 <= steady() - steadied(time.time() - 0.5) + 1e-3 < 60
    assert steady() == pytest.approx(time.time(), abs=60)
