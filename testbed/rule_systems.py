"""Systems of rules, drawn at random."""

from __future__ import annotations

import random

from mwagent.solvers import Rule, RuleSystem


def random_system(seed: int) -> RuleSystem:
    """Rules of up to ten cells that are mostly true of some mines, a few of them wrong."""
    draw = random.Random(seed)
    cells = [f"c{i}" for i in range(draw.randint(1, 10))]
    mine = {cell: draw.random() < 0.4 for cell in cells}
    rules = []
    for _ in range(draw.randint(0, 7)):
        some = draw.sample(cells, draw.randint(1, len(cells)))
        count = sum(mine[cell] for cell in some) + (draw.random() < 0.06)
        low = max(0, count - draw.choice([0, 0, 1, 2]))
        rules.append(Rule(some, (low, count + draw.choice([0, 0, 1, 2]))))
    priors = {cell: draw.uniform(0.05, 0.95) for cell in cells if draw.random() < 0.3}
    return RuleSystem(
        rules,
        draw.choice([None, sum(mine.values())]),
        density=draw.choice([None, 0.2]),
        priors=draw.choice([{}, priors]),
        cells=cells,
    )
