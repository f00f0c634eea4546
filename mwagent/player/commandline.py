"""The arguments of `python -m mwagent`, and what is done with them.

What plays is imported once the arguments are parsed, so that help and errors in them come at once.
"""

from __future__ import annotations

import argparse
import json
import textwrap
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mwagent.entry import listed
from mwagent.minefield import MinefieldError, signals
from mwagent.minefield.arguments import Parser, seconds
from mwagent.minefield.command import say, say_stopped, spelled
from mwagent.solvers.registry import BUILT_IN, names, options

if TYPE_CHECKING:
    from rich.console import Console

    from mwagent.player.records import Session
    from mwagent.player.window import SightedWindow

_PLAIN: Final[dict[str, Any]] = {"highlight": False, "markup": False, "soft_wrap": True}
"""How a sentence with a file's name in it is printed."""
_TIED = "\N{NO-BREAK SPACE}("
DEFAULT_SOLVER = "best"
DEFAULT_LOG = Path("logs/run.log")
DEFAULT_FINAL = Path("logs/final.png")
EXAMPLES = """\
examples:
  python -m mwagent             play the Minesweeper on the screen, in 10 s
  python -m mwagent -m99 -Smcsatsolver
                                another solver; 99 mines where no counter tells
  python -m mwagent -D3 --games 5 --speed natural
  python -m mwagent --demo      watch an Expert game being won on our own page
  python -m mwagent --demo beginner --games 3 --record
  python -m mwagent --demo 40x20/150 --json
  python -m mwagent --demo --watch
                                and follow on a page what it sees, and why
  python -m mwagent --browser https://example.org/minesweeper --show
  python -m mwagent -S mcdfssolver max_vars=20

Throw the mouse into a corner of the screen to stop at once, or press Ctrl-C.
"""
EXIT_CODES = """\
exit codes:
  0 a game was won
  1 none was won
  2 bad input, something is missing, or the output cannot be written
  3 no board was found
  4 the game won't begin
  5 the board got lost or makes no sense
  6 what is not the game's stays over the board, or keeps the keyboard
  130 stopped by Ctrl-C or by the mouse in a corner; 143 by SIGTERM, 129 as the terminal closed
"""


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    words = Parser(
        "mwagent",
        "Find the Minesweeper on the screen, play it by mouse, and win it. It plays squares, no "
        "hexagons or triangles, and no torus or cylinder.",
        f"{_solver_help()}\n{EXAMPLES}\n{listed()}\n\n{EXIT_CODES}",
    )
    _add_game(words)
    _add_place(words)
    _add_records(words)
    return words


def _add_game(words: Parser) -> None:
    """Add what is said of the games, and of how they are played."""
    words.option("-m, --mines N", "number of mines, where no counter shows one", type=int)
    words.option(
        "-S, --solver NAME",
        "who decides; all solvers are listed below (default: %(default)s)",
        default=DEFAULT_SOLVER,
        offers=names,
    )
    words.add_argument("options", nargs="*", metavar="KEY=VALUE", help="options of the solver")
    words.option(
        "--games N",
        "rounds to play, each begun by itself (default: 1; with --demo until one is won)",
        type=int,
    )
    words.option(
        "-D, --delay SECONDS",
        "time to bring the game to the front (default: 10; 0 with --demo and --browser)",
        type=float,
    )
    words.option(
        "--wait SECONDS",
        "time to wait for another window to go from the board (default: 60)",
        type=seconds,
        default=60.0,
    )
    words.option(
        "--speed",
        "as fast as the game paints (default), or moving like a hand",
        choices=("fast", "natural"),
        default="fast",
    )
    words.option(
        "--clicks",
        "fewest clicks, looking after each step (default with --speed natural), or fewest "
        "looks (default with --speed fast)",
        choices=("few", "fast"),
    )


def _add_place(words: Parser) -> None:
    """Add where is played: on the screen if nothing else is said."""
    words.option(
        "--demo LEVEL",
        "play on our own page in a browser: beginner, beginner8, intermediate, expert "
        "(default), freeminesweeper, or COLSxROWS/MINES",
        nargs="?",
        const="expert",
    )
    words.option("--browser URL", "play on a web page, without a screen")
    words.option("--show", "with --browser: show the window")


def _add_records(words: Parser) -> None:
    """Add what is shown and kept of the games."""
    words.option(
        "--watch", "open a page that follows the games: what is seen, what is clicked, and why"
    )
    words.option(
        "--record FOLDER",
        "keep each step's picture with the clicks marked, a GIF and an MP4 of each game "
        "(default folder: logs/recording)",
        nargs="?",
        const=Path("logs/recording"),
        type=Path,
    )
    words.option(
        "--log PATH",
        "every event of the session, for python -m mwagent.replay (default: logs/run.log)",
        type=Path,
    )
    words.option(
        "--final PNG",
        "keep a picture of the screen or page as the last game left it (default: "
        "logs/final.png; with --log only where asked for)",
        type=Path,
    )
    words.option(
        "--no-learning", "do not keep how an unknown program looks once a game in it was won"
    )
    words.option("--json", "print the games as JSON")


def main(argv: Sequence[str] | None = None) -> int:
    """Play, print how it went, and return the exit code; raises MinefieldError."""
    words = parser()
    args = words.parse_intermixed_args(argv)
    _check(words, args)
    from rich.console import Console

    from mwagent.player.session import print_table

    signals.heed_ctrl_c()  # the mouse is the user's
    progress = Console(stderr=True, quiet=args.json)
    try:
        session = _play(args, progress)
    except MinefieldError as error:
        if args.json:
            print(json.dumps({"games": [], "played": 0, "won": 0, "error": str(error)}))
        raise
    if args.json:
        print(json.dumps({"solver": args.solver, "log": str(args.log), **session.as_json()}))
    else:
        print_table(session, Console())
    if session.interrupted:
        say_stopped()
    if session.error is not None:
        say(f"mwagent: {session.error}")
    return session.exit_code


def _check(words: argparse.ArgumentParser, args: argparse.Namespace) -> None:
    """Refuse arguments that contradict each other, and put in what is left out."""
    if args.demo is not None and args.browser is not None:
        words.error("--demo and --browser are two different places to play; give one")
    if args.games is not None and args.games < 1:
        words.error(f"--games needs at least 1, got {args.games}")
    if args.mines is not None and args.mines < 1:
        words.error(f"-m needs at least 1 mine, got {args.mines}")
    screen = args.demo is None and args.browser is None
    if args.delay is None:
        args.delay = 10.0 if screen else 0.0
    if not 0 <= args.delay <= 3600:
        words.error(f"-D needs 0 to 3600 seconds, got {args.delay:g}")
    if args.games is None and args.demo is None:
        args.games = 1
    if args.final is None and args.log is None:
        args.final = DEFAULT_FINAL
    if args.log is None:
        args.log = DEFAULT_LOG


def _play(args: argparse.Namespace, progress: Console) -> Session:
    from mwagent import solvers
    from mwagent.player.play import plan
    from mwagent.player.records import GameLog, Recorder, live_page
    from mwagent.player.session import Commentator, run
    from mwagent.solvers.efficiency import plan_step

    options = solvers.parse_options(args.solver, args.options)
    solver = solvers.create(args.solver, options)
    where = "demo" if args.demo is not None else "screen" if args.browser is None else "browser"
    few = args.clicks == "few" or (args.clicks is None and args.speed == "natural")
    # Also with --json: without the address nobody can watch.
    page = live_page(args.solver, options, where, say) if args.watch else nullcontext()
    with (
        page as live,
        GameLog(args.log, args.solver, options, where) as log,
        _window(args) as window,
    ):
        window.view.wait = args.wait
        recorders = [] if args.record is None else [Recorder(window, args.record)]
        if live is not None:
            live.sees = lambda: window.reading
        _count_down(args.delay, progress)
        session = run(
            window,
            solver,
            log,
            games=args.games,
            mines=args.mines,
            watchers=[Commentator(progress, args.mines), *recorders, *filter(None, [live])],
            planner=plan_step if few else plan,
        )
        if live is not None:
            live.end(session)
        for film in (path for recorder in recorders for path in recorder.films):
            progress.print(f"the recording is in {film}", **_PLAIN)
        if args.final is not None:
            _keep_final(window, args.final, progress, session.error)
        if session.won and not args.no_learning:
            _learn_skin(window, progress)
    if log.kept:
        progress.print(f"the log is in {args.log}", **_PLAIN)
    elif log.failure is not None:
        say(f"mwagent: {log.failure}")
    return session


def _keep_final(
    window: SightedWindow, path: Path, progress: Console, ended_by: MinefieldError | None
) -> None:
    """Keep a picture of the last screen; where that fails, what was played counts all the same."""
    from mwagent.player.records import save

    try:
        shots, place = window.view.pictures(), window.location
        at = 0 if place is None else place.monitor
        save(next((shot for shot in shots if shot.monitor == at), shots[0]).picture, path)
    except MinefieldError as error:
        if type(error) is not type(ended_by):  # which is said anyway
            say(f"mwagent: the final screen was not kept: {error}")
    else:
        progress.print(f"the final screen is in {path}", **_PLAIN)


def _learn_skin(window: SightedWindow, progress: Console) -> None:
    """Keep the skin of an unknown program in which a game was won: the next game begins faster."""
    try:
        skin = window.learn_skin()
    except MinefieldError as error:
        say(f"mwagent: how this program looks was not kept: {error}")
        return
    if skin is not None:
        known = f"learned how this program looks; `{spelled('python -m vision skins')}` lists skins"
        progress.print(known, **_PLAIN)


def _window(args: argparse.Namespace) -> AbstractContextManager[SightedWindow]:
    """Open what is played on."""
    from mwagent.player.places import demo_window, open_browser_window, screen_window

    natural = args.speed == "natural"
    if args.demo is not None:
        return demo_window(args.demo, natural)
    if args.browser is not None:
        return open_browser_window(args.browser, show=args.show, natural=natural)
    return screen_window(natural)


def _count_down(delay: float, progress: Console) -> None:
    """Leave the user time to bring the game to the front."""
    end = time.monotonic() + delay
    if delay <= 0:
        return
    with progress.status("") as status:
        while (left := end - time.monotonic()) > 0:
            status.update(f"the game begins in {left:.0f} s: bring it to the front")
            time.sleep(min(0.2, left))


def _solver_help() -> str:
    """The solvers and their options, for a terminal of 80 columns."""
    lines = ["solvers (-S) and their options (KEY=VALUE):"]
    for name in sorted(BUILT_IN):
        known = ", ".join(map(str, options(name).values()))
        lines += textwrap.wrap(
            f"{name}: {known}".replace(" (", _TIED),
            79,
            initial_indent="  ",
            subsequent_indent="      ",
        )
    return "\n".join(lines).replace(_TIED, " (") + "\n"
