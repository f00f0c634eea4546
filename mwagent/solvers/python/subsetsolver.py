"""`subsetsolver`: bounds on sets of cells, then sections of the frontier merged in pairs."""

from __future__ import annotations

from mwagent.minefield import Board
from mwagent.solvers.analysis import Analysis
from mwagent.solvers.python.frontier import Part
from mwagent.solvers.python.guessing import at_least_one, safest
from mwagent.solvers.python.inference import Inference, reason
from mwagent.solvers.python.merging import Merged, TooWideError
from mwagent.solvers.python.subsets import NoRoomError, Sets
from mwagent.solvers.registry import register


@register("subsetsolver")
class SubsetSolver:
    """Subset rules on sets of cells; then the frontier's assignments, merged section by section.

    A set of cells has a least and a most number of mines. What a set within another leaves over
    is a set again; bounds are passed on until nothing changes. Then each connected part of the
    frontier is counted (see `mwagent.solvers.python.merging`), weighed by the mines left over, and
    the safest cell, those off the frontier included, is the guess.

    What it calls safe or a mine is proven. While no part takes more than `max_steps` steps, which
    only very wide frontiers do, it finds everything that can be proven, and its probabilities are
    exact, whatever the length of the frontier. Beyond that only the subset rules prove, and the
    probabilities are estimated from single numbers. The rules alone miss what takes several
    overlapping numbers, none of which contains another's cells.

    Source of the scheme: the Minesweeper in Rust and Bevy.
    """

    def __init__(self, *, max_steps: int = 100_000):
        self.max_steps = at_least_one("max_steps", max_steps)

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        return reason(board, self._think).conclude(safest)

    def _think(self, inference: Inference) -> None:
        inference.settle()
        apply_rules(inference)
        parts = inference.frontier()
        merged = []
        for problems in parts:
            try:
                part = Merged(Part(problems), self.max_steps)
            except TooWideError:
                continue
            if not part.ways:
                raise inference.blame(problems)
            merged.append(part)
        if len(merged) == len(parts):
            inference.weigh(merged)
            return
        inference.estimate(parts)
        for part in merged:
            part.weigh([1] * len(part.ways))
        inference.learn_certain(merged)
        inference.take_shares(merged)


def apply_rules(inference: Inference) -> None:
    """Apply the subset rules to every connected part until nothing new is learnt."""
    learning = True
    while learning:
        learning = False
        for problems in inference.frontier():
            try:
                sets = Sets(problems)
                sets.settle()
            except NoRoomError:
                raise inference.blame(problems) from None
            learning |= inference.learn(sets.mines, sets.safe)
        if learning:
            inference.settle()
