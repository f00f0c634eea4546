"""How many processor cores there are to work on."""

from __future__ import annotations

import os


def cores() -> int:
    """Count the cores this process may use; on systems that do not say so, those of the machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
