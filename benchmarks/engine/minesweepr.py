"""Systems of rules beside minesweepr (mrgriscom, Python 2): the same answers, and the times.

    git clone https://github.com/mrgriscom/minesweepr && 2to3 -w -n minesweepr/*.py
    python -m benchmarks.engine.minesweepr PATH/TO/minesweepr --positions 40

Positions are met in games on hexagons, squares and triangles. Twenty in three dimensions, 5x5x5
with 12 mines, were not done by minesweepr within three minutes, and are left out. Both programs
get the same rules in turn. 2to3 comes with Python 3.12 and older.
"""

from __future__ import annotations

import argparse
import importlib
import random
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

from mwagent.minefield import Shape, ShapedBoard
from mwagent.solvers import RuleSystem
from mwagent.virtual.shaped_games import ShapedGame

BOARDS = (
    (Shape("hexagons", (16, 16)), 40),
    (Shape("squares", (16, 16)), 40),
    (Shape("triangles", (16, 16)), 40),
)


def met(shape: Shape, mines: int, positions: int) -> Iterator[ShapedBoard]:
    """Positions from the third move on of games, as many as are asked for."""
    seed = 0
    while positions > 0:
        seed += 1
        game = ShapedGame(shape, mines, random.Random(seed))
        game.reveal(game.first)
        for move in range(1000):
            if game.won or game.lost or positions <= 0:
                break
            answer = RuleSystem.of_board(game.board).analyse()
            if move >= 2:
                positions -= 1
                yield game.board
            for place in answer.safe or (answer.best,):
                assert isinstance(place, tuple)
                game.reveal(place)


def theirs(module: ModuleType, system: RuleSystem) -> tuple[float, dict[object, float]]:
    """Seconds that minesweepr takes, and its probabilities."""
    rules = [module.Rule(rule.low, list(rule.cells)) for rule in system.rules if rule.cells]
    known = {cell for rule in system.rules for cell in rule.cells}
    begin = time.perf_counter()
    told = module.solve(rules, module.MineCount(len(system.cells), system.mines))
    seconds = time.perf_counter() - begin
    rest = told.pop(None, 0.0)
    told.update({cell: rest for cell in system.cells if cell not in known})
    return seconds, told


def loaded(checkout: Path) -> ModuleType:
    """minesweepr's module; its entries of a heap are told apart as Python 2 does, by address."""
    sys.path.insert(0, str(checkout.resolve().parent))
    module = importlib.import_module(f"{checkout.resolve().name}.minesweeper")
    module.Reduceable.__lt__ = lambda self, other: id(self) < id(other)
    return module


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("checkout", type=Path, help="of minesweepr, after 2to3")
    parser.add_argument("--positions", type=int, default=40, help="on each board (40)")
    args = parser.parse_args()
    module = loaded(args.checkout)
    print(
        f"{'board':<20}{'positions':>10}{'ours ms':>10}{'theirs ms':>11}{'times':>8}{'error':>10}"
    )
    for shape, mines in BOARDS:
        here, there, error = [], [], 0.0
        for board in met(shape, mines, args.positions):
            system = RuleSystem.of_board(board)
            begin = time.perf_counter()
            answer = system.analyse()
            here.append(time.perf_counter() - begin)
            seconds, told = theirs(module, system)
            there.append(seconds)
            error = max(error, *(abs(p - told[c]) for c, p in answer.mine_probability.items()))
        mine, other = 1000 * statistics.median(here), 1000 * statistics.median(there)
        print(
            f"{shape!s:<20}{len(here):>10}{mine:>10.3f}{other:>11.3f}{other / mine:>8.0f}"
            f"{error:>10.1e}"
        )


if __name__ == "__main__":
    main()
