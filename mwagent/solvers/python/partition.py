"""Taking connected problems apart until each part can be counted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mwagent.solvers.python.frontier import Part, Problem
from mwagent.solvers.python.mincut import bisect
from mwagent.solvers.python.part_count import Arrangement, PartCount


class ContradictionError(Exception):
    """Problems that no arrangement meets; `infer` names the number at fault."""

    def __init__(self, problems: Sequence[Problem]):
        super().__init__(problems)
        self.problems = problems


def count_in_parts(
    problems: Sequence[Problem],
    max_vars: int,
    arrange: Callable[[Part], Sequence[Arrangement] | None],
    contradicts: Callable[[Part], bool],
) -> list[PartCount]:
    """Count connected problems, bisecting them while a part has more than `max_vars` cells.

    `arrange` lists the arrangements of a part, or gives None when there are too many: then the
    part is bisected further. What holds in all arrangements of a part is certain, since the
    problems of the other parts can only rule out more of them; the shares are estimates when there
    is more than one part. Raises ContradictionError when a part has no arrangement, or
    `contradicts` finds that the whole has none.
    """
    queue = [list(problems)]
    tallies = []
    while queue:
        piece = queue.pop()
        part = Part(piece)
        found = None
        if len(piece) == 1 or part.cell_count <= max_vars:
            found = arrange(part)
        if found is None:
            queue += bisect(piece)
        elif found:
            tallies.append(PartCount(part, found))
        else:
            raise ContradictionError(piece)
    if len(tallies) > 1 and contradicts(Part(problems)):
        raise ContradictionError(problems)
    return tallies
