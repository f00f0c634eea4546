"""`best` and `exactsolver`: exact counting in C++, and the guess that wins most games.

Hidden cells that touch the same numbers are merged in classes; a sweep over the classes counts all
arrangements of each connected part without enumerating them; parts combine by convolution with the
number of mines. Guesses are judged by looking ahead with a learned value, and the end of the game
is searched exactly. See the files in `engine/`, one per idea.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from minefield import FLAG, HIDDEN, Board, BoardFormatError, Cell
from solvers import _engine
from solvers.analysis import Analysis, Candidate, InconsistentBoardError
from solvers.registry import register

Strength = Literal["fast", "default", "max"]

ENDINGS: Final = ("won", "first", "guess", "proof", "stopped")
"""How a game ends: won; lost at the first cell, by a guess, or (a bug) by a cell called safe;
or not played to its end."""

_STRENGTHS: Final = ("fast", "default", "max")
_WORK: Final = 150_000_000  # multiply-adds before counting settles for estimates: about a second
_CONSISTENT: Final = -1  # the engine's words for what is wrong, if not a cell
_TOTAL: Final = -2


@dataclass(frozen=True, slots=True, eq=False)
class Games:
    """Games played by `play`, one entry each in arrays of length n.

    `ending` holds indices into ENDINGS, `ms` CPU milliseconds, `guesses` the cells opened that were
    not proven safe, `positions` the positions counted, `opened` the safe cells open in the end.
    `stopped` tells that Ctrl-C came; games not played by then have the ending `stopped`.
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
) -> Analysis:
    """Give exact mine probabilities and the best cell to open.

    `board` is a Board, or a (rows, cols) matrix of CSV codes with `mines` the total number of
    mines (None: unknown, all arrangements weigh the same). Flags count as mines unless
    `trust_flags` is False. Frontiers too wide to count within about a second are estimated, and
    the answer says `exact=False`; cells it calls safe or mines still are. Raises
    InconsistentBoardError naming a number that cannot be met, and BoardFormatError for a matrix
    that is no board.

    >>> answer = analyse([[1, 11], [11, 11]], mines=1)
    >>> answer.mine_probability.round(3).tolist()
    [[nan, 0.333], [0.333, 0.333]]
    """
    table = _board(board, mines)
    answer = _ask(table, trust_flags, strength)
    matrix: NDArray[np.float64] = answer["mine"]
    unopened = table.cells == HIDDEN
    if not trust_flags:
        unopened |= table.cells == FLAG
    cols = table.shape[1]
    return Analysis(
        mine_probability=matrix,
        safe=_cells(unopened & (matrix == 0)),
        mines=_cells(unopened & (matrix == 1)),
        best=_cell(answer["best"], cols) if answer["best"] >= 0 else None,
        why=answer["why"],
        win_probability=answer["win"] if answer["win"] >= 0 else None,
        exact=answer["exact"],
        candidates=tuple(
            Candidate(_cell(cell, cols), mine, score) for cell, mine, score in answer["candidates"]
        ),
    )


def win_probability(board: Board | ArrayLike, mines: int | None = None) -> float | None:
    """Give the probability of winning with best play, None where it is not known exactly.

    It is known when few enough arrangements are left to search the game to its end. Raises as
    `analyse` does.
    """
    return analyse(board, mines).win_probability


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
    number = threads if threads is not None else len(os.sched_getaffinity(0))
    return Games(
        **_engine.play(masks, first[0] * cols + first[1], _known(strength), number, progress)
    )


@register("exactsolver")
class ExactSolver:
    """Exact probabilities; the safest cell is the guess."""

    def __init__(self, *, trust_flags: bool = True):
        self.trust_flags = trust_flags

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        answer = _ask(board, self.trust_flags, "")
        matrix: NDArray[np.float64] = answer["mine"]
        unopened = board.cells == HIDDEN
        if not self.trust_flags:
            unopened |= board.cells == FLAG
        cells = np.flatnonzero(unopened)
        chances, cols = matrix.ravel()[cells], board.shape[1]

        def named(indices: NDArray[np.intp]) -> tuple[Cell, ...]:
            return tuple([divmod(index, cols) for index in indices.tolist()])

        order = np.argsort(chances, kind="stable")[:8]
        order = order[chances[order] < 1]
        safest = named(cells[order])
        safe = named(cells[chances == 0])
        return Analysis(
            mine_probability=matrix,
            safe=safe,
            mines=named(cells[chances == 1]),
            best=safest[0] if safest else None,
            why="proof" if safe else "guess",
            exact=answer["exact"],
            candidates=() if safe else tuple(map(_by_safety, safest, chances[order].tolist())),
        )


def _by_safety(cell: Cell, mine: float) -> Candidate:
    return Candidate(cell, mine, 1 - mine)


@register("best")
class BestSolver:
    """Exact probabilities, endgames searched to the end, and the guess that wins most games.

    `strength` is fast, default or max.
    """

    def __init__(self, *, strength: str = "default", trust_flags: bool = True):
        self.strength = _known(strength)
        self.trust_flags = trust_flags

    def analyse(self, board: Board) -> Analysis:
        """Analyse a position; raises InconsistentBoardError when it contradicts itself."""
        return analyse(board, trust_flags=self.trust_flags, strength=self.strength)

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
    for name in _STRENGTHS:
        if name == strength:
            return name
    raise ValueError(f"strength is {', '.join(_STRENGTHS)}, not {strength!r}")


def _board(board: Board | ArrayLike, mines: int | None) -> Board:
    if not isinstance(board, Board):
        return Board(board, mines)
    return board if mines is None else Board(board.cells, mines, board.first)


def _ask(board: Board, trust_flags: bool, strength: str) -> _engine.Answer:
    total = -1 if board.mines is None else board.mines
    if board.mines is not None and not 0 <= board.mines <= board.cells.size:
        raise _inconsistent(board, _TOTAL)
    answer = _engine.analyse(board.cells, total, trust_flags, _WORK, strength)
    if answer["trouble"] != _CONSISTENT:
        raise _inconsistent(board, answer["trouble"])
    return answer


def _cell(index: int, cols: int) -> Cell:
    return divmod(index, cols)


def _cells(mask: NDArray[np.bool_]) -> tuple[Cell, ...]:
    return tuple((int(r), int(c)) for r, c in np.argwhere(mask))


def _inconsistent(board: Board, trouble: int) -> InconsistentBoardError:
    if trouble == _TOTAL:
        return InconsistentBoardError(
            f"the board cannot hold {board.mines} mines: the numbers that are open do not fit "
            f"this total; check the mine count"
        )
    row, col = _cell(trouble, board.shape[1])
    return InconsistentBoardError(
        f"the {board[row, col]} at ({row}, {col}) cannot be met: the numbers and mines around it "
        f"contradict each other; check what was read there",
        (row, col),
    )
