"""A video of somebody playing."""

from __future__ import annotations

import math
import os
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from mwagent.coach.sources.still import part_of
from mwagent.minefield import MinefieldError
from mwagent.vision.capture import Shot
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Box

STEPS: Final = 30.0
"""Pictures a second that are looked at, at most: of a faster video every second or third one."""


class VideoError(MinefieldError):
    """A video cannot be read; the message names the file and says what to do."""


class VideoSource:
    """The pictures of a video, one after another, from `start` to `end` in seconds."""

    name = "the video"
    exact = False
    live = False

    def __init__(self, path: Path, start: float = 0.0, end: float | None = None):
        self.path = path
        self.start = start
        # What FFmpeg prints of a broken file is said in a sentence instead.
        os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
        if not path.is_file():
            wrong = "this is no file" if path.exists() else "there is no such file"
            raise VideoError(f"{path}: {wrong}; give a video, as MP4, WebM or GIF")
        cv2.utils.logging.setLogLevel(0)
        self._video = cv2.VideoCapture(str(path))
        if not self._video.isOpened() or not self._video.grab():
            raise VideoError(
                f"{path}: no video can be read from this file; give one that is whole, as MP4, "
                f"WebM or GIF"
            )
        self._rate = self._video.get(cv2.CAP_PROP_FPS) or STEPS
        frames = self._video.get(cv2.CAP_PROP_FRAME_COUNT)
        self.length = frames / self._rate if frames > 0 else math.nan
        if start > 0 and start >= self.length:
            raise VideoError(
                f"{path}: the video ends after {self.length:.1f} s; --from {start:g} is later"
            )
        if start > 0:
            self._video.set(cv2.CAP_PROP_POS_MSEC, 1000 * start)
            if not self._video.grab():
                raise VideoError(f"{path}: the video cannot be read from {start:g} s on")
        self.end = self.length if end is None or math.isnan(self.length) else min(end, self.length)
        self._last = math.inf if end is None else end
        self._seconds = self._time()
        self._grabbed = True
        self._shot: Shot | None = None

    @property
    def seconds(self) -> float:
        """Seconds from the beginning of the video."""
        return self._seconds

    def advance(self, pause: float) -> bool:
        """Go on to the next picture; False at the end."""
        del pause
        if self._grabbed:
            self._grabbed = False
        else:
            for _ in range(max(1, round(self._rate / STEPS))):
                if not self._video.grab():
                    return False
            self._seconds = max(self._time(), self._seconds + 1e-6)
        if self._seconds > self._last:
            return False
        self._shot = None
        return True

    def pictures(self) -> list[Shot]:
        """The picture that is shown now."""
        if self._shot is None:
            good, picture = self._video.retrieve()
            if not good or picture is None:
                raise VideoError(
                    f"{self.path}: the video is broken {self._seconds:.1f} s from its beginning; "
                    f"give --to with an earlier time"
                )
            pixels: Pixels = np.asarray(picture, np.uint8)
            self._shot = Shot(pixels, 0.0, 0.0, 1.0, 1.0, 0)
        return [self._shot]

    def grab(self, monitor: int, box: Box) -> Shot:
        """A part of the picture that is shown now."""
        del monitor
        return part_of(self.pictures()[0], box)

    def close(self) -> None:
        """Close the file."""
        self._video.release()

    def _time(self) -> float:
        return float(self._video.get(cv2.CAP_PROP_POS_MSEC)) / 1000
