"""What a solver says of a board."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from html import escape
from numbers import Real
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import HIDDEN, Board, Cell, MinefieldError, named
from mwagent.minefield.checked import checked
from mwagent.minefield.errors import ArgumentError
from mwagent.minefield.given import shortened

Why = Literal["proof", "endgame", "guess"]

_REASONS: Final = {
    "proof": "proven safe",
    "endgame": "an exact search to the end of the game",
    "guess": "the best guess",
}
BUDGET: Final = 2.0
"""Seconds that an answer may take, unless the caller sets another limit."""
MEMORY: Final = 1000
"""Megabytes that counting may take, unless the caller sets another limit."""
LONGEST: Final = 1e9
"""Seconds that an answer may take at most: some thirty years, which the engine can still count."""
TOTAL: Final = -2
"""The code by which the engine says that the number of mines is impossible."""


class InconsistentBoardError(MinefieldError):
    """The numbers on the board contradict each other; `cell` is one that cannot be met.

    `cell` is None when only the total number of mines is at fault. The message names the smallest
    set of numbers and flags that cannot all be right, where it is found; that is looked for when
    the message is first asked for.
    """

    def __init__(
        self, message: str, cell: Cell | None = None, whole: Callable[[], str] | None = None
    ):
        super().__init__(message)
        self.cell = cell
        self._whole = whole

    def __str__(self) -> str:
        if self._whole is not None:
            self.args = (self._whole(),)
            self._whole = None
        return super().__str__()

    def __reduce__(self) -> tuple[type[InconsistentBoardError], tuple[object, ...]]:
        """Pickle it with its message; how that is found cannot be pickled."""
        return type(self), (str(self), self.cell)


def budget_seconds(budget: object) -> float:
    """What was given as the time for an answer, in seconds; raises ArgumentError otherwise."""
    number: Any = budget if isinstance(budget, Real) and not isinstance(budget, bool) else 0
    if not 0 < number <= LONGEST:
        told = shortened(budget)
        raise ArgumentError(f"budget is a time in seconds above 0, at most {LONGEST:g}, not {told}")
    return float(number)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell the solver weighed as its guess, with the score it gave (higher is better).

    Where a decision is an `endgame`, the score is the probability of winning once this cell is
    opened: exact, or if `bound` an upper bound, where time did not suffice to search all cells.
    """

    cell: Cell
    mine_probability: float
    score: float
    bound: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """The cell to open next.

    `best` is None when nothing is left to open; `why` says whether it is proven safe, the result of
    an exact search to the end of the game, or a guess. `win_probability` is set only where it is
    known exactly. `complete` is False when time ran out before all `candidates` were weighed as far
    as the solver does (those cut short are then scored by what was known of them), or before all
    was found that the numbers prove.
    """

    best: Cell | None
    why: Why
    win_probability: float | None = None
    candidates: tuple[Candidate, ...] = ()
    complete: bool = True


class _Deferred:
    """Fields that are put into their form, in microseconds, when one of them is first asked for."""

    __slots__ = ("_rest",)

    _rest: Callable[[str], Mapping[str, object]]

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            if name == "_rest" or name not in {each.name for each in fields(self)}:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            for field_name, value in self._rest(name).items():
                object.__setattr__(self, field_name, value)
            return object.__getattribute__(self, name)


@dataclass(frozen=True, slots=True, eq=False)
class Analysis(_Deferred):
    """What a solver says of a board.

    `mine_probability` is (rows, cols) float64, nan where the cell is open, 1 where a mine is
    flagged or shown. `safe` and `mines` are unopened cells proven so, row by row (`mines` leaves
    out flags that are trusted). `decide` gives the cell to open next; `decision` is that, or how
    it is worked out. `exact` is False when probabilities are sampled, partitioned or otherwise
    estimated. `board` is the position where the solver keeps it; a notebook shows it as a map of
    mine probability, with a frame around the best cell.
    """

    mine_probability: NDArray[np.float64]
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    decision: Decision | Callable[[], Decision] = field(repr=False)
    exact: bool = True
    board: Board | None = None

    def decide(self) -> Decision:
        """Say which cell to open next: the first time that may take seconds, as it is searched."""
        decision = self.decision
        if not isinstance(decision, Decision):
            decision = decision()
            _set_decision(self, decision)
        return decision

    def to_svg(self) -> str:
        """Draw a heat map of mine probability as SVG: ticks are proven safe, asterisks mines.

        Green has no mine, red is one; the best cell has a frame. Open cells are blank where the
        analysis has no board. A notebook shows this picture by itself.
        """
        from mwagent.solvers.heatmap import heatmap_svg

        chances, board = self.mine_probability, self.board
        codes = np.where(np.isnan(chances), 0, HIDDEN) if board is None else board.cells
        proven = ("✓", self.safe), ("✱", self.mines)
        title = f"mine probability, {kind(self)}; {advice(self)}"
        return heatmap_svg(codes, chances, proven, self.decide().best, title)

    _repr_svg_ = to_svg

    def _repr_html_(self) -> str:
        """Draw the same over a sentence: the best move, why, and the chance to win, if known."""
        said = f"{advice(self).capitalize()}; probabilities are {kind(self)}."
        if (win := self.decide().win_probability) is not None:
            said += f" Win probability with best play: {win:.4%}."
        return f"<figure>{self._repr_svg_()}<figcaption>{escape(said)}</figcaption></figure>"

    @classmethod
    def deferred(
        cls,
        mine_probability: NDArray[np.float64],
        exact: bool,
        decision: Callable[[], Decision],
        rest: Callable[[str], Mapping[str, object]],
    ) -> Analysis:
        """Make an analysis whose other fields are given by `rest` when they are first asked for.

        `rest`, given the name of a field, gives values of that field and any others by name.
        """
        analysis = cls.__new__(cls)
        _set_probability(analysis, mine_probability)
        _set_exact(analysis, exact)
        _set_decision(analysis, decision)
        _set_rest(analysis, rest)
        return analysis

    def __reduce__(self) -> tuple[type[Analysis], tuple[object, ...]]:
        self.decide()  # how it is worked out cannot be pickled
        return Analysis, tuple(getattr(self, each.name) for each in fields(self))


# How the slots of a frozen object are set: half of the time that object.__setattr__ takes, which
# would be felt in calls of a few microseconds.
_set_probability = Analysis.__dict__["mine_probability"].__set__
_set_exact = Analysis.__dict__["exact"].__set__
_set_decision = Analysis.__dict__["decision"].__set__
_set_rest = _Deferred.__dict__["_rest"].__set__


@checked
def blank_probabilities(board: Board) -> NDArray[np.float64]:
    """Start a probability matrix: nan everywhere, 1 where a mine is flagged or shown."""
    matrix = np.full(board.shape, np.nan)
    matrix[board.known_mines] = 1.0
    return matrix


def kind(analysis: Analysis) -> str:
    """Say whether probabilities are exact."""
    return "exact" if analysis.exact else "estimated, not exact"


def advice(analysis: Analysis) -> str:
    """Say which cell to open next, and why."""
    decision = analysis.decide()
    if decision.best is None:
        return "nothing is left to open"
    risk = analysis.mine_probability[decision.best]
    return f"open {named(decision.best)}, {_REASONS[decision.why]}, mine probability {risk:.4%}"


def to_json(analysis: Analysis) -> str:
    """Write an analysis as one JSON object; open cells are null in the matrix."""
    import msgspec  # which takes longer to import than most answers take

    decision = analysis.decide()
    return json.dumps(
        {
            "mine_probability": [
                [None if math.isnan(p) else p for p in row]
                for row in analysis.mine_probability.tolist()
            ],
            "safe": analysis.safe,
            "mines": analysis.mines,
            "best": decision.best,
            "why": decision.why,
            "win_probability": decision.win_probability,
            "exact": analysis.exact,
            "complete": decision.complete,
            "candidates": msgspec.to_builtins(decision.candidates),
        }
    )
