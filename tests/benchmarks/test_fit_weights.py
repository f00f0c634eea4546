"""How sure a reading is follows from how often readings of its margin were right."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.vision.fit_weights import logistic


def test_the_curve_is_the_one_by_which_readings_were_right() -> None:
    margins = np.linspace(0, 12, 200)
    right = 1 / (1 + np.exp(1.2 - 0.7 * margins))
    weight = np.random.default_rng(1).random(200)
    assert logistic(margins, right, weight) == pytest.approx((-1.2, 0.7))
