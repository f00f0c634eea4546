"""From a board to an Analysis: what the solvers in Python share.

Single-number rules first; what they leave falls into connected problems, about which each solver
reasons in its own way; then the mine count, and a guess where nothing is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import Board
from mwagent.solvers.analysis import Analysis, Decision, InconsistentBoardError
from mwagent.solvers.python.bitboard import Bitboard, bits, plane_of
from mwagent.solvers.python.cnf import Formula
from mwagent.solvers.python.frontier import Part, PartCount, Problem, parts_of, problems_of
from mwagent.solvers.python.guessing import first_click
from mwagent.solvers.python.merging import Merged
from mwagent.solvers.python.minecount import weigh

Guess = Callable[[Bitboard, list[int], NDArray[np.float64]], int]
"""Chooses one of the unknown cells (bit indices), given mine probabilities by bit index."""


Counted = PartCount | Merged
"""A part whose arrangements have been counted."""


def reason(board: Board, think: Callable[[Inference], None]) -> Inference:
    """Analyse a board by a solver's own way to count.

    Raises InconsistentBoardError; where the numbers alone contradict each other it names one of
    them, and blames the number of mines only when it is at fault by itself.
    """
    try:
        inference = Inference(Bitboard(board))
        think(inference)
    except InconsistentBoardError as error:
        if error.cell is None:
            think(Inference(Bitboard(Board(board.cells))))
        raise
    return inference


class Inference:
    """What is known of a board so far.

    `mines` (flags among them) and `safe` are planes of what is proven. `left` is the number of
    mines not marked, None when it is unknown. `frontier()` fixes `off`, the plane of unknown cells
    off the frontier, and `lacking`, the mines left over for frontier and `off`. `estimates` are
    mine probabilities of frontier cells by bit index, `off_share` that of a cell off the frontier.
    """

    def __init__(self, bitboard: Bitboard):
        self.bitboard = bitboard
        self.mines = bitboard.marked
        self.safe = 0
        self.off = bitboard.hidden
        self.estimates: dict[int, float] = {}
        self.off_share = 0.5
        self.exact = False
        mines, hidden = bitboard.board.mines, bitboard.hidden.bit_count()
        self.left = self.lacking = None if mines is None else mines - bitboard.marked.bit_count()
        if self.left is not None and not 0 <= self.left <= hidden:
            raise self.miscount(f"{hidden} cells are hidden")

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

    def blame(self, problems: Sequence[Problem]) -> InconsistentBoardError:
        """Make the error for problems that no arrangement meets, naming one number."""
        return self.bitboard.contradiction(_culprit(problems))

    def learn(self, mines: int, safe: int) -> bool:
        """Take over planes of proven cells; returns whether any of it is new."""
        clash = (mines | self.mines) & (safe | self.safe)
        if clash:
            numbers = self.bitboard.around(clash & -clash) & self.bitboard.numbers
            raise self.bitboard.contradiction((numbers & -numbers).bit_length() - 1)
        before = self.mines | self.safe
        self.mines |= mines
        self.safe |= safe
        return before != self.mines | self.safe

    def settle(self) -> None:
        """Apply the single-number rules, and the mine count where it leaves no choice."""
        bitboard = self.bitboard
        self.mines, self.safe = bitboard.settle(self.mines, self.safe)
        if self.left is None:
            return
        unknown = self.unknown
        room = unknown.bit_count()
        lacking = self.left - (self.mines ^ bitboard.marked).bit_count()
        if lacking < 0:
            raise self.miscount(f"the numbers prove {-lacking} more than that")
        if lacking > room:
            raise self.miscount(f"that is {lacking - room} more than fit")
        if room and lacking in (0, room):
            self.learn(*((unknown, 0) if lacking else (0, unknown)))
            bitboard.settle(self.mines, self.safe)

    def frontier(self) -> list[list[Problem]]:
        """List the constraints left, by connected component; fixes `off` and `lacking`."""
        problems = problems_of(self.bitboard, self.mines, self.safe)
        self.off = self.unknown & ~plane_of(c for p in problems for c in p.cells)
        if self.left is not None:
            self.lacking = self.left - (self.mines ^ self.bitboard.marked).bit_count()
        return parts_of(problems)

    def weigh(self, counted: Sequence[Counted]) -> None:
        """Weigh the counted parts, which are to be the whole frontier, by the mines left over."""
        self.exact = True
        if self.lacking is None:
            for part in counted:
                part.weigh([1] * len(part.ways))
        else:
            weighed = weigh([part.ways for part in counted], self.off.bit_count(), self.lacking)
            if weighed is None:
                raise self.miscount("the numbers leave no room for just so many")
            for part, rest in zip(counted, weighed.rest, strict=True):
                part.weigh(rest)
            self.off_share, self.exact = weighed.off_share, weighed.exact
            self.learn(self.off if weighed.off_always else 0, self.off if weighed.off_never else 0)
        self.learn_certain(counted)
        self.take_shares(counted)

    def learn_certain(self, counted: Iterable[Counted]) -> bool:
        """Take over the classes that are certain; returns whether any of it is new."""
        mines = safe = 0
        for one in counted:
            classes = one.part.classes
            mines |= plane_of(cell for index in one.always for cell in classes[index])
            safe |= plane_of(cell for index in one.never for cell in classes[index])
        return self.learn(mines, safe)

    def take_shares(self, counted: Iterable[Counted]) -> None:
        """Take over the mine probabilities of parts that share no cell."""
        for one in counted:
            for members, share in zip(one.part.classes, one.share, strict=True):
                self.estimates.update(dict.fromkeys(members, share))

    def estimate(self, parts: Iterable[Sequence[Problem]]) -> None:
        """Estimate probabilities not counted: the mean over the numbers that touch a cell."""
        shares: dict[int, list[float]] = {}
        for problem in (problem for part in parts for problem in part):
            for cell in problem.cells:
                shares.setdefault(cell, []).append(problem.mines / len(problem.cells))
        self.estimates = {cell: fmean(found) for cell, found in shares.items()}
        self.spread_rest()

    def spread_rest(self) -> None:
        """Give the cells off the frontier the mines that the estimates leave over."""
        off = self.off.bit_count()
        if off and self.lacking is not None:
            left = (self.lacking - sum(self.estimates.values())) / off
            self.off_share = min(1.0, max(0.0, left))

    def chances(self) -> NDArray[np.float64]:
        """Give the mine probabilities by bit index, nan where a cell is open."""
        flat = np.full(self.bitboard.size, np.nan)
        flat[bits(self.off)] = self.off_share
        if self.estimates:
            flat[list(self.estimates)] = list(self.estimates.values())
        flat[bits(self.safe)] = 0.0
        flat[bits(self.mines)] = 1.0
        return flat

    def conclude(self, guess: Guess) -> Analysis:
        """Make the Analysis: a proven cell is best, else the one that `guess` chooses."""
        bitboard, stride = self.bitboard, self.bitboard.stride
        flat = self.chances()
        proven, mines = bits(self.safe), bits(self.mines)
        best = bitboard.cell(proven[0]) if proven else None
        unknown = [] if proven else bits(self.unknown)
        if unknown:
            if bitboard.numbers or bitboard.marked:
                best = bitboard.cell(guess(bitboard, unknown, flat))
            else:
                best = first_click(bitboard)
        if bitboard.marked:
            mines = bits(self.mines & bitboard.hidden)
        return Analysis(
            bitboard.matrix(flat).copy(),
            tuple([(bit // stride - 1, bit % stride - 1) for bit in proven]),
            tuple([(bit // stride - 1, bit % stride - 1) for bit in mines]),
            Decision(best, "guess" if unknown else "proof"),
            exact=self.exact,
            board=bitboard.board,
        )


def _culprit(problems: Sequence[Problem]) -> int:
    """Find a number that is inconsistent with those before it."""
    least, most = 1, len(problems)
    while least < most:
        middle = (least + most) // 2
        with Formula(Part(problems[:middle])) as formula:
            formula.enumerate(1)
            least, most = (middle + 1, most) if formula.found else (least, middle)
    return problems[least - 1].number
