"""The end of a round that nothing shows: what the program says of it, once mines are flagged.

Many web games call a round won only once every mine is flagged, whatever is open.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mwagent.minefield import Button, Cell, Click, Stage
from mwagent.player.play import EFFECT, RESTLESS
from mwagent.player.window.looking import Looking
from mwagent.player.window.played_board import PlayedBoard
from mwagent.player.window.pressing import Pressing
from mwagent.vision.capture import Shot


class Finishing:
    """Asks for the end of a round all of whose safe cells are open.

    A program that takes no flags then is not asked again, nor one whose right button opens, too,
    which says that the round is lost then. Many say nothing, but show a face.
    """

    def __init__(self, board: PlayedBoard, looking: Looking, pressing: Pressing):
        self._board = board
        self._clock = board.view.clock
        self._looking = looking
        self._pressing = pressing
        self._wants_flags = True

    def finish(self, mines: Sequence[Cell]) -> Stage | None:
        """What the program says, also after the `mines` were flagged that are not; None if nothing.

        In programs whose skin is known, rounds end by the cells that are open. One that has
        answered with a dialog has acknowledged the round.
        """
        said = self._looking.announcement.stage(cleared=True)
        ended = self._board.program.known_skin or self._looking.answered
        if said is not None or ended or not mines or not self._wants_flags:
            return said
        self._wants_flags = self._takes_flag(mines[0])
        if not self._wants_flags:
            return said
        for cell in mines[1:]:
            if self._looking.announcement.stage(cleared=True) is Stage.LOST:
                break
            self._flag(cell)
        said = self._await_words()
        self._wants_flags = said is not Stage.LOST
        return said

    def _flag(self, cell: Cell) -> Shot:
        """Flag a mine once the board keeps still; returns how that looked before.

        A press is held back while something moves, such as the flag before it that pops up.
        """
        for _ in self._clock.ticks(RESTLESS, 0.0):
            before = self._board.picture()
            if self._pressing.press([Click(cell, Button.RIGHT)]):
                break
        return before

    def _takes_flag(self, cell: Cell) -> bool:
        """Flag a mine; returns whether that has come of it.

        On a screen the right button may bring up a menu, which is closed again: a flag changes its
        own cell.
        """
        self._looking.step_aside()
        before = self._flag(cell)
        self._looking.step_aside()
        for _ in self._clock.ticks(EFFECT, 0.02):
            now = self._board.picture()
            if not np.array_equal(now.picture, before.picture):
                marked = self._board.view.alone or self._only_in(cell, before, now)
                if not marked:
                    self._board.view.key("escape")
                return marked
        return False

    def _only_in(self, cell: Cell, before: Shot, now: Shot) -> bool:
        """Whether two pictures of the board differ in a cell, and at most in those around it."""
        lattice, (row, col) = self._board.location.lattice, cell
        others = before.picture != now.picture
        top, left = max(0, row - 1) * lattice.pitch_y, max(0, col - 1) * lattice.pitch_x
        foot, right = (row + 2) * lattice.pitch_y, (col + 2) * lattice.pitch_x
        others[int(top) : int(foot), int(left) : int(right)] = False
        return not others.any()

    def _await_words(self) -> Stage | None:
        asked = self._clock.ticks(EFFECT, 0.05)
        said = (self._looking.announcement.stage(cleared=True) for _ in asked)
        return next((stage for stage in said if stage is not None), None)
