"""Waiting until what is shown keeps still."""

from __future__ import annotations

import time
from typing import Final

from mwagent.belief import Stillness
from mwagent.player.play import RESTLESS
from mwagent.player.views.view import View
from mwagent.vision.lattice import Box

CLOCK: Final = 900
"""Largest number of pixels that change at once where a clock ticks."""
STILL_FOR: Final = 0.25
"""Seconds without any change after which what is shown counts as complete."""


def await_stillness(view: View, monitor: int = 0, box: Box | None = None) -> None:
    """Wait until a view keeps still, but for a clock, or a part of it; some pages never do.

    The part is a rectangle in pixels of a monitor's picture.
    """
    start = time.perf_counter()
    still = Stillness(CLOCK if box is None else 0)
    while True:
        shots = view.pictures() if box is None else [view.grab(monitor, box)]
        now = time.perf_counter()
        still.see(shots, now)
        if still.seconds(now) >= STILL_FOR or now - start >= RESTLESS:
            return
        time.sleep(0.03)
