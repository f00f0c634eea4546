"""A player who sees what a person would see."""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

from mwagent.dragonsweeper import _core
from mwagent.dragonsweeper.game import Game
from mwagent.dragonsweeper.lair import KINDS, WIDTH, check_seed
from mwagent.dragonsweeper.view import View


class Reason(Enum):
    """Why an action is taken."""

    FREE = "it costs nothing"
    FIGHT = "an enemy of known power"
    EXPLORE = "unknown, but it cannot kill"
    RISK = "unknown, and the least dangerous there is"
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

    def take(self, game: Game) -> None:
        """Take the action in a game."""
        if self.square is None:
            game.level_up()
        else:
            game.click(*self.square)


class Player:
    """Plays one game; `act` takes its first view and the view after every action.

    Where a clear is at stake it tries its best few actions in `lairs` lairs that it draws from what
    it knows: None takes the default, 0 is fastest, more is a little stronger.

    >>> from mwagent.dragonsweeper import Game
    >>> Player().act(Game(0).view)
    Action(square=(8, 6), reason=<Reason.FREE: 'it costs nothing'>, death=0.0)
    """

    def __init__(self, lairs: int | None = None) -> None:
        self._player = _core.Player(lairs)

    def act(self, view: View) -> Action:
        """Say what to do now."""
        square, reason, death = self._player.act(view.raw)
        return Action(
            (square % WIDTH, square // WIDTH) if square >= 0 else None, _REASONS[reason], death
        )

    @property
    def slack(self) -> int:
        """Hit points that may still be lost with a clear in reach; below zero it is out of reach.

        Of the position that `act` was last asked about: exact, from what is public.
        """
        return self._player.slack()


class Played(NamedTuple):
    """How a game of the player ended.

    `risk` is how likely it was to die on the way, as the player saw it. For a lost game `met` names
    what killed the hero, `last` why the last action was taken, and `last_death` the player's chance
    of dying then. In hit points: `wall_hits` went into walls while enemies stood, `wasted` is the
    slack that medikits cost, `hp_left` are left at the end. `delay` is how many experience points
    were taken between the level that can fight the Mine King and his defeat.
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
    wall_hits: int
    wasted: int
    delay: int
    hp_left: int


def play(seed: int, lairs: int | None = None) -> Played:
    """Play a whole game, without Python in between; `lairs` as of Player. Raises SeedError."""
    found: list[Any] = list(_core.play(check_seed(seed), lairs))
    last, met = Played._fields.index("last") - 1, Played._fields.index("met") - 1
    found[last] = _REASONS[int(found[last])].name.lower()
    found[met] = KINDS[int(found[met])].name
    return Played._make((seed, *found))
