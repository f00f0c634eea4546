"""How the program in front of us wants to be clicked, learned from what had an effect.

Some programs ignore a button held for no time at all, and they chord in different ways: with the
middle button, both buttons, one or two clicks of the left one, or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from minefield import FLAG, HIDDEN, Board, Button, Cell, Click, rules
from mwagent.hands.press import MIDDLE, PRIMARY, SECONDARY, Point, Press

HOLDS: Final = (0.0, 0.03, 0.08, 0.15)
"""Seconds for which a button is held: each is tried when the one before had no effect."""

CHORDS: Final = (
    ((MIDDLE,), 1),
    ((PRIMARY, SECONDARY), 1),
    ((PRIMARY,), 1),
    ((PRIMARY,), 2),
)
"""Ways to chord, as buttons pressed together and how often, in the order they are tried."""

ASTRAY: Final = 2
"""Batches in which a press may get lost among others that work, before presses are slowed."""
REST: Final = 0.05
"""Seconds for which slowed presses hold the button, and keep the pointer in place afterwards."""
TRUSTED: Final = 3
"""Number of successes after which a single failure is put down to chance."""


class ClickStyle:
    """How to click in this program. `chords` is false once no way to flag and chord had an effect.

    `flags_tried` is true once it is known whether the right button flags.
    """

    def __init__(self) -> None:
        self.chords = True
        self.flags_tried = False
        self._hold = 0
        self._style = 0
        self._opened = 0
        self._chorded = 0
        self._missed = 0
        self._missed_flags = 0
        self._astray = 0

    @property
    def effective(self) -> bool:
        """Whether a click has opened a cell."""
        return self._opened > 0

    @property
    def hold(self) -> float:
        """Seconds to hold a button."""
        return max(HOLDS[self._hold], self.rest)

    @property
    def rest(self) -> float:
        """Seconds for which the pointer stays after a press.

        Programs that are slow to take a release may take it for one where the pointer is by then.
        """
        return REST if self._astray >= ASTRAY else 0.0

    def note_right_button(self, marks: bool) -> None:
        """Note whether the right button flags, which was tried."""
        self.flags_tried, self.chords = True, marks

    def go_without_flags(self) -> None:
        """Ask for no flags, where nothing is known of the right button and it cannot be tried."""
        self.chords = False

    def press(self, click: Click, at: Point) -> Press:
        """The press at `at` that carries out a click."""
        if click.button is Button.LEFT:
            return Press(at, (PRIMARY,), self.hold, rest=self.rest)
        if click.button is Button.RIGHT:
            return Press(at, (SECONDARY,), self.hold, rest=self.rest)
        buttons, times = CHORDS[self._style]
        return Press(at, buttons, self.hold, times, self.rest)

    def learn(self, before: Board, clicks: Sequence[Click], after: Board) -> None:
        """Compare what clicks were meant to do with what they did, and change what failed."""
        lefts = [c for c in clicks if c.button is Button.LEFT and before[c.cell] == HIDDEN]
        flags = [c for c in clicks if c.button is Button.RIGHT]
        chords = [c for c in clicks if c.button is Button.CHORD]
        shut = [c for c in lefts if after[c.cell] == HIDDEN]
        if (after.cells == HIDDEN).any() and strays(before, clicks, after):
            # Not at a win, where programs flag the mines that are left.
            self._astray = ASTRAY
        elif 0 < len(shut) < len(lefts):
            self._astray += 1
        self._opened += len(lefts) - len(shut)
        if shut:
            self._missed += 1
            # Once clicks have worked, one batch may be lost; not two in a row.
            if self._opened < TRUSTED or self._missed > 1:
                self._hold_longer()
            return
        if lefts:
            self._missed = 0
        if [c for c in flags if after[c.cell] == HIDDEN]:
            self._missed_flags += 1
            if not lefts and self._opened < TRUSTED:
                self._hold_longer()
            if self._missed_flags > 1:
                self.chords = False
            return
        if flags and all(after[c.cell] == FLAG for c in flags):
            self._missed_flags = 0
        failed = [
            c
            for c in chords
            if any(after[n] == HIDDEN for n in rules.opened_by(before, [*flags, c]))
        ]
        self._chorded += len(chords) - len(failed)
        if failed:
            self._try_next_chord()

    def _hold_longer(self) -> None:
        self._hold = min(self._hold + 1, len(HOLDS) - 1)

    def _try_next_chord(self) -> None:
        if self._chorded >= TRUSTED:
            self._chorded = 0
            return
        self._chorded = 0
        self._style += 1
        if self._style == len(CHORDS):
            self._style = 0
            self.chords = False


def strays(before: Board, clicks: Sequence[Click], after: Board) -> set[Cell]:
    """Cells that were hidden, and that clicks meant for others have opened or flagged.

    A cell beside an open blank one may have been opened from there, and is none of them.
    """
    aimed = rules.opened_by(before, clicks) | {click.cell for click in clicks}
    changed = {
        (int(row), int(col))
        for row, col in np.argwhere((before.cells == HIDDEN) & (after.cells <= FLAG))
    }
    opening = rules.beside_zeros(after)
    return {cell for cell in changed - aimed if after[cell] == FLAG or not opening[cell]}
