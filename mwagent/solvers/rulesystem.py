"""Mines in any topology: cells with any names, and rules on how many of some cells are mines.

The engine counts these as it counts boards (`engine/rules/`): cells of which the same rules speak
are merged in classes, classes that share rules are swept, and what has no rule in common is
combined by the total. That rules suffice for any board was shown by Drew Roos's minesweepr (2011).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real
from time import monotonic
from typing import Any, Final, Literal

from mwagent.minefield import FLAG as _FLAG
from mwagent.minefield import SYMBOLS, Board, MinefieldError, neighbours
from mwagent.minefield.given import shortened, whole, whole_numbers
from mwagent.minefield.shapes import FLAG, MINE, Place, ShapedBoard
from mwagent.solvers import _engine
from mwagent.solvers.analysis import BUDGET, MEMORY, budget_seconds

UNKNOWN: Final = -1
"""How the engine is told that the total is unknown."""
NAMED: Final = 8
"""Rules and cells that a sentence lists before it says how many more there are."""

_MARKS: Final = {FLAG: "flag", MINE: "mine"}

Verdict = Literal["safe", "mine", "unknown"]


class RuleError(MinefieldError):
    """A rule, or what is said beside the rules, makes no sense by itself."""


class ContradictionError(MinefieldError):
    """Rules that cannot all be met: `rules` are such a set, of which none can be left out.

    `total` is true if the number of all mines is needed for the contradiction besides.
    """

    def __init__(self, message: str, rules: tuple[Rule, ...], total: bool):
        super().__init__(message)
        self.rules = rules
        self.total = total


@dataclass(frozen=True, slots=True, init=False)
class Rule:
    """From `low` to `high` of `cells` are mines; `name` is what sentences call the rule.

    `mines` is a number, or a pair of the least and the most. Cells are hashable, none named twice.

    >>> print(Rule("abc", 1)); print(Rule([(0, 1), (1, 1)], (0, 1), "the sonar"))
    exactly 1 of a, b, c
    the sonar (0 to 1 of (0, 1), (1, 1))
    """

    cells: tuple[Hashable, ...]
    low: int
    high: int
    name: str | None

    def __init__(
        self, cells: Iterable[Hashable], mines: int | tuple[int, int], name: str | None = None
    ):
        names = _names(cells, "the cells of a rule")
        if len(set(names)) < len(names):
            seen: set[Hashable] = set()
            twice = next(c for c in names if c in seen or seen.add(c))  # type: ignore[func-returns-value]
            raise RuleError(f"the rule on {_listed(names)} names {twice} twice; name it once")
        low, high = _bounds(mines, names)
        if not isinstance(name, str | None):
            raise RuleError(f"the name of a rule is text, not {shortened(name)}")
        for attribute, value in (("cells", names), ("low", low), ("high", high), ("name", name)):
            object.__setattr__(self, attribute, value)

    @property
    def called(self) -> str:
        """What sentences call the rule: its name, or what it says."""
        return self.name or str(self)

    def __str__(self) -> str:
        count = f"exactly {self.low}" if self.low == self.high else f"{self.low} to {self.high}"
        said = f"{count} of {_listed(self.cells)}"
        return said if self.name is None else f"{self.name} ({said})"


def _bounds(mines: object, cells: tuple[Hashable, ...]) -> tuple[int, int]:
    count = whole(mines)
    pair = whole_numbers(mines) if count is None else (count, count)
    if pair is None or len(pair) != 2:
        raise RuleError(
            f"the rule on {_listed(cells)} needs a whole number of mines, or the least and the "
            f"most, not {shortened(mines)}"
        )
    low, high = pair
    if not 0 <= low <= high:
        raise RuleError(
            f"the rule on {_listed(cells)} asks for {low} to {high} mines; give the least, 0 or "
            f"more, before the most"
        )
    return low, min(high, max(low, len(cells)))


@dataclass(frozen=True, slots=True)
class RuleProof:
    """Why a cell is safe or a mine: with these rules alone it follows, without any of them not.

    `total` says whether the number of all mines is needed besides; `smallest` that no proof has
    fewer rules. Where it is false, time may have run out before all were found that can be spared.
    For an unknown cell there are no rules. `probability` is that of a mine.
    """

    cell: Hashable
    verdict: Verdict
    rules: tuple[Rule, ...]
    total: bool
    smallest: bool
    probability: float

    def __str__(self) -> str:
        if self.verdict == "unknown":
            return f"{self.cell} can be either: a mine with probability {self.probability:.4%}"
        what = "safe" if self.verdict == "safe" else "a mine"
        reasons = [
            *(rule.called for rule in self.rules),
            *(["the number of all mines"] if self.total else []),
        ]
        return f"{self.cell} is {what}, by " + joined(reasons)


@dataclass(frozen=True, slots=True)
class RuleAnalysis:
    """What follows from a system of rules.

    `mine_probability` has every cell, in the order in which they were named. `safe` and `mines` are
    cells proven so. `best` is the cell to open: a safe one, else the one least likely to be a mine,
    and of those the one that most rules speak of; None where all are mines. `exact` is False where
    time or memory did not suffice: then the probabilities are estimates, and `safe` and `mines` are
    proven but may be too few. A probability is 0 or 1 only where no arrangement speaks against it,
    however unlikely one is. `log_weight` is the natural logarithm of the number of arrangements,
    each weighed by the odds of its mines.
    """

    mine_probability: Mapping[Hashable, float]
    safe: tuple[Hashable, ...]
    mines: tuple[Hashable, ...]
    best: Hashable | None
    exact: bool
    log_weight: float
    system: RuleSystem = field(repr=False)

    def explain(self, cell: Hashable, *, budget: float = BUDGET) -> RuleProof:
        """Name the smallest set of rules that proves a cell safe or a mine.

        Raises RuleError for a cell that is not there.
        """
        return self.system._prove(cell, self, budget)


@dataclass(frozen=True, slots=True, init=False)
class RuleSystem:
    """Cells, rules, and what is known of the mines in all.

    Every cell is a mine with a probability of its own before anything else is known, independently
    of others: that of `priors`, else `density`, else one half, with which all arrangements weigh
    the same. The rules and the total `mines`, if it is known, are what is known then. `cells` are
    further ones of which no rule speaks. Raises RuleError where something makes no sense.
    """

    cells: tuple[Hashable, ...]
    rules: tuple[Rule, ...]
    mines: int | None
    density: float | None
    priors: Mapping[Any, float]

    def __init__(
        self,
        rules: Iterable[Rule | tuple[Iterable[Hashable], int | tuple[int, int]]],
        mines: int | None = None,
        *,
        density: float | None = None,
        priors: Mapping[Any, float] | None = None,
        cells: Iterable[Hashable] = (),
    ):
        known = _rules(rules)
        names = dict.fromkeys(_names(cells, "the further cells"))
        for rule in known:
            names.update(dict.fromkeys(rule.cells))
        if not isinstance(priors, Mapping | None):
            raise RuleError(
                f"priors map cells to probabilities, which {shortened(priors)} does not"
            )
        chances = {}
        for cell, prior in (priors or {}).items():
            if cell not in names:
                raise RuleError(f"there is a prior for {cell}, but no such cell; name it in cells")
            instead = "for a cell that is known give a rule"
            chances[cell] = _chance(prior, f"the prior of {cell}", instead)
        if density is not None:
            density = _chance(density, "the density", "give a share such as 0.2")
        total = None if mines is None else whole(mines)
        if mines is not None and total is None:
            raise RuleError(f"the number of all mines is a whole number, not {shortened(mines)}")
        if total is not None and not 0 <= total <= len(names):
            raise RuleError(
                f"there cannot be {shortened(total)} mines in {len(names)} cells; give 0 to "
                f"{len(names)}"
            )
        for attribute, value in (
            ("cells", tuple(names)),
            ("rules", known),
            ("mines", total),
            ("density", density),
            ("priors", chances),
        ):
            object.__setattr__(self, attribute, value)

    @classmethod
    def of_board(
        cls, board: Board | ShapedBoard, *, density: float | None = None, trust_flags: bool = True
    ) -> RuleSystem:
        """Read a board of any shape: its numbers, mines and (if they are trusted) flags are rules.

        The cells are the coordinates of those that are not open, (row, column) on a Board.
        """
        if not isinstance(board, Board | ShapedBoard):
            raise RuleError(f"rules are read off a Board or a ShapedBoard, not {shortened(board)}")
        if isinstance(board, ShapedBoard):
            around = board.shape.neighbours
            seen = dict(zip(board.shape.places, board.cells, strict=True))
        else:
            grid = board
            seen = {
                (row, col): code if code < _FLAG else SYMBOLS[code]
                for row, line in enumerate(board.cells.tolist())
                for col, code in enumerate(line)
            }

            def around(place: Place) -> tuple[Place, ...]:
                return tuple(neighbours((place[0], place[1]), grid.shape))

        rules = []
        for place, what in seen.items():
            if isinstance(what, int):
                closed = [each for each in around(place) if isinstance(seen[each], str)]
                if closed or what:
                    rules.append(Rule(closed, what, f"the {what} at {place}"))
            elif what == MINE or (what == FLAG and trust_flags):
                rules.append(Rule([place], 1, f"the {_MARKS[what]} at {place}"))
        hidden = [place for place, what in seen.items() if isinstance(what, str)]
        return cls(rules, board.mines, density=density, cells=hidden)

    def analyse(self, *, budget: float = BUDGET) -> RuleAnalysis:
        """Give exact mine probabilities, what is proven, and the best cell to open.

        Comes back within about `budget` seconds. Raises ContradictionError naming rules that cannot
        all be met.
        """
        answer = _engine.count_rules(
            *self._told(), self._odds(), budget_seconds(budget), MEMORY * 1_000_000
        )
        if isinstance(answer[1], bool) and isinstance(answer[2], float):
            return self._analysis([float(p) for p in answer[0]], answer[1], answer[2])
        raise self._contradiction(tuple(self.rules[int(i)] for i in answer[0]), answer[1])

    def explain(self, cell: Hashable, *, budget: float = BUDGET) -> RuleProof:
        """Name the smallest set of rules that proves a cell safe or a mine.

        Raises RuleError for a cell that is not there, and ContradictionError.
        """
        begin = monotonic()
        found = self.analyse(budget=budget)
        left = budget_seconds(budget) - (monotonic() - begin)
        return found.explain(cell, budget=max(left, budget / 2))

    def _told(self) -> tuple[int, list[list[int]], list[int], list[int], int]:
        at = {cell: i for i, cell in enumerate(self.cells)}
        return (
            len(self.cells),
            [[at[cell] for cell in rule.cells] for rule in self.rules],
            [min(rule.low, len(rule.cells) + 1) for rule in self.rules],
            [min(rule.high, len(rule.cells) + 1) for rule in self.rules],
            UNKNOWN if self.mines is None else self.mines,
        )

    def _odds(self) -> list[float]:
        if self.density is None and not self.priors:
            return []
        usual = 0.5 if self.density is None else self.density
        chances = [self.priors.get(cell, usual) for cell in self.cells]
        return [chance / (1 - chance) for chance in chances]

    def _analysis(self, chances: list[float], exact: bool, log_weight: float) -> RuleAnalysis:
        weighed = list(zip(self.cells, chances, strict=True))
        spoken = dict.fromkeys(self.cells, 0)
        for rule in self.rules:
            for cell in rule.cells:
                spoken[cell] += 1
        likely = [(p, -spoken[cell], i) for i, (cell, p) in enumerate(weighed) if p < 1]
        return RuleAnalysis(
            dict(weighed),
            tuple(cell for cell, p in weighed if p == 0),
            tuple(cell for cell, p in weighed if p == 1),
            self.cells[min(likely)[2]] if likely else None,
            exact,
            log_weight,
            self,
        )

    def _prove(self, cell: Hashable, analysis: RuleAnalysis, budget: float) -> RuleProof:
        (cell,) = _names((cell,), "the cell")
        if cell not in analysis.mine_probability:
            raise RuleError(f"there is no cell {cell}; the cells are {_listed(self.cells)}")
        p = analysis.mine_probability[cell]
        if 0 < p < 1:
            return RuleProof(cell, "unknown", (), False, True, p)
        found = _engine.prove_by_rules(
            *self._told(), self.cells.index(cell), p == 1, budget_seconds(budget)
        )
        if found is None:
            raise RuleError(f"{cell} is proven, but no proof was found in {budget} seconds")
        rules, total, smallest = found
        verdict: Verdict = "mine" if p == 1 else "safe"
        return RuleProof(cell, verdict, tuple(self.rules[i] for i in rules), total, smallest, p)

    def _contradiction(self, rules: tuple[Rule, ...], total: bool) -> ContradictionError:
        mines = f"{self.mines} mines in all"
        if not rules:
            known = f"the rules do not fit {mines}" if total else "the rules contradict each other"
            return ContradictionError(f"{known}; check them", rules, total)
        if len(rules) == 1 and not total:
            return ContradictionError(
                f"{rules[0].called} cannot be met; check this rule", rules, total
            )
        all_of = joined([*(rule.called for rule in rules), *([mines] if total else [])])
        return ContradictionError(
            f"these cannot all be right: {all_of}; one of them is wrong", rules, total
        )


def analyse_rules(
    rules: Iterable[Rule | tuple[Iterable[Hashable], int | tuple[int, int]]],
    mines: int | None = None,
    *,
    density: float | None = None,
    priors: Mapping[Any, float] | None = None,
    cells: Iterable[Hashable] = (),
    budget: float = BUDGET,
) -> RuleAnalysis:
    """Give exact mine probabilities in any topology: cells with any names, and rules on them.

    Each of `rules` is a Rule, or a pair of cells and the number of mines among them (or the least
    and the most). `mines` is the total, if known; where it is not, `density` is the share of cells
    that are mines before anything is known, and `priors` are such shares of single cells. `cells`
    are further ones of which no rule speaks. The answer is exact unless it says otherwise, and
    comes within about `budget` seconds. Raises RuleError where something makes no sense by itself,
    and ContradictionError naming rules that cannot all be met.

    >>> answer = analyse_rules([("abc", 1), ("bcd", 2)], mines=2)
    >>> {cell: round(p, 3) for cell, p in answer.mine_probability.items()}
    {'a': 0.0, 'b': 0.5, 'c': 0.5, 'd': 1.0}
    >>> print(answer.explain("a"))
    a is safe, by exactly 1 of a, b, c and exactly 2 of b, c, d
    """
    return RuleSystem(rules, mines, density=density, priors=priors, cells=cells).analyse(
        budget=budget
    )


def _chance(chance: object, what: str, instead: str) -> float:
    number = chance if isinstance(chance, Real) else math.nan
    if not 0 < number < 1 or not 0 < float(number) < 1:  # type: ignore[operator]
        raise RuleError(
            f"{what} is a probability between 0 and 1, not {shortened(chance)}; {instead}"
        )
    return float(number)


def _names(cells: object, what: str) -> tuple[Hashable, ...]:
    try:
        names: tuple[Hashable, ...] = tuple(cells)  # type: ignore[arg-type]
        hash(names)
    except (TypeError, ValueError):
        told = shortened(cells)
        raise RuleError(
            f"{what} are names such as strings, numbers and tuples of them, not {told}"
        ) from None
    return names


def _rules(given: object) -> tuple[Rule, ...]:
    if isinstance(given, str | Mapping) or not isinstance(given, Iterable):
        raise RuleError(f"the rules are a list of them, not {shortened(given)}")
    rules = []
    for each in given:
        if not isinstance(each, Rule | tuple | list) or (
            not isinstance(each, Rule) and not 2 <= len(each) <= 3
        ):
            raise RuleError(
                f"a rule is a Rule, or its cells and how many of them are mines, not "
                f"{shortened(each)}"
            )
        rules.append(each if isinstance(each, Rule) else Rule(*each))
    return tuple(rules)


def _listed(cells: Sequence[Hashable]) -> str:
    if not cells:
        return "no cells"
    more = f" and {len(cells) - NAMED} more" if len(cells) > NAMED + 1 else ""
    return ", ".join(map(str, cells[: NAMED if more else None])) + more


def joined(reasons: list[str]) -> str:
    """List reasons in a sentence, no more than NAMED of them."""
    if len(reasons) < 2:
        return "".join(reasons) or "the odds alone"
    if len(reasons) > NAMED + 1:
        reasons = [*reasons[:NAMED], f"{len(reasons) - NAMED} more"]
    return ", ".join(reasons[:-1]) + " and " + reasons[-1]
