"""The way from a board to an Analysis that the three classic solvers share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean

from minefield import Board
from solvers.analysis import Analysis
from solvers.bitboard import bits
from solvers.frontier import Problem
from solvers.guessing import Habits, far_from_danger, safest
from solvers.inference import Inference, reason
from solvers.partition import ContradictionError
from solvers.tally import Tally

Counter = Callable[[Sequence[Problem]], list[Tally]]
"""Counts connected problems: one tally, or several when they were taken apart.

Raises ContradictionError when no arrangement meets them.
"""


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
        _check_mines(inference, tallies)
    if whole and (inference.lacking is None or inference.lacking <= threshold):
        inference.weigh(tallies)
        return
    if whole:
        inference.take_shares(tallies)
    else:
        inference.estimates = _means(tallies)
    inference.spread_rest()


def _count_frontier(inference: Inference, count: Counter) -> tuple[list[Tally], bool]:
    """Count every connected part of the frontier and learn what is certain.

    Gives the tallies, and whether they count all arrangements of connected parts. Where a part was
    taken apart, what one piece proves may help another: then it goes round again.
    """
    while True:
        tallies: list[Tally] = []
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


def _check_mines(inference: Inference, tallies: Sequence[Tally]) -> None:
    totals = [list(map(sum, tally.arrangements)) for tally in tallies]
    least, most = sum(map(min, totals)), sum(map(max, totals)) + inference.off.bit_count()
    assert inference.lacking is not None
    if inference.lacking < least:
        raise inference.miscount(f"the numbers need {least - inference.lacking} more than that")
    if inference.lacking > most:
        raise inference.miscount(f"that is {inference.lacking - most} more than fit")


def _means(tallies: Sequence[Tally]) -> dict[int, float]:
    """Give every cell's probability; a cell in several pieces gets the mean."""
    found: dict[int, list[float]] = {}
    for tally in tallies:
        for members, share in zip(tally.part.classes, tally.share, strict=True):
            for cell in members:
                found.setdefault(cell, []).append(share)
    return {cell: fmean(shares) for cell, shares in found.items()}


def _aggressive_guess(board: Board) -> Analysis:
    """Guess far from danger without counting anything, only not where a single number has a mine.

    Nothing is called proven, so that it is the guess that is played.
    """
    settled = reason(board, Inference.settle)
    open_to_choice = bits(settled.bitboard.hidden & ~settled.mines)
    if not open_to_choice:
        return settled.conclude(safest)
    plain = Inference(settled.bitboard)
    plain.off_share = (plain.left or 0) / plain.off.bit_count()
    return plain.conclude(lambda bitboard, *_: far_from_danger(bitboard, open_to_choice))
