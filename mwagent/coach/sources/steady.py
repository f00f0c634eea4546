"""The time of pictures: that of the wall's clock when the program began, and never set afterwards.

A clock that is put forward or back meanwhile changes no time between two moves.
"""

from __future__ import annotations

import time
from typing import Final

_ZERO: Final = time.time() - time.monotonic()


def steady() -> float:
    """Seconds since the epoch, by a clock that only goes on."""
    return _ZERO + time.monotonic()


def steadied(moment: float) -> float:
    """The steady time of a moment that the wall's clock dated, as it is set now."""
    return min(steady(), moment - (time.time() - steady()))
