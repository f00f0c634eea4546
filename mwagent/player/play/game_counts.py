"""What is counted while a game is played, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from mwagent.minefield import Board, Button, Cell, Stage, difficulty, rules
from mwagent.player.play.turn import Result, Turn


@dataclass(slots=True)
class GameCounts:
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
        """Count a turn whose clicks began at `began`, in seconds of the window's clock."""
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

    def guess_on(self, board: Board) -> Cell | None:
        """The last guess or first click, if the board shows no effect of clicks made since."""
        last = self.last
        if last is None or last.guess or last.stage is Stage.WAITING or last.board == board:
            return self.gamble
        return None

    def broken_off(self, reason: str, begun: bool, at: float) -> Result | None:
        """The result of a game that was broken off at a time; None where no turn was played."""
        if self.last is None:
            return None
        so_far = self._result(self.last, at)
        return replace(so_far, broken_off=reason, begun=begun)

    def ended(self, stage: Stage, at: float) -> Result:
        """The result of a game that ended so after its last turn, at a time in seconds."""
        assert self.last is not None
        if stage is Stage.LOST and self.last.stage is not stage:
            self.risk = self.gamble
        result = self._result(replace(self.last, stage=stage), at)
        # Of a win that was not seen, what was opened last is closed on the last board.
        return replace(result, bbbv=None) if stage is Stage.WON and self.last.clicks else result

    def _result(self, last: Turn, ended: float) -> Result:
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


def _bbbv(board: Board, stage: Stage) -> int | None:
    """3BV, from a won board, or from a lost one on which every mine is shown or flagged."""
    mines = board.cells > 8 if stage is Stage.WON else board.known_mines
    # Of a board that was won all mines are known, but where a dialog covers some of it.
    if board.mines != int(mines.sum()) and (stage is not Stage.WON or board.mines is not None):
        return None
    return difficulty(mines).bbbv
