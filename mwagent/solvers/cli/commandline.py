"""The arguments of `python -m solvers`, and what is done with them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from mwagent.minefield import command
from mwagent.minefield.arguments import Parser, parse_cell
from mwagent.solvers.cli.analysing import AS_JSON, add_position, is_rules, load_board

COMMANDS: Final = {
    "analyse": "mwagent.solvers.cli.analysing:analyse",
    "explain": "mwagent.solvers.cli.commandline:explain",
    "puzzles": "mwagent.solvers.cli.making:pose",
    "deal": "mwagent.solvers.cli.making:deal",
    "list": "mwagent.solvers.cli.commandline:list_solvers",
}
"""What carries out each command: a MODULE:FUNCTION that takes the words which follow."""

_EXAMPLES = """\
examples:
  python -m solvers analyse example_boards/1.csv
  python -m solvers analyse board.csv -m 99 strength=max
  python -m solvers analyse --json - < board.csv
  python -m solvers explain board.csv 3,4
  python -m solvers puzzles --count 3 --grade easy..hard
  python -m solvers deal 16x16/99 > board.csv
  python -m solvers list
"""

_EXPLAIN_EXAMPLES = """\
Rows and columns count from 0. A flag on the cell itself is not taken for
granted.

examples:
  python -m solvers explain board.csv 3,4
  python -m solvers explain board.csv 3,4 -m 99 --json
  python -m solvers explain rules.json a
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code, raises MinefieldError."""
    parser = Parser(
        "solvers",
        "Analyse a Minesweeper position, explain a cell of it, make puzzles and boards, or list "
        "the solvers.",
        _EXAMPLES,
    )
    parser.add_argument(
        "command",
        choices=list(COMMANDS),
        help="analyse a board, explain a cell, make puzzles, make boards that need no guess, or "
        "list the solvers; each has its own --help",
    )
    words = list(sys.argv[1:] if argv is None else argv)
    named = words[0] if words and words[0] in COMMANDS else parser.parse_args(words[:1]).command
    command.imported("python -m solvers", COMMANDS[named])(words[1:])
    return 0


def explain_parser() -> argparse.ArgumentParser:
    """The parser of the arguments of `python -m solvers explain`."""
    parser = Parser(
        "solvers explain",
        "Tell why a hidden cell is safe or a mine, or that it can be either.",
        _EXPLAIN_EXAMPLES,
    )
    parser.add_argument(
        "board",
        metavar="board.csv",
        help='a board as CSV or text, "-" for stdin; or rules, or a board of another shape, as '
        "`python -m solvers analyse` reads them",
    )
    add_position(parser)
    parser.option("--json", AS_JSON)
    parser.add_argument(
        "cell", metavar="ROW,COL", help="the cell, counted from 0; in a file of rules its name"
    )
    return parser


def explain(argv: Sequence[str]) -> None:
    """Print why a cell is safe or a mine."""
    parser = explain_parser()
    arguments = parser.parse_args(argv)
    if is_rules(arguments.board):
        _explain_by_rules(arguments)
        return
    try:
        cell = parse_cell(arguments.cell)
    except argparse.ArgumentTypeError as error:
        parser.error(f"argument ROW,COL: {error}")

    from mwagent.solvers import explanation

    board = load_board(arguments.board, arguments)
    answer = explanation.explain(board, cell)
    if arguments.json:
        print(answer.to_json())
    else:
        from rich.console import Console

        from mwagent.solvers.show.drawing import show_explanation

        show_explanation(Console(), board, answer)


def _explain_by_rules(arguments: argparse.Namespace) -> None:
    from mwagent.solvers.rulefile import analysed, cell_named, load_rules

    trust = arguments.trust_flags == "yes"
    system, _ = load_rules(arguments.board, arguments.mines, trust_flags=trust)
    cell = cell_named(arguments.cell, system)
    proof = analysed(arguments.board, system).explain(cell)
    if arguments.json:
        from mwagent.solvers.show.report import proof_as_json

        print(proof_as_json(proof))
        return
    print(proof)


def list_solvers(argv: Sequence[str]) -> None:
    """Print the solvers and their options."""
    parser = Parser("solvers list", "List the solvers and their options.")
    parser.option("--json", "print one JSON list")
    as_json = parser.parse_args(argv).json

    from mwagent.solvers.show import report

    if as_json:
        print(report.solvers_as_json())
        return
    from rich.console import Console

    report.show_solvers(Console())
