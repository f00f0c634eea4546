"""A real Wayland desktop made with wlroots: what is seen, what is pressed, and how it ends."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from mwagent.player.views import Press, ScreenView
from mwagent.player.views.mouse import FailSafeError
from mwagent.vision.capture import Screen
from mwagent.wayland.seat import DesktopGoneError
from mwagent.wayland.session import Session, this_session
from testbed.wayland import SWAY, Sway, missing, sway
from testbed.webdriver import free_port

pytest.importorskip("pywayland", reason="pywayland is not installed (pip install mwagent[wayland])")
pytestmark = [
    pytest.mark.screen,
    pytest.mark.skipif(bool(missing(SWAY)), reason="needs sway (apt install sway)"),
]

OUTPUTS = (
    "resolution 1000x750 position -800 0 scale 1.25 background #203040 solid_color",
    "resolution 1200x800 position 0 0 scale 2 background #405060 solid_color",
)
"""Two monitors, one left of the other, and scales that differ."""


@pytest.fixture(scope="module")
def desk() -> Iterator[Sway]:
    with sway(OUTPUTS) as desk:
        yield desk


@pytest.fixture
def view(desk: Sway) -> Iterator[ScreenView]:
    desk.put_pointer(300, 200)
    view = ScreenView()
    yield view
    view.close()


def test_it_is_known_for_what_it_is(desk: Sway) -> None:
    assert this_session() is Session.WLROOTS


def test_monitors_lie_where_they_were_put_at_their_scales(desk: Sway) -> None:
    with Screen() as screen:
        found = {(one.left, one.top, one.width, one.height, one.pixels) for one in screen.places}
        shots = screen.grab_all()
    assert found == {(-800, 0, 800, 600, (1000, 750)), (0, 0, 600, 400, (1200, 800))}
    assert {(shot.scale_x, shot.picture.shape[:2]) for shot in shots} == {
        (1.25, (750, 1000)),
        (2.0, (800, 1200)),
    }


def test_a_part_shows_the_pixels_that_were_asked_for(desk: Sway) -> None:
    with Screen() as screen:
        for number, place in enumerate(screen.places):
            colour = (0x40, 0x30, 0x20) if place.left < 0 else (0x60, 0x50, 0x40)
            whole = screen.grab(number)
            assert (np.median(whole.picture.reshape(-1, 3), axis=0) == colour).all()
            part = screen.grab(number, (-5, 11, 90, 47))
            assert part.picture.shape == (36, 95, 3)
            assert not part.picture[:, :5].any()
            assert (part.picture[:, 5:] == whole.picture[11:47, :90]).all()
            assert part.to_screen(5, 0) == pytest.approx((place.left, 11 / place.scale[0]))


def test_the_pointer_is_put_where_it_is_told_on_every_monitor(view: ScreenView) -> None:
    """The tip of its image is where a press would go, on each monitor."""
    seat = view._screen.seat
    assert seat is not None and not seat.escape
    draw = np.random.default_rng(41)
    for number, place in enumerate(seat.monitors):
        images = []
        for _ in range(6):
            x = int(draw.integers(int(place.left) + 60, int(place.left + place.width) - 60))
            y = int(draw.integers(60, int(place.height) - 60))
            seat.move((x, y))
            seat.flush()
            whole = seat._copy(number, (0, 0, *place.pixels), pointer=True)  # type: ignore[attr-defined]
            seen = cv2.findNonZero((whole != whole[0, 0]).any(axis=2).astype(np.uint8))
            left, top, _, _ = cv2.boundingRect(seen)
            images.append((left - (x - place.left) * place.scale[0], top - y * place.scale[1]))
        # Its image begins as far from the point, wherever that is.
        assert np.ptp(images, axis=0).max() <= 1.0 + place.scale[0] % 1, images


def test_the_users_mouse_is_left_to_the_user(desk: Sway, view: ScreenView) -> None:
    box = (100, 100, 400, 300)
    number = next(n for n, one in enumerate(view._screen.places) if one.left == 0)
    view.grab(number, box)
    at = (100, 100)
    assert view.press([Press(at, (1,))]) == 1
    view.grab(number, box)
    desk.put_pointer(420, 310)
    assert view.press([Press(at, (1,))]) == 0, "nothing is pressed while the user has the mouse"
    assert np.hypot(view.pointer()[0] - 420, view.pointer()[1] - 310) < 12
    view.grab(number, box)
    assert view.press([Press(at, (1,))]) == 1, "and it goes on once the mouse lies still"


@pytest.mark.long
def test_the_pointer_is_found_beside_what_moves(desk: Sway) -> None:
    """Half of the pictures show something else that has changed, as a clock does."""
    stop = threading.Event()

    def flicker() -> None:
        colours = ("#102030", "#304050")
        for number in itertools.count():
            if stop.wait(0.25):
                return
            desk.message("output", "HEADLESS-1", "background", colours[number % 2], "solid_color")

    clock = threading.Thread(target=flicker)
    clock.start()
    try:
        for _ in range(3):
            desk.put_pointer(300, 200)
            view = ScreenView()
            seat = view._screen.seat
            assert seat is not None and not seat.escape
            assert np.hypot(view.pointer()[0] - 300, view.pointer()[1] - 200) < 12
            view.close()
    finally:
        stop.set()
        clock.join()
        desk.message("output", "HEADLESS-1", "background", "#203040", "solid_color")


@pytest.mark.parametrize("corner", [(-800, 0), (599, 0), (599, 399), (-800, 599)])
def test_the_mouse_in_a_corner_stops_it(
    desk: Sway, view: ScreenView, corner: tuple[int, int]
) -> None:
    number = next(n for n, one in enumerate(view._screen.places) if one.left == 0)
    view.grab(number, (100, 100, 400, 300))
    assert view.press([Press((100, 100), (1,))]) == 1
    view.grab(number, (100, 100, 400, 300))
    desk.put_pointer(*corner)
    with pytest.raises(FailSafeError):
        view.press([Press((100, 100), (1,))])


def test_a_look_at_a_board_takes_a_frame_or_two(view: ScreenView) -> None:
    import time

    number = next(n for n, one in enumerate(view._screen.places) if one.left == 0)
    times = []
    for _ in range(15):
        start = time.perf_counter()
        view.grab(number, (100, 100, 700, 500))
        times.append(time.perf_counter() - start)
    # 30 ms is what is asked for; here others may use the machine.
    assert np.median(times) < 0.5


def test_doctor_finds_the_monitors(desk: Sway) -> None:
    words = [sys.executable, "-m", "mwagent", "doctor"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "made with wlroots" in done.stdout and "scale 1.25" in done.stdout
    assert "1200 x 800 pixels at (0, 0), scale 2" in done.stdout
    assert "screencopy" in done.stdout and len(done.stdout.splitlines()) <= 14


def test_without_a_compositor_there_is_one_sentence(
    desk: Sway, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-none")
    words = [sys.executable, "-m", "mwagent", "--delay", "0"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "no Wayland compositor answers" in done.stderr


@pytest.mark.long
@pytest.mark.browser
@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Chromium")
def test_no_press_is_beside_its_cell_on_either_of_two_monitors() -> None:
    """One at scale 1.25 and negative coordinates, one at scale 2; the page's journal tells."""
    from playwright.sync_api import sync_playwright

    from benchmarks.live.demo import play_round
    from mwagent.player.places import demo_window
    from mwagent.solvers import create

    outputs = (
        "resolution 1600x1125 position -1280 0 scale 1.25",
        "resolution 2560x1800 position 0 0 scale 2",
    )
    with sway(outputs) as desk, sync_playwright() as driver:
        for number in (1, 2):
            desk.message("focus", "output", f"HEADLESS-{number}")
            port = free_port()
            more = (f"--remote-debugging-port={port}", "--disable-gpu")
            page = {"test": "1", "zoom": "1"}
            with demo_window("beginner", page=page, more=more) as window:
                browser = driver.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
                clicks = 0
                while clicks < 8:
                    if clicks:
                        window.new_game()
                    tab = browser.contexts[0].pages[0]
                    game = play_round(window, tab, create("best"))
                    assert game["wrong"] == []
                    clicks += game["result"].clicks


@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Chromium")
@pytest.mark.browser
def test_our_page_is_won_and_a_compositor_that_dies_ends_it_cleanly() -> None:
    with sway() as desk:
        desk.put_pointer(800, 500)
        words = [sys.executable, "-m", "mwagent", "--demo", "beginner", "--json"]
        done = subprocess.run(
            [*words, "--log", os.devnull, "--final", os.devnull],
            capture_output=True,
            text=True,
            check=False,
            timeout=170,
        )
        assert done.returncode == 0, done.stderr
        assert '"stage": "won"' in done.stdout
        view = ScreenView()
        killed = threading.Timer(0.1, desk.kill, ["sway"])
        killed.start()
        killed.join()
        with pytest.raises(DesktopGoneError, match=r"compositor is gone|not answered"):
            for _ in range(100):
                view.pictures()
        view.close()
