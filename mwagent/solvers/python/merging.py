"""Counting a part by sections that are merged in pairs, as merge sort does.

The classes of a part are ordered so that those sharing numbers lie near: the two classes farthest
apart draw the others to their sides, again and again. The smallest section is a single class. An
assignment of a section is a bit set: a field of bits for each number, saying how many of its mines
lie in the section, and a field for the mines in all. To merge two sections is to add bit sets;
tests on the whole set show whether some number has too many, or cannot get enough. Assignments
with the same bit set look the same from outside and are kept as one, with their number of ways; so
the cost depends on how many numbers lie across a border, not on the length of the frontier. Going
down again, with the ways of everything outside, gives the probability of every class.

Source of the scheme: the Minesweeper in Rust and Bevy, where the bit sets are the cells themselves
and end at 128.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mwagent.solvers.python.frontier import Part, binomials

_FIELD: Final = 5
"""Bits per number: two counts up to 8 fit when added, and the highest bit is a guard for tests."""


class TooWideError(Exception):
    """Merging takes more steps than it was given."""


@dataclass(frozen=True, slots=True)
class _Section:
    """Some classes (as bits) with their assignments: bit set to ways.

    `numbers` are those it touches that touch other classes, too. A merged section has its halves,
    and for every fitting pair of their assignments the bit sets of the sum and of both.
    """

    classes: int
    numbers: frozenset[int]
    ways: dict[int, int]
    halves: tuple[_Section, _Section] | None = None
    pairs: Sequence[tuple[int, int, int]] = ()


class Merged:
    """A part counted by merging.

    `ways` says in how many ways the part has 0, 1, 2, ... mines; it is empty when the numbers
    contradict each other. Raises TooWideError when more than `steps` pairs are to be tried.
    """

    def __init__(self, part: Part, steps: int):
        self.part = part
        self.share: list[float] = []
        self.never: list[int] = []
        self.always: list[int] = []
        self._steps = steps
        self._mines_at = len(part.demands) * _FIELD
        self._fields = (1 << self._mines_at) - 1
        self._touch = [0] * len(part.sizes)
        self._near: list[set[int]] = [set() for _ in part.sizes]
        touching: list[list[int]] = [[] for _ in part.sizes]
        self._numbers = []
        for place, (classes, mines) in enumerate(part.demands):
            one = 1 << place * _FIELD
            self._numbers.append((one, mines, classes, sum(1 << index for index in classes)))
            for index in classes:
                self._touch[index] |= one
                self._near[index].update(classes)
                touching[index].append(place)
        self._guards = sum(one << _FIELD - 1 for one, *_ in self._numbers)
        self._limits = sum(one * mines for one, mines, *_ in self._numbers) | self._guards
        self._touching = [frozenset(numbers) for numbers in touching]
        self._root = self._section(list(range(len(part.sizes))))
        self.ways = self._by_mines()

    def _by_mines(self) -> list[int]:
        totals = {key >> self._mines_at: ways for key, ways in self._root.ways.items()}
        return [totals.get(mines, 0) for mines in range(max(totals, default=-1) + 1)]

    def weigh(self, rest: Sequence[int]) -> None:
        """Find the mine probability of every class, a total of k mines weighing `rest[k]`.

        Fills `share`, and `never` and `always` with the classes that are certain. At least one
        total must have both ways and weight.
        """
        self.share = [0.0] * len(self.part.sizes)
        self.never, self.always = [], []
        outside = {key: rest[key >> self._mines_at] for key in self._root.ways}
        stack = [(self._root, outside)]
        while stack:
            section, outside = stack.pop()
            if section.halves is None:
                self._note(section, outside)
                continue
            left, right = section.halves
            around_left, around_right = dict.fromkeys(left.ways, 0), dict.fromkeys(right.ways, 0)
            for key, one, other in section.pairs:
                weight = outside[key]
                if weight:
                    around_left[one] += weight * right.ways[other]
                    around_right[other] += weight * left.ways[one]
            stack += [(left, around_left), (right, around_right)]

    def _note(self, section: _Section, outside: dict[int, int]) -> None:
        index = section.classes.bit_length() - 1
        total = mines = 0
        for key, ways in section.ways.items():
            weight = ways * outside[key]
            total += weight
            mines += weight * (key >> self._mines_at)
        total *= self.part.sizes[index]
        self.share[index] = mines / total
        if mines == 0:
            self.never.append(index)
        elif mines == total:
            self.always.append(index)

    def _section(self, classes: list[int]) -> _Section:
        if len(classes) > 1:
            near, far = self._split(classes)
            return self._merge(self._section(near), self._section(far))
        index = classes[0]
        one = self._touch[index] | 1 << self._mines_at
        numbers = self._touching[index]
        least, beyond = self._bounds(1 << index, numbers)
        table = binomials(self.part.sizes[index])
        ways = {mines * one: n for mines, n in enumerate(table) if self._fits(mines * one, least)}
        return _Section(1 << index, beyond, ways)

    def _fits(self, key: int, least: int) -> bool:
        """Whether no number has more mines than it says, nor less than `least`.

        Field by field, the guard bit survives subtraction where nothing had to be borrowed.
        """
        guards, found = self._guards, key & self._fields
        return (self._limits - found) & guards == guards == ((found | guards) - least) & guards

    def _split(self, classes: list[int]) -> tuple[list[int], list[int]]:
        """Halve the classes by which of two that lie far apart they are nearer to."""
        end = self._distances(classes, classes[0])[0]
        other, far = self._distances(classes, end)
        back = self._distances(classes, other)[1]
        order = sorted(classes, key=lambda c: (far[c] - back[c], c))
        return order[: len(order) // 2], order[len(order) // 2 :]

    def _distances(self, classes: list[int], start: int) -> tuple[int, dict[int, int]]:
        """Give the class farthest from `start`, and how many steps away each class is."""
        waiting = set(classes)
        distance, steps, ring, last = {}, 0, {start}, start
        while waiting:
            ring = ring or set(waiting)  # what does not hang together is far away
            waiting -= ring
            last = min(ring)
            distance.update(dict.fromkeys(ring, steps))
            steps += 1
            ring = set().union(*(self._near[c] for c in ring)) & waiting
        return last, distance

    def _merge(self, left: _Section, right: _Section) -> _Section:
        """Join every fitting pair of assignments.

        A number that has its last cells here, and some on either side, must come out right: what
        one side has of it determines what the other is to have, which finds the partners.
        """
        classes = left.classes | right.classes
        least, beyond = self._bounds(classes, left.numbers | right.numbers)
        complete = wanted = 0
        for place in left.numbers & right.numbers - beyond:
            one, mines, *_ = self._numbers[place]
            complete |= one * (2**_FIELD - 1)
            wanted |= one * mines
        partners: dict[int, list[tuple[int, int]]] = {}
        for other, count in right.ways.items():
            partners.setdefault(other & complete, []).append((other, count))
        guards, limits, fields = self._guards, self._limits, self._fields
        merged: dict[int, int] = {}
        pairs = []
        for one, ways in left.ways.items():
            for other, count in partners.get(wanted - (one & complete), ()):
                key = one + other
                found = key & fields
                if (limits - found) & guards == guards == ((found | guards) - least) & guards:
                    pairs.append((key, one, other))
                    merged[key] = merged.get(key, 0) + ways * count
                self._steps -= 1
            if self._steps < 0:
                raise TooWideError
        return _Section(classes, beyond, merged, (left, right), pairs)

    def _bounds(self, classes: int, numbers: frozenset[int]) -> tuple[int, frozenset[int]]:
        """Give what `numbers` need of a section as a bit set, and those that reach beyond it.

        A number needs at least what is missing when all its cells outside are mines.
        """
        least, beyond = 0, []
        sizes = self.part.sizes
        for place in numbers:
            one, mines, members, mask = self._numbers[place]
            if mask & ~classes:
                beyond.append(place)
                mines -= sum(sizes[c] for c in members if not classes >> c & 1)
            least |= one * max(0, mines)
        return least, frozenset(beyond)
