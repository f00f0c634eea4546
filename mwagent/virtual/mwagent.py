"""`python -m virtual.mwagent`: play key boards through the bot's own loop, without a screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mwagent.minefield import command
from mwagent.solvers.registry import names

if TYPE_CHECKING:
    import argparse

EXAMPLES = """examples:
  python -m virtual.mwagent example_boards/key/2.csv -S mcdfssolver
  python -m virtual.mwagent example_boards/key/2.csv max_vars=40 --repeat 5
  python -m virtual.mwagent example_boards/key/2.csv --watch --log logs/key.log
  python -m virtual.mwagent - -S best --json < key.csv

The key shows every cell: 0-8, and 10 for a mine. The first click goes to its
#first_bloc."""


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    from pathlib import Path

    from mwagent.minefield.arguments import Parser, natural, positive, seconds

    parser = Parser(
        "virtual.mwagent",
        "Play a key board through the bot's own loop, without a screen, and time each inference "
        "of the solver.",
        EXAMPLES,
    )
    add = parser.option
    parser.add_argument("key", metavar="KEY.csv", help="the key board; - for standard input")
    parser.add_argument("options", nargs="*", metavar="KEY=VALUE", help="option of the solver")
    add("-S, --solver NAME", "solver (default: %(default)s)", default="mcsatsolver", offers=names)
    add("-m, --mines N", "number of mines; must be that of the key", type=natural)
    add("--no-mines", "do not tell the solver the number of mines")
    add("--repeat N", "play N times, and time all of them", type=positive, default=1)
    add("--watch", "open a page that follows the games, at a pace: what is clicked, and why")
    add(
        "--pace SECONDS",
        "with --watch: how long every turn stays in sight (default: %(default)s)",
        type=seconds,
        default=0.5,
    )
    add("--log PATH", "every event, for python -m mwagent.replay", type=Path)
    add("--json", "print one JSON object")
    return parser


def _run(words: Sequence[str] | None) -> int:
    args = parser().parse_intermixed_args(words)
    return command.imported("python -m virtual.mwagent", "mwagent.virtual.keys:run")(args)


main = command.main_of("virtual.mwagent", _run)

if __name__ == "__main__":
    command.leave(main())
