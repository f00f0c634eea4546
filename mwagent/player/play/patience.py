"""How long programs take, and how often a thing happens before it is no chance."""

from __future__ import annotations

from typing import Final

EFFECT: Final = 0.7
"""Seconds within which a press, or a key, shows an effect."""
RESTLESS: Final = 4.0
"""Seconds for which a picture may go on changing, or make no sense, before it is taken as it is."""
SEARCH: Final = 10.0
"""Seconds for which a board may be out of sight before it is given up."""
IN_A_ROW: Final = 3
"""Times in a row after which something is put down to the program, and no more to chance."""
