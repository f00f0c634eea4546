"""A player who sees what a person would see."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from dragonsweeper import _core
from dragonsweeper.entities import KINDS, WIDTH
from dragonsweeper.lair import check_seed
from dragonsweeper.view import View


class Reason(Enum):
    """Why an action is taken."""

    FREE = "it costs nothing"
    FIGHT = "an enemy of known power"
    EXPLORE = "unknown, but it cannot kill"
    RISK = "unknown, and the best odds there are"
    HEAL = "a medikit, to go on"
    LEVEL_UP = "a level heals fully"
    WALL = "a wall takes hit points that would be lost"
    CROWN = "the crown: nothing else is worth it"
    STUCK = "nothing is left to do"


_REASONS = tuple(Reason)


class Action(NamedTuple):
    """What to do next: a click on (x, y), or a level-up where `square` is None.

    `death` is how likely the hero dies of it.
    """

    square: tuple[int, int] | None
    reason: Reason
    death: float


class Player:
    """Plays one game; `act` takes its first view and the view after every action.

    >>> from dragonsweeper import Game
    >>> Player().act(Game(0).view)
    Action(square=(8, 6), reason=<Reason.FREE: 'it costs nothing'>, death=0.0)
    """

    def __init__(self) -> None:
        self._player = _core.Player()

    def act(self, view: View) -> Action:
        """Say what to do now."""
        square, reason, death = self._player.act(view.raw)
        return Action(
            (square % WIDTH, square // WIDTH) if square >= 0 else None, _REASONS[reason], death
        )


class Played(NamedTuple):
    """How a game of the player ended.

    `risk` is how likely it was to die on the way, as the player saw it. For a lost game `met` names
    what killed the hero, `last` why the last action was taken, and `last_death` the player's odds
    of dying then.
    """

    seed: int
    won: bool
    cleared: bool
    score: int
    level: int
    actions: int
    risk: float
    last: str
    last_death: float
    met: str


def play(seed: int) -> Played:
    """Play a whole game, without Python in between; raises SeedError."""
    won, cleared, score, level, actions, risk, last, last_death, met = _core.play(check_seed(seed))
    return Played(
        seed,
        won,
        cleared,
        score,
        level,
        actions,
        risk,
        _REASONS[last].name.lower(),
        last_death,
        KINDS[met].name,
    )


def excluded(seed: int, *, thorough: bool = False) -> int:
    """Play a game, and count how often what stands on a square was held to be impossible.

    `thorough` also looks at every eighth position as `Knowledge.see(view, thorough=True)` does. For
    tests and benchmarks: anything but 0 is an error in the knowledge. Raises SeedError.
    """
    return _core.excluded(check_seed(seed), thorough)
