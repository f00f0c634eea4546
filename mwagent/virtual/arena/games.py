"""One game between a solver and a board: a pure function of board and entrant."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    Board,
    Cell,
    Click,
    Game,
    MinefieldError,
    Stage,
    difficulty,
)
from mwagent.player.play import VirtualWindow, play_game
from mwagent.solvers import Analysis, InconsistentBoardError, Solver, _engine, create
from mwagent.solvers.plugins import Checked
from mwagent.solvers.python import mincut
from mwagent.virtual.arena.boards import Boards
from mwagent.virtual.arena.entrants import OWN, PLANNERS, Entrant, bring_in, code_version

LUCK_SECONDS: Final = 5.0
"""Seconds for which a game's luck is reckoned at most: on wide boards what comes later counts in
full."""


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
    `found` is how many mines were known in the end. Where luck is reckoned, `risk` is the sum of
    the exact mine probabilities of all guesses, `luck` what the game owes to chance in games won.
    """

    number: int
    ending: Ending
    ms: float
    moves: int
    guesses: int
    opened: int
    clicks: int | None = None
    bbbv: int | None = None
    found: int | None = None
    risk: float | None = None
    luck: float | None = None

    @property
    def win(self) -> bool:
        """Whether the game was won."""
        return self.ending is Ending.WON


class Task(NamedTuple):
    """Games for one worker: the boards of `numbers`, played by one entrant."""

    boards: Boards
    entrant: Entrant
    numbers: range
    luck: bool = False
    """Whether to reckon what each game owes to chance."""


class Clock(Protocol):
    """When an entrant began to think over a move, on `time.monotonic`; 0 while it does not."""

    value: float


class Chunk(NamedTuple):
    """What a worker brings back: the games, and how many moves took how many microseconds."""

    games: list[Played]
    move_times: Counter[int]


@runtime_checkable
class PlaysWholeGames(Protocol):
    """A solver that plays whole games by itself, faster than move by move."""

    def play_games(
        self, mines: NDArray[np.bool_], first: Cell
    ) -> list[tuple[float, int, int, int, str, int, list[Cell]]]:
        """Play games on (n, rows, cols) bool masks of mines, all starting at `first`.

        Returns for each game CPU ms, positions analysed, guesses, safe cells open in the end, the
        `Ending`, mines known in the end, and the cells opened that were not proven safe, in order.
        """
        ...


class GameBrokenError(MinefieldError):
    """A game could not be played to its end; the message names solver and game."""

    exit_code = 1


class GiveUpError(MinefieldError):
    """A solver named no cell to open on a board that is not finished."""

    exit_code = 1


def play_task(task: Task, moving: Clock | None = None) -> Chunk:
    """Play all games of a task; raises MinefieldError when other code than asked for is here.

    `moving` is set while the entrant thinks.
    """
    bring_in(task.entrant.solver)
    own = task.entrant.solver in OWN
    here = task.entrant.version if own else _version(task.entrant)
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
        timed = Timed(create(task.entrant.solver, task.entrant.values), moving)
        mines = task.boards.mines(number)
        game = Game.from_mines(mines)
        try:
            played, cells = _play(number, game, task, timed)
            chunk.games.append(played)
        except MinefieldError as error:
            raise GameBrokenError(f"{task.entrant}, game {number}: {error}") from error
        if task.luck:
            chunk.games[-1:] = _less_luck(chunk.games[-1:], mines[None], [cells], task.boards)
        chunk.move_times.update(round(seconds * 1e6) for seconds in timed.seconds)
    return chunk


def _version(entrant: Entrant) -> str:
    return code_version(entrant.solver, clicks=entrant.clicks)


class Timed:
    """A solver with a stop-watch: seconds of each analysis, and what was opened unproven.

    `clock` gives the seconds; `moving` tells others since when it thinks. Without `count_mines` the
    solver is not told how many mines there are. `nodes` sums up what the solver counts in its own
    `nodes`, else analyses. `error` is what it last said of a board that contradicts itself.
    """

    def __init__(
        self,
        solver: Solver,
        moving: Clock | None = None,
        *,
        clock: Callable[[], float] = time.thread_time,
        count_mines: bool = True,
    ):
        mincut.load()
        self.seconds: list[float] = []
        self.guesses = 0
        self.nodes = 0
        self.found = 0
        self.error: InconsistentBoardError | None = None
        self._solver = solver
        self._moving = moving
        self._clock = clock
        self._count_mines = count_mines

    def analyse(self, board: Board) -> Analysis:
        """Analyse as the solver does, and note the time."""
        seen = board if self._count_mines else Board(board.cells)
        if self._moving is not None:
            self._moving.value = time.monotonic()
        start = self._clock()
        try:
            analysis = self._solver.analyse(seen)
            self.nodes += int(getattr(self._solver, "nodes", 1))
            self.guesses += not analysis.safe and analysis.decide().best is not None
        except InconsistentBoardError as error:
            self.error = error
            raise
        finally:
            spent = self._clock() - start
            if self._moving is not None:
                self._moving.value = 0.0
            own = self._solver.seconds if isinstance(self._solver, Checked) else None
            self.seconds.append(spent if own is None else own)
        self.found = len(analysis.mines) + int(board.known_mines.sum())
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
            best = analysis.decide().best
            if best is None or not hidden[best]:
                raise GiveUpError(f"the solver names no cell to open on this board:\n{board}")
            cells = [best]
        for cell in cells:
            watch(cell)
            game.play(Click(cell))
    return Ending.WON if game.stage is Stage.WON else ending


def _play(number: int, game: Game, task: Task, timed: Timed) -> tuple[Played, list[Cell]]:
    """Play a game; gives the cells opened in their order, none where a planner clicks."""
    first = task.boards.first
    if task.entrant.clicks:
        return _with_planner(number, game, first, timed, task.entrant.clicks), []
    cells: list[Cell] = []
    ending = open_cells(game, first, timed, cells.append)
    return _played(number, ending, game, timed), cells


def _less_luck(
    games: list[Played], mines: NDArray[np.bool_], opened: list[list[Cell]], boards: Boards
) -> list[Played]:
    """Reckon what games on (n, rows, cols) `mines` owe to chance; `opened` has each one's cells."""
    cols, (row, col) = mines.shape[2], boards.first
    orders = [[r * cols + c for r, c in cells] for cells in opened]
    promise = boards.promise
    told = _engine.luck(
        np.ascontiguousarray(mines), row * cols + col, promise, orders, LUCK_SECONDS
    )
    return [
        game._replace(luck=luck, risk=risk)
        for game, (luck, risk) in zip(games, told.tolist(), strict=True)
    ]


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
    found = game.level.mines if ending is Ending.WON else timed.found
    played = Played(number, ending, timed.ms, len(timed.seconds), timed.guesses, opened)
    return played._replace(found=found)


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
        played = []
        for number, (ms, moves, guesses, opened, ending, found, _) in zip(
            numbers, batch, strict=False
        ):
            known = int(masks[0].sum()) if ending == Ending.WON else found
            game = Played(number, Ending(ending), ms, moves, guesses, opened, found=known)
            played.append(game)
        if task.luck:
            guessed = [cells for *_, cells in batch]
            played = _less_luck(played, np.array(masks), guessed, task.boards)
        games += played
        numbers = numbers[len(masks) :]
    # How long single moves take is sampled: one game of the task is played move by move.
    timed = Timed(create(task.entrant.solver, task.entrant.values))
    open_cells(Game.from_mines(task.boards.mines(task.numbers[0])), task.boards.first, timed)
    return Chunk(games, Counter(round(seconds * 1e6) for seconds in timed.seconds))
