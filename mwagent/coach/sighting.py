"""What a coach watches, and what is said of it: the pictures, and the boards on them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mwagent.belief import Sight
from mwagent.minefield import Board, Cell, Stage


class Source(Sight, Protocol):
    """Pictures that follow one another: of the screen, a tab, or a video."""

    exact: bool
    """Whether a pixel that nothing has changed stays exactly as it was."""
    live: bool
    """Whether the pictures are of now."""

    @property
    def seconds(self) -> float:
        """When the picture was taken, by the clock of the pictures."""
        ...

    def advance(self, pause: float) -> bool:
        """Go on to the next picture; False where there are no more.

        A live source waits `pause` seconds for it, or until something is painted.
        """
        ...


class Trouble(StrEnum):
    """Why nothing is said of a board."""

    NONE = "none"
    NO_BOARD = "no board"
    COVERED = "covered"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """A board that is believed: what it shows, since when each cell does, and how the game stands.

    `hit` are the mines that were opened, where that is seen; `suspects` are flags that may be such
    mines, if no more is seen of the end. `asked` are cells that bear the mark that follows a
    flag in turn, a question. `anew` says that it is another board, or
    another round, than in the sighting before.
    """

    board: Board
    times: NDArray[np.float64]
    stage: Stage
    seconds: float
    hit: frozenset[Cell]
    anew: bool
    unread: int
    skin: str
    stepwise: bool = False
    suspects: frozenset[Cell] = frozenset()
    asked: frozenset[Cell] = frozenset()
