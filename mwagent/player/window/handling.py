"""What a press has done that was to open a cell and has not: marked it, or offered a choice.

Each such effect is evidence of the hand by which the program is played. A mark is taken away again,
and of a choice that is offered the entry is pressed that opens.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import repeat

from mwagent.belief import proven_safe, signs_of, unopened_beside
from mwagent.minefield import Button, Cell, Click, Stage, cells_where
from mwagent.player.play import EFFECT
from mwagent.player.rounds import around, press_firmly
from mwagent.player.views import (
    HOLDS,
    Effect,
    Manner,
    Press,
    is_unmarked,
    labels_in,
    names_hand,
    same_cell,
)
from mwagent.player.window.played_board import PlayedBoard
from mwagent.player.window.pressing import Pressing
from mwagent.vision.capture import Shot
from mwagent.vision.header.displays import HEADROOM
from mwagent.vision.reading import Reading


class Handling:
    """Finds out how a board is played, and gets cells opened that a press has not opened.

    The first press of a round may be made by another hand than those that follow.
    """

    def __init__(self, board: PlayedBoard, pressing: Pressing):
        self._board = board
        self._pressing = pressing

    def goes_on(self, before: Shot, reading: Reading) -> bool:
        """Note what the last presses did; whether more was pressed since, so that it changes yet.

        `before` shows the board as it was before them.
        """
        lefts = [click.cell for click in self._board.clicked if click.button is Button.LEFT]
        hands, over = self._pressing.hands, reading.stage in (Stage.LOST, Stage.WON)
        if not lefts or reading.confidence.shape != self._board.location.shape:
            return False
        # A lone blank may be a mark without a sign: only what came up with it tells that it opened.
        alone = unopened_beside(reading)
        opened = any(
            reading.symbols[cell].isdigit() and (hands.proven or not alone[cell]) for cell in lefts
        )
        if opened and set(reading.unknown) <= self._board.unread:
            hands.note(Effect.OPENED)
        if opened and hands.proven:
            return False
        marked = [cell for cell in lefts if self._looks_otherwise(cell, before)]
        if marked and not (over or opened) and self._may_be_marked(reading, lefts):
            press = [self._pressing.press_of(Click(cell)) for cell in marked]
            if not all(map(self._is_unmarked, marked, press, repeat(before))):
                return False
            self._board.note(())
            self._board.pressed.difference_update(lefts)
            self._note(Effect.MARKED, lefts[0])
            return True
        if self.choose(lefts[0]):
            return True
        if not (over or opened):
            self._note(Effect.NOTHING, lefts[0])
        return False

    def _note(self, effect: Effect, cell: Cell) -> None:
        """Note what a press on a cell did, and choose what clicks do where that tells to."""
        hands, before = self._pressing.hands, self._pressing.hands.manner
        hands.note(effect)
        again = before is not Manner.MODE or effect is Effect.MARKED
        while again and hands.manner is Manner.MODE and not self._choose(cell, alone=True):
            hands.refute()

    def choose(self, cell: Cell) -> bool:
        """Press the entry that opens of a choice that a press on a cell brings up, if any does."""
        hands = self._pressing.hands
        plain = hands.manner is Manner.LEFT and not hands.proven
        if not plain and hands.manner is not Manner.MENU:
            return False
        patient = EFFECT if hands.manner is Manner.MENU else 0.0
        ticks = self._board.view.clock.ticks(patient, EFFECT / 8)
        chosen = any(self._choose(cell) for _ in ticks)
        if chosen and plain:
            hands.note(Effect.OFFERED)
        return chosen

    def _choose(self, cell: Cell, *, alone: bool = False) -> bool:
        """Press what says that it opens, the nearest to a cell, where something beside it marks.

        With `alone` the one that says what clicks do may be pressed to change that.
        """
        view, location = self._board.view, self._board.location
        said = view.buttons()
        if not view.alone:
            shot = view.pictures()[location.monitor]
            left, top, right, foot = around(view, shot, location)
            said = labels_in(view, (*shot.to_screen(left, top), *shot.to_screen(right, foot)))
        places: dict[str, list[tuple[float, float]]] = defaultdict(list)
        for text, (x0, y0, x1, y1) in said:
            places[names_hand(text)].append(((x0 + x1) / 2, (y0 + y1) / 2))
        room = HEADROOM * max(location.lattice.pitch_x, location.lattice.pitch_y)
        others = places["marks"] + places["switches"]
        opens = [
            at for at in places["opens"] if any(math.dist(at, other) < room for other in others)
        ]
        if not opens and alone and len(places["switches"]) == 1:
            opens = places["switches"]
        if not opens:
            return False
        x, y = self._pressing.spot(cell).at
        nearest = min(opens, key=lambda at: math.dist(at, (x, y)))
        hold = self._pressing.style.hold
        return bool(press_firmly(view, nearest, hold, rest=HOLDS[2], hand=True))

    def _looks_otherwise(self, cell: Cell, before: Shot) -> bool:
        location = self._board.location
        box, now = location.lattice.cell_box(cell), self._board.shot
        return not same_cell(location.part(now.picture, box), location.part(before.picture, box))

    def _may_be_marked(self, reading: Reading, cells: Sequence[Cell]) -> bool:
        """Whether some cells that were pressed are no mines, and no other has changed.

        The first of a round may be one; but a mine is not taken away by one more press.
        """
        board = self._board.known
        if board is None:
            return False
        changed = set(cells_where(reading.symbols != signs_of(board)))
        safe = self._board.untouched or set(cells) <= proven_safe(board)
        return changed <= {*cells, *self._board.unread} and safe

    def _is_unmarked(self, cell: Cell, press: Press, before: Shot) -> bool:
        location, spot = self._board.location, self._pressing.spot(cell)
        blank, seen = (location.part(before.picture, box) for box in (spot.box, spot.wide))
        return is_unmarked(self._board.view, spot, press, blank, seen)
