"""What a recording leaves behind, takes of memory, and says where there is no room for it."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from mwagent.belief import Frame
from mwagent.minefield import Board, Click, MinefieldError, Stage
from mwagent.player.play import Result, Times, Turn
from mwagent.player.records.recording import Recorder
from mwagent.vision import Lattice, Shot


class Filmed:
    keep_frames = False
    frame: Frame | None = None


def film(recorder: Recorder, window: Filmed, turns: int, side: tuple[int, int]) -> None:
    board = Board.hidden(2, 2, 1)
    lattice = Lattice(4.0, 4.0, 16.0, 16.0, rows=2, cols=2)
    for number in range(turns):
        picture = np.full((*side, 3), 40 + number, np.uint8)
        window.frame = Frame(Shot(picture, 0, 0, 1, 1, 0), lattice)
        times = Times(0, 0, 0, 0)
        recorder.turn(Turn(number, board, Stage.ONGOING, None, (Click((0, 1)),), times))


def ended() -> Result:
    return Result(Stage.WON, 1.0, 1, 0, 0, 1, None, Board.hidden(2, 2, 1))


def test_steps_and_films_are_kept(tmp_path: Path) -> None:
    window = Filmed()
    recorder = Recorder(window, tmp_path / "films")
    film(recorder, window, 5, (60, 81))
    film(recorder, window, 1, (40, 80))  # zoomed in mid-game
    recorder.result(ended())
    steps = sorted((tmp_path / "films" / "game1").iterdir())
    assert [step.name for step in steps] == [f"{number:03}.png" for number in range(1, 7)]
    assert cv2.imread(str(steps[2])).shape == (60, 81, 3)
    with Image.open(tmp_path / "films" / "game1.gif") as gif:
        assert getattr(gif, "n_frames", 1) == 6 and gif.size == (81, 60)
    assert recorder.films[0].name == "game1.gif"


def test_pictures_of_others_in_its_folder_stay(tmp_path: Path) -> None:
    (tmp_path / "game1").mkdir()
    for name in ("holiday.png", "007.png", "12.png"):
        (tmp_path / "game1" / name).write_bytes(b"")
    window = Filmed()
    recorder = Recorder(window, tmp_path)
    film(recorder, window, 1, (40, 80))
    recorder.result(ended())
    assert {each.name for each in (tmp_path / "game1").iterdir()} == {
        *("holiday.png", "12.png", "001.png")
    }


@pytest.mark.slow
def test_a_long_game_takes_little_memory(tmp_path: Path) -> None:
    window = Filmed()
    recorder = Recorder(window, tmp_path)
    tracemalloc.start()
    try:
        film(recorder, window, 60, (500, 600))  # 54 MB as they are
        assert tracemalloc.get_traced_memory()[0] < 8_000_000
        tracemalloc.reset_peak()
        recorder.result(ended())
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@contextmanager
def small_files(size: int) -> Iterator[None]:
    """No file may grow larger, as on a disk that is full."""
    resource = pytest.importorskip("resource", reason="files have no limit here")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("size", [10, 300, 2000])
def test_a_disk_that_is_full_is_one_sentence(tmp_path: Path, size: int) -> None:
    window = Filmed()
    recorder = Recorder(window, tmp_path / "films")
    film(recorder, window, 4, (200, 300))
    with small_files(size), pytest.raises(MinefieldError, match="cannot be written") as told:
        recorder.result(ended())
    assert "name another folder" in str(told.value)
