"""When what keeps going wrong is taken seriously, and what is done then."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mwagent.player.window.suspicion import MEASURES, Measure, Sign, Suspicion

TAKEN = {
    Measure.ASK_WHAT_LIES_OVER: [1, 2, 3, 4, 5, 6],
    Measure.DOUBT_SKIN: [1, 3],
    Measure.DOUBT_LEARNED: [2, 5],
    Measure.PRESS_UNREAD: [3, 4, 5, 6],
    Measure.STEP_ASIDE_FIRST: [2, 3, 4, 5, 6],
    Measure.TRUST_RIM_NO_MORE: [3, 4, 5, 6],
}


@pytest.mark.parametrize("measure", Measure)
def test_a_measure_is_taken_after_so_many_signs_in_a_row(measure: Measure) -> None:
    suspicion, sign = Suspicion(), MEASURES[measure][0]
    taken = []
    for count in range(1, 7):
        suspicion.note(sign, True)
        taken += [count] * suspicion.calls_for(measure)
    assert taken == TAKEN[measure]
    suspicion.note(sign, False)
    assert not suspicion.calls_for(measure)


@given(st.lists(st.tuples(st.sampled_from(Sign), st.booleans()), max_size=30))
def test_signs_are_counted_apart_and_some_anew_in_each_round(
    noted: list[tuple[Sign, bool]],
) -> None:
    suspicion = Suspicion()
    for sign, seen in noted:
        suspicion.note(sign, seen)
    suspicion.begin_round()
    for measure, (sign, counts) in MEASURES.items():
        own = [seen for other, seen in noted if other is sign]
        row = next((i for i, seen in enumerate(reversed(own)) if not seen), len(own))
        if sign is Sign.RIM_CHANGED:
            row = 0
        assert suspicion.calls_for(measure) == (row in counts)
