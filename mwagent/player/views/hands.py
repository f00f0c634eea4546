"""By which hand a program is played, found out from what presses on closed cells changed.

In most programs the left button opens. In some the right one does, at least once a cell is open;
or a click marks until another mode is chosen beside the board; or it brings up a menu in which to
open the cell; or it takes a double click, or a long one. A press that does not do what the believed
hand says is evidence for the others that say so; what has opened a cell before is trusted more.
"""

from __future__ import annotations

from collections import Counter
from enum import Enum, auto
from typing import Final

from mwagent.player.play import IN_A_ROW


class Manner(Enum):
    """What opens a cell, the most usual first."""

    LEFT = auto()
    RIGHT = auto()
    MODE = auto()
    """The left button, once a mode was chosen beside the board."""
    MENU = auto()
    """An entry of a menu that the left button brings up."""
    DOUBLE = auto()
    LONG = auto()


class Effect(Enum):
    """What a press changed that was to open a cell."""

    OPENED = auto()
    MARKED = auto()
    OFFERED = auto()
    """A choice came up."""
    NOTHING = auto()


LEFT_DOES: Final = {
    Manner.LEFT: {Effect.OPENED},
    Manner.RIGHT: {Effect.MARKED},
    Manner.MODE: {Effect.MARKED},
    Manner.MENU: {Effect.OFFERED},
    Manner.DOUBLE: {Effect.NOTHING, Effect.MARKED},
    Manner.LONG: {Effect.NOTHING, Effect.MARKED},
}
"""What a plain click on a closed cell does in a program that is played in each manner."""


class Hands:
    """A belief over manners: each is the less likely the more effects it did not say.

    The likeliest is `proven` once it was seen to open a cell.

    >>> hands = Hands()
    >>> hands.note(Effect.MARKED)
    >>> hands.manner
    <Manner.RIGHT: 2>
    """

    def __init__(self) -> None:
        self._surprises: Counter[Manner] = Counter()
        self.proven = False
        self._silent = 0

    @property
    def manner(self) -> Manner:
        """The likeliest manner, and of several the most usual one."""
        return min(Manner, key=lambda manner: self._surprises[manner])

    def after_first(self) -> Hands:
        """What is believed of the presses after the first one of a round, of which this is."""
        later = Hands()
        later.proven = True
        if self.manner is not Manner.LEFT:
            later._surprises.update(self._surprises)
        return later

    def note(self, effect: Effect) -> None:
        """Note what a press in the believed manner changed.

        A press may get lost: it tells something that nothing comes of several, one after another,
        and nothing at all where the manner was seen to open cells.
        """
        made, self._silent = self.manner, self._silent + 1 if effect is Effect.NOTHING else 0
        if effect is Effect.OPENED:
            self.proven = True
            self._surprises = Counter({manner: 1 for manner in Manner if manner is not made})
        elif effect is not Effect.NOTHING or not self.proven:
            self.proven = False
            if made is not Manner.LEFT:
                self.refute()
            elif effect is not Effect.NOTHING or self._silent >= IN_A_ROW:
                self._surprises.update(m for m, does in LEFT_DOES.items() if effect not in does)

    def refute(self) -> None:
        """Count the believed manner as one that surprised once more."""
        self._surprises[self.manner] += 1
