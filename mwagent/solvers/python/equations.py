"""Numbers as linear equations over classes of cells, solved in whole numbers.

A class with n interchangeable cells is one unknown between 0 and n. Rows are kept sparse and
divided by the common divisor of their coefficients, so that elimination stays in small integers
and is exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import gcd


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
