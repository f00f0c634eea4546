"""The pixels of a board and of what lies around it, picture after picture."""

from __future__ import annotations

from typing import Final, NamedTuple

import cv2
import numpy as np

from mwagent.coach.changes import NOISE, same_pixels
from mwagent.coach.sighting import Source
from mwagent.player.tracking import Location
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Box

RIM: Final = 6
"""Pixels around the board that are watched: they change when the board is moved."""
RIM_APART: Final = 2
"""Pixels of the rim next to the board that are not watched: a lattice may be off by a pixel."""
FALSE_ALARMS: Final = 3
"""Changes around a board that lies still, after which such changes no longer count at once."""


class _Glance(NamedTuple):
    """A look at the board: the pixels in a box, those of the board, and the rim's strips."""

    box: Box
    whole: Pixels
    board: Pixels
    rim: list[Pixels]


class Outlook:
    """Looks at a board, and notices by its rim when it may have moved."""

    def __init__(self, source: Source):
        self._source = source
        self._glance: _Glance | None = None
        self._rim: list[Pixels] | None = None
        self._alarms = 0

    @property
    def alert(self) -> bool:
        """Whether what changes around the board has not too often meant nothing."""
        return self._alarms < FALSE_ALARMS

    def look(self, location: Location) -> Pixels:
        """The pixels (height, width, 3) of the board that lies there."""
        x0, y0, x1, y1 = location.box
        left, top = min(RIM, max(0, x0)), min(RIM, max(0, y0))
        box: Box = (x0 - left, y0 - top, x1 + RIM, y1 + RIM)
        picture = self._source.grab(location.monitor, box).picture
        last = self._glance
        if last is not None and last.box == box and same_pixels(last.whole, picture):
            return last.board
        foot, end = top + y1 - y0, left + x1 - x0
        rim = [
            picture[: max(0, top - RIM_APART)],
            picture[foot + RIM_APART :],
            picture[top:foot, : max(0, left - RIM_APART)],
            picture[top:foot, end + RIM_APART :],
        ]
        board = np.ascontiguousarray(picture[top:foot, left:end])
        self._glance = _Glance(box, picture, board, [strip.copy() for strip in rim])
        return board

    def settle(self, location: Location) -> Pixels:
        """Look, and take what lies around the board now for what belongs there."""
        board = self.look(location)
        assert self._glance is not None
        self._rim = self._glance.rim
        return board

    def moved(self) -> bool:
        """Whether what lies around the board is no more what it was."""
        assert self._glance is not None
        if self._rim is None:
            self._rim = self._glance.rim
            return False
        for now, then in zip(self._glance.rim, self._rim, strict=True):
            if now.shape != then.shape:
                return True
            apart = float(cv2.absdiff(now, then).mean()) if now.size else 0.0
            if apart > (0 if self._source.exact else NOISE):
                return True
        return False

    def note_false_alarm(self) -> None:
        """Something changed around a board that lies as before."""
        self._alarms += 1
        self._rim = None
