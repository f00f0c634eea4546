"""An analysis as people and programs read it: a heat map on the terminal, or JSON."""

from __future__ import annotations

import inspect
import json
import math
from typing import Final

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from minefield import FLAG, MINE, SYMBOLS, Board, Cell
from solvers.analysis import Analysis
from solvers.registry import names, options, solver_class

_REASONS: Final = {
    "proof": "proven safe",
    "endgame": "an exact search to the end of the game",
    "guess": "the best guess",
}
_HEAT: Final = ("#1b5e20", "#33691e", "#827717", "#8d6e0f", "#a04a00", "#a32900", "#8e0000")


def to_json(analysis: Analysis) -> str:
    """Write an analysis as one JSON object; open cells are null in the matrix."""
    return json.dumps(
        {
            "mine_probability": [
                [None if math.isnan(p) else p for p in row]
                for row in analysis.mine_probability.tolist()
            ],
            "safe": analysis.safe,
            "mines": analysis.mines,
            "best": analysis.best,
            "why": analysis.why,
            "win_probability": analysis.win_probability,
            "exact": analysis.exact,
            "complete": analysis.complete,
        }
    )


def show(console: Console, board: Board, analysis: Analysis) -> None:
    """Print the matrix, the best move, its candidates and the win probability."""
    _show_matrix(console, board, analysis)
    kind = "exact" if analysis.exact else "estimated, not exact"
    mines = "unknown" if board.mines is None else str(board.mines)
    console.print(
        f"mine probability in percent, {kind}; mines on the board: {mines}; "
        f"proven safe: {len(analysis.safe)}, proven mines: {len(analysis.mines)}",
        soft_wrap=True,
    )
    if analysis.best is None:
        console.print("best: nothing is left to open")
    else:
        console.print(
            f"best: open {_name(analysis.best)}, {_REASONS[analysis.why]}, "
            f"mine probability {analysis.mine_probability[analysis.best]:.4%}",
            highlight=False,
            soft_wrap=True,
        )
    if analysis.win_probability is not None:
        console.print(
            f"win probability with best play: {analysis.win_probability:.4%}", highlight=False
        )
    if not analysis.complete:
        console.print("time ran out before all guesses were weighed; give more with budget=SECONDS")
    if analysis.candidates:
        _show_candidates(console, analysis)


def show_solvers(console: Console) -> None:
    """Print the registered solvers with what they do and their options."""
    for name in names():
        about = (inspect.getdoc(solver_class(name)) or "").split("\n\n")[0].replace("\n", " ")
        console.print(f"[bold]{name}[/]: {about}", highlight=False, soft_wrap=True)
        for option in options(name).values():
            console.print(f"    {option}", highlight=False, markup=False)


def _show_matrix(console: Console, board: Board, analysis: Analysis) -> None:
    rows, cols = board.shape
    edge = len(str(rows - 1)) + 1
    wide = not console.is_terminal or console.width >= edge + 5 * cols
    width = 5 if wide else max(3, len(str(cols - 1)) + 1)
    safe, mines = set(analysis.safe), set(analysis.mines)
    head = "".join(f"{col:>{width}}" for col in range(cols))
    console.print(Text(" " * edge + head, "dim"), soft_wrap=True)
    for row in range(rows):
        line = Text(f"{row:>{edge}}", "dim")
        for col in range(cols):
            cell = (row, col)
            if cell in safe:
                word, style = ("safe" if wide else "ok"), "bold bright_green"
            elif cell in mines:
                word, style = ("mine" if wide else "**"), "bold bright_red"
            else:
                word, style = _word(board, analysis, cell, wide)
            if cell == analysis.best:
                style += " reverse"
            line.append(" " * (width - len(word)))
            line.append(word, style)
        console.print(line, soft_wrap=True)


def _word(board: Board, analysis: Analysis, cell: Cell, wide: bool) -> tuple[str, str]:
    code = board[cell]
    if code in (FLAG, MINE):
        return ("flag" if code == FLAG else "mine") if wide else SYMBOLS[code], "red"
    if code <= 8:
        return ("." if code == 0 else str(code)), "dim"
    p = float(analysis.mine_probability[cell])
    style = f"white on {_HEAT[min(int(p * len(_HEAT)), len(_HEAT) - 1)]}"
    if wide:
        return "<0.1" if p < 0.0005 else ">99" if p > 0.9995 else f"{100 * p:.1f}", style
    return "<1" if p < 0.005 else f"{min(round(100 * p), 99)}", style


def _show_candidates(console: Console, analysis: Analysis) -> None:
    table = Table(box=SIMPLE_HEAD)
    for name in ("candidate", "mine", "score"):
        table.add_column(name, justify="right")
    for candidate in analysis.candidates:
        table.add_row(
            _name(candidate.cell), f"{candidate.mine_probability:.4%}", f"{candidate.score:.6f}"
        )
    console.print(table)


def _name(cell: Cell) -> str:
    return f"row {cell[0]}, col {cell[1]}"
