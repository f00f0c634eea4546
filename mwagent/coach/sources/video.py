"""A video of somebody playing."""

from __future__ import annotations

import math
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Full, Queue
from typing import Final, NamedTuple

import cv2
import numpy as np

from mwagent.belief import same_pixels
from mwagent.minefield import MinefieldError
from mwagent.vision.capture import Shot
from mwagent.vision.edges import Pixels
from mwagent.vision.lattice import Box

STEPS: Final = 30.0
"""Pictures a second that are looked at, at most: of a faster video every second or third one."""
AHEAD: Final = 2**27
"""Bytes of the pictures that are decoded ahead of the one that is looked at, at most.

While one is read, which takes as long as decoding forty, the decoder is not to wait."""
MOST_AHEAD: Final = 64
"""Pictures that are decoded ahead at most, where they are small."""
TICK: Final = 0.1
"""Seconds after which a thread that waits for the other one looks whether that has ended."""


class VideoError(MinefieldError):
    """A video cannot be read; the message names the file and says what to do."""


class VideoSource:
    """The pictures of a video, one after another, from `start` to `end` in seconds."""

    exact = False
    live = False

    def __init__(self, path: Path, start: float = 0.0, end: float | None = None):
        self.path = path
        self.name = path.name
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
        self._seconds = _time(self._video)
        self._shot: Shot | None = None
        self._decoder = _Decoder(self._video, max(1, round(self._rate / STEPS)), self._last)

    @property
    def seconds(self) -> float:
        """Seconds from the beginning of the video."""
        return self._seconds

    def advance(self, pause: float) -> bool:
        """Go on to the next picture; False at the end."""
        del pause
        frame = self._decoder.next()
        if frame is None:
            return False
        self._seconds, picture = frame
        if picture is None:
            self._shot = None
        elif self._shot is None or picture is not self._shot.picture:
            self._shot = Shot(picture, 0.0, 0.0, 1.0, 1.0, 0)
        return True

    def pictures(self) -> list[Shot]:
        """The picture that is shown now: the same object for as long as it does not change."""
        if self._shot is None:
            raise VideoError(
                f"{self.path}: the video is broken {self._seconds:.1f} s from its beginning; "
                f"give --to with an earlier time"
            )
        return [self._shot]

    def grab(self, monitor: int, box: Box) -> Shot:
        """A part of the picture that is shown now."""
        del monitor
        return self.pictures()[0].part(box)

    def close(self) -> None:
        """Close the file."""
        self._decoder.end()
        self._video.release()


class _Frame(NamedTuple):
    """A picture (height, width, 3) uint8 BGR and its time; None where the video is broken."""

    seconds: float
    picture: Pixels | None


class _Decoder(threading.Thread):
    """Decodes a video ahead of who looks at it: OpenCV works while Python does.

    The first frame must have been grabbed. Of the others every `step`-th counts, up to `last`
    seconds. A picture that is the one before, to the last pixel, is the same object.
    """

    def __init__(self, video: cv2.VideoCapture, step: int, last: float):
        super().__init__(name="video", daemon=True)
        self._video = video
        self._step = step
        self._last = last
        self._frames: Queue[_Frame | None] = Queue(pictures_ahead(*_size(video)))
        self._ended = threading.Event()
        self._over = False

    def next(self) -> _Frame | None:
        """The next frame; None when there are no more."""
        if self.ident is None:
            self.start()
        while not self._over:
            try:
                frame = self._frames.get(timeout=TICK)
            except Empty:
                self._over = not self.is_alive() and self._frames.empty()
                continue
            self._over = frame is None
            return frame
        return None

    def run(self) -> None:
        """Decode to the end, or until it is ended."""
        for frame in self._decoded():
            self._put(frame)
            if self._ended.is_set():
                return
        self._put(None)

    def end(self) -> None:
        """Decode no more; the video may be closed then."""
        self._ended.set()
        if self.ident is not None:
            self.join()
        self._over = True

    def _decoded(self) -> Iterator[_Frame]:
        seconds, before = -math.inf, None
        while True:
            seconds = max(_time(self._video), seconds + 1e-6)
            if seconds > self._last:
                return
            good, picture = self._video.retrieve()
            pixels = np.asarray(picture, np.uint8) if good and picture is not None else None
            if pixels is not None and before is not None and same_pixels(pixels, before):
                pixels = before
            before = pixels
            yield _Frame(seconds, pixels)
            for _ in range(self._step):
                if not self._video.grab():
                    return

    def _put(self, frame: _Frame | None) -> None:
        while not self._ended.is_set():
            try:
                self._frames.put(frame, timeout=TICK)
            except Full:
                continue
            return


def pictures_ahead(width: float, height: float) -> int:
    """How many pictures of this size, in pixels, are decoded ahead."""
    return max(1, min(MOST_AHEAD, int(AHEAD / max(1.0, 3 * width * height))))


def _size(video: cv2.VideoCapture) -> tuple[float, float]:
    return video.get(cv2.CAP_PROP_FRAME_WIDTH), video.get(cv2.CAP_PROP_FRAME_HEIGHT)


def _time(video: cv2.VideoCapture) -> float:
    return float(video.get(cv2.CAP_PROP_POS_MSEC)) / 1000
