"""Programs nobody here wrote, from Debian, won by screen and mouse without any configuration.

On X11, and two of them as Wayland clients, one with the coach watching.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from mwagent import solvers
from mwagent.minefield import MinefieldError
from mwagent.player.play import LostSightError, Result, play_game
from mwagent.player.views import PRIMARY, Desktop, Press, ScreenView
from mwagent.player.window import SightedWindow
from testbed.wayland import SWAY, gnome, missing, missing_for_gnome, sway

ROUNDS = 10
GAMES = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games"))

pytestmark = [
    pytest.mark.screen,
    pytest.mark.timeout(600),
    pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="needs dbus-run-session"),
]


def installed(name: str) -> str:
    path = shutil.which(name, path=GAMES)
    if path is None:
        pytest.skip(f"{name} is not installed; on Debian: apt-get install {name}")
    return path


def shown(window: SightedWindow) -> tuple[int, int]:
    """Wait until a board is on the screen, and the same one twice."""
    until, before = time.monotonic() + 60, None
    while time.monotonic() < until:
        time.sleep(0.1)
        try:
            window.find()
        except MinefieldError:
            continue
        assert window.location is not None
        if window.location.lattice.box == before:
            return window.location.shape
        before = window.location.lattice.box
    pytest.fail("the program showed no board within a minute")


def still(view: ScreenView) -> None:
    """Wait until the screen has been the same for half a second."""
    until, quiet, before = time.monotonic() + 60, 0, view.pictures()[0].picture
    while quiet < 5 and time.monotonic() < until:
        time.sleep(0.1)
        now = view.pictures()[0].picture
        quiet = quiet + 1 if np.array_equal(now, before) else 0
        before = now


def win(window: SightedWindow) -> Result:
    """Play until a round is won; one in which sight of the board is lost is not."""
    solver = solvers.create("best")
    for number in range(ROUNDS):
        if number:
            window.new_game()
        try:
            result = play_game(window, solver)
        except LostSightError as error:
            warnings.warn(f"round {number + 1}: {error}", stacklevel=1)
            continue
        assert result.won or result.lost_at is not None, "lost on a cell taken for safe"
        if result.won:
            return result
    pytest.fail(f"not won within {ROUNDS} rounds")


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    with Desktop(virtual=True) as started:
        yield started


def environment(home: Path) -> dict[str, str]:
    home.chmod(0o700)
    return {
        "HOME": str(home),
        "XDG_RUNTIME_DIR": str(home),
        "QT_QPA_PLATFORM": "xcb",
        "GDK_BACKEND": "x11",
        "LC_ALL": "C.UTF-8",
    }


def choose_the_smallest(view: ScreenView) -> None:
    """Answer what gnome-mines asks first, a level, by four large buttons: 8x8 is the first."""
    until = time.monotonic() + 60
    while view.pictures()[0].picture[:480, :600].mean() < 100 and time.monotonic() < until:
        time.sleep(0.2)
    still(view)
    view.press([Press((200, 160), (PRIMARY,), 0.08)])
    view.park((800, 800))
    still(view)


# By the name of the program: what it opens on, and whether it needs a bus. Expert of xdemineur has
# a mine more, and every round begins with an opening.
PROGRAMS = {
    "kmines": ((9, 9), True),
    "sgt-mines": ((9, 9), False),
    "xdemineur": ((16, 30), False),
    "gnome-mines": ((8, 8), True),
}


@pytest.mark.drawn
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
@pytest.mark.parametrize("name", PROGRAMS)
def test_it_is_won(desktop: Desktop, tmp_path: Path, name: str) -> None:
    shape, on_bus = PROGRAMS[name]
    desktop.start(["dbus-run-session"] * on_bus + [installed(name)], environment(tmp_path))
    view = ScreenView()
    window = SightedWindow(view)
    if name == "gnome-mines":
        choose_the_smallest(view)
    assert shown(window) == shape
    assert win(window).won
    view.close()


def on_sway(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that needs sway, and that plays a whole game."""
    needs = pytest.mark.skipif(bool(missing(SWAY)), reason="needs sway (apt install sway)")
    return pytest.mark.drawn(needs(test))


@contextmanager
def as_wayland_client(tmp_path: Path, command: list[str]) -> Iterator[ScreenView]:
    """A program on a desktop of sway, of which a view is taken."""
    pytest.importorskip(
        "pywayland", reason="pywayland is not installed (pip install mwagent[wayland])"
    )
    program = ["dbus-run-session", installed(command[0]), *command[1:]]
    native = {"GDK_BACKEND": "wayland", "QT_QPA_PLATFORM": "wayland"}
    with sway() as desk, Desktop() as desktop:
        desk.put_pointer(1500, 900)
        home = {**environment(tmp_path), **native, "XDG_RUNTIME_DIR": str(desk.folder)}
        desktop.start(program, home)
        view = ScreenView()
        try:
            yield view
        finally:
            view.close()


@pytest.mark.long
@on_sway
def test_gnome_mines_is_won_on_wayland_while_the_coach_watches(tmp_path: Path) -> None:
    with as_wayland_client(tmp_path, ["gnome-mines", "--small"]) as view:
        window = SightedWindow(view)
        assert shown(window) == (8, 8)
        still(view)
        words = [sys.executable, "-m", "mwagent", "coach", "--json", "--no-page"]
        coach = subprocess.Popen(
            [*words, "--games", str(tmp_path / "games.sqlite")], stdout=subprocess.PIPE, text=True
        )
        try:
            time.sleep(6.0)  # it finds the board
            assert win(window).won
            time.sleep(3.0)
            coach.send_signal(signal.SIGINT)
            told, _ = coach.communicate(timeout=60)
        finally:
            coach.kill()
    games = json.loads(told)["games"]
    assert games, "the coach saw no game"
    assert {(game["rows"], game["cols"]) for game in games} == {(8, 8)}
    # Its window says over the board that the round is won, which may be seen as another game.
    assert any(game["stage"] == "won" for game in games)


@pytest.mark.long
@pytest.mark.skipif(
    bool(missing_for_gnome()),
    reason="needs mutter, pipewire, wireplumber and xdg-desktop-portal-gnome",
)
def test_gnome_mines_is_won_through_the_portal_of_gnome(tmp_path: Path) -> None:
    pytest.importorskip("pywayland", reason="pywayland is not installed")
    program = ["dbus-run-session", installed("gnome-mines"), "--small"]
    with gnome() as (desk, user), Desktop() as desktop:
        native = {"GDK_BACKEND": "wayland", "XDG_RUNTIME_DIR": str(desk.folder)}
        with user.answering():
            view = ScreenView()
        user.move(1500, 900)
        desktop.start(program, {**environment(tmp_path), **native})
        try:
            window = SightedWindow(view)
            assert shown(window) == (8, 8)
            still(view)
            assert win(window).won
        finally:
            view.close()


@pytest.mark.long
@on_sway
def test_kmines_is_won_on_wayland(tmp_path: Path) -> None:
    """Of its windows a Wayland desktop tells nothing: each round is one of a program begun anew."""
    if not any(Path("/usr/lib").glob("*/qt5/plugins/platforms/libqwayland-*.so")):
        pytest.skip("kmines needs Qt's plugin for Wayland (apt install qtwayland5)")
    for number in range(ROUNDS):
        with as_wayland_client(tmp_path, ["kmines"]) as view:
            window = SightedWindow(view)
            assert shown(window) == (9, 9)
            try:
                result = play_game(window, solvers.create("best"))
            except LostSightError as error:
                warnings.warn(f"round {number + 1}: {error}", stacklevel=1)
                continue
            assert result.won or result.lost_at is not None, "lost on a cell taken for safe"
            if result.won:
                return
    pytest.fail(f"not won within {ROUNDS} rounds")
