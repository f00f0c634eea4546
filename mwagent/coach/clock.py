"""Times in a video, as a person writes them."""

from __future__ import annotations

import argparse
import re

_TIME = re.compile(r"(?:(?:([0-9]{1,4}):)?([0-9]{1,4}):)?([0-9]{1,6}(?:\.[0-9]{1,6})?)")


def clock_time(text: str) -> float:
    """Seconds of `SECONDS`, `MINUTES:SECONDS` or `HOURS:MINUTES:SECONDS`.

    >>> clock_time("90"), clock_time("1:30.5"), clock_time("1:00:00")
    (90.0, 90.5, 3600.0)
    """
    found = _TIME.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is no time; give seconds or MINUTES:SECONDS, such as 1:30"
        )
    hours, minutes, seconds = (float(part or 0) for part in found.groups())
    return 3600 * hours + 60 * minutes + seconds


def clock_face(seconds: float) -> str:
    """Write a time in a video as MINUTES:SECONDS, which `clock_time` reads.

    >>> clock_face(72.46), clock_time(clock_face(3725.0))
    ('1:12.5', 3725.0)
    """
    tenths = round(10 * seconds)
    return f"{tenths // 600}:{tenths % 600 / 10:04.1f}"
