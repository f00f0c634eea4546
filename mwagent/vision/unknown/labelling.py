"""The likeliest labelling of a board: energy minimisation by iterated conditional modes.

A labelling gives every cluster of cells a meaning. Its energy is the sum of the unary costs, -log p
of each meaning by what the cluster looks like, and of a cost for every rule of the game that the
board then breaks. From several starting points the meaning of one cluster at a time is changed for
the better until none is (Besag, "On the Statistical Analysis of Dirty Pictures", 1986); then pairs
of blank clusters are tried.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.vision import exact
from mwagent.vision.reading import SYMBOLS, UNKNOWN
from mwagent.vision.unknown.weights import WEIGHTS

Floats = NDArray[np.float64]
Codes = NDArray[np.int8]
"""Cells as positions in SYMBOLS."""

Region = tuple[slice, slice]
"""Rows and columns of a part of a board."""

CODE: Final = {symbol: code for code, symbol in enumerate(SYMBOLS)}
_COVERED: Final = np.isin(list(SYMBOLS), list("#F?W*X"))
_MARKED: Final = np.isin(list(SYMBOLS), list("F*X"))
_MINED: Final = np.isin(list(SYMBOLS), list("*X"))
_TRAITS: Final = np.stack(
    [_COVERED, _MARKED, *(np.isin(list(SYMBOLS), list(some)) for some in (UNKNOWN, "12345678"))], 1
).astype(np.uint8)
"""Whether a cell of each code is covered, marked, unknown and a number."""
_SAME: Final = np.where(_MINED, CODE["*"], np.arange(len(SYMBOLS)))
"""Codes by what they mean: a mine is one, exploded or not, and a cell with a "?" is closed."""
_SAME[CODE["?"]] = CODE["#"]
_PLACES: Final = 9 ** np.arange(4, -1, -1)
"""What the code of a cell and each of the four counts of its neighbours add to a case."""

_STARTS: Final = 5
"""The number of starting points from which the energy is minimised."""
_BLANKS: Final = 8
"""The number of most frequent blank clusters that are turned in pairs."""
_ALONE: Final = 1
"""The number of mines that a game may show while it goes on."""
_AT_ONCE: Final = 1 << 17
"""Cells of the boards whose energy is computed at once."""
SPARSE: Final = 0.03
"""Smallest fraction of a board with zeros that is hidden, marked or unknown: mines need room."""
GREATEST: Final = 12.0
"""No meaning of a cluster costs more than this."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A group of cells that mean the same: their flat numbers and the unary cost of each meaning.

    `written_zero` says that they show a zero as a digit.
    """

    cells: NDArray[np.intp]
    unary: dict[str, float]
    written_zero: bool = False

    @property
    def likeliest(self) -> str:
        """The meaning that costs least."""
        return min(self.unary, key=self.unary.__getitem__)

    @property
    def blank(self) -> bool:
        """Whether they are likeliest blank, be they open or closed, and may be either."""
        return self.likeliest in "#0" and {"#", "0"} <= self.unary.keys()


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """Prior cost of an event, charged once however many cells show what it brings.

    Without it none of `cells` (rows * cols,), None for all, shows one of the `symbols`.
    """

    symbols: str
    cost: float
    cells: NDArray[np.bool_] | None = None


def strain(cells: Codes) -> Floats:
    """Broken rules at each cell, (rows, cols).

    A zero has no hidden neighbour. A number n has at least n neighbours that are hidden, flags or
    mines, and at most n flags and mines; flags are set beside numbers. With mines shown, exactly n
    are flags or mines.
    """
    rules = _rules(bool(np.count_nonzero(_MINED[cells]) > _ALONE))
    return np.asarray(rules[_cases(cells), :2].sum(axis=-1), np.float64)


def _cases(cells: Codes) -> NDArray[np.int64]:
    """What the cells (rows, cols) and their neighbours are, as indices of what `_rules` gives."""
    ones = _TRAITS[cells]
    # The four counts of neighbours at once, each from 0 to 8, and with the code one number.
    total = cv2.boxFilter(ones, -1, (3, 3), normalize=False, borderType=cv2.BORDER_CONSTANT)
    case = (total - ones) @ _PLACES[1:] + cells * _PLACES[0]
    return np.asarray(case, np.int64)


def _tallies(boards: Codes, mines: NDArray[np.integer]) -> Floats:
    """What `_rules` says in sum for boards (n, rows, cols), (n, 6).

    `mines` (n,) are the mines that are shown: the boards may be parts of larger ones.
    """
    count, rows, cols = boards.shape
    # One below the other, with a row of blank cells, which count for nothing, in between.
    stack = np.zeros((count, rows + 1, cols), np.int8)
    stack[:, :rows] = boards
    cases = _cases(stack.reshape(-1, cols)).reshape(stack.shape)[:, :rows]
    tallies = np.zeros((count, 6))
    for shown in (False, True):
        at = np.flatnonzero((mines > _ALONE) == shown)
        if len(at):
            tallies[at] = _rules(shown)[cases[at]].sum(axis=(1, 2))
    return tallies


@cache
def _rules(mined: bool) -> Floats:
    """The columns of the energy for each case, (cases, 6).

    Violation of a rule; violation by a zero beside closed cells; cost of an isolated number, which
    few would open; consistent zero; zero; and cell that may hold a mine. A case is the code of a
    cell and how many of its neighbours are covered, marked, unknown and numbers.
    """
    sides = np.indices((len(SYMBOLS), 9, 9, 9, 9), np.int16)
    codes, closed, marks, blind, digits = sides.reshape(len(_PLACES), -1)
    zero, digit = codes == 0, (codes > 0) & (codes <= 8)
    broken = np.maximum(0, codes - closed - blind) + np.clip(marks - codes, 0, 2).astype(np.float64)
    if mined:
        broken += WEIGHTS.unmet * np.maximum(0, codes - marks - blind)
    broken[~digit] = 0
    broken[(codes == CODE["F"]) & (digits == 0)] = WEIGHTS.lonely
    alone = WEIGHTS.lonely * (digit & (digits == 0))
    beside = np.where(zero, np.minimum(closed, 3), 0)
    met = zero & (closed == 0) & (digits > 0)
    return np.stack([broken, beside, alone, met, zero, ~zero & ~digit], axis=1)


def forget_rules() -> None:
    """Work out anew what the rules say: other weights hold."""
    _rules.cache_clear()


@dataclass(slots=True)
class Labelling:
    """A meaning for each group of cells, a symbol of SYMBOLS, and what it comes to.

    `codes` is the board, (rows, cols). `margins` says for each group by how much energy its meaning
    beats the next best: by what the best labelling found with another one costs more. Which of the
    mines exploded is no other meaning, nor is whether a closed cell bears a question mark.
    """

    meanings: list[str]
    codes: Codes
    energy: float
    margins: list[float]


def label(
    shape: tuple[int, int],
    choices: Sequence[Choice],
    starts: Sequence[dict[int, str]] = (),
    events: Sequence[Event] = (),
) -> Labelling:
    """The labelling of least energy that is found.

    `starts` are meanings of some groups to begin from; the best of them are improved. Cells of no
    group are unknown. `events` are what the board may take to look as it does.
    """
    field = _Field(shape, choices, events)
    begun = np.tile(field.likeliest(field.unary), (1 + len(starts), 1))
    for row, start in zip(begun[1:], starts, strict=True):
        row[list(start)] = [CODE[symbol] for symbol in start.values()]
    # One group after the other would not give up what takes an event for all of them.
    begun = np.vstack([begun, field.without_events()])
    _, first = np.unique(begun, axis=0, return_index=True)
    tried = begun[np.sort(first)]
    tried = field.varied(tried[np.argsort(field.energies(tried), kind="stable")])
    found = [field.descended(trial) for trial in tried[:_STARTS]]
    best = min(found, key=lambda one: one.energy)
    others = [tried[_STARTS:]]
    while True:
        others.append(field.pairs_turned(best.codes))
        energies = field.energies(others[-1])
        if not (energies < best.energy).any():
            break
        found.append(field.descended(others[-1][energies.argmin()]))
        if found[-1].energy >= best.energy:
            break
        best = found[-1]
    tried = np.vstack([*others, *(one.codes for one in found)])
    gaps = np.append(field.energies(np.vstack(others)), [one.energy for one in found]) - best.energy
    other = _SAME[tried] != _SAME[best.codes]
    margins = np.where(other, gaps[:, None], best.margins).min(axis=0)
    meanings = [SYMBOLS[code] for code in best.codes]
    return Labelling(meanings, field.boards(best.codes[None])[0], best.energy, margins.tolist())


class _Minimum(NamedTuple):
    """A local minimum of the energy: the code of each group, and by how much it beats the next."""

    codes: Codes
    energy: float
    margins: Floats


class _Field:
    """Groups of cells, and the energy of what they mean; a trial has a code for each group.

    `unary` (groups, codes) is infinite for what a group cannot mean; `_taken` (groups, codes,
    events) says which events its meanings take.
    """

    def __init__(self, shape: tuple[int, int], choices: Sequence[Choice], events: Sequence[Event]):
        self._shape = shape
        self.unary = np.full((len(choices), len(SYMBOLS)), np.inf)
        self._owner = np.full(shape[0] * shape[1], len(choices))
        self._taken = np.zeros((len(choices), len(SYMBOLS), len(events)), bool)
        self._costs = np.array([event.cost for event in events], np.float64)
        for i, choice in enumerate(choices):
            self.unary[i, [CODE[symbol] for symbol in choice.unary]] = list(choice.unary.values())
            self._owner[choice.cells] = i
            for k, event in enumerate(events):
                if event.cells is None or event.cells[choice.cells].any():
                    self._taken[i, [CODE[symbol] for symbol in event.symbols], k] = True
        written = any(choice.written_zero for choice in choices)
        self._stepwise = 0.0 if written else WEIGHTS.stepwise
        self._sizes = np.array([len(choice.cells) for choice in choices])
        self._often = np.argsort(-self._sizes, kind="stable").tolist()
        self._regions = [self._around(i) for i in range(len(choices))]
        blank = [choice.blank for choice in choices]
        self._blank = [i for i in self._often if blank[i]]

    def boards(self, trials: Codes) -> Codes:
        """The boards of trials, (trials, rows, cols)."""
        unknown = np.full((len(trials), 1), CODE[UNKNOWN], np.int8)
        return np.hstack([trials, unknown])[:, self._owner].reshape(-1, *self._shape)

    def energies(self, trials: Codes) -> Floats:
        """The energy of trials, (trials,)."""
        groups = np.arange(len(self.unary))
        costs = self.unary[groups, trials].sum(axis=1)
        costs += (self._taken[groups, trials].any(axis=1) * self._costs).sum(axis=1)
        # Of a few boards at once the cases fit into the cache of a processor.
        many = max(1, _AT_ONCE // self._owner.size)
        for start in range(0, len(trials), many):
            boards = self.boards(trials[start : start + many])
            mines = np.count_nonzero(_MINED[boards], axis=(1, 2))
            costs[start : start + many] += self._by_rules(_tallies(boards, mines))
        return np.asarray(costs, np.float64)

    def _by_rules(self, tallies: Floats) -> Floats:
        """The energy of the rules, consistent zeros rewarded, of sums of what `_rules` says.

        Either zeros open what is around them, in the whole game, or none of them does. A board that
        is open but for hardly a cell is no game, but blank tiles.
        """
        broken, beside, alone, met, zeros, closed = np.moveaxis(tallies, -1, 0)
        energy = WEIGHTS.broken * (broken + alone) + np.minimum(
            WEIGHTS.broken * beside, self._stepwise
        )
        energy -= WEIGHTS.met * exact.log(1 + np.maximum(met, 0))
        energy += WEIGHTS.void * ((closed <= SPARSE * self._owner.size) & (zeros > 0))
        return np.asarray(energy, np.float64)

    def likeliest(self, unary: Floats) -> Codes:
        """The meaning of each group that costs least, (groups,)."""
        return np.asarray(unary.argmin(axis=1), np.int8)

    def without_events(self) -> Codes:
        """For each event the likeliest meanings without it, (events, groups)."""
        plain = self.likeliest(self.unary)
        free = np.where(self._taken, np.inf, self.unary[..., None])
        without = np.where(np.isinf(free.min(axis=1)), plain[:, None], free.argmin(axis=1))
        return np.asarray(without.T, np.int8)

    def varied(self, trials: Codes) -> Codes:
        """Trials with the first for each meaning of the blank groups in front, else in order."""
        _, first = np.unique(trials[:, self._blank], axis=0, return_index=True)
        ahead = np.isin(np.arange(len(trials)), first)
        return np.vstack([trials[ahead], trials[~ahead]])

    def pairs_turned(self, codes: Codes) -> Codes:
        """Trials in which two of the blank groups are taken for open, or hidden, which are not.

        One alone may contradict the other.
        """
        turned = [
            np.where(np.isin(np.arange(len(codes)), pair), CODE["#"] - codes, codes)
            for pair in combinations(self._blank[:_BLANKS], 2)
            if codes[pair[0]] == codes[pair[1]]
        ]
        return np.array(turned, np.int8).reshape(-1, len(codes))

    def descended(self, trial: Codes) -> _Minimum:
        """The local minimum that is reached where one group at a time changes for the better."""
        codes, (board,) = trial.copy(), self.boards(trial[None])
        margins = np.full(len(codes), GREATEST)
        groups = np.arange(len(codes))
        for _ in codes:
            before = codes.copy()
            (whole,) = _tallies(board[None], np.array([np.count_nonzero(_MINED[board])]))
            for i in self._often:
                options = np.flatnonzero(np.isfinite(self.unary[i])).astype(np.int8)
                if len(options) < 2:
                    continue
                # What the surroundings look like with each meaning; the rest of the board stays.
                region, own = self._regions[i]
                parts = np.where(own, options[:, None, None], board[region])
                mines = np.count_nonzero(_MINED[board]) + self._sizes[i] * (
                    _MINED[options].astype(int) - _MINED[codes[i]]
                )
                tallies = _tallies(parts, mines)
                rest = whole - tallies[np.flatnonzero(options == codes[i])[0]]
                taken = self._taken[groups != i, codes[groups != i]].any(axis=0)
                energies = self.unary[i, options] + self._by_rules(rest + tallies)
                energies += ((taken | self._taken[i, options]) * self._costs).sum(axis=1)
                best = int(energies.argmin())
                others = energies[_SAME[options] != _SAME[options[best]]]
                margins[i] = min(others, default=GREATEST + energies[best]) - energies[best]
                codes[i], whole = options[best], rest + tallies[best]
                board[region] = parts[best]
            if (codes == before).all():
                break
        return _Minimum(codes, float(self.energies(codes[None])[0]), margins)

    def _around(self, group: int) -> tuple[Region, NDArray[np.bool_]]:
        """The region of the board in which a change of a group is felt, and its cells there."""
        own = (self._owner == group).reshape(self._shape)
        rows, cols = np.nonzero(own)
        region = (
            slice(max(0, int(rows.min()) - 2), int(rows.max()) + 3),
            slice(max(0, int(cols.min()) - 2), int(cols.max()) + 3),
        )
        return region, own[region]


def nested(vectors: NDArray[np.float32], weights: Floats) -> list[list[int]]:
    """Every set of vectors that centroid linkage puts together, single ones included."""
    count = len(vectors)
    sets = [[i] for i in range(count)]
    if count == 0:
        return []
    place = list(range(count))
    mass = np.array(weights, np.float64)
    flat = np.asarray(vectors, np.float64)
    distance = exact.squared_distances(flat, flat) / flat.shape[1]
    np.fill_diagonal(distance, np.inf)
    for _ in range(count - 1):
        one, two = divmod(int(distance.argmin()), count)
        # How far the mean of two is from others follows from how far they are (Lance, Williams).
        share = mass[one] / (mass[one] + mass[two])
        gap = distance[one, two]
        row = share * distance[one] + (1 - share) * distance[two] - share * (1 - share) * gap
        row[[one, two]] = np.inf
        distance[one], distance[:, one] = row, row
        distance[two], distance[:, two] = np.inf, np.inf
        mass[one] += mass[two]
        sets.append(sets[place[one]] + sets[place[two]])
        place[one] = len(sets) - 1
    return sets
