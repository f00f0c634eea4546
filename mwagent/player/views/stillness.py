"""Waiting until what is shown keeps still."""

from __future__ import annotations

import time
from typing import Final

from mwagent.belief import same_but
from mwagent.player.play import RESTLESS
from mwagent.player.views.view import View
from mwagent.vision.capture import Shot

STILL_FOR: Final = 0.25
"""Seconds without any change after which what is shown counts as complete."""


def await_stillness(view: View) -> None:
    """Wait until a view keeps still; some pages never do."""
    start = changed = time.perf_counter()
    before: list[Shot] = []
    while True:
        shots = view.pictures()
        now = time.perf_counter()
        pairs = zip(before, shots, strict=False)
        if len(before) != len(shots) or not all(same_but(one, two) for one, two in pairs):
            before, changed = shots, now
        if now - changed >= STILL_FOR or now - start >= RESTLESS:
            return
        time.sleep(0.03)
