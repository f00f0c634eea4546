"""The one loop that plays everywhere: look, solve, plan, click, look again."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from mwagent.minefield import FLAG, HIDDEN, MINE, Board, Cell, Click, Stage
from mwagent.player.play.choice import Planner, choose, untouched
from mwagent.player.play.game_counts import GameCounts
from mwagent.player.play.planner import plan
from mwagent.player.play.turn import Result, Times, Turn
from mwagent.player.play.verdict import (
    all_mines_shown,
    all_open,
    completed,
    empty,
    finished,
    hit_mine,
    no_effect,
    nothing_closed,
    only_mines_left,
    only_proven,
    surely_lost,
)
from mwagent.player.play.window import Disturbed, LostSightError, UnclearEndError, Window
from mwagent.solvers import Analysis, InconsistentBoardError, Solver

PATIENCE: Final = 5
"""Turns in a row that may have no effect before the loop gives up."""
SENSE: Final = 4.0
"""Seconds within which a board that contradicts itself must make sense again."""
UNCLEAR: Final = (
    "the game looks lost, though every cell opened was proven safe; how it ended is unclear"
)
"""What is said of an end that contradicts a proof."""
VANISHED: Final = (
    "the board is gone: where it was, nothing but empty cells is left; check that the program or "
    "page still shows it"
)
"""What is said where a page left its game, say."""
STALLED: Final = 20.0
"""Seconds of looking and clicking without a new cell opened or flagged before it gives up."""


def turns(
    window: Window,
    solver: Solver,
    mines: int | None = None,
    planner: Planner = plan,
    *,
    counts: GameCounts | None = None,
) -> Generator[Turn, None, Result]:
    """Play one game, yielding each turn after its clicks; the generator returns the Result.

    `mines` is the number of mines where the window does not know it. Opens only cells proven safe,
    and the solver's best cell when none is. Raises GameWontBeginError when the first clicks
    change nothing, LostSightError when the board stops making sense or taking clicks, and
    whatever the window raises; `counts` then knows how far the game had come.
    """
    counts = GameCounts() if counts is None else counts
    total = _Total(mines)
    progress = _Progress()
    last: Turn | None = None
    todo: list[Click] = []
    while last is None or todo:
        try:
            seen = _consider(window, solver, total, last, counts.gamble)
        except LostSightError as error:
            # A dialog that will not go away may come up over a game that is won.
            if last is not None and error.answered and surely_lost(last):
                return counts.lost(replace(last, stage=Stage.LOST), time.perf_counter())
            if last is None or not finished(last, error.acted):
                raise
            return counts.result(replace(last, stage=Stage.WON), time.perf_counter())
        board, stage, analysis = seen.board, seen.stage, seen.analysis
        progress.note(seen, last)
        if last and not progress.vain and not last.guess and last.stage is not Stage.WAITING:
            counts.gamble = None
        if last and progress.hopeless(seen):
            hit = counts.gamble is not None and board[counts.gamble] > 8
            if not hit or last.stage is Stage.WAITING or not last.clicks:
                raise no_effect(last)
            # No more clicks are taken since the guess: some programs do not show a loss.
            return counts.lost(replace(last, stage=Stage.LOST), progress.stuck_since)
        began = time.perf_counter()
        todo = []
        if analysis is not None:
            todo = choose(
                window, planner, board, analysis, stage=stage, counts=counts, vain=progress.vain
            )
        planned = time.perf_counter()
        stage = _stage_at_the_end(window, seen, stage, todo=todo, last=last, counts=counts)
        made = _click(window, todo)
        times = Times(seen.look, seen.solve, planned - began, time.perf_counter() - planned)
        last = Turn(counts.turns + 1, board, stage, analysis, tuple(made), times)
        counts.add(last, planned)
        yield last
    if stage not in (Stage.WON, Stage.LOST):
        raise LostSightError(
            "nothing is left to open, but the board does not look won; check the number of mines "
            "(-m) and that the whole board is in sight"
        )
    ended = seen.at
    if stage is Stage.WON and window.said is None:
        last = _as_said(window, last, counts)
        ended = ended if last.stage is stage else time.perf_counter()
    return counts.result(last, ended)


def play_game(
    window: Window,
    solver: Solver,
    mines: int | None = None,
    watch: Callable[[Turn], object] = lambda turn: None,
    planner: Planner = plan,
    *,
    counts: GameCounts | None = None,
) -> Result:
    """Play one game to its end, calling `watch` after each turn; raises as `turns` does."""
    game = turns(window, solver, mines, planner, counts=counts)
    while True:
        try:
            watch(next(game))
        except StopIteration as end:
            result: Result = end.value
            return result


class _Seen(NamedTuple):
    """What one look at the board showed, and its analysis, None when the game is over.

    `look` and `solve` are the seconds this took, and `at` is when the board was seen.
    """

    board: Board
    stage: Stage
    analysis: Analysis | None
    look: float
    solve: float
    at: float


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
    """How long clicks have had no effect: in turns in a row, and in seconds.

    `idle` are the seconds of looking and clicking since a cell was last opened or flagged.
    """

    known: int = -1
    idle: float = 0.0
    vain: int = 0
    stuck_since: float = 0.0

    def note(self, seen: _Seen, last: Turn | None) -> None:
        """Note what was seen after the clicks of the last turn."""
        self.vain = self.vain + 1 if last and last.board == seen.board else 0
        if not self.vain:
            self.stuck_since = seen.at
        known = int((seen.board.cells != HIDDEN).sum())
        spent = seen.look + (last.times.click if last else 0.0)
        self.idle = 0.0 if known > self.known else self.idle + spent
        self.known = max(self.known, known)

    def hopeless(self, seen: _Seen) -> bool:
        """Whether this goes on for longer than any program takes."""
        ignored = self.vain > PATIENCE and seen.at - self.stuck_since > SENSE
        return ignored or self.idle > STALLED


def _consider(
    window: Window, solver: Solver, total: _Total, last: Turn | None, gamble: Cell | None
) -> _Seen:
    """Look and solve; look again while the board contradicts itself, or what was proven."""
    until = time.perf_counter() + SENSE
    doubted = False
    while True:
        t0 = time.perf_counter()
        board = total.on(window.look())
        t1 = time.perf_counter()
        stage = _stage(window, board, last)
        proven = not window.exact and only_proven(board, last, gamble)
        if stage is Stage.LOST and proven and last and completed(board, last, window.unread):
            stage = Stage.WON
        if stage is Stage.LOST and proven:
            if doubted and time.perf_counter() > until:
                if last is None or not nothing_closed(board, last, window.unread):
                    raise UnclearEndError(UNCLEAR)
                return _Seen(board, Stage.WON, None, t1 - t0, time.perf_counter() - t1, t1)
            window.doubt()
            doubted = True
            time.sleep(0.1)
            continue
        if _vanished(window, board, last):
            if doubted and time.perf_counter() > until:
                raise LostSightError(VANISHED)
            window.doubt()
            doubted = True
            time.sleep(0.1)
            continue
        if stage in (Stage.WON, Stage.LOST):
            return _Seen(board, stage, None, t1 - t0, time.perf_counter() - t1, t1)
        try:
            analysis = solver.analyse(board)
            return _Seen(board, stage, analysis, t1 - t0, time.perf_counter() - t1, t1)
        except InconsistentBoardError as error:
            total_wrong = _by_the_total(board, solver)
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


def _vanished(window: Window, board: Board, last: Turn | None) -> bool:
    """Whether an empty surface is taken for a board, and no program paints over a win so."""
    if window.exact or window.said is not None or not empty(board):
        return False
    return last is None or not completed(board, last, window.unread)


def _by_the_total(board: Board, solver: Solver) -> bool:
    """Whether a board contradicts nothing but its number of mines, also where a cell is blamed."""
    if board.mines is None:
        return False
    try:
        solver.analyse(Board(board.cells, None, board.first))
    except InconsistentBoardError:
        return False
    return True


def _click(window: Window, todo: list[Click]) -> list[Click]:
    """Click what can be clicked; returns the clicks made."""
    try:
        if todo:
            window.click(todo)
    except Disturbed as disturbed:
        return list(disturbed.made)
    return todo


def _stage(window: Window, board: Board, last: Turn | None) -> Stage:
    """Give the stage, also where the window shows no sign of a win, or one of a loss instead."""
    stage = window.stage()
    if stage is Stage.LOST and last is not None and all_open(board, last):
        return Stage.WON
    if stage in (Stage.WON, Stage.LOST):
        return stage
    unopened = int(board.unopened.sum())
    if unopened == board.mines and not (board.cells == MINE).any():
        return Stage.WON
    return Stage.WAITING if unopened == board.cells.size else Stage.ONGOING


def _as_said(window: Window, last: Turn, counts: GameCounts) -> Turn:
    """The last turn of a round that looks won, lost where the program says so."""
    left = (last.board.unopened & (last.board.cells != FLAG)).tolist()
    mines = [(r, c) for r, line in enumerate(left) for c, closed in enumerate(line) if closed]
    if window.finish(mines) is not Stage.LOST:
        return last
    if counts.gamble is None and not window.exact:
        raise UnclearEndError(UNCLEAR)
    counts.risk = counts.gamble
    return replace(last, stage=Stage.LOST)


def _stage_at_the_end(
    window: Window,
    seen: _Seen,
    stage: Stage,
    *,
    todo: list[Click],
    last: Turn | None,
    counts: GameCounts,
) -> Stage:
    """The stage, also where the window shows no sign of an end, or takes one for the other."""
    board, analysis = seen.board, seen.analysis
    if window.said is not None:
        return stage
    if not todo and analysis is not None:
        # What a guess has opened may be a mine.
        opened = (window.unread - untouched(board, window.unread, counts.tried)) - {counts.gamble}
        over = only_mines_left(board, analysis, opened) or all_mines_shown(board, window.unread)
        stage = Stage.WON if over else stage
    if stage is Stage.WON and last is not None:
        proven = not window.exact and only_proven(board, last, counts.gamble)
        if hit_mine(board, last, window.unread if proven else frozenset()):
            # Where a mine lies that was clicked, and all that is safe, the whole is shown.
            if proven:
                raise UnclearEndError(UNCLEAR)
            return Stage.LOST
    gamble = None if counts.gamble in window.unread else counts.gamble
    if stage is Stage.WON and gamble is not None and board[gamble] > 8:
        return Stage.LOST
    return stage
