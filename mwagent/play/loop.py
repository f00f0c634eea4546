"""The one loop that plays everywhere: look, solve, plan, click, look again."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Set
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

import numpy as np

from minefield import (
    FLAG,
    HIDDEN,
    MINE,
    Board,
    Button,
    Cell,
    Click,
    Stage,
    difficulty,
    named,
    rules,
)
from mwagent.play.planner import plan
from mwagent.play.window import Disturbed, GameWontBeginError, LostSightError, Window
from solvers import Analysis, InconsistentBoardError, Solver

PATIENCE: Final = 5
"""How many rounds of clicks in a row may be in vain before the loop gives up."""
SENSE: Final = 4.0
"""Seconds within which a board that contradicts itself must make sense again."""
COVERED: Final = 3
"""Cells that no click can have changed, and are not understood: more of them are covered."""
INSISTS: Final = 4
"""Rounds in vain after which a window has pressed safe cells that it does not understand."""
STALLED: Final = 20.0
"""Seconds of looking and clicking without a new cell opened or flagged before it gives up."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds spent in one turn of the loop."""

    look: float
    solve: float
    plan: float
    click: float


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """One turn of the loop: what was seen, what the solver said, what was clicked.

    The last turn of a game has no clicks; its `analysis` is None when the game was over.
    """

    number: int
    board: Board
    stage: Stage
    analysis: Analysis | None
    clicks: tuple[Click, ...]
    times: Times

    @property
    def guess(self) -> bool:
        """Whether a click was not proven safe (the first click of a game does not count)."""
        if self.analysis is None or self.stage is Stage.WAITING:
            return False
        lefts = {click.cell for click in self.clicks if click.button is Button.LEFT}
        return not lefts <= set(self.analysis.safe)


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """How a game went: from the first click to the last look.

    `bbbv` is the board's 3BV, None where the end of the game does not tell all mines. `lost_at`
    is the guess (or first click) that hit a mine; None in a lost game means that a cell taken
    for proven was none. `broken_off` says why a game was not played to its end, whose `stage` is
    then that of the last look; it is None for a game that was won or lost. `begun` is False where
    the first clicks changed nothing.
    """

    stage: Stage
    seconds: float
    clicks: int
    flags: int
    guesses: int
    turns: int
    bbbv: int | None
    board: Board
    lost_at: Cell | None = None
    broken_off: str | None = None
    begun: bool = True

    @property
    def won(self) -> bool:
        """Whether the game was won."""
        return self.stage is Stage.WON


class Planner(Protocol):
    """From what is known of a board to clicks, as `planner.plan` and `efficiency.plan_step` do."""

    def __call__(
        self, board: Board, analysis: Analysis, start: Cell | None = None, *, chords: bool = True
    ) -> list[Click]:
        """Plan the next clicks, none when nothing is left to open."""
        ...


def turns(
    window: Window,
    solver: Solver,
    mines: int | None = None,
    planner: Planner = plan,
    *,
    tally: Tally | None = None,
) -> Generator[Turn, None, Result]:
    """Play one game, yielding each turn after its clicks; the generator returns the Result.

    `mines` is the number of mines where the window cannot tell. Opens only cells proven safe,
    and the solver's best cell when none is. Raises GameWontBeginError when the first clicks
    change nothing, LostSightError when the board stops making sense or taking clicks, and
    whatever the window raises; `tally` then knows how far the game had come.
    """
    tally = Tally() if tally is None else tally
    total = _Total(mines)
    progress = _Progress()
    last: Turn | None = None
    vain = 0
    stuck = 0.0
    todo: list[Click] = []
    while last is None or todo:
        try:
            board, stage, analysis, look, solve = _consider(window, solver, total)
        except LostSightError as error:
            # A dialog that will not go away may come up over a game that is won.
            if last is None or not _finished(last, error.acted):
                raise
            return tally.result(replace(last, stage=Stage.WON), time.perf_counter())
        if stage is Stage.LOST and last is not None and _all_open(board, last):
            stage = Stage.WON
        seen = time.perf_counter() - solve
        vain = vain + 1 if last and last.board == board else 0
        if last and not vain and not last.guess and last.stage is not Stage.WAITING:
            tally.gamble = None
        stuck = stuck if vain else seen
        progress.spend(board, look + (last.times.click if last else 0.0))
        ignored = vain > PATIENCE and seen - stuck > SENSE
        if last and (ignored or progress.stalled):
            if tally.gamble is None or last.stage is Stage.WAITING:
                raise _no_effect(last)
            # No more clicks are taken since the guess: some programs do not tell of a loss.
            return tally.lost(replace(last, stage=Stage.LOST), stuck)
        t0 = time.perf_counter()
        todo = []
        if analysis is not None:
            # Where chords keep having no effect, cells are opened one by one.
            chords = window.chords and vain < 2
            todo = planner(board, analysis, tally.here, chords=chords)
            pressed = all(click.cell in tally.tried for click in todo)
            wait = 1 if pressed else INSISTS
            if vain >= wait and todo and all(click.cell in window.unread for click in todo):
                untouched = _untouched(board, window.unread, tally.tried)
                if len(untouched) <= COVERED or _all_shown(board, window.unread):
                    todo = _others(board, analysis, window.unread)
            if stage is Stage.WAITING and vain > 1:
                todo = [Click(_elsewhere(board, vain))]
        t1 = time.perf_counter()
        if not todo and analysis is not None:
            over = _all_mines(board, analysis) or _all_shown(board, window.unread)
            stage = Stage.WON if over else stage
        if stage is Stage.WON and last is not None and _hit(board, last):
            # Where a mine lies that was clicked, and all that is safe, the whole is shown.
            stage = Stage.LOST
        gamble = None if tally.gamble in window.unread else tally.gamble
        if stage is Stage.WON and gamble is not None and board[gamble] > 8:
            stage = Stage.LOST
        made = _click(window, todo)
        times = Times(look, solve, t1 - t0, time.perf_counter() - t1)
        last = Turn(tally.turns + 1, board, stage, analysis, tuple(made), times)
        tally.add(last, t1)
        yield last
    if stage not in (Stage.WON, Stage.LOST):
        raise LostSightError(
            "nothing is left to open, but the board does not look won; check the number of mines "
            "(-m) and that the whole board is in sight"
        )
    return tally.result(last, seen)


def play(
    window: Window,
    solver: Solver,
    mines: int | None = None,
    watch: Callable[[Turn], object] = lambda turn: None,
    planner: Planner = plan,
    *,
    tally: Tally | None = None,
) -> Result:
    """Play one game to its end, calling `watch` after each turn; raises as `turns` does."""
    game = turns(window, solver, mines, planner, tally=tally)
    while True:
        try:
            watch(next(game))
        except StopIteration as end:
            result: Result = end.value
            return result


@dataclass(slots=True)
class _Total:
    """How many mines there are: as the window shows, unless refuted, or else as the user says."""

    given: int | None
    refuted: int | None = None

    def on(self, board: Board) -> Board:
        """The board with the total that is believed."""
        shown = board.mines not in (None, self.refuted)
        total = board.mines if shown else self.given
        return board if total == board.mines else Board(board.cells, total, board.first)


@dataclass(slots=True)
class _Progress:
    """How long the loop has looked and clicked since a cell was last opened or flagged."""

    known: int = -1
    idle: float = 0.0

    def spend(self, board: Board, seconds: float) -> None:
        """Count the time of a turn; it starts anew where more is known than ever before."""
        known = int((board.cells != HIDDEN).sum())
        self.idle = 0.0 if known > self.known else self.idle + seconds
        self.known = max(self.known, known)

    @property
    def stalled(self) -> bool:
        """Whether that is longer than any program takes."""
        return self.idle > STALLED


@dataclass(slots=True)
class Tally:
    """What is counted while a game is played; `last` is its last turn so far."""

    began: float = 0.0
    clicks: int = 0
    flags: int = 0
    guesses: int = 0
    turns: int = 0
    here: Cell | None = None
    risk: Cell | None = None
    gamble: Cell | None = None
    """The last guess or first click, if nothing else has had an effect since."""
    tried: set[Cell] = field(default_factory=set)
    """The cells that were to be opened."""
    last: Turn | None = None

    def add(self, turn: Turn, began: float) -> None:
        """Count a turn whose clicks began at `began`, in seconds of `time.perf_counter`."""
        self.turns += 1
        self.last = turn
        if not turn.clicks:
            return
        if not self.clicks:
            self.began = began
        self.clicks += len(turn.clicks)
        self.flags += sum(click.button is Button.RIGHT for click in turn.clicks)
        self.guesses += turn.guess
        self.here = turn.clicks[-1].cell
        self.tried |= rules.opened_by(turn.board, turn.clicks)
        proven = turn.analysis is not None and turn.analysis.safe and not turn.guess
        self.risk = None if proven else turn.clicks[0].cell
        if turn.guess or turn.stage is Stage.WAITING:
            self.gamble = turn.clicks[0].cell

    def lost(self, last: Turn, ended: float) -> Result:
        """The result of a game that the last guess has ended."""
        self.risk = self.gamble
        return self.result(last, ended)

    def broken_off(self, reason: str, begun: bool) -> Result | None:
        """The result of a game that was not played to its end; None where no turn was played."""
        if self.last is None:
            return None
        so_far = self.result(self.last, time.perf_counter())
        return replace(so_far, broken_off=reason, begun=begun)

    def result(self, last: Turn, ended: float) -> Result:
        """The result of a game whose last turn and end, in seconds, are these."""
        return Result(
            last.stage,
            ended - self.began if self.clicks else 0.0,
            self.clicks,
            self.flags,
            self.guesses,
            self.turns,
            _bbbv(last.board, last.stage),
            last.board,
            self.risk if last.stage is Stage.LOST else None,
        )


def _consider(
    window: Window, solver: Solver, total: _Total
) -> tuple[Board, Stage, Analysis | None, float, float]:
    """Look and solve; look again while the board contradicts itself.

    Returns board, stage, analysis (None when the game is over), seconds looking and solving.
    """
    until = time.perf_counter() + SENSE
    doubted = False
    while True:
        t0 = time.perf_counter()
        board = total.on(window.look())
        t1 = time.perf_counter()
        stage = _stage(window, board)
        if stage in (Stage.WON, Stage.LOST):
            return board, stage, None, t1 - t0, time.perf_counter() - t1
        try:
            analysis = solver.analyse(board)
            return board, stage, analysis, t1 - t0, time.perf_counter() - t1
        except InconsistentBoardError as error:
            total_wrong = error.cell is None and board.mines is not None
            if doubted and total_wrong and board.mines != total.given:
                # Another number on the page was taken for the number of mines.
                total.refuted = board.mines
                continue
            if doubted and time.perf_counter() > until:
                if total_wrong:
                    raise LostSightError(
                        f"{board.mines} mines, as given with -m, do not fit the numbers on the "
                        f"board; leave -m out, or give the right number"
                    ) from error
                raise LostSightError(
                    f"the board on the screen stopped making sense: {error}; check that nothing "
                    f"covers it"
                ) from error
            window.doubt()
            doubted = True
            time.sleep(0.1)


def _click(window: Window, todo: list[Click]) -> list[Click]:
    """Click what can be clicked; returns the clicks made."""
    try:
        if todo:
            window.click(todo)
    except Disturbed as disturbed:
        return list(disturbed.made)
    return todo


def _stage(window: Window, board: Board) -> Stage:
    """Tell the stage, also where the window shows no sign of a win."""
    stage = window.stage()
    if stage in (Stage.WON, Stage.LOST):
        return stage
    unopened = int(board.unopened.sum())
    if unopened == board.mines and not (board.cells == MINE).any():
        return Stage.WON
    return Stage.WAITING if unopened == board.cells.size else Stage.ONGOING


def _elsewhere(board: Board, vain: int) -> Cell:
    """Another cell for a first click that had no effect, or none that was understood."""
    rows, cols = board.shape
    down, across = ((0.5, 0.5), (0.25, 0.75), (0.75, 0.25), (0.75, 0.75))[vain % 4 - 1]
    return int(rows * down), int(cols * across)


def _others(board: Board, analysis: Analysis, unread: Set[Cell]) -> list[Click]:
    """The likeliest of the cells that can be clicked, where those proven safe cannot be."""
    odds = np.where(board.cells == HIDDEN, analysis.mine_probability, np.inf)
    for cell in unread:
        odds[cell] = np.inf
    row, col = np.unravel_index(int(np.argmin(odds)), odds.shape)
    return [Click((int(row), int(col)))] if odds[row, col] < 1 else []


def _untouched(board: Board, unread: Set[Cell], tried: Set[Cell]) -> list[Cell]:
    """Those of the cells not understood that nobody can have opened: they were closed before."""
    opening = rules.beside_zeros(board)
    return [cell for cell in unread - tried if not opening[cell]]


def _all_mines(board: Board, analysis: Analysis) -> bool:
    """Whether every cell left is a proven mine: the game is won, also where nothing shows it."""
    closed = board.unopened & (board.cells != FLAG)
    return len(analysis.mines) >= int(closed.sum()) and not (board.cells == MINE).any()


def _all_shown(board: Board, unread: Set[Cell]) -> bool:
    """Whether the cells that are not open, and they alone, look like nothing that is known.

    Programs show the mines so, or flags on them, when a game is over.
    """
    left = {(int(row), int(col)) for row, col in np.argwhere(board.cells == HIDDEN)}
    unopened = int(board.unopened.sum())
    return left == unread and bool(left) and board.mines in (None, unopened)


def _finished(turn: Turn, acted: Set[Cell]) -> bool:
    """Whether all that was left but proven mines was proven safe, clicked, and seen to act."""
    if turn.analysis is None or not turn.analysis.safe:
        return False
    left = turn.board.unopened & (turn.board.cells != FLAG)
    mines = set(turn.analysis.mines)
    cells = {(int(row), int(col)) for row, col in np.argwhere(left)}
    return cells - mines <= rules.opened_by(turn.board, turn.clicks) & acted


def _hit(board: Board, last: Turn) -> bool:
    """Whether a cell that the last clicks were to open is not open."""
    # A chord is never to open a mine, though its flag may not have been understood.
    mines = set() if last.analysis is None else set(last.analysis.mines)
    return any(board[cell] > 8 for cell in rules.opened_by(last.board, last.clicks) - mines)


def _all_open(board: Board, last: Turn) -> bool:
    """Whether the last clicks hit no mine, and all but mines is open: the game is won.

    Some programs show the mines after a win as others do after a loss.
    """
    if _hit(board, last):
        return False
    # A mine that is shown and not understood counts as hidden.
    mines = set() if last.analysis is None else set(last.analysis.mines)
    hidden = {(int(r), int(c)) for r, c in np.argwhere(board.cells == HIDDEN)}
    return hidden <= mines or int((board.cells > 8).sum()) == last.board.mines


def _no_effect(last: Turn) -> Exception:
    if not last.clicks:
        return LostSightError(
            "the board keeps changing by another hand, or is covered where it has to be clicked"
        )
    where = named(last.clicks[0].cell)
    if last.stage is Stage.WAITING:
        return GameWontBeginError(
            f"the first click, on {where}, changed nothing; check that "
            f"the game takes clicks: no dialog over it, no round still finished"
        )
    return LostSightError(
        f"clicks no longer change the board (the last on {where}); check "
        f"that nothing covers it, and whether the program has ended the round by itself"
    )


def _bbbv(board: Board, stage: Stage) -> int | None:
    """3BV, from a won board, or from a lost one on which every mine is shown or flagged."""
    mines = board.cells > 8 if stage is Stage.WON else board.known_mines
    if stage is not Stage.WON and board.mines != int(mines.sum()):
        return None
    return difficulty(mines).bbbv
