"""The screen is grabbed for real: on a virtual display that shows a known picture."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from mwagent.vision import Screen, look
from mwagent.vision.__main__ import main
from mwagent.vision.known.skins import known_skins

WIDTH, HEIGHT = 640, 480
ZPIXMAP = 2
"""The picture format of the X protocol that has whole pixels one after the other."""
BOARD = ["00111", "001F1", "00111", "11000", "#1000", "#2111", "##F##"]


@pytest.fixture(scope="module")
def picture() -> NDArray[np.uint8]:
    """What the display shows: a classic board of 24 pixels to the cell, at (100, 60)."""
    skin = next(skin for skin in known_skins() if skin.name == "classic")
    board = np.concatenate([np.concatenate([skin.tile(s) for s in row], axis=1) for row in BOARD])
    shown = np.full((HEIGHT, WIDTH, 3), (96, 128, 160), np.uint8)
    shown[50:240, 90:230] = 192
    shown[60:228, 100:220] = cv2.resize(board, (120, 168), interpolation=cv2.INTER_LINEAR)
    return shown


@pytest.fixture(scope="module")
def display(picture: NDArray[np.uint8], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A virtual display with one window as large as the screen, which shows the picture."""
    xvfb = shutil.which("Xvfb")
    if xvfb is None:
        pytest.skip("needs Xvfb (apt install xvfb)")
    x11 = pytest.importorskip("Xlib.display", reason="python-xlib is not installed")
    reads, writes = os.pipe()
    server = subprocess.Popen(
        [xvfb, "-displayfd", str(writes), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-noreset"],
        pass_fds=[writes],
        stderr=subprocess.DEVNULL,
    )
    os.close(writes)
    try:
        with os.fdopen(reads) as told:
            name = f":{told.readline().strip()}"
        assert name != ":", "Xvfb did not start"
        no_keys = tmp_path_factory.mktemp("screen") / "Xauthority"
        no_keys.touch()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XAUTHORITY", str(no_keys))
            connection = x11.Display(name)
        show(connection, picture)
        yield name
        connection.close()
    finally:
        server.terminate()
        server.wait(timeout=60)


def show(connection: Any, picture: NDArray[np.uint8]) -> None:
    """Cover the screen with a window that has the picture for its background."""
    root = connection.screen().root
    pixmap = root.create_pixmap(WIDTH, HEIGHT, 24)
    pen = pixmap.create_gc()
    pixels = np.dstack([picture, np.zeros((HEIGHT, WIDTH), np.uint8)])
    for top in range(0, HEIGHT, 40):
        strip = pixels[top : top + 40].tobytes()
        pixmap.put_image(pen, 0, top, WIDTH, 40, ZPIXMAP, 24, 0, strip)
    window = root.create_window(
        0, 0, WIDTH, HEIGHT, 0, 24, background_pixmap=pixmap, override_redirect=True
    )
    window.map()
    connection.sync()


@pytest.fixture
def on_display(display: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", display)
    for name in ("WAYLAND_DISPLAY", "XDG_SESSION_TYPE", "XAUTHORITY"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.screen
@pytest.mark.usefixtures("on_display")
def test_a_grab_shows_every_pixel_of_the_screen(picture: NDArray[np.uint8]) -> None:
    with Screen() as screen:
        assert screen.monitors == 1
        shot = screen.grab()
        assert shot.picture.shape == (HEIGHT, WIDTH, 3)
        assert np.abs(shot.picture.astype(int) - picture).max() <= 2
        assert (shot.left, shot.top, shot.scale_x, shot.scale_y) == (0, 0, 1, 1)
        assert [each.picture.shape for each in screen.grab_all()] == [(HEIGHT, WIDTH, 3)]


@pytest.mark.screen
@pytest.mark.usefixtures("on_display")
def test_a_part_of_the_screen_is_where_it_was_asked_for(picture: NDArray[np.uint8]) -> None:
    with Screen() as screen:
        shot = screen.grab(0, (100, 60, 220, 228))
    assert np.abs(shot.picture.astype(int) - picture[60:228, 100:220]).max() <= 2
    assert shot.to_screen(12, 12) == (112, 72)


@pytest.mark.screen
@pytest.mark.usefixtures("on_display")
def test_beyond_the_screen_all_is_black(picture: NDArray[np.uint8]) -> None:
    with Screen() as screen:
        shot = screen.grab(0, (WIDTH - 40, -10, WIDTH + 20, 50))
        assert not screen.grab(0, (WIDTH + 10, 0, WIDTH + 30, 20)).picture.any()
    assert shot.picture.shape == (60, 60, 3)
    assert np.abs(shot.picture[10:, :40].astype(int) - picture[:50, -40:]).max() <= 2
    assert not shot.picture[:10].any() and not shot.picture[:, 40:].any()


@pytest.mark.screen
@pytest.mark.usefixtures("on_display")
def test_the_board_on_the_screen_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    with Screen() as screen:
        reading = look(screen.grab().picture)
    assert list(reading.cells) == BOARD
    assert reading.lattice.cell_at(100 + 3.5 * 24, 60 + 1.5 * 24) == (1, 3)
    assert main([]) == 0
    assert "\n".join(BOARD) in capsys.readouterr().out
