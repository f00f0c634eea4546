"""How fast and how exact the engine counts positions.

    python -m benchmarks.engine.positions
    python -m benchmarks.engine.positions ../shared/positions/positions.jsonl.gz

Without a file, positions of Expert games are taken that are played here, the same every time. In a
file positions are one JSON object a line: set, w, h, mines, cells (strings of `#` and digits),
probability (row by row, -1 where open, or null). What is timed is `analyse(cells, mines).
mine_probability` on an int8 matrix, the best of several counts. Positions of the sets `random-*`
are too wide to be counted exactly: of these the slowest is told, and how many were exact.
"""

from __future__ import annotations

import gzip
import json
import time
from collections import defaultdict
from dataclasses import dataclass
from math import nan
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from mwagent.minefield import HIDDEN, LEVELS, Click, FirstClick, Game, Stage
from mwagent.solvers import Analysis, analyse
from testbed.harness import Row, show, words

Cells = NDArray[np.int8]
Matrix = NDArray[np.float64]


def timed(cells: Cells, mines: int, budget: float) -> tuple[float, Analysis]:
    """Milliseconds, and the analysis."""
    start = time.perf_counter()
    answer = analyse(cells, mines, budget=budget)
    _ = answer.mine_probability
    return (time.perf_counter() - start) * 1000, answer


@dataclass(frozen=True)
class Position:
    kind: str
    cells: Cells
    mines: int
    truth: Matrix | None

    @property
    def random(self) -> bool:
        return self.kind.startswith("random")


def load(path: Path) -> list[Position]:
    code = {"#": HIDDEN} | {str(number): number for number in range(9)}
    found = []
    with gzip.open(path, "rt") as lines:
        for line in lines:
            known = json.loads(line)
            cells = np.array([[code[s] for s in row] for row in known["cells"]], np.int8)
            truth = known["probability"]
            if truth is not None:
                truth = np.array(truth, float).reshape(cells.shape)
            found.append(Position(known["set"], cells, known["mines"], truth))
    return found


def play(games: int) -> list[Position]:
    """Every third position of Expert games that the solver plays, the same every time."""
    found: list[Position] = []
    for seed in range(games):
        game = Game(LEVELS["expert"], seed, FirstClick.OPEN)
        game.play(Click((3, 3)))
        moves = 0
        while game.stage is Stage.ONGOING:
            board = game.board
            if moves % 3 == 0:
                found.append(Position("expert", board.cells, LEVELS["expert"].mines, None))
            answer = analyse(board)
            best = answer.decide().best
            for cell in answer.safe or ([] if best is None else [best]):
                game.play(Click(cell))
            moves += 1
    return found


def error(matrix: Matrix, position: Position) -> float:
    """The largest difference from the truth, nan where that is not known."""
    if position.truth is None:
        return nan
    return float(np.abs(matrix - position.truth)[position.cells == HIDDEN].max())


def by_set(positions: list[Position]) -> dict[tuple[str, bool], list[Position]]:
    """Positions by their set, those of which the truth is known apart."""
    groups: dict[tuple[str, bool], list[Position]] = defaultdict(list)
    for position in positions:
        groups[position.kind, position.truth is not None].append(position)
    return groups


def played(positions: list[Position], budget: float, repeat: int) -> list[Row]:
    """Times and errors on positions of games, by their sets."""
    rows: list[Row] = []
    for (kind, _), members in by_set(positions).items():
        ms, errors = [], []
        for position in track(members, kind, transient=True):
            counts = [timed(position.cells, position.mines, budget) for _ in range(repeat)]
            ms.append(min(count[0] for count in counts))
            errors.append(error(counts[0][1].mine_probability, position))
        rows.append(
            {
                "set": kind,
                "positions": len(ms),
                "median ms": float(np.median(ms)),
                "mean ms": float(np.mean(ms)),
                "p99 ms": float(np.quantile(ms, 0.99)),
                "worst ms": float(np.max(ms)),
                "error": f"{max(errors):.0e}",
            }
        )
    return rows


def wide(positions: list[Position], budget: float) -> list[Row]:
    """Positions with wide frontiers: the slowest of each set, and how many were exact."""
    rows: list[Row] = []
    for (kind, known), members in by_set(positions).items():
        counts = [timed(position.cells, position.mines, budget) for position in members]
        off = [
            error(answer.mine_probability, position)
            for (_, answer), position in zip(counts, members, strict=True)
        ]
        rows.append(
            {
                "set": kind,
                "truth": "known" if known else "unknown",
                "positions": len(members),
                "slowest s": max(ms for ms, _ in counts) / 1000,
                "exact": f"{sum(answer.exact for _, answer in counts)} of {len(members)}",
                "largest error": f"{max(off):.0e}" if known else "",
            }
        )
    return rows


def main() -> None:
    parser = words(__doc__)
    parser.add_argument("positions", nargs="?", type=Path, help="positions.jsonl.gz")
    parser.add_argument("--games", type=int, default=40, help="played where no file is given (40)")
    parser.add_argument("--sets", nargs="*", default=[], help="only these sets")
    parser.add_argument("--repeat", type=int, default=4, help="the best of so many counts (4)")
    parser.add_argument("--budget", type=float, default=2.0, help="seconds for our answer")
    args = parser.parse_args()
    given = play(args.games) if args.positions is None else load(args.positions)
    positions = [p for p in given if not args.sets or p.kind in args.sets]
    for rows in (
        played([p for p in positions if not p.random], args.budget, args.repeat),
        wide([p for p in positions if p.random], args.budget),
    ):
        if rows:
            show(args, rows)


if __name__ == "__main__":
    main()
