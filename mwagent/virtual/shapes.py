"""`python -m virtual.shapes`: how many games are won on hexagons, triangles and other shapes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mwagent.minefield import command

if TYPE_CHECKING:
    import argparse

EXAMPLES = """examples:
  python -m virtual.shapes --games 20
  python -m virtual.shapes hexagons triangles --size 16x30 --mines 99
  python -m virtual.shapes 3d --size 6x6x6 --mines 20 --games 5 --json

Without --size the three levels of xbomb are played: 8x8 with 10 mines, 16x16
with 40 and 16x30 with 99. The first cell, in the middle, is no mine. Cells that
exact counting proves safe are opened, else the one least likely to be a mine."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    return command.run("python -m virtual.shapes", lambda: _run(words))


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    from mwagent.minefield.arguments import Parser, natural, positive

    words = Parser(
        "virtual.shapes",
        "Play games on boards of other shapes, and print how many are won.",
        EXAMPLES,
    )
    words.add_argument(
        "kinds",
        nargs="*",
        metavar="SHAPE",
        help="squares, hexagons, triangles (these are played if none is named), torus, 3d, 4d",
    )
    words.add_argument(
        "--size", metavar="AxB", help="cells along each side, such as 16x30 for 16 rows of 30"
    )
    words.add_argument("--mines", type=natural, metavar="N", help="needed with --size")
    words.add_argument("--games", type=positive, default=100, metavar="N", help="of each (100)")
    words.add_argument("--seed", type=natural, default=1, metavar="N", help="of the mines (1)")
    words.add_argument("--json", action="store_true", help="print one JSON list")
    return words


def _run(words: Sequence[str] | None) -> int:
    args = parser().parse_args(words)
    return command.imported("python -m virtual.shapes", "mwagent.virtual.shaped_games:run")(args)


if __name__ == "__main__":
    command.leave(main())
