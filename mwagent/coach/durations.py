"""How long things take on a board that somebody plays on, in seconds."""

from __future__ import annotations

from typing import Final

TOGETHER: Final = 0.1
"""What one press changes comes up within this, but for animations: it is one event."""
PASSING: Final = 0.3
"""What makes no sense, or is a mark that nobody knows, may be passing for so long."""
FADING: Final = 0.6
"""An animation of a cell goes on for so long, at most: what stays longer is there to stay."""
LATE: Final = 2.0
"""Within this changes may have one cause, as where a program opens or shows cells bit by bit."""
