"""How the program in front of us wants to be clicked, learned from what had an effect.

Some programs ignore a button held for no time at all, and they chord in different ways: with the
middle button, both buttons, one or two clicks of the left one, or not at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from minefield import FLAG, HIDDEN, Board, Button, Click
from mwagent.mouse import MIDDLE, PRIMARY, SECONDARY, Point, Press
from mwagent.planner import expected

HOLDS: Final = (0.0, 0.03, 0.08, 0.15)
"""Seconds a button is held: each is tried when the one before had no effect."""

CHORDS: Final = (
    ((MIDDLE,), 1),
    ((PRIMARY, SECONDARY), 1),
    ((PRIMARY,), 1),
    ((PRIMARY,), 2),
)
"""Ways to chord, as buttons pressed together and how often, in the order they are tried."""

TRUSTED: Final = 3
"""After so many successes one failure is put down to chance."""


class Habits:
    """How to click here. `chords` is false once no way to flag and chord had an effect.

    `flags_tried` tells that the right button is known to flag, or not to.
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

    @property
    def effective(self) -> bool:
        """Whether a click has opened a cell."""
        return self._opened > 0

    @property
    def hold(self) -> float:
        """Seconds to hold a button."""
        return HOLDS[self._hold]

    def press(self, click: Click, at: Point) -> Press:
        """The press at `at` that carries out a click."""
        if click.button is Button.LEFT:
            return Press(at, (PRIMARY,), self.hold)
        if click.button is Button.RIGHT:
            return Press(at, (SECONDARY,), self.hold)
        buttons, times = CHORDS[self._style]
        return Press(at, buttons, self.hold, times)

    def learn(self, before: Board, clicks: Sequence[Click], after: Board) -> None:
        """Compare what clicks were meant to do with what they did, and change what failed."""
        lefts = [c for c in clicks if c.button is Button.LEFT and before[c.cell] == HIDDEN]
        flags = [c for c in clicks if c.button is Button.RIGHT]
        chords = [c for c in clicks if c.button is Button.CHORD]
        shut = [c for c in lefts if after[c.cell] == HIDDEN]
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
            c for c in chords if any(after[n] == HIDDEN for n in expected(before, [*flags, c]))
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
