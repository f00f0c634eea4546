"""Pictures of a game: each step with its clicks marked, a GIF and an MP4 of the whole."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageColor

from mwagent.belief import Frame
from mwagent.minefield import Button, Click
from mwagent.minefield.files import telling, write_whole, written_whole
from mwagent.player.play import Result, Turn

Picture = NDArray[np.uint8]

COLOURS: Final = {Button.LEFT: "limegreen", Button.RIGHT: "red", Button.CHORD: "dodgerblue"}
"""The colour of the mark of each kind of click."""
GUESS: Final = "gold"
FRAME_MS: Final = 350
"""Milliseconds for which a frame of a film is shown; the last one is shown for longer."""


class Filmed(Protocol):
    """A window that keeps the picture of its last look."""

    keep_frames: bool
    frame: Frame | None


def _png(picture: Picture) -> bytes:
    done, data = cv2.imencode(".png", picture, [cv2.IMWRITE_PNG_COMPRESSION, 3])
    return data.tobytes() if done else b""


def _picture(file: bytes) -> Picture:
    return np.asarray(cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR), np.uint8)


class Recorder:
    """Writes the pictures of each game of a session into a folder.

    `game1/001.png` and so on for the steps, `game1.gif` and `game1.mp4` for the films; `films`
    lists the films written so far. Games that are broken off are kept, too.
    """

    def __init__(self, window: Filmed, folder: Path):
        self._window = window
        self._folder = folder
        self._frames: list[bytes] = []  # PNG files: hundreds take little memory
        self._games = 0
        self.films: list[Path] = []
        window.keep_frames = True
        with self._telling():
            folder.mkdir(parents=True, exist_ok=True)

    def _telling(self) -> AbstractContextManager[None]:
        hint = "; name another folder with --record"
        return telling(self._folder, "the recording cannot be written", hint=hint)

    def turn(self, turn: Turn) -> None:
        """Keep the picture of a turn with its clicks marked."""
        frame = self._window.frame
        if frame is not None:
            self._frames.append(_png(marked(frame, turn.clicks, turn.guess)))

    def result(self, result: Result) -> None:
        """Write the game's pictures and films; raises MinefieldError where that fails."""
        self._games += 1
        frames, self._frames = self._frames, []
        name = f"game{self._games}"
        steps = self._folder / name
        gif, mp4 = self._folder / f"{name}.gif", self._folder / f"{name}.mp4"
        with self._telling():
            steps.mkdir(exist_ok=True)
            for old in (*steps.glob("*.png"), gif, mp4):
                if old in (gif, mp4) or re.fullmatch("[0-9]{3,}", old.stem):  # none but our own
                    old.unlink(missing_ok=True)
            for number, file in enumerate(frames, 1):
                write_whole(steps / f"{number:03}.png", file)
            if frames:
                write_gif(frames, gif)
                write_mp4(frames, mp4)
        self.films += [film for film in (gif, mp4) if film.exists()]


def marked(frame: Frame, clicks: Iterable[Click], guess: bool) -> Picture:
    """A copy of a picture of the board with every click drawn on it."""
    picture, lattice = frame.shot.picture.copy(), frame.lattice
    radius = max(3, round(min(lattice.pitch_x, lattice.pitch_y) * 0.36))
    thick = max(1, round(radius / 5))
    path = []
    for click in clicks:
        x, y = (round(value) for value in lattice.centre(click.cell))
        path.append((x, y))
        colour = ImageColor.getrgb(GUESS if guess else COLOURS[click.button])[::-1]
        cv2.circle(picture, (x, y), radius, colour, thick, cv2.LINE_AA)
    for start, end in pairwise(path):
        cv2.line(picture, start, end, (150, 80, 150), 1, cv2.LINE_AA)
    return picture


def save(picture: Picture, path: Path) -> None:
    """Write a (height, width, 3) uint8 BGR picture as PNG; raises MinefieldError if it cannot."""
    with telling(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, _png(picture))


def write_gif(frames: Sequence[bytes], path: Path) -> None:
    """Write frames, PNG files, as an endless GIF, one after the other."""
    images = (
        Image.fromarray(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)).quantize(64)
        for frame in _alike(frames)
    )
    times = [FRAME_MS] * (len(frames) - 1) + [2500]
    with written_whole(path) as file:
        next(images).save(
            file, save_all=True, append_images=images, duration=times, loop=0, optimize=False
        )


def write_mp4(frames: Sequence[bytes], path: Path) -> None:
    """Write frames, PNG files, as an MP4 film; quietly leaves it where OpenCV has no encoder."""
    with suppress(_NoEncoderError), written_whole(path) as file:
        _encode(frames, file)


class _NoEncoderError(Exception):
    """OpenCV cannot make such films on this machine."""


def _encode(frames: Sequence[bytes], path: Path) -> None:
    height, width = (side // 2 * 2 for side in _picture(frames[0]).shape[:2])
    # What FFmpeg prints of a film that was cut off is said in a sentence instead.
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    code = cv2.VideoWriter.fourcc(*"mp4v")
    film = cv2.VideoWriter(str(path), code, 1000 / FRAME_MS, (width, height))
    if not film.isOpened():
        raise _NoEncoderError
    longer = 6
    for frame in _alike(frames):
        film.write(np.ascontiguousarray(frame[:height, :width]))
    for _ in range(longer):
        film.write(np.ascontiguousarray(frame[:height, :width]))
    film.release()
    # It says nothing of a disk that is full.
    written = cv2.VideoCapture(str(path))
    count = written.get(cv2.CAP_PROP_FRAME_COUNT) if written.isOpened() else 0
    written.release()
    if count < len(frames) + longer:
        raise OSError(errno.ENOSPC, "a film came out cut short; is there room on the disk?")


def _alike(frames: Sequence[bytes]) -> Iterator[Picture]:
    """Frames all as large as the first (a board that was zoomed in mid-game is scaled back)."""
    height, width = _picture(frames[0]).shape[:2]
    for frame in map(_picture, frames):
        same = frame.shape[:2] == (height, width)
        yield frame if same else np.asarray(cv2.resize(frame, (width, height)), np.uint8)
