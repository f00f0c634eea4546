"""The board on a view that takes presses, too, and pictures of it for recordings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mwagent.belief import Camera, Found, Location, Search, SeenBoard, find_board, is_another
from mwagent.player.play import IN_A_ROW
from mwagent.player.views import View, point_of
from mwagent.vision.capture import Shot
from mwagent.vision.header.displays import HEADROOM
from mwagent.vision.lattice import Lattice
from mwagent.vision.reading import BoardNotFoundError, Reading

RIMS: Final = 0.2
"""Part of the pixels of closed cells that differ from a plain surface of their colour, or less."""


class TrackedBoard(SeenBoard):
    """A seen board that is played on: what shows it also takes presses."""

    def __init__(self, view: View, camera: Camera, found: Found):
        super().__init__(camera, found)
        self.view = view


def track(view: View, search: Search | None = None) -> tuple[TrackedBoard, Reading]:
    """Find a board on a view; raises as `find_board` does. Gives how it was read, too.

    It is looked for again where something else is shown by then: finding it takes a while.
    """
    camera = Camera(view)
    for _ in range(IN_A_ROW):
        shots = camera.monitors()
        found = find_board(shots, view.name, search)
        camera.begin()
        board = TrackedBoard(view, camera, found)
        x0, y0, x1, y1 = found.location.box
        seen = next(shot for shot in shots if shot.monitor == found.location.monitor)
        if not is_another(board.picture().picture, seen.picture[y0:y1, x0:x1], RIMS):
            break
    if not view.plays(point_of(seen, (x0 + x1) / 2, (y0 + y1) / 2)):
        raise BoardNotFoundError("what looks like a board lies in a terminal or an editor")
    return board, found.reading


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
