"""`python -m solvers deal`: boards that need no guess, as files to play or as JSON."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from mwagent.minefield import FirstClick, Level, MinefieldError, dumps
from mwagent.minefield.arguments import Parser, above_nothing, parse_cell, positive
from mwagent.solvers.noguess import MAKINGS, NoGuessBoard, no_guess

_NOTES = """\
From the first click on, something safe can be proven in every position, by the
numbers and the mines left. A seed gives the same board everywhere. Boards are
dealt until one needs no guess (uniform: all such boards are equally likely);
where these are too rare, boards are mended, and then the file says so.

examples:
  python -m solvers deal expert --seed 7 > board.csv
  python -m solvers deal 16x16/99 --first 0,0 --rule open
  python -m solvers deal 30x16/170 --count 100 --json
"""


def deal_parser() -> argparse.ArgumentParser:
    """The parser of the arguments of `python -m solvers deal`."""
    parser = Parser("solvers deal", "Make boards that need no guess.", _NOTES)
    parser.add_argument(
        "level", type=_level, metavar="LEVEL", help="such as expert, or COLSxROWS/MINES"
    )
    parser.add_argument("--seed", default="0", help="any text (%(default)s)")
    parser.add_argument(
        "--first", type=parse_cell, metavar="ROW,COL", help="the first click (in the middle)"
    )
    parser.add_argument(
        "--rule",
        choices=[rule.value for rule in FirstClick if rule is not FirstClick.ANY],
        default="safe",
        help="what the first click is promised: no mine, or an opening (%(default)s)",
    )
    parser.add_argument(
        "--making",
        choices=MAKINGS,
        default="either",
        help="uniform, mended, or either, the former first (%(default)s)",
    )
    parser.add_argument(
        "--count", type=positive, default=1, help="how many, of the seeds SEED/0, SEED/1 …"
    )
    parser.add_argument(
        "--seconds",
        type=above_nothing,
        default=60.0,
        metavar="S",
        help="time for one board (%(default)g)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object to a line")
    return parser


def run(argv: Sequence[str]) -> None:
    """Make and print what the arguments ask for."""
    parser = deal_parser()
    options = parser.parse_args(argv)
    if options.count > 1 and not options.json:
        parser.error("several boards are printed as JSON alone; add --json")
    for number in range(options.count):
        board = no_guess(
            options.level,
            options.seed if options.count == 1 else f"{options.seed}/{number}",
            options.first,
            FirstClick(options.rule),
            making=options.making,
            seconds=options.seconds,
        )
        sys.stdout.write(f"{board.to_json()}\n" if options.json else _key(board))


def _key(board: NoGuessBoard) -> str:
    return f"# needs no guess; {board.made}\n{dumps(board.key())}"


def _level(text: str) -> Level:
    try:
        return Level.parse(text)
    except MinefieldError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
