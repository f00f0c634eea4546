"""The command line: find a Minesweeper on the screen and play it."""

from __future__ import annotations

import argparse
import contextlib
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

import solvers
from minefield import MinefieldError
from mwagent.desktop import ending_on_signals
from mwagent.efficiency import plan_step
from mwagent.gamelog import GameLog
from mwagent.planner import plan
from mwagent.recording import Recorder, save
from mwagent.session import Commentator, Session, print_table, run
from mwagent.sighted import SightedWindow

if TYPE_CHECKING:
    from mwagent.live import LivePage

DEFAULT_SOLVER = "best"
EXAMPLES = """\
examples:
  python -m mwagent                       play the Minesweeper on the screen, 10 s from now
  python -m mwagent -m99 -Smcsatsolver    another solver, and 99 mines where no counter tells
  python -m mwagent -D3 --games 5 --speed natural
  python -m mwagent --demo                watch an Expert game being won on our own page
  python -m mwagent --demo beginner --games 3 --record
  python -m mwagent --demo 40x20/150 --json
  python -m mwagent --demo --watch        and follow on a page what it sees and why it clicks
  python -m mwagent --browser https://example.org/minesweeper --show
  python -m mwagent -S mcdfssolver max_vars=20

Throw the mouse into a corner of the screen to stop at once, or press Ctrl-C.
"""
EXIT_CODES = """\
exit codes:
  0 a game was won          1 none was won            2 bad input, or something is missing
  3 no board was found      4 the game won't begin    5 the board got lost or makes no sense
  130 stopped by Ctrl-C or by the mouse in a corner
"""


def parser() -> argparse.ArgumentParser:
    """The command line's words."""
    words = argparse.ArgumentParser(
        prog="python -m mwagent",
        description="Find the Minesweeper on the screen, play it by mouse, and win it.",
        epilog=f"{_solver_help()}\n{EXAMPLES}\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    words.add_argument(
        "-m", "--mines", type=int, metavar="N", help="number of mines, where no counter shows one"
    )
    words.add_argument(
        "-S", "--solver", default=DEFAULT_SOLVER, metavar="NAME", help="default: %(default)s"
    )
    words.add_argument(
        "-D",
        "--delay",
        type=float,
        metavar="SECONDS",
        help="time to bring the game to the front (default: 10; 0 with --demo and --browser)",
    )
    words.add_argument(
        "--games",
        type=int,
        metavar="N",
        help="rounds to play, each begun by itself (default: 1; with --demo until one is won)",
    )
    words.add_argument(
        "--speed",
        choices=("fast", "natural"),
        default="fast",
        help="as fast as the game paints (default), or moving like a hand",
    )
    words.add_argument(
        "--clicks",
        choices=("few", "fast"),
        help="fewest clicks, looking after each step (default with --speed natural), or fewest "
        "looks (default with --speed fast)",
    )
    words.add_argument(
        "--demo",
        nargs="?",
        const="expert",
        metavar="LEVEL",
        help="play on our own page in a browser: beginner, beginner8, intermediate, expert "
        "(default), freeminesweeper, or COLSxROWS/MINES",
    )
    words.add_argument("--browser", metavar="URL", help="play on a web page, without a screen")
    words.add_argument("--show", action="store_true", help="with --browser: show the window")
    words.add_argument(
        "--watch",
        action="store_true",
        help="open a page that follows the games: what is seen, what is clicked, and why",
    )
    words.add_argument(
        "--record",
        nargs="?",
        const=Path("logs/recording"),
        type=Path,
        metavar="FOLDER",
        help="keep each step's picture with the clicks marked, a GIF and an MP4 of each game "
        "(default folder: logs/recording)",
    )
    words.add_argument(
        "--log",
        default=Path("logs/run.log"),
        type=Path,
        metavar="PATH",
        help="every event of the session, for python -m mwagent.replay (default: %(default)s)",
    )
    words.add_argument("--json", action="store_true", help="print the games as JSON")
    words.add_argument("options", nargs="*", metavar="KEY=VALUE", help="options of the solver")
    return words


def main(argv: Sequence[str] | None = None) -> int:
    """Play, print how it went, and return the exit code."""
    words = parser()
    args = words.parse_intermixed_args(argv)
    told = Console(stderr=True, quiet=args.json)
    try:
        with ending_on_signals():
            session = _play(words, args, told)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130
    except MinefieldError as error:
        if args.json:
            print(json.dumps({"games": [], "played": 0, "won": 0, "error": str(error)}))
        print(error, file=sys.stderr)
        return error.exit_code
    if args.json:
        print(json.dumps({"solver": args.solver, "log": str(args.log), **session.as_json()}))
    else:
        print_table(session, Console())
    if session.interrupted:
        print("stopped", file=sys.stderr)
    if session.error is not None:
        print(session.error, file=sys.stderr)
    return session.exit_code


def _play(words: argparse.ArgumentParser, args: argparse.Namespace, told: Console) -> Session:
    if args.demo is not None and args.browser is not None:
        words.error("--demo and --browser are two different places to play; give one")
    if args.games is not None and args.games < 1:
        words.error(f"--games needs at least 1, got {args.games}")
    if args.mines is not None and args.mines < 1:
        words.error(f"-m needs at least 1 mine, got {args.mines}")
    delay = args.delay
    if delay is None:
        delay = 0.0 if args.demo is not None or args.browser is not None else 10.0
    if not 0 <= delay <= 3600:
        words.error(f"-D needs 0 to 3600 seconds, got {delay:g}")
    options = solvers.parse_options(args.solver, args.options)
    solver = solvers.create(args.solver, options)
    where = "demo" if args.demo is not None else "browser" if args.browser else "screen"
    games = args.games if args.games is not None or where == "demo" else 1
    few = args.clicks == "few" or (args.clicks is None and args.speed == "natural")
    with (
        _live(args, options, where) as live,
        GameLog(args.log, args.solver, options, where) as log,
        _window(args) as window,
    ):
        recorders = [] if args.record is None else [Recorder(window, args.record)]
        pages = [] if live is None else [live]
        for page in pages:
            page.sees = lambda: window.reading
        _count_down(delay, told)
        session = run(
            window,
            solver,
            log,
            games=games,
            mines=args.mines,
            watchers=[Commentator(told, args.mines), *recorders, *pages],
            planner=plan_step if few else plan,
        )
        for page in pages:
            page.end(session)
        for film in (path for recorder in recorders for path in recorder.films):
            told.print(f"the recording is in {film}", highlight=False, soft_wrap=True)
        if where == "demo":
            final = args.log.parent / "final.png"
            save(window.view.pictures()[0].picture, final)
            told.print(f"the final screen is in {final}, the log in {args.log}", highlight=False)
    return session


@contextlib.contextmanager
def _window(args: argparse.Namespace) -> Iterator[SightedWindow]:
    """Open what is played on."""
    natural = args.speed == "natural"
    if args.demo is not None:
        from mwagent.demo import demo_window

        with demo_window(args.demo, natural) as window:
            yield window
    elif args.browser is not None:
        from mwagent.browser import open_browser_window

        with open_browser_window(args.browser, show=args.show, natural=natural) as window:
            yield window
    else:
        from mwagent.screen import ScreenView

        view = ScreenView(natural)
        try:
            yield SightedWindow(view)
        finally:
            view.close()


@contextlib.contextmanager
def _live(
    args: argparse.Namespace, options: Mapping[str, object], where: str
) -> Iterator[LivePage | None]:
    """Open the page that follows the games, if that is asked for."""
    if not args.watch:
        yield None
        return
    from mwagent.live import live_page

    # Also with --json: without the address nobody can watch.
    with live_page(args.solver, options, where, lambda text: print(text, file=sys.stderr)) as page:
        yield page


def _count_down(delay: float, told: Console) -> None:
    """Leave the user time to bring the game to the front."""
    end = time.monotonic() + delay
    if delay <= 0:
        return
    with told.status("") as status:
        while (left := end - time.monotonic()) > 0:
            status.update(f"the game begins in {left:.0f} s: bring it to the front")
            time.sleep(min(0.2, left))


def _solver_help() -> str:
    lines = ["solvers (-S) and their options (KEY=VALUE):"]
    for name in solvers.names():
        options = ", ".join(map(str, solvers.options(name).values()))
        lines.append(f"  {name}: {options or 'no options'}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
