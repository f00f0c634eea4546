"""How the cost of counting grows with a frontier's width and length, as a table and a picture.

    python benchmarks/frontier_curve.py                    # up to 1000x1000
    python benchmarks/frontier_curve.py --out curve.png --largest 300

Three families of boards: played squares (the zeros and their rims open) up to 1000x1000, strips
that get longer at one width, and strips that get wider at one length.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import matplotlib as mpl
import numpy as np
from rich.console import Console
from rich.table import Table

from minefield import HIDDEN, Board, Level, count_around, random_mines
from solvers import create


def played(side: int) -> Board:
    """A square board with 16 % mines whose zeros and their rims are open."""
    level = Level(side, side, int(0.16 * side * side))
    mines = random_mines(level, 1, (side // 2, side // 2))
    numbers = count_around(mines)
    zero = (numbers == 0) & ~mines
    opened = zero | ((count_around(zero) > 0) & ~mines)
    return Board(np.where(opened, numbers, HIDDEN), level.mines)


def strip(length: int, width: int) -> Board:
    """Half of `width` columns open at random, hidden columns beside them: one wide frontier."""
    rng = np.random.default_rng(1)
    mines = rng.random((length, width + 2)) < 0.2
    opened = (rng.random(mines.shape) < 0.5) & ~mines
    opened[:, [0, -1]] = False
    return Board(np.where(opened, count_around(mines), HIDDEN), int(mines.sum()))


def frontier(board: Board) -> int:
    hidden = board.cells == HIDDEN
    return int((hidden & (count_around(~hidden) > 0)).sum())


def milliseconds(board: Board, repeat: int) -> float:
    solver = create("exactsolver")
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
    for name in ("played squares", "strips 5 wide"):
        cells, ms = zip(*results[name], strict=True)
        left.loglog(cells, ms, "o-", label=name)
    cells, ms = zip(*results["played squares"], strict=True)
    left.loglog(cells, [ms[-1] * c / cells[-1] for c in cells], "k:", label="linear")
    left.set(xlabel="hidden cells on the frontier", ylabel="CPU ms", title="length")
    left.legend()
    widths, ms = zip(*results["strips 100 long"], strict=True)
    right.semilogy(widths, ms, "o-")
    right.set(xlabel="columns open at random", ylabel="CPU ms", title="width, strips 100 long")
    for axes in (left, right):
        axes.grid(True, which="major", alpha=0.3)
    figure.savefig(out, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("frontier_curve.png"))
    parser.add_argument("--largest", type=int, default=1000, help="side of the largest square")
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    squares = [side for side in (30, 60, 100, 200, 300, 500, 1000) if side <= args.largest]
    families: dict[str, list[tuple[str, Board, int | None]]] = {
        "played squares": [(f"{side}x{side}", played(side), None) for side in squares],
        "strips 5 wide": [(str(n), strip(n, 5), None) for n in (30, 100, 300, 1000, 3000, 10000)],
        "strips 100 long": [(str(w), strip(100, w), w) for w in range(2, 13)],
    }
    table = Table("boards", "size", "frontier cells", "CPU ms", "microseconds per cell")
    results: dict[str, list[tuple[float, float]]] = {}
    for name, members in families.items():
        results[name] = []
        for size, board, width in members:
            cells, ms = frontier(board), milliseconds(board, args.repeat)
            results[name].append((cells if width is None else width, ms))
            table.add_row(name, size, str(cells), f"{ms:.2f}", f"{1000 * ms / cells:.2f}")
    Console().print(table)
    draw(results, args.out)
    Console().print(f"drawn in {args.out}")


if __name__ == "__main__":
    main()
