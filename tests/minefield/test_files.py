"""Files are read up to a limit, whatever they are."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mwagent.formats.replays import read_replay
from mwagent.minefield import MinefieldError, files, load
from mwagent.minefield.files import read_at_most, write_whole, written_whole
from mwagent.player.records import GameLog
from mwagent.player.records.log import read as read_log
from mwagent.virtual.arena.boards import read_boards
from mwagent.vision.pictures import load_picture

PIPES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")


def test_a_file_is_read_up_to_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_at_most(path, 5) == b"12345"
    with pytest.raises(OSError, match="longer than 4e-06 MB"):
        read_at_most(path, 4)
    with pytest.raises(OSError, match="no such name"):
        read_at_most("a\0b", 4)


@pytest.mark.skipif(os.name != "posix", reason="there is no /dev/zero here")
def test_what_never_ends_is_too_long() -> None:
    with pytest.raises(OSError, match=r"longer than 0\.001 MB"):
        read_at_most("/dev/zero", 1000)
    with pytest.raises(OSError, match="no plain file"):
        read_at_most("/dev/zero", 1000, plain=True)


@PIPES
def test_a_pipe_that_nobody_named_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="no plain file"):
        read_at_most(tmp_path / "pipe", 1000, plain=True)


@pytest.fixture
def pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A named pipe with nobody at its other end, which is waited for a moment."""
    monkeypatch.setattr(files, "WRITER_WITHIN", 0.02)
    monkeypatch.setattr(files, "ENDS_WITHIN", 0.2)
    path = tmp_path / "pipe.png"
    os.mkfifo(path)
    yield path


READERS: dict[str, Callable[[Path], object]] = {
    "board": load,
    "picture": load_picture,
    "log": read_log,
    "replay": read_replay,
    "boards of the arena": lambda path: read_boards(path, (0, 0)),
}


@PIPES
@pytest.mark.parametrize("kind", READERS)
def test_a_pipe_without_a_writer_is_told_in_a_sentence(kind: str, pipe: Path) -> None:
    with pytest.raises(MinefieldError, match=r"pipe\.png: .*nobody writes to this pipe"):
        READERS[kind](pipe)


@PIPES
def test_a_pipe_that_does_not_end_is_given_up(pipe: Path) -> None:
    keep = os.open(pipe, os.O_RDWR)
    try:
        os.write(keep, b"1,1\n")
        with pytest.raises(OSError, match=r"did not end within 0\.2 s"):
            read_at_most(pipe, 1000)
    finally:
        os.close(keep)


@PIPES
def test_a_pipe_is_read_to_its_end(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As of `mwagent read <(program)`, however its writer takes its time."""
    monkeypatch.setattr(files, "WRITER_WITHIN", 30.0)
    monkeypatch.setattr(files, "ENDS_WITHIN", 30.0)

    def write() -> None:
        with pipe.open("wb") as file:
            for _ in range(3):
                file.write(b"x" * 70_000)
                file.flush()
                time.sleep(0.01)

    writer = threading.Thread(target=write)
    writer.start()
    assert read_at_most(pipe, 300_000) == b"x" * 210_000
    writer.join()


@PIPES
def test_a_pipe_that_nobody_reads_is_not_waited_for(pipe: Path) -> None:
    with pytest.raises(OSError, match="nobody reads from this pipe"):
        write_whole(pipe, "1##")
    with pytest.raises(MinefieldError, match="nobody reads from this pipe"):
        GameLog(pipe, "best", {}, "screen")


def test_half_a_file_is_never_left(tmp_path: Path) -> None:
    path = tmp_path / "board.csv"
    for before in (None, "1,1\n"):
        if before is not None:
            path.write_text(before)
        with pytest.raises(KeyboardInterrupt), written_whole(path) as file:
            assert file.suffix == ".csv"
            file.write_text("9")
            raise KeyboardInterrupt
        assert [each.read_text() for each in tmp_path.iterdir()] == [before] * (before is not None)


@pytest.mark.skipif(os.name != "posix", reason="links need a privilege on Windows")
def test_a_link_and_permissions_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, "new")
    assert link.is_symlink() and path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640
    write_whole(tmp_path / "fresh", b"1")
    usual = tmp_path / "usual"
    usual.touch()
    assert (tmp_path / "fresh").stat().st_mode == usual.stat().st_mode


@pytest.mark.skipif(os.name != "posix", reason="there is no /dev/full here")
def test_a_device_is_written_to_itself() -> None:
    with pytest.raises(OSError, match="No space left"):
        write_whole("/dev/full", "1##")
    assert Path("/dev/full").is_char_device()


FULL = """
import resource, sys
from pathlib import Path
import cv2
import numpy as np
from mwagent import Board, analyse
from mwagent.minefield import MinefieldError
from mwagent.player.records.recording import save, write_gif, write_mp4
from mwagent.solvers.show.picture import save_picture as save_heat_map
from mwagent.vision.pictures import save_picture

folder, board = Path(sys.argv[1]), Board.hidden(40, 40, 99)
analysis = analyse(board)
noise = [np.random.default_rng(n).integers(0, 256, (90, 90, 3), np.uint8) for n in range(3)]
films = [cv2.imencode(".png", picture)[1].tobytes() for picture in noise]
resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000))
for name, write in {
    "mark.png": lambda path: save_picture(path, noise[0]),
    "heat.png": lambda path: save_heat_map(board, analysis, path),
    "final.png": lambda path: save(noise[0], path),
    "game.gif": lambda path: write_gif(films, path),
    "game.mp4": lambda path: write_mp4(films, path),
}.items():
    for before in (None, b"before"):
        if before:
            (folder / name).write_bytes(before)
        try:
            write(folder / name)
        except (MinefieldError, OSError) as error:
            print(name, "\\n" not in str(error))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="files have no limit here")
def test_no_picture_is_left_cut_by_a_full_disk(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FULL, tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    names = ["mark.png", "heat.png", "final.png", "game.gif", "game.mp4"]
    told = [f"{name} True" for name in names for _ in range(2)]
    assert (done.stdout.splitlines(), done.stderr) == (told, "")
    assert {each.name: each.read_bytes() for each in tmp_path.iterdir()} == dict.fromkeys(
        names, b"before"
    )
