"""Key boards played through the bot's own loop, without a screen, each inference timed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from rich.console import Console

from mwagent.minefield import (
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
from mwagent.minefield.command import say, warn
from mwagent.minefield.tables import show_table
from mwagent.player.play import LostSightError, Result, Times, Turn, VirtualWindow, play_game
from mwagent.player.records import GameLog, Session, live_page
from mwagent.player.session import Watcher
from mwagent.solvers import Solver, create, parse_options
from mwagent.virtual.arena.games import Timed

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


def play_key(
    key: Board,
    first: Cell,
    solver: Solver,
    *,
    count_mines: bool = True,
    clock: Callable[[], float] = time.perf_counter,
    watchers: Sequence[Watcher] = (),
) -> Round:
    """Play a key from a first click; with `count_mines` the solver knows the number of mines.

    `clock` gives the seconds by which inferences are timed. `watchers` are told of every turn, the
    first click being one, and of the result.

    Raises BoardFormatError when the key is not consistent, and InconsistentBoardError when the
    solver finds the board contradictory (which a key never is).
    """
    game = Game.from_key(key)

    def watch(turn: Turn) -> None:
        for watcher in watchers:
            watcher.turn(replace(turn, number=turn.number + 1))

    nothing = Times(0.0, 0.0, 0.0, 0.0)
    watch(Turn(0, game.board, Stage.WAITING, None, (Click(first),), nothing))
    began = time.perf_counter()
    game.play(Click(first))
    if game.stage is not Stage.ONGOING:
        watch(Turn(1, game.board, game.stage, None, (), nothing))
        spent = time.perf_counter() - began
        bbbv = difficulty(key.cells == MINE).bbbv
        at_once = Result(game.stage, spent, 1, 0, 0, 2, bbbv, game.board)
        for watcher in watchers:
            watcher.result(at_once)
        return Round(game.stage, None, [])
    watched = Timed(solver, clock=clock, count_mines=count_mines)
    try:
        result = play_game(VirtualWindow(game), watched, watch=watch)
    except LostSightError:
        # Nothing covers a virtual board: only the solver can be at fault.
        if watched.error is not None:
            raise watched.error from None
        raise
    whole = replace(result, clicks=result.clicks + 1, turns=result.turns + 1)
    for watcher in watchers:
        watcher.result(whole)
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
    key = load(args.key, notation="whole")
    name = "<stdin>" if args.key == "-" else args.key
    check_key(key, name)
    mines = int((key.cells == MINE).sum())
    if args.mines not in (None, mines):
        raise MinefieldError(f"{name}: -m says {args.mines} mines, but the key has {mines}")
    values = parse_options(args.solver, args.options)
    first = first_cell(key)
    rounds = []
    with _watching(args, values) as (watchers, session):
        for _ in range(args.repeat):
            solver = create(args.solver, values)
            rounds.append(
                play_key(key, first, solver, count_mines=not args.no_mines, watchers=watchers)
            )
        session.results += [done.result for done in rounds if done.result is not None]
    summary = _summary(name, args.solver, key, first, rounds)
    if args.json:
        print(json.dumps(summary))
    else:
        _show(summary, Console())
    return 0


@contextmanager
def _watching(
    args: argparse.Namespace, values: Mapping[str, object]
) -> Iterator[tuple[Sequence[Watcher], Session]]:
    """Who looks on: a page with `--watch`, a log with `--log`."""
    session = Session()
    with ExitStack() as stack:
        watchers: list[Watcher] = []
        if args.log is not None:
            log = stack.enter_context(GameLog(args.log, args.solver, values, "virtual"))
            watchers.append(log)
            stack.callback(_tell_failure, log)
        if args.watch:
            page = stack.enter_context(live_page(args.solver, values, "virtual", say))
            watchers += [page, _Pace(args.pace)]
            stack.callback(lambda: page.end(session))
        yield watchers, session


def _tell_failure(log: GameLog) -> None:
    """Say where the log could not be written."""
    if log.failure is not None:
        warn(str(log.failure))


class _Pace:
    """A watcher that lets every turn stay in sight for some seconds."""

    def __init__(self, seconds: float):
        self._seconds = seconds

    def turn(self, turn: Turn) -> None:
        """Wait."""
        del turn
        time.sleep(self._seconds)

    def result(self, result: Result) -> None:
        """Go on."""


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
    heads = ("inferences", "total", "mean", "std", "min", "25 %", "50 %", "75 %", "max")
    figures = [f"{times.inferences}", *(f"{value:.2f}" for value in times[1:])]
    show_table(console, f"{summary['solver']} on {summary['key']}, ms", heads, [figures])
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
