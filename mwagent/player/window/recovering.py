"""Finding the board again in mid-game: it moved, is covered, or is not understood any more."""

from __future__ import annotations

import time
from enum import Enum, auto
from typing import Final, NamedTuple

from mwagent.belief import (
    Found,
    Program,
    Search,
    familiar,
    fits_clicks,
    fresh,
    has_unfinished_zeros,
    in_its_place,
    near,
    numbers_covered,
    plain,
    plausible_part,
)
from mwagent.minefield import FLAG, Board, Button, Cell, Stage, rules
from mwagent.player.play import LostSightError
from mwagent.player.rounds import acted
from mwagent.player.tracking import TrackedBoard
from mwagent.player.window.looking import Looking
from mwagent.player.window.position import Position
from mwagent.vision.reading import BoardCoveredError, BoardNotFoundError, Reading

DISMISS: Final = ((0.8, "escape"), (2.0, "enter"), (3.2, "space"))
"""Seconds of search after which a key that closes a dialog is tried, and the key."""
PARTLY: Final = 2.5
"""Seconds of search after which a board is played on of which some cells are not understood."""
SEARCH: Final = 10.0
"""Seconds to look for a board that got lost before giving up."""
ANSWERED: Final = 4.0
"""The same, where the program has answered the last clicks with a dialog: the game may be over."""
PAUSE: Final = 0.05
"""Seconds between two searches."""


class Fact(Enum):
    """What may hold of a board that was found."""

    WHOLE = auto()
    """Nothing lies over a part of it that may look like closed cells, or the game is over."""
    OURS = auto()
    """It lies where ours was, or has what we opened."""
    FOLLOWS = auto()
    """It can be the board that is believed, one look later."""
    SOUND = auto()
    """Each cell is understood, in colours that are known, and no number contradicts another."""
    AT_HOME = auto()
    """It lies where ours was, or is ours and nothing of the game was open."""
    LATE = auto()
    """It was searched for long enough to play on a part of it."""


def _as_it_is(reading: Reading, board: Board | None, program: Program) -> Reading:
    del board, program
    return reading


ATTEMPTS: Final = (
    ({Fact.WHOLE, Fact.OURS, Fact.FOLLOWS}, _as_it_is),
    ({Fact.WHOLE, Fact.SOUND, Fact.AT_HOME}, _as_it_is),  # another game, where ours was
    ({Fact.WHOLE, Fact.OURS, Fact.LATE}, plausible_part),
)
"""What must hold for a board to be played on, and what is made of its reading; the first that
succeeds."""


class Verdict(NamedTuple):
    """What is thought of a board that was found: the reading to go on with, or what is wrong."""

    reading: Reading | None
    wrong: str = ""


class Recovery:
    """One search for the board of a game, until it is there again or time is up.

    `opened` is true if something of our board, if it is still there, is open.
    """

    def __init__(self, tracked: TrackedBoard, position: Position, looking: Looking, opened: bool):
        self._tracked = tracked
        self._position = position
        self._looking = looking
        self._opened = opened or any(c.button is Button.LEFT for c in position.clicked)
        self._before = tracked.location
        self._answered = looking.answered
        self._start = time.perf_counter()

    def find(self, moved: bool) -> Reading:
        """Look everywhere, and wait for the board to come back; close dialogs that may cover it.

        With `moved` it is understood, but may lie elsewhere now. Raises LostSightError in the end.
        """
        keys = self._keys()
        done: set[Cell] = set()
        if self._position.clicked:
            if self._position.board is not None:
                done = acted(self._position.board, self._position.reading.cells)
                if self._answered:
                    # Programs tell in a dialog how a game has ended, and may close their board.
                    done |= rules.opened_by(self._position.board, self._position.clicked)
            self._looking.step_aside()
        while True:
            try:
                found = self._search(moved)
                moved = False
                reading, wrong = self._judge(found)
                if reading is not None:
                    return reading
                # A board that makes sense in the whole picture alone has slipped by a pixel: what
                # lies at its edge is cut off where it was.
                moved = found.location is self._before and self._looking.makes_sense(found.reading)
            except BoardCoveredError:
                wrong, moved = "a part of it is covered", False
            except BoardNotFoundError:
                wrong, moved = "it is nowhere to be seen", False
            searched = self._searched()
            if keys and searched > keys[0][0]:
                self._tracked.view.key(keys.pop(0)[1])
            elif searched > (ANSWERED if self._answered else SEARCH):
                raise LostSightError(
                    f"the board got lost: {wrong}; check that nothing covers it and that it was "
                    f"not scrolled away or closed",
                    done,
                    answered=self._answered,
                )
            time.sleep(PAUSE)

    def _searched(self) -> float:
        return time.perf_counter() - self._start

    def _keys(self) -> list[tuple[float, str]]:
        """Keys that close what our clicks may have brought up: many programs show a dialog."""
        clicked = self._position.clicked
        if not clicked:
            return []
        # What was flagged may have the keyboard, and be opened by other keys than Escape.
        return list(DISMISS[:1] if clicked[-1].button is Button.RIGHT else DISMISS)

    def _search(self, moved: bool) -> Found:
        until = self._start + SEARCH
        return self._tracked.find(Search(self._position.board, moved, self._opened, until))

    def _judge(self, found: Found) -> Verdict:
        """Whether the board that was found is the one we play on, or may be played on instead."""
        board = self._position.board
        if found.location.shape != self._before.shape:
            if not self._dealt_again(found):
                return Verdict(None, "another board is there instead")
            self._tracked.forget()
        self._tracked.adopt(found)
        reading = self._looking.settle((), awaited=False)
        facts = self._facts(found, reading)
        for needed, taken_as in ATTEMPTS:
            taken = taken_as(reading, board, self._tracked.program) if needed <= facts else None
            if taken is not None:
                return Verdict(taken)
        return Verdict(None, self._what_is_wrong(reading, facts))

    def _dealt_again(self, found: Found) -> bool:
        """Whether a board of another size is ours: in a tab, where this round is untouched.

        Some pages deal a board of another size while its cells still fly in.
        """
        untouched = not self._opened and not self._tracked.pressed
        whole = fresh(found.reading) and plain(found.reading) and not found.cut
        return self._tracked.view.alone and untouched and whole

    def _facts(self, found: Found, reading: Reading) -> set[Fact]:
        """What holds of a board that was found, and is read as `reading`."""
        board, program = self._position.board, self._tracked.program
        away = not near(found.location, self._before)
        ours = fits_clicks(reading, board, self._position.clicked)
        # A board that has grown or slipped under a press, and on which nothing was open, is ours.
        changed = (
            fresh(reading) and not self._begun() and in_its_place(found.location, self._before)
        )
        other = away and not changed and ((self._opened and fresh(reading)) or not ours)
        over = reading.stage in (Stage.WON, Stage.LOST)
        facts = {
            Fact.WHOLE: over or not (found.cut or numbers_covered(reading, board)),
            Fact.OURS: not other,
            Fact.FOLLOWS: self._looking.makes_sense(reading),
            Fact.SOUND: plain(reading)
            and familiar(found.location, reading)
            and not has_unfinished_zeros(reading, program)
            and not rules.impossible_numbers(reading.board).any(),
            Fact.AT_HOME: not away or not (other or self._begun()),
            Fact.LATE: self._searched() > PARTLY,
        }
        return {fact for fact, holds in facts.items() if holds}

    def _what_is_wrong(self, reading: Reading, facts: set[Fact]) -> str:
        if Fact.AT_HOME not in facts:
            self._tracked.return_to(self._before)
            return "another game is shown elsewhere"
        if reading.unknown:
            return f"{len(reading.unknown)} of its cells are not understood"
        return "what it shows makes no sense" if Fact.WHOLE in facts else "a part of it is covered"

    def _begun(self) -> bool:
        """Whether something of the game was open when it was seen last."""
        board = self._position.board
        return board is not None and bool((board.cells < FLAG).any())
