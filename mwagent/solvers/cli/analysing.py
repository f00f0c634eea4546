"""A board in, an analysis out: `python -m solvers analyse`, and `python -m SOLVER` for one step."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from mwagent.minefield import BoardFormatError, command
from mwagent.minefield.arguments import Parser
from mwagent.solvers.registry import about, create, names, options, parse_options

if TYPE_CHECKING:
    from mwagent.minefield import Board, Cell
    from mwagent.solvers.analysis import Analysis

    Show = Callable[[Board, Analysis], None]


_OPTION = re.compile(r"[A-Za-z_]\w*=")
NOTATION = "how the text is meant where it could be several boards, which are named then"
AS_JSON = "print one JSON object instead"


_LONGEST: Final = 50_000_000
"""Bytes of the largest file that is looked at."""
_LIST: Final = re.compile(rb"""\s*\[\s*(\[\s*[^\s\[]|")""")
"""How a list of rows begins, which is a board."""
FORM: Final = """\
A file of rules is JSON, and ends in .json:
  {"rules": [{"cells": ["a", "b", "c"], "mines": 1},
             {"cells": ["c", "d"], "mines": [0, 1], "name": "the sonar"}],
   "cells": ["e"], "mines": 2}
`mines` of a rule is a number, or the least and the most; cells are strings,
numbers or lists of them. `cells` (optional) are further cells; `mines` is the
total, or `density` the share of mines where none is known; `priors`
(optional) lists pairs [cell, probability] of single cells.
A board of another shape is text, and ends in .txt:
  hexagons 2x3 mines 2
  1 # #
   # # #
The shapes are squares, hexagons, triangles, torus, 3d and 4d; empty lines may
part the layers. F is a flag, * a mine.
"""


def is_rules(path: str) -> bool:
    """Whether a file has rules, by its name, or a board that says its shape, not one of squares."""
    if not path.lower().endswith((".txt", ".json")):
        return False
    from mwagent.minefield.files import read_at_most
    from mwagent.minefield.shapes import SHAPES

    rules = path.lower().endswith(".json")
    try:
        text = read_at_most(path, _LONGEST, plain=True)
    except OSError:
        return rules
    if rules:
        return _LIST.match(text) is None
    words = text.split(maxsplit=1)
    return bool(words) and words[0].decode("ascii", "replace") in SHAPES


_EXAMPLES = """\
examples:
  python -m solvers analyse board.csv
  python -m solvers analyse board.csv -m 99 strength=max
  python -m solvers analyse board.csv --trust-flags no
  python -m solvers analyse board.csv -S exactsolver --json
  printf '1,11\\n11,11\\n' | python -m solvers analyse - -m 1
  python -m solvers analyse board.csv --density 0.2
  python -m solvers analyse rules.json
  python -m solvers analyse board.csv --efficient
  python -m solvers analyse key.csv --whole

"""


def command_line(words: Sequence[str] | None) -> int:
    """Run the solver that the first argument names; gives the exit code, raises MinefieldError."""
    name, *others = sys.argv if words is None else words
    _answer(name, parser(name).parse_intermixed_args(others), _print_decisions)
    return 0


def analyse(words: Sequence[str]) -> None:
    """Print the probabilities and the best move that a solver finds, `best` if none is named."""
    arguments = analyse_parser().parse_intermixed_args(words)
    check_density(arguments)
    rules = next((word for word in arguments.board if is_rules(word)), None)
    if rules is not None:
        _answer_rules(rules, arguments)
        return
    if arguments.whole:
        _answer_whole(arguments)
        return
    _answer(arguments.solver, arguments, _report)


def parser(name: str) -> argparse.ArgumentParser:
    """The parser of the arguments of `python -m NAME`, with examples that the solver takes."""
    listed = list(map(str, options(name).values()))
    known = "\n".join(f"  {option}" for option in listed)
    option = f" {listed[0].partition(' ')[0]}" if listed else ""
    parser = Parser(
        name,
        f"{about(name)}\n\nPrints one line row,col,mine for each cell decided (mine 0 or 1), rows "
        "and columns from 0; where no cell is proven safe, the best guess after a line `# guess`.",
        f"options of {name}, with their defaults:\n{known}\n\n"
        f"examples:\n"
        f"  python -m {name} example_boards/2.csv\n"
        f"  python -m {name} - < example_boards/2.csv\n"
        f"  python -m {name} -m 40 example_boards/2.csv{option}\n"
        f"  python -m {name} --json example_boards/3.csv\n"
        f"  python -m {name} --picture heat.png example_boards/2.csv\n",
    )
    _add_arguments(parser)
    return parser


def analyse_parser() -> argparse.ArgumentParser:
    """The parser of the arguments of `python -m solvers analyse`."""
    does = "Print the mine probability of every cell, and the best cell to open."
    parser = Parser("solvers analyse", does, _EXAMPLES + FORM)
    _add_arguments(parser)
    parser.option("-S, --solver SOLVER", "default: %(default)s", default="best", offers=names)
    add_density(parser)
    parser.option(
        "--efficient", "tell the next clicks of a player who makes few, with flags and chords, too"
    )
    parser.option(
        "--whole", "of a board of which every cell is shown: its 3BV, openings and ZiNi instead"
    )
    return parser


def _add_arguments(parser: Parser) -> None:
    """Add the arguments of every command that has a solver analyse a board."""
    parser.add_argument(
        "board",
        nargs="*",
        metavar="BOARD KEY=VALUE",
        help="a board as CSV (0-8 open, 9 flag, 10 mine, 11 hidden) or as text of any notation, "
        "- or nothing for standard input; and options of the solver",
    )
    add_position(parser)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=AS_JSON)
    form.add_argument(
        "--probabilities",
        action="store_true",
        help="print the mine probability of every cell as CSV instead, nan where it is open",
    )
    parser.option("--picture PNG", "also draw the board with a heat map of mine probability")


def add_position(parser: Parser) -> None:
    """Add what is said of a board beside its file."""
    parser.option("-m, --mines N", "mines in all, instead of the file's #mines", type=int)
    parser.option(
        "--trust-flags",
        "no: a flag is just a hidden cell (default: a flag is a mine)",
        choices=["yes", "no"],
        default="yes",
    )
    parser.option("--notation NAME", NOTATION, default="")


def add_density(parser: Parser) -> None:
    """Add the share of mines, where their number is not known."""
    parser.option(
        "--density P",
        "in place of the number of mines: the share of cells that are mines, such as 0.2",
        type=float,
    )


def check_density(arguments: argparse.Namespace) -> None:
    """Refuse a density that is none, or beside a number of mines; raises BoardFormatError."""
    if arguments.density is None:
        return
    if arguments.mines is not None:
        raise BoardFormatError("--density stands in place of -m; give one of the two")
    if not 0 < arguments.density < 1:
        raise BoardFormatError(
            f"--density {arguments.density:g}: give a share between 0 and 1, such as 0.2"
        )


def _answer_rules(path: str, arguments: argparse.Namespace) -> None:
    if arguments.picture or arguments.probabilities or arguments.solver != "best":
        raise BoardFormatError(
            f"{path}: rules and boards of other shapes have no picture, no CSV and one solver; "
            f"use --json or nothing"
        )
    if len(arguments.board) > 1:
        other = next(word for word in arguments.board if word != path)
        raise BoardFormatError(f"{path}: rules are analysed alone, without {other}")
    from mwagent.solvers.rulefile import analysed, load_rules
    from mwagent.solvers.show.report import rules_as_json, show_rules

    trust = arguments.trust_flags == "yes"
    system, board = load_rules(path, arguments.mines, arguments.density, trust_flags=trust)
    analysis = analysed(path, system)
    if arguments.json:
        print(rules_as_json(analysis))
        return
    from rich.console import Console

    show_rules(Console(), analysis, board)


def _answer_whole(arguments: argparse.Namespace) -> None:
    from mwagent.minefield import MINE, check_key, difficulty
    from mwagent.solvers.zini import zini

    if len(arguments.board) > 1:
        raise BoardFormatError(f"--whole takes one board and no options, not {arguments.board[1]}")
    path = arguments.board[0] if arguments.board else "-"
    board = load_board(path, arguments, notation="whole")
    check_key(board, path)
    mines = board.cells == MINE
    bbbv, openings, islands = difficulty(mines)
    clicks = zini(mines)
    if arguments.json:
        figures = {"rows": board.shape[0], "cols": board.shape[1], "mines": int(mines.sum())}
        figures |= {"bbbv": bbbv, "openings": openings, "islands": islands}
        print(json.dumps({**figures, "zini": clicks._asdict()}))
        return
    print(f"3BV {bbbv}, {openings} openings, {islands} islands")
    print("ZiNi {}, 8-way {}, H.ZiNi {}".format(*clicks))


def load_board(
    path: str, arguments: argparse.Namespace, trust_flags: bool = True, notation: str = ""
) -> Board:
    """Load a board, with what was said of it; flags that are not trusted become hidden cells."""
    import numpy as np

    from mwagent.minefield import FLAG, HIDDEN, Board, load

    trust_flags = trust_flags and arguments.trust_flags == "yes"
    board = load(path, notation=arguments.notation or notation, trust_flags=trust_flags)
    cells, mines = board.cells, board.mines
    if not trust_flags:
        cells = np.where(cells == FLAG, np.int8(HIDDEN), cells)
    if arguments.mines is not None:
        mines = arguments.mines
        if mines < 0:
            raise BoardFormatError(f"-m {mines}: the number of mines starts at 0")
    return Board(cells, mines, board.first)


def _answer(name: str, arguments: argparse.Namespace, show: Show) -> None:
    """Have solver `name` analyse the board, and print the analysis, by `show` if nothing is said.

    Raises MinefieldError.
    """
    pairs = [word for word in arguments.board if _OPTION.match(word)]
    paths = [word for word in arguments.board if not _OPTION.match(word)]
    values = parse_options(name, pairs)
    if len(paths) > 1:
        _refuse(name, paths)
    solver = create(name, values)
    board = load_board(
        paths[0] if paths else "-", arguments, values.get("trust_flags") is not False
    )
    density = getattr(arguments, "density", None)
    efficient = getattr(arguments, "efficient", False)
    if density is None:
        analysis = solver.analyse(board)
    elif name == "best" and not values:
        from mwagent.solvers.best import analyse as best_analyse

        analysis = best_analyse(board, density=density)
    else:
        raise BoardFormatError("--density is counted by the solver best, without options")
    if arguments.probabilities:
        import numpy as np

        np.savetxt(sys.stdout, analysis.mine_probability, "%.6g", ",")
    elif arguments.json:
        from mwagent.solvers.analysis import to_json

        told = to_json(analysis)
        if efficient:
            clicks = [{"button": kind, "cell": cell} for kind, cell in _efficient(board, analysis)]
            told = json.dumps(json.loads(told) | {"efficient": clicks})
        print(told)
    else:
        show(board, analysis)
        if efficient:
            words = [f"{kind} {row},{col}" for kind, (row, col) in _efficient(board, analysis)]
            print(f"few clicks: {'; '.join(words) or 'nothing is left to open'}")
    if arguments.picture:
        from mwagent.solvers.show.picture import save_picture  # Pillow is only loaded to draw

        sys.stdout.flush()  # the answer is there, whatever becomes of the picture
        save_picture(board, analysis, arguments.picture)


def _efficient(board: Board, analysis: Analysis) -> list[tuple[str, Cell]]:
    """The clicks of the next step, each with what it does."""
    from mwagent.minefield import Button
    from mwagent.solvers.efficiency import plan_step

    kinds = {Button.LEFT: "open", Button.RIGHT: "flag", Button.CHORD: "chord"}
    return [(kinds[click.button], click.cell) for click in plan_step(board, analysis)]


def _refuse(name: str, paths: Sequence[str]) -> None:
    """Refuse several boards, or an option that has no value; raises BoardFormatError."""
    for word in paths:
        if word in options(name):
            raise BoardFormatError(f"the option {word} has no value; write {word}=VALUE")
    raise BoardFormatError(f"one board at a time, please: {paths[0]} or {paths[1]}?")


def _report(board: Board, analysis: Analysis) -> None:
    from rich.console import Console

    from mwagent.solvers.show import report

    report.show(Console(), board, analysis)


def _print_decisions(board: Board, analysis: Analysis) -> None:
    decided = [(cell, 0) for cell in analysis.safe] + [(cell, 1) for cell in analysis.mines]
    lines = [f"{row},{col},{mine}" for (row, col), mine in sorted(decided)]
    if not analysis.safe and (best := analysis.decide().best) is not None:
        row, col = best
        lines += ["# guess", f"{row},{col},0"]
    if lines:
        print("\n".join(lines))
    else:
        command.warn("no cell is hidden, there is nothing to decide")
