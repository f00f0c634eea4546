"""The one-step command line: a board in, what is safe and what is a mine out."""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from mwagent.minefield import BoardFormatError, command
from mwagent.minefield.arguments import Parser
from mwagent.solvers.cli.declared import Declared, declared

if TYPE_CHECKING:
    from mwagent.solvers.analysis import Analysis

_OPTION = re.compile(r"[A-Za-z_]\w*=")


def main(name: str, words: Sequence[str] | None = None) -> int:
    """Run solver `name` on the board the command line names; returns the exit code."""
    return command.run(name, lambda: _run(name, parser(name).parse_intermixed_args(words)))


def command_line(words: Sequence[str] | None) -> int:
    """Run the solver that the first argument names; gives the exit code as `main` does."""
    name, *others = sys.argv if words is None else words
    return _run(name, parser(name).parse_intermixed_args(others))


def _described(name: str) -> Declared:
    """The solver's name, what it does, and its options."""
    here = declared(name)
    if here:
        return here[0]
    from mwagent.solvers.registry import options, solver_class

    about = (solver_class(name).__doc__ or "").strip().splitlines()[0]
    return Declared(name, about, tuple(map(str, options(name).values())))


def parser(name: str) -> argparse.ArgumentParser:
    """The parser of the arguments of `python -m NAME`, with examples that the solver takes."""
    solver = _described(name)
    known = "\n".join(f"  {option}" for option in solver.options)
    option = f" {solver.options[0].partition(' ')[0]}" if solver.options else ""
    about = textwrap.fill(solver.about, 79)
    parser = Parser(
        name,
        f"{about}\n\nPrints one line row,col,mine for each cell decided (mine 0 or 1), rows and "
        "columns from 0; where no cell is proven safe, the best guess after a line `# guess`.",
        f"options of {name}, with their defaults:\n{known}\n\n"
        f"examples:\n"
        f"  python -m {name} example_boards/2.csv\n"
        f"  python -m {name} - < example_boards/2.csv\n"
        f"  python -m {name} -m 40 example_boards/2.csv{option}\n"
        f"  python -m {name} --json example_boards/3.csv\n"
        f"  python -m {name} --picture heat.png example_boards/2.csv\n",
    )
    parser.add_argument(
        "board",
        nargs="*",
        metavar="BOARD KEY=VALUE",
        help="a CSV file of codes (0-8 open, 9 flag, 10 mine, 11 hidden), - or nothing for "
        "standard input; and options of the solver",
    )
    parser.add_argument(
        "-m", "--mines", type=int, metavar="N", help="mines in all, instead of the file's #mines"
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--json",
        action="store_true",
        help="print one JSON object instead: all probabilities, the best cell and why",
    )
    form.add_argument(
        "--probabilities",
        action="store_true",
        help="print the mine probability of every cell as CSV instead, nan where it is open",
    )
    parser.add_argument(
        "--picture", metavar="PNG", help="also draw the board with a heat map of mine probability"
    )
    return parser


def _run(name: str, arguments: argparse.Namespace) -> int:
    from mwagent.minefield import Board, load
    from mwagent.solvers.registry import create, parse_options

    pairs = [word for word in arguments.board if _OPTION.match(word)]
    paths = [word for word in arguments.board if not _OPTION.match(word)]
    if len(paths) > 1:
        _refuse(name, paths)
    solver = create(name, parse_options(name, pairs))
    board = load(paths[0] if paths else "-")
    if arguments.mines is not None:
        if arguments.mines < 0:
            raise BoardFormatError(f"-m {arguments.mines}: the number of mines starts at 0")
        board = Board(board.cells, arguments.mines, board.first)
    analysis = solver.analyse(board)
    _print(name, analysis, arguments)
    if arguments.picture:
        from mwagent.solvers.show.picture import save_picture  # Pillow is only loaded to draw

        sys.stdout.flush()  # the answer is there, whatever becomes of the picture
        save_picture(board, analysis, arguments.picture)
    return 0


def _refuse(name: str, paths: Sequence[str]) -> None:
    """Refuse several boards, or an option that has no value; raises BoardFormatError."""
    known = {option.partition("=")[0] for option in _described(name).options}
    for word in paths:
        if word in known:
            raise BoardFormatError(f"the option {word} has no value; write {word}=VALUE")
    raise BoardFormatError(f"one board at a time, please: {paths[0]} or {paths[1]}?")


def _print(name: str, analysis: Analysis, arguments: argparse.Namespace) -> None:
    if arguments.probabilities:
        import numpy as np

        np.savetxt(sys.stdout, analysis.mine_probability, "%.6g", ",")
    elif arguments.json:
        from mwagent.solvers.analysis import to_json

        print(to_json(analysis))
    else:
        _print_decisions(name, analysis)


def _print_decisions(name: str, analysis: Analysis) -> None:
    decided = [(cell, 0) for cell in analysis.safe] + [(cell, 1) for cell in analysis.mines]
    lines = [f"{row},{col},{mine}" for (row, col), mine in sorted(decided)]
    if not analysis.safe and (best := analysis.decide().best) is not None:
        row, col = best
        lines += ["# guess", f"{row},{col},0"]
    if lines:
        print("\n".join(lines))
    else:
        command.say(f"{name}: no cell is hidden, there is nothing to decide")
