"""Finding the board again in mid-game: it moved, is covered, or is not understood any more."""

from __future__ import annotations

from typing import Final

import numpy as np

from mwagent.belief import (
    Found,
    Search,
    familiar,
    fits_clicks,
    fresh,
    has_unfinished_zeros,
    implausible,
    in_its_place,
    near,
    numbers_covered,
)
from mwagent.minefield import FLAG, Button, Cell, Stage, rules
from mwagent.player.play import EFFECT, RESTLESS, SEARCH, LostSightError
from mwagent.player.rounds import acted, answer_dialogs
from mwagent.player.views import HOLDS
from mwagent.player.window.looking import Looking
from mwagent.player.window.played_board import PlayedBoard
from mwagent.player.window.waiting import await_clear
from mwagent.vision.reading import UNKNOWN, BoardCoveredError, BoardNotFoundError, Reading

PARTLY: Final = 3 * EFFECT
"""Seconds of search after which a board is played on of which some cells are not understood."""


class Recovery:
    """One search for the board of a game, until it is there again or time is up.

    `opened` is true if something of our board, if it is still there, is open.
    """

    def __init__(self, board: PlayedBoard, looking: Looking, opened: bool):
        self._board = board
        self._looking = looking
        self._opened = opened or any(c.button is Button.LEFT for c in board.clicked)
        self._before = board.location
        self._answered = looking.answered
        self._escaped = self._late = False
        self._clock = board.view.clock
        self._start = self._clock.now()

    def find(self, moved: bool) -> Reading:
        """Look everywhere, and wait for the board to come back; close dialogs that may cover it.

        With `moved` it is understood, but may lie elsewhere now. Raises LostSightError in the end.
        """
        pressed = self._start
        done: set[Cell] = set()
        if self._board.clicked:
            if self._board.known is not None:
                done = acted(self._board.known, self._board.reading.cells)
                if self._answered:
                    # Programs tell in a dialog how a game has ended, and may close their board.
                    done |= rules.opened_by(self._board.known, self._board.clicked)
            self._looking.step_aside()
        while True:
            try:
                self._start += await_clear(self._board.view, self._before)
            except LostSightError as error:
                raise LostSightError(str(error), done) from None
            try:
                found = self._search(moved)
                moved = False
                judged = self._judge(found)
                if isinstance(judged, Reading):
                    return judged
                wrong = judged
                # A board that makes sense in the whole picture alone has slipped by a pixel: what
                # lies at its edge is cut off where it was.
                moved = found.location is self._before and self._looking.makes_sense(found.reading)
            except BoardCoveredError:
                wrong, moved = "a part of it is covered", False
            except BoardNotFoundError:
                wrong, moved = "it is nowhere to be seen", False
            limit = RESTLESS if self._answered else SEARCH
            late = self._searched() > limit
            # What a press did is looked at once more when time is up.
            due = self._clock.now() > pressed + EFFECT and not (late and self._late)
            if due and self._closes():
                pressed, self._late = self._clock.now(), late
            elif late:
                raise LostSightError(
                    f"the board got lost: {wrong}; check that nothing covers it and that it was "
                    f"not scrolled away or closed",
                    done,
                    answered=self._answered,
                )

    def _searched(self) -> float:
        return self._clock.now() - self._start

    def _closes(self) -> bool:
        """Whether a dialog was refused, or what our clicks have drawn in the window was closed.

        A dialog may come up while the board is looked for, after the last click of a game.
        """
        if next(answer_dialogs(self._board.view, HOLDS[2], begin=False), None) is not None:
            return True
        escapes = bool(self._board.clicked) and not self._escaped
        self._escaped = True
        return escapes and self._board.view.key("escape")

    def _search(self, moved: bool) -> Found:
        board, clock = self._board.known, self._clock
        until = self._start + SEARCH
        return self._board.find(Search(board, moved, self._opened, lambda: clock.now() > until))

    def _judge(self, found: Found) -> Reading | str:
        """The reading of a board that was found and may be played on, or what is wrong with it.

        It is ours and follows from the board that is believed; or another game where ours was; or,
        after a while, that part of ours which is plausible.
        """
        board, program = self._board.known, self._board.program
        if found.location.shape != self._before.shape:
            if not self._dealt_again(found):
                return "another board is there instead"
            self._board.forget()
        self._board.adopt(found)
        reading = self._looking.settle((), awaited=False)
        over = reading.stage in (Stage.WON, Stage.LOST)
        # What lies over a part of it may look like closed cells.
        whole = over or not (found.cut or numbers_covered(reading, board))
        other, at_home = self._whose(found, reading)
        if whole and not other and self._looking.makes_sense(reading):
            return reading
        sound = (
            reading.plain
            and familiar(found.location, reading)
            and not has_unfinished_zeros(reading, program)
            and not rules.impossible_numbers(reading.board).any()
        )
        if whole and sound and at_home:
            return reading
        if at_home and not other and rules.closed_are_mines(reading.numbers):
            # Nothing is left but mines, whatever marks a program gives them at a win.
            symbols = reading.symbols
            return reading.showing(np.where(symbols == UNKNOWN, "F", symbols))
        if whole and not other and self._searched() > PARTLY:
            broken = implausible(reading, board, program)
            if broken is not None:
                return reading.filled(broken)
        if not at_home:
            self._board.location = self._before
            return "another game is shown elsewhere"
        if reading.unknown:
            return f"{len(reading.unknown)} of its cells are not understood"
        return "what it shows makes no sense" if whole else "a part of it is covered"

    def _dealt_again(self, found: Found) -> bool:
        """Whether a board of another size is ours: in a tab, where this round is untouched.

        Some pages deal a board of another size while its cells still fly in.
        """
        untouched = not self._opened and not self._board.pressed
        whole = fresh(found.reading) and found.reading.plain and not found.cut
        return self._board.view.alone and untouched and whole

    def _whose(self, found: Found, reading: Reading) -> tuple[bool, bool]:
        """Whether a board that was found is of another game, and whether it lies where ours may."""
        board = self._board.known
        begun = board is not None and bool((board.cells < FLAG).any())
        away = not near(found.location, self._before)
        ours = fits_clicks(reading, board, self._board.clicked)
        # A board that has grown or slipped under a press, and on which nothing was open, is ours.
        changed = fresh(reading) and not begun and in_its_place(found.location, self._before)
        other = away and not changed and ((self._opened and fresh(reading)) or not ours)
        return other, not away or not (other or begun)
