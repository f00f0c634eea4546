"""Whether a new round has begun: on a fresh board, where the last one was or elsewhere."""

from __future__ import annotations

import contextlib
import time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from minefield import Board
from mwagent.hands import same_but
from mwagent.sight import FAMILIAR, Eye, begun, familiar, fresh, near
from vision.capture import Shot
from vision.reading import BoardNotFoundError

STRANGE: Final = 0.04
"""Part of the cells that may be unread on the board of a new round: closed ones are known."""
BEGIN: Final = 1.0
"""Seconds the picture must have been still before a new round counts as not begun."""
CLOCK: Final = 900
"""So many pixels change at once where a clock ticks."""
BEGIN_AT_MOST: Final = 5.0
"""Seconds a new round may take to show a fresh board where the picture goes on changing."""


def begins(eye: Eye, ended: Board | None) -> bool:
    """Whether a fresh board is there before the picture has been still for a while.

    Reading takes long while a page is half painted, so it does not count as waiting.
    """
    place = eye.place
    assert place is not None
    start = changed = time.perf_counter()
    last: Shot | None = None
    read: NDArray[np.uint8] | None = None
    while True:
        picture = eye.grab().picture
        if read is None or not np.array_equal(picture, read):
            read, asked = picture, time.perf_counter()
            reading = eye.read(picture)
            # Where the program is gone, what lies behind it is no fresh board.
            # A lost board that shows its mines is closed for the most part, too.
            plainly = len(reading.unknown) <= STRANGE * reading.confidence.size
            ours = place.skin is not None or eye.recalled > FAMILIAR
            if plainly and ours and (fresh(reading) or begun(reading, ended)):
                return True
            spent = time.perf_counter() - asked
            start, changed = start + spent, changed + spent
        shot = eye.view.pictures()[place.monitor]
        now = time.perf_counter()
        if last is None or not same_but(shot, last, CLOCK):
            last, changed = shot, now
        if now - changed > BEGIN or now - start > BEGIN_AT_MOST:
            return False
        time.sleep(0.02)


def begins_elsewhere(eye: Eye, resized: bool = False) -> bool:
    """Whether a fresh board of the same size, or of any if `resized`, lies somewhere else now."""
    before = eye.place
    assert before is not None
    with contextlib.suppress(BoardNotFoundError):
        reading = eye.find()
        place = eye.place
        if place is not None and resized and place.shape != before.shape and fresh(reading):
            eye.forget()
            return True
        if place is not None and place.shape == before.shape and fresh(reading):
            if familiar(before, reading):
                return True
            if eye.view.alone and near(place, before):
                # Nothing else can lie there in a tab: it has changed its colours.
                eye.forget()
                return True
    eye.place = before
    return False
