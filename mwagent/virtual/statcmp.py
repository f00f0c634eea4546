"""`python -m virtual.statcmp`: compare all solvers, and write `docs/statcmp.md` and `lab/`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mwagent.minefield import command

if TYPE_CHECKING:
    import argparse

EXAMPLES = """examples:
  python -m virtual.statcmp --games 2000 --best 100000
  python -m virtual.statcmp --no-play

Games go to the --ledger file as they come; stopped with Ctrl-C it writes what
is known, and the same command goes on."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    return command.run("python -m virtual.statcmp", lambda: _run(words))


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    from pathlib import Path

    from mwagent.minefield.arguments import Parser, positive

    parser = Parser(
        "virtual.statcmp",
        "Compare all solvers; write docs/statcmp.md, and all tables to lab/.",
        EXAMPLES,
    )
    add = parser.add_argument
    add("--games", type=positive, default=2000, help="per solver and table (2000)")
    add("--best", type=positive, default=100_000, help="of best on Expert (100000)")
    add("--solvers", nargs="+", metavar="NAME", help="default: all there are")
    add("--workers", type=positive, metavar="N", help="processes (default: all cores)")
    add("--ledger", default="statcmp.sqlite", help="results file (default: statcmp.sqlite)")
    add("--docs", type=Path, default=Path("docs"), help="where to write (default: docs)")
    add("--lab", type=Path, default=Path("lab"), help="where to write all tables (default: lab)")
    add("--boards", type=Path, default=Path("example_boards"), help="folder of the key boards")
    add("--no-play", action="store_true", help="write what the ledger has, play nothing more")
    return parser


def _run(words: Sequence[str] | None) -> int:
    args = parser().parse_args(words)
    return command.imported("python -m virtual.statcmp", "mwagent.virtual.comparison:run")(args)


if __name__ == "__main__":
    command.leave(main())
