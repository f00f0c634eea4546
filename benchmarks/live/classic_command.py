"""The classic command by screen: `python -m mwagent -m99 -Smcsatsolver` on an Expert page.

    python -m benchmarks.live.classic_command                  ten rounds
    python -m benchmarks.live.classic_command --games 3 --words -S best

The page has the classic pictures, 16 pixels a cell, in an ordinary browser window on a display of
its own, and the command is run as a user runs it. The page's journal tells afterwards which presses
fell beside the board, and which set off a mine that was no guess: these are wrong clicks.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from statistics import median
from typing import Any, Final

from playwright.sync_api import sync_playwright

from benchmarks.live.demo import free_port
from mwagent.player.views import Desktop
from mwagent.web import serve
from testbed.folders import ROOT
from testbed.harness import show, words

CLASSIC: Final = ("-m99", "-Smcsatsolver")
WINDOW: Final = (1120, 840)
OPENS: Final = 4.0
"""Seconds for the browser to show the page; the command itself would wait longer with -D."""


def command(games: int, more: list[str], folder: str) -> dict[str, Any]:
    """What the command prints as JSON of some games."""
    words = [sys.executable, "-m", "mwagent", *more, "-D0", "--no-learning", "--json"]
    words += ["--games", str(games), "--log", f"{folder}/run.log"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    if not done.stdout:
        raise SystemExit(f"the command printed nothing; it said: {done.stderr}")
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def journal(port: int) -> dict[str, Any]:
    """What the page has noted of presses."""
    with sync_playwright() as driver:
        browser = driver.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        noted: dict[str, Any] = browser.contexts[0].pages[0].evaluate("window.mwState")
        return noted


def wrong_clicks(games: list[dict[str, Any]], noted: dict[str, Any]) -> int:
    """Presses beside the board, and mines set off that no game counts as its guess."""
    guessed = [tuple(game["lost_at"]) for game in games if game["lost_at"]]
    mines = [(move["row"], move["col"]) for move in noted["moves"] if move["mine"]]
    for cell in guessed:
        if cell in mines:
            mines.remove(cell)
    return len(mines) + sum(bool(press["on"] != "face") for press in noted["outside"])


def main() -> int:
    """Play and print; returns 1 when a click was wrong or nothing was won."""
    parser = words(__doc__, seed=None)
    parser.add_argument("--games", type=int, default=10, help="rounds (default: %(default)s)")
    parser.add_argument(
        "--words", nargs="*", default=CLASSIC, help="words of the command (default: %(default)s)"
    )
    args = parser.parse_args()
    port = free_port()
    page = "?level=expert&zoom=1&test=1"
    with serve() as url, Desktop(virtual=True) as desktop:
        desktop.browse(f"{url}{page}", WINDOW, (f"--remote-debugging-port={port}",))
        time.sleep(OPENS)
        said = command(args.games, list(args.words), str(desktop.folder("log")))
        noted = journal(port)
    games = said["games"]
    won = [game["seconds"] for game in games if game["stage"] == "won"]
    wrong = wrong_clicks(games, noted)
    row = {
        "rounds": len(games),
        "won": len(won),
        "lost by guess": sum(game["lost_at"] is not None for game in games),
        "broken off": sum(game["broken_off"] is not None for game in games),
        "wrong clicks": wrong,
        "seconds a win": median(won) if won else "",
        "ended by": said["error"] or "",
    }
    show(args, [row], " ".join(("mwagent", *args.words)))
    return 0 if won and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
