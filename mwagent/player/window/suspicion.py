"""How often in a row looks or presses have gone wrong, and what is to be done about it.

Things go wrong now and then on any screen: a cell is not understood while it is painted, a press is
held back because something moved. Only when the same sign comes up again and again is it taken
seriously. `MEASURES` is the whole of that policy: for each sign the measure taken, and after how
many times in a row.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Container
from enum import Enum, auto
from typing import Final

from mwagent.player.play import IN_A_ROW


class Sign(Enum):
    """What speaks for something being wrong."""

    NO_PRESS_MADE = auto()
    """No press of a batch could be made."""
    STRANGE_CELLS = auto()
    """Cells came up that the known skin lacks, or what is read in it makes no sense."""
    TARGETS_UNREAD = auto()
    """No cell that was to be pressed is understood."""
    SENSELESS_UNDER_POINTER = auto()
    """The board made sense only once the pointer was put aside."""
    RIM_CHANGED = auto()
    """What lies around the board changed, and the board was where it was."""


class Measure(Enum):
    """What is done about it."""

    ASK_WHAT_LIES_OVER = auto()
    """Ask the page what takes presses on the board, and wait until that has gone."""
    DOUBT_SKIN = auto()
    """Let other ways to read the board compete with its known skin."""
    DOUBT_LEARNED = auto()
    """Forget what was learned of cells: it may be what keeps the board from being read."""
    PRESS_UNREAD = auto()
    """Press a cell that is not understood where all around it are: nothing lies over it."""
    STEP_ASIDE_FIRST = auto()
    """Put the pointer aside before each look."""
    TRUST_RIM_NO_MORE = auto()
    """Look for the board no more because of its rim: that changes without any reason to be seen."""


MEASURES: Final[dict[Measure, tuple[Sign, Container[int]]]] = {
    Measure.ASK_WHAT_LIES_OVER: (Sign.NO_PRESS_MADE, range(1, sys.maxsize)),
    Measure.DOUBT_SKIN: (Sign.STRANGE_CELLS, (1, 3)),
    Measure.DOUBT_LEARNED: (Sign.TARGETS_UNREAD, (2, 5)),
    Measure.PRESS_UNREAD: (Sign.TARGETS_UNREAD, range(IN_A_ROW, sys.maxsize)),
    Measure.STEP_ASIDE_FIRST: (Sign.SENSELESS_UNDER_POINTER, range(2, sys.maxsize)),
    Measure.TRUST_RIM_NO_MORE: (Sign.RIM_CHANGED, range(IN_A_ROW, sys.maxsize)),
}
"""The sign each measure answers, and at which counts of it in a row."""


class Suspicion:
    """How many times in a row each sign has come up.

    >>> suspicion = Suspicion()
    >>> suspicion.note(Sign.TARGETS_UNREAD, True)
    >>> suspicion.note(Sign.TARGETS_UNREAD, True)
    >>> suspicion.calls_for(Measure.DOUBT_LEARNED), suspicion.calls_for(Measure.PRESS_UNREAD)
    (True, False)
    """

    def __init__(self) -> None:
        self._in_a_row: Counter[Sign] = Counter()

    def note(self, sign: Sign, seen: bool) -> None:
        """Count a sign once more, or begin anew where it is not seen."""
        self._in_a_row[sign] = self._in_a_row[sign] + 1 if seen else 0

    def calls_for(self, measure: Measure) -> bool:
        """Whether a measure is to be taken now."""
        sign, counts = MEASURES[measure]
        return self._in_a_row[sign] in counts

    def begin_round(self) -> None:
        """Trust the surroundings of the board again: a new round begins."""
        self._in_a_row[Sign.RIM_CHANGED] = 0
