"""The one-step command line: a board in, what is safe and what is a mine out."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence

import numpy as np

from minefield import Board, BoardFormatError, MinefieldError, load
from solvers.analysis import Analysis
from solvers.registry import create, options, parse_options, solver_class

_OPTION = re.compile(r"[A-Za-z_]\w*=")


def main(name: str, words: Sequence[str] | None = None) -> int:
    """Run solver `name` on the board the command line names; returns the exit code."""
    arguments = _parser(name).parse_args(words)
    try:
        _run(name, arguments)
        sys.stdout.flush()
    except MinefieldError as error:
        print(str(error) if str(error).startswith(name) else f"{name}: {error}", file=sys.stderr)
        return error.exit_code
    except BrokenPipeError:  # whoever read the output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        return 130
    return 0


def _parser(name: str) -> argparse.ArgumentParser:
    known = "\n".join(f"  {option}" for option in options(name).values())
    about = (solver_class(name).__doc__ or "").strip().splitlines()[0]
    parser = argparse.ArgumentParser(
        prog=f"python -m {name}",
        description=f"{about}\n\nPrints one line row,col,mine for each cell decided (mine 0 or 1); "
        "when nothing\nis certain, the single best guess.",
        epilog=f"options of {name}, with their defaults:\n{known}\n\n"
        f"examples:\n"
        f"  python -m {name} example_boards/2.csv\n"
        f"  python -m {name} - < example_boards/2.csv\n"
        f"  python -m {name} -m 99 example_boards/2.csv consider_mines_th=10\n"
        f"  python -m {name} --probabilities --picture heat.png example_boards/2.csv\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
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
    parser.add_argument(
        "--probabilities",
        action="store_true",
        help="print the mine probability of every cell as CSV instead, nan where it is open",
    )
    parser.add_argument(
        "--picture", metavar="PNG", help="also draw the board with a heat map of mine probability"
    )
    return parser


def _run(name: str, arguments: argparse.Namespace) -> None:
    pairs = [word for word in arguments.board if _OPTION.match(word)]
    paths = [word for word in arguments.board if not _OPTION.match(word)]
    if len(paths) > 1:
        raise BoardFormatError(f"one board at a time, please: {paths[0]} or {paths[1]}?")
    solver = create(name, parse_options(name, pairs))
    board = load(paths[0] if paths else "-")
    if arguments.mines is not None:
        if arguments.mines < 0:
            raise BoardFormatError(f"-m {arguments.mines}: the number of mines starts at 0")
        board = Board(board.cells, arguments.mines, board.first)
    analysis = solver.analyse(board)
    if arguments.picture:
        from solvers.picture import save_picture  # Pillow is only loaded to draw

        save_picture(board, analysis, arguments.picture)
    if arguments.probabilities:
        np.savetxt(sys.stdout, analysis.mine_probability, "%.6g", ",")
    else:
        _print_decisions(name, analysis)


def _print_decisions(name: str, analysis: Analysis) -> None:
    decided = [(cell, 0) for cell in analysis.safe] + [(cell, 1) for cell in analysis.mines]
    if not decided and analysis.best is not None:
        decided = [(analysis.best, 0)]
    for (row, col), mine in sorted(decided):
        print(f"{row},{col},{mine}")
    if not decided:
        print(f"{name}: no cell is hidden, there is nothing to decide", file=sys.stderr)
