"""`python -m solvers`: analyse one position, or list the solvers there are."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import numpy as np
from rich.console import Console

from minefield import FLAG, HIDDEN, Board, MinefieldError, load
from solvers import report
from solvers.registry import create, parse_options

_EXAMPLES = """\
examples:
  python -m solvers analyse example_boards/1.csv
  python -m solvers analyse board.csv -m 99 strength=max
  python -m solvers analyse --json - < board.csv
  python -m solvers list
"""

_ANALYSE_EXAMPLES = """\
The board is a CSV file of codes: 0-8 open, 9 flag, 10 mine, 11 hidden; a head line
"#mines 99" gives the number of mines. "-" reads standard input.

examples:
  python -m solvers analyse board.csv
  python -m solvers analyse board.csv -m 99 strength=max
  python -m solvers analyse board.csv --trust-flags no
  python -m solvers analyse board.csv -S exactsolver --json
  printf '1,11\\n11,11\\n' | python -m solvers analyse - -m 1
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m solvers",
        description="Analyse a Minesweeper position, or list the solvers.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "command",
        choices=["analyse", "list"],
        help="analyse a board, or list the solvers; each has its own --help",
    )
    words = list(sys.argv[1:] if argv is None else argv)
    command = {"analyse": _analyse, "list": _list}[parser.parse_args(words[:1]).command]
    try:
        command(words[1:])
        sys.stdout.flush()
    except MinefieldError as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print(f"{parser.prog}: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:  # somebody reads only the head of what is printed
        sys.stderr.close()
        return 0
    return 0


def _analyse(argv: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m solvers analyse",
        description="Print the mine probability of every cell, and the best cell to open.",
        epilog=_ANALYSE_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("board", metavar="board.csv", help='a board in CSV codes, "-" for stdin')
    parser.add_argument(
        "options",
        nargs="*",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the solver; `python -m solvers list` has them all",
    )
    parser.add_argument("-m", "--mines", type=_count, help="the number of mines on the board")
    parser.add_argument("-S", "--solver", default="best", help="default: %(default)s")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--trust-flags",
        choices=["yes", "no"],
        default="yes",
        help="no: a flag is just a hidden cell (default: a flag is a mine)",
    )
    arguments = parser.parse_intermixed_args(argv)
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
        print(report.to_json(analysis))
    else:
        report.show(Console(), board, analysis)


def _list(argv: Sequence[str]) -> None:
    argparse.ArgumentParser(
        prog="python -m solvers list", description="List the solvers and their options."
    ).parse_args(argv)
    report.show_solvers(Console())


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of mines; give a whole number")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
