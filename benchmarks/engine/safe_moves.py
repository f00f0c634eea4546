"""Is a cell called safe never a mine, and a cell called a mine never safe?

    python -m benchmarks.engine.safe_moves                    # ten million moves
    python -m benchmarks.engine.safe_moves --moves 100000     # a few seconds

Half of the moves are made inside the engine, in whole games of every strength on boards of many
sizes and densities: it opens what the two simple rules deduce and what counting proves. The other
half is checked from outside, cell by cell, on what `analyse` says of positions in the midst of
games: with the mine count and without, with mines flagged and flags trusted, with flags put at
random and not trusted, and within so short a budget that answers are estimates. A move is a cell
called safe that is opened; cells called mines are counted beside. Ctrl-C shows what is known so
far. The exit code is 1 if anything was called wrongly, and the position is printed as CSV.
"""

from __future__ import annotations

import argparse
import itertools
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from mwagent.minefield import FLAG, HIDDEN, Board, Cell, Level, count_around, dumps
from mwagent.solvers import Analysis, analyse, play
from mwagent.solvers.best import ENDINGS, Strength
from testbed.harness import show, words

SIZES = (
    Level(9, 9, 10),
    Level(16, 16, 40),
    Level(16, 30, 99),
    Level(16, 30, 130),
    Level(24, 30, 200),
    Level(12, 12, 60),
    Level(1, 40, 9),
    Level(3, 60, 45),
)
LARGE = (Level(40, 80, 640), Level(50, 50, 500), Level(100, 100, 2000))
STRENGTHS: tuple[Strength, ...] = ("fast", "default", "max")
MANNERS = ("count known", "count unknown", "flags trusted", "flags not trusted", "short of time")


@dataclass
class ProofCounts:
    """What was called safe or a mine, and how often wrongly."""

    safe: int = 0
    mines: int = 0
    games: int = 0
    wrong: list[str] = field(default_factory=list)


CountsByManner = dict[str, ProofCounts]


def lay(level: Level, rng: np.random.Generator) -> tuple[NDArray[np.bool_], Cell]:
    """Lay mines anywhere, and pick a first cell without one."""
    mines = np.zeros(level.rows * level.cols, bool)
    mines[rng.permutation(mines.size)[: level.mines]] = True
    first = int(rng.choice(np.flatnonzero(~mines)))
    return mines.reshape(level.rows, level.cols), divmod(first, level.cols)


def engine_games(moves: int, rng: np.random.Generator, tallies: CountsByManner) -> Iterator[int]:
    """Play whole games in the engine; yields the moves made so far."""
    made = 0
    for level, strength in itertools.cycle(itertools.product(SIZES, STRENGTHS)):
        if made >= moves:
            return
        tally = tallies[f"games, {strength}"]
        few = 4 if strength == "max" else 40
        first = (level.rows // 2, level.cols // 2)
        masks = np.stack([lay(level, rng)[0] for _ in range(few)])
        masks[:, first[0], first[1]] = False
        games = play(masks, first, strength=strength)
        if games.stopped:
            raise KeyboardInterrupt
        opened = int(games.opened.sum() - games.guesses.sum())
        tally.safe += opened
        tally.games += few
        for mask in masks[games.ending == ENDINGS.index("proof")]:
            shown = np.where(mask, np.int8(FLAG), np.int8(HIDDEN))
            tally.wrong.append(f"a game from {first} with these mines:\n{dumps(Board(shown))}")
        made += opened
        yield made


def told_moves(moves: int, rng: np.random.Generator, tallies: CountsByManner) -> Iterator[int]:
    """Play games by what `analyse` says; yields the moves made so far."""
    made = 0
    for level, manner in itertools.cycle(itertools.product(SIZES + LARGE, MANNERS)):
        if made >= moves:
            return
        made += told_game(level, manner, rng, tallies[f"told, {manner}"])
        yield made


def told_game(level: Level, manner: str, rng: np.random.Generator, tally: ProofCounts) -> int:
    mines, first = lay(level, rng)
    numbers = count_around(mines)
    cells = np.full(mines.shape, HIDDEN, np.int8)
    cells[first] = numbers[first]
    budget = 2.0 if manner != "short of time" else float(10 ** rng.uniform(-5, -2))
    begun = tally.safe
    while (cells[~mines] > 8).any():
        shown = cells.copy()
        if manner == "flags not trusted":
            shown[(shown == HIDDEN) & (rng.random(shown.shape) < 0.1)] = FLAG
        count = None if manner == "count unknown" else level.mines
        analysis = analyse(shown, count, trust_flags=manner != "flags not trusted", budget=budget)
        check(analysis, shown, count, mines, tally)
        if manner == "flags trusted":
            for cell in analysis.mines[: int(rng.integers(0, 5))]:
                cells[cell] = FLAG
        opened = analysis.safe
        if not opened:
            row, col = rng.choice(np.argwhere((cells > 8) & ~mines))
            opened = ((int(row), int(col)),)
        for cell in opened:
            if not mines[cell]:
                cells[cell] = numbers[cell]
        if tally.wrong:
            break
    tally.games += 1
    return tally.safe - begun


def check(
    analysis: Analysis,
    shown: NDArray[np.int8],
    count: int | None,
    mines: NDArray[np.bool_],
    tally: ProofCounts,
) -> None:
    tally.safe += len(analysis.safe)
    tally.mines += len(analysis.mines)
    chance = analysis.mine_probability
    wrong = [f"{cell} is called safe" for cell in analysis.safe if mines[cell]]
    wrong += [f"{cell} is called a mine" for cell in analysis.mines if not mines[cell]]
    wrong += [f"{tuple(cell)} has chance 0" for cell in np.argwhere((chance == 0) & mines)]
    wrong += [f"{tuple(cell)} has chance 1" for cell in np.argwhere((chance == 1) & ~mines)]
    best = analysis.decide().best
    if analysis.safe and best not in analysis.safe:
        wrong.append(f"best is {best}, which is not among the safe cells")
    tally.wrong += [f"{what}:\n{dumps(Board(shown, count))}" for what in wrong]


def report(options: argparse.Namespace, tallies: CountsByManner) -> int:
    rows = [
        {
            "how": how,
            "games": tally.games,
            "called safe": tally.safe,
            "called mines": "" if how.startswith("games") else tally.mines,
            "wrong": len(tally.wrong),
        }
        for how, tally in tallies.items()
    ]
    every = tallies.values()
    wrong = [what for tally in every for what in tally.wrong]
    said = (
        f"{sum(tally.safe for tally in every):,} moves, "
        f"{sum(tally.mines for tally in every):,} mines named, {len(wrong)} wrong"
    )
    show(options, rows, note="\n".join([said, *wrong[:3]]))
    return 1 if wrong else 0


def main() -> int:
    parser = words(__doc__)
    parser.add_argument("--moves", type=int, default=10_000_000, help="default: %(default)s")
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    tallies: CountsByManner = defaultdict(ProofCounts)
    half = (args.moves + 1) // 2
    try:
        with Progress() as progress:
            for name, moves in (("in the engine", engine_games), ("as told", told_moves)):
                task = progress.add_task(name, total=half)
                for made in moves(half, rng, tallies):
                    progress.update(task, completed=made)
    except KeyboardInterrupt:
        print("stopped; what is known:", file=sys.stderr)
    return report(args, tallies)


if __name__ == "__main__":
    sys.exit(main())
