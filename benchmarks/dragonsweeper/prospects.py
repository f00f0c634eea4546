"""Fits the chance to clear a Dragonsweeper lair to logged games: engine/dragonsweeper/prospects.h.

    g++ -O3 -std=c++20 -Iengine -o dragonlab benchmarks/dragonsweeper/lab.cpp \
        engine/dragonsweeper/*.cpp
    ./dragonlab seeds=202000-205999 lairs=0 log=positions.csv
    python -m benchmarks.dragonsweeper.prospects positions.csv

A logistic regression on the positions of games that were won, with slack left. Positions of one
game are not independent: the errors are those of games drawn with replacement.
"""

from __future__ import annotations

import sys
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from testbed.harness import show, words

Array = NDArray[np.float64]
TERMS = ("1", "level", "level^2", "slack", "slack*level", "lack", "lack*level", "hidden")
DRAWS = 20
BINS = (0, 0.1, 0.3, 0.5, 0.7, 0.85, 0.93, 0.97, 0.99, 1.01)


def fit(terms: Array, cleared: Array, weight: Array) -> Array:
    """Fit by Newton's method; `terms` is (positions, terms), `weight` how often each counts."""
    ridge, rounds = 1e-3, 30
    found = np.zeros(terms.shape[1])
    for _ in range(rounds):
        chance = chances(terms, found)
        spread = weight * chance * (1 - chance) + 1e-9
        curvature = terms.T @ (terms * spread[:, None]) + ridge * np.eye(terms.shape[1])
        found += np.linalg.solve(curvature, terms.T @ (weight * (cleared - chance)) - ridge * found)
    return found


def chances(terms: Array, found: Array) -> Array:
    """Give the chance to clear of every position."""
    return 1 / (1 + np.exp(-np.clip(terms @ found, -30, 30)))


def main() -> int:
    """Run the command line; returns the exit code."""
    parser = words(__doc__)
    parser.add_argument("log", help="as the lab writes it")
    args = parser.parse_args()
    data = np.genfromtxt(args.log, delimiter=",", names=True)
    data = data[(data["won"] == 1) & (data["slack"] >= 0)]
    level, slack, lack, hidden = (data[name] for name in ("level", "slack", "lack", "hidden"))
    one = np.ones(len(data))
    columns = [one, level, level**2, slack, slack * level, lack, lack * level, hidden]
    terms, cleared = np.stack(columns, axis=1), data["cleared"]
    found = fit(terms, cleared, one)
    seeds, game = np.unique(data["seed"], return_inverse=True)
    random = np.random.default_rng(args.seed)
    again = []
    for _ in range(DRAWS):
        times = np.bincount(random.integers(0, len(seeds), len(seeds)), minlength=len(seeds))
        again.append(fit(terms, cleared, times[game].astype(float)))
    errors = np.std(again, axis=0)
    rows = [
        {"term": term, "weight": float(weight), "error": float(error)}
        for term, weight, error in zip(TERMS, found, errors, strict=True)
    ]
    chance = chances(terms, found)
    told = [
        f"{chance[part].mean():.3f} -> {cleared[part].mean():.3f}"
        for low, high in pairwise(BINS)
        if (part := (chance >= low) & (chance < high)).any()
    ]
    show(args, rows, note=f"{len(seeds)} games, {len(data)} positions; said -> seen: {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
