"""How the program in front of us wants to be clicked, learned from what had an effect.

Some programs ignore a button held for no time at all. Others ask once a frame where the pointer is:
what was pressed before it moved on then acts on the next cell, which may be a mine. And they chord
in different ways: with the middle button, both buttons, one or two clicks of the left one, or not
at all.

So a program is trusted step by step. At first there is one slow press at a time, whose effect is
seen before the next; then there are a few quick ones at once. All of them open cells that are safe:
a press that acts on another of these does no harm, and gives the program away. Only where each was
seen to act where it was made are mines flagged, at first with no other button at once. A missing
effect, or one where none was made, takes all trust away.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Final

import numpy as np

from mwagent.minefield import FLAG, HIDDEN, Board, Button, Cell, Click, rules
from mwagent.player.play import IN_A_ROW
from mwagent.player.views.hands import Manner
from mwagent.player.views.press import MIDDLE, PRIMARY, SECONDARY, Press
from mwagent.player.views.windows import Point

SLOW: Final = 0.13
"""Seconds for which single presses hold the button, and keep the pointer in place afterwards.

Programs that look at the pointer eight times a second see it, then. As long lies between presses
of different buttons, until they may be under way at once.
"""
HOLDS: Final = (0.0, SLOW / 4, SLOW / 2, SLOW, 2 * SLOW)
"""Seconds for which a button is held: each is tried when the one before had no effect.

On a busy machine a program may look at its buttons no more than four times a second.
"""
RESTS: Final = (0.0, SLOW / 2, SLOW)
"""Seconds for which the pointer stays after a press: each where the one before was too short."""
CHORDS: Final = ((MIDDLE,), (PRIMARY, SECONDARY), (PRIMARY,), (PRIMARY, PRIMARY))
"""Ways to chord in the order they are tried: buttons pressed together, or one of them twice."""
LARGEST_BATCH: Final = 4
"""Presses under way at once, doubled with each batch seen to be right; then any number is."""
TRIED_FASTER: Final = 48
"""Batches in a row that are right after which a program that was slow is tried faster again."""
TOGETHER: Final = (
    ({Button.LEFT}, {Button.RIGHT}, {Button.CHORD}),
    ({Button.LEFT, Button.RIGHT}, {Button.CHORD}),
    ({Button.LEFT, Button.RIGHT, Button.CHORD},),
)
"""Buttons that may be under way at once, one step on when all were seen to do what they should.

Programs that look at the buttons once a frame take a left and a right press for a chord.
"""


class ClickStyle:
    """How to click in this program; `flags_tried` once it is known what the right button does."""

    def __init__(self) -> None:
        self.flags_tried = False
        self._flags = True
        self._opened = 0
        self._missed = 0
        self._missed_flags = 0
        self._hold = 0
        self._rest = 0
        self._batch = 1
        self._together = 0
        self._seen: set[Button] = set()
        self._right = 0
        self._enough = TRIED_FASTER
        self._style = 0
        self._chorded = 0

    @property
    def effective(self) -> bool:
        """Whether a click has opened a cell."""
        return self._opened > 0

    @property
    def quick(self) -> bool:
        """Whether presses at once were seen to act where they were made."""
        return self._batch > LARGEST_BATCH

    @property
    def chords(self) -> bool:
        """Whether to flag and chord: some way to do it works, and no press may act elsewhere.

        A program that is slow to look at the pointer gets presses on safe cells alone.
        """
        return self._flags and self.quick and not self._rest

    @property
    def hold(self) -> float:
        """Seconds to hold a button."""
        return max(HOLDS[self._hold], self.rest)

    @property
    def rest(self) -> float:
        """Seconds for which the pointer stays after a press."""
        return SLOW if self._singly else RESTS[min(self._rest, len(RESTS) - 1)]

    @property
    def pause(self) -> float:
        """Seconds between presses of different buttons."""
        return 0.0 if self._together else SLOW

    @property
    def _singly(self) -> bool:
        return self._batch == 1

    def at_once(self, clicks: Sequence[Click]) -> list[Click]:
        """Those of some clicks that may be under way at once."""
        for buttons in TOGETHER[self._together]:
            some = [click for click in clicks if click.button in buttons]
            if some:
                return some if self.quick else some[: self._batch]
        return []

    def note_right_button(self, marks: bool) -> None:
        """Note whether the right button flags, which was tried."""
        self.flags_tried, self._flags = True, marks

    def go_without_flags(self) -> None:
        """Ask for no flags, where nothing is known of the right button and it cannot be tried."""
        self._flags = False

    def press(self, click: Click, at: Point, manner: Manner = Manner.LEFT) -> Press:
        """The press at `at` that carries out a click where cells are opened in this manner."""
        if click.button is not Button.CHORD:
            right = (click.button is Button.RIGHT) != (manner is Manner.RIGHT)
            opens = click.button is Button.LEFT
            times = 2 if opens and manner is Manner.DOUBLE else 1
            hold = 2 * HOLDS[-1] if opens and manner is Manner.LONG else self._held(times)
            return Press(at, (SECONDARY if right else PRIMARY,), hold, times, self.rest)
        buttons = CHORDS[self._style]
        times = buttons.count(buttons[0])
        return Press(at, tuple(dict.fromkeys(buttons)), self._held(times), times, self.rest)

    def _held(self, times: int) -> float:
        """Seconds for which each of so many presses is held: slow ones are no double click."""
        return self.hold if times == 1 else min(self.hold, HOLDS[2])

    def learn(
        self, before: Board, clicks: Sequence[Click], after: Board, unread: Set[Cell] = frozenset()
    ) -> None:
        """Compare what clicks were meant to do with what they did, and change what failed.

        Cells that are `unread` in `after` tell nothing.
        """
        told = [c for c in clicks if before[c.cell] == HIDDEN and c.cell not in unread]
        lefts = [c.cell for c in told if c.button is Button.LEFT]
        flags = [c.cell for c in told if c.button is Button.RIGHT]
        shut = [cell for cell in lefts if after[cell] == HIDDEN]
        bare = [cell for cell in flags if after[cell] == HIDDEN]
        self._opened += len(lefts) - len(shut)
        # Not at a win, where programs flag the mines that are left.
        if (after.cells == HIDDEN).any() and strays(before, clicks, after):
            self.slow_down(astray=True)
        elif shut:
            self._missed += 1
            self.slow_down(astray=len(shut) < len(lefts))
        elif bare:
            self._missed_flags += 1
            self._flags = self._flags and self._missed_flags == 1
            self.slow_down(astray=len(bare) < len(flags))
        else:
            failed = self._learn_chords(before, clicks, after, unread)
            self._see_right(clicks, lefts, after, failed)
            self._missed = 0 if lefts and self._right >= IN_A_ROW else self._missed
            self._missed_flags = 0 if flags else self._missed_flags

    def slow_down(self, *, astray: bool) -> None:
        """Press slowly again, one cell at a time: a press did not do what it should.

        With `astray` it did so among others that worked, or acted elsewhere: the pointer was gone.
        """
        if astray:
            self._rest = min(self._rest + 1, len(RESTS))
        elif self._missed > 1 or not (self.quick or self._singly):
            # Where clicks have worked one batch may be lost; not two with few others in between.
            longer = (at for at, hold in enumerate(HOLDS) if hold > self.hold)
            self._hold = next(longer, self._hold)
        self._begin_anew()

    def _begin_anew(self) -> None:
        self._batch, self._together, self._right = 1, 0, 0
        self._seen.clear()

    def _see_right(
        self, clicks: Sequence[Click], opened: Sequence[Cell], after: Board, failed: bool
    ) -> None:
        """Trust the program a step more: the clicks did what they should."""
        buttons = {click.button for click in clicks} - ({Button.CHORD} if failed else set())
        self._seen |= buttons
        if self._together == 0 and {Button.RIGHT, Button.CHORD} <= self._seen:
            self._together = 1
        elif self._together == 1 and {Button.LEFT, Button.RIGHT} <= buttons:
            self._together = 2
        # Cells beside a blank one may have been opened from there: all of them tell as much as one.
        opening = rules.beside_zeros(after)
        alone = sum(not opening[cell] for cell in opened)
        acted = alone + (alone < len(opened))
        one_by_one = self._rest == len(RESTS)
        if not self.quick and not one_by_one and acted > self._batch / 2:
            self._batch *= 2
        self._right += 1
        if self._right >= self._enough and (self._rest or self._hold):
            self._rest, self._hold = max(0, self._rest - 1), max(0, self._hold - 1)
            self._enough *= 2
            self._begin_anew()

    def _learn_chords(
        self, before: Board, clicks: Sequence[Click], after: Board, unread: Set[Cell]
    ) -> bool:
        """Whether a chord failed; then another way to chord is tried next."""
        flags = [click for click in clicks if click.button is Button.RIGHT]
        chords = [click for click in clicks if click.button is Button.CHORD]
        failed = [
            c
            for c in chords
            if any(after[n] == HIDDEN for n in rules.opened_by(before, [*flags, c]) - unread)
        ]
        self._chorded += len(chords) - len(failed)
        if failed:
            self._try_next_chord()
        return bool(failed)

    def _try_next_chord(self) -> None:
        if self._chorded >= IN_A_ROW:
            self._chorded = 0
            return
        self._chorded = 0
        self._style += 1
        if self._style == len(CHORDS):
            self._style = 0
            self._flags = False


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
