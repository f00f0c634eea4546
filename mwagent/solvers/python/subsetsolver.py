"""`subsetsolver`: bounds on sets of cells, then sections of the frontier merged in pairs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mwagent.minefield import Board
from mwagent.solvers.analysis import Analysis
from mwagent.solvers.python.bitboard import bits
from mwagent.solvers.python.frontier import Part, Problem
from mwagent.solvers.python.guessing import at_least_one, safest
from mwagent.solvers.python.inference import Inference, reason
from mwagent.solvers.python.merging import Merged, TooWideError
from mwagent.solvers.registry import register

MOST_SETS: Final = 3000
"""Number of sets up to which new ones are made; no position in play comes near."""


class NoRoomError(Exception):
    """A set needs more mines than it may have."""


class Sets:
    """Sets of cells (planes), each with the least and the most mines among them.

    For a set within another, what is left over is a set as well: its bounds are the differences
    of theirs, and theirs are tightened by what the other leaves possible. `settle` passes bounds on
    until nothing changes; `mines` and `safe` are the planes of the cells that turn out certain.
    Raises NoRoomError when bounds contradict each other.
    """

    def __init__(self, problems: Iterable[Problem]):
        self.mines = 0
        self.safe = 0
        self._bounds: dict[int, tuple[int, int]] = {}
        self._holding: dict[int, set[int]] = {}
        self._waiting: dict[int, None] = {}
        for problem in problems:
            self._bound(sum(1 << cell for cell in problem.cells), problem.mines, problem.mines)

    def settle(self) -> None:
        """Pass bounds on until nothing changes."""
        while self._waiting:
            cells = next(iter(self._waiting))
            del self._waiting[cells]
            least, most = self._bounds[cells]
            size = cells.bit_count()
            if size > 1 and (least == size or most == 0):
                for cell in bits(cells):
                    self._bound(1 << cell, least // size, least // size)
            elif size == 1 and least == most:
                self.mines |= cells if least else 0
                self.safe |= 0 if least else cells
            self._compare(cells)

    def _compare(self, cells: int) -> None:
        touching = set().union(*(self._holding[cell] for cell in bits(cells)))
        for other in sorted(touching):
            if other == cells:
                continue
            shared = other & cells
            if shared == cells:
                self._within(cells, other)
            elif shared == other:
                self._within(other, cells)

    def _within(self, inner: int, outer: int) -> None:
        least, most = self._bounds[inner]
        outer_least, outer_most = self._bounds[outer]
        rest = outer & ~inner
        room = rest.bit_count()
        if rest in self._bounds or len(self._bounds) < MOST_SETS:
            self._bound(rest, outer_least - most, outer_most - least)
        self._bound(inner, outer_least - room, outer_most)
        self._bound(outer, least, most + room)

    def _bound(self, cells: int, least: int, most: int) -> None:
        known = self._bounds.get(cells)
        if known is None:
            known = 0, cells.bit_count()
            for cell in bits(cells):
                self._holding.setdefault(cell, set()).add(cells)
            self._waiting[cells] = None
            self._bounds[cells] = known
        tighter = max(known[0], least), min(known[1], most)
        if tighter[0] > tighter[1]:
            raise NoRoomError
        if tighter != known:
            self._bounds[cells] = tighter
            self._waiting[cells] = None


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
