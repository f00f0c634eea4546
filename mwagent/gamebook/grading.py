"""What each move of a game was worth: a safe cell, the best guess, a needless risk.

The grades are those of Review on the page (web/static/review/grade.js): what the numbers say
counts, not what was marked.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

import numpy as np

from mwagent.gamebook.record import Doubt, GameRecord, Move
from mwagent.minefield import FLAG, HIDDEN, MINE, Board, Cell, neighbours
from mwagent.solvers import Analysis, Decision, InconsistentBoardError, analyse, log_arrangements

LOG_ENDGAME: Final = math.log(300.5)
"""Positions of up to this many arrangements, as a logarithm, are searched to the end."""
SAME: Final = 0.999
"""Scores from here on are the same choice: cells alike, or rounding."""
SECONDS: Final = 1.0
"""Seconds that the engine may take for one position."""


class Verdict(StrEnum):
    """What a move was."""

    FIRST = "first"
    """The first click, of which nobody knows anything."""
    PROOF = "proof"
    """Only cells proven safe were opened."""
    BEST = "best"
    """No safe cell was there, and no choice was better."""
    WORSE = "worse"
    """A guess, where a better one was there."""
    RISK = "risk"
    """A needless risk: a safe cell was there."""
    FLAG = "flag"
    """A flag was set."""
    UNFLAG = "unflag"
    """A flag was taken away."""
    IDLE = "idle"
    """Nothing came of it."""
    UNSEEN = "unseen"
    """A mine was opened, and nobody saw which: it may have been another cell."""
    ODD = "odd"
    """The board contradicts itself."""


@dataclass(frozen=True, slots=True)
class Grade:
    """The worth of a move.

    `risk` is the probability that one of its cells was a mine, None for marks and the first click.
    `win` and `win_after` are the probabilities of winning with best play before the move and with
    it, None where that is not known exactly. `score` is the share of the best move's chance that
    this one kept, by the probability of winning, else by the engine's look-ahead or the risk.
    `best` is the engine's choice where a guess was due, a mine with probability `best_risk`; `safe`
    are the cells that were proven safe, those near the move first. `hit` says that it opened a
    mine. `exact` is False where probabilities were estimated.
    """

    verdict: Verdict
    risk: float | None = None
    score: float | None = None
    win: float | None = None
    win_after: float | None = None
    best: Cell | None = None
    best_risk: float | None = None
    safe: tuple[Cell, ...] = ()
    hit: bool = False
    exact: bool = True

    @property
    def cost(self) -> float:
        """The share of the chance to win that the move gave away, 0 to 1."""
        return 0.0 if self.score is None else 1 - self.score


def grade(game: GameRecord, *, seconds: float = SECONDS) -> list[Grade]:
    """Grade the moves of a game, one after another; the engine has `seconds` for a position.

    >>> board = Board.parse("1##\\n1##\\n0##", mines=2)
    >>> open_a_mine = Move("open", (0, 1), 2.0, (), ((0, 1, MINE),))
    >>> (one,) = grade(GameRecord(board, "an example", moves=[open_a_mine]))
    >>> str(one.verdict), one.risk, one.cost, one.safe
    ('risk', 1.0, 1.0, ((1, 1), (2, 1)))
    """
    return list(_grades(game, seconds))


def _grades(game: GameRecord, seconds: float) -> Iterator[Grade]:
    opened = bool((game.start.cells < FLAG).any())
    for board, move in zip(game.boards(), game.moves, strict=False):
        yield _grade(board, move, opened, seconds)
        opened |= any(code < FLAG for _, _, code in move.shown)


class _Seen(NamedTuple):
    """A position as it is graded: flags prove nothing."""

    board: Board
    analysis: Analysis

    @classmethod
    def of(cls, board: Board, seconds: float) -> _Seen:
        cells = np.where(board.cells == FLAG, HIDDEN, board.cells)
        plain = Board(cells, board.mines)
        return cls(plain, analyse(plain, budget=seconds))

    def chance(self, cell: Cell) -> float:
        """The probability that a closed cell is a mine; an open one is none."""
        chance = float(self.analysis.mine_probability[cell])
        return 0.0 if math.isnan(chance) else chance


def _grade(board: Board, move: Move, opened: bool, seconds: float) -> Grade:
    hit = any(code == MINE for _, _, code in move.shown)
    if not move.shown:
        return Grade(Verdict.IDLE)
    if move.kind == "flag":
        return Grade(Verdict.FLAG if move.shown[-1][2] == FLAG else Verdict.UNFLAG)
    if not opened:
        return Grade(Verdict.FIRST, hit=hit)
    if hit and Doubt.CELL in move.doubts:
        return Grade(Verdict.UNSEEN, hit=True)
    try:
        return _grade_opening(board, move, hit, seconds)
    except InconsistentBoardError:
        return Grade(Verdict.ODD, hit=hit)


def _grade_opening(board: Board, move: Move, hit: bool, seconds: float) -> Grade:
    cells = _pressed(board, move)
    before = _Seen.of(board, seconds)
    exact = before.analysis.exact
    safe = tuple(sorted(before.analysis.safe, key=lambda cell: _distance(cell, move.cell)))
    ways = log_arrangements(before.board, budget=seconds)
    survival = _survival(board, move, before, ways, seconds)
    small = ways is not None and ways <= LOG_ENDGAME
    if survival == 1:
        win = before.analysis.decide().win_probability if small else None
        return Grade(Verdict.PROOF, 0.0, 1.0, win, win, None, None, safe, hit, exact)
    decision = before.analysis.decide()
    win = decision.win_probability
    after = None if win is None else _win_by(cells, before, decision, ways, seconds)
    if safe:
        score = survival if win is None or after is None else _share(after, win)
        return Grade(Verdict.RISK, 1 - survival, score, win, after, None, None, safe, hit, exact)
    score = _score(cells, survival, before, decision, after)
    verdict = Verdict.BEST if score >= SAME else Verdict.WORSE
    risk = None if decision.best is None else before.chance(decision.best)
    return Grade(verdict, 1 - survival, score, win, after, decision.best, risk, safe, hit, exact)


def _pressed(board: Board, move: Move) -> list[Cell]:
    """The cells that a move opens, but for those that zeros open."""
    if move.kind == "open":
        return [move.cell]
    return [cell for cell in neighbours(move.cell, board.shape) if board[cell] == HIDDEN]


def _distance(one: Cell, other: Cell) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _survival(board: Board, move: Move, before: _Seen, ways: float | None, seconds: float) -> float:
    """The probability that none of the cells is a mine.

    Of several, which a chord opens, it is the share of all arrangements in which the flags around
    its number are the mines.
    """
    cells = _pressed(board, move)
    chances = [chance for cell in cells if (chance := before.chance(cell)) > 0]
    if not chances:
        return 1.0
    if len(cells) == 1 or 1.0 in chances or ways is None:
        return 1 - max(chances)
    marked = before.board.cells.copy()
    for cell in neighbours(move.cell, board.shape):
        if board[cell] == FLAG:
            marked[cell] = MINE
    try:
        after = log_arrangements(Board(marked, board.mines), budget=seconds)
    except InconsistentBoardError:
        return 0.0
    return 1 - max(chances) if after is None else min(1.0, math.exp(after - ways))


def _win_by(
    cells: Sequence[Cell], before: _Seen, decision: Decision, ways: float | None, seconds: float
) -> float | None:
    """The exact probability of winning with a move; None where it is not known."""
    if [decision.best] == list(cells):
        return decision.win_probability
    if any(before.chance(cell) == 1 for cell in cells):
        return 0.0
    if ways is None:
        return None
    win = _win_over(before.board, cells, ways, seconds)
    most = decision.win_probability
    return win if win is None or most is None else min(win, most)


def _win_over(board: Board, cells: Sequence[Cell], ways: float, seconds: float) -> float | None:
    """The sum over all numbers that the cells may show: how often, and what the board is worth."""
    win, codes = 0.0, board.cells.copy()
    cell, *others = cells
    for number in range(9):
        codes[cell] = number
        shown = Board(codes, board.mines)
        part: float | None
        try:
            if others:
                part = _win_over(shown, others, ways, seconds)
            else:
                answer = analyse(shown, budget=seconds).decide()
                worth = 1.0 if answer.best is None else answer.win_probability
                here = log_arrangements(shown, budget=seconds)
                part = None if worth is None or here is None else worth * math.exp(here - ways)
        except InconsistentBoardError:
            continue
        if part is None:
            return None
        win += part
    return win


def _score(
    cells: Sequence[Cell], survival: float, before: _Seen, decision: Decision, after: float | None
) -> float:
    """The share of the best guess's chance that a guess kept."""
    if after is not None and decision.win_probability is not None:
        return _share(after, decision.win_probability)
    if decision.best is None or list(cells) == [decision.best]:
        return 1.0
    scores = {candidate.cell: candidate.score for candidate in decision.candidates}
    top = decision.candidates[0].score if decision.candidates else 0.0
    if len(cells) == 1 and cells[0] in scores and top > 0:
        return _share(scores[cells[0]], top)
    return _share(survival, 1 - before.chance(decision.best))


def _share(part: float, whole: float) -> float:
    """A share of at most 1; what is 1 but for rounding is 1."""
    share = part / whole if whole > 0 else 1.0
    return 1.0 if share > 1 - 1e-9 else share
