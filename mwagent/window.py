"""What a game can be played on: a window that can be looked at and clicked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from minefield import Board, Click, MinefieldError, Stage


class Window(Protocol):
    """The one face of every game: the screen, a browser tab, a virtual board."""

    def look(self) -> Board:
        """Look at the board as it is now, settled: nothing is still being painted."""
        ...

    def click(self, clicks: Sequence[Click]) -> None:
        """Carry out clicks in order."""
        ...

    def stage(self) -> Stage:
        """Tell how far the game is, as of the last look."""
        ...

    def new_game(self) -> None:
        """Begin a new round."""
        ...


class GameWontBeginError(MinefieldError):
    """The first click changed nothing."""

    exit_code = 4
