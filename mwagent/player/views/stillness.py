"""Waiting until what is shown keeps still."""

from __future__ import annotations

import time

from mwagent.belief import same_but
from mwagent.player.views.view import View
from mwagent.vision.capture import Shot


def await_stillness(view: View, seconds: float, at_most: float) -> None:
    """Wait until a view has not changed for some seconds."""
    start = changed = time.perf_counter()
    before: list[Shot] = []
    while True:
        shots = view.pictures()
        now = time.perf_counter()
        pairs = zip(before, shots, strict=False)
        if len(before) != len(shots) or not all(same_but(one, two) for one, two in pairs):
            before, changed = shots, now
        if now - changed >= seconds or now - start >= at_most:
            return
        time.sleep(0.03)
