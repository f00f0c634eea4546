"""What follows from what is seen: possible entities, powers, and probabilities."""

from __future__ import annotations

from typing import Final

from mwagent.dragonsweeper import _core
from mwagent.dragonsweeper.lair import KINDS, WIDTH
from mwagent.dragonsweeper.view import View
from mwagent.minefield import MinefieldError

_HIDDEN_KINDS: Final = 24
_MINE_BIT: Final = 14
_MINE_POWER: Final = 100


class InconsistentViewError(MinefieldError):
    """What was seen fits no lair, so a view was left out or belongs to another game."""


class Knowledge:
    """What is known of one game.

    `see` takes the first view and the view after every click and level-up; what has been seen is
    kept. A set of possible entities never excludes the truth.

    >>> from mwagent.dragonsweeper import Game
    >>> game, knowledge = Game(0), Knowledge()
    >>> knowledge.see(game.view)
    >>> knowledge.possible(0, 0) & {"mine king", "dragon", "bat"} == {"mine king", "bat"}
    True
    >>> knowledge.powers(6, 4)
    frozenset({13})
    """

    def __init__(self) -> None:
        self._knowledge = _core.Knowledge()
        self._sets: list[tuple[int, int]] = self._knowledge.sets()

    def see(self, view: View, *, thorough: bool = False) -> None:
        """Take in a view; raises InconsistentViewError when no lair looks like that.

        `thorough` adds proof by contradiction: every entity is supposed on every square, and
        dropped where nothing fits. That takes some 20 ms.
        """
        fits = self._knowledge.see(view.raw) and (not thorough or self._knowledge.deepen())
        if not fits:
            raise InconsistentViewError(
                "no lair agrees with what was seen; was every view of one game shown, in order?"
            )
        self._sets = self._knowledge.sets()

    def possible(self, x: int, y: int) -> frozenset[str]:
        """Name the entities that a square may have held, except that the gnome moves.

        An open square's set is what was found there.
        """
        kinds = self._sets[y * WIDTH + x][0]
        return frozenset(KINDS[k].name for k in range(_HIDDEN_KINDS) if kinds >> k & 1)

    def powers(self, x: int, y: int) -> frozenset[int]:
        """List the powers that go with the possible entities; a disarmed mine has 0."""
        powers = self._sets[y * WIDTH + x][1]
        return frozenset(
            _MINE_POWER if bit == _MINE_BIT else bit
            for bit in range(_MINE_BIT + 1)
            if powers >> bit & 1
        )

    def probabilities(self) -> list[list[dict[str, float]]]:
        """Work out how likely each entity is on each square, 10 rows of 13; possible ones only.

        Those of a square add up to 1. Numbers are counted jointly and exactly as far as memory
        allows; how many of every kind are left enters as weights.
        """
        named = [
            {KINDS[k].name: p for k, p in enumerate(square) if kinds >> k & 1}
            for square, (kinds, _) in zip(self._knowledge.probabilities(), self._sets, strict=True)
        ]
        return [named[i : i + WIDTH] for i in range(0, len(named), WIDTH)]
