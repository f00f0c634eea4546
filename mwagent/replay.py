"""`python -m mwagent.replay`: replay the games of a log and check that they come out the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mwagent.minefield import command

if TYPE_CHECKING:
    import argparse

NOTES = """examples:
  python -m mwagent.replay logs/run.log
  python -m mwagent.replay logs/run.log --game 3 --animate 0.2

exit codes:
  0 all games replay as logged
  1 one differs
  2 the log cannot be read, or the output cannot be written"""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    return command.run("python -m mwagent.replay", lambda: _run(words))


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    from mwagent.minefield.arguments import Parser, positive, seconds

    words = Parser(
        "mwagent.replay",
        "Replay the games of a log on a virtual board and check that every board comes out as it "
        "was seen.",
        NOTES,
    )
    words.add_argument("log", help="a log written by python -m mwagent")
    words.add_argument("--game", type=positive, help="replay only this game, counted from 1")
    words.add_argument(
        "--animate", type=seconds, metavar="SECONDS", help="show every turn for so long"
    )
    return words


def _run(words: Sequence[str] | None) -> int:
    args = parser().parse_args(words)
    target = "mwagent.player.records.replaying:run"
    return command.imported("python -m mwagent.replay", target)(args)


if __name__ == "__main__":
    command.leave(main())
