"""The picture of a board with some room around it, kept for recordings."""

from __future__ import annotations

from dataclasses import dataclass

from mwagent.belief import Location
from mwagent.player.views import View
from mwagent.vision.capture import Shot
from mwagent.vision.header.displays import HEADROOM
from mwagent.vision.lattice import Lattice


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture of a board and what is around it; `lattice` is where the board lies in it."""

    shot: Shot
    lattice: Lattice


def take_frame(view: View, location: Location) -> Frame:
    """Take the picture of a board with a cell of room around it, and that of a head line above."""
    lattice = location.lattice
    x0, y0, x1, y1 = location.box
    wide, high = round(lattice.pitch_x), round(lattice.pitch_y)
    left, top = max(0, x0 - wide), max(0, y0 - round(HEADROOM * lattice.pitch_y))
    shot = view.grab(location.monitor, (left, top, x1 + wide, y1 + high))
    return Frame(shot, lattice.moved(-left, -top))
