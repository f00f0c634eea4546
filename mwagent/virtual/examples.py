"""The boards in `example_boards/`, made from fixed seeds.

Keys are boards that can be won without a guess: small ones are found by trying seeds, large ones
are mended until they can. Positions are moments of games: one that single numbers solve, one that
needs numbers taken together, one that comes down to a coin toss, large ones, one with flags.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    Board,
    Cell,
    Click,
    FirstClick,
    Game,
    Level,
    Stage,
    count_around,
    dumps,
    key_board,
    neighbours,
    random_mines,
)
from mwagent.minefield.files import write_whole
from mwagent.solvers import Analysis, create

if TYPE_CHECKING:
    import argparse

SEED: Final = 20261121
SOLVER: Final = create("exactsolver")

KEYS: Final = {
    "1.csv": Level.parse("beginner"),
    "2.csv": Level.parse("expert"),
    "3.csv": Level.parse("intermediate"),
    "4.csv": Level(rows=40, cols=80, mines=640),
    "5.csv": Level(rows=80, cols=40, mines=640),
}


def middle(level: Level) -> Cell:
    """Give the cell in the middle, where all examples begin."""
    return level.rows // 2, level.cols // 2


def moments(mines: NDArray[np.bool_], first: Cell) -> Iterator[tuple[Board, Analysis]]:
    """Play by proof, yielding every position with its analysis; ends won, or where none helps."""
    game = Game.from_mines(mines)
    game.play(Click(first))
    while game.stage is Stage.ONGOING:
        analysis = SOLVER.analyse(game.board)
        yield game.board, analysis
        if not analysis.safe:
            return
        for cell in analysis.safe:
            game.play(Click(cell))


def solvable_key(level: Level, seed: int) -> Board:
    """Make a key that can be won without a guess, from the middle of the board."""
    rng = np.random.default_rng(seed)
    first = middle(level)
    mines = random_mines(level, rng, first, FirstClick.OPEN)
    stuck = _where_stuck(mines, first)
    while stuck is not None:
        fresh = _mend(mines, stuck, rng, first)
        after = _where_stuck(fresh, first)
        if after is None or (after.cells <= 8).sum() >= (stuck.cells <= 8).sum():
            mines, stuck = fresh, after
    return key_board(mines, first)


def _where_stuck(mines: NDArray[np.bool_], first: Cell) -> Board | None:
    """Play by proof; returns the position in which nothing is proven, None when it is won."""
    board = None
    for board, analysis in moments(mines, first):
        if not analysis.safe:
            return board
    return None


def _mend(
    mines: NDArray[np.bool_], stuck: Board, rng: np.random.Generator, first: Cell
) -> NDArray[np.bool_]:
    """Move a mine from around the place where play is stuck to elsewhere, or the other way."""
    hidden = stuck.cells == HIDDEN
    near = hidden & (count_around(stuck.cells <= 8) > 0)
    near |= hidden & (count_around(near) > 0)
    row, col = first
    spared = np.zeros_like(hidden)
    spared[row - 1 : row + 2, col - 1 : col + 2] = True
    cells = np.argwhere(near)
    here = tuple(cells[rng.integers(len(cells))])
    others = np.argwhere((mines != mines[here]) & ~spared)
    there = tuple(others[rng.integers(len(others))])
    fresh = mines.copy()
    fresh[here], fresh[there] = mines[there], mines[here]
    return fresh


def find_moment(
    level: Level,
    wanted: Callable[[Board, Analysis], bool],
    rule: FirstClick = FirstClick.OPEN,
) -> Board:
    """Find the first position, over seeds and moves, that is `wanted`."""
    for seed in count(SEED):
        mines = random_mines(level, seed, middle(level), rule)
        for board, analysis in moments(mines, middle(level)):
            if wanted(board, analysis):
                return board
    raise AssertionError("seeds never end")


def single_numbers_prove(board: Board) -> int:
    """Count the safe cells that follow from one number at a time."""
    mines = board.known_mines.copy()
    safe = np.zeros(board.shape, bool)
    while True:
        before = int(mines.sum() + safe.sum())
        for row, col in np.argwhere(board.cells <= 8):
            around = list(neighbours((int(row), int(col)), board.shape))
            left = int(board.cells[row, col]) - sum(bool(mines[n]) for n in around)
            unknown = [n for n in around if board[n] == HIDDEN and not (mines[n] or safe[n])]
            for cell in unknown:
                safe[cell] |= left == 0
                mines[cell] |= left == len(unknown)
        if int(mines.sum() + safe.sum()) == before:
            return int(safe.sum())


def _half_open(board: Board) -> bool:
    share = float((board.cells <= 8).mean())
    return 0.3 < share < 0.6


def _easy(board: Board, analysis: Analysis) -> bool:
    return _half_open(board) and single_numbers_prove(board) == len(analysis.safe) >= 3


def _needs_sets(board: Board, analysis: Analysis) -> bool:
    return _half_open(board) and len(analysis.safe) >= 2 and single_numbers_prove(board) == 0


def _coin_toss(board: Board, analysis: Analysis) -> bool:
    open_to_choice = analysis.mine_probability[analysis.mine_probability < 1]
    return not analysis.safe and open_to_choice.size >= 2 and bool(np.allclose(open_to_choice, 0.5))


def _guess(board: Board, analysis: Analysis) -> bool:
    return _half_open(board) and not analysis.safe


def with_flags(board: Board, analysis: Analysis) -> Board:
    """Put flags on every other mine that is proven."""
    cells = board.cells.copy()
    for cell in analysis.mines[::2]:
        cells[cell] = FLAG
    return Board(cells, board.mines)


def positions() -> dict[str, Board]:
    """Make the positions for one-step solving."""
    beginner, expert = KEYS["1.csv"], KEYS["2.csv"]
    flagged = find_moment(expert, lambda board, analysis: _half_open(board))
    return {
        "1.csv": find_moment(beginner, _easy),
        "2.csv": find_moment(KEYS["3.csv"], _needs_sets),
        "3.csv": find_moment(beginner, _coin_toss),
        "4.csv": find_moment(KEYS["4.csv"], lambda board, analysis: len(analysis.safe) >= 20),
        "5.csv": Board(find_moment(expert, _guess).cells),
        "6.csv": with_flags(flagged, SOLVER.analyse(flagged)),
    }


def write(folder: Path) -> None:
    """Write all boards into a folder; raises OSError."""
    (folder / "key").mkdir(parents=True, exist_ok=True)
    for name, board in positions().items():
        write_whole(folder / name, dumps(board))
    for name, level in KEYS.items():
        write_whole(folder / "key" / name, dumps(solvable_key(level, SEED)))


def run(args: argparse.Namespace) -> int:
    """Carry out `python -m virtual.make_examples`; returns the exit code, raises OSError."""
    write(args.folder)
    return 0
