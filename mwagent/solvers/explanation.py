"""Why a cell is safe or a mine: the smallest set of numbers that forces it, and the argument.

The engine finds the proof (`engine/explain/proof.h`), makes an argument of it
(`engine/explain/argument.h`) and puts that in words (`engine/explain/telling.h`); the page shows
the same.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from mwagent.minefield import Board, Cell, MinefieldError
from mwagent.minefield.checked import checked
from mwagent.solvers import _engine
from mwagent.solvers.analysis import BUDGET, TOTAL, budget_seconds
from mwagent.solvers.boardrules import inconsistent

Verdict = Literal["safe", "mine", "unknown"]
Rule = Literal["number", "pair", "group", "total", "contradiction", "arrangement"]


class NotHiddenError(MinefieldError):
    """The cell to explain is open, or lies off the board."""


@dataclass(frozen=True, slots=True)
class TextPart:
    """A piece of a text, and the cells that it speaks of; none for the words between."""

    text: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Ways:
    """Natural logarithms of the numbers of arrangements in which a cell is safe, and a mine."""

    safe: float
    mine: float


@dataclass(frozen=True, slots=True)
class Arrangements:
    """The mines of one arrangement in which a cell is safe, and of one in which it is a mine."""

    safe: tuple[Cell, ...]
    mine: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of an argument: `cells` hold `low` to `high` mines, by `numbers` and earlier steps.

    `rule` says how: by one `number`, a `pair` of them, a `group` of cells compared with another,
    the `total`, or a `contradiction`. An `arrangement` is no step but an example. `parts` are the
    text in pieces, for a program that points at the cells a piece speaks of. Cases within a
    `contradiction` stand in lines of their own, indented by two spaces for each level.
    """

    text: str
    numbers: tuple[Cell, ...]
    cells: tuple[Cell, ...]
    low: int
    high: int
    rule: Rule
    parts: tuple[TextPart, ...] = ()


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a cell is safe or a mine, or that neither is known.

    `numbers` are the open numbers the proof rests on. With these alone, with the open cells known
    to be no mines, with the mines that are shown or flagged (if flags are trusted) and, if
    `mine_count`, with the total, the verdict follows; without any one of the numbers it does not.
    `mine_count` is set only where no proof goes without the total. `smallest` says that no proof
    has fewer numbers, and `nudge` where to look, without the answer.

    Given for an unknown cell only are `probability` (of a mine), `exact` (whether it is counted,
    not estimated), `ways`, and `arrangements`, or `why_not` where they are too hard to find.
    """

    cell: Cell
    verdict: Verdict
    numbers: tuple[Cell, ...]
    mine_count: bool
    steps: tuple[Step, ...]
    smallest: bool | None = None
    nudge: str | None = None
    probability: float | None = None
    exact: bool = True
    ways: Ways | None = None
    arrangements: Arrangements | None = None
    why_not: str | None = None

    def to_json(self) -> str:
        """Write the verdict, its numbers and the steps as one JSON object."""
        return json.dumps(
            {
                "cell": self.cell,
                "verdict": self.verdict,
                "numbers": self.numbers,
                "mine_count": self.mine_count,
                "steps": [
                    {"text": step.text, "numbers": step.numbers, "cells": step.cells}
                    for step in self.steps
                ],
            }
        )


@checked
def explain(
    board: Board | ArrayLike,
    cell: Cell,
    mines: int | None = None,
    *,
    trust_flags: bool = True,
    budget: float = BUDGET,
) -> Explanation:
    """Explain why a hidden cell is safe or a mine, or show that it can be either.

    `board` is a Board, or a (rows, cols) matrix of CSV codes with `mines` the total number of mines
    (None: unknown). Flags count as mines unless `trust_flags` is False, but for the cell asked for:
    whether its flag is right is the question. Comes back within about `budget` seconds. Raises
    NotHiddenError where the cell is open or off the board, InconsistentBoardError where the
    position contradicts itself, and BoardFormatError for a matrix that is no board.

    >>> answer = explain([[1, 2, 1], [11, 11, 11]], (1, 1))
    >>> answer.verdict, answer.numbers
    ('safe', ((0, 0), (0, 1), (0, 2)))
    """
    seconds = budget_seconds(budget)
    table = board if isinstance(board, Board) else Board(board, mines)
    cells, total = table.cells, table.mines if mines is None else mines
    row, col = cell
    rows, cols = table.shape
    if not (0 <= row < rows and 0 <= col < cols):
        raise NotHiddenError(
            f"there is no cell ({row}, {col}) on a board of {rows} rows and {cols} columns; both "
            f"count from 0"
        )
    if table[row, col] <= 8:
        raise NotHiddenError(
            f"the cell ({row}, {col}) is open, it shows {table[row, col]}; choose a hidden one"
        )
    if total is not None and not 0 <= total <= cells.size:
        raise inconsistent(Board(cells, total), TOTAL)
    answer = _engine.explain(
        np.ascontiguousarray(cells),
        -1 if total is None else total,
        trust_flags,
        row * cols + col,
        seconds,
    )
    assert isinstance(answer, str)  # a Board has no other codes
    told = json.loads(answer)
    if (trouble := told.get("trouble")) is not None:
        at = TOTAL if trouble == "total" else trouble[0] * cols + trouble[1]
        raise inconsistent(Board(cells, total), at, trust_flags)
    return msgspec.convert({**told, "ways": told.get("log_ways")}, Explanation)
