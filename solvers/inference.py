"""From a board to an Analysis: the way the three classic solvers share.

Single-number rules first; what they leave falls into connected problems, which each solver counts
in its own way; then the mine count where it is tractable, and a guess where nothing is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from minefield import Board
from solvers.analysis import Analysis, InconsistentBoardError
from solvers.bitboard import Bitboard, bits, plane_of
from solvers.cnf import Formula
from solvers.frontier import Part, Problem, parts_of, problems_of
from solvers.guessing import Habits, edge_weighted, far_from_danger, first_click
from solvers.minecount import weigh
from solvers.partition import ContradictionError
from solvers.tally import Tally

Counter = Callable[[Sequence[Problem]], list[Tally]]
"""Counts connected problems: one tally, or several when they were taken apart.

Raises ContradictionError when no arrangement meets them.
"""

_TIE: Final = 1e-9


def infer(board: Board, habits: Habits, count: Counter) -> Analysis:
    """Analyse a board; raises InconsistentBoardError when it contradicts itself."""
    try:
        return _infer(board, habits, count)
    except InconsistentBoardError as error:
        if error.cell is None:  # where the numbers alone contradict each other, name one of them
            _infer(Board(board.cells), Habits(), count)
        raise


def _infer(board: Board, habits: Habits, count: Counter) -> Analysis:
    bitboard = Bitboard(board)
    inference = Inference(bitboard)
    hidden = bitboard.hidden.bit_count()
    if habits.aggressive(inference.left, hidden, board.cells.size):
        return inference.aggressive_guess()
    inference.settle()
    inference.count_frontier(count)
    inference.consider_mines(habits.consider_mines_th)
    return inference.conclude(habits.guess_edge_weight)


class Inference:
    """What is known of a board so far; the methods add to it in the order they stand here."""

    def __init__(self, bitboard: Bitboard):
        self.bitboard = bitboard
        self.mines = bitboard.marked
        self.safe = 0
        self.tallies: list[Tally] = []
        self.whole = True
        self.exact = False
        self.off_share = 0.5
        mines = bitboard.board.mines
        self.left = None if mines is None else mines - bitboard.marked.bit_count()
        self.lacking = self.left
        self.off = bitboard.hidden
        if self.left is not None and not 0 <= self.left <= bitboard.hidden.bit_count():
            raise self.miscount(f"{bitboard.hidden.bit_count()} cells are hidden")

    @property
    def unknown(self) -> int:
        """Plane of the hidden cells about which nothing is proven."""
        return self.bitboard.hidden & ~self.mines & ~self.safe

    def miscount(self, finding: str) -> InconsistentBoardError:
        """Make the error for a number of mines that cannot be right."""
        marked = self.bitboard.marked.bit_count()
        return InconsistentBoardError(
            f"the number of mines cannot be right: {self.bitboard.board.mines} in all and "
            f"{marked} marked leave {self.left}, but {finding}; check the number of mines and "
            f"the flags"
        )

    def settle(self) -> None:
        """Apply the single-number rules, and the mine count where it leaves no choice."""
        bitboard = self.bitboard
        self.mines, self.safe = bitboard.settle(self.mines, self.safe)
        open_mines, unknown = self._lacking(), self.unknown
        if open_mines is None:
            return
        if open_mines < 0:
            raise self.miscount(f"the numbers prove {-open_mines} more than that")
        if open_mines > unknown.bit_count():
            lacking = open_mines - unknown.bit_count()
            raise self.miscount(f"that is {lacking} more than fit")
        if unknown and open_mines in (0, unknown.bit_count()):
            if open_mines:
                self.mines |= unknown
            else:
                self.safe |= unknown
            bitboard.settle(self.mines, self.safe)

    def count_frontier(self, count: Counter) -> None:
        """Count every connected part of the frontier and take over what is certain.

        Where a part was taken apart, what one piece proves may help another: go round again.
        """
        split = True
        while split:
            split = False
            self.tallies, self.whole = [], True
            problems = problems_of(self.bitboard, self.mines, self.safe)
            self.off = self.unknown & ~plane_of(c for p in problems for c in p.cells)
            self.lacking = self._lacking()
            for part in parts_of(problems):
                try:
                    tallies = count(part)
                except ContradictionError as error:
                    raise self.bitboard.contradiction(_culprit(error.problems)) from None
                split |= len(tallies) > 1
                self.whole &= len(tallies) == 1 and tallies[0].complete
                self.tallies += tallies
            split &= self._take_over()
            if split:
                self.settle()

    def _lacking(self) -> int | None:
        known = (self.mines ^ self.bitboard.marked).bit_count()
        return None if self.left is None else self.left - known

    def _take_over(self) -> bool:
        before = self.mines | self.safe
        mines = safe = 0
        for tally in self.tallies:
            classes = tally.part.classes
            safe |= plane_of(cell for index in tally.never for cell in classes[index])
            mines |= plane_of(cell for index in tally.always for cell in classes[index])
        if mines & safe:
            clash = mines & safe
            number = self.bitboard.around(clash & -clash) & self.bitboard.numbers
            raise self.bitboard.contradiction((number & -number).bit_length() - 1)
        self.mines |= mines
        self.safe |= safe
        return before != self.mines | self.safe

    def consider_mines(self, threshold: int) -> None:
        """Weigh the arrangements by the mines left over, when they are at most `threshold`.

        That takes the whole frontier counted in connected parts. Otherwise cells off the frontier
        are given the mines that the frontier leaves on average.
        """
        self.exact = self.whole and self.lacking is None
        if self.lacking is None:
            return
        off = self.off.bit_count()
        if self.whole:
            least, most = self._least_and_most()
            if self.lacking < least:
                raise self.miscount(f"the numbers need {least - self.lacking} more than that")
            if self.lacking > most + off:
                raise self.miscount(f"that is {self.lacking - most - off} more than fit")
            if self.lacking <= threshold:
                self._weigh(off, self.lacking)
                return
        expected = sum(
            share * size
            for tally in self.tallies
            for share, size in zip(tally.share, tally.part.sizes, strict=True)
        )
        if off:
            self.off_share = min(1.0, max(0.0, (self.lacking - expected) / off))

    def _least_and_most(self) -> tuple[int, int]:
        totals = [list(map(sum, tally.arrangements)) for tally in self.tallies]
        return sum(map(min, totals)), sum(map(max, totals))

    def _weigh(self, off: int, lacking: int) -> None:
        weighed = weigh([tally.by_mines() for tally in self.tallies], off, lacking)
        if weighed is None:
            raise self.miscount("the numbers leave no room for just so many")
        for tally, rest in zip(self.tallies, weighed.rest, strict=True):
            tally.weigh(rest)
        self._take_over()
        self.off_share = weighed.off_share
        self.safe |= self.off if weighed.off_never else 0
        self.mines |= self.off if weighed.off_always else 0
        self.exact = True

    def conclude(self, edge_weight: float) -> Analysis:
        """Make the Analysis: a proven cell is best, else the one that is least likely a mine."""
        bitboard = self.bitboard
        cells, values = self._estimates()
        flat = np.full(bitboard.size, np.nan)
        flat[bits(self.off)] = self.off_share
        flat[cells] = values
        flat[bits(self.safe)] = 0.0
        flat[bits(self.mines)] = 1.0
        safe = bitboard.cells(self.safe)
        unknown = bits(self.unknown)
        if safe:
            best = safe[0]
        elif not unknown:
            best = None
        elif not self.tallies and not bitboard.numbers and not bitboard.marked:
            best = first_click(bitboard)
        else:
            odds = flat[unknown]
            safest = np.flatnonzero(odds <= odds.min() + _TIE).tolist()
            choice = [unknown[index] for index in safest]
            best = bitboard.cell(edge_weighted(bitboard, choice, edge_weight))
        return Analysis(
            bitboard.matrix(flat).copy(),
            safe,
            bitboard.cells(self.mines & bitboard.hidden),
            best,
            "proof" if safe or not unknown else "guess",
            exact=self.exact,
        )

    def _estimates(self) -> tuple[list[int], list[float]]:
        """List the cells of all tallies with their shares; cells in several pieces get the mean."""
        cells: list[int] = []
        values: list[float] = []
        for tally in self.tallies:
            for members, share in zip(tally.part.classes, tally.share, strict=True):
                cells += members
                values += [share] * len(members)
        if self.whole:
            return cells, values
        seen: dict[int, list[float]] = {}
        for cell, value in zip(cells, values, strict=True):
            seen.setdefault(cell, []).append(value)
        return list(seen), [sum(found) / len(found) for found in seen.values()]

    def aggressive_guess(self) -> Analysis:
        """Guess far from danger without counting anything; what single numbers prove is kept."""
        self.settle()
        bitboard, unknown = self.bitboard, self.unknown
        if not unknown or not self.left:
            return self.conclude(1.0)
        self.off_share = self.left / bitboard.hidden.bit_count()
        self.off = unknown
        return replace(
            self.conclude(1.0), best=bitboard.cell(far_from_danger(bitboard, unknown)), why="guess"
        )


def _culprit(problems: Sequence[Problem]) -> int:
    """Find a number that cannot be met together with those before it."""
    least, most = 1, len(problems)
    while least < most:
        middle = (least + most) // 2
        with Formula(Part(problems[:middle])) as formula:
            formula.enumerate(1)
            least, most = (middle + 1, most) if formula.found else (least, middle)
    return problems[least - 1].number
