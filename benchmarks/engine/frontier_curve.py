"""How the cost of counting grows with a frontier's width and length, as a table and a picture.

    python -m benchmarks.engine.frontier_curve                    # up to 1000x1000
    python -m benchmarks.engine.frontier_curve --out curve.png --largest 300

Three families of boards: played squares (the zeros and their rims open) up to 1000x1000, strips
that get longer at one width, and strips that get wider at one length, of which five are counted
at each width. Of several counts of a board the median is taken.
"""

from __future__ import annotations

import time
from collections import defaultdict
from pathlib import Path

import matplotlib as mpl
import numpy as np

from mwagent.minefield import HIDDEN, Board, Level, count_around, random_mines
from mwagent.solvers import create
from testbed.harness import Row, show, words

SQUARES, LONG, WIDE = "played squares", "strips 8 wide", "strips 100 long"


def played(side: int, seed: int) -> Board:
    """A square board with 16 % mines whose zeros and their rims are open."""
    level = Level(side, side, int(0.16 * side * side))
    mines = random_mines(level, seed, (side // 2, side // 2))
    numbers = count_around(mines)
    zero = (numbers == 0) & ~mines
    opened = zero | ((count_around(zero) > 0) & ~mines)
    return Board(np.where(opened, numbers, HIDDEN), level.mines)


def strip(length: int, width: int, seed: int) -> Board:
    """A third of `width` columns open at random: one frontier as wide as the strip.

    Few enough cells are open that single numbers do not settle them, but not so few that the
    frontier falls apart.
    """
    rng = np.random.default_rng(seed)
    mines = rng.random((length, width)) < 0.2
    opened = (rng.random(mines.shape) < 1 / 3) & ~mines
    return Board(np.where(opened, count_around(mines), HIDDEN), int(mines.sum()))


def frontier(board: Board) -> int:
    hidden = board.cells == HIDDEN
    return int((hidden & (count_around(~hidden) > 0)).sum())


def milliseconds(board: Board, repeat: int) -> float:
    solver = create("exactsolver", {"budget": 100.0})
    taken = []
    for _ in range(repeat):
        start = time.process_time()
        assert solver.analyse(board).exact, "the budget was spent: this board is too wide"
        taken.append(1000 * (time.process_time() - start))
    return float(np.median(taken))


def draw(results: dict[str, list[tuple[float, float]]], out: Path) -> None:
    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2), layout="constrained")
    for name in (SQUARES, LONG):
        cells, ms = np.array(results[name]).T
        points = left.loglog(cells, ms, "o-", label=name)
        left.loglog(cells, ms[-1] * cells / cells[-1], ":", color=points[0].get_color())
    left.set(
        xlabel="hidden cells on the frontier", ylabel="CPU ms", title="length (dotted: linear)"
    )
    left.legend()
    widths, ms = np.array(results[WIDE]).T
    right.semilogy(widths, ms, "o", color="C0", alpha=0.35, markeredgewidth=0)
    steps = np.unique(widths)
    right.semilogy(steps, [np.median(ms[widths == step]) for step in steps], "C0-", label="median")
    right.set(xlabel="columns, a third of the cells open", ylabel="CPU ms", title=f"width, {WIDE}")
    right.legend()
    for axes in (left, right):
        axes.grid(True, which="major", alpha=0.3)
    figure.savefig(out, dpi=120)


def main() -> None:
    parser = words(__doc__)
    parser.add_argument("--out", type=Path, default=Path("frontier_curve.png"))
    parser.add_argument("--largest", type=int, default=1000, help="side of the largest square")
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    squares = [side for side in (30, 60, 100, 200, 300, 500, 1000) if side <= args.largest]
    lengths = (30, 100, 300, 1000, 3000, 10_000, 30_000)
    families: dict[str, list[tuple[str, Board, int | None]]] = {
        SQUARES: [(f"{side}x{side}", played(side, args.seed), None) for side in squares],
        LONG: [(f"{n}x8", strip(n, 8, args.seed), None) for n in lengths],
        WIDE: [
            (f"100x{w}", strip(100, w, args.seed + n), w) for w in range(2, 35, 4) for n in range(5)
        ],
    }
    rows: list[Row] = []
    results: dict[str, list[tuple[float, float]]] = {}
    for name, members in families.items():
        results[name] = []
        sizes: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for size, board, width in members:
            cells, ms = frontier(board), milliseconds(board, args.repeat)
            results[name].append((cells if width is None else width, ms))
            sizes[size].append((cells, ms))
        for size, counted in sizes.items():
            cells, ms = np.median(counted, axis=0)
            rows.append(
                {
                    "boards": name,
                    "size": size,
                    "frontier cells": int(cells),
                    "CPU ms": float(ms),
                    "microseconds per cell": float(1000 * ms / cells),
                }
            )
    draw(results, args.out)
    show(args, rows, note=f"drawn in {args.out}")


if __name__ == "__main__":
    main()
