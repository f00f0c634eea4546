"""One game between a solver and a board: a pure function of board and entrant."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from math import log2
from typing import Final, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from minefield import FLAG, HIDDEN, Board, Cell, Click, Game, MinefieldError, Stage, difficulty
from mwagent.play import VirtualWindow, play_game
from solvers import Analysis, Solver, create, mincut
from virtual.arena.boards import Boards
from virtual.arena.entrants import PLANNERS, Entrant, code_version
from virtual.arena.policies import bring_in

OCTAVE: Final = 16
"""Buckets of a histogram of times per doubling of time: each is 4.4 % wide."""


class Ending(StrEnum):
    """How a game ended: won, or by which kind of click it was lost."""

    WON = "won"
    FIRST = "first"
    GUESS = "guess"
    PROOF = "proof"


class Played(NamedTuple):
    """One finished game.

    `ms` is the CPU time the solver took, `moves` how many positions it analysed, `guesses` how
    many cells it opened that were not proven safe (after the first click), `opened` how many safe
    cells were open in the end. `clicks` and `bbbv` (3BV) are known where the planner clicked.
    """

    number: int
    ending: Ending
    ms: float
    moves: int
    guesses: int
    opened: int
    clicks: int | None = None
    bbbv: int | None = None

    @property
    def win(self) -> bool:
        """Whether the game was won."""
        return self.ending is Ending.WON


class Task(NamedTuple):
    """Games for one worker: the boards of `numbers`, played by one entrant."""

    boards: Boards
    entrant: Entrant
    numbers: range


class Chunk(NamedTuple):
    """What a worker brings back: the games, and how long moves took, as a histogram."""

    games: list[Played]
    move_times: Counter[int]


@runtime_checkable
class PlaysWholeGames(Protocol):
    """A solver that plays whole games by itself, faster than move by move."""

    def play_games(
        self, mines: NDArray[np.bool_], first: Cell
    ) -> list[tuple[float, int, int, int, str]]:
        """Play games on (n, rows, cols) bool masks of mines, all starting at `first`.

        Returns for each game CPU ms, positions analysed, guesses, safe cells open in the end, and
        the `Ending`.
        """
        ...


class GameBrokenError(MinefieldError):
    """A game could not be played to its end; the message names solver and game."""

    exit_code = 1


class GiveUpError(MinefieldError):
    """A solver named no cell to open on a board that is not finished."""

    exit_code = 1


def play_task(task: Task) -> Chunk:
    """Play all games of a task; raises MinefieldError when other code than asked for is here."""
    bring_in(task.entrant.solver)
    here = code_version(task.entrant.solver, clicks=task.entrant.clicks)
    if here != task.entrant.version:
        raise MinefieldError(
            f"this worker has version {here} of {task.entrant.solver}, the arena asks for "
            f"{task.entrant.version}; install the same code on every machine"
        )
    solver = create(task.entrant.solver, task.entrant.values)
    if isinstance(solver, PlaysWholeGames) and not task.entrant.clicks:
        return _whole_games(task, solver)
    chunk = Chunk([], Counter())
    for number in task.numbers:
        # A fresh solver each time: what it remembers of other games must not matter.
        timed = Timed(create(task.entrant.solver, task.entrant.values))
        game = Game.from_mines(task.boards.mines(number))
        try:
            chunk.games.append(_play(number, game, task, timed))
        except MinefieldError as error:
            raise GameBrokenError(f"{task.entrant}, game {number}: {error}") from error
        chunk.move_times.update(bucket(seconds * 1000) for seconds in timed.seconds)
    return chunk


class Timed:
    """A solver with a stop-watch: CPU seconds of each analysis, and what was opened unproven."""

    def __init__(self, solver: Solver):
        mincut.load()
        self.seconds: list[float] = []
        self.guesses = 0
        self._solver = solver

    def analyse(self, board: Board) -> Analysis:
        """Analyse as the solver does, and note the time."""
        start = time.thread_time()
        analysis = self._solver.analyse(board)
        # A solver may work these out only when they are asked for.
        guess = not analysis.safe and analysis.best is not None
        self.seconds.append(time.thread_time() - start)
        self.guesses += guess
        return analysis

    @property
    def ms(self) -> float:
        """CPU milliseconds of all analyses."""
        return 1000 * sum(self.seconds)


def open_cells(
    game: Game, first: Cell, solver: Solver, watch: Callable[[Cell], object] = lambda cell: None
) -> Ending:
    """Play a game by opening cells: `first`, then whatever is proven safe, else the best cell.

    Calls `watch` with every cell before it is opened. Raises GiveUpError when the solver names
    none.
    """
    watch(first)
    game.play(Click(first))
    ending = Ending.FIRST
    while game.stage is Stage.ONGOING:
        board = game.board
        analysis = solver.analyse(board)
        hidden = board.cells == HIDDEN
        cells = [cell for cell in analysis.safe if hidden[cell]]
        ending = Ending.PROOF
        if not cells:
            ending = Ending.GUESS
            if analysis.best is None or not hidden[analysis.best]:
                raise GiveUpError(f"the solver names no cell to open on this board:\n{board}")
            cells = [analysis.best]
        for cell in cells:
            watch(cell)
            game.play(Click(cell))
    return Ending.WON if game.stage is Stage.WON else ending


def _play(number: int, game: Game, task: Task, timed: Timed) -> Played:
    if task.entrant.clicks:
        return _with_planner(number, game, task.boards.first, timed, task.entrant.clicks)
    return _open_cells(number, game, task.boards.first, timed)


def _open_cells(number: int, game: Game, first: Cell, timed: Timed) -> Played:
    return _played(number, open_cells(game, first, timed), game, timed)


def _with_planner(number: int, game: Game, first: Cell, timed: Timed, planner: str) -> Played:
    game.play(Click(first))
    mines = game.mines
    assert mines is not None
    ending = Ending.FIRST
    if game.stage is Stage.ONGOING:
        result = play_game(VirtualWindow(game), timed, planner=PLANNERS[planner])
        ending = Ending.PROOF if result.lost_at is None else Ending.GUESS
    if game.stage is Stage.WON:
        ending = Ending.WON
    played = _played(number, ending, game, timed)
    return played._replace(clicks=game.clicks, bbbv=difficulty(mines).bbbv)


def _played(number: int, ending: Ending, game: Game, timed: Timed) -> Played:
    opened = int((game.board.cells < FLAG).sum())
    return Played(number, ending, timed.ms, len(timed.seconds), timed.guesses, opened)


def _whole_games(task: Task, solver: PlaysWholeGames) -> Chunk:
    """Let the solver play all boards of one size and mine count at once."""
    games: list[Played] = []
    numbers = list(task.numbers)
    while numbers:
        masks = [task.boards.mines(numbers[0])]
        for number in numbers[1:]:
            mines = task.boards.mines(number)
            if mines.shape != masks[0].shape or mines.sum() != masks[0].sum():
                break
            masks.append(mines)
        batch = solver.play_games(np.array(masks), task.boards.first)
        for number, (ms, moves, guesses, opened, ending) in zip(numbers, batch, strict=False):
            games.append(Played(number, Ending(ending), ms, moves, guesses, opened))
        numbers = numbers[len(masks) :]
    # How long single moves take is sampled: one game of the task is played move by move.
    timed = Timed(create(task.entrant.solver, task.entrant.values))
    open_cells(Game.from_mines(task.boards.mines(task.numbers[0])), task.boards.first, timed)
    return Chunk(games, Counter(bucket(seconds * 1000) for seconds in timed.seconds))


def bucket(ms: float) -> int:
    """Put a time into its histogram bucket.

    >>> bucket(1.0), bucket(2.0), bucket(0.0)
    (0, 16, -320)
    """
    return max(-20 * OCTAVE, int(np.floor(log2(ms) * OCTAVE))) if ms > 0 else -20 * OCTAVE


def bucket_ms(index: float) -> float:
    """Give the time in the middle of a histogram bucket."""
    return float(2 ** ((index + 0.5) / OCTAVE))
