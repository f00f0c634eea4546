"""Rounds amid windows and boxes that are not the game's: none may be pressed or typed into.

    python -m benchmarks.live.amid_traps                         # a round of each kind, everywhere
    python -m benchmarks.live.amid_traps --only windows --runs 10 --seed 7

`testbed.trap_windows` brings up windows of the game's own program and of another one, under each
window manager that is installed and without any; `testbed.trap_boxes` boxes of a page. They go away
by themselves: then the round is to go on.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.console import Console

from benchmarks.live.traps import DISPLAY, MANAGERS, SHOWS, SMALL, await_manager
from mwagent.minefield import MinefieldError
from mwagent.player.play import Result
from mwagent.player.session import play_round
from mwagent.player.views import Desktop, ScreenView, open_tab
from mwagent.player.window import SightedWindow
from mwagent.solvers import create
from testbed import trap_boxes, trap_windows


def amid_windows(manager: list[str], seed: int, kinds: Sequence[str] = ()) -> Counter[str]:
    """What was noted of a round amid each kind of window, and how rounds stopped."""
    with tempfile.TemporaryDirectory() as folder, Desktop(True, DISPLAY) as desktop:
        log = Path(folder, "noted.txt")
        if manager:
            desktop.start(manager)
            await_manager()
        command = [sys.executable, "-m", "testbed.trap_windows", "--seed", str(seed)]
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


def runs(seed: int, only: str | None) -> Iterator[tuple[str, Counter[str]]]:
    """One run after another, without end."""
    managers = [one for one in MANAGERS if all(map(shutil.which, one[:2] if len(one) > 1 else one))]
    managers.append([])
    number = seed
    while True:
        if only != "boxes":
            manager = managers[number % len(managers)]
            name = " ".join(manager[-2:]) or "no manager"
            yield f"windows {number}, {name}", amid_windows(manager, number)
        if only != "windows":
            yield f"boxes {number}", amid_boxes(number)
        number += 1


def main() -> int:
    """Count what was pressed and typed; 1 where it was a trap."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=("windows", "boxes"))
    args = parser.parse_args()
    console, trapped, total = Console(), 0, Counter[str]()
    for number, (name, noted) in enumerate(runs(args.seed, args.only), 1):
        kinds = Counter(what.partition(":")[0] for what in noted.elements())
        total += kinds
        console.print(f"{name}: {dict(kinds)}", markup=False)
        for what, times in sorted(noted.items()):
            if what.startswith(("trap", "stopped")):
                console.print(f"    {what} ({times})", markup=False)
        trapped += kinds["trap"]
        if number == args.runs:
            break
    console.print(f"{total['round']} rounds begun, {total['ended']} ended, {trapped} traps")
    return 1 if trapped else 0


if __name__ == "__main__":
    sys.exit(main())
