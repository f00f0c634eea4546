"""`python -m solvers puzzles` and `python -m solvers deal`: positions and boards are made."""

from __future__ import annotations

import argparse
import datetime
import sys
from collections.abc import Sequence

from mwagent.minefield import FirstClick, Level, MinefieldError, dumps
from mwagent.minefield.arguments import Parser, above_nothing, natural, parse_cell, positive
from mwagent.minefield.command import harmless
from mwagent.solvers.noguess import MAKINGS, NoGuessBoard, no_guess
from mwagent.solvers.puzzlebook import GRADES, KINDS, LESSONS, Grade, Puzzle, daily, puzzles

_PUZZLE_NOTES = f"""\
A seed gives the same puzzles everywhere. Boards are printed with rows and
columns numbered from 0: # is hidden, F a known mine, a dot or digit open.
Kinds: {", ".join(KINDS)}, or a lesson:
{", ".join(LESSONS)}.

examples:
  python -m solvers puzzles --count 3
  python -m solvers puzzles --count 100 --seed 7 --grade easy..expert --json
  python -m solvers puzzles --kind safer --grade hard --answers
  python -m solvers puzzles --daily today --answers
"""


def puzzle_parser() -> argparse.ArgumentParser:
    """The parser of the arguments of `python -m solvers puzzles`."""
    parser = Parser(
        "solvers puzzles", "Make puzzles: what can be proven in a position?", _PUZZLE_NOTES
    )
    parser.option("--count", "how many (%(default)s)", type=natural, default=1)
    parser.option("--seed SEED", "any text (%(default)s)", default="0")
    parser.option(
        "--grade",
        "easy, medium, hard or expert, or a range such as easy..hard (all)",
        type=_grades,
        default=GRADES,
    )
    parser.option(
        "--kind KIND",
        "what is to be found, or a lesson (%(default)s)",
        choices=[*KINDS, *LESSONS],
        default="proven",
    )
    parser.option("--daily DATE", "the puzzle of a day: 2026-01-31, or today", type=_date)
    parser.option("--answers", "print the answers as well")
    parser.option("--json", "print one JSON object to a line")
    return parser


def pose(argv: Sequence[str]) -> None:
    """Make and print what the arguments ask for."""
    options = puzzle_parser().parse_args(argv)
    if options.daily is not None:
        made = iter([daily(options.daily)])
    else:
        made = puzzles(options.count, options.seed, options.grade, options.kind)
    for place, one in enumerate(made):
        if options.json:
            print(one.to_json())
        else:
            print(("\n" if place else "") + harmless(str(one)))
            if options.answers:
                print("\n" + _answers(one))


def _answers(puzzle: Puzzle) -> str:
    cells = ", ".join(f"({row}, {col})" for row, col in puzzle.answers)
    if puzzle.proof is None:
        chances = ", ".join(
            f"({c.cell[0]}, {c.cell[1]}) is a mine with {100 * c.chance:.1f} %"
            for c in puzzle.choices
        )
        return f"answer: {cells}; {chances}"
    proof = puzzle.proof
    numbers = ", ".join(f"({row}, {col})" for row, col in proof.numbers)
    by = f"by {numbers}" if numbers else "by the mines left alone"
    return (
        f"answers: {cells}\nsimplest: ({proof.cell[0]}, {proof.cell[1]}), {by}"
        + (" and the mines left" if proof.mine_count and numbers else "")
        + (f" ({proof.pattern})" if proof.pattern else "")
    )


def _grades(text: str) -> tuple[Grade, ...]:
    first, dots, last = text.partition("..")
    names: list[str] = list(GRADES)
    if first not in names or (dots and last not in names):
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is no grade; give {', '.join(GRADES)}, or a range such as easy..hard"
        )
    begin, end = names.index(first), names.index(last if dots else first)
    if begin > end:
        raise argparse.ArgumentTypeError(f"{text!r} runs backwards; give {last}..{first}")
    return GRADES[begin : end + 1]


def _date(text: str) -> datetime.date:
    if text == "today":
        return datetime.datetime.now().astimezone().date()
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is no date; give one such as 2026-01-31, or today"
        ) from None


_DEAL_NOTES = """\
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
    parser = Parser("solvers deal", "Make boards that need no guess.", _DEAL_NOTES)
    parser.add_argument(
        "level", type=_level, metavar="LEVEL", help="such as expert, or COLSxROWS/MINES"
    )
    parser.option("--seed SEED", "any text (%(default)s)", default="0")
    parser.option("--first ROW,COL", "the first click (in the middle)", type=parse_cell)
    parser.option(
        "--rule",
        "what the first click is promised: no mine, or an opening (%(default)s)",
        choices=[rule.value for rule in FirstClick if rule is not FirstClick.ANY],
        default="safe",
    )
    parser.option(
        "--making",
        "uniform, mended, or either, the former first (%(default)s)",
        choices=MAKINGS,
        default="either",
    )
    parser.option("--count", "how many, of the seeds SEED/0, SEED/1 …", type=positive, default=1)
    parser.option(
        "--seconds S", "time for one board (%(default)g)", type=above_nothing, default=60.0
    )
    parser.option("--json", "print one JSON object to a line")
    return parser


def deal(argv: Sequence[str]) -> None:
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
