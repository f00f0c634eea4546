"""A game of Dragonsweeper, played by clicks."""

from __future__ import annotations

from typing import NamedTuple

from mwagent.dragonsweeper import _core
from mwagent.dragonsweeper.lair import HEIGHT, KINDS, SQUARES, WIDTH, check_seed
from mwagent.dragonsweeper.view import Hero, Look, Stage, View
from mwagent.minefield import IllegalMoveError


class IllegalClickError(IllegalMoveError):
    """A click or a level-up that the game does not allow; it has changed nothing."""


class Change(NamedTuple):
    """A square that looks otherwise than before."""

    x: int
    y: int
    look: Look


_OFF_BOARD, _OVER = 1, 3
_REFUSALS = {
    _OFF_BOARD: "is off the board, which has columns 0 to 12 and rows 0 to 9",
    2: "is on an open and empty square; click one that still holds something",
    _OVER: "comes after the end of the game; begin a new one",
}


class Game:
    """One game in the lair of a seed.

    >>> game = Game(0)
    >>> [str(change.look) for change in game.click(6, 8)]
    ['8']
    >>> game.hero.hp
    6
    """

    def __init__(self, seed: int):
        """Begin a game; raises SeedError."""
        self.seed = check_seed(seed)
        self._game = _core.Game(seed)
        self._view = View(self._game.view())

    @property
    def view(self) -> View:
        """All that is in sight."""
        return self._view

    @property
    def hero(self) -> Hero:
        """The hero as it stands now."""
        return self._view.hero

    @property
    def stage(self) -> Stage:
        """Whether the game goes on, is won, or lost."""
        return self._view.stage

    @property
    def won(self) -> bool:
        """Whether the crown was taken."""
        return self.stage is Stage.WON

    @property
    def cleared(self) -> bool:
        """Whether the game was won with all 365 experience points of the lair."""
        return self._game.cleared()

    def truth(self) -> list[str]:
        """Name what stands on every square now, row by row; for those who are meant to see it."""
        return [KINDS[self._game.truth(s)].name for s in range(SQUARES)]

    @property
    def emptied(self) -> bool:
        """Whether the game was won with nothing left, medikits included.

        The original gives its "clear" badge for that.
        """
        return self._game.emptied()

    def look(self, x: int, y: int) -> Look:
        """Say what a square looks like; raises IllegalClickError off the board."""
        if not _on_board(x, y):
            raise IllegalClickError(f"({x}, {y}) {_REFUSALS[_OFF_BOARD]}")
        return self._view.look(x, y)

    def click(self, x: int, y: int) -> list[Change]:
        """Click a square; returns what looks otherwise now, row by row.

        Raises IllegalClickError, and changes nothing, off the board, on an open empty square, and
        after the end of the game.
        """
        refusal = self._game.click(y * WIDTH + x) if _on_board(x, y) else _OFF_BOARD
        if refusal:
            raise IllegalClickError(f"a click at ({x}, {y}) {_REFUSALS[refusal]}")
        return self._changes()

    def level_up(self) -> list[Change]:
        """Level up, which heals; raises IllegalClickError when experience points are missing."""
        refusal = self._game.level_up()
        if refusal == _OVER:
            raise IllegalClickError(f"a level-up {_REFUSALS[_OVER]}")
        if refusal:
            hero = self.hero
            raise IllegalClickError(
                f"level {hero.level + 1} costs {hero.need} experience points, there are {hero.xp}"
            )
        return self._changes()

    def _changes(self) -> list[Change]:
        before, self._view = self._view, View(self._game.view())
        return [
            Change(s % WIDTH, s // WIDTH, after)
            for s, (was, after) in enumerate(zip(before.looks(), self._view.looks(), strict=True))
            if was != after
        ]


def _on_board(x: int, y: int) -> bool:
    return 0 <= x < WIDTH and 0 <= y < HEIGHT
