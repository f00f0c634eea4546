"""What chords are worth, now and later, in clicks saved.

Everything is counted in 3BV: opening cells is worth the 3BV it solves (an opening, or a number
that touches none) less its clicks. A cell on the rim of an opening that is opened by itself is
wasted, a chord that solves three for a flag and a click saves one. What a position promises is the
sum over chords, best first, each taking the cells it opens from those after it:

- chords that can be made: a number with all its mines known;
- chords that may come up: on numbers with unknown cells around them, and on cells whose number is
  not seen yet, weighed by the chance that it fits.

So what a move is worth is what it saves itself, and how it changes what the position promises.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import FLAG, HIDDEN, MINE, Board, neighbours
from mwagent.solvers.analysis import Analysis

# Found by playing the same 250 Expert boards again and again with other figures.
TOGETHER: Final = 0.7
"""Exponent on the chance that no neighbour shows 0, as if independent: zeros lie together."""
UNKNOWN_WORTH: Final = 0.7
"""3BV solved by opening a cell about which nothing is proven yet."""
FLAG_LATER: Final = 0.8
"""Clicks that a flag of a later chord costs: other chords may have set it by then."""
UNSETTLED: Final = 0.4
"""Factor on the worth of a chord on a number with unknown cells around it."""
UNSEEN: Final = 0.87
"""Factor on the worth of a chord on a cell not open yet, if only its known mines touch it."""
UNSEEN_OTHER: Final = 0.34
"""Factor on the worth of a chord on a cell not open yet, if more mines touch it."""
REACH: Final = 4
"""Distance in cells from a change beyond which chords are taken to be worth the same after it."""
LEAST_CHANCE: Final = 0.05
"""Chance below which a number is not expected to fit."""
LEAST_RISK: Final = 0.01
"""Least mine probability of a cell not proven safe, whatever a solver estimates."""


class Change(NamedTuple):
    """What has changed against the position: planes (bit = row * cols + col) of cells.

    `opened` are no longer to open, `fresh` those of them whose number is about to be seen, and
    `flagged` the mines that need no flag any more.
    """

    opened: int
    fresh: int
    flagged: int


class _Chord(NamedTuple):
    worth: float
    cell: int
    opens: int
    flags: int


class ChordSavings:
    """A position sorted by what is known; planes are ints with bit row * cols + col.

    `safe` and `mines` are proven, `unknown` neither, `numbers` open, `flags` set. `zero[i]` is the
    chance that cell i shows 0, `alone[i]` that it shows a number and touches no 0.
    """

    def __init__(self, board: Board, analysis: Analysis):
        rows, self.cols = board.shape
        self.around = _around(rows, self.cols)
        cells = board.cells
        closed, hidden = cells >= FLAG, cells == HIDDEN
        safe, mines = np.zeros_like(closed), board.known_mines.copy()
        safe[tuple(np.array(analysis.safe, int).reshape(-1, 2).T)] = True
        mines[tuple(np.array(analysis.mines, int).reshape(-1, 2).T)] = True
        safe &= hidden & ~mines
        self.flags, self.shown = plane(board.known_mines), plane(cells == MINE)
        self.safe, self.mines = plane(safe), plane(mines)
        self.unknown, self.numbers = plane(hidden & ~safe & ~mines), plane(~closed)
        self.start = Change(0, 0, self.flags)
        risk = np.clip(np.nan_to_num(analysis.mine_probability), LEAST_RISK, 1.0)
        risk[~closed | safe] = 0.0
        risk[mines] = 1.0
        zero, alone = _chances(risk, closed)
        self.zero: list[float] = zero.ravel().tolist()
        self.alone: list[float] = alone.ravel().tolist()
        self._risk: list[float] = risk.ravel().tolist()
        self._number: list[int] = cells.ravel().tolist()
        self._solved: dict[int, float] = {}
        places = self.near(self.safe | self.unknown, 1) & (self.numbers | self.safe)
        self._now = {place: self._chord(place, self.start) for place in bits(places)}

    def near(self, cells: int, steps: int) -> int:
        """Give the plane of all cells within some steps of `cells`, themselves included."""
        for _ in range(steps):
            for cell in bits(cells):
                cells |= self.around[cell]
        return cells

    def solved(self, cells: int) -> float:
        """Estimate the 3BV solved by opening safe `cells`, with one opening at most."""
        value = self._solved.get(cells)
        if value is None:
            zero, alone = self.zero, self.alone
            listed = list(bits(cells))
            value = sum([alone[cell] for cell in listed]) + max(
                [zero[cell] for cell in listed], default=0.0
            )
            self._solved[cells] = value
        return value

    def gain(self, changed: Change) -> float:
        """Estimate how much more the position promises after a change, on the board around it."""
        cells = changed.opened | changed.flagged & ~self.flags
        touched = self.near(cells, 1)
        places = self.near(touched, REACH - 1)
        before, after = [], []
        for place, chord in self._now.items():
            bit = 1 << place
            if not places & bit:
                continue
            then = self._chord(place, changed) if touched & bit else chord
            if chord.worth > 0:
                before.append(chord)
            if then.worth > 0:
                after.append(then)
        return self._sum(after, changed) - self._sum(before, self.start)

    def _sum(self, chords: list[_Chord], state: Change) -> float:
        """Add up chords, best first; each takes its cells and flags from those after it."""
        total = 0.0
        opened, fresh, flagged = state
        while chords:
            best = max(chords)
            total += best.worth
            opened |= best.opens
            flagged |= best.flags
            taken = best.opens | best.flags
            state = Change(opened, fresh, flagged)
            left = []
            for chord in chords:
                if chord is best:
                    continue
                hit = (chord.opens | chord.flags | 1 << chord.cell) & taken
                then = self._chord(chord.cell, state) if hit else chord
                if then.worth > 0:
                    left.append(then)
            chords = left
        return total

    def _chord(self, place: int, state: Change) -> _Chord:
        """Value a chord on an open number, or on a safe cell once it is open."""
        around = self.around[place]
        if around & self.shown:
            return _Chord(0.0, place, 0, 0)
        opens = around & self.safe & ~state.opened
        flags = around & self.mines & ~state.flagged
        unknown = around & self.unknown
        known = (around & self.mines).bit_count()
        open_already = bool(self.numbers >> place & 1)
        value = self.solved(opens) - 1
        if open_already and not unknown:
            return _Chord(value - flags.bit_count(), place, opens, flags)
        value -= FLAG_LATER * flags.bit_count()
        if open_already:
            mines = float(self._number[place] - known)
            return _Chord(UNSETTLED * _with(value, unknown, mines), place, opens, flags)
        if state.opened >> place & 1:
            if not state.fresh >> place & 1:
                return _Chord(0.0, place, 0, 0)
        else:
            value += self.zero[place] + self.alone[place] - 1
        fits, mines = 1.0, 0.0
        for cell in bits(unknown):
            fits *= 1 - self._risk[cell]
            mines += self._risk[cell]
        if not known or fits < LEAST_CHANCE:
            fits = 0.0
        worth = UNSEEN * fits * max(0.0, _with(value, unknown, 0.0))
        if unknown:
            worth += UNSEEN_OTHER * (1 - fits) * max(0.0, _with(value, unknown, mines))
        return _Chord(worth, place, opens, flags)


def _with(value: float, unknown: int, mines: float) -> float:
    """Add what the unknown cells around a chord bring when `mines` of them are mines."""
    return value + UNKNOWN_WORTH * (unknown.bit_count() - mines) - FLAG_LATER * mines


def _chances(
    risk: NDArray[np.float64], closed: NDArray[np.bool_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Estimate from mine probabilities which cells show 0, and which a number that touches none.

    Both results are (rows, cols); neighbouring mines are taken for independent.
    """
    zero = np.where(closed, np.exp(_sum_around(np.log(np.maximum(1 - risk, 1e-12)))), 0.0)
    zero[zero < 1e-6] = 0.0
    other = np.log(np.maximum(1 - zero, 1e-9))
    alone = np.exp(TOGETHER * (_sum_around(other) - other)) * (1 - zero)
    return zero, alone


def _sum_around(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Add up each cell and its neighbours."""
    padded = np.pad(values, 1)
    rows = padded[:-2] + padded[1:-1] + padded[2:]
    total: NDArray[np.float64] = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]
    return total


@lru_cache(maxsize=16)
def _around(rows: int, cols: int) -> list[int]:
    return [
        plane_of(r * cols + c for r, c in neighbours((row, col), (rows, cols)))
        for row in range(rows)
        for col in range(cols)
    ]


def plane(mask: NDArray[np.bool_]) -> int:
    """Turn a mask into a plane."""
    return int.from_bytes(np.packbits(mask.ravel(), bitorder="little").tobytes(), "little")


def plane_of(cells: Iterable[int]) -> int:
    """Turn cells into a plane."""
    total = 0
    for cell in cells:
        total |= 1 << cell
    return total


def bits(cells: int) -> Iterator[int]:
    """List the cells of a plane, lowest first."""
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low
