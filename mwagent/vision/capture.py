"""Pictures of the screen: every monitor, or a part of one, as BGR arrays."""

from __future__ import annotations

import contextlib
import os
import sys
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


class Screen:
    """The user's monitors. Keeps the capture open, so that a grab costs about a millisecond.

    Use it as a context manager or call `close`. Raises ScreenCaptureError where the screen cannot
    be captured: no display, Wayland, or no permission to record it on macOS. `instead` is what to
    do then.
    """

    def __init__(self, instead: str = _INSTEAD) -> None:
        self._instead = instead
        _refuse_hopeless_desktops(instead)
        try:
            self._capture = mss.MSS()
            self._monitors = self._capture.monitors[1:] or self._capture.monitors
        except (ScreenShotError, OSError, ValueError) as error:
            raise ScreenCaptureError(_why_not(error, instead)) from None
        self._scales: dict[int, tuple[float, float]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the display."""
        with contextlib.suppress(Exception):  # the display may be gone
            self._capture.close()

    @property
    def monitors(self) -> int:
        """How many monitors there are."""
        return len(self._monitors)

    def grab(self, monitor: int = 0, box: Box | None = None) -> Shot:
        """A picture of a monitor, or of `box` in pixels of that monitor's whole picture."""
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

    def grab_all(self) -> list[Shot]:
        """A picture of every monitor."""
        return [self.grab(monitor) for monitor in range(self.monitors)]

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


def _refuse_hopeless_desktops(instead: str) -> None:
    if not sys.platform.startswith("linux"):
        return
    if os.environ.get("DISPLAY"):
        if os.environ.get("XDG_SESSION_TYPE") == "wayland" and os.environ.get("WAYLAND_DISPLAY"):
            raise ScreenCaptureError(
                f"this desktop runs Wayland, where no program may read the screen; {instead}"
            )
        return
    what = "runs Wayland" if os.environ.get("WAYLAND_DISPLAY") else "has no display (no $DISPLAY)"
    raise ScreenCaptureError(f"this session {what}, so the screen cannot be captured; {instead}")


def _why_not(error: Exception, instead: str) -> str:
    hint = ""
    if sys.platform == "darwin":
        hint = " (allow it under System Settings, Privacy & Security, Screen Recording)"
    # What ctypes says where the display went away between two calls.
    reason = "the display is gone" if "NULL pointer" in str(error) else str(error)
    return f"the screen cannot be captured: {reason}{hint}; {instead}"
