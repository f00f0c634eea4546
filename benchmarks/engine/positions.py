r"""How fast and how exact the engine counts positions, interleaved with other engines.

    python -m benchmarks.engine.positions
    python -m benchmarks.engine.positions --npm --js JSMinesweeper
    python -m benchmarks.engine.positions positions.jsonl.gz --ms-toollib --js JSMinesweeper \
        --minesolve minesolve

Without a file, positions of Expert games are taken that are played here, the same every time. In a
file positions are one JSON object a line: set, w, h, mines, cells (strings of `#` and digits),
probability (row by row, -1 where open, or null). `--ms-toollib` needs that package installed,
`--js` node and a checkout of DavidNHill/JSMinesweeper, `--minesolve` a C compiler and a checkout of
totte174/minesolve, which takes boards of up to 1024 cells and keeps to the positions of which it
says that it counted them. What is timed is
`analyse(cells, mines).mine_probability` on an int8 matrix, `cal_probability_onboard` (a whole
board) and `cal_probability_enum` (the frontier alone) on the lists they take, and the JavaScript
engine inside its own process, as with `--npm` our package for JavaScript (`analyse` without a
decision), and `ms_board_init`, `ms_board_parse` and `ms_probabilities` on text,
called by ctypes. Every engine counts a position before the next one's turn, so that
a busy machine slows all alike, and the order changes, so that each follows each; the best of the
counts is kept, and the ratio is of medians, theirs to ours. Positions of
the sets `random-*` are only given to ours, for others may not come back from them.
"""

from __future__ import annotations

import gzip
import json
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from math import inf, nan
from pathlib import Path
from tempfile import mkdtemp

import numpy as np
from numpy.typing import NDArray
from rich.progress import track

from mwagent.minefield import HIDDEN, LEVELS, Board, Click, FirstClick, Game, Stage
from mwagent.solvers import analyse
from mwagent.web.npm import install
from testbed.harness import Row, show, words
from testbed.minesolve import Minesolve
from testbed.nodejs import node

OURS = "mwagent"
Cells = NDArray[np.int8]
Matrix = NDArray[np.float64]
Count = Callable[[Cells, int], tuple[float, Matrix | None]]
"""Gives milliseconds, and mine probabilities where it tells them of the whole board."""


def ours(budget: float) -> Count:
    def count(cells: Cells, mines: int) -> tuple[float, Matrix]:
        start = time.perf_counter()
        matrix = analyse(cells, mines, budget=budget).mine_probability
        return (time.perf_counter() - start) * 1000, matrix

    return count


def ms_toollib(function: str) -> Count:
    import ms_toollib

    ask = getattr(ms_toollib, function)

    def count(cells: Cells, mines: int) -> tuple[float, Matrix | None]:
        lists = np.where(cells == HIDDEN, 10, cells).tolist()
        start = time.perf_counter()
        answer = ask(lists, mines)
        ms = (time.perf_counter() - start) * 1000
        return ms, np.array(answer[0]) if function.endswith("onboard") else None

    return count


def in_node(script: str, folder: Path) -> Count:
    """Talk to an engine in a folder, which a script beside this file times inside node."""
    program = node()
    if program is None:
        raise SystemExit("positions: there is no node from version 20 on; install nodejs")
    process = subprocess.Popen(
        [program, Path(__file__).with_name(script), folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def count(cells: Cells, mines: int) -> tuple[float, Matrix]:
        assert process.stdin is not None
        assert process.stdout is not None
        rows, cols = cells.shape
        asked = {"w": cols, "h": rows, "mines": mines, "cells": str(Board(cells)).split()}
        print(json.dumps(asked), file=process.stdin, flush=True)
        answer = process.stdout.readline()
        if not answer:
            raise SystemExit("positions: the JavaScript engine ended; its message stands above")
        told = json.loads(answer)
        return told["ms"], np.array(told["probability"], float).reshape(cells.shape)

    return count


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


class EngineTimes:
    """What the engines took for the positions of a set."""

    def __init__(self) -> None:
        self.ms: dict[str, list[float]] = defaultdict(list)
        self.error: dict[str, float] = defaultdict(float)

    def add(self, name: str, ms: float) -> None:
        self.ms[name].append(ms)

    def compare(self, name: str, matrix: Matrix | None, position: Position) -> None:
        if position.truth is not None and matrix is not None:
            off = np.abs(matrix - position.truth)[position.cells == HIDDEN].max()
            self.error[name] = max(self.error[name], float(off))


def run(
    positions: list[Position], engines: dict[str, Count], repeat: int
) -> dict[str, EngineTimes]:
    tallies: dict[str, EngineTimes] = defaultdict(EngineTimes)
    for position in track(positions, "positions", transient=True):
        tally = tallies[position.kind]
        best = dict.fromkeys(engines, inf)
        order = list(engines.items())
        for _ in range(repeat):
            order.append(order.pop(0))
            for name, count in order:
                ms, matrix = count(position.cells, position.mines)
                best[name] = ms if ms < best[name] else best[name]
                tally.compare(name, matrix, position)
        for name, ms in best.items():
            if ms < inf:
                tally.add(name, ms)
    return tallies


def played(tallies: dict[str, EngineTimes]) -> list[Row]:
    rows: list[Row] = []
    for kind, tally in tallies.items():
        if kind.startswith("random"):
            continue
        mine = float(np.median(tally.ms[OURS]))
        for name, ms in tally.ms.items():
            rows.append(
                {
                    "set": kind,
                    "engine": name,
                    "positions": len(ms),
                    "median ms": float(np.median(ms)),
                    "mean ms": float(np.mean(ms)),
                    "p99 ms": float(np.quantile(ms, 0.99)),
                    "worst ms": float(np.max(ms)),
                    "times ours": float(np.median(ms) / mine),
                    "error": f"{tally.error.get(name, nan):.0e}",
                }
            )
    return rows


def wide(positions: list[Position], budget: float) -> list[Row]:
    """Ours on the positions with wide frontiers: the slowest of each set, and what it says."""
    rows: list[Row] = []
    groups: dict[tuple[str, bool], list[Position]] = defaultdict(list)
    for position in positions:
        if position.random:
            groups[position.kind, position.truth is not None].append(position)
    for (kind, known), members in groups.items():
        slowest, exact, tally = 0.0, 0, EngineTimes()
        for position in members:
            start = time.perf_counter()
            answer = analyse(position.cells, position.mines, budget=budget)
            tally.compare(OURS, answer.mine_probability, position)
            slowest = max(slowest, time.perf_counter() - start)
            exact += answer.exact
        rows.append(
            {
                "set": kind,
                "truth": "known" if known else "unknown",
                "positions": len(members),
                "slowest s": slowest,
                "exact": f"{exact} of {len(members)}",
                "largest error": f"{tally.error[OURS]:.0e}" if known else "",
            }
        )
    return rows


def main() -> None:
    parser = words(__doc__)
    parser.add_argument("positions", nargs="?", type=Path, help="positions.jsonl.gz")
    parser.add_argument("--games", type=int, default=40, help="played where no file is given (40)")
    parser.add_argument("--ms-toollib", action="store_true", help="against the Rust engine")
    parser.add_argument("--js", type=Path, metavar="FOLDER", help="against this JSMinesweeper")
    parser.add_argument("--npm", action="store_true", help="against our own package, in node")
    parser.add_argument("--minesolve", type=Path, metavar="FOLDER", help="against this checkout")
    parser.add_argument("--sets", nargs="*", default=[], help="only these sets")
    parser.add_argument("--repeat", type=int, default=4, help="the best of so many counts")
    parser.add_argument("--budget", type=float, default=2.0, help="seconds for our answer")
    args = parser.parse_args()
    engines = {OURS: ours(args.budget)}
    if args.ms_toollib:
        for function in ("cal_probability_onboard", "cal_probability_enum"):
            engines[f"ms_toollib {function}"] = ms_toollib(function)
    if args.js:
        engines["JSMinesweeper"] = in_node("jsminesweeper_positions.js", args.js)
    if args.npm:
        engines["our npm package"] = in_node("npm_positions.js", install(Path(mkdtemp())))
    if args.minesolve:
        engines["minesolve"] = Minesolve(args.minesolve)
    given = play(args.games) if args.positions is None else load(args.positions)
    positions = [p for p in given if not args.sets or p.kind in args.sets]
    for rows in (
        played(run([p for p in positions if not p.random], engines, args.repeat)),
        wide(positions, args.budget),
    ):
        if rows:
            show(args, rows)


if __name__ == "__main__":
    main()
