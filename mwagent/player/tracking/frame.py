"""The picture of a board with some room around it, kept for recordings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mwagent.belief import Location
from mwagent.player.views import View
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Lattice

ASIDE: Final = 1.5
"""Cells of room on each side of the board and below it."""
ABOVE: Final = 4.5
"""Cells of room above it, for a head line."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture of a board and what is around it; `lattice` is where the board lies in it."""

    shot: Shot
    lattice: Lattice


def take_frame(view: View, location: Location) -> Frame:
    """Take the picture of a board with the room of a head line around it."""
    lattice = location.lattice
    x0, y0, x1, y1 = location.box
    wide, high = round(ASIDE * lattice.pitch_x), round(ASIDE * lattice.pitch_y)
    left, top = max(0, x0 - wide), max(0, y0 - round(ABOVE * lattice.pitch_y))
    shot = view.grab(location.monitor, (left, top, x1 + wide, y1 + high))
    return Frame(shot, lattice.moved(-left, -top))
