"""An explanation on the terminal: the board with its cells marked, and the argument in words."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import Final

from rich.console import Console
from rich.text import Text

from mwagent.minefield import SYMBOLS, Board, Cell
from mwagent.solvers.explanation import Explanation

_MARGIN: Final = 2  # rows and columns shown around what is marked, on a board too large to show
_MOST_ROWS: Final = 30

Mark = tuple[str, str, str]
"""The text to the left of a cell's symbol, that to the right, and the style."""

_ASKED: Final = (">", "<", "bold reverse")
_NUMBER: Final = ("[", "]", "bold yellow")
_SAFE: Final = ("(", ")", "bold bright_green")
_MINE: Final = ("{", "}", "bold bright_red")

_VERDICTS: Final = {"safe": "safe", "mine": "a mine", "unknown": "neither proven safe nor a mine"}


def show_explanation(console: Console, board: Board, answer: Explanation) -> None:
    """Print the verdict, the board with the numbers and cells marked, and the steps."""
    row, col = answer.cell
    _say(console, f"({row}, {col}) is {_VERDICTS[answer.verdict]}.", "bold")
    if answer.verdict == "unknown":
        _show_unknown(console, board, answer)
        return
    marks: dict[Cell, Mark] = {}
    for step in answer.steps:
        if step.high == 0 or step.low == len(step.cells):
            marks |= dict.fromkeys(step.cells, _SAFE if step.high == 0 else _MINE)
    marks |= dict.fromkeys(answer.numbers, _NUMBER) | {answer.cell: _ASKED}
    _draw(console, board, marks)
    _say(
        console,
        "marked: >the cell asked for<, [a number of the proof], (found safe), {found to be a mine}",
        "dim",
    )
    _say(console, _rests_on(answer))
    for place, step in enumerate(answer.steps, 1):
        _say(console, f"{place:>2}. " + "\n    ".join(_wrapped(step.text, console.width)))


def _wrapped(text: str, width: int) -> list[str]:
    """Break a text in lines, but not within a cell such as (3, 4)."""
    whole = re.sub(r"\((\d+), (\d+)\)", "(\\1,\N{NO-BREAK SPACE}\\2)", text)
    lines = textwrap.wrap(whole, max(40, min(width, 100)) - 4)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _rests_on(answer: Explanation) -> str:
    count = len(answer.numbers)
    numbers = "one number" if count == 1 else f"{count} numbers"
    total = " and the number of mines on the board" if answer.mine_count else ""
    if not answer.numbers:
        numbers, total = (
            "",
            "the number of mines on the board" if answer.mine_count else "what is shown",
        )
    fewest = "no fewer do" if answer.smallest else "each of them is needed"
    return f"The proof rests on {numbers}{total}" + (f"; {fewest}." if count > 1 else ".")


def _show_unknown(console: Console, board: Board, answer: Explanation) -> None:
    kind = "exact" if answer.exact else "an estimate"
    _say(console, f"It is a mine with probability {answer.probability:.4%} ({kind}).")
    if answer.ways is not None:
        _say(
            console,
            f"Arrangements of the mines in which it is safe: {_power(answer.ways.safe)}; in which "
            f"it is a mine: {_power(answer.ways.mine)}.",
        )
    if answer.arrangements is None:
        return
    safe, mine = set(answer.arrangements.safe), set(answer.arrangements.mine)
    differ = safe ^ mine
    for title, mines in (("Here it is safe:", safe), ("Here it is a mine:", mine)):
        _say(console, title)
        marks = dict.fromkeys(differ, ("(", ")", "bold")) | {answer.cell: _ASKED}
        _draw(console, board, marks, mines)
    _say(console, "marked: >the cell asked for<, (the other cells that differ); * is a mine", "dim")


def _power(log: float) -> str:
    """Write e to the power of `log` as a person reads it."""
    if log < 20.7:  # below 10^9
        return f"{round(2.718281828459045**log):,}".replace(",", " ")
    exponent = log / 2.302585092994046
    return f"{10 ** (exponent % 1):.3f}e{int(exponent)}"


def _draw(
    console: Console, board: Board, marks: Mapping[Cell, Mark], mines: Iterable[Cell] = ()
) -> None:
    laid = set(mines)
    rows, cols = _window(console, board, marks)
    edge = len(str(rows.stop - 1))
    width = max(3, len(str(cols.stop - 1)) + 1)
    head = "".join(f"{col:>{width - 1}} " for col in cols)
    console.print(Text(" " * edge + " " + head, "dim"), soft_wrap=True)
    for row in rows:
        line = Text(f"{row:>{edge}} ", "dim")
        for col in cols:
            code = board[row, col]
            symbol = "*" if (row, col) in laid else "." if code == 0 else SYMBOLS[code]
            left, right, style = marks.get(
                (row, col), (" ", " ", "red" if symbol == "*" else "dim")
            )
            line.append(" " * (width - 3))
            line.append(left + symbol + right, style)
        console.print(line, soft_wrap=True)


def _window(console: Console, board: Board, marks: Iterable[Cell]) -> tuple[range, range]:
    """Rows and columns to show: all of them, or those around the marks where there is no room."""
    rows, cols = board.shape
    marked = list(marks)
    width = max(3, len(str(cols - 1)) + 1)
    shown_cols = range(cols)
    if console.is_terminal and console.width < len(str(rows)) + 1 + width * cols:
        shown_cols = _around([col for _, col in marked], cols)
    shown_rows = range(rows) if rows <= _MOST_ROWS else _around([row for row, _ in marked], rows)
    if rows * cols > 64 * _MOST_ROWS:
        shown_cols = _around([col for _, col in marked], cols)
    return shown_rows, shown_cols


def _around(places: list[int], size: int) -> range:
    return range(max(0, min(places) - _MARGIN), min(size, max(places) + _MARGIN + 1))


def _say(console: Console, text: str, style: str = "") -> None:
    console.print(Text(text, style), soft_wrap=True)
