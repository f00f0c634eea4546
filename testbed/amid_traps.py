"""Presses beside boards, and rounds amid windows and boxes that are not the game's.

`testbed.traps` and `testbed.trap_program` have boards that take no clicks, among words, marks,
links and forms that close, quit, buy, log in and so on; the bot tries all that it knows to begin a
round.
`testbed.trap_game` brings up windows of the game's own program and of another one, and
`testbed.trap_boxes` boxes of a page, in the midst of rounds. They go away by themselves: then the
round is to go on. Programs are shown by each window manager that is installed, whose title bars are
traps as well, and by none. Nothing that does harm may be pressed or typed into.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from mwagent.belief import Location
from mwagent.minefield import MinefieldError
from mwagent.player.play import Result
from mwagent.player.rounds import enter
from mwagent.player.rounds.ways import ways
from mwagent.player.session import play_round
from mwagent.player.views import Desktop, ScreenView, TabView, View, open_tab
from mwagent.player.window import SightedWindow
from mwagent.solvers import create
from mwagent.vision.lattice import Lattice
from testbed import trap_boxes, trap_windows
from testbed.traps import CELL, SIDE, page

MANAGERS: Final = (
    *(["openbox"], ["xfwm4"], ["metacity"], ["dbus-run-session", "mutter", "--x11"]),
    ["dbus-run-session", "kwin_x11"],
)
"""Commands of window managers; those that are not installed are left out."""
SMALL: Final = (760, 420)
"""Width and height of the tab, in CSS pixels."""
DISPLAY: Final = (1000, 760)
"""Width and height of the display of a program, in pixels."""
SHOWS: Final = 20.0
"""Seconds a window manager or a program may take to show itself."""


def press_all(view: View, x: float, y: float, whole: bool) -> None:
    """Try all that may begin a round beside a board at a pixel; the `whole`: also without one."""
    location = Location(0, Lattice(x, y, CELL, CELL, SIDE, SIDE), None)
    view.grab(0, location.box)
    view.found(0, location.box)
    for _ in ways(view, location, 0.0, untouched=True, gone=lambda: False):
        pass
    for _ in enter(view, 0.0) if whole else ():
        pass


def on_page(seed: int, whole: bool = True) -> Counter[str]:
    """What was pressed on a page."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "mines.html")
        file.write_text(page(seed), encoding="utf-8")
        with open_tab(file.as_uri(), size=SMALL) as view:
            box = view.page.locator("#board").bounding_box()
            assert box is not None
            press_all(_unloaded(view), box["x"], box["y"], whole)
            assert view.page.url.startswith(file.as_uri()), f"led to {view.page.url}"
            return Counter(view.page.evaluate("pressed"))


def _unloaded(view: TabView) -> TabView:
    """A tab that F5 does not load anew, so that all is noted in one place."""
    typed = view.key
    view.key = lambda name: name != "f5" and typed(name)  # type: ignore[method-assign]
    return view


def on_screen(manager: list[str], seed: int, own_bar: bool, whole: bool = True) -> Counter[str]:
    """What was pressed in a program on a display of its own."""
    with tempfile.TemporaryDirectory() as folder, Desktop(True, DISPLAY) as desktop:
        log = Path(folder, "pressed.txt")
        if manager:
            desktop.start(manager)
            await_manager()
        command = [sys.executable, "-m", "testbed.trap_program", "--seed", str(seed)]
        command += ["--log", str(log)]
        program = desktop.start([*command, *(["--own-bar"] if own_bar else [])])
        until = time.monotonic() + SHOWS
        while not log.exists() and time.monotonic() < until:
            time.sleep(0.1)
        if not log.exists():
            raise MinefieldError(f"the program of traps showed no window under {manager}")
        first = log.read_text("utf-8").splitlines()[0].split()
        view = ScreenView()
        view.park((DISPLAY[0] - 10, DISPLAY[1] - 10))
        press_all(view, float(first[1]), float(first[2]), whole)
        time.sleep(0.5)
        view.close()
        noted = Counter(log.read_text("utf-8").splitlines()[1:])
        if program.poll() is not None:
            noted["trap: ended"] += 1
    return noted


def await_manager() -> None:
    """Wait until a window manager says that it is there."""
    ScreenView().close()  # which sees to it that Xlib does without a file of keys
    from Xlib.display import Display

    display, until = Display(), time.monotonic() + SHOWS
    name = display.get_atom("_NET_SUPPORTING_WM_CHECK")
    while time.monotonic() < until and not display.screen().root.get_full_property(name, 0):
        time.sleep(0.05)
    display.close()


def amid_windows(manager: list[str], seed: int, kinds: Sequence[str] = ()) -> Counter[str]:
    """What was noted of a round amid each kind of window, and how rounds stopped."""
    with tempfile.TemporaryDirectory() as folder, Desktop(True, DISPLAY) as desktop:
        log = Path(folder, "noted.txt")
        if manager:
            desktop.start(manager)
            await_manager()
        command = [sys.executable, "-m", "testbed.trap_game", "--seed", str(seed)]
        program = desktop.start([*command, "--log", str(log), "--kinds", *kinds])
        view = ScreenView()
        view.park((DISPLAY[0] - 10, DISPLAY[1] - 10))
        stopped = _play(SightedWindow(view, patience=SHOWS), len(trap_windows.chosen(kinds)))
        view.close()
        noted = Counter(log.read_text("utf-8").splitlines())
        if program.poll() is not None:
            noted["trap: ended"] += 1
    return noted + stopped


def amid_boxes(seed: int, kinds: Sequence[str] = ()) -> Counter[str]:
    """What was noted of a round amid each kind of box on a page, and how rounds stopped."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "mines.html")
        file.write_text(trap_boxes.boxes(seed, kinds), encoding="utf-8")
        with open_tab(file.as_uri(), size=SMALL) as view:
            stopped = _play(SightedWindow(view, patience=SHOWS), len(trap_boxes.chosen(kinds)))
            return Counter[str](view.page.evaluate("noted")) + stopped


def _play(window: SightedWindow, rounds: int) -> Counter[str]:
    """Play rounds, and count how they ended."""
    solver, ended, begun, in_vain = create("best"), Counter[str](), 0, 0
    while begun < rounds and in_vain < 2:
        try:
            if begun:
                window.new_game()
            begun, in_vain = begun + 1, 0
            ended[f"played: {_outcome(play_round(window, solver))}"] += 1
        except MinefieldError as error:
            ended[f"stopped: {error}"] += 1
            in_vain += 1
    return ended


def _outcome(result: Result) -> str:
    return result.broken_off or ("won" if result.won else "lost")
