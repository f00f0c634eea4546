"""Play the practice page on Wayland desktops beside X11, a round on each in turns.

    python -m benchmarks.live.wayland                    20 Expert rounds on X11, sway and mutter
    python -m benchmarks.live.wayland --rounds 5 --desktops x11 mutter

Mutter shares its screen by the portal of GNOME, whose dialog is answered as a user would. The
page's journal tells of presses beside their cells.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import sys
import threading
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from playwright.sync_api import Page, sync_playwright

from benchmarks.live.demo import free_port, play_round
from mwagent import solvers
from mwagent.minefield import FirstClick, Game, Level
from mwagent.player.places import demo_window, wait_for_board
from mwagent.player.play import VirtualWindow, play_game
from mwagent.player.views import View
from mwagent.player.window import SightedWindow
from mwagent.web import page_mines
from testbed.harness import show, words
from testbed.wayland import gnome, sway

DESKTOPS = ("x11", "sway", "mutter")


def main(argv: Sequence[str] | None = None) -> int:
    """Play in turns; returns 1 when a click was wrong."""
    parser = words(__doc__, seed=None)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--desktops", nargs="+", choices=DESKTOPS, default=list(DESKTOPS))
    args = parser.parse_args(argv)
    solver = solvers.create("best")
    deals = itertools.islice(won_deals(Level.parse(args.level)), args.rounds)
    played: dict[str, list[dict[str, Any]]] = {name: [] for name in args.desktops}
    with contextlib.ExitStack() as stack:
        driver = stack.enter_context(sync_playwright())
        pages: dict[str, tuple[SightedWindow, Page]] = {}
        address: dict[str, str] = {}
        first, *later = deals
        for name in args.desktops:
            port = free_port()
            window = stack.enter_context(desktop(name, args.level, port, first))
            browser = driver.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
            pages[name] = window, browser.contexts[0].pages[0]
            address[name] = pages[name][1].url
        for seed in (first, *later):
            for name, (window, tab) in pages.items():
                if seed != first:
                    there = address[name].replace(f"seed={first}", f"seed={seed}")
                    pages[name] = begin(window.view, tab, there), tab
                print(f"{name}: ", end="", file=sys.stderr)
                played[name].append(play_round(pages[name][0], tab, solver))
    _report(played, args)
    return 1 if any(game["wrong"] for games in played.values() for game in games) else 0


def begin(view: View, tab: Page, address: str) -> SightedWindow:
    """Open a page, and wait until the screen shows its board."""
    tab.goto(address)
    tab.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 1000)))")
    window = SightedWindow(view)
    wait_for_board(window)
    return window


def won_deals(level: Level) -> Iterator[str]:
    """Seeds of the page whose boards are won, so that all desktops play the same to the end."""
    first = 0, 0
    for number in itertools.count(1):
        mines = page_mines(level, str(number), first, FirstClick.OPEN)
        window = VirtualWindow(Game.from_mines(mines))
        if play_game(window, solvers.create("best"), level.mines).won:
            yield str(number)


@contextlib.contextmanager
def desktop(name: str, level: str, port: int, seed: str) -> Iterator[SightedWindow]:
    """The practice page on a desktop of its own, its browser to be talked to at a port."""
    # There is no GPU where these desktops run, and emulating one would take most of the time.
    more = (f"--remote-debugging-port={port}", "--disable-gpu")
    page = {"test": "1", "seed": seed, "rule": "open"}
    with contextlib.ExitStack() as stack:
        if name == "sway":
            stack.enter_context(sway()).put_pointer(800, 500)
        if name == "mutter":
            _, user = stack.enter_context(gnome())
            threading.Thread(target=user.answer, daemon=True).start()
        virtual = name == "x11"
        yield stack.enter_context(demo_window(level, virtual=virtual, page=page, more=more))


def _report(played: dict[str, list[dict[str, Any]]], args: argparse.Namespace) -> None:
    rows = []
    for name, games in played.items():
        # A lost round ends early: seconds to a 3BV that was opened would flatter it.
        won = [game for game in games if game["result"].won]
        looks = [1000 * look for game in games for look in game["looks"]]
        rows.append(
            {
                "desktop": name,
                "won": f"{len(won)} of {len(games)}",
                "seconds to win": median(game["result"].seconds for game in won) if won else 0.0,
                "ms a turn": median(
                    1000 * game["result"].seconds / game["result"].turns for game in games
                ),
                "ms a look": median(looks),
                "ms a picture": median(1000 * game["picture"] for game in games),
                "wrong": sum(len(game["wrong"]) for game in games),
            }
        )
    show(args, rows, f"{args.rounds} rounds of {args.level} on each desktop, in turns", "")


if __name__ == "__main__":
    sys.exit(main())
