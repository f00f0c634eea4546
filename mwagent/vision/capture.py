"""Pictures of the screen: every monitor, or a part of one, as BGR arrays."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import cv2
import mss
import numpy as np
from mss.exception import ScreenShotError
from numpy.typing import NDArray

from mwagent.minefield import MinefieldError
from mwagent.vision.lattice import Box
from mwagent.vision.picture import Picture
from mwagent.wayland.seat import Monitor, Pictures, Seat, WaylandError
from mwagent.wayland.session import Session, heed_scales, open_pictures, open_seat, this_session

_INSTEAD = "play in a browser tab instead, which needs no screen: python -m mwagent --browser URL"


class ScreenCaptureError(MinefieldError):
    """The screen cannot be captured; the message says what to do instead."""

    exit_code = 2


@dataclass(frozen=True, eq=False)
class Shot:
    """A picture of a part of the screen, and where on the screen it was taken.

    `picture` is (height, width, 3) uint8 BGR, and `seen` the same for what reads it. `left`, `top`
    are the mouse coordinates of its top left pixel; `scale_x`, `scale_y` the pixels per mouse unit
    (2.0 on a Retina display).
    """

    picture: NDArray[np.uint8]
    left: float
    top: float
    scale_x: float
    scale_y: float
    monitor: int

    @cached_property
    def seen(self) -> Picture:
        """The picture with what is worked out from it, kept from one reading of it to the next."""
        return Picture(self.picture)

    def to_screen(self, x: float, y: float) -> tuple[float, float]:
        """Mouse coordinates of pixel (x, y) of the picture.

        >>> Shot(np.zeros((4, 4, 3), np.uint8), 100.0, 50.0, 2.0, 2.0, 0).to_screen(10, 4)
        (105.0, 52.0)
        """
        return self.left + x / self.scale_x, self.top + y / self.scale_y

    def to_pixel(self, x: float, y: float) -> tuple[float, float]:
        """The pixel (x, y) of the picture at mouse coordinates."""
        return (x - self.left) * self.scale_x, (y - self.top) * self.scale_y

    def part(self, box: Box) -> Shot:
        """The part of it in a box; what lies outside of it stays black."""
        (x0, y0, x1, y1), whole = box, self.picture
        shown = whole[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)]
        if shown.shape[:2] != (y1 - y0, x1 - x0):
            part = np.zeros((y1 - y0, x1 - x0, 3), np.uint8)
            part[max(0, -y0) :, max(0, -x0) :][: shown.shape[0], : shown.shape[1]] = shown
            shown = part
        return Shot(shown, *self.to_screen(x0, y0), self.scale_x, self.scale_y, self.monitor)


class Screen:
    """The user's monitors. Keeps the capture open, so that a grab costs about a millisecond.

    Use it as a context manager or call `close`. Raises ScreenCaptureError where the screen cannot
    be captured: no display, or no permission. `instead` is what to do then. On Wayland pictures
    come from the desktop itself; with `presses` it is asked for its pointer, too: `seat`.
    """

    def __init__(self, instead: str = _INSTEAD, presses: bool = False) -> None:
        self._instead = instead
        self.seat: Seat | None = None
        self._desktop: Pictures | None = None
        self._scales: dict[int, tuple[float, float]] = {}
        session = this_session()
        if session.wayland:
            if presses:
                self._desktop = self.seat = open_seat(session)
            else:
                self._desktop = open_pictures(session)
            return
        if session is Session.NONE:
            raise ScreenCaptureError(
                f"this session has no display (no $DISPLAY), so the screen cannot be captured; "
                f"{instead}"
            )
        heed_scales()
        try:
            self._capture = mss.MSS()
            self._monitors = self._capture.monitors[1:] or self._capture.monitors
        except (ScreenShotError, OSError, ValueError) as error:
            raise ScreenCaptureError(_why_not(error, instead)) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the display."""
        if self._desktop is not None:
            self._desktop.close()
            return
        with contextlib.suppress(Exception):  # the display may be gone
            self._capture.close()

    @property
    def monitors(self) -> int:
        """How many monitors there are."""
        return len(self._monitors if self._desktop is None else self._desktop.monitors)

    @property
    def way(self) -> str:
        """How it is looked at."""
        return "mss" if self._desktop is None else self._desktop.name

    @property
    def places(self) -> list[Monitor]:
        """Where the monitors lie, and their scales."""
        if self._desktop is not None:
            return self._desktop.monitors
        found = []
        for number, place in enumerate(self._monitors):
            size = place["width"], place["height"]
            scale = self._scale(number)
            pixels = round(size[0] * scale[0]), round(size[1] * scale[1])
            name = str(place.get("name") or f"monitor {number + 1}")
            found.append(Monitor(name, place["left"], place["top"], *size, pixels))
        return found

    def grab(self, monitor: int = 0, box: Box | None = None) -> Shot:
        """A picture of a monitor, or of `box` in pixels of that monitor's whole picture."""
        if self._desktop is not None:
            return self._part(self._desktop, monitor, box, self._desktop.picture)
        place = self._monitors[monitor]
        scale_x, scale_y = self._scale(monitor)
        if box is None:
            left, top = place["left"], place["top"]
            width, height = place["width"], place["height"]
        else:
            left = place["left"] + int(box[0] / scale_x)
            top = place["top"] + int(box[1] / scale_y)
            width = max(1, round((box[2] - box[0]) / scale_x))
            height = max(1, round((box[3] - box[1]) / scale_y))
        picture = self._pixels(left, top, width, height)
        return Shot(picture, float(left), float(top), scale_x, scale_y, monitor)

    def glance(self, monitor: int, box: Box) -> Shot:
        """What is in a box as of the last frame: for a look between presses, which must be quick.

        On X11 that is what `grab` gives.
        """
        if self._desktop is None:
            return self.grab(monitor, box)
        return self._part(self._desktop, monitor, box, self._desktop.glance)

    def grab_all(self) -> list[Shot]:
        """A picture of every monitor."""
        return [self.grab(monitor) for monitor in range(self.monitors)]

    def _part(
        self,
        desktop: Pictures,
        monitor: int,
        box: Box | None,
        picture: Callable[[int, Box], NDArray[np.uint8]],
    ) -> Shot:
        """A part of a Wayland monitor; black where the box reaches beyond it."""
        place = desktop.monitors[monitor]
        x0, y0, x1, y1 = box or (0, 0, *place.pixels)
        left, top = max(0, x0), max(0, y0)
        right, foot = min(place.pixels[0], x1), min(place.pixels[1], y1)
        pixels: NDArray[np.uint8] = np.zeros((0, 0, 3), np.uint8)
        try:
            if left < right and top < foot:
                pixels = picture(monitor, (left, top, right, foot))
        except WaylandError as error:
            raise ScreenCaptureError(str(error)) from None
        (across, down), at = place.scale, (place.left, place.top)
        shot = Shot(pixels, at[0] + left / across, at[1] + top / down, across, down, monitor)
        return shot.part((x0 - left, y0 - top, x1 - left, y1 - top))

    def _pixels(self, left: int, top: int, width: int, height: int) -> NDArray[np.uint8]:
        """The pixels of a rectangle; black where it reaches beyond all monitors."""
        whole = self._capture.monitors[0]
        x0, y0 = max(left, whole["left"]), max(top, whole["top"])
        x1 = min(left + width, whole["left"] + whole["width"])
        y1 = min(top + height, whole["top"] + whole["height"])
        if (x0, y0, x1 - x0, y1 - y0) != (left, top, width, height):
            pixels = np.zeros((height, width, 3), np.uint8)
            if x0 < x1 and y0 < y1:
                # One pixel on the screen may be several in its picture, on some systems.
                part = self._pixels(x0, y0, x1 - x0, y1 - y0)
                across, down = part.shape[1] // (x1 - x0), part.shape[0] // (y1 - y0)
                pixels = np.zeros((height * down, width * across, 3), np.uint8)
                rows = slice((y0 - top) * down, (y1 - top) * down)
                pixels[rows, (x0 - left) * across : (x1 - left) * across] = part
            return pixels
        try:
            shot = self._capture.grab({"left": left, "top": top, "width": width, "height": height})
        except (ScreenShotError, OSError) as error:
            raise ScreenCaptureError(_why_not(error, self._instead)) from None
        except AssertionError:  # what mss says when the server does not answer
            raise ScreenCaptureError(
                "the screen can no longer be captured: the display does not answer; see that it "
                "is there, and start again"
            ) from None
        pixels = np.frombuffer(shot.bgra, np.uint8).reshape(shot.height, shot.width, 4)
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2BGR), np.uint8)

    def _scale(self, monitor: int) -> tuple[float, float]:
        if monitor not in self._scales:
            place = self._monitors[monitor]
            height, width = self._pixels(
                place["left"], place["top"], place["width"], place["height"]
            ).shape[:2]
            self._scales[monitor] = width / place["width"], height / place["height"]
        return self._scales[monitor]


def grab() -> list[Shot]:
    """A picture of every monitor, once."""
    with Screen() as screen:
        return screen.grab_all()


def _why_not(error: Exception, instead: str) -> str:
    hint = ""
    if sys.platform == "darwin":
        hint = " (allow it under System Settings, Privacy & Security, Screen Recording)"
    # What ctypes says where the display went away between two calls.
    reason = "the display is gone" if "NULL pointer" in str(error) else str(error)
    return f"the screen cannot be captured: {reason}{hint}; {instead}"
