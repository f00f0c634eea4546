"""How fast and how exact the engine counts positions, interleaved with other engines.

    python benchmarks/positions.py positions.jsonl.gz
    python benchmarks/positions.py positions.jsonl.gz --ms-toollib --js JSMinesweeper

Positions are one JSON object a line: set, w, h, mines, cells (strings of `#` and digits),
probability (row by row, -1 where open, or null). `--ms-toollib` needs that package installed,
`--js` node and a checkout of DavidNHill/JSMinesweeper. Every engine counts a position before the
next one's turn, so that a busy machine slows all alike; the ratio is of medians, theirs to ours.
How the cost grows with the frontier is drawn by `benchmarks/frontier_curve.py`.
"""

from __future__ import annotations

import argparse
import gzip
import json
import signal
import subprocess
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from minefield import HIDDEN, Board
from solvers import create

OURS = "mwagent"
Count = Callable[[Board], tuple[float, NDArray[np.float64]]]
"""Gives milliseconds and mine probabilities."""


def by_the_clock(count: Callable[[Board], NDArray[np.float64]]) -> Count:
    def timed(board: Board) -> tuple[float, NDArray[np.float64]]:
        start = time.perf_counter()
        matrix = count(board)
        return (time.perf_counter() - start) * 1000, matrix

    return timed


def ours() -> Count:
    solver = create("exactsolver")
    return by_the_clock(lambda board: solver.analyse(board).mine_probability)


def ms_toollib() -> Count:
    import ms_toollib

    def count(board: Board) -> tuple[float, NDArray[np.float64]]:
        cells = np.where(board.cells == HIDDEN, 10, board.cells).tolist()
        timed = by_the_clock(
            lambda board: ms_toollib.cal_probability_onboard(cells, board.mines)[0]
        )
        ms, matrix = timed(board)
        return ms, np.array(matrix)

    return count


def jsminesweeper(folder: Path) -> Count:
    """Talk to the engine of a JSMinesweeper checkout, which times itself inside node."""
    script = Path(__file__).with_name("jsminesweeper_positions.js")
    node = subprocess.Popen(
        ["node", script, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def count(board: Board) -> tuple[float, NDArray[np.float64]]:
        assert node.stdin is not None
        assert node.stdout is not None
        rows, cols = board.shape
        cells = str(Board(board.cells)).split()
        asked = {"w": cols, "h": rows, "mines": board.mines, "cells": cells}
        print(json.dumps(asked), file=node.stdin, flush=True)
        answer = node.stdout.readline()
        if not answer:
            raise SystemExit("positions: the JavaScript engine ended; its message stands above")
        told = json.loads(answer)
        return told["ms"], np.array(told["probability"], float).reshape(board.shape)

    return count


def load(path: Path) -> list[tuple[str, Board, NDArray[np.float64] | None]]:
    code = {"#": HIDDEN} | {str(number): number for number in range(9)}
    found = []
    with gzip.open(path, "rt") as lines:
        for line in lines:
            known = json.loads(line)
            board = Board([[code[s] for s in row] for row in known["cells"]], known["mines"])
            truth = known["probability"]
            if truth is not None:
                truth = np.array(truth).reshape(board.shape)
            found.append((known["set"], board, truth))
    return found


def limited(count: Count, board: Board, limit: int) -> tuple[float, NDArray[np.float64] | None]:
    signal.alarm(limit)
    try:
        return count(board)
    except TimeoutError:
        return float("inf"), None
    finally:
        signal.alarm(0)


def _give_up(*_: object) -> None:
    raise TimeoutError


def compare(path: Path, engines: dict[str, Count], repeat: int, sets: list[str]) -> None:
    signal.signal(signal.SIGALRM, _give_up)
    times: dict[tuple[str, str], list[float]] = defaultdict(list)
    errors: dict[tuple[str, str], float] = defaultdict(float)
    for kind, board, truth in load(path):
        if sets and kind not in sets:
            continue
        best = dict.fromkeys(engines, float("inf"))
        for _ in range(repeat):
            for name, count in engines.items():
                if name != OURS and kind.startswith("random"):
                    continue  # they may run out of memory there, and cannot be stopped
                ms, matrix = limited(count, board, 20)
                best[name] = min(best[name], ms)
                if truth is not None and matrix is not None:
                    off = np.abs(matrix - truth)[board.cells == HIDDEN].max()
                    errors[kind, name] = max(errors[kind, name], float(off))
        for name, ms in best.items():
            if name == OURS or not kind.startswith("random"):
                times[kind, name].append(ms)
    table = Table("set", "engine", "positions", "median ms", "mean ms", "ratio", "largest error")
    for (kind, name), taken in times.items():
        ratio = np.median(taken) / np.median(times[kind, OURS])
        table.add_row(
            *(kind, name, str(len(taken)), f"{np.median(taken):.3f}", f"{np.mean(taken):.3f}"),
            *(f"{ratio:.1f}", f"{errors[kind, name]:.1e}"),
        )
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("positions", type=Path, help="positions.jsonl.gz")
    parser.add_argument("--ms-toollib", action="store_true", help="against the Rust engine")
    parser.add_argument("--js", type=Path, metavar="FOLDER", help="against this JSMinesweeper")
    parser.add_argument("--sets", nargs="*", default=[], help="only these sets")
    parser.add_argument("--repeat", type=int, default=3, help="the best of so many counts")
    args = parser.parse_args()
    engines = {OURS: ours()}
    if args.ms_toollib:
        engines["ms_toollib"] = ms_toollib()
    if args.js:
        engines["JSMinesweeper"] = jsminesweeper(args.js)
    compare(args.positions, engines, args.repeat, args.sets)


if __name__ == "__main__":
    main()
