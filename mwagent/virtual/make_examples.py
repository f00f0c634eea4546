"""`python -m virtual.make_examples`: make the boards in `example_boards/` from fixed seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mwagent.minefield import command

if TYPE_CHECKING:
    import argparse

EXAMPLES = """examples:
  python -m virtual.make_examples                 write them anew where they are
  python -m virtual.make_examples /tmp/boards     or elsewhere"""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    return command.run("python -m virtual.make_examples", lambda: _run(words))


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    from pathlib import Path

    from mwagent.minefield.arguments import Parser

    parser = Parser(
        "virtual.make_examples",
        "Make the boards in example_boards/ from fixed seeds (about a minute).",
        EXAMPLES,
    )
    parser.add_argument(
        "folder",
        nargs="?",
        type=Path,
        default=Path("example_boards"),
        help="where to write (default: %(default)s)",
    )
    return parser


def _run(words: Sequence[str] | None) -> int:
    args = parser().parse_args(words)
    return command.imported("python -m virtual.make_examples", "mwagent.virtual.examples:run")(args)


if __name__ == "__main__":
    command.leave(main())
