"""`python -m virtual.perfect`: how many games can be won on a small board with perfect play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mwagent.minefield import command

if TYPE_CHECKING:
    import argparse

EXAMPLES = """examples:
  python -m virtual.perfect --size 4x4 --mines 4
  python -m virtual.perfect --size 5x5 --mines 4 --play default fast
  python -m virtual.perfect --size 2x8 --mines 4 --json"""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    return command.run("python -m virtual.perfect", lambda: _run(words))


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    from mwagent.minefield.arguments import Parser, natural

    words = Parser(
        "virtual.perfect",
        "How many games can be won on a small board, and how many the solver `best` wins.",
        EXAMPLES,
    )
    words.add_argument("--size", required=True, metavar="ROWSxCOLS", help="such as 4x4")
    words.add_argument("--mines", required=True, type=natural, metavar="N")
    words.add_argument(
        "--play",
        nargs="*",
        choices=("fast", "default", "max"),
        default=["default"],
        help="strengths of `best` that play all layouts (%(default)s)",
    )
    words.add_argument("--json", action="store_true", help="print one JSON object")
    return words


def _run(words: Sequence[str] | None) -> int:
    args = parser().parse_args(words)
    return command.imported("python -m virtual.perfect", "mwagent.virtual.perfect_play:run")(args)


if __name__ == "__main__":
    command.leave(main())
