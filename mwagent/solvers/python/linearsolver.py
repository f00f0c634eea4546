"""`linearsolver`: the numbers and the mine count as a matrix of equations.

A class with n interchangeable cells is one unknown between 0 and n. Rows are kept sparse and
divided by the common divisor of their coefficients, so that elimination stays in small integers
and is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import gcd

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import Board
from mwagent.solvers.analysis import Analysis, InconsistentBoardError
from mwagent.solvers.python.bitboard import Bitboard, bits, plane_of
from mwagent.solvers.python.frontier import Part, PartCount, Problem
from mwagent.solvers.python.guessing import at_least_one, safest
from mwagent.solvers.python.inference import Inference, reason
from mwagent.solvers.python.search import arrangements, contradicts
from mwagent.solvers.registry import register


@register("linearsolver")
class LinearSolver:
    """Elimination on the equations of all numbers and the mine count, then pruned brute force.

    Every number is an equation, the mine count is one more, with all cells off the frontier as one
    unknown. Rows are split when they admit one solution (the total is all that their unknowns can
    give, or nothing), first as they are, then in echelon form, then in reduced echelon form. It is
    all done in whole numbers. What equations are left is tried out, in connected parts of up to
    `max_vars` cells.

    What it calls safe or a mine is proven. Rows alone prove what some linear combination of the
    equations proves by its bounds; brute force finds all that is left in the parts it can try, and
    when it can try them all, the mine count is weighed in and probabilities are exact. It misses
    what takes case by case reasoning in parts that are larger, and there probabilities are
    estimates, the mean over the numbers around a cell.

    The guess is the cell that is a mine in the fewest solutions; when there are none to count, the
    first cell with eight hidden neighbours.

    Source of the row splitting: R. Massaioli, "Solving Minesweeper with Matrices".
    """

    def __init__(self, *, max_vars: int = 32, max_models: int = 10_000):
        self.max_vars = at_least_one("max_vars", max_vars)
        self.max_models = at_least_one("max_models", max_models)

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        tried: list[int] = []
        inference = reason(board, partial(self._think, tried=tried))
        return inference.conclude(partial(_guess, tried=tried))

    def _think(self, inference: Inference, tried: list[int]) -> None:
        inference.settle()
        parts = inference.frontier()
        while _eliminate(inference, parts):
            inference.settle()
            parts = inference.frontier()
        tallies = []
        for problems in parts:
            part = Part(problems)
            found = None
            if part.cell_count <= self.max_vars:
                found = arrangements(part, self.max_models)
            if found:
                tallies.append(PartCount(part, found))
            elif found is not None or contradicts(part):
                raise inference.blame(problems)
        if len(tallies) == len(parts):
            inference.weigh(tallies)
            tried += bits(inference.unknown)
        else:
            inference.estimate(parts)
            inference.learn_certain(tallies)
            inference.take_shares(tallies)
            tried += [c for tally in tallies for cells in tally.part.classes for c in cells]


def _eliminate(inference: Inference, parts: list[list[Problem]]) -> bool:
    """Solve the matrix of all equations as far as rows split; returns whether anything is new."""
    classes: list[list[int]] = []
    rows: list[Row] = []
    for problems in parts:
        part = Part(problems)
        first = len(classes)
        classes += part.classes
        rows += [Row({first + c: 1 for c in cs}, mines) for cs, mines in part.demands]
    if inference.lacking is not None:
        if inference.off:
            classes.append(bits(inference.off))
        rows.append(Row(dict.fromkeys(range(len(classes)), 1), inference.lacking))
    try:
        found = solutions(rows, [len(cells) for cells in classes])
    except NoSolutionError:
        raise _fault(inference, parts) from None
    mines = plane_of(cell for c, full in found.items() if full for cell in classes[c])
    safe = plane_of(cell for c, full in found.items() if not full for cell in classes[c])
    return inference.learn(mines, safe)


def _fault(inference: Inference, parts: list[list[Problem]]) -> InconsistentBoardError:
    if inference.lacking is not None:  # `reason` asks again without the mine count
        return inference.miscount("the numbers leave no room for just so many")
    return inference.blame([problem for part in parts for problem in part])


def _guess(
    bitboard: Bitboard, cells: list[int], probabilities: NDArray[np.float64], tried: list[int]
) -> int:
    counted = sorted(set(cells) & set(tried))
    if counted:
        return safest(bitboard, counted, probabilities)
    inland = bitboard.count(bitboard.hidden)[3]
    return next((cell for cell in cells if inland >> cell & 1), cells[0])


class NoSolutionError(Exception):
    """An equation that no choice of its unknowns can meet."""


@dataclass(slots=True)
class Row:
    """`sum(coefficient * unknown) == total`; coefficients are not 0."""

    coefficients: dict[int, int]
    total: int

    @property
    def lead(self) -> int:
        """The first unknown of the row."""
        return min(self.coefficients)

    def without(self, unknown: int, other: Row) -> Row:
        """Eliminate `unknown` by another row that has it."""
        mine, theirs = self.coefficients[unknown], other.coefficients[unknown]
        common = gcd(mine, theirs)
        keep, take = theirs // common, mine // common
        mixed = {c: keep * value for c, value in self.coefficients.items()}
        for column, value in other.coefficients.items():
            mixed[column] = mixed.get(column, 0) - take * value
        mixed = {column: value for column, value in mixed.items() if value}
        total = keep * self.total - take * other.total
        divisor = gcd(total, *mixed.values())
        if divisor > 1:
            mixed = {column: value // divisor for column, value in mixed.items()}
            total //= divisor
        return Row(mixed, total)

    def split(self, sizes: Sequence[int]) -> dict[int, bool]:
        """Find the unknowns of a row that admits one solution: True where all cells are mines.

        That is so when its total is the most, or the least, that its unknowns can give. Raises
        NoSolutionError when it is more than that, or less.
        """
        most = sum(v * sizes[c] for c, v in self.coefficients.items() if v > 0)
        least = sum(v * sizes[c] for c, v in self.coefficients.items() if v < 0)
        if not least <= self.total <= most:
            raise NoSolutionError
        if self.total == most:
            return {column: value > 0 for column, value in self.coefficients.items()}
        if self.total == least:
            return {column: value < 0 for column, value in self.coefficients.items()}
        return {}


def echelon(rows: Sequence[Row]) -> list[Row]:
    """Bring rows to echelon form: no two begin with the same unknown; sorted by it.

    Raises NoSolutionError when a row without unknowns has a total.
    """
    leading: dict[int, Row] = {}
    for row in rows:
        while row.coefficients and row.lead in leading:
            row = row.without(row.lead, leading[row.lead])  # noqa: PLW2901
        if row.coefficients:
            leading[row.lead] = row
        elif row.total:
            raise NoSolutionError
    return [leading[lead] for lead in sorted(leading)]


def reduced(rows: Sequence[Row]) -> list[Row]:
    """Bring rows in echelon form to reduced form: no row has the first unknown of another."""
    done: dict[int, Row] = {}
    for row in reversed(rows):
        lead = row.lead
        for column in sorted(row.coefficients.keys() & done.keys()):
            row = row.without(column, done[column])  # noqa: PLW2901
        done[lead] = row
    return [done[lead] for lead in sorted(done)]


def solutions(rows: Sequence[Row], sizes: Sequence[int]) -> dict[int, bool]:
    """Split rows, then their echelon form, then the reduced one, until something is found.

    Gives the unknowns that are settled: True where all cells are mines, False where none is.
    Raises NoSolutionError when the rows contradict each other.
    """
    for stage in _stages(rows):
        found: dict[int, bool] = {}
        for row in stage:
            for column, full in row.split(sizes).items():
                if found.setdefault(column, full) != full:
                    raise NoSolutionError
        if found:
            return found
    return {}


def _stages(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    yield rows
    steps = echelon(rows)
    yield steps
    yield reduced(steps)
