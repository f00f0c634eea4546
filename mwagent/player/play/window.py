"""What a game can be played on: a window that can be looked at and clicked."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Protocol

from mwagent.minefield import Board, Cell, Click, MinefieldError, Stage
from mwagent.minefield.clock import Clock


class Window(Protocol):
    """The one face of every game: the screen, a browser tab, a virtual board."""

    @property
    def chords(self) -> bool:
        """Whether flags and chords have an effect; without, every cell is opened by itself."""
        ...

    @property
    def clock(self) -> Clock:
        """What its games are timed by, and waited by."""
        ...

    @property
    def exact(self) -> bool:
        """Whether it shows the game itself, not a picture that may be misread."""
        ...

    @property
    def said(self) -> Stage | None:
        """How the game has ended, where the program says so in words; None where it does not."""
        ...

    @property
    def unread(self) -> Set[Cell]:
        """The cells that were not understood at the last look; they are not clicked."""
        ...

    def look(self) -> Board:
        """Look at the board as it is now, settled: nothing is still being painted."""
        ...

    def doubt(self) -> None:
        """Take note that what was seen contradicts itself: the next `look` takes more care."""
        ...

    def click(self, clicks: Sequence[Click]) -> None:
        """Carry out clicks in order; raises Disturbed when the board is no more what was seen."""
        ...

    def stage(self) -> Stage:
        """Give the stage of the game at the last look."""
        ...

    def finish(self, mines: Sequence[Cell]) -> Stage | None:
        """Give what the program says of a round of which nothing but `mines` is left.

        None where it says nothing. The mines may get flags: some programs call it won only then.
        """
        ...

    def new_game(self) -> None:
        """Begin a new round; the next look shows a fresh board."""
        ...


class Disturbed(Exception):  # noqa: N818 - nothing went wrong, it only has to be looked at again
    """The board or the mouse moved by another hand: only the clicks `made` were made."""

    def __init__(self, made: Sequence[Click] = ()):
        super().__init__(f"only {len(made)} clicks were made")
        self.made = tuple(made)


class GameWontBeginError(MinefieldError):
    """The first click changed nothing."""

    exit_code = 4


class LostSightError(MinefieldError):
    """The board was there, and is no more, or has stopped making sense or taking clicks.

    `acted` are the cells that the last clicks opened for all to see before sight was lost, and
    those over which a dialog came up at once. `answered` says that the program brought up a dialog
    after them.
    """

    exit_code = 5

    def __init__(self, message: str, acted: Set[Cell] = frozenset(), *, answered: bool = False):
        super().__init__(message)
        self.acted = acted
        self.answered = answered


class UnclearEndError(LostSightError):
    """The game looks lost, though nothing but cells proven safe was opened."""
