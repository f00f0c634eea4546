"""How many presses beside a board land on what does harm: none may.

    python -m benchmarks.live.traps                              # 500 presses, pages and programs
    python -m benchmarks.live.traps --presses 100 --only pages --seed 7

`testbed.traps` makes pages and programs whose boards take no clicks, among words, marks, links and
forms that close, quit, buy, log in and so on; the bot tries all that it knows to begin a round.
Programs are shown by each window manager that is installed, whose title bars are traps as well.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rich.console import Console

from mwagent.belief import Location
from mwagent.minefield import MinefieldError
from mwagent.player.rounds import enter
from mwagent.player.rounds.ways import ways
from mwagent.player.views import Desktop, ScreenView, TabView, View, open_tab
from mwagent.vision.lattice import Lattice
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
        command = [sys.executable, "-m", "testbed.traps", "--seed", str(seed), "--log", str(log)]
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


def runs(seed: int, only: str | None) -> Iterator[tuple[str, Counter[str]]]:
    """One page or program after another, without end."""
    managers = [one for one in MANAGERS if all(map(shutil.which, one[:2] if len(one) > 1 else one))]
    number = seed
    while True:
        if only != "programs":
            yield f"page {number}", on_page(number)
        if only != "pages":
            manager = managers[number % len(managers)] if managers else []
            name = manager[0] if len(manager) == 1 else " ".join(manager[1:2])
            own_bar = bool(number // 2 % 2)
            yield f"program {number}, {name}", on_screen(manager, number, own_bar)
        number += 1


def main() -> int:
    """Count presses; 1 where one landed on a trap."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=("pages", "programs"))
    args = parser.parse_args()
    console, total, trapped = Console(), 0, 0
    for name, pressed in runs(args.seed, args.only):
        traps = {what: times for what, times in pressed.items() if what.startswith("trap")}
        total += pressed.total()
        trapped += sum(traps.values())
        told = ", ".join(f"{what} ({times})" for what, times in sorted(traps.items()))
        console.print(f"{name}: {pressed.total()} presses{': ' * bool(told)}{told}", markup=False)
        if total >= args.presses:
            break
    console.print(f"{total} presses beside a board, {trapped} on traps")
    return 1 if trapped else 0


if __name__ == "__main__":
    sys.exit(main())
