"""`best` and `exactsolver`: exact counting in C++, and the guess that wins most games.

Hidden cells that touch the same numbers are merged in classes; a sweep over the classes counts all
arrangements of each connected part without enumerating them; parts combine by convolution with the
number of mines. Guesses are judged by looking ahead, and the end of the game is searched exactly.
See the files in `engine/`, one per idea.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Final, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minefield import Board, BoardFormatError, Cell
from solvers import _engine
from solvers.analysis import TOTAL, Analysis, Candidate, inconsistent
from solvers.cores import cores
from solvers.registry import register

Strength = Literal["fast", "default", "max"]

ENDINGS: Final = ("won", "first", "guess", "proof", "stopped")
"""Ways a game ends: won; lost at the first cell, by a guess, or (a bug) by a cell called safe;
or not played to its end."""

_STRENGTHS: Final = ("fast", "default", "max")
BUDGET: Final = 2.0
"""Seconds that an answer may take, unless the caller sets another limit."""


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """Games played by `play`, one entry each in arrays of length n.

    `ending` holds indices into ENDINGS, `ms` CPU milliseconds, `guesses` the cells opened that were
    not proven safe, `positions` the positions counted, `opened` the safe cells open in the end.
    `stopped` is true if Ctrl-C was pressed; games not played by then have the ending `stopped`.
    """

    ending: NDArray[np.uint8]
    ms: NDArray[np.float64]
    guesses: NDArray[np.int32]
    positions: NDArray[np.int32]
    opened: NDArray[np.int32]
    stopped: bool

    @property
    def won(self) -> NDArray[np.bool_]:
        """Mask of the games won, (n,) bool."""
        return np.equal(self.ending, ENDINGS.index("won"), dtype=np.bool_)


def analyse(
    board: Board | ArrayLike,
    mines: int | None = None,
    *,
    trust_flags: bool = True,
    strength: Strength = "default",
    budget: float = BUDGET,
) -> Analysis:
    """Give exact mine probabilities and the best cell to open.

    `board` is a Board, or a (rows, cols) matrix of CSV codes with `mines` the total number of
    mines (None: unknown, all arrangements weigh the same). Flags count as mines unless
    `trust_flags` is False. Frontiers too wide to count in time are estimated so that the answer
    comes within about `budget` seconds, and it says `exact=False`; cells it calls safe or mines
    still are. The best cell, its candidates and the win probability are worked out when they are
    first asked for. Raises InconsistentBoardError naming a number that cannot be met, and
    BoardFormatError for a matrix that is no board.

    >>> answer = analyse([[1, 11], [11, 11]], mines=1)
    >>> answer.mine_probability.round(3).tolist()
    [[nan, 0.333], [0.333, 0.333]]
    """
    seconds, trusted, strong = _seconds(budget), bool(trust_flags), _known(strength)
    if isinstance(board, np.ndarray) and _is_plain(board, mines):
        cells = board.copy()  # the short way for the commonest question: the engine checks codes
    else:
        table = _board(board, mines)
        cells, mines = table.cells, table.mines
    matrix, (exact, safe, sure, decision) = _ask(cells, mines, trusted, seconds, strong)

    def rest(name: str) -> Mapping[str, object]:
        cols = cells.shape[1]
        if name in ("safe", "mines"):
            return {"safe": _cells(safe, cols), "mines": _cells(sure, cols)}
        told = decision or _ask(cells, mines, trusted, seconds, strong, decide=True)[1][-1]
        return _told(told, cols)

    return Analysis.deferred(matrix, exact, rest)


def win_probability(
    board: Board | ArrayLike, mines: int | None = None, *, budget: float = BUDGET
) -> float | None:
    """Give the probability of winning with best play, None where it is not known exactly.

    It is known when few enough arrangements are left to search the game to its end. Raises as
    `analyse` does.
    """
    return analyse(board, mines, budget=budget).win_probability


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


@register("exactsolver")
class ExactSolver:
    """Exact probabilities; the safest cell is the guess.

    `budget` is the time for an answer in seconds, after which it is estimated.
    """

    def __init__(self, *, trust_flags: bool = True, budget: float = BUDGET):
        self.trust_flags = trust_flags
        self.budget = _seconds(budget)

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        matrix, (exact, safe, sure, _) = _ask(
            board.cells, board.mines, self.trust_flags, self.budget, ""
        )
        chances = matrix.ravel().copy()

        def rest(_: str) -> Mapping[str, object]:
            cols = board.shape[1]
            proven = _cells(safe, cols)
            cells = np.flatnonzero(chances < 1)
            cells = cells[np.argsort(chances[cells], kind="stable")[:8]]
            safest = [divmod(int(cell), cols) for cell in cells]
            return {
                "safe": proven,
                "mines": _cells(sure, cols),
                "best": safest[0] if safest else None,
                "why": "proof" if proven else "guess",
                "win_probability": None,
                "complete": True,
                "candidates": ()
                if proven
                else tuple(map(_by_safety, safest, chances[cells].tolist())),
            }

        return Analysis.deferred(matrix, exact, rest)


def _by_safety(cell: Cell, mine: float) -> Candidate:
    return Candidate(cell, mine, 1 - mine)


@register("best")
class BestSolver:
    """Exact probabilities, endgames searched to the end, and the guess that wins most games.

    `strength` is fast, default or max; `budget` is the time for an answer in seconds, after which
    it is estimated.
    """

    def __init__(
        self, *, strength: str = "default", trust_flags: bool = True, budget: float = BUDGET
    ):
        self.strength = _known(strength)
        self.trust_flags = trust_flags
        self.budget = _seconds(budget)

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        return analyse(
            board, trust_flags=self.trust_flags, strength=self.strength, budget=self.budget
        )

    def play_games(
        self, mines: NDArray[np.bool_], first: Cell
    ) -> list[tuple[float, int, int, int, str]]:
        """Play games on (n, rows, cols) masks of mines, starting at `first`.

        Gives, for each, CPU ms, positions counted, guesses, safe cells open in the end, and one
        of ENDINGS. Raises KeyboardInterrupt on Ctrl-C.
        """
        games = play(mines, first, strength=self.strength, threads=1)
        if games.stopped:
            raise KeyboardInterrupt
        return [
            (float(ms), int(positions), int(guesses), int(opened), ENDINGS[ending])
            for ms, positions, guesses, opened, ending in zip(
                games.ms, games.positions, games.guesses, games.opened, games.ending, strict=True
            )
        ]


def _known(strength: str) -> Strength:
    if strength not in _STRENGTHS:
        raise ValueError(f"strength is {', '.join(_STRENGTHS)}, not {strength!r}")
    return cast(Strength, strength)


def _seconds(budget: float) -> float:
    if not (isinstance(budget, (float, Real)) and budget > 0):
        raise ValueError(f"budget is a time in seconds above 0, not {budget!r}")
    return float(budget)


def _is_plain(matrix: NDArray[np.int8], mines: int | None) -> bool:
    return (
        type(matrix) is np.ndarray
        and matrix.dtype == np.int8
        and matrix.ndim == 2
        and matrix.size > 0
        and (mines is None or type(mines) is int)
    )


def _board(board: Board | ArrayLike, mines: int | None) -> Board:
    if not isinstance(board, Board):
        return Board(board, mines)
    return board if mines is None else Board(board.cells, mines, board.first)


def _ask(
    cells: NDArray[np.int8],
    mines: int | None,
    trust_flags: bool,
    seconds: float,
    strength: str,
    *,
    decide: bool = False,
) -> tuple[NDArray[np.float64], _engine.Answer]:
    matrix = np.empty(cells.shape)

    def ask(total: int) -> _engine.Answer | int:
        return _engine.analyse(cells, matrix, total, trust_flags, seconds, strength, decide)

    if mines is None:
        answer = ask(-1)
    else:
        answer = ask(mines) if 0 <= mines <= cells.size else TOTAL
        if answer == TOTAL and isinstance(alone := ask(-1), int):
            answer = alone  # the numbers contradict each other whatever the count
    if isinstance(answer, int):
        raise inconsistent(Board(cells, mines), answer)
    return matrix, answer


def _told(decision: _engine.Decision | None, cols: int) -> Mapping[str, object]:
    assert decision is not None
    best, why, win, complete, candidates = decision
    return {
        "best": divmod(best, cols) if best >= 0 else None,
        "why": why,
        "win_probability": win if win >= 0 else None,
        "complete": complete,
        "candidates": tuple(
            Candidate(divmod(cell, cols), mine, score) for cell, mine, score in candidates
        ),
    }


def _cells(indices: bytes, cols: int) -> tuple[Cell, ...]:
    return tuple([divmod(index, cols) for index in np.frombuffer(indices, np.int32).tolist()])
