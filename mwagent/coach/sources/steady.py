"""The time of pictures: that of the wall's clock when the program began, and never set afterwards.

A clock that is put forward or back meanwhile changes no time between two moves.
"""

from __future__ import annotations

import time
from typing import Final

OLDEST: Final = 5.0
"""Seconds that a picture may have been on its way; where it seems more, the clock was set."""
_ZERO: Final = time.time() - time.monotonic()


def steady() -> float:
    """Seconds since the epoch, by a clock that only goes on."""
    return _ZERO + time.monotonic()


def steadied(moment: float) -> float:
    """The steady time of a moment just now, which was dated by the wall's clock."""
    age = time.time() - moment
    return steady() - (age if 0 <= age <= OLDEST else 0.0)
