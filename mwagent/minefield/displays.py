"""Whether there is a display to show something on."""

from __future__ import annotations

import os
import sys


def has_display() -> bool:
    """Whether a window, such as a browser's, can be shown on this machine."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
