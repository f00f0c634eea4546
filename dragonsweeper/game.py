"""A game of Dragonsweeper, played by clicks."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from dragonsweeper import _core
from dragonsweeper.entities import HEIGHT, SQUARES, WIDTH
from dragonsweeper.errors import IllegalClickError
from dragonsweeper.lair import check_seed
from dragonsweeper.look import Look


class Stage(Enum):
    """How far a game is."""

    PLAYING = "playing"
    WON = "won"
    DEAD = "dead"


class Hero(NamedTuple):
    """The hero: hit points (alive with zero hearts at 1), experience, and what a level costs."""

    hp: int
    max_hp: int
    level: int
    xp: int
    score: int
    need: int


class Change(NamedTuple):
    """A square that looks otherwise than before."""

    x: int
    y: int
    look: Look


_STAGES = tuple(Stage)
_REFUSALS = {
    1: "is off the board, which has columns 0 to 12 and rows 0 to 9",
    2: "is open and empty; click a square that still holds something",
    3: "comes after the end of the game; begin a new one",
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
        self._shown = self._all()

    @property
    def hero(self) -> Hero:
        """The hero as it stands now."""
        return Hero(*self._game.hero())

    @property
    def stage(self) -> Stage:
        """Whether the game goes on, is won, or lost."""
        return _STAGES[self._game.stage()]

    @property
    def won(self) -> bool:
        """Whether the crown was taken."""
        return self.stage is Stage.WON

    @property
    def cleared(self) -> bool:
        """Whether the game was won with all 365 experience points of the lair."""
        return self._game.cleared()

    def look(self, x: int, y: int) -> Look:
        """Say what a square looks like; raises IllegalClickError off the board."""
        if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
            raise IllegalClickError(f"({x}, {y}) {_REFUSALS[1]}")
        return Look.of(self._shown[y * WIDTH + x])

    def click(self, x: int, y: int) -> list[Change]:
        """Click a square; returns what looks otherwise now, row by row.

        Raises IllegalClickError, and changes nothing, off the board, on an open empty square, and
        after the end of the game.
        """
        on_board = 0 <= x < WIDTH and 0 <= y < HEIGHT
        refusal = self._game.click(y * WIDTH + x) if on_board else 1
        if refusal:
            raise IllegalClickError(f"a click at ({x}, {y}) {_REFUSALS[refusal]}")
        return self._changes()

    def level_up(self) -> list[Change]:
        """Level up, which heals; raises IllegalClickError when experience points are missing."""
        refusal = self._game.level_up()
        if refusal == 3:
            raise IllegalClickError(f"a level-up {_REFUSALS[3]}")
        if refusal:
            hero = self.hero
            raise IllegalClickError(
                f"level {hero.level + 1} costs {hero.need} experience points, there are {hero.xp}"
            )
        return self._changes()

    def _all(self) -> list[tuple[bool, int, bool, int, int, int, int]]:
        return [self._game.look(s) for s in range(SQUARES)]

    def _changes(self) -> list[Change]:
        before, self._shown = self._shown, self._all()
        return [
            Change(s % WIDTH, s // WIDTH, Look.of(after))
            for s, (was, after) in enumerate(zip(before, self._shown, strict=True))
            if was != after
        ]
