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
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

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
_PLACES: Final = 9 ** np.arange(4, -1, -1)
"""What the code of a cell and each of the four counts of its neighbours add to a case."""

_STARTS: Final = 5
"""The number of starting points from which the energy is minimised."""
_TURNED: Final = 3
"""How often, at most, a pair of blank clusters is turned to its other meaning."""
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
    def blank(self) -> bool:
        """Whether they are likeliest blank, be they open or closed, and may be either."""
        likeliest = min(self.unary, key=lambda symbol: self.unary[symbol])
        return likeliest in "#0" and {"#", "0"} <= self.unary.keys()


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """Something seldom without which no cell of some shows one of these symbols; it costs once.

    `cells` (rows * cols,) are these cells, None for all of them.
    """

    symbols: str
    cost: float
    cells: NDArray[np.bool_] | None = None


class _Events:
    """What events a labelling of some choices takes."""

    def __init__(self, choices: Sequence[Choice], events: Sequence[Event]):
        self._costs = np.array([event.cost for event in events], np.float64)
        self._counts = np.zeros((len(choices), len(SYMBOLS), len(events)), np.int64)
        for k, event in enumerate(events):
            shown = np.isin(list(SYMBOLS), list(event.symbols))
            for i, choice in enumerate(choices):
                own = np.ones(len(choice.cells), bool)
                if event.cells is not None:
                    own = event.cells[choice.cells]
                self._counts[i, shown, k] = np.count_nonzero(own)

    def counts(self, trials: Codes) -> NDArray[np.int64]:
        """Cells that take each event, (trials, events), of codes (trials, choices)."""
        return np.asarray(self._counts[np.arange(trials.shape[1]), trials].sum(axis=1), np.int64)

    def of(self, choice: int, codes: Codes) -> NDArray[np.int64]:
        """Cells of one choice that take each event, (codes, events), with each of some codes."""
        return np.asarray(self._counts[choice, codes], np.int64)

    def avoided(self, choices: Sequence[Choice]) -> list[dict[int, str]]:
        """For each event the likeliest meanings without it of the choices that may take it."""
        found = []
        for k in range(len(self._costs)):
            without: dict[int, str] = {}
            for i, choice in enumerate(choices):
                ranked = sorted(choice.unary, key=lambda symbol, i=i: choice.unary[symbol])  # type: ignore[misc]
                if self._counts[i, CODE[ranked[0]], k]:
                    other = next((s for s in ranked if not self._counts[i, CODE[s], k]), ranked[0])
                    without[i] = other
            found += [without] if without else []
        return found

    def cost(self, counts: NDArray[np.int64]) -> Floats:
        """What they cost."""
        return np.asarray((counts > 0) @ self._costs, np.float64)


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
    """What `_rules` says in sum for boards (n, rows, cols), (n, 3).

    `mines` (n,) are the mines that are shown: the boards may be parts of larger ones.
    """
    count, rows, cols = boards.shape
    # One below the other, with a row of blank cells, which count for nothing, in between.
    stack = np.zeros((count, rows + 1, cols), np.int8)
    stack[:, :rows] = boards
    cases = _cases(stack.reshape(-1, cols)).reshape(stack.shape)[:, :rows]
    tallies = np.zeros((count, 3))
    for shown in (False, True):
        at = np.flatnonzero((mines > _ALONE) == shown)
        if len(at):
            tallies[at] = _rules(shown)[cases[at]].sum(axis=(1, 2))
    return tallies


@cache
def _rules(mined: bool) -> Floats:
    """What can be said of a cell in each case, (cases, 3).

    By how much it breaks a rule; by how much it does as a zero beside closed cells; whether it is a
    zero that shows it. A case is the code of a cell and how many of its neighbours are covered,
    marked, unknown and numbers.
    """
    sides = np.indices((len(SYMBOLS), 9, 9, 9, 9), np.int16)
    codes, closed, marks, blind, digits = sides.reshape(len(_PLACES), -1)
    zero, digit = codes == 0, (codes > 0) & (codes <= 8)
    broken = np.maximum(0, codes - closed - blind) + np.clip(marks - codes, 0, 2).astype(np.float64)
    if mined:
        broken += WEIGHTS.unmet * np.maximum(0, codes - marks - blind)
    broken[~digit] = 0
    broken[(codes == CODE["F"]) & (digits == 0)] = WEIGHTS.lonely
    beside = np.where(zero, np.minimum(closed, 3), 0)
    return np.stack([broken, beside, zero & (closed == 0) & (digits > 0)], axis=1)


def _stepwise(choices: Sequence[Choice]) -> float:
    """The energy of a game in which zeros open nothing around them."""
    return 0.0 if any(choice.written_zero for choice in choices) else WEIGHTS.stepwise


def _energies(tallies: Floats, stepwise: float) -> Floats:
    """The energy of the rules, consistent zeros rewarded, of sums of what `_rules` says, (..., 3).

    Either zeros open what is around them, in the whole game, or none of them does, which has the
    energy `stepwise`.
    """
    broken, beside, met = np.moveaxis(tallies, -1, 0)
    zeros = np.minimum(WEIGHTS.broken * beside, stepwise)
    return np.asarray(
        WEIGHTS.broken * broken + zeros - WEIGHTS.met * np.log1p(np.maximum(met, 0)), np.float64
    )


def void(board: Codes) -> float:
    """Cost of a board that is open but for hardly a cell: that is no game, but blank tiles."""
    closed = np.count_nonzero(_COVERED[board]) + np.count_nonzero(board == CODE[UNKNOWN])
    return WEIGHTS.void if closed <= SPARSE * board.size and (board == 0).any() else 0.0


def forget_rules() -> None:
    """Work out anew what the rules say: other weights hold."""
    _rules.cache_clear()


@dataclass(slots=True)
class Labelling:
    """A meaning for each group of cells, a symbol of SYMBOLS, and what it comes to.

    `codes` is the board, (rows, cols). `margins` says for each group by how much energy its meaning
    beats the next best: by what the best labelling found with another one costs more. Which of the
    mines exploded is no other meaning.
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
    taken = _Events(choices, events)
    plain = [CODE[min(choice.unary, key=lambda s: choice.unary[s])] for choice in choices]
    # One group after the other would not give up what takes an event for all of them.
    starts = [*starts, *taken.avoided(choices)]
    begun = np.tile(np.array(plain, np.int8), (1 + len(starts), 1))
    for row, start in zip(begun[1:], starts, strict=True):
        row[list(start)] = [CODE[symbol] for symbol in start.values()]
    _, first = np.unique(begun, axis=0, return_index=True)
    trials = sorted(_tried(shape, choices, begun[np.sort(first)], taken), key=lambda item: item[0])
    trials = _varied(choices, trials)
    regions = [_surroundings(shape, choice.cells) for choice in choices]
    found = [_descended(shape, choices, regions, trial, taken) for _, trial in trials[:_STARTS]]
    for _ in range(_TURNED):
        best = min(found, key=_energy)
        pairs = _pairs_turned(shape, choices, best.meanings, taken)
        trials += pairs
        energy, trial = min(pairs, key=lambda item: item[0], default=(best.energy, best.meanings))
        if energy >= best.energy - 1e-6:
            break
        found.append(_descended(shape, choices, regions, list(trial), taken))
    best = min(found, key=_energy)
    others = [(each.energy, each.meanings) for each in found] + trials[_STARTS:]
    for energy, trial in others:
        for i, symbol in enumerate(trial):
            if _differ(symbol, best.meanings[i]):
                best.margins[i] = min(best.margins[i], energy - best.energy)
    return best


def _energy(labelling: Labelling) -> float:
    return labelling.energy


def _descended(
    shape: tuple[int, int],
    choices: Sequence[Choice],
    regions: Sequence[Region],
    meanings: list[str],
    events: _Events,
) -> Labelling:
    """The local minimum of the energy that is reached from meanings, which are changed."""
    board = _board(shape, choices, meanings)
    margins = _improve(board, choices, regions, meanings, events)
    codes = np.array([[CODE[symbol] for symbol in meanings]], np.int8)
    energy = _cost(choices, meanings, board) + float(events.cost(events.counts(codes))[0])
    return Labelling(meanings, board, energy, margins)


def _varied(
    choices: Sequence[Choice], trials: list[tuple[float, list[str]]]
) -> list[tuple[float, list[str]]]:
    """Trials with the best for each meaning of the blank groups in front, otherwise in order."""
    blank = [i for i, choice in enumerate(choices) if choice.blank]
    seen: set[str] = set()
    first: list[tuple[float, list[str]]] = []
    rest: list[tuple[float, list[str]]] = []
    for cost, trial in trials:
        key = "".join(trial[i] for i in blank)
        (rest if key in seen else first).append((cost, trial))
        seen.add(key)
    return first + rest


def _pairs_turned(
    shape: tuple[int, int], choices: Sequence[Choice], meaning: list[str], events: _Events
) -> list[tuple[float, list[str]]]:
    """The energy where two of the blank groups are taken for open, or hidden, which are not.

    One alone may contradict the other.
    """
    blank = [i for i, choice in enumerate(choices) if choice.blank]
    blank = sorted(blank, key=lambda i: -len(choices[i].cells))[:_BLANKS]
    codes = np.array([CODE[symbol] for symbol in meaning], np.int8)
    turned = []
    for one, other in combinations(blank, 2):
        if meaning[one] == meaning[other]:
            turned.append(codes.copy())
            turned[-1][[one, other]] = CODE["0" if meaning[one] == "#" else "#"]
    return _tried(shape, choices, np.array(turned, np.int8).reshape(-1, len(choices)), events)


def _tried(
    shape: tuple[int, int], choices: Sequence[Choice], trials: Codes, events: _Events
) -> list[tuple[float, list[str]]]:
    """The energy of meanings (trials, groups), and these."""
    unaries = np.full((len(choices), len(SYMBOLS)), np.inf)
    owner = np.full(shape[0] * shape[1], len(choices))
    for i, choice in enumerate(choices):
        unaries[i, [CODE[symbol] for symbol in choice.unary]] = list(choice.unary.values())
        owner[choice.cells] = i
    costs = unaries[np.arange(len(choices)), trials].sum(axis=1)
    costs += events.cost(events.counts(trials))
    unknown = np.full((len(trials), 1), CODE[UNKNOWN], np.int8)
    # Of a few boards at once the cases fit into the cache of a processor.
    many = max(1, _AT_ONCE // owner.size)
    for start in range(0, len(trials), many):
        part = slice(start, start + many)
        boards = np.hstack([trials[part], unknown[part]])[:, owner].reshape(-1, *shape)
        mines = np.count_nonzero(_MINED[boards], axis=(1, 2))
        costs[part] += _energies(_tallies(boards, mines), _stepwise(choices))
        costs[part] += [void(board) for board in boards]
    symbols = np.array(list(SYMBOLS))
    return list(zip(costs.tolist(), symbols[trials].tolist(), strict=True))


def _cost(choices: Sequence[Choice], meaning: Sequence[str], board: Codes) -> float:
    own = sum(choice.unary[symbol] for choice, symbol in zip(choices, meaning, strict=True))
    return own + float(_energies(_tally(board), _stepwise(choices))) + void(board)


def _tally(board: Codes) -> Floats:
    """What `_rules` says in sum for a whole board, (3,)."""
    (tally,) = _tallies(board[None], np.array([np.count_nonzero(_MINED[board])]))
    return np.asarray(tally, np.float64)


def _board(shape: tuple[int, int], choices: Sequence[Choice], meaning: Sequence[str]) -> Codes:
    board = np.full(shape, CODE[UNKNOWN], np.int8)
    flat = board.reshape(-1)
    for choice, symbol in zip(choices, meaning, strict=True):
        flat[choice.cells] = CODE[symbol]
    return board


def _improve(
    board: Codes,
    choices: Sequence[Choice],
    regions: Sequence[Region],
    current: list[str],
    events: _Events,
) -> list[float]:
    """Change one group at a time for the better, in place; returns the margins.

    `regions` are the surroundings of the cells of each group.
    """
    flat = board.reshape(-1)
    order = sorted(range(len(choices)), key=lambda i: -len(choices[i].cells))
    margins = [GREATEST] * len(choices)
    stepwise = _stepwise(choices)
    codes = [np.array([CODE[s] for s in choice.unary], np.int8) for choice in choices]
    places = [
        (rows - region[0].start, cols - region[1].start)
        for choice, region in zip(choices, regions, strict=True)
        for rows, cols in (np.divmod(choice.cells, board.shape[1]),)
    ]
    for _ in range(4):
        changed = False
        mines = int(np.count_nonzero(_MINED[board]))
        whole = _tally(board)
        now = np.array([[CODE[symbol] for symbol in current]], np.int8)
        counts = events.counts(now)[0]
        for i in order:
            choice = choices[i]
            if len(choice.unary) < 2:
                continue
            mines -= _MINED[CODE[current[i]]] * len(choice.cells)
            # What the surroundings look like with each meaning; the rest of the board stays.
            parts = np.repeat(board[regions[i]][None], len(codes[i]), axis=0)
            parts[:, places[i][0], places[i][1]] = codes[i][:, None]
            tallies = _tallies(parts, mines + _MINED[codes[i]] * len(choice.cells))
            change = dict(zip(choice.unary, tallies, strict=True))
            rest = whole - change[current[i]]
            others = counts - events.of(i, now[0, i])
            seen = others + events.of(i, codes[i])
            energies = (_energies(rest + tallies, stepwise) + events.cost(seen)).tolist()
            costs = {}
            for (symbol, unary), own in zip(choice.unary.items(), energies, strict=True):
                costs[symbol] = unary + own
                if symbol in "#0":
                    flat[choice.cells] = CODE[symbol]
                    costs[symbol] += void(board)
            ranked = sorted(costs, key=lambda symbol: costs[symbol])
            second = next((s for s in ranked if _differ(s, ranked[0])), None)
            margins[i] = GREATEST if second is None else costs[second] - costs[ranked[0]]
            changed |= ranked[0] != current[i]
            current[i] = ranked[0]
            flat[choice.cells] = CODE[current[i]]
            mines += _MINED[CODE[current[i]]] * len(choice.cells)
            whole = rest + change[current[i]]
            now[0, i] = CODE[current[i]]
            counts = others + events.of(i, now[0, i])
        if not changed:
            break
    return margins


def _differ(one: str, other: str) -> bool:
    """Whether two meanings are different ones: a mine is a mine, exploded or not."""
    return one != other and not {one, other} <= set("*X")


def _surroundings(shape: tuple[int, int], cells: NDArray[np.intp]) -> Region:
    """The region of a board in which a change of these cells is felt."""
    row, col = np.divmod(cells, shape[1])
    return (
        slice(max(0, int(row.min()) - 2), int(row.max()) + 3),
        slice(max(0, int(col.min()) - 2), int(col.max()) + 3),
    )


def nested(vectors: NDArray[np.float32], weights: Floats) -> list[list[int]]:
    """Every set of vectors that centroid linkage puts together, single ones included."""
    count = len(vectors)
    sets = [[i] for i in range(count)]
    if count == 0:
        return []
    place = list(range(count))
    mass = np.array(weights, np.float64)
    flat = np.asarray(vectors, np.float64)
    length = (flat**2).mean(axis=1)
    distance = length[:, None] + length - 2 * flat @ flat.T / flat.shape[1]
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
