"""How often `best` wins, on boards of one seed, and against other players on the same boards.

    python benchmarks/strength.py                          # 20 000 boards of each set
    python benchmarks/strength.py -n 2000 --sets expert-classic --strength fast
    python benchmarks/strength.py --peers peers.csv.gz     # paired with players measured elsewhere

A set draws all its boards from one fresh numpy PCG64 generator; a board takes its mines without
replacement from the cells the first click leaves, in ascending order. `peers.csv.gz` has columns
set, board and one per player, with 1 won, 0 lost, empty not played.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import time
from collections import defaultdict
from dataclasses import dataclass
from math import comb, sqrt
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from minefield import Cell, Level
from solvers import play
from solvers.best import ENDINGS, Games

SEED = 20261120
CHUNK = 500


@dataclass(frozen=True)
class BoardSet:
    level: Level
    first: Cell
    opening: bool  # the first click opens an area; else it is only safe


SETS = {
    "expert-classic": BoardSet(Level(16, 30, 99), (0, 0), False),
    "expert-modern": BoardSet(Level(16, 30, 99), (3, 3), True),
    "intermediate-classic": BoardSet(Level(16, 16, 40), (0, 0), False),
    "beginner-classic": BoardSet(Level(9, 9, 10), (0, 0), False),
}


def boards(kind: BoardSet, count: int, seed: int) -> NDArray[np.bool_]:
    """Lay the first `count` boards of a set, (count, rows, cols) bool."""
    level, reach = kind.level, int(kind.opening)
    row, col = np.indices((level.rows, level.cols))
    spared = (abs(row - kind.first[0]) <= reach) & (abs(col - kind.first[1]) <= reach)
    free = np.flatnonzero(~spared)
    rng = np.random.default_rng(seed)
    mines = np.zeros((count, level.rows * level.cols), bool)
    for mask in mines:
        mask[rng.choice(free, size=level.mines, replace=False)] = True
    return mines.reshape(count, level.rows, level.cols)


def peers(path: Path, name: str) -> dict[str, dict[int, bool]]:
    """Read who won which board of a set: results by player and board."""
    found: dict[str, dict[int, bool]] = defaultdict(dict)
    with gzip.open(path, "rt", newline="") as lines:
        for row in csv.DictReader(lines):
            if row.pop("set") == name:
                board = int(row.pop("board"))
                for player, won in row.items():
                    if won:
                        found[player][board] = won == "1"
    return found


def interval(won: int, games: int) -> tuple[float, float]:
    """Give Wilson's 95 % interval of a win rate."""
    z = 1.96
    middle = (won + z * z / 2) / (games + z * z)
    half = z * sqrt(won * (games - won) / games + z * z / 4) / (games + z * z)
    return middle - half, middle + half


def mcnemar(gained: int, lost: int) -> float:
    """Give the two-sided exact p of McNemar's test for boards that only one of two players won."""
    few, both = min(gained, lost), gained + lost
    tail: int = sum(comb(both, k) for k in range(few + 1))
    return min(1.0, 2 * tail / (1 << both))


def pairs(table: Table, name: str, won: NDArray[np.bool_], path: Path) -> None:
    for player, results in peers(path, name).items():
        shared = [board for board in results if board < len(won)]
        gained = sum(bool(won[board]) and not results[board] for board in shared)
        lost = sum(results[board] and not won[board] for board in shared)
        if not shared:
            continue
        difference = (gained - lost) / len(shared)
        spread = 1.96 * sqrt((gained + lost) / len(shared) - difference**2) / sqrt(len(shared))
        table.add_row(
            *(name, player, str(len(shared)), f"+{gained} -{lost}"),
            *(f"{difference:+.2%} ± {spread:.2%}", f"{mcnemar(gained, lost):.2g}"),
        )


@dataclass
class Played:
    """What is known of a set: how its games ended, and their sums."""

    ending: NDArray[np.uint8]
    ms: float = 0.0
    guesses: int = 0
    stopped: bool = False

    @property
    def won(self) -> NDArray[np.bool_]:
        return np.asarray(self.ending == ENDINGS.index("won"))

    def add(self, games: Games) -> None:
        self.ending = np.concatenate([self.ending, games.ending])
        self.ms += float(games.ms.sum())
        self.guesses += int(games.guesses.sum())


def play_set(name: str, args: argparse.Namespace, progress: Progress) -> Played:
    kind = SETS[name]
    masks = boards(kind, args.boards, args.seed)
    task = progress.add_task(name, total=len(masks))
    played = Played(np.zeros(0, np.uint8))
    for begin in range(0, len(masks), CHUNK):
        chunk = masks[begin : begin + CHUNK]
        games = play(chunk, kind.first, strength=args.strength, threads=args.threads)
        if games.stopped:
            played.stopped = True
            break
        played.add(games)
        progress.update(task, advance=len(chunk))
    return played


def report(table: Table, name: str, played: Played) -> None:
    games, won = len(played.ending), int(played.won.sum())
    low, high = interval(won, games)
    by_proof = int((played.ending == ENDINGS.index("proof")).sum())
    table.add_row(
        *(name, str(games), f"{won / games:.2%}", f"{low:.2%} - {high:.2%}"),
        *(f"{played.ms / games:.2f}", f"{played.guesses / games:.2f}", str(by_proof)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-n", "--boards", type=int, default=20000, help="of each set")
    parser.add_argument("--sets", nargs="*", choices=list(SETS), default=list(SETS))
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--strength", choices=["fast", "default", "max"], default="default")
    parser.add_argument("--threads", type=int, help="default: all processors")
    parser.add_argument("--peers", type=Path, help="peers.csv.gz (for the default seed only)")
    args = parser.parse_args()
    if args.peers and args.seed != SEED:
        parser.error(f"the peers played the boards of seed {SEED}")
    rates = Table(
        "set", "boards", "won", "95 % interval", "ms per game", "guesses", "lost by proof"
    )
    paired = Table("set", "against", "boards", "only one won", "difference", "McNemar p")
    start = time.monotonic()
    with Progress() as progress:
        for name in args.sets:
            played = play_set(name, args, progress)
            if len(played.ending):
                report(rates, name, played)
            if args.peers:
                pairs(paired, name, played.won, args.peers)
            if played.stopped:
                break
    console = Console()
    console.print(rates)
    if args.peers:
        console.print(paired)
    console.print(f"strength {args.strength}, seed {args.seed}, {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
