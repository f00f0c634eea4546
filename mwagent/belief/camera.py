"""Pictures of the board alone, and of its rim, which changes when the board is moved.

A board that moves by whole cells may seem to make sense where it was; what lies around it does
not stay the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief.location import Location
from mwagent.vision.capture import Shot
from mwagent.vision.header.displays import HEADROOM
from mwagent.vision.lattice import Box, Lattice
from mwagent.vision.ranks import MAJORITY

RIM_WATCHED: Final = 6
"""Pixels around the board that are watched: they change when the board is moved by whole cells."""
LOOSE: Final = 2
"""Pixels of the rim next to the board that are not watched: a lattice may be off by a pixel."""

PARTS: Final = 8
"""Parts of each side of the rim that are compared by themselves."""

Rim = tuple[NDArray[np.uint8], ...]
"""Strips of pixels above, below, left and right of a board."""


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


S = TypeVar("S", bound=Sight)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture of a board and what is around it; `lattice` is where the board lies in it."""

    shot: Shot
    lattice: Lattice


class Camera(Generic[S]):
    """Takes pictures of a board that is shown, and notes how its rim looked at first.

    Pixels that nothing has changed may differ by `noise` grey levels, as in a video.
    """

    def __init__(self, sight: S, noise: float = 0.0):
        self.sight = sight
        self.noise = noise
        self._sizes: dict[int, tuple[int, int]] = {}
        self._rim: Rim | None = None
        self._rim_at_first: Rim | None = None

    @property
    def moved(self) -> bool:
        """Whether the rim, in the last picture, no longer was what it was at first.

        A board that has moved by whole cells shows them all along a side of it. A clock or a
        counter that lies close to the board changes a part of a side.
        """
        if self._rim is None or self._rim_at_first is None:
            return False
        sides = zip(self._rim, self._rim_at_first, (1, 1, 0, 0), strict=True)
        return any(
            _changed_part(now, then, along, self.noise) >= MAJORITY for now, then, along in sides
        )

    def width(self, location: Location) -> int | None:
        """Width of the monitor a board lies on, in pixels; None where it was not seen yet."""
        size = self._sizes.get(location.monitor)
        return None if size is None else size[1]

    def begin(self) -> None:
        """Take the rim of the next picture for what it is at first."""
        self._rim_at_first = None

    def monitors(self) -> list[Shot]:
        """A picture of everything there is to see, one for each monitor."""
        shots = self.sight.pictures()
        for shot in shots:
            height, width = shot.picture.shape[:2]
            self._sizes[shot.monitor] = height, width
        return shots

    def board(self, location: Location) -> Shot:
        """A picture of the board's pixels alone; `moved` speaks of what lies around them."""
        x0, y0, x1, y1 = location.box
        left, top, right, bottom = self._room(location)
        box = (x0 - left, y0 - top, x1 + right, y1 + bottom)
        whole = self.sight.grab(location.monitor, box)
        picture = whole.picture
        if picture.shape[:2] != (box[3] - box[1], box[2] - box[0]):
            # Pixels that are no whole part of the mouse's units.
            self._rim = None
            return self.sight.grab(location.monitor, location.box)
        end, foot = left + x1 - x0, top + y1 - y0
        strips = (
            picture[: max(0, top - LOOSE)],
            picture[foot + LOOSE :],
            picture[top:foot, : max(0, left - LOOSE)],
            picture[top:foot, end + LOOSE :],
        )
        self._rim = tuple(strip.copy() for strip in strips)
        self._rim_at_first = self._rim_at_first or self._rim
        x, y = whole.to_screen(left, top)
        inner = np.ascontiguousarray(picture[top:foot, left:end])
        return Shot(inner, x, y, whole.scale_x, whole.scale_y, whole.monitor)

    def frame(self, location: Location) -> Frame:
        """The picture of a board with a cell of room around it, and that of a head line above."""
        lattice = location.lattice
        x0, y0, x1, y1 = location.box
        wide, high = round(lattice.pitch_x), round(lattice.pitch_y)
        left, top = max(0, x0 - wide), max(0, y0 - round(HEADROOM * lattice.pitch_y))
        shot = self.sight.grab(location.monitor, (left, top, x1 + wide, y1 + high))
        return Frame(shot, lattice.moved(-left, -top))

    def _room(self, location: Location) -> Box:
        """Pixels of rim there are left of a board, above, right and below it."""
        x0, y0, x1, y1 = location.box
        height, width = self._sizes.get(location.monitor, (y1, x1))
        left, top, right, bottom = (
            min(RIM_WATCHED, max(0, room)) for room in (x0, y0, width - x1, height - y1)
        )
        return left, top, right, bottom


def _changed_part(
    now: NDArray[np.uint8], then: NDArray[np.uint8], along: int, noise: float
) -> float:
    """Part of a side of the rim that has changed; `along` is the axis it runs along."""
    if now.shape != then.shape:
        return 1.0
    if not now.size or cv2.norm(now, then, cv2.NORM_INF) <= noise:
        return 0.0
    apart = cv2.absdiff(now, then).mean(axis=(1 - along, 2))
    return float(
        np.mean([part.mean() > noise for part in np.array_split(apart, PARTS) if part.size])
    )
