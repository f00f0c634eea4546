"""`python -m mwagent.coach`: watch somebody play, keep the games, and explain when asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mwagent.minefield import command

if TYPE_CHECKING:
    import argparse

NOTES = """examples:
  python -m mwagent.coach                        # the Minesweeper on your screen
  python -m mwagent.coach --browser URL          # opens a page in a window, to play in
  python -m mwagent.coach --video game.mp4 --from 1:30
  python -m mwagent.coach games                  # the games that were watched

It never presses a key or a button. By default the page is silent while you play and
speaks after the game; there you may have it explain a cell when you ask, or show all.
Sites with rankings forbid help during a game: leave it at "after" there.

exit codes:
  0 watched; with --video, games were found
  2 wrong arguments, or something is missing
  3 no board was found in the video
  130 stopped by Ctrl-C before anything was watched
  143 stopped by SIGTERM, 129 as the terminal closed; the games are kept"""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    return command.run("python -m mwagent.coach", lambda: _run(words))


def games(words: Sequence[str] | None = None) -> int:
    """Run the command line of `games`; returns the exit code."""
    return command.run("python -m mwagent.coach games", lambda: _games(words))


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    from pathlib import Path

    from mwagent.coach.clock import clock_time
    from mwagent.minefield.arguments import Parser

    words = Parser(
        "mwagent.coach",
        "Watch somebody play Minesweeper, keep every game, and explain when asked.",
        NOTES,
    )
    add = words.add_argument
    add("--browser", metavar="URL", help="open a web page in a window, and watch it being played")
    add("--video", type=Path, metavar="FILE", help="watch a video (MP4, WebM, GIF) instead")
    add(
        "--from",
        dest="start",
        type=clock_time,
        metavar="TIME",
        help="with --video: begin there, in seconds or as MINUTES:SECONDS",
    )
    add("--to", dest="end", type=clock_time, metavar="TIME", help="with --video: end there")
    add(
        "--games",
        type=Path,
        metavar="FILE",
        help="the file that keeps the games (default: games.sqlite in the user's data folder)",
    )
    add("--no-page", action="store_true", help="open no page; print the moves instead")
    add("--json", action="store_true", help="print the games as JSON at the end")
    return words


def games_parser() -> argparse.ArgumentParser:
    """The parser of the arguments of `games`."""
    from pathlib import Path

    from mwagent.minefield.arguments import Parser, positive

    words = Parser(
        "mwagent.coach games",
        "List the games that the coach has watched, or give one of them.",
        "examples:\n"
        "  python -m mwagent.coach games             # the latest games\n"
        "  python -m mwagent.coach games 12          # one of them: moves, what they cost\n"
        "  python -m mwagent.coach games 12 --json > game.json\n"
        "  python -m mwagent.coach games 12 --log > game.log\n\n"
        "game.json opens in Review on the page; game.log is replayed by\n"
        "`python -m mwagent.replay game.log`.",
    )
    add = words.add_argument
    add("number", nargs="?", type=positive, metavar="N", help="the number of a game")
    add("--json", action="store_true", help="print it as JSON")
    add("--log", action="store_true", help="print it as a log that can be replayed")
    add("--remove", action="store_true", help="remove the game for good")
    add("--games", type=Path, metavar="FILE", help="the file that keeps the games")
    return words


def _run(words: Sequence[str] | None) -> int:
    import sys

    words = list(sys.argv[1:] if words is None else words)
    if words[:1] == ["games"]:
        return _games(words[1:])
    given = parser()
    args = given.parse_args(words)
    if args.video is not None and args.browser is not None:
        given.error("--video and --browser are two different things to watch; give one")
    if args.video is None and (args.start is not None or args.end is not None):
        given.error("--from and --to are times in a video; give --video as well")
    if args.end is not None and args.end <= (args.start or 0.0):
        given.error("--to must be later than --from")
    return command.imported("python -m mwagent.coach", "mwagent.coach.command:run")(args)


def _games(words: Sequence[str] | None) -> int:
    given = games_parser()
    args = given.parse_args(words)
    if args.number is None and (args.log or args.remove):
        given.error("--log and --remove need the number of a game")
    if args.json and args.log:
        given.error("--json and --log are two forms of one game; give one")
    return command.imported("python -m mwagent.coach games", "mwagent.coach.games_command:run")(
        args
    )


if __name__ == "__main__":
    command.leave(main())
