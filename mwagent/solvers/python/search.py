"""Depth-first search for the arrangements of a part."""

from __future__ import annotations

from typing import Final

from mwagent.solvers.python.frontier import Arrangement, Part

STEPS_PER_ARRANGEMENT: Final = 50
"""Search steps that one arrangement may cost on average before the search gives up."""


DEEPEST: Final = 400
"""Classes of a part above which it is not searched at all."""


def arrangements(part: Part, limit: int) -> list[Arrangement] | None:
    """Find all arrangements of a part, or None when there are more than `limit`.

    Decides class by class, neighbours first, how many of its cells are mines. A branch is cut as
    soon as a problem has too many mines, or too few cells left for those it lacks. A search that
    takes more steps than `limit` arrangements should take is given up, too.
    """
    if len(part.sizes) > DEEPEST:
        return None
    search = _Search(part, limit, steps=STEPS_PER_ARRANGEMENT * limit)
    return search.found if search.run(0) else None


def contradicts(part: Part) -> bool:
    """Tell whether a part surely has no arrangement; False when that takes long to find out."""
    if len(part.sizes) > DEEPEST:
        return False
    search = _Search(part, limit=0, steps=STEPS_PER_ARRANGEMENT * len(part.sizes))
    return search.run(0) and not search.found


class _Search:
    def __init__(self, part: Part, limit: int, steps: int):
        self.limit = limit
        self.steps_left = steps
        self.sizes = part.sizes
        self.lacks = [mines for _, mines in part.demands]
        self.room = [sum(part.sizes[c] for c in classes) for classes, _ in part.demands]
        self.touching: list[list[int]] = [[] for _ in part.sizes]
        for problem, (classes, _) in enumerate(part.demands):
            for index in classes:
                self.touching[index].append(problem)
        self.order = _neighbours_first(part, self.touching)
        self.counts = [0] * len(part.sizes)
        self.found: list[Arrangement] = []

    def run(self, depth: int) -> bool:
        """Search below the classes decided so far; False when the limit is passed."""
        if depth == len(self.order):
            self.found.append(self.counts.copy())
            return len(self.found) <= self.limit
        self.steps_left -= 1
        if self.steps_left < 0:
            return False
        index = self.order[depth]
        size, touching, lacks, room = self.sizes[index], self.touching[index], self.lacks, self.room
        least, most = 0, size
        for problem in touching:
            room[problem] -= size
            lack = lacks[problem]
            most = min(most, lack)
            least = max(least, lack - room[problem])
        complete = True
        for mines in range(least, most + 1):
            self.counts[index] = mines
            for problem in touching:
                lacks[problem] -= mines
            complete = self.run(depth + 1)
            for problem in touching:
                lacks[problem] += mines
            if not complete:
                break
        for problem in touching:
            room[problem] += size
        return complete


def _neighbours_first(part: Part, touching: list[list[int]]) -> list[int]:
    """Order classes problem by problem, each beside the last, so that they are closed early."""
    order: dict[int, None] = {}
    reached = [False] * len(part.demands)
    for start in range(len(part.demands)):
        queue = [] if reached[start] else [start]
        reached[start] = True
        for problem in queue:
            fresh = [index for index in part.demands[problem][0] if index not in order]
            order.update(dict.fromkeys(fresh))
            for index in fresh:
                for other in touching[index]:
                    if not reached[other]:
                        reached[other] = True
                        queue.append(other)
    return list(order)
