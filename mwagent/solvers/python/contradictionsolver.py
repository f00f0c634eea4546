"""`contradictionsolver`: assume a mine, or none, and see whether the numbers put up with it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import Board
from mwagent.solvers.analysis import Analysis, InconsistentBoardError
from mwagent.solvers.python.bitboard import Bitboard, bits, plane_of
from mwagent.solvers.python.frontier import Part, Problem
from mwagent.solvers.python.guessing import safest
from mwagent.solvers.python.inference import Inference, reason
from mwagent.solvers.python.search import contradicts
from mwagent.solvers.registry import register

_TOTAL: Final = -1
"""Index of the mine count among problems, in place of that of an open number."""


@register("contradictionsolver")
class ContradictionSolver:
    """Single-number rules; then one assumption at a time, followed until it contradicts a number.

    For every frontier cell a mine is assumed, and then none; the single-number rules are followed
    from there. An assumption that contradicts some number is wrong, and the other is proven. With
    at most `count_cells` hidden cells left the mine count is one more number.

    What it calls safe or a mine is proven. It misses what takes two assumptions at once, or
    reasoning that no chain of single numbers follows, such as a mine somewhere in each of two
    sets; a contradiction that deep is still noticed by a short search, and so is that a cell it
    would guess is a mine. Its probabilities are
    estimates, the mean over the numbers around a cell.

    It guesses untouched corners first while more than `early_share` of the board is hidden, then
    one of a pair that shares a mine (a 50/50), then the cell with the lowest estimate.

    Source of the scheme: part 7 of a series of articles on Minesweeper solvers.
    """

    def __init__(self, *, count_cells: int = 40, early_share: float = 0.5):
        self.count_cells = count_cells
        if not 0 <= early_share <= 1:
            raise ValueError(f"early_share is a share of cells, from 0 to 1, not {early_share}")
        self.early_share = early_share

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        inference = reason(board, self._think)
        return inference.conclude(partial(self._guess, pairs=_pairs(inference)))

    def _think(self, inference: Inference) -> None:
        inference.settle()
        learning = True
        while learning:
            learning = False
            parts = inference.frontier()
            for problems in parts:
                learning |= _try_all(inference, problems)
            if not learning and self._counts(inference):
                learning = _try_all(inference, self._all(inference, parts))
            if not learning:
                learning = self._try_guess(inference, parts)
            if learning:
                inference.settle()
        for problems in parts:
            if contradicts(Part(problems)):
                raise inference.blame(problems)
        inference.estimate(parts)
        inference.exact = not inference.unknown

    def _try_guess(self, inference: Inference, parts: list[list[Problem]]) -> bool:
        """Whether a short search proves what would be guessed to be a mine; learns it."""
        if inference.safe or not parts:
            return False
        inference.estimate(parts)
        unknown = bits(inference.unknown)
        cell = self._guess(inference.bitboard, unknown, inference.chances(), _pairs(inference))
        problems = self._all(inference, parts)
        if not contradicts(Part([*problems, Problem((cell,), 0, problems[0].number)])):
            return False
        if contradicts(Part(problems)):
            raise _fault(inference, problems)
        return inference.learn(1 << cell, 0)

    def _counts(self, inference: Inference) -> bool:
        """Whether the mine count is used: few enough cells are left."""
        left = inference.unknown.bit_count()
        return inference.lacking is not None and 0 < left <= self.count_cells

    def _all(self, inference: Inference, parts: list[list[Problem]]) -> list[Problem]:
        """The problems of all parts, and the mine count where it is used."""
        problems = [problem for part in parts for problem in part]
        if self._counts(inference) and inference.lacking is not None:
            problems.append(Problem(tuple(bits(inference.unknown)), inference.lacking, _TOTAL))
        return problems

    def _guess(
        self,
        bitboard: Bitboard,
        cells: list[int],
        probabilities: NDArray[np.float64],
        pairs: list[int],
    ) -> int:
        rows, cols = bitboard.board.shape
        if len(cells) > self.early_share * rows * cols:
            corners = [(0, 0), (0, cols - 1), (rows - 1, 0), (rows - 1, cols - 1)]
            touched = bitboard.around(bitboard.numbers)
            for row, col in corners:
                corner = (row + 1) * bitboard.stride + col + 1
                if corner in cells and not touched >> corner & 1:
                    return corner
        return safest(bitboard, pairs or cells, probabilities)


class Trial:
    """Problems, with what is assumed of their cells and can be taken back.

    `known` has the cells (bit indices) proven so far: True for a mine.
    """

    def __init__(self, problems: Sequence[Problem]):
        self.known: dict[int, bool] = {}
        self._cells = [problem.cells for problem in problems]
        self._lacks = [problem.mines for problem in problems]
        self._room = [len(problem.cells) for problem in problems]
        self._touching: dict[int, list[int]] = {}
        for index, problem in enumerate(problems):
            for cell in problem.cells:
                self._touching.setdefault(cell, []).append(index)

    def cells(self) -> list[int]:
        """List the cells to try: of those touching the same numbers one is enough."""
        first: dict[tuple[int, ...], int] = {}
        for cell in sorted(self._touching):
            if cell not in self.known:
                first.setdefault(tuple(self._touching[cell]), cell)
        return list(first.values())

    def prove(self, cell: int) -> bool:
        """Assume a mine, then none, keep what does not contradict; returns whether one is proven.

        When both contradict, whatever is kept contradicts the board as well: ask `holds`.
        """
        for mine in (True, False):
            if not self._follow(cell, mine, keep=False):
                self._follow(cell, not mine, keep=True)
                return True
        return False

    @property
    def holds(self) -> bool:
        """Whether what is proven fits the numbers."""
        return all(0 <= lack <= room for lack, room in zip(self._lacks, self._room, strict=True))

    def _follow(self, cell: int, mine: bool, keep: bool) -> bool:
        """Follow the rules from an assumption until it contradicts some number, or nothing new.

        Returns whether it holds; takes everything back unless it is to be kept.
        """
        known, lacks, room = self.known, self._lacks, self._room
        known[cell] = mine
        trail, counted, fits = [cell], 0, True
        while fits and counted < len(trail):
            done = trail[counted]
            counted += 1
            touching, value = self._touching[done], known[done]
            for index in touching:
                room[index] -= 1
                lacks[index] -= value
                fits = fits and 0 <= lacks[index] <= room[index]
            for index in touching if fits else ():
                lack = lacks[index]
                if lack in (0, room[index]):
                    for other in self._cells[index]:
                        if other not in known:
                            known[other] = lack > 0
                            trail.append(other)
        if not keep:
            for place, done in enumerate(trail):
                value = known.pop(done)
                for index in self._touching[done] if place < counted else ():
                    room[index] += 1
                    lacks[index] += value
        return fits


def _try_all(inference: Inference, problems: list[Problem]) -> bool:
    """Try every cell of some problems; learns what is proven, and returns whether anything is."""
    trial = Trial(problems)
    proving = True
    while proving:
        proving = False
        for cell in trial.cells():
            if cell not in trial.known and trial.prove(cell):
                proving = True
                if not trial.holds:
                    raise _fault(inference, problems)
    mines = plane_of(cell for cell, mine in trial.known.items() if mine)
    safe = plane_of(cell for cell, mine in trial.known.items() if not mine)
    return inference.learn(mines, safe)


def _fault(inference: Inference, problems: list[Problem]) -> InconsistentBoardError:
    if problems[-1].number == _TOTAL:
        return inference.miscount("the numbers leave no room for just so many")
    return inference.blame(problems)


def _pairs(inference: Inference) -> list[int]:
    """List the cells of pairs that share one mine, as far as nothing is known of them."""
    problems = [problem for part in inference.frontier() for problem in part]
    return sorted({c for p in problems if (len(p.cells), p.mines) == (2, 1) for c in p.cells})
