"""The one loop that plays everywhere: look, solve, plan, click, look again."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from mwagent.minefield import (
    FLAG,
    HIDDEN,
    Board,
    Click,
    MinefieldError,
    Stage,
    cells_where,
    count_around,
    signals,
)
from mwagent.minefield.command import warn
from mwagent.player.play import stages
from mwagent.player.play.choice import Planner, choose, untouched
from mwagent.player.play.game_counts import GameCounts
from mwagent.player.play.patience import RESTLESS, SEARCH
from mwagent.player.play.planner import plan
from mwagent.player.play.stages import Doubt, Signs
from mwagent.player.play.turn import Result, Times, Turn
from mwagent.player.play.verdict import all_mines_shown, no_effect, only_mines_left
from mwagent.player.play.window import Disturbed, LostSightError, UnclearEndError, Window
from mwagent.solvers import Analysis, InconsistentBoardError, Solver

PATIENCE: Final = 5
"""Turns in a row that may have no effect before the loop gives up."""
SENSE: Final = RESTLESS
"""Seconds within which a board that contradicts itself must make sense again."""
STALLED: Final = 2 * SEARCH
"""Seconds of looking and clicking without a new cell opened or flagged before it gives up."""
USUAL_DENSITY: Final = 0.16
"""Part of the cells that are mines where nothing tells: Beginner has 0.12, Expert 0.21."""
_OVER: Final = (Stage.WON, Stage.LOST)


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
    todo: list[Click] | None = None
    while todo is None or todo:
        signals.check()
        try:
            seen = _consider(window, solver, total, counts)
        except LostSightError as error:
            stage = stages.without_sight(counts.last, error)
            if stage is None:
                raise
            return counts.ended(stage, window.clock.now())
        if seen.signs.given_way is not None:
            return counts.ended(seen.signs.given_way, seen.at)
        progress.note(seen, counts.last)
        counts.gamble = counts.guess_on(seen.board)
        if counts.last and seen.stage not in _OVER and progress.hopeless(seen):
            stage = _told(stages.decide(replace(seen.signs, ignored=True)), counts)
            return counts.ended(stage, progress.stuck_since)
        began = window.clock.now()
        todo = _clicks(window, planner, seen, counts, progress.vain)
        planned = window.clock.now()
        stage = seen.stage if todo else _told(stages.decide(_at_rest(window, seen, counts)), counts)
        made = _click(window, todo)
        times = Times(seen.look, seen.solve, planned - began, window.clock.now() - planned)
        turn = Turn(counts.turns + 1, seen.board, stage, seen.analysis, tuple(made), times)
        counts.add(turn, planned)
        yield turn
    return _finish(window, seen, counts)


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
    signs: Signs
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
        # What takes longer than any search was spent in waiting for another window to go.
        spent = min(SEARCH, seen.look + (last.times.click if last else 0.0))
        self.idle = 0.0 if known > self.known else self.idle + spent
        self.known = max(self.known, known)

    def hopeless(self, seen: _Seen) -> bool:
        """Whether this goes on for longer than any program takes."""
        ignored = self.vain > PATIENCE and seen.at - self.stuck_since > SENSE
        return ignored or self.idle > STALLED


class _Nonsense(Exception):  # noqa: N818 - it is looked at again, before anything is wrong
    """What is seen cannot be; it stands for the error it becomes if that does not change."""

    def __init__(self, error: MinefieldError, refuted: int | None = None):
        super().__init__(str(error))
        self.error = error
        self.refuted = refuted
        """The number of mines, where nothing but that contradicts the board."""


def _consider(window: Window, solver: Solver, total: _Total, counts: GameCounts) -> _Seen:
    """Look and solve; look again while the board contradicts itself, or what was proven."""
    until = window.clock.now() + SENSE
    doubted = False
    while True:
        waited = doubted and window.clock.now() > until
        try:
            return _look(window, solver, total, counts, waited=waited)
        except _Nonsense as nonsense:
            if doubted and nonsense.refuted not in (None, total.given):
                # Another number on the page was taken for the number of mines.
                total.refuted = nonsense.refuted
                continue
            if doubted and nonsense.refuted is not None:
                warn(f"{nonsense.error}; it is not used")
                total.given = None
                continue
            if waited:
                raise nonsense.error from nonsense.__cause__
        window.doubt()
        doubted = True
        window.clock.wait(0.1)


def _look(
    window: Window, solver: Solver, total: _Total, counts: GameCounts, *, waited: bool
) -> _Seen:
    """Look once, and solve; raises _Nonsense."""
    t0 = window.clock.now()
    board = total.on(window.look())
    t1 = window.clock.now()
    signs = stages.seen(window, board, counts.last, counts.guess_on(board), waited=waited)
    stage = stages.decide(signs)
    if isinstance(stage, Doubt):
        raise _Nonsense(_error(stage, counts))
    analysis = None if stage in _OVER else _solve(solver, board)
    return _Seen(board, signs, stage, analysis, t1 - t0, window.clock.now() - t1, t1)


def _solve(solver: Solver, board: Board) -> Analysis:
    """Analyse a board; raises _Nonsense where it contradicts itself."""
    try:
        analysis = solver.analyse(board)
        return _guessing_by_density(solver, board, analysis) if board.mines is None else analysis
    except InconsistentBoardError as error:
        if _by_the_total(board, solver):
            rows, cols = board.shape
            sentence = f"{board.mines} mines, as given with -m, do not fit this {cols}x{rows} board"
            raise _Nonsense(LostSightError(sentence), board.mines) from error
        sentence = (
            f"the board on the screen stopped making sense: {error}; check that nothing covers it"
        )
        raise _Nonsense(LostSightError(sentence)) from error


def _guessing_by_density(solver: Solver, board: Board, analysis: Analysis) -> Analysis:
    """The analysis with the guess that suits a usual number of mines, where none is known.

    Without a number, cells away from all others would be mines as likely as not. What follows from
    the supposed number alone is not proven: what is safe stays as it was.
    """
    closed = board.cells == HIDDEN
    bordering = closed & (count_around(board.cells < FLAG) > 0)
    away = np.count_nonzero(closed & ~bordering)
    if analysis.safe or not away or not bordering.any():
        return analysis
    expected = float(np.nansum(analysis.mine_probability[bordering])) + USUAL_DENSITY * away
    supposed = int(board.known_mines.sum()) + max(1, round(expected))
    try:
        likely = solver.analyse(Board(board.cells, supposed, board.first))
    except InconsistentBoardError:
        return analysis
    return replace(analysis, decision=likely.decide)


def _by_the_total(board: Board, solver: Solver) -> bool:
    """Whether a board contradicts nothing but its number of mines, also where a cell is blamed."""
    if board.mines is None:
        return False
    try:
        solver.analyse(Board(board.cells, None, board.first))
    except InconsistentBoardError:
        return False
    return True


def _clicks(
    window: Window, planner: Planner, seen: _Seen, counts: GameCounts, vain: int
) -> list[Click]:
    """The next clicks, none where the game is over or nothing is left to open."""
    if seen.analysis is None:
        return []
    return choose(
        window, planner, seen.board, seen.analysis, stage=seen.stage, counts=counts, vain=vain
    )


def _at_rest(window: Window, seen: _Seen, counts: GameCounts) -> Signs:
    """The signs of the stage where there is nothing to click."""
    if seen.analysis is None:
        return seen.signs
    # What a guess has opened may be a mine.
    opened = (window.unread - untouched(seen.board, window.unread, counts.tried)) - {counts.gamble}
    only_mines = only_mines_left(seen.board, seen.analysis, opened)
    return replace(seen.signs, exhausted=only_mines or all_mines_shown(seen.board, window.unread))


def _click(window: Window, todo: list[Click]) -> list[Click]:
    """Click what can be clicked; returns the clicks made."""
    try:
        if todo:
            window.click(todo)
    except Disturbed as disturbed:
        return list(disturbed.made)
    return todo


def _finish(window: Window, seen: _Seen, counts: GameCounts) -> Result:
    """The result where nothing is left to click; a round that looks won may still be called lost.

    Raises LostSightError where it has not ended.
    """
    assert counts.last is not None
    stage, board = counts.last.stage, counts.last.board
    if stage not in _OVER:
        raise LostSightError(
            "nothing is left to open, but the board does not look won; check the number of mines "
            "(-m) and that the whole board is in sight"
        )
    if stage is Stage.WON and not seen.signs.announced:
        mines = cells_where(board.unopened & (board.cells != FLAG))
        if window.finish(mines) is Stage.LOST:
            stage = _told(stages.decide(replace(seen.signs, denied=True)), counts)
            return counts.ended(stage, window.clock.now())
    return counts.ended(stage, seen.at)


def _told(stage: Stage | Doubt, counts: GameCounts) -> Stage:
    """The stage, where it is in no doubt; raises LostSightError or GameWontBeginError."""
    if isinstance(stage, Doubt):
        raise _error(stage, counts)
    return stage


def _error(doubt: Doubt, counts: GameCounts) -> MinefieldError:
    """The error that a doubt becomes where it does not pass."""
    if doubt is Doubt.NO_EFFECT and counts.last is not None:
        return no_effect(counts.last)
    return (UnclearEndError if doubt is Doubt.UNCLEAR else LostSightError)(doubt.value)
