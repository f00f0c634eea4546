"""A solver that goes as a person does: rule by rule, the simple ones first, until something shows.

It knows nothing of the engine. How much it has to try is a measure of how hard a position is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from mwagent.minefield import HIDDEN, Board, Cell, neighbours

Group = tuple[frozenset[Cell], int, int]
"""Cells, and the fewest and the most mines in them."""

_SIMPLE = {"": -1, "number": 0, "pair": 1, "group": 2}
_MOST_GROUPS = 4000
_DEEPEST = 10


class RuleByRule:
    """Looks for one cell that is safe, or a mine. Flags are taken for mines.

    `work` counts what was tried: numbers looked at, groups compared, suppositions followed. `rule`
    is the hardest that was needed: number, pair, group, supposition 1, 2 and so on (how deep
    they are nested), or count.
    """

    def __init__(self, board: Board):
        self.board = board
        self.work = 0
        self.rule = ""
        self._before: frozenset[Cell] = frozenset()  # known before anything was supposed
        self.hidden = frozenset(
            (row, col) for row, col in np.argwhere(board.cells == HIDDEN).tolist()
        )
        self.left = (board.mines or 0) - int(board.known_mines.sum())
        self.needs = list(self._numbers())

    def _numbers(self) -> Iterator[tuple[frozenset[Cell], int]]:
        for row, col in np.argwhere(self.board.cells <= 8).tolist():
            around = list(neighbours((row, col), self.board.shape))
            cells = frozenset(cell for cell in around if cell in self.hidden)
            known = sum(bool(self.board.known_mines[cell]) for cell in around)
            if cells:
                yield cells, self.board[row, col] - known

    def first(self, *, safe: bool) -> Cell | None:
        """Find a cell that is proven safe, or else a mine; None if there is none."""
        known: dict[Cell, bool] = {}
        while True:
            rule, news = self._next(known)
            if not news:
                return None
            self.rule = max(self.rule, rule, key=lambda one: _SIMPLE.get(one, 3))
            known |= news
            found = [cell for cell, mine in news.items() if mine != safe]
            if found:
                return min(found)

    def _next(self, known: dict[Cell, bool]) -> tuple[str, dict[Cell, bool]]:
        if news := self._by_number(known):
            return "number", news
        if news := self._by_pair(known):
            return "pair", news
        if news := self._by_groups(known):
            return "group", news
        for depth in range(1, _DEEPEST):
            for total in (False, True):
                if news := self._by_supposing(known, depth, total):
                    return f"supposition {depth}" + (" and count" if total else ""), news
        return "", {}

    def _open(self, known: dict[Cell, bool]) -> Iterator[tuple[frozenset[Cell], int]]:
        for cells, need in self.needs:
            self.work += 1
            rest = cells.difference(known)
            if rest:
                yield rest, need - sum(known[cell] for cell in cells if cell in known)

    @staticmethod
    def _settled(group: Group) -> dict[Cell, bool]:
        cells, low, high = group
        if high == 0:
            return dict.fromkeys(cells, False)
        return dict.fromkeys(cells, True) if low == len(cells) else {}

    def _by_number(self, known: dict[Cell, bool]) -> dict[Cell, bool]:
        for cells, need in self._open(known):
            if news := self._settled((cells, need, need)):
                return news
        return {}

    def _by_pair(self, known: dict[Cell, bool]) -> dict[Cell, bool]:
        groups = [(cells, need, need) for cells, need in self._open(known)]
        for a in groups:
            for b in groups:
                if a is not b and a[0] & b[0]:
                    for group in self._compared(a, b):
                        if news := self._settled(group):
                            return news
        return {}

    def _compared(self, a: Group, b: Group) -> Iterable[Group]:
        """What two groups say of the cells they share, and of those of the first alone."""
        self.work += 1
        shared, alone = a[0] & b[0], a[0] - b[0]
        low = max(0, a[1] - len(alone), b[1] - len(b[0] - a[0]))
        high = min(len(shared), a[2], b[2])
        yield shared, low, high
        if alone:
            yield alone, max(0, a[1] - high), min(len(alone), a[2] - low)

    def _by_groups(self, known: dict[Cell, bool]) -> dict[Cell, bool]:
        """Groups that follow from others, breadth first."""
        groups: list[Group] = [(cells, need, need) for cells, need in self._open(known)]
        best = {cells: (low, high) for cells, low, high in groups}
        at = 0
        while at < len(groups) < _MOST_GROUPS:
            first = groups[at]
            at += 1
            for second in groups[:at]:
                if not first[0] & second[0]:
                    continue
                for one, other in ((first, second), (second, first)):
                    for cells, low, high in self._compared(one, other):
                        before = best.get(cells, (0, len(cells)))
                        if low <= before[0] and high >= before[1]:
                            continue
                        group = cells, max(low, before[0]), min(high, before[1])
                        best[cells] = group[1:]
                        if news := self._settled(group):
                            return news
                        groups.append(group)
        return {}

    def _by_supposing(self, known: dict[Cell, bool], depth: int, total: bool) -> dict[Cell, bool]:
        """What cannot be otherwise; suppositions are nested `depth` deep."""
        self._before = frozenset(known)
        beside = sorted(
            frozenset[Cell]().union(*(cells for cells, _ in self.needs)).difference(known)
        )
        off = sorted(self.hidden.difference(known, beside))
        for cell in beside + (off[:1] if total else []):
            for mine in (False, True):
                if self._fails({**known, cell: mine}, depth, total):
                    cells = off if cell in off else [cell]
                    return dict.fromkeys(cells, not mine)
        return {}

    def _fails(self, known: dict[Cell, bool], depth: int, total: bool) -> bool:
        """Whether single numbers, and `depth` - 1 further suppositions, lead to a contradiction."""
        self.work += 1
        known = dict(known)
        news = True
        while news:
            news = False
            for cells, need in self._open(known):
                if not 0 <= need <= len(cells):
                    return True
                if fresh := self._settled((cells, need, need)):
                    known |= fresh
                    news = True
            if any(not cells and need for cells, need in self._rest(known)):
                return True
        if total and self._miscounted(known):
            return True
        if depth == 1:
            return False
        cell = self._beside(known, total)
        if cell is None:
            return False
        return all(self._fails({**known, cell: mine}, depth - 1, total) for mine in (False, True))

    def _beside(self, known: dict[Cell, bool], total: bool) -> Cell | None:
        """An open cell of the number with the fewest, beside what was supposed or followed.

        Where the mines are counted it may be any number's.
        """
        supposed = known.keys() - self._before
        near = [cells.difference(known) for cells, _ in self.needs if cells & supposed]
        if total and not any(near):
            near = [cells for cells, _ in self._open(known)]
        fewest = min(filter(None, near), key=len, default=None)
        return min(fewest) if fewest else None

    def _rest(self, known: dict[Cell, bool]) -> Iterator[tuple[frozenset[Cell], int]]:
        for cells, need in self.needs:
            rest = cells.difference(known)
            yield rest, need - sum(known[cell] for cell in cells if cell in known)

    def _miscounted(self, known: dict[Cell, bool]) -> bool:
        """Whether the mines left cannot be met: by numbers that share no cells, on both sides."""
        left = self.left - sum(known.values())
        free = self.hidden.difference(known)
        low, taken = 0, frozenset[Cell]()
        for cells, need in sorted(self._open(known), key=lambda one: len(one[0])):
            if not cells & taken:
                low += need
                taken |= cells
        return not low <= left <= low + len(free - taken)
