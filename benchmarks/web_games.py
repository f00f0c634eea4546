"""Web Minesweepers of others, played to a win: how many rounds each takes, and every click judged.

Give addresses, or folders with the games' own pages in them (cloned beside this project; they
are served on loopback and never become part of it). Known folders open on their lowest level;
`--first CSS` clicks elements before the game, to choose a level on other pages.

    python benchmarks/web_games.py ~/clones/winmine.html ~/clones/minesweeper-js-code
    python benchmarks/web_games.py http://localhost:8000/ --first "#beginner" --cells ".cell"

Each page opens in a browser tab of its own, without a window. A wrong click is one that lost a
round on a cell taken for safe ("mined"; what the bot saw last is printed), or, where `--cells`
tells what its cells are, one beside them ("beside").
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

import cv2
from foreign_pages import served as folder_served
from rich.console import Console

import solvers
from minefield import MinefieldError, dumps
from mwagent.hands import TabView, open_tab
from mwagent.play import LostSightError, Turn
from mwagent.seen import SightedWindow
from mwagent.session import play_round
from testbed.harness import Row, show, words

SEARCH: Final = 20.0
"""Seconds a page may take to show its board."""


@dataclass(frozen=True, slots=True)
class Site:
    """A page to play on, and elements to click first."""

    path: str = ""
    first: tuple[str, ...] = ()
    cells: str = ""
    """CSS selector of the cells, for the judge alone: the bot knows pixels only."""


KNOWN: Final = {
    "winmine.html": Site("winmine.html", cells=".cell-container"),
    # Its pictures come from the internet; the other setting shows letters of a font.
    "emoji-minesweeper": Site(
        first=(".js-settings", "label:has(#emoji)", ".js-popup-new-game"), cells="#map"
    ),
    "google-minesweeper-replica": Site("minesweeper 2nd edition/", cells=".layerCont"),
    "minesweeper-js-code": Site(first=("input[value=b]", "text=New Game"), cells="#grid"),
    # Without its own solver's help.
    "JSMinesweeper": Site(
        first=("#showhints", "#autoplay", "#overlay=none", "#beginner", "#NewGame"),
        cells="#myCanvas",
    ),
}

JUDGE: Final = """cells => {
    window.__presses = [];
    if (window.__judged) return;
    window.__judged = true;
    window.__presses = [];
    const add = event => {
        if (event.isTrusted) window.__presses.push([Date.now(), !!event.target.closest(cells)]);
    };
    window.addEventListener("mousedown", add, true);
}"""
"""Lets a page note when it was pressed, and whether that was on one of its cells."""


@dataclass(slots=True)
class Score:
    """What came of the rounds on one page; `blind` where nothing tells what is on the board."""

    won: list[float] = field(default_factory=list)
    lost: int = 0
    rounds: int = 0
    clicks: int = 0
    unproven: int = 0
    outside: int = 0
    blind: bool = True
    board: str = ""
    error: str = ""
    last: str = ""
    """The board as it was seen before the last clicks, and what was clicked then."""

    def count(self, turn: Turn) -> None:
        """Count the clicks of a turn."""
        self.clicks += len(turn.clicks)
        if turn.clicks:
            clicks = ", ".join(f"{click.button.name} {click.cell}" for click in turn.clicks)
            self.last = f"{dumps(turn.board)}clicked {clicks}"

    @property
    def row(self) -> Row:
        """Its row in the table."""
        return {
            "board": self.board,
            "rounds": self.rounds,
            "won": len(self.won),
            "clicks": self.clicks,
            "mined": self.unproven,
            "beside": "?" if self.blind else str(self.outside),
            "seconds": f"{median(self.won):.1f}" if self.won else "",
            "ended by": self.error,
        }


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
    with folder_served(Path(target)) as url:
        yield f"{url}{site.path}".replace(" ", "%20")


def compete(view: TabView, rounds: int, games: int, cells: str = "") -> Score:
    """Play until `games` are won, at most `rounds`; `cells` tells the judge what the board is."""
    score = Score(blind=not cells)
    window = SightedWindow(view, patience=SEARCH)
    solver = solvers.create("best")
    try:
        window.look()
        assert window.location is not None
        score.board = f"{window.location.shape[0]}x{window.location.shape[1]}"
        for number in range(rounds):
            if number:
                window.new_game()
            began = time.time()
            if cells:
                view.page.evaluate(JUDGE, cells)
            score.rounds += 1
            try:
                result = play_round(window, solver, watch=score.count)
            except LostSightError as error:
                score.error = str(error)
                continue
            finally:
                if cells:
                    score.outside += strays(view, began)
            score.error = ""
            if result.won:
                score.won.append(result.seconds)
            else:
                score.lost += 1
                if result.lost_at is None:
                    score.unproven += 1
                    print(f"a cell taken for safe was none; before the last clicks: {score.last}")
            if len(score.won) >= games:
                break
    except MinefieldError as error:
        score.error = str(error)
    return score


def strays(view: TabView, began: float) -> int:
    """How many presses since `began` fell beside the cells."""
    presses = view.page.evaluate("window.__presses ?? []")
    return sum(not inside for at, inside in presses if at >= 1000 * began)


def prepare(view: TabView, first: Sequence[str]) -> None:
    """Choose a level: click elements of the page; `#id=value` chooses from a list."""
    for selector in first:
        element, _, value = selector.partition("=")
        if value and element.startswith("#"):
            view.page.select_option(element, value, timeout=5000)
        else:
            view.page.locator(selector).first.click(timeout=5000)
        view.page.wait_for_timeout(300)


def main() -> int:
    """Play on every page and print a table; returns 1 unless all were won without a wrong click."""
    parser = words(__doc__, seed=None)
    parser.add_argument("targets", nargs="+", metavar="URL|FOLDER")
    parser.add_argument("--rounds", type=int, default=10, help="at most (default: %(default)s)")
    parser.add_argument(
        "--games", type=int, default=1, help="wins asked for (default: %(default)s)"
    )
    parser.add_argument(
        "--first", action="append", metavar="CSS", help="click this before the game"
    )
    parser.add_argument("--cells", default="", metavar="CSS", help="the board, for the judge alone")
    parser.add_argument("--path", metavar="PATH", help="the page in a folder")
    parser.add_argument("--size", default="1280x960", help="of the tab (default: %(default)s)")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="keep the last screen of each")
    args = parser.parse_args()
    width, _, height = args.size.partition("x")
    console = Console(stderr=args.json)
    rows: list[Row] = []
    fine = True
    for target in args.targets:
        site, name = site_of(target)
        site = Site(
            args.path or site.path, tuple(args.first or site.first), args.cells or site.cells
        )
        with (
            served(target, site) as url,
            open_tab(url, size=(int(width), int(height))) as view,
        ):
            prepare(view, site.first)
            score = compete(view, args.rounds, args.games, site.cells)
            if args.save:
                args.save.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(args.save / f"{name}.png"), view.pictures()[0].picture)
        rows.append({"game": name, **score.row})
        fine &= bool(score.won) and not score.unproven + score.outside
        console.print(f"{name}: {len(score.won)} won, {score.lost} lost {score.error}")
    show(args, rows)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
