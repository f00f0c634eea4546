"""Web Minesweepers of others, played to a win: how many rounds each takes.

Give addresses, or folders with the games' own pages in them (cloned beside this project; they
are served on loopback and never become part of it). Known folders open on their lowest level;
`--first CSS` clicks elements before the game, to choose a level on other pages.

    python benchmarks/web_games.py ~/clones/winmine.html ~/clones/minesweeper-js-code
    python benchmarks/web_games.py http://localhost:8000/ --first "#beginner" --rounds 10

Each page opens in a browser tab of its own, without a window. A round counts as a wrong click
when it was lost on a cell taken for safe.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import http.server
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
from rich.console import Console
from rich.table import Table

import solvers
from minefield import MinefieldError
from mwagent.browser import VIEWPORT, TabView, open_tab
from mwagent.loop import play
from mwagent.sighted import SightedWindow

SEARCH: Final = 20.0
"""Seconds a page may take to show its board."""


@dataclass(frozen=True, slots=True)
class Site:
    """A page to play on: elements to click first, and the size of the tab in CSS pixels."""

    path: str = ""
    first: tuple[str, ...] = ()
    size: tuple[int, int] = VIEWPORT


KNOWN: Final = {
    # Its cells fill the window; by itself it opens one of this size for 8x8 cells.
    "winmine.html": Site("winmine.html", size=(148, 211)),
    # Its pictures come from the internet; the other setting shows letters of a font.
    "emoji-minesweeper": Site(
        first=(".js-settings", "label:has(#emoji)", ".js-popup-new-game"),
    ),
    "google-minesweeper-replica": Site("minesweeper 2nd edition/"),
    # With smaller tiles its rows grow, one by one, with the first number in them.
    "minesweeper-js-code": Site(first=("input[value=b]", "input[value=l]", "text=New Game")),
    # Without its own solver's help.
    "JSMinesweeper": Site(
        first=("#showhints", "#autoplay", "#overlay=none", "#beginner", "#NewGame"),
    ),
}


@dataclass(slots=True)
class Score:
    """What came of the rounds on one page."""

    won: list[float] = field(default_factory=list)
    lost: int = 0
    wrong: int = 0
    board: str = ""
    error: str = ""


def site_of(target: str) -> tuple[Site, str]:
    """The page a target means, and its name."""
    name = Path(target.rstrip("/")).name
    known = [site for key, site in KNOWN.items() if name.endswith(key)]
    return (known[0] if known else Site()), name


@contextlib.contextmanager
def served(target: str, site: Site) -> Iterator[str]:
    """The address of a target; a folder is served while the block lasts."""
    if not Path(target).is_dir():
        yield target
        return
    handler = functools.partial(Quiet, directory=target)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{site.path}".replace(" ", "%20")
        server.shutdown()


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files without a line on each."""

    def log_message(self, *_: Any) -> None:
        """Keep silent."""


def compete(view: TabView, rounds: int, games: int) -> Score:
    """Play until `games` are won, at most `rounds`."""
    score = Score()
    window = SightedWindow(view)
    solver = solvers.create("best")
    try:
        appear(window)
        assert window.place is not None
        score.board = f"{window.place.shape[0]}x{window.place.shape[1]}"
        for number in range(rounds):
            if number:
                window.new_game()
            result = play(window, solver)
            if result.won:
                score.won.append(result.seconds)
            else:
                score.lost += 1
                score.wrong += result.lost_at is None
            if len(score.won) >= games:
                break
    except MinefieldError as error:
        score.error = str(error)
    return score


def appear(window: SightedWindow) -> None:
    """Wait until the page shows a board."""
    until = time.monotonic() + SEARCH
    while True:
        try:
            return window.find()
        except MinefieldError:
            if time.monotonic() > until:
                raise
            time.sleep(0.3)


def prepare(view: TabView, first: Sequence[str]) -> None:
    """Choose a level: click elements of the page; `#id=value` chooses from a list."""
    for selector in first:
        element, _, value = selector.partition("=")
        if value and element.startswith("#"):
            view.page.select_option(element, value, timeout=5000)
        else:
            view.page.locator(selector).first.click(timeout=5000)
        view.page.wait_for_timeout(300)


def main() -> None:
    """Play on every page and print a table."""
    words = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    words.add_argument("targets", nargs="+", metavar="URL|FOLDER")
    words.add_argument("--rounds", type=int, default=10, help="at most (default: %(default)s)")
    words.add_argument("--games", type=int, default=1, help="wins asked for (default: %(default)s)")
    words.add_argument("--first", action="append", metavar="CSS", help="click this before the game")
    words.add_argument("--save", type=Path, metavar="FOLDER", help="keep the last screen of each")
    args = words.parse_args()
    console = Console()
    table = Table("page", "board", "won", "lost", "wrong clicks", "seconds", "ended by")
    for target in args.targets:
        site, name = site_of(target)
        with served(target, site) as url, open_tab(url, size=site.size) as view:
            prepare(view, args.first or site.first)
            score = compete(view, args.rounds, args.games)
            if args.save:
                args.save.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(args.save / f"{name}.png"), view.pictures()[0].picture)
        seconds = f"{min(score.won):.1f}" if score.won else ""
        counts = (str(n) for n in (len(score.won), score.lost, score.wrong))
        table.add_row(name, score.board, *counts, seconds, score.error)
        console.print(f"{name}: {len(score.won)} won, {score.lost} lost {score.error}")
    console.print(table)


if __name__ == "__main__":
    main()
