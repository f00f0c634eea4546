"""Clicks carried out as presses, where the board still is what was seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from mwagent.belief import Location
from mwagent.minefield import Button, Cell, Click, neighbours, rules
from mwagent.player.play import IN_A_ROW
from mwagent.player.views import (
    HOLDS,
    SECONDARY,
    ClickStyle,
    Hands,
    Manner,
    Point,
    Press,
    Spot,
    point_of,
    right_button_marks,
)
from mwagent.player.window.looking import Looking
from mwagent.player.window.played_board import PlayedBoard
from mwagent.player.window.suspicion import Sign, Suspicion
from mwagent.vision.capture import Shot
from mwagent.vision.lattice import Box

WORTH: Final = 7.5
"""Seconds of opening each cell by itself from which on it pays to try flags and chords."""
LATE_CLICKS: Final = 2
"""Largest number of clicks under way at once in a program that paints late."""


class Pressing:
    """Presses cells of a board, in the style the program wants to be clicked."""

    def __init__(self, board: PlayedBoard, looking: Looking, suspicion: Suspicion):
        self.style = ClickStyle()
        self._board = board
        self._looking = looking
        self._suspicion = suspicion
        self._pressed = 0
        self._spent = 0.0
        self._pressed_last: Button | None = None
        self._tries = 0
        self._tried_on: Cell | None = None
        self._hands: dict[bool, Hands] = {}

    @property
    def hands(self) -> Hands:
        """By which hand cells are opened; the first one of a round may take another."""
        first = self._board.untouched
        known = self._hands.get(not first, Hands())
        return self._hands.setdefault(first, known if first else known.after_first())

    @property
    def chords(self) -> bool:
        """Whether flags and chords have an effect, and save more time than it takes to try them."""
        if not self.style.chords or self.hands.manner is not Manner.LEFT:
            return False
        if self._board.program.known_skin or self.style.flags_tried:
            return True
        each = self._spent / self._pressed if self._pressed else 0.0
        return self._board.reading.confidence.size * each > WORTH

    def is_unchanged(self) -> bool:
        """Whether the board still shows what was read of it at the last look."""
        shot, board = self._board.picture(), self._board
        if not np.array_equal(shot.picture, board.shot.picture):
            # Whatever moved: a late animation, another window, the board itself.
            reading = self._board.read(shot.seen)
            reading = reading.explained(self._looking.under_dialogs(reading, shot))
            if reading.cells != board.reading.cells:
                self._looking.follower.calm.restore()
                return False
            board.see(shot, board.reading)
        return True

    def must_try_flags(self, clicks: Sequence[Click]) -> bool:
        """Whether flags are asked for before it is known how this program takes them.

        Pictures tell nothing of that: programs with classic ones may open with every button. But
        where the skin is known, flags alone, without a safe cell to try them on, are carried out.
        """
        asked = any(click.button is Button.RIGHT for click in clicks)
        if not asked or self.style.flags_tried:
            return False
        return not self._board.program.known_skin or bool(self._safe(clicks))

    def try_flags(self, clicks: Sequence[Click]) -> None:
        """Learn, on a cell these clicks are to open, whether the right button flags."""
        safe = self._safe(clicks)
        if not safe:
            self.style.go_without_flags()
            return
        holds = dict.fromkeys((self.style.hold, HOLDS[-2]))
        spot = self.spot(safe[0])
        seen = self._board.location.part(self._board.shot.picture, spot.wide)
        marks = right_button_marks(self._board.view, spot, tuple(holds), seen)
        self._tries += 1
        self._tried_on = None if marks else safe[0]
        if marks is not None or self._tries == IN_A_ROW:
            self.style.note_right_button(bool(marks))

    def spot(self, cell: Cell) -> Spot:
        """Where a cell is, and where the pointer is put aside."""
        location, at = self._board.location, self._point(self._board.shot, cell)
        box, wide = location.lattice.cell_box(cell), box_around(location, cell)
        return Spot(location.monitor, box, wide, at, self._looking.beside())

    def _safe(self, clicks: Sequence[Click]) -> list[Cell]:
        """The closed cells that some clicks are to open."""
        board = self._board.known
        due = [] if board is None else sorted(rules.opened_by(board, clicks))
        return [cell for cell in due if self._board.symbol(cell) == "#"]

    def press(self, clicks: Sequence[Click]) -> list[Click]:
        """Carry out what can be carried out of some clicks; returns those that were made."""
        self._take_mark_away(clicks)
        presses = [self.press_of(click) for click in clicks]
        if clicks and self._pressed_last not in (None, clicks[0].button):
            self._board.view.clock.wait(self.style.pause)
        self._looking.note_dialogs()
        clock = self._board.view.clock
        began = clock.now()
        made = self._board.view.press(presses) if presses else 0
        if self.style.quick:
            self._spent += clock.now() - began
            self._pressed += made
        self._suspicion.note(Sign.NO_PRESS_MADE, not made)
        done = list(clicks[:made])
        self.note(done)
        return done

    def _take_mark_away(self, clicks: Sequence[Click]) -> None:
        """Press away what trying the right button may have left on a safe cell to be opened.

        That was broken off where the board changed meanwhile.
        """
        cell = self._tried_on
        asked = cell is not None and [click.cell for click in clicks] == [cell]
        if asked and self._board.symbol(clicks[0].cell) != "#":
            press = replace(self.press_of(clicks[0]), buttons=(SECONDARY,))
            self._board.view.press([press])

    def note(self, done: Sequence[Click]) -> None:
        """Take these clicks for those that were made since the last look."""
        self._pressed_last = done[-1].button if done else self._pressed_last
        self._board.note(done)

    def at_once(self, clicks: list[Click]) -> list[Click]:
        """Those of some clicks that may be under way at once."""
        late = self._looking.late and not self._board.view.guarded
        some = self.style.at_once(clicks)
        if self.hands.manner is Manner.MENU:
            return some[:1]
        return some[:LATE_CLICKS] if late else some

    def press_of(self, click: Click) -> Press:
        """The press that carries out a click, and what must be as it was for it."""
        shot = self._board.shot
        at = self._point(shot, click.cell)
        press = self.style.press(click, at, self.hands.manner)
        symbol = self._board.symbol
        cells = neighbours(click.cell, self._board.reading.confidence.shape)
        open_cells = [cell for cell in cells if symbol(cell).isdigit()]
        # Numbers differ more from what may lie over them than zeros do.
        telling = [cell for cell in open_cells if symbol(cell) != "0"] or open_cells
        around = tuple(self._point(shot, cell) for cell in telling)
        return replace(press, around=around or (at,))

    def _point(self, shot: Shot, cell: Cell) -> Point:
        """Mouse coordinates of the middle of a cell; `shot` shows the board's box."""
        location = self._board.location
        left, top, _, _ = location.box
        x, y = location.lattice.centre(cell)
        return point_of(shot, x - left, y - top)


def box_around(location: Location, cell: Cell) -> Box:
    """The rectangle of a cell and those around it, in pixels of its monitor's picture."""
    (row, col), lattice = cell, location.lattice
    first = lattice.cell_box((max(0, row - 1), max(0, col - 1)))
    last = lattice.cell_box((min(lattice.rows, row + 2) - 1, min(lattice.cols, col + 2) - 1))
    return first[0], first[1], last[2], last[3]
