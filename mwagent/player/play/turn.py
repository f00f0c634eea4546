"""One turn of the loop, and how a whole game went."""

from __future__ import annotations

from dataclasses import dataclass

from mwagent.minefield import FLAG, Board, Button, Cell, Click, Stage, cells_where, rules
from mwagent.solvers import Analysis


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
    def safe(self) -> set[Cell]:
        """The cells that were proven safe."""
        return set() if self.analysis is None else set(self.analysis.safe)

    @property
    def mines(self) -> set[Cell]:
        """The cells that were proven mines."""
        return set() if self.analysis is None else set(self.analysis.mines)

    @property
    def due(self) -> set[Cell]:
        """The cells that the clicks were to open."""
        return rules.opened_by(self.board, self.clicks)

    @property
    def left(self) -> set[Cell]:
        """The closed cells without a flag, before the clicks."""
        return set(cells_where(self.board.unopened & (self.board.cells != FLAG)))

    @property
    def guess(self) -> bool:
        """Whether a click was not proven safe (the first click of a game does not count)."""
        if self.analysis is None or self.stage is Stage.WAITING:
            return False
        lefts = {click.cell for click in self.clicks if click.button is Button.LEFT}
        return not lefts <= self.safe


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """How a game went: from the first click to the last look.

    `bbbv` is the board's 3BV, None where the end of the game does not show all mines. `lost_at`
    is the guess (or first click) that hit a mine, if one did: see `lost_on_proven`. `broken_off`
    says why a game was not played to its end, whose `stage` is then that of the last look; it is
    None for a game that was won or lost. `begun` is False where the first clicks changed nothing.
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

    @property
    def lost_on_proven(self) -> bool:
        """Whether a cell taken for proven was a mine; a board may be lost before any click, too."""
        return self.stage is Stage.LOST and self.clicks > 0 and self.lost_at is None
