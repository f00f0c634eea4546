"""Key boards played through the bot's own loop, without a screen, each inference timed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.table import Table

from minefield import (
    FLAG,
    MINE,
    Board,
    Cell,
    Click,
    Game,
    MinefieldError,
    Stage,
    check_key,
    difficulty,
    load,
)
from mwagent.play import LostSightError, Result, VirtualWindow, play_game
from solvers import (
    Analysis,
    InconsistentBoardError,
    Solver,
    create,
    mincut,
    parse_options,
)

if TYPE_CHECKING:
    import argparse


class Inferences(NamedTuple):
    """Times of inferences, in ms."""

    inferences: int
    total: float
    mean: float
    std: float
    min: float
    q25: float
    median: float
    q75: float
    max: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Inferences:
        """Sum up times given in seconds; all are 0 when there are none."""
        ms = 1000 * np.array(seconds or [0.0])
        quartiles = np.quantile(ms, [0.25, 0.5, 0.75])
        figures = (ms.sum(), ms.mean(), ms.std(), ms.min(), *quartiles, ms.max())
        return cls(len(seconds), *map(float, figures))


class Round(NamedTuple):
    """One game on a key: the loop's result, and the seconds of each inference.

    `result` is None when the first click, which no solver chose, already ended the game.
    """

    stage: Stage
    result: Result | None
    seconds: list[float]


class _Watched:
    """A solver with a stop-watch, which may be kept from knowing the number of mines."""

    def __init__(self, solver: Solver, *, count_mines: bool, clock: Callable[[], float]):
        mincut.load()
        self.seconds: list[float] = []
        self.error: InconsistentBoardError | None = None
        self._solver = solver
        self._count_mines = count_mines
        self._clock = clock

    def analyse(self, board: Board) -> Analysis:
        seen = board if self._count_mines else Board(board.cells)
        start = self._clock()
        try:
            analysis = self._solver.analyse(seen)
            if not analysis.safe:
                _ = analysis.best  # which a solver may work out only when it is asked for
            return analysis
        except InconsistentBoardError as error:
            self.error = error
            raise
        finally:
            self.seconds.append(self._clock() - start)


def play_key(
    key: Board,
    first: Cell,
    solver: Solver,
    *,
    count_mines: bool = True,
    clock: Callable[[], float] = time.perf_counter,
) -> Round:
    """Play a key from a first click; with `count_mines` the solver knows the number of mines.

    `clock` gives the seconds by which inferences are timed.

    Raises BoardFormatError when the key is not consistent, and InconsistentBoardError when the
    solver finds the board contradictory (which a key never is).
    """
    game = Game.from_key(key)
    game.play(Click(first))
    if game.stage is not Stage.ONGOING:
        return Round(game.stage, None, [])
    watched = _Watched(solver, count_mines=count_mines, clock=clock)
    try:
        result = play_game(VirtualWindow(game), watched)
    except LostSightError:
        # Nothing covers a virtual board: only the solver can be at fault.
        if watched.error is not None:
            raise watched.error from None
        raise
    return Round(result.stage, result, watched.seconds)


def first_cell(key: Board) -> Cell:
    """Give the cell to begin with: the key's `#first_bloc`, else its first blank or safe cell."""
    if key.first is not None:
        return key.first
    for wanted in (key.cells == 0, key.cells < MINE):
        cells = np.argwhere(wanted)
        if len(cells):
            return int(cells[0, 0]), int(cells[0, 1])
    raise MinefieldError("every cell of the key is a mine")


def run(args: argparse.Namespace) -> int:
    """Carry out `python -m virtual.mwagent`; returns the exit code, raises MinefieldError."""
    key = load(args.key)
    name = "<stdin>" if args.key == "-" else args.key
    check_key(key, name)
    mines = int((key.cells == MINE).sum())
    if args.mines not in (None, mines):
        raise MinefieldError(f"{name}: -m says {args.mines} mines, but the key has {mines}")
    if args.repeat < 1:
        raise MinefieldError(f"--repeat needs a number from 1 on, got {args.repeat}")
    values = parse_options(args.solver, args.options)
    first = first_cell(key)
    rounds = []
    for _ in range(args.repeat):
        solver = create(args.solver, values)
        rounds.append(play_key(key, first, solver, count_mines=not args.no_mines))
    summary = _summary(name, args.solver, key, first, rounds)
    if args.json:
        print(json.dumps(summary))
    else:
        _show(summary, Console())
    return 0


def _summary(
    name: str, solver: str, key: Board, first: Cell, rounds: Sequence[Round]
) -> dict[str, Any]:
    last = rounds[-1]
    result = last.result
    to_open = int((key.cells < MINE).sum())
    left = 0 if last.stage is Stage.WON or result is None else _still_closed(result.board, key)
    return {
        "key": name,
        "rows": key.shape[0],
        "cols": key.shape[1],
        "mines": int((key.cells == MINE).sum()),
        "first_bloc": list(first),
        "solver": solver,
        "result": str(last.stage),
        "won": sum(done.stage is Stage.WON for done in rounds),
        "rounds": len(rounds),
        "opened": to_open - left,
        "to_open": to_open,
        "clicks": 1 + (result.clicks if result else 0),
        "guesses": result.guesses if result else 0,
        "bbbv": difficulty(key.cells == MINE).bbbv,
        "ms": Inferences.of([t for done in rounds for t in done.seconds])._asdict(),
    }


def _still_closed(board: Board, key: Board) -> int:
    return int(((board.cells >= FLAG) & (key.cells < MINE)).sum())


def _show(summary: dict[str, Any], console: Console) -> None:
    times = Inferences(**summary["ms"])
    table = Table("inferences", "total", "mean", "std", "min", "25 %", "50 %", "75 %", "max")
    table.title = f"{summary['solver']} on {summary['key']}, ms"
    table.title_justify = "left"
    for column in table.columns:
        column.justify = "right"
    table.add_row(f"{times.inferences}", *(f"{value:.2f}" for value in times[1:]))
    console.print(table)
    rounds = int(summary["rounds"])
    row, col = map(int, summary["first_bloc"])
    outcome = f"won {summary['won']} of {rounds} games" if rounds > 1 else summary["result"]
    console.print(
        f"{outcome}: {summary['opened']} of {summary['to_open']} cells opened, "
        f"{summary['guesses']} guesses, {summary['clicks']} clicks (3BV {summary['bbbv']}), "
        f"first click {row},{col}",
        highlight=False,
        soft_wrap=True,
    )
