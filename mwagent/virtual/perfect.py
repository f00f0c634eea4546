"""`python -m virtual.perfect`: how many games can be won on a small board with perfect play.

Every first cell is tried, in any of which the first click is safe, and all layouts of the mines are
played to their end by an exact search (`engine/play/perfect.h`). Beside that stands how many of the
same layouts the solver `best` wins.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mwagent.minefield import BoardFormatError, MinefieldError, command

if TYPE_CHECKING:
    import argparse

    import numpy as np
    from numpy.typing import NDArray

    from mwagent.minefield import Cell, Level

EXAMPLES = """examples:
  python -m virtual.perfect --size 4x4 --mines 4
  python -m virtual.perfect --size 5x5 --mines 4 --play default fast
  python -m virtual.perfect --size 2x8 --mines 4 --json"""
MOST_LAYOUTS: Final = 60_000
"""Largest number of layouts of the mines that are played out."""
WORK: Final = 10**14
"""Byte operations after which a search gives up: days, so that Ctrl-C comes first."""


@dataclass(frozen=True, slots=True)
class PerfectPlay:
    """The best first cell of a board, its layouts of the mines, and how many of them can be won.

    `nodes` is how many sets of layouts the search looked into.
    """

    first: Cell
    layouts: int
    wins: int
    nodes: int


def best_first(level: Level, progress: bool = False) -> PerfectPlay:
    """Find the first cell after which most layouts can be won.

    Raises BoardFormatError where there are more layouts than can be searched.

    >>> from mwagent import Level
    >>> best_first(Level(3, 3, 2))
    PerfectPlay(first=(0, 1), layouts=28, wins=24, nodes=54)
    """
    count = layout_count(level)
    if count > MOST_LAYOUTS:
        raise BoardFormatError(
            f"a board of {level.rows}x{level.cols} with {level.mines} mines has {count} layouts; "
            f"at most {MOST_LAYOUTS} can be searched: take a smaller one, or fewer mines"
        )
    from rich.console import Console
    from rich.progress import track

    cells = first_cells(level)
    console = Console(stderr=True, quiet=not progress)
    with ProcessPoolExecutor() as pool:
        found = pool.map(_after, itertools.repeat(level), cells)
        seen = track(found, "first cells", len(cells), console=console)
        return max(seen, key=lambda play: play.wins)


def layout_count(level: Level) -> int:
    """Count the layouts of the mines that leave the first cell free.

    >>> from mwagent import Level
    >>> layout_count(Level(4, 4, 4))
    1365
    """
    return math.comb(level.rows * level.cols - 1, level.mines)


def first_cells(level: Level) -> list[Cell]:
    """List one of each set of first cells that turning or mirroring the board makes alike.

    >>> from mwagent import Level
    >>> first_cells(Level(3, 3, 1)), first_cells(Level(2, 3, 1))
    ([(0, 0), (0, 1), (1, 1)], [(0, 0), (0, 1)])
    """
    rows, cols = level.rows, level.cols
    quarter = itertools.product(range((rows + 1) // 2), range((cols + 1) // 2))
    return [(row, col) for row, col in quarter if rows != cols or row <= col]


def layouts(level: Level, first: Cell) -> NDArray[np.bool_]:
    """Lay the mines in every way that leaves `first` free, (n, rows, cols) bool."""
    import numpy as np

    size = level.rows * level.cols
    free = [cell for cell in range(size) if cell != first[0] * level.cols + first[1]]
    chosen = np.array(list(itertools.combinations(free, level.mines)), np.intp)
    masks = np.zeros((len(chosen), size), bool)
    np.put_along_axis(masks, chosen.reshape(len(chosen), -1), True, axis=1)
    return masks.reshape(-1, level.rows, level.cols)


def _after(level: Level, first: Cell) -> PerfectPlay:
    from mwagent.solvers import _engine

    index = first[0] * level.cols + first[1]
    found = _engine.perfect(level.rows, level.cols, level.mines, index, WORK)
    if found is None:
        raise BoardFormatError(
            f"a board of {level.rows}x{level.cols} with {level.mines} mines takes too long"
        )
    return PerfectPlay(first, *found)


def _level(size: str, mines: int) -> Level:
    from mwagent.minefield import Level
    from mwagent.minefield.given import shortened

    match = re.fullmatch("([0-9]{1,9})x([0-9]{1,9})", size)
    if match is None or "0" in (match[1], match[2]):
        raise MinefieldError(f"--size is ROWSxCOLS such as 4x4, not {shortened(size)}")
    return Level(int(match[1]), int(match[2]), mines)


def _run(words: Sequence[str] | None) -> int:
    args = parser().parse_args(words)
    from rich.console import Console

    from mwagent.solvers.best import play

    level = _level(args.size, args.mines)
    perfect = best_first(level, progress=not args.json)
    masks = layouts(level, perfect.first)
    won = {
        strength: int(play(masks, perfect.first, strength=strength).won.sum())
        for strength in args.play
    }
    if args.json:
        answer = {"first": perfect.first, "layouts": perfect.layouts, "wins": perfect.wins}
        print(json.dumps({**answer, "best": won}))
        return 0
    share = perfect.wins / perfect.layouts
    console = Console(highlight=False)
    console.print(
        f"{args.size} with {level.mines} mines: {perfect.wins} of {perfect.layouts} layouts can be "
        f"won ({share:.2%}), opening ({perfect.first[0]}, {perfect.first[1]}) first",
        soft_wrap=True,
    )
    for strength, wins in won.items():
        lacking = perfect.wins - wins
        console.print(f"best, strength={strength}: {wins} ({lacking} fewer)")
    return 0


def parser() -> argparse.ArgumentParser:
    """The parser of the command's arguments."""
    from mwagent.minefield.arguments import Parser, natural

    words = Parser(
        "virtual.perfect",
        "How many games can be won on a small board, and how many the solver `best` wins.",
        EXAMPLES,
    )
    words.option("--size ROWSxCOLS", "such as 4x4", required=True)
    words.add_argument("--mines", required=True, type=natural, metavar="N")
    words.option(
        "--play",
        "strengths of `best` that play all layouts (%(default)s)",
        nargs="*",
        choices=("fast", "default", "max"),
        default=["default"],
    )
    words.option("--json", "print one JSON object")
    return words


main = command.main_of("virtual.perfect", _run)

if __name__ == "__main__":
    command.leave(main())
