"""CPU time a game, ours and the Java player's, on the same boards in one interleaved run.

    git clone https://github.com/DavidNHill/Minesweeper peer && mkdir classes
    javac -nowarn -d classes $(find peer/MineSweeperSolver peer/MinesweeperGameState \
        peer/Asynchronous -name "*.java") benchmarks/engine/JavaPlayer.java
    python -m benchmarks.engine.speed --java classes --games 1000

Blocks of boards are played by one player after the other, each on one core, so that whatever
else the machine does is the same for all. Measured is the CPU time of the thread that plays;
Java's compiler has the first games, which are not counted, to get warm. The Java player has the
settings its author uses for many games (small analysis) and plays without flags.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.engine import strength
from mwagent.solvers import play
from mwagent.solvers.best import ENDINGS, Strength
from testbed.harness import show, words

BLOCK: Final = 10
"""Boards that a player has before it is the next one's turn."""
ROUNDS: Final = 1000
"""Times the ratios are drawn again for their interval, block by block."""
OURS: Final = {"best": "default", "best strength=fast": "fast"}


class Java:
    """The Java player in a process of its own."""

    def __init__(self, classes: Path):
        self._process = subprocess.Popen(
            ["java", "-cp", str(classes), "JavaPlayer"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, boards: NDArray[np.bool_], first: tuple[int, int]) -> list[tuple[bool, float]]:
        """Whether each board was won, and milliseconds of CPU time."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        found = []
        for mines in boards:
            rows, cols = mines.shape
            cells = np.flatnonzero(mines).tolist()
            line = [cols, rows, len(cells), first[1], first[0], *cells]
            print(*line, file=self._process.stdin, flush=True)
            while not (answer := self._process.stdout.readline()).startswith("game "):
                if not answer:
                    sys.exit("the Java player has ended; is it compiled as --help says?")
            _, won, spent = answer.split()
            found.append((won == "1", float(spent)))
        return found

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def ours(
    boards: NDArray[np.bool_], first: tuple[int, int], strength: Strength
) -> list[tuple[bool, float]]:
    """The same of one of our players."""
    games = play(boards, first, strength=strength, threads=1)
    won = games.ending == ENDINGS.index("won")
    return list(zip(won.tolist(), games.ms.tolist(), strict=True))


def interval(block: NDArray[np.float64], beside: NDArray[np.float64], seed: int) -> list[float]:
    """The 95 % interval of the ratio of two sums, from the blocks drawn again and again."""
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, len(block), (ROUNDS, len(block)))
    ratios = block[drawn].sum(1) / beside[drawn].sum(1)
    return [float(q) for q in np.quantile(ratios, (0.025, 0.975))]


def main() -> int:
    """Play, and print milliseconds a game and their ratios."""
    parser = words(__doc__, strength.SEED)
    parser.add_argument("--java", type=Path, required=True, metavar="CLASSES", help="its classes")
    parser.add_argument("--set", choices=strength.SETS, default="expert-classic")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--warm", type=int, default=300, help="games before, that do not count")
    options = parser.parse_args()
    kind = strength.SETS[options.set]
    boards = strength.boards(kind, options.warm + options.games, options.seed)
    java = Java(options.java)
    players = {"Java": lambda some: java.play(some, kind.first)} | {
        name: (lambda some, strength=strength: ours(some, kind.first, strength))
        for name, strength in OURS.items()
    }
    java.play(boards[: options.warm], kind.first)
    spent: dict[str, list[float]] = {name: [] for name in players}
    won = dict.fromkeys(players, 0)
    for start in range(options.warm, len(boards), BLOCK):
        for name, player in players.items():
            games = player(boards[start : start + BLOCK])
            spent[name].append(sum(ms for _, ms in games))
            won[name] += sum(victory for victory, _ in games)
    java.close()
    beside = np.array(spent["Java"])
    rows = []
    for name in players:
        block = np.array(spent[name])
        low, high = interval(block, beside, options.seed)
        rows.append(
            {
                "player": name,
                "won": f"{won[name] / options.games:.1%}",
                "ms a game": float(block.sum() / options.games),
                "of Java's time": float(block.sum() / beside.sum()),
                "95 % interval": f"{low:.2f} to {high:.2f}",
            }
        )
    show(options, rows, f"{options.set}, {options.games} boards")
    return 0


if __name__ == "__main__":
    sys.exit(main())
