"""Pictures alone: what can be looked at, and cannot be touched."""

from __future__ import annotations

from typing import Protocol

from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Box


class Sight(Protocol):
    """Something that shows a board: a screen, a browser tab, a video."""

    name: str
    """What messages call it: "the screen", "the page"."""

    def pictures(self) -> list[Shot]:
        """A picture of everything there is to see, one for each monitor."""
        ...

    def grab(self, monitor: int, box: Box) -> Shot:
        """A picture of `box`, in pixels of that monitor's whole picture; must be quick."""
        ...
