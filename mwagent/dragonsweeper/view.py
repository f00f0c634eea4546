"""All that a player may know of a game at one time."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from mwagent.dragonsweeper import _core
from mwagent.dragonsweeper.entities import HEIGHT, SQUARES, WIDTH
from mwagent.dragonsweeper.look import Look


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


_STAGES = tuple(Stage)


class View:
    """What is in sight: a copy, which leads nowhere near what is hidden.

    Knowledge and the player get views and nothing else. Two views are equal when everything in
    sight is.
    """

    def __init__(self, raw: _core.View):
        self._raw = raw

    @property
    def raw(self) -> _core.View:
        """The view as the compiled module has it."""
        return self._raw

    @property
    def hero(self) -> Hero:
        """The hero as it stands."""
        return Hero(*self._raw.hero())

    @property
    def stage(self) -> Stage:
        """Whether the game goes on, is won, or lost."""
        return _STAGES[self._raw.stage()]

    def look(self, x: int, y: int) -> Look:
        """Say what a square of the board looks like."""
        return Look.of(self._raw.look(y * WIDTH + x))

    def looks(self) -> list[Look]:
        """Say what all 130 squares look like, row by row."""
        return [Look.of(self._raw.look(s)) for s in range(SQUARES)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._raw == other._raw

    __hash__ = None  # type: ignore[assignment]  # as for everything that is compared by content

    def __str__(self) -> str:
        """Draw the board, three characters a square: hidden ones as dots, numbers as they are."""
        looks = self.looks()
        rows = [looks[y * WIDTH : (y + 1) * WIDTH] for y in range(HEIGHT)]
        return "\n".join(" ".join(f"{look.symbol:>3}" for look in row) for row in rows)
