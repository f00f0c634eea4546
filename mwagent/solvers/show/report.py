"""An analysis as people read it: a heat map on the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.markup import escape
from rich.segment import Segment, Segments
from rich.style import Style

from mwagent.minefield import HIDDEN, SYMBOLS, Board, named
from mwagent.minefield.shapes import ShapedBoard, laid_out
from mwagent.minefield.tables import show_table
from mwagent.solvers.analysis import Analysis, Candidate, advice, kind
from mwagent.solvers.registry import about, failure, names, options
from mwagent.solvers.rulesystem import RuleAnalysis, RuleProof

_HEAT: Final = ("#1b5e20", "#33691e", "#827717", "#8d6e0f", "#a04a00", "#a32900", "#8e0000")
_LIGHT: Final = ("#2e7d32", "#4b7d25", "#948d2a", "#a07f24", "#b45f1a", "#b8401d", "#a51e1e")
_STEPS: Final = 10_000
_DIM: Final = Style(dim=True)


def show(console: Console, board: Board, analysis: Analysis) -> None:
    """Print the matrix, the best move, its candidates and the win probability."""
    _show_matrix(console, board, analysis)
    mines = "unknown" if board.mines is None else str(board.mines)
    console.print(f"mine probability in percent, {kind(analysis)}")
    console.print(
        f"mines on the board: {mines}; proven safe: {len(analysis.safe)}, "
        f"proven mines: {len(analysis.mines)}"
    )
    console.print(f"best: {advice(analysis)}", highlight=False, soft_wrap=not console.is_terminal)
    decision = analysis.decide()
    if decision.win_probability is not None:
        win = f"{decision.win_probability:.4%}"
        console.print(f"win probability with best play: {win}", highlight=False)
    if not decision.complete:
        console.print("time ran out before all guesses were weighed; give more with budget=SECONDS")
    if decision.candidates:
        _show_candidates(console, decision.candidates)


def show_solvers(console: Console) -> None:
    """Print the registered solvers with what they do and their options."""
    for name in names():
        if why := failure(name):
            console.print(f"[bold]{name}[/]: {escape(why)}", highlight=False)
            continue
        console.print(
            f"[bold]{name}[/]: {about(name)}", highlight=False, soft_wrap=not console.is_terminal
        )
        for option in options(name).values():
            console.print(f"    {option}", highlight=False, markup=False)


def solvers_as_json() -> str:
    """The registered solvers as a JSON list; one that cannot be loaded says why, as its `error`."""
    listed: list[dict[str, object]] = []
    for name in names():
        if why := failure(name):
            listed.append({"name": name, "error": why})
            continue
        known = [
            {
                "name": option.name,
                "types": [kind.__name__ for kind in option.types],
                "default": option.default,
            }
            for option in options(name).values()
        ]
        listed.append({"name": name, "about": about(name), "options": known})
    return json.dumps(listed)


def _show_matrix(console: Console, board: Board, analysis: Analysis) -> None:
    """Print the probabilities of all cells; block by block of columns where not all find room."""
    rows, cols = board.shape
    edge = len(str(rows - 1)) + 2
    room = max(1, console.width - edge) if console.is_terminal else 5 * cols
    width = _field(cols, room, console.color_system is not None)
    words = _Words(width)
    looks = words.looks(board, analysis)
    step = max(1, min(cols, room // width))
    for first in range(0, cols, step):
        block = looks[:, first : first + step]
        pieces = [Segment(_heads(range(first, first + block.shape[1]), edge, width), _DIM)]
        for row, line in enumerate(block.tolist()):
            pieces.append(Segment(f"{row:>{edge - 1}} ", _DIM))
            pieces += words.line(line)
        console.print(Segments(pieces), soft_wrap=True, end="")


def _field(cols: int, room: int, coloured: bool) -> int:
    """Characters for each of `cols` cells in a line; two touch each other, and need colours."""
    digits = len(str(cols - 1))
    fits = [width for width in (5, 3) if width > digits and width * cols <= room]
    if fits:
        return fits[0]
    return 2 if coloured and digits <= 2 and 2 * cols <= room else max(3, digits + 1)


def _heads(cols: range, edge: int, width: int) -> str:
    """The numbers of the columns; in fields of two characters the tens stand in a line above."""
    units = [f"{col if width > 2 else col % 10:>{width}}" for col in cols]
    heads = " " * edge + "".join(units) + "\n"
    if width > 2 or cols[-1] < 10:
        return heads
    tens = [f"{'' if col % 10 else col // 10:>2}" for col in cols]
    return " " * edge + "".join(tens).rstrip() + "\n" + heads


class _Words:
    """What is printed for a cell: a number, its look, stands for a text and a style.

    Looks 0 to 11 are those of the cells' codes; then come cells proven safe and proven mines; from
    there on mine probabilities in `_STEPS`, for every other column once more: cells that touch are
    distinguished by their colours. The last look is that of the best cell.
    """

    SAFE, MINE, CHANCE = 12, 13, 14

    def __init__(self, width: int):
        self.width = width
        wide = width >= 5
        said = [".", *map(str, range(1, 9)), *(("flag", "mine") if wide else SYMBOLS[9:11]), ""]
        self.words = [*said, *(("safe", "mine") if wide else ("ok", "**"))]
        self.styles = [*["dim"] * 9, "red", "red", "", "bold bright_green", "bold bright_red"]
        for colours in (_HEAT, _HEAT if width > 2 else _LIGHT):
            for step in range(_STEPS + 1):
                self.words.append(_percent((step + 0.5) / _STEPS, wide))
                heat = colours[min(step * len(colours) // _STEPS, len(colours) - 1)]
                self.styles.append(f"white on {heat}")

    def looks(self, board: Board, analysis: Analysis) -> NDArray[np.int_]:
        """The look of every cell, (rows, cols)."""
        chances = np.nan_to_num(analysis.mine_probability)
        chance = self.CHANCE + (_STEPS * chances).astype(int)
        chance[:, 1::2] += _STEPS + 1
        looks = np.where(board.cells == HIDDEN, chance, board.cells)
        for cells, look in ((analysis.safe, self.SAFE), (analysis.mines, self.MINE)):
            if cells:
                looks[tuple(np.array(cells).T)] = look
        if (cell := analysis.decide().best) is not None:
            best = looks[cell]
            self.words.append(self.words[best])
            self.styles.append(f"{self.styles[best]} reverse")
            looks[cell] = len(self.words) - 1
        self.padded = [f"{word:>{self.width}}" for word in self.words]
        self.parsed = [Style.parse(style) for style in self.styles]
        return looks

    def line(self, looks: list[int]) -> Iterator[Segment]:
        """A row of cells, as few pieces as their styles allow, and the end of the line."""
        for style, group in groupby(looks, self.parsed.__getitem__):
            yield Segment("".join(map(self.padded.__getitem__, group)), style)
        yield Segment("\n")


def _percent(p: float, wide: bool) -> str:
    """Write out a probability; what is not proven never looks so."""
    if wide:
        return "<0.1" if p < 0.0005 else ">99" if p > 0.9995 else f"{100 * p:.1f}"
    return "<1" if p < 0.005 else f"{min(round(100 * p), 99)}"


def _show_candidates(console: Console, candidates: Iterable[Candidate]) -> None:
    rows = [
        [
            named(each.cell),
            f"{each.mine_probability:.4%}",
            f"{'at most ' if each.bound else ''}{each.score:.6f}",
        ]
        for each in candidates
    ]
    show_table(console, "", ("candidate", "mine", "score"), rows)


_MOST_LISTED: Final = 200
"""Cells that a table lists."""


def show_rules(console: Console, analysis: RuleAnalysis, board: ShapedBoard | None) -> None:
    """Print the mine probability of every cell, over a board if there is one, and the best cell."""
    if board is not None:
        chances = analysis.mine_probability
        words = [
            str(seen) if isinstance(seen, int) else _chance(chances[place])
            for place, seen in zip(board.shape.places, board.cells, strict=True)
        ]
        console.print(laid_out(board.shape, words, board.mines), highlight=False, soft_wrap=True)
    else:
        _show_table(console, analysis)
    kind = "exact" if analysis.exact else "estimated, not exact: time or memory did not suffice"
    console.print(f"mine probability in percent, {kind}", soft_wrap=True)
    console.print(f"proven safe: {len(analysis.safe)}, proven mines: {len(analysis.mines)}")
    if analysis.best is None:
        console.print("best: nothing is left to open")
        return
    risk = analysis.mine_probability[analysis.best]
    why = "proven safe" if risk == 0 else f"the least risk, mine probability {risk:.4%}"
    console.print(
        f"best: open {escape(str(analysis.best))}, {why}", highlight=False, soft_wrap=True
    )


def rules_as_json(analysis: RuleAnalysis) -> str:
    """Write an analysis as one JSON object; cells are named as in the rules."""
    return json.dumps(
        {
            "mine_probability": [list(pair) for pair in analysis.mine_probability.items()],
            "safe": analysis.safe,
            "mines": analysis.mines,
            "best": analysis.best,
            "exact": analysis.exact,
        }
    )


def proof_as_json(proof: RuleProof) -> str:
    """Write a proof as one JSON object."""
    return json.dumps(
        {
            "cell": proof.cell,
            "verdict": proof.verdict,
            "rules": [
                {"cells": rule.cells, "mines": [rule.low, rule.high], "name": rule.name}
                for rule in proof.rules
            ],
            "mine_count": proof.total,
            "smallest": proof.smallest,
            "probability": proof.probability,
        }
    )


def _show_table(console: Console, analysis: RuleAnalysis) -> None:
    chances = list(analysis.mine_probability.items())[:_MOST_LISTED]
    show_table(console, "", ("cell", "mine"), [[str(cell), _chance(p)] for cell, p in chances])
    left = len(analysis.mine_probability) - _MOST_LISTED
    if left > 0:
        console.print(f"and {left} cells more; --json has them all")


def _chance(p: float) -> str:
    if p in (0, 1):
        return "mine" if p else "safe"
    return "<0.1" if p < 0.0005 else ">99.9" if p > 0.9995 else f"{100 * p:.1f}"
