"""Assuming something of one cell and following the single-number rules from there."""

from __future__ import annotations

from collections.abc import Sequence

from mwagent.solvers.python.frontier import Problem


class Trial:
    """Problems, with what is assumed of their cells and can be taken back.

    `known` has the cells (bit indices) proven so far: True for a mine.
    """

    def __init__(self, problems: Sequence[Problem]):
        self.known: dict[int, bool] = {}
        self._cells = [problem.cells for problem in problems]
        self._lacks = [problem.mines for problem in problems]
        self._room = [len(problem.cells) for problem in problems]
        self._touching: dict[int, list[int]] = {}
        for index, problem in enumerate(problems):
            for cell in problem.cells:
                self._touching.setdefault(cell, []).append(index)

    def cells(self) -> list[int]:
        """List the cells to try: of those touching the same numbers one is enough."""
        first: dict[tuple[int, ...], int] = {}
        for cell in sorted(self._touching):
            if cell not in self.known:
                first.setdefault(tuple(self._touching[cell]), cell)
        return list(first.values())

    def prove(self, cell: int) -> bool:
        """Assume a mine, then none, keep what does not contradict; returns whether one is proven.

        When both contradict, whatever is kept contradicts the board as well: ask `holds`.
        """
        for mine in (True, False):
            if not self._follow(cell, mine, keep=False):
                self._follow(cell, not mine, keep=True)
                return True
        return False

    @property
    def holds(self) -> bool:
        """Whether what is proven fits the numbers."""
        return all(0 <= lack <= room for lack, room in zip(self._lacks, self._room, strict=True))

    def _follow(self, cell: int, mine: bool, keep: bool) -> bool:
        """Follow the rules from an assumption until it contradicts some number, or nothing new.

        Returns whether it holds; takes everything back unless it is to be kept.
        """
        known, lacks, room = self.known, self._lacks, self._room
        known[cell] = mine
        trail, counted, fits = [cell], 0, True
        while fits and counted < len(trail):
            done = trail[counted]
            counted += 1
            touching, value = self._touching[done], known[done]
            for index in touching:
                room[index] -= 1
                lacks[index] -= value
                fits = fits and 0 <= lacks[index] <= room[index]
            for index in touching if fits else ():
                lack = lacks[index]
                if lack in (0, room[index]):
                    for other in self._cells[index]:
                        if other not in known:
                            known[other] = lack > 0
                            trail.append(other)
        if not keep:
            for place, done in enumerate(trail):
                value = known.pop(done)
                for index in self._touching[done] if place < counted else ():
                    room[index] += 1
                    lacks[index] += value
        return fits
