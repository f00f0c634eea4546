"""`best` and `exactsolver`: exact counting in C++, and the guess that wins most games.

Hidden cells that touch the same numbers are merged in classes; a sweep over the classes counts all
arrangements of each connected part without enumerating them; parts combine by convolution with the
number of mines. Guesses are judged by looking ahead, and the end of the game is searched exactly.
See the files in `engine/`, one per idea.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mwagent.minefield import Board, BoardFormatError, Cell
from mwagent.minefield.checked import argument, checked
from mwagent.minefield.errors import ArgumentError
from mwagent.minefield.given import shortened, whole
from mwagent.solvers import _engine
from mwagent.solvers.analysis import (
    BUDGET,
    MEMORY,
    TOTAL,
    Analysis,
    Candidate,
    Decision,
    budget_seconds,
)
from mwagent.solvers.boardrules import analyse_by_density, inconsistent
from mwagent.solvers.registry import register

Strength = Literal["fast", "default", "max"]

ENDINGS: Final = ("won", "first", "guess", "proof", "stopped")
"""Ways a game ends: won; lost at the first cell, by a guess, or (a bug) by a cell called safe;
or not played to its end."""

_INT8: Final = np.dtype(np.int8)
_STRENGTHS: Final = ("fast", "default", "max")
MOST_MEMORY: Final = 16_000


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """Games played by `play`, one entry each in arrays of length n.

    `ending` holds indices into ENDINGS, `ms` CPU milliseconds, `guesses` the cells opened that were
    not proven safe, `positions` the positions counted, `opened` the safe cells open in the end,
    `found` the mines known then. `guessed` has the cells of all guesses as row * cols + col, those
    of the first game first: `guesses` says how many are whose.
    `stopped` is true if Ctrl-C was pressed; games not played by then have the ending `stopped`.
    """

    ending: NDArray[np.uint8]
    ms: NDArray[np.float64]
    guesses: NDArray[np.int32]
    positions: NDArray[np.int32]
    opened: NDArray[np.int32]
    found: NDArray[np.int32]
    guessed: NDArray[np.int32]
    stopped: bool

    @property
    def won(self) -> NDArray[np.bool_]:
        """Mask of the games won, (n,) bool."""
        return np.equal(self.ending, ENDINGS.index("won"), dtype=np.bool_)


def analyse(
    board: Board | ArrayLike,
    mines: int | None = None,
    *,
    density: float | None = None,
    trust_flags: bool = True,
    strength: Strength = "default",
    budget: float = BUDGET,
    memory: int = MEMORY,
) -> Analysis:
    """Give exact mine probabilities and the best cell to open.

    `board` is a Board, or a (rows, cols) matrix of CSV codes with `mines` the total number of
    mines (None: unknown, all arrangements weigh the same, or with `density` each by its number of
    mines, as if every cell were a mine with that probability; the safest cell is the guess then,
    and the total of the board does not count). Flags count as mines unless
    `trust_flags` is False. Frontiers too wide to count in half of that CPU time, or in `memory`
    megabytes, are estimated so that the answer comes within about `budget` seconds, and it says
    `exact=False`; cells it calls safe or mines still are. `decide()` of the answer searches for the
    best cell. Raises InconsistentBoardError
    naming a number that cannot be met, and BoardFormatError for a matrix that is no board.

    >>> answer = analyse([[1, 11], [11, 11]], mines=1)
    >>> answer.mine_probability.round(3).tolist()
    [[nan, 0.333], [0.333, 0.333]]
    """
    try:
        limits = _usual_limits(trust_flags, budget, memory, strength)
    except TypeError:  # one that cannot be looked up, such as a list
        limits = _limits(trust_flags, budget, memory, _known(strength))
    if density is not None:
        return analyse_by_density(_board(board, mines), density, trust_flags, budget)
    if type(board) is Board and mines is None:
        cells, mines = board.cells, board.mines
    elif isinstance(board, np.ndarray) and _is_plain(board, mines):
        cells = board.copy()  # the short way for the commonest question: the engine checks codes
    else:
        table = _board(board, mines)
        cells, mines = table.cells, table.mines
    matrix, (exact, complete, safe, sure, _, decision) = _ask(cells, mines, limits)

    def rest(name: str) -> Mapping[str, object]:
        cols = cells.shape[1]
        if name == "board":
            return {"board": Board(cells, mines)}
        return {"safe": _cells(safe, cols), "mines": _cells(sure, cols)}

    def decide() -> Decision:
        told = decision or _ask(cells, mines, limits, decide=True)[1][-1]
        return _told(told, cells.shape[1], complete)

    return Analysis.deferred(matrix, exact, decide, rest)


@checked
def log_arrangements(
    board: Board, *, trust_flags: bool = True, budget: float = BUDGET
) -> float | None:
    """Give the natural logarithm of the number of arrangements of mines that fit the numbers.

    None where they are too many to be counted exactly in `budget` seconds. Raises as `analyse`
    does.

    >>> round(np.exp(log_arrangements(Board.parse("mines 1\\n1#\\n##"))))
    3
    """
    limits = _limits(trust_flags, budget, MEMORY, "")
    exact, _, _, _, log_ways, _ = _ask(board.cells, board.mines, limits)[1]
    return log_ways if exact else None


@checked
def win_probability(
    board: Board | ArrayLike, mines: int | None = None, *, budget: float = BUDGET
) -> float | None:
    """Give the probability of winning with best play, None where it is not known exactly.

    It is known when few enough arrangements are left to search the game to its end. Raises as
    `analyse` does.
    """
    return analyse(board, mines, budget=budget).decide().win_probability


@checked
def play(
    mines: NDArray[np.bool_],
    first: Cell,
    *,
    strength: Strength = "default",
    threads: int | None = None,
    progress: Callable[[int], object] | None = None,
) -> Games:
    """Play whole games inside the engine.

    `mines` is (n, rows, cols) bool, one mask of mines per game; every game starts by opening
    `first`. `threads` defaults to all processors. `progress` is called a few times a second with
    the number of games finished. Ctrl-C stops: what is known comes back with `stopped` set.
    """
    masks = np.ascontiguousarray(mines, dtype=np.bool_)
    if masks.ndim != 3:
        raise BoardFormatError(
            f"games are played on masks of shape (games, rows, cols), got {masks.shape}"
        )
    rows, cols = masks.shape[1:]
    if not (0 <= first[0] < rows and 0 <= first[1] < cols):
        raise BoardFormatError(f"the first cell {first} lies off the {rows}x{cols} board")
    number = cores() if threads is None else threads
    return Games(
        **_engine.play(masks, first[0] * cols + first[1], _known(strength), number, progress)
    )


def cores() -> int:
    """Count the cores this process may use; on systems that do not say so, those of the machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@register("exactsolver")
class ExactSolver:
    """Exact probabilities; the safest cell is the guess.

    `budget` is the time for an answer in seconds, after which it is estimated, `memory` what
    counting may take in megabytes.
    """

    def __init__(self, *, trust_flags: bool = True, budget: float = BUDGET, memory: int = MEMORY):
        self._limits = _limits(trust_flags, budget, memory, "")

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        matrix, (exact, complete, safe, sure, _, _) = _ask(board.cells, board.mines, self._limits)
        chances = matrix.ravel().copy()

        cols = board.shape[1]

        def rest(name: str) -> Mapping[str, object]:
            if name == "board":
                return {"board": board}
            return {"safe": _cells(safe, cols), "mines": _cells(sure, cols)}

        def decide() -> Decision:
            cells = np.flatnonzero(chances < 1)
            cells = cells[np.argsort(chances[cells], kind="stable")[:8]]
            safest = [divmod(int(cell), cols) for cell in cells]
            best = safest[0] if safest else None
            if safe:
                return Decision(best, "proof", complete=complete)
            weighed = tuple(map(_by_safety, safest, chances[cells].tolist()))
            return Decision(best, "guess", candidates=weighed, complete=complete)

        return Analysis.deferred(matrix, exact, decide, rest)


def _by_safety(cell: Cell, mine: float) -> Candidate:
    return Candidate(cell, mine, 1 - mine)


@register("best")
class BestSolver:
    """Exact probabilities, endgames searched to the end, and the guess that wins most games.

    `strength` is fast, default or max; `budget` is the time for an answer in seconds, after which
    it is estimated, `memory` what counting may take in megabytes.
    """

    def __init__(
        self,
        *,
        strength: str = "default",
        trust_flags: bool = True,
        budget: float = BUDGET,
        memory: int = MEMORY,
    ):
        self.strength = _known(strength)
        _limits(trust_flags, budget, memory, strength)
        self.trust_flags = trust_flags
        self.budget = budget
        self.memory = memory

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        return analyse(
            board,
            trust_flags=self.trust_flags,
            strength=self.strength,
            budget=self.budget,
            memory=self.memory,
        )

    def play_games(
        self, mines: NDArray[np.bool_], first: Cell
    ) -> list[tuple[float, int, int, int, str, int, list[Cell]]]:
        """Play games on (n, rows, cols) masks of mines, starting at `first`.

        Gives, for each, CPU ms, positions counted, guesses, safe cells open in the end, one of
        ENDINGS, the mines known in the end, and the cells of the guesses. Raises KeyboardInterrupt
        on Ctrl-C.
        """
        games = play(mines, first, strength=self.strength, threads=1)
        if games.stopped:
            raise KeyboardInterrupt
        cols = mines.shape[2]
        guessed = iter(games.guessed.tolist())
        return [
            (ms, positions, guesses, opened, ENDINGS[ending], found, cells)
            for ms, positions, guesses, opened, ending, found in zip(
                games.ms.tolist(),
                games.positions.tolist(),
                games.guesses.tolist(),
                games.opened.tolist(),
                games.ending.tolist(),
                games.found.tolist(),
                strict=True,
            )
            for cells in [[divmod(next(guessed), cols) for _ in range(guesses)]]
        ]


def _known(strength: str) -> Strength:
    if not isinstance(strength, str) or strength not in _STRENGTHS:
        raise ArgumentError(f"strength is {', '.join(_STRENGTHS)}, not {shortened(strength)}")
    return cast(Strength, strength)


def _is_plain(matrix: NDArray[np.int8], mines: int | None) -> bool:
    return (
        type(matrix) is np.ndarray
        and matrix.dtype is _INT8
        and matrix.ndim == 2
        and matrix.size > 0
        and (mines is None or type(mines) is int)
    )


def _board(board: Board | ArrayLike, mines: int | None) -> Board:
    if not isinstance(board, Board):
        return Board(board, mines)
    return board if mines is None else Board(board.cells, mines, board.first)


class _Limits(NamedTuple):
    """How an engine is asked: whether flags count as mines, seconds, bytes, and how to decide."""

    trust_flags: bool
    seconds: float
    memory: int
    strength: str


def _limits(trust_flags: bool, budget: float, memory: int, strength: str) -> _Limits:
    seconds = budget_seconds(budget)
    megabytes = whole(memory)
    if megabytes is None or not 1 <= megabytes <= MOST_MEMORY:
        told = shortened(memory)
        raise ArgumentError(f"memory is a number of megabytes from 1 to {MOST_MEMORY}, not {told}")
    return _Limits(
        argument("trust_flags", trust_flags, bool), seconds, megabytes * 1_000_000, strength
    )


@lru_cache(maxsize=16, typed=True)
def _usual_limits(trust_flags: bool, budget: float, memory: int, strength: str) -> _Limits:
    """The limits, checked once: they are the same in most calls, which take microseconds."""
    return _limits(trust_flags, budget, memory, _known(strength))


def _ask(
    cells: NDArray[np.int8], mines: int | None, limits: _Limits, *, decide: bool = False
) -> tuple[NDArray[np.float64], _engine.Answer]:
    matrix = np.empty(cells.shape)
    if mines is None or 0 <= mines <= cells.size:
        answer = _engine.analyse(cells, matrix, -1 if mines is None else mines, *limits, decide)
        if type(answer) is tuple:
            return matrix, answer
    else:
        answer = TOTAL
    if answer == TOTAL and mines is not None:
        alone = _engine.analyse(cells, matrix, -1, *limits, decide)
        if type(alone) is int:
            answer = alone  # the numbers contradict each other whatever the count
    assert isinstance(answer, int)
    raise inconsistent(Board(cells, mines), answer, limits.trust_flags)


def _told(decision: _engine.Decision | None, cols: int, whole: bool) -> Decision:
    """What the engine decided; `whole` says whether it found all that the numbers prove."""
    assert decision is not None
    best, why, win, complete, candidates = decision
    return Decision(
        divmod(best, cols) if best >= 0 else None,
        why,
        win if win >= 0 else None,
        tuple(
            Candidate(divmod(cell, cols), mine, score, bound)
            for cell, mine, score, bound in candidates
        ),
        whole and complete,
    )


def _cells(indices: bytes, cols: int) -> tuple[Cell, ...]:
    return tuple([divmod(index, cols) for index in np.frombuffer(indices, np.int32).tolist()])
