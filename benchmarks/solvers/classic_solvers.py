"""The classic solvers beside the program they come from, position by position.

    python -m benchmarks.solvers.classic_solvers PATH/TO/sat-minesweeper --python PATH/TO/ITS/python

plays its key boards to the end and gives every position, flags included, to both programs in
turn: ours in this process, theirs in one of its own (its Python needs numpy, scipy, networkx and
python-sat). Prints the mean time per inference over the game; an inference of theirs that takes
more than 10 s is stopped, counted as that, and reported.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import fmean, median
from time import perf_counter

from mwagent.minefield import Board, Button, Click, Game, Stage, load
from mwagent.solvers import create
from testbed.harness import Row, show, words

MARK = re.compile(r"(<!-- classic speed -->\n).*?(\n<!-- end -->)", re.DOTALL)
SOLVERS = ["fullsatsolver", "mcdfssolver", "mcsatsolver"]

_WORKER = """
import importlib, json, logging, signal, sys, time
import numpy as np
sys.path.insert(0, sys.argv[1])
logging.disable(logging.CRITICAL)
def stop(*_):
    raise TimeoutError("stopped after 10 s")
signal.signal(signal.SIGALRM, stop)
modules = {name: importlib.import_module(name) for name in sys.argv[2:]}
for line in sys.stdin:
    name, cells, left = json.loads(line)
    board = np.array(cells)
    signal.setitimer(signal.ITIMER_REAL, 10)
    start = time.perf_counter()
    try:
        decided = modules[name].solve(board, left)
        fault = None
    except Exception as error:
        decided, fault = [], repr(error)[:100]
    seconds = time.perf_counter() - start
    signal.setitimer(signal.ITIMER_REAL, 0)
    rows = [[int(value) for value in row] for row in decided]
    print(json.dumps([seconds, rows, fault]), flush=True)
"""


class Peer:
    """The other program, running in a process of its own."""

    def __init__(self, checkout: Path, python: str):
        self._process = subprocess.Popen(
            [python, "-c", _WORKER, str(checkout), *SOLVERS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, solver: str, board: Board) -> tuple[float, list[list[int]], str | None]:
        """Give seconds, cells decided, and what went wrong if something did."""
        assert self._process.stdin and self._process.stdout
        print(
            json.dumps([solver, board.cells.tolist(), board.mines_left]),
            file=self._process.stdin,
            flush=True,
        )
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit("the other program ended; does its Python have what it needs?")
        seconds, rows, fault = json.loads(answer)
        return seconds, rows, fault

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def positions(key: Board) -> Iterator[Board]:
    """Play a key board to the end: proven mines get flags, a guess that would lose is flagged."""
    solver = create("mcsatsolver")
    game = Game.from_key(key)
    assert key.first is not None and game.mines is not None
    mines = game.mines
    game.play(Click(key.first))
    while game.stage is Stage.ONGOING:
        board = game.board
        yield board
        analysis = solver.analyse(board)
        flags, cells = analysis.mines, analysis.safe
        if not flags and not cells:
            best = analysis.decide().best
            assert best is not None
            lost = mines[best]
            flags, cells = ((best,), ()) if lost else ((), (best,))
        for cell in flags:
            game.play(Click(cell, Button.RIGHT))
        for cell in cells:
            game.play(Click(cell))


def ours(solver: str, board: Board) -> float:
    """Time one inference of a solver that has not seen the game."""
    fresh = create(solver)
    start = perf_counter()
    fresh.analyse(board)
    return perf_counter() - start


def main() -> int:
    parser = words(__doc__, seed=None)
    parser.add_argument("checkout", type=Path, help="a checkout of kkew3/sat-minesweeper")
    parser.add_argument("--python", default=sys.executable, help="the Python to run it with")
    parser.add_argument("--repeat", type=int, default=3, help="times to play each game (3)")
    parser.add_argument("keys", nargs="*", type=Path, help="key boards; default: its own")
    parser.add_argument("--write", type=Path, help="a Markdown file to put the table into")
    args = parser.parse_args()
    keys = args.keys or sorted((args.checkout / "example_boards" / "key").glob("*.csv"))
    peer = Peer(args.checkout.resolve(), args.python)
    figures = [compare(peer, path, solver, args.repeat) for path in keys for solver in SOLVERS]
    peer.close()
    if args.write is not None:
        page = args.write.read_text(encoding="utf-8")
        page = MARK.sub(lambda match: match[1] + markdown(figures) + match[2], page)
        args.write.write_text(page, encoding="utf-8")
    show(args, [row_of(each) for each in figures], "Mean time per inference over the game")
    return 0


def compare(peer: Peer, path: Path, solver: str, repeat: int) -> dict[str, object]:
    """Replay one game with one solver of both programs, position by position in turn."""
    boards = list(positions(load(path)))
    for board in boards[-2:]:  # load what is loaded at first use
        ours(solver, board)
        peer.ask(solver, board)
    mine: list[float] = []
    theirs: list[float] = []
    faults = set()
    for board in boards:
        mine.append(median(ours(solver, board) for _ in range(repeat)))
        answers = [peer.ask(solver, board) for _ in range(repeat)]
        theirs.append(median(seconds for seconds, _, _ in answers))
        faults |= {fault for _, _, fault in answers if fault}
    rows, cols = boards[0].shape
    return {
        "board": f"{path.name} {rows}x{cols}",
        "solver": solver,
        "positions": len(boards),
        "ours_ms": fmean(mine) * 1e3,
        "theirs_ms": fmean(theirs) * 1e3,
        "ours_max_ms": max(mine) * 1e3,
        "theirs_max_ms": max(theirs) * 1e3,
        "faults": sorted(faults),
    }


def markdown(figures: list[dict[str, object]]) -> str:
    lines = [
        "| board | solver | positions | ours, mean | theirs, mean | times faster | ours, worst | "
        "theirs, worst |",
        "|:--|:--|--:|--:|--:|--:|--:|--:|",
    ]
    for row in figures:
        mine, theirs = float(str(row["ours_ms"])), float(str(row["theirs_ms"]))
        lines.append(
            f"| {row['board']} | `{row['solver']}` | {row['positions']} | {mine:.2f} ms "
            f"| {theirs:.2f} ms | {theirs / mine:.1f} | {row['ours_max_ms']:.2f} ms "
            f"| {row['theirs_max_ms']:.1f} ms |"
        )
    return "\n".join(lines)


def row_of(figures: dict[str, object]) -> Row:
    """One line of the table."""
    mine, theirs = float(str(figures["ours_ms"])), float(str(figures["theirs_ms"]))
    return {
        "board": figures["board"],
        "solver": figures["solver"],
        "positions": figures["positions"],
        "ours, ms": mine,
        "theirs, ms": theirs,
        "times faster": theirs / mine,
        "ours, worst": figures["ours_max_ms"],
        "theirs, worst": figures["theirs_max_ms"],
        "theirs failed with": ", ".join(map(str, figures["faults"])),  # type: ignore[call-overload]
    }


if __name__ == "__main__":
    sys.exit(main())
