"""The arguments of `python -m solvers`, and what is done with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mwagent.minefield.arguments import Parser, natural

if TYPE_CHECKING:
    from mwagent.minefield import Board, Cell

_EXAMPLES = """\
examples:
  python -m solvers analyse example_boards/1.csv
  python -m solvers analyse board.csv -m 99 strength=max
  python -m solvers analyse --json - < board.csv
  python -m solvers explain board.csv 3,4
  python -m solvers puzzles --count 3 --grade easy..hard
  python -m solvers list
"""

_BOARD = """\
The board is a CSV file of codes: 0-8 open, 9 flag, 10 mine, 11 hidden; a head
line "#mines 99" gives the number of mines. "-" reads standard input.
"""

_ANALYSE_EXAMPLES = f"""\
{_BOARD}
examples:
  python -m solvers analyse board.csv
  python -m solvers analyse board.csv -m 99 strength=max
  python -m solvers analyse board.csv --trust-flags no
  python -m solvers analyse board.csv -S exactsolver --json
  printf '1,11\\n11,11\\n' | python -m solvers analyse - -m 1
"""

_EXPLAIN_EXAMPLES = f"""\
{_BOARD}
Rows and columns count from 0. A flag on the cell itself is not taken for
granted.

examples:
  python -m solvers explain board.csv 3,4
  python -m solvers explain board.csv 3,4 -m 99 --json
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code, raises MinefieldError."""
    parser = Parser(
        "solvers",
        "Analyse a Minesweeper position, explain a cell of it, make puzzles, or list the solvers.",
        _EXAMPLES,
    )
    parser.add_argument(
        "command",
        choices=["analyse", "explain", "puzzles", "list"],
        help="analyse a board, explain a cell, make puzzles, or list the solvers; each has its own "
        "--help",
    )
    words = list(sys.argv[1:] if argv is None else argv)
    command = {"analyse": _analyse, "explain": _explain, "puzzles": _puzzles, "list": _list}[
        parser.parse_args(words[:1]).command
    ]
    command(words[1:])
    return 0


def analyse_parser() -> argparse.ArgumentParser:
    """The parser of the arguments of `python -m solvers analyse`."""
    parser = Parser(
        "solvers analyse",
        "Print the mine probability of every cell, and the best cell to open.",
        _ANALYSE_EXAMPLES,
    )
    _add_board(parser)
    parser.add_argument(
        "options",
        nargs="*",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the solver; `python -m solvers list` has them all",
    )
    parser.add_argument("-S", "--solver", default="best", help="default: %(default)s")
    return parser


def explain_parser() -> argparse.ArgumentParser:
    """The parser of the arguments of `python -m solvers explain`."""
    parser = Parser(
        "solvers explain",
        "Tell why a hidden cell is safe or a mine, or that it can be either.",
        _EXPLAIN_EXAMPLES,
    )
    _add_board(parser)
    parser.add_argument("cell", metavar="ROW,COL", type=_cell, help="the cell, counted from 0")
    return parser


def _add_board(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="board.csv", help='a board in CSV codes, "-" for stdin')
    parser.add_argument("-m", "--mines", type=natural, help="the number of mines on the board")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--trust-flags",
        choices=["yes", "no"],
        default="yes",
        help="no: a flag is just a hidden cell (default: a flag is a mine)",
    )


def _analyse(argv: Sequence[str]) -> None:
    arguments = analyse_parser().parse_intermixed_args(argv)

    from mwagent.solvers.analysis import to_json
    from mwagent.solvers.registry import create, parse_options

    options = parse_options(arguments.solver, arguments.options)
    solver = create(arguments.solver, options)
    board = _board(arguments, options.get("trust_flags") is not False)
    analysis = solver.analyse(board)
    if arguments.json:
        print(to_json(analysis))
    else:
        from rich.console import Console

        from mwagent.solvers.show import report

        report.show(Console(), board, analysis)


def _explain(argv: Sequence[str]) -> None:
    arguments = explain_parser().parse_args(argv)

    from mwagent.solvers.explanation import explain

    board = _board(arguments)
    answer = explain(board, arguments.cell)
    if arguments.json:
        print(answer.to_json())
    else:
        from rich.console import Console

        from mwagent.solvers.show.drawing import show_explanation

        show_explanation(Console(), board, answer)


def _board(arguments: argparse.Namespace, trust_flags: bool = True) -> Board:
    """Load the board asked for; flags that are not trusted become hidden cells."""
    import numpy as np

    from mwagent.minefield import FLAG, HIDDEN, Board, load

    board = load(arguments.board)
    cells = board.cells
    if arguments.trust_flags == "no" or not trust_flags:
        cells = np.where(cells == FLAG, np.int8(HIDDEN), cells)
    mines = board.mines if arguments.mines is None else arguments.mines
    return Board(cells, mines, board.first)


def _puzzles(argv: Sequence[str]) -> None:
    from mwagent.solvers.cli.puzzles import run

    run(argv)


def _list(argv: Sequence[str]) -> None:
    Parser("solvers list", "List the solvers and their options.").parse_args(argv)

    from rich.console import Console

    from mwagent.solvers.show import report

    report.show_solvers(Console())


def _cell(text: str) -> Cell:
    row, comma, col = text.strip("() ").partition(",")
    parts = [part.strip() for part in (row, col)]
    if not comma or not all(p.isascii() and p.isdecimal() and len(p) <= 9 for p in parts):
        raise argparse.ArgumentTypeError(f"{text!r} is no cell; give ROW,COL, such as 3,4")
    return int(parts[0]), int(parts[1])
