"""GNOME's compositor with its real portal: the dialog, what comes of it, and how it ends."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from mwagent.coach.sources.screen import ScreenSource
from mwagent.minefield import MinefieldError
from mwagent.player.views import Press, ScreenView
from mwagent.player.views.mouse import FailSafeError
from mwagent.wayland import permission
from mwagent.wayland.seat import DesktopGoneError, WaylandError
from mwagent.wayland.session import Session, this_session
from testbed.wayland import Gnome, User, gnome, missing_for_gnome

pytest.importorskip("pywayland", reason="pywayland is not installed (pip install mwagent[wayland])")
pytestmark = [
    pytest.mark.screen,
    pytest.mark.skipif(
        bool(missing_for_gnome()),
        reason="needs mutter, pipewire, wireplumber and xdg-desktop-portal-gnome",
    ),
    pytest.mark.skipif(
        "MWAGENT_LONG" not in os.environ,
        reason="asks the dialog eight times, which takes minutes on a busy machine: MWAGENT_LONG=1",
    ),
]
BOX = (200, 200, 900, 700)
BESIDE = (250, 250)


@pytest.fixture(scope="module")
def desk() -> Iterator[tuple[Gnome, User]]:
    with gnome() as pair:
        yield pair


@pytest.fixture
def fresh_desk() -> Iterator[tuple[Gnome, User]]:
    """One of its own: mutter shows no dialog at times once some sessions have come and gone."""
    with gnome() as pair:
        yield pair


@pytest.fixture
def view(desk: tuple[Gnome, User]) -> Iterator[ScreenView]:
    with desk[1].answering():
        view = ScreenView()
    desk[1].move(700, 900)
    yield view
    view.close()


def pointer_at(view: ScreenView, at: tuple[int, int]) -> bool:
    """Whether the pointer is seen at a point, within the time a busy machine may take."""
    until = time.monotonic() + 20.0
    while np.hypot(view.pointer()[0] - at[0], view.pointer()[1] - at[1]) > 2:
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def test_the_mouse_is_the_users_and_a_corner_stops_it(
    desk: tuple[Gnome, User], view: ScreenView
) -> None:
    user = desk[1]
    assert this_session() is Session.PORTAL
    assert view._screen.seat is not None and not view._screen.seat.escape
    shot = view.grab(0, BOX)
    assert shot.picture.shape == (500, 700, 3) and (shot.left, shot.top) == (200, 200)
    assert pointer_at(view, (700, 900))
    assert view.press([Press(BESIDE, (1,))]) == 1
    assert pointer_at(view, BESIDE)
    user.move(400, 820)
    assert pointer_at(view, (400, 820))
    assert view.press([Press(BESIDE, (1,))]) == 0, "nothing is pressed while the user has the mouse"
    assert view.press([Press(BESIDE, (1,))]) == 1, "and it goes on once the mouse lies still"
    user.move(1599, 0)
    assert pointer_at(view, (1599, 0))
    with pytest.raises(FailSafeError):
        view.press([Press(BESIDE, (1,))])


def test_presses_come_where_they_are_sent_in_their_order(
    desk: tuple[Gnome, User], view: ScreenView
) -> None:
    seat = view._screen.seat
    assert seat is not None
    for at in ((0, 0), (1599, 999), (37, 911), (1200, 3)):
        seat.move(at)
        assert pointer_at(view, at)
        assert seat._seen() == at or pointer_at(view, at)  # type: ignore[attr-defined]


def test_no_picture_is_older_than_the_last_press(
    desk: tuple[Gnome, User], view: ScreenView
) -> None:
    """However long the compositor takes: here it is halted for longer than a frame ever takes."""
    mutter = desk[0].programs["mutter"]
    seat = view._screen.seat
    assert seat is not None
    assert pointer_at(view, (700, 900))
    for number in range(4):
        at = (300 + 90 * number, 800)
        os.kill(mutter.pid, signal.SIGSTOP)
        goes_on = threading.Timer(0.6, os.kill, (mutter.pid, signal.SIGCONT))
        goes_on.start()
        seat.move(at)
        view.grab(0, BOX)
        seen = seat._seen()  # type: ignore[attr-defined]
        goes_on.join()
        assert seen == at
    for down in (True, False):
        seat.button(1, down)
    pressed = seat._pressed  # type: ignore[attr-defined]
    view.grab(0, BOX)
    # Nothing on the desktop has changed, and yet there is a frame that shows as much.
    assert seat._streams[0].current > pressed  # type: ignore[attr-defined]


def test_once_sharing_is_stopped_there_is_one_sentence(
    desk: tuple[Gnome, User], view: ScreenView
) -> None:
    desk[1].stop_sharing()
    with pytest.raises(DesktopGoneError, match="no longer shares its screen"):
        for _ in range(200):
            view.grab(0, BOX)
            time.sleep(0.05)


@pytest.mark.parametrize(
    ("how", "told"), [({"share": False}, "refused"), ({"mouse": False}, "but not its mouse")]
)
def test_a_dialog_that_is_refused_ends_in_one_sentence(
    desk: tuple[Gnome, User], how: dict[str, bool], told: str
) -> None:
    with desk[1].answering(**how), pytest.raises(MinefieldError, match=told):
        ScreenView()


def test_the_coach_asks_for_pictures_alone_and_only_once(desk: tuple[Gnome, User]) -> None:
    user = desk[1]
    with user.answering(mouse=False):
        source = ScreenSource()
    assert source.pictures()[0].picture.shape == (1000, 1600, 3)
    source.close()
    path = permission.permission_file()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.parent.parent == desk[0].folder
    again = ScreenSource()  # nobody answers a dialog now
    assert again.pictures()
    again.close()
    words = [sys.executable, "-m", "mwagent", "forget-permission"]
    for told in ("forgotten", "there is no permission"):
        done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=120)
        assert told in done.stdout
    assert not path.exists()


@pytest.mark.browser
@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs Chromium")
def test_our_page_is_won(fresh_desk: tuple[Gnome, User]) -> None:
    words = [sys.executable, "-m", "mwagent", "--demo", "beginner", "--json"]
    player = subprocess.Popen(
        [*words, "--log", os.devnull, "--final", os.devnull],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        fresh_desk[1].answer()
        fresh_desk[1].move(800, 990)
        told, wrong = player.communicate(timeout=150)
    finally:
        player.kill()
    assert player.returncode == 0, wrong
    assert '"stage": "won"' in told


def test_without_pipewire_there_is_one_sentence(fresh_desk: tuple[Gnome, User]) -> None:
    fresh_desk[0].kill("pipewire")
    words = [sys.executable, "-m", "mwagent", "--delay", "0"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "PipeWire" in done.stderr.splitlines()[-1]


def test_without_a_portal_there_is_one_sentence(fresh_desk: tuple[Gnome, User]) -> None:
    """It ends the portal, and then the compositor, while they are used."""
    gnome_desk, user = fresh_desk
    with user.answering():
        view = ScreenView()
    gnome_desk.kill("xdg-desktop-portal")
    with pytest.raises(DesktopGoneError, match=r"portal has ended|no longer shares"):
        for _ in range(200):
            view.grab(0, BOX)
            time.sleep(0.05)
    view.close()
    words = [sys.executable, "-m", "mwagent", "--delay", "0"]
    nowhere = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}
    done = subprocess.run(
        words, env=nowhere, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "no D-Bus" in done.stderr
    gnome_desk.start_portal()
    with user.answering():
        view = ScreenView()
    gnome_desk.kill("mutter")
    with pytest.raises((DesktopGoneError, WaylandError)):
        for _ in range(200):
            view.grab(0, BOX)
            time.sleep(0.05)
    view.close()
