"""`fullsatsolver`: the whole board as one formula, the cells constant over its models.

First what the three classic solvers share: their options, and the way from a board to an Analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean
from typing import Final

from mwagent.minefield import Board
from mwagent.solvers.analysis import Analysis
from mwagent.solvers.python.bitboard import bits
from mwagent.solvers.python.cnf import Formula
from mwagent.solvers.python.frontier import Part, PartCount, Problem
from mwagent.solvers.python.guessing import Habits, at_least_one, far_from_danger, safest
from mwagent.solvers.python.inference import Inference, reason
from mwagent.solvers.python.minecount import compatible
from mwagent.solvers.registry import register

Counter = Callable[[Sequence[Problem]], list[PartCount]]
"""Counts connected problems: one tally, or several when they were taken apart.

Raises ContradictionError when no arrangement meets them.
"""


class ClassicSolver:
    """The options that all three have; raises ValueError for values that make no sense."""

    def __init__(
        self,
        *,
        max_models: int = 10_000,
        consider_mines_th: int = 5,
        guess_edge_weight: float = 2.0,
        aggressive_guess_max_mine_density: float = 0.0,
        aggressive_guess_min_empty_density: float = 1.0,
    ):
        self.max_models = at_least_one("max_models", max_models)
        self.habits = Habits(
            consider_mines_th,
            guess_edge_weight,
            aggressive_guess_max_mine_density,
            aggressive_guess_min_empty_density,
        )


class ContradictionError(Exception):
    """Problems that no arrangement meets; `infer` names the number at fault."""

    def __init__(self, problems: Sequence[Problem]):
        super().__init__(problems)
        self.problems = problems


def infer(board: Board, habits: Habits, count: Counter) -> Analysis:
    """Analyse a board; raises InconsistentBoardError when it contradicts itself."""
    if habits.aggressive(board):
        return _aggressive_guess(board)
    inference = reason(board, partial(_think, count=count, threshold=habits.consider_mines_th))
    return inference.conclude(partial(safest, edge_weight=habits.guess_edge_weight))


def _think(inference: Inference, count: Counter, threshold: int) -> None:
    inference.settle()
    tallies, whole = _count_frontier(inference, count)
    if inference.lacking is not None and whole:
        _use_total(inference, tallies)
    if whole and (inference.lacking is None or inference.lacking <= threshold):
        inference.weigh(tallies)
        return
    if whole:
        inference.take_shares(tallies)
    else:
        inference.estimates = _means(tallies)
    inference.spread_rest()


def _count_frontier(inference: Inference, count: Counter) -> tuple[list[PartCount], bool]:
    """Count every connected part of the frontier and learn what is certain.

    Gives the tallies, and whether they count all arrangements of connected parts. Where a part was
    taken apart, what one piece proves may help another: then it goes round again.
    """
    while True:
        tallies: list[PartCount] = []
        whole, split = True, False
        for part in inference.frontier():
            try:
                pieces = count(part)
            except ContradictionError as error:
                raise inference.blame(error.problems) from None
            split |= len(pieces) > 1
            whole &= len(pieces) == 1 and pieces[0].complete
            tallies += pieces
        if not (inference.learn_certain(tallies) and split):
            return tallies, whole
        inference.settle()


def _use_total(inference: Inference, tallies: Sequence[PartCount]) -> None:
    """Leave out arrangements with which the mine count cannot be met; nothing counts as proven."""
    totals = [set(map(sum, tally.arrangements)) for tally in tallies]
    off = inference.off.bit_count()
    least, most = sum(map(min, totals)), sum(map(max, totals)) + off
    assert inference.lacking is not None
    if inference.lacking < least:
        raise inference.miscount(f"the numbers need {least - inference.lacking} more than that")
    if inference.lacking > most:
        raise inference.miscount(f"that is {inference.lacking - most} more than fit")
    kept = compatible(totals, off, inference.lacking)
    if not all(kept):
        raise inference.miscount("the numbers leave no room for just so many")
    for tally, possible, these in zip(tallies, totals, kept, strict=True):
        if these != possible:
            tally.weigh([k in these for k in range(max(possible) + 1)])


def _means(tallies: Sequence[PartCount]) -> dict[int, float]:
    """Give every cell's probability; a cell in several pieces gets the mean."""
    found: dict[int, list[float]] = {}
    for tally in tallies:
        for members, share in zip(tally.part.classes, tally.share, strict=True):
            for cell in members:
                found.setdefault(cell, []).append(share)
    return {cell: fmean(shares) for cell, shares in found.items()}


def _aggressive_guess(board: Board) -> Analysis:
    """Guess far from the frontier without counting, but not where a single number proves a mine.

    Nothing is called proven, so that it is the guess that is played.
    """
    settled = reason(board, Inference.settle)
    open_to_choice = bits(settled.bitboard.hidden & ~settled.mines)
    if not open_to_choice:
        return settled.conclude(safest)
    plain = Inference(settled.bitboard)
    plain.off_share = (plain.left or 0) / plain.off.bit_count()
    return plain.conclude(lambda bitboard, *_: far_from_danger(bitboard, open_to_choice))


_FIRST_LOOK: Final = 256
"""Models enumerated before it is known whether a guess is needed at all."""


@register("fullsatsolver")
class FullsatSolver(ClassicSolver):
    """Turns the board into a formula with cardinality constraints and enumerates its models.

    Models are found by MiniSat through python-sat. Numbers that share no cell do not touch each
    other's variables, so that the models of the whole board are the products of the models of its
    connected parts; each part has at most `max_models` enumerated.

    What it calls safe or a mine is proven, and it finds everything that can be proven without the
    mine count: where models are left over, the cells constant so far are asked for one by one.
    Arrangements weigh the same, unless at most `consider_mines_th` mines are left and all models
    were enumerated: then the mine count joins and everything is exact. Where something is safe
    there is no need to guess, and parts with many models have their probabilities estimated from
    the first few.

    Source of the algorithm: https://github.com/kkew3/sat-minesweeper
    """

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        few = min(_FIRST_LOOK, self.max_models)
        analysis = infer(board, self.habits, partial(_count, limit=few))
        if analysis.safe or analysis.exact or few == self.max_models:
            return analysis
        return infer(board, self.habits, partial(_count, limit=self.max_models))


def _count(problems: Sequence[Problem], limit: int) -> list[PartCount]:
    part = Part(problems)
    with Formula(part) as formula:
        formula.enumerate(limit)
        if not formula.found:
            raise ContradictionError(problems)
        tally = PartCount(part, formula.found, formula.complete)
        if not formula.complete:
            tally.never = [i for i in tally.never if not formula.possible(i, mines=1)]
            tally.always = [i for i in tally.always if not formula.possible(i, mines=0)]
        return [tally]
