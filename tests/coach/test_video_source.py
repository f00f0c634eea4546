"""A video is decoded ahead of the coach: every picture once, in order, and no thread is left."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest

from mwagent.coach.sources.video import AHEAD, MOST_AHEAD, VideoSource, pictures_ahead

SHADES = [10, 10, 90, 90, 90, 170, 250, 250, 30, 30]


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Ten pictures of one shade each, a tenth of a second apart."""
    return write(tmp_path / "film.avi", SHADES)


def write(path: Path, shades: Iterable[int]) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for shade in shades:
        writer.write(np.full((48, 64, 3), shade, np.uint8))
    writer.release()
    return path


def decoders() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "video"]


def test_every_picture_comes_once_and_one_that_stays_is_the_same_object(film: Path) -> None:
    source = VideoSource(film)
    shades, times, pictures = [], [], []
    while source.advance(0.0):
        shot = source.pictures()[0]
        assert source.pictures()[0] is shot
        shades.append(round(float(shot.picture.mean())))
        times.append(source.seconds)
        pictures.append(shot.picture)
    source.close()
    assert np.abs(np.subtract(shades, SHADES)).max() <= 2
    assert np.allclose(np.diff(times), 0.1)
    stays = [pictures[n] is pictures[n - 1] for n in range(1, len(SHADES))]
    assert stays == [SHADES[n] == SHADES[n - 1] for n in range(1, len(SHADES))]
    assert not decoders()


def test_a_video_that_is_closed_in_the_middle_leaves_no_thread(tmp_path: Path) -> None:
    # More pictures than are decoded ahead: the decoder cannot have ended by itself.
    source = VideoSource(write(tmp_path / "film.avi", range(2 * MOST_AHEAD)))
    assert source.advance(0.0)
    assert decoders()
    source.close()
    assert not decoders()
    assert not source.advance(0.0)


def test_small_pictures_are_decoded_far_ahead_and_huge_ones_take_little_memory() -> None:
    assert pictures_ahead(1920, 1080) >= 20
    assert pictures_ahead(1920, 1080) * 3 * 1920 * 1080 <= AHEAD
    assert pictures_ahead(15360, 8640) == 1
    assert pictures_ahead(0, 0) >= 1
