"""What a player did between two pictures of a board: openings, flags and chords.

What opened is taken apart into units, each of which one click opens: a zero with all that opens
around it, or a single number. A chord opens several units at once around a number that has all of
its flags; whatever units are left were opened one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from mwagent.belief import with_around
from mwagent.coach.durations import FADING, LATE, TOGETHER
from mwagent.gamebook import Doubt, Move
from mwagent.minefield import FLAG, HIDDEN, MINE, Cell, cells_where, neighbours, rules

AT_ONCE: Final = 4
"""Moves that a person may make before the next picture, at most."""
QUICK: Final = 2
"""Openings, or flags, that a quick hand may make between two pictures."""

Codes = NDArray[np.int8]
Times = NDArray[np.float64]


class Change(NamedTuple):
    """Two boards, one after the other, as cell codes (rows, cols).

    `times` (rows, cols) are the seconds at which each cell began to look as it does now. `hit` are
    the mines that were opened, `over` says that the game has ended, and `stepwise` that zeros open
    nothing in this program.
    """

    before: Codes
    after: Codes
    times: Times
    hit: Set[Cell] = frozenset()
    over: bool = False
    stepwise: bool = False


@dataclass(slots=True)
class _Unit:
    """Cells that one click opens; `seeds` are those of them that may have been clicked."""

    cells: list[Cell]
    seeds: list[Cell]
    seconds: float

    def latest(self, times: Times) -> float:
        """When the last of its cells came up."""
        return max(float(times[cell]) for cell in self.cells)


def moves_between(change: Change) -> list[Move]:
    """The moves that lead from one board to the next, in the order of their times.

    Cells that open by themselves, beside a zero that was open before, are shown by the first move.
    """
    units, trailing = _units(change)
    found: list[Move] = []
    if change.over:
        if len(change.hit) > 1:
            # Only a chord hits several mines, and it may open more than anybody does one by one.
            found += _chords(change, units, beside=change.hit)
        units = _without_reveal(units, change.hit)
    found += [*_chords(change, units), *_flags(change)]
    if not change.over:
        units = _joined(units, change.after.shape)
    found += [_opening(change, unit) for unit in units]
    # A chord needs its flags, and they may come in one picture.
    found.sort(key=lambda move: (move.seconds, move.kind != "flag"))
    if not found:
        return []
    if trailing:
        found[0] = replace(found[0], shown=(*found[0].shown, *_shown(change, trailing)))
    return list(_with_order(found))


def revealed(change: Change) -> bool:
    """Whether a program opened cells itself, as at the end of a lost game: too many at once."""
    units, _ = _units(change)
    return len(_without_reveal(units, change.hit)) < len(units)


def trailing_cells(change: Change) -> list[Cell]:
    """The cells that opened by themselves: they lie beside a zero that was open before."""
    return _units(change)[1]


def _units(change: Change) -> tuple[list[_Unit], list[Cell]]:
    """What opened, taken apart; and the cells that zeros of the board before have opened."""
    before, after, times = change.before, change.after, change.times
    new = (before >= FLAG) & rules.opened(after)
    if change.over and change.hit:
        new &= _opened_by_hand(change)
    units = [_Unit([cell], [cell], float(times[cell])) for cell in sorted(change.hit)]
    zeros = after == 0
    trailing: list[Cell] = []
    if change.stepwise and not together(times[new]):
        zeros = np.zeros_like(zeros)
    _, labels = cv2.connectedComponents(zeros.astype(np.uint8), connectivity=8)
    opening = _opened_lately(change, zeros & (before == 0), new)
    old = set(np.unique(labels[opening]).tolist()) - {0}
    grown: dict[int, _Unit] = {}
    rest: list[Cell] = []
    for cell in cells_where(new):
        if zeros[cell]:
            label = int(labels[cell])
            if label in old:
                trailing.append(cell)
                continue
            unit = grown.setdefault(label, _Unit([], [], float(times[cell])))
            unit.cells.append(cell)
            unit.seeds.append(cell)
            unit.seconds = min(unit.seconds, float(times[cell]))
        else:
            rest.append(cell)
    # Where zeros do not open all around them, what is open much later was opened by hand.
    until = FADING if change.stepwise else float("inf")
    for cell in sorted(rest, key=lambda one: float(times[one])):
        around = [n for n in neighbours(cell, after.shape) if zeros[n]]
        owners = [grown[label] for label in {int(labels[n]) for n in around} if label in grown]
        owner = min(owners, key=lambda one: one.seconds, default=None)
        if any(opening[n] or int(labels[n]) in old for n in around):
            trailing.append(cell)
        elif owner and owner.seconds - TOGETHER <= times[cell] <= owner.latest(times) + until:
            owner.cells.append(cell)
        else:
            units.append(_Unit([cell], [cell], float(times[cell])))
    return units + list(grown.values()), trailing


def _opened_lately(
    change: Change, zeros: NDArray[np.bool_], new: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Those of the `zeros` that may still open cells beside them when these open.

    A cell that was kept closed by its flag, and is opened later by hand, opens long after its zero.
    """
    around = cv2.dilate(np.where(new, change.times, -np.inf), np.ones((3, 3), np.uint8))
    return np.asarray(zeros & (around - change.times <= (FADING if change.stepwise else LATE)))


def together(times: Times) -> bool:
    """Whether two cells came up at once, which takes one click that opens both."""
    return bool((np.diff(np.sort(times)) < TOGETHER).any())


def _without_reveal(units: list[_Unit], hit: Set[Cell]) -> list[_Unit]:
    """The units of a lost game without those that the program itself opened, all at once."""
    return [
        unit
        for unit in units
        if unit.cells[0] in hit
        or sum(abs(other.seconds - unit.seconds) < TOGETHER for other in units) <= AT_ONCE
    ]


def _joined(units: list[_Unit], shape: tuple[int, ...]) -> list[_Unit]:
    """The units, where too many came at once those that touch as one.

    A zero was not seen, or a program opens more than the cell that was pressed.
    """
    done: list[_Unit] = []
    for unit in sorted(units, key=lambda one: one.seconds):
        same = [one for one in units if abs(one.seconds - unit.seconds) < TOGETHER]
        if len(same) <= QUICK:
            done.append(unit)
            continue
        if any(unit.cells[0] in other.cells for other in done):
            continue
        mask = _mask((cell for one in same for cell in one.cells), shape)
        _, labels = cv2.connectedComponents(mask.astype(np.uint8), connectivity=8)
        label = labels[unit.cells[0]]
        together = [one for one in same if labels[one.cells[0]] == label]
        cells = [cell for one in together for cell in one.cells]
        done.append(_Unit(cells, [cell for one in together for cell in one.seeds], unit.seconds))
    return done


def _opened_by_hand(change: Change) -> NDArray[np.bool_]:
    """Which cells were opened before the mine was hit, or with it; many programs show them all.

    With it a chord alone opens any, on a number beside the mine that has its flags.
    """
    hit = min(float(change.times[cell]) for cell in change.hit)
    earlier = change.times < hit - TOGETHER
    if not (change.after == HIDDEN).any():
        return earlier
    chorded = with_around(_satisfied(change) & with_around(_mask(change.hit, change.after.shape)))
    zeros = change.after == 0
    _, labels = cv2.connectedComponents(zeros.astype(np.uint8), connectivity=8)
    grown = zeros & np.isin(labels, np.unique(labels[zeros & chorded]))
    return np.asarray(earlier | chorded | with_around(grown))


def _mask(cells: Iterable[Cell], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Some cells, as (rows, cols)."""
    mask = np.zeros(shape, bool)
    for cell in cells:
        mask[cell] = True
    return mask


def _chords(change: Change, units: list[_Unit], beside: Set[Cell] = frozenset()) -> Iterator[Move]:
    """Take the units that chords have opened out of `units`, those that explain most first.

    Only chords on numbers that lie `beside` all of some cells count.
    """
    numbers = [
        cell
        for cell in cells_where(_satisfied(change))
        if beside <= set(neighbours(cell, change.before.shape))
    ]
    while True:
        options = [(cell, by) for cell in numbers for by in [_by(change, cell, units)]]
        options = [(cell, by) for cell, by in options if len(by) > 1]
        if not options:
            return
        most = max(len(by) for _, by in options)
        best = [(cell, by) for cell, by in options if len(by) == most]
        cell, by = best[0]
        same = sum(_same(by, other) for _, other in best) > 1
        opened = [one for unit in by for one in unit.cells]
        yield Move(
            "chord",
            cell,
            min(unit.seconds for unit in by),
            (Doubt.CELL,) if same else (),
            _shown(change, opened),
        )
        for unit in by:
            units.remove(unit)


def _same(one: Sequence[_Unit], other: Sequence[_Unit]) -> bool:
    return {id(unit) for unit in one} == {id(unit) for unit in other}


def _satisfied(change: Change) -> NDArray[np.bool_]:
    """Numbers, open before, with all of their flags: those on which a chord has an effect."""
    flags = change.before == FLAG
    if not change.over:
        flags |= change.after == FLAG
    return rules.met(change.before, flags) & (change.before > 0)


def _by(change: Change, cell: Cell, units: Sequence[_Unit]) -> list[_Unit]:
    """The units that a chord on a number opens; none where one of its cells stayed closed."""
    flags = (change.before == FLAG) | ((change.after == FLAG) & (not change.over))
    around = [
        n
        for n in neighbours(cell, change.before.shape)
        if change.before[n] >= FLAG and not flags[n]
    ]
    found: list[_Unit] = []
    for n in around:
        owner = next((unit for unit in units if n in unit.cells), None)
        if owner is None:
            return []
        if not any(owner is one for one in found):
            found.append(owner)
    times = [unit.seconds for unit in found]
    return found if found and max(times) - min(times) < TOGETHER else []


def _opening(change: Change, unit: _Unit) -> Move:
    doubts = []
    seed = min(unit.seeds, key=lambda cell: (change.times[cell], _off_middle(cell, unit.seeds)))
    if len(unit.seeds) > 1:
        doubts.append(Doubt.CELL)
    if any(
        _by(change, cell, [unit])
        for cell in cells_where(
            _satisfied(change) & with_around(_mask(unit.seeds, change.before.shape))
        )
    ):
        doubts.append(Doubt.KIND)
    return Move("open", seed, unit.seconds, tuple(doubts), _shown(change, unit.cells))


def _off_middle(cell: Cell, cells: Sequence[Cell]) -> float:
    row, col = np.mean(cells, axis=0)
    return float(abs(cell[0] - row) + abs(cell[1] - col))


def _flags(change: Change) -> Iterator[Move]:
    """Flags set and taken away; those that come up with the end are the program's own."""
    before, after = change.before, change.after
    changed = ((before == HIDDEN) & (after == FLAG)) | ((before == FLAG) & (after == HIDDEN))
    opened = (before >= FLAG) & rules.opened(after)
    ends = [float(change.times[cell]) for cell in (*cells_where(opened), *change.hit)]
    # What came up clearly before the game ended was set by the player.
    until = max(ends, default=float("-inf")) - TOGETHER if change.over else float("inf")
    for cell in cells_where(changed):
        if change.times[cell] < until and cell not in change.hit:
            shown = ((*cell, int(after[cell])),)
            yield Move("flag", cell, float(change.times[cell]), (), shown)


def _with_order(moves: Sequence[Move]) -> Iterator[Move]:
    """The moves, with a doubt on those that came at the same time as another."""
    for move in moves:
        same = sum(other.seconds == move.seconds for other in moves) > 1
        yield replace(move, doubts=(*move.doubts, Doubt.ORDER)) if same else move


def _shown(change: Change, cells: Sequence[Cell]) -> tuple[tuple[int, int, int], ...]:
    return tuple(
        (row, col, MINE if (row, col) in change.hit else int(change.after[row, col]))
        for row, col in sorted(cells)
    )
