"""A picture to look for boards on, and what is worked out from it, once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision.edges import Edges, Pixels
from mwagent.vision.lattice import Lattice

if TYPE_CHECKING:
    from mwagent.vision.board_picture import BoardPicture

__all__ = ["Picture", "Pixels", "sampled", "undithered"]


@dataclass(frozen=True, eq=False)
class Picture:
    """Pixels (height, width, 3) uint8 BGR, which stay as they are, and what follows from them.

    All steps of a reading share one picture: whatever is derived is computed when it is first
    asked for, and kept.
    """

    pixels: Pixels

    @classmethod
    def of(cls, picture: Picture | Pixels) -> Picture:
        """The picture of some pixels; a picture is what it is."""
        return picture if isinstance(picture, Picture) else cls(picture)

    @property
    def height(self) -> int:
        """Number of rows of pixels."""
        return len(self.pixels)

    @property
    def width(self) -> int:
        """Number of columns of pixels."""
        return int(self.pixels.shape[1])

    @cached_property
    def flat(self) -> Picture:
        """The picture with dithering smoothed; itself where there is none."""
        smooth = undithered(self.pixels)
        return self if smooth is self.pixels else Picture(smooth)

    @cached_property
    def grey(self) -> Pixels:
        """Levels of grey, (height, width) uint8."""
        return np.asarray(cv2.cvtColor(self.pixels, cv2.COLOR_BGR2GRAY), np.uint8)

    @cached_property
    def boards(self) -> dict[Lattice, BoardPicture]:
        """What was worked out of boards on it, by their lattices (`BoardPicture.of`)."""
        return {}

    @cached_property
    def edges(self) -> Edges:
        """Straight edges."""
        return Edges.of(self.pixels)


def undithered(pixels: Pixels) -> Pixels:
    """Pixels with dithering smoothed; the same object where there is none.

    In dithered areas many pixels are lighter, or darker, than both neighbours in their row.
    """
    blue = np.ascontiguousarray(pixels[..., 0])
    middle, left, right = blue[:, 1:-1], blue[:, :-2], blue[:, 2:]
    lighter = cv2.min(cv2.subtract(middle, left), cv2.subtract(middle, right))
    darker = cv2.min(cv2.subtract(left, middle), cv2.subtract(right, middle))
    _, extreme = cv2.threshold(cv2.max(lighter, darker), 3, 255, cv2.THRESH_BINARY)
    _, areas = cv2.threshold(cv2.blur(extreme, (15, 15)), 90, 255, cv2.THRESH_BINARY)
    if cv2.countNonZero(areas) < 0.02 * areas.size:
        return pixels
    areas = cv2.dilate(areas, np.ones((9, 9), np.uint8))
    areas = cv2.copyMakeBorder(areas, 0, 0, 1, 1, cv2.BORDER_REPLICATE)
    smooth = cv2.GaussianBlur(pixels, (5, 5), 1.1)
    return np.where(areas[..., None] > 0, smooth, pixels)


def sampled(
    pixels: Pixels, corner: tuple[float, float], step: tuple[float, float], size: tuple[int, int]
) -> Pixels:
    """A part of a picture from a corner on, sampled at equal steps; x comes before y.

    What lies off the picture looks like its nearest pixels.
    """
    # A pixel's colour sits at its middle: sample i lies at x + (i + 0.5) * step - 0.5.
    (x, y), (across, down) = corner, step
    xs = x + (np.arange(size[0]) + 0.5) * across - 0.5
    return at_lines(pixels, xs, y + (np.arange(size[1]) + 0.5) * down - 0.5)


def at_lines(pixels: Pixels, xs: NDArray[Any], ys: NDArray[Any]) -> Pixels:
    """A picture sampled where lines cross, (len(ys), len(xs), 3), with pixels' middles at 0, 1, …

    What lies off the picture looks like its nearest pixels.
    """
    # With eight digits of a fraction no sum of weighted pixels needs rounding: see `exact`.
    across, down = (np.rint(at * 256) / 256 for at in (xs, ys))
    shape = len(ys), len(xs)
    part = cv2.remap(
        pixels,
        np.broadcast_to(across.astype(np.float32), shape),
        np.broadcast_to(down.astype(np.float32)[:, None], shape),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(part, np.uint8)
