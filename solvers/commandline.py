"""The words of `python -m solvers`, and what is done with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from minefield.arguments import Parser, natural

_EXAMPLES = """\
examples:
  python -m solvers analyse example_boards/1.csv
  python -m solvers analyse board.csv -m 99 strength=max
  python -m solvers analyse --json - < board.csv
  python -m solvers list
"""

_ANALYSE_EXAMPLES = """\
The board is a CSV file of codes: 0-8 open, 9 flag, 10 mine, 11 hidden; a head
line "#mines 99" gives the number of mines. "-" reads standard input.

examples:
  python -m solvers analyse board.csv
  python -m solvers analyse board.csv -m 99 strength=max
  python -m solvers analyse board.csv --trust-flags no
  python -m solvers analyse board.csv -S exactsolver --json
  printf '1,11\\n11,11\\n' | python -m solvers analyse - -m 1
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code, raises MinefieldError."""
    parser = Parser("solvers", "Analyse a Minesweeper position, or list the solvers.", _EXAMPLES)
    parser.add_argument(
        "command",
        choices=["analyse", "list"],
        help="analyse a board, or list the solvers; each has its own --help",
    )
    words = list(sys.argv[1:] if argv is None else argv)
    command = {"analyse": _analyse, "list": _list}[parser.parse_args(words[:1]).command]
    command(words[1:])
    return 0


def analyse_parser() -> argparse.ArgumentParser:
    """The words of `python -m solvers analyse`."""
    parser = Parser(
        "solvers analyse",
        "Print the mine probability of every cell, and the best cell to open.",
        _ANALYSE_EXAMPLES,
    )
    parser.add_argument("board", metavar="board.csv", help='a board in CSV codes, "-" for stdin')
    parser.add_argument(
        "options",
        nargs="*",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the solver; `python -m solvers list` has them all",
    )
    parser.add_argument("-m", "--mines", type=natural, help="the number of mines on the board")
    parser.add_argument("-S", "--solver", default="best", help="default: %(default)s")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--trust-flags",
        choices=["yes", "no"],
        default="yes",
        help="no: a flag is just a hidden cell (default: a flag is a mine)",
    )
    return parser


def _analyse(argv: Sequence[str]) -> None:
    arguments = analyse_parser().parse_intermixed_args(argv)

    import numpy as np

    from minefield import FLAG, HIDDEN, Board, load
    from solvers.analysis import to_json
    from solvers.registry import create, parse_options

    options = parse_options(arguments.solver, arguments.options)
    solver = create(arguments.solver, options)
    board = load(arguments.board)
    cells = board.cells
    if arguments.trust_flags == "no" or options.get("trust_flags") is False:
        cells = np.where(cells == FLAG, np.int8(HIDDEN), cells)
    mines = board.mines if arguments.mines is None else arguments.mines
    board = Board(cells, mines, board.first)
    analysis = solver.analyse(board)
    if arguments.json:
        print(to_json(analysis))
    else:
        from rich.console import Console

        from solvers import report

        report.show(Console(), board, analysis)


def _list(argv: Sequence[str]) -> None:
    Parser("solvers list", "List the solvers and their options.").parse_args(argv)

    from rich.console import Console

    from solvers import report

    report.show_solvers(Console())
