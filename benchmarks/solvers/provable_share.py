"""What share of the provably safe cells each solver finds.

    python -m benchmarks.solvers.provable_share                     print the table
    python -m benchmarks.solvers.provable_share --write docs/solvers.md

Positions come from seeded Expert games, played by `exactsolver`; no cell carries a flag. A position
counts when something in it is provably safe. One half of the positions are taken as they come, the
other half only where single numbers prove no cell safe.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import perf_counter

from rich.progress import track

from mwagent.minefield import LEVELS, Board, Cell, Click, FirstClick, Game, Stage
from mwagent.solvers import create, names
from mwagent.solvers.python.bitboard import Bitboard
from testbed.harness import words

MARK = re.compile(r"(<!-- provable share -->\n).*?(\n<!-- end -->)", re.DOTALL)


@dataclass
class Score:
    """What one solver found in one set of positions."""

    found: int = 0
    provable: int = 0
    mines: int = 0
    provable_mines: int = 0
    stuck: int = 0
    milliseconds: list[float] = field(default_factory=list)


Truth = tuple[Board, frozenset[Cell], frozenset[Cell]]


def positions(seed: int) -> Iterator[Truth]:
    """Play Expert games; give boards with the cells that are provably safe, or provably mines."""
    exact = create("exactsolver")
    while True:
        game = Game(LEVELS["expert"], seed, FirstClick.SAFE)
        seed += 1
        game.play(Click((0, 0)))
        while game.stage is Stage.ONGOING:
            board = game.board
            analysis = exact.analyse(board)
            best = analysis.decide().best
            assert best is not None
            if analysis.safe:
                yield board, frozenset(analysis.safe), frozenset(analysis.mines)
            for cell in analysis.safe or (best,):
                game.play(Click(cell))


def is_hard(board: Board) -> bool:
    """Tell whether single numbers prove no cell safe."""
    bitboard = Bitboard(board)
    return not bitboard.settle(bitboard.marked, 0)[1]


def sample(seed: int, count: int, *, hard: bool) -> list[Truth]:
    """Take `count` positions; `hard` ones only, or any."""
    found: list[Truth] = []
    for truth in positions(seed):
        if not hard or is_hard(truth[0]):
            found.append(truth)
        if len(found) == count:
            break
    return found


def judge(name: str, truths: list[Truth]) -> Score:
    """Let a solver analyse positions; stops when it is wrong about one."""
    solver, score = create(name), Score()
    for board, safe, mines in truths:
        start = perf_counter()
        analysis = solver.analyse(board)
        score.milliseconds.append(1e3 * (perf_counter() - start))
        wrong = set(analysis.safe) - safe | set(analysis.mines) - mines
        if wrong:
            raise SystemExit(f"{name} is wrong about {wrong}:\n{board}")
        score.found += len(analysis.safe)
        score.provable += len(safe)
        score.mines += len(analysis.mines)
        score.provable_mines += len(mines)
        score.stuck += not analysis.safe
    return score


def table(seed: int, count: int) -> str:
    """Make the table as Markdown."""
    any_moment = sample(seed, count // 2, hard=False)
    hard = sample(seed + 1_000_000, count - count // 2, hard=True)
    lines = [
        "| solver | safe cells found, any moment | safe cells found, hard moments | hard moments "
        "where it finds none | mines found | median ms |",
        "|:--|--:|--:|--:|--:|--:|",
    ]
    for name in track(names(), "solvers"):
        easy, tough = judge(name, any_moment), judge(name, hard)
        mines = (easy.mines + tough.mines) / (easy.provable_mines + tough.provable_mines)
        milliseconds = median(easy.milliseconds + tough.milliseconds)
        lines.append(
            f"| `{name}` | {easy.found / easy.provable:.2%} | {tough.found / tough.provable:.2%} "
            f"| {tough.stuck} of {len(hard)} | {mines:.2%} | {milliseconds:.2f} |"
        )
    safe = [sum(len(truth[1]) for truth in truths) for truths in (any_moment, hard)]
    lines.append("")
    lines.append(
        f"{len(any_moment)} positions as they come ({safe[0]} provably safe cells) and {len(hard)} "
        f"hard ones ({safe[1]}), Expert, seed {seed}."
    )
    return "\n".join(lines)


def main() -> int:
    parser = words(__doc__)
    parser.add_argument("--positions", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--write", type=Path, help="a Markdown file to put the table into")
    args = parser.parse_args()
    text = table(args.seed, args.positions)
    if args.write is None:
        print(text)
        return 0
    page = args.write.read_text(encoding="utf-8")
    if not MARK.search(page):
        raise SystemExit(f"{args.write} has no place for the table: <!-- provable share -->")
    page = MARK.sub(lambda match: match[1] + text + match[2], page)
    args.write.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
