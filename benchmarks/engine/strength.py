"""How often `best` wins, on boards of one seed, and against other players on the same boards.

    python -m benchmarks.engine.strength                          # 20 000 boards of each set
    python -m benchmarks.engine.strength -n 2000 --sets expert-classic --strength fast
    python -m benchmarks.engine.strength --peers peers.csv.gz     # paired with other players

A set draws all its boards from one fresh numpy PCG64 generator; a board takes its mines without
replacement from the cells the first click leaves, in ascending order. `peers.csv.gz` has columns
set, board and one per player, with 1 won, 0 lost, empty not played; a player is compared on the
boards it has played. Differences come with their 95 % interval and the p of McNemar's exact test.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from mwagent.minefield import Cell, Level
from mwagent.solvers import play
from mwagent.solvers.best import ENDINGS, Games
from mwagent.virtual.arena.statistics import paired, wilson
from testbed.harness import Row, show, words

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


def pairs(name: str, won: NDArray[np.bool_], path: Path) -> list[Row]:
    rows: list[Row] = []
    for player, results in peers(path, name).items():
        shared = [board for board in results if board < len(won)]
        if not shared:
            continue
        ours = np.array([won[board] for board in shared])
        theirs = np.array([results[board] for board in shared])
        gained, lost = int((ours & ~theirs).sum()), int((theirs & ~ours).sum())
        ahead = paired(len(shared), gained, lost)
        half = (ahead.interval.high - ahead.interval.low) / 2
        rows.append(
            {
                "set": name,
                "against": player,
                "boards": len(shared),
                "we won": f"{ours.mean():.2%}",
                "they won": f"{theirs.mean():.2%}",
                "only one won": f"+{gained} -{lost}",
                "difference, 95 %": f"{ahead.difference:+.2%} ± {half:.2%}",
                "McNemar p": f"{ahead.p:.2g}",
            }
        )
    return rows


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


def report(name: str, played: Played) -> Row:
    games, won = len(played.ending), int(played.won.sum())
    low, high = wilson(won, games)
    by_proof = int((played.ending == ENDINGS.index("proof")).sum())
    return {
        "set": name,
        "boards": games,
        "won": f"{won / games:.2%}",
        "95 % interval": f"{low:.2%} - {high:.2%}",
        "ms per game": played.ms / games,
        "guesses": f"{played.guesses / games:.2f}",
        "lost by proof": by_proof,
    }


def main() -> None:
    parser = words(__doc__, SEED)
    parser.add_argument("-n", "--boards", type=int, default=20000, help="of each set")
    parser.add_argument("--sets", nargs="*", choices=list(SETS), default=list(SETS))
    parser.add_argument("--strength", choices=["fast", "default", "max"], default="default")
    parser.add_argument("--threads", type=int, help="default: all processors")
    parser.add_argument("--peers", type=Path, help="peers.csv.gz (for the default seed only)")
    args = parser.parse_args()
    if args.peers and args.seed != SEED:
        parser.error(f"the peers played the boards of seed {SEED}")
    rates: list[Row] = []
    against: list[Row] = []
    start = time.monotonic()
    with Progress() as progress:
        for name in args.sets:
            played = play_set(name, args, progress)
            if len(played.ending):
                rates.append(report(name, played))
            if args.peers:
                against += pairs(name, played.won, args.peers)
            if played.stopped:
                break
    taken = f"strength {args.strength}, seed {args.seed}, {time.monotonic() - start:.0f} s"
    show(args, rates, note=taken)
    if args.peers:
        show(args, against)


if __name__ == "__main__":
    main()
