"""Play the practice page on each of two monitors that differ in scale, and count presses beside.

    python -m benchmarks.live.monitors                   200 presses on each
    python -m benchmarks.live.monitors --presses 20 --level beginner

The desktop is sway's: a monitor at scale 1.25 lies left of one at scale 2, so that its coordinates
are negative. The page's journal tells of what was pressed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import sync_playwright

from benchmarks.live.demo import free_port, play_round
from mwagent import solvers
from mwagent.player.demo import demo_window
from testbed.harness import show, words
from testbed.wayland import Sway, sway

MONITORS = {
    "left, scale 1.25": "resolution 1600x1125 position -1280 0 scale 1.25",
    "right, scale 2": "resolution 2560x1800 position 0 0 scale 2",
}


def main(argv: Sequence[str] | None = None) -> int:
    """Play on both; returns 1 when a click was wrong."""
    parser = words(__doc__, seed=None)
    parser.add_argument("--level", default="expert")
    parser.add_argument("--presses", type=int, default=200, help="at least, on each monitor")
    args = parser.parse_args(argv)
    rows = []
    with sway(list(MONITORS.values())) as desk:
        for number, name in enumerate(MONITORS, 1):
            games = _play(desk, f"HEADLESS-{number}", args.level, args.presses)
            rows.append(
                {
                    "monitor": name,
                    "presses": sum(game["result"].clicks for game in games),
                    "won": f"{sum(game['result'].won for game in games)} of {len(games)}",
                    "wrong": sum(len(game["wrong"]) for game in games),
                }
            )
    show(args, rows, f"{args.level}, two monitors")
    return 1 if any(row["wrong"] for row in rows) else 0


def _play(desk: Sway, output: str, level: str, presses: int) -> list[dict[str, Any]]:
    """Rounds on one monitor until enough was pressed."""
    desk.message("focus", "output", output)
    port = free_port()
    more = (f"--remote-debugging-port={port}", "--disable-gpu")
    played: list[dict[str, Any]] = []
    with (
        demo_window(level, page={"test": "1", "zoom": "1"}, more=more) as window,
        sync_playwright() as driver,
    ):
        browser = driver.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        tab = browser.contexts[0].pages[0]
        while sum(game["result"].clicks for game in played) < presses:
            if played:
                window.new_game()
            played.append(play_round(window, tab, solvers.create("best")))
    return played


if __name__ == "__main__":
    sys.exit(main())
