"""A game without a screen, played through the same window as a real one."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set

from mwagent.minefield import Board, Cell, Click, Game, Stage
from mwagent.minefield.clock import REAL


class VirtualWindow:
    """A `mwagent.minefield.Game` behind the face of `mwagent.player.play.window.Window`.

    `again` makes the game of the next round; without it a new game is the same mines, hidden
    again. `game` is the round being played.

    >>> from mwagent.minefield import Level
    >>> window = VirtualWindow(Game(Level(2, 2, 1), seed=3))
    >>> window.click([Click((0, 0))])
    >>> window.stage(), window.look()[0, 0]
    (<Stage.ONGOING: 'ongoing'>, 1)
    """

    chords = True
    clock = REAL
    exact = True
    said: Stage | None = None
    unread: Set[Cell] = frozenset()

    def __init__(self, game: Game, again: Callable[[], Game] | None = None):
        self.game = game
        self._again = again

    def look(self) -> Board:
        """Look at the board; a virtual board is always settled."""
        return self.game.board

    def doubt(self) -> None:
        """Do nothing: a virtual board never contradicts itself."""

    def click(self, clicks: Sequence[Click]) -> None:
        """Carry out clicks in order; raises IllegalMoveError when one is off the board."""
        for click in clicks:
            self.game.play(click)

    def stage(self) -> Stage:
        """Give the stage of the game."""
        return self.game.stage

    def finish(self, mines: Sequence[Cell]) -> Stage | None:
        """Give None: the stage says it all."""
        del mines
        return None

    def new_game(self) -> None:
        """Begin a new round."""
        if self._again is not None:
            self.game = self._again()
        elif self.game.mines is not None:
            self.game = Game.from_mines(self.game.mines)
