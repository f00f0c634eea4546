"""The vocabulary of the game: cell codes, cells, clicks and stages."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mwagent.minefield.checked import argument

Cell = tuple[int, int]
"""A cell as (row, column), both from 0."""


def named(cell: Cell) -> str:
    """Name a cell in a sentence, as every command does: from 0, as in the files.

    >>> named((3, 4))
    'row 3, column 4'
    """
    row, col = argument("cell", cell, Cell)
    return f"row {row}, column {col}"


FLAG: Final = 9
"""A hidden cell that carries a flag; it counts as a mine."""
MINE: Final = 10
"""A mine that is shown."""
HIDDEN: Final = 11
"""A cell that is not open."""

SYMBOLS: Final = "012345678F*#"
"""One character for each code 0-11, as boards are printed."""


class Stage(StrEnum):
    """How far a game is."""

    WAITING = "waiting"
    ONGOING = "ongoing"
    WON = "won"
    LOST = "lost"


class Button(StrEnum):
    """What a click does: open a cell, toggle its flag, or open all its neighbours (chord)."""

    LEFT = "left"
    RIGHT = "right"
    CHORD = "chord"


@dataclass(frozen=True, slots=True)
class Click:
    """One click on one cell.

    >>> Click((3, 4), Button.CHORD)
    Click(cell=(3, 4), button=<Button.CHORD: 'chord'>)
    """

    cell: Cell
    button: Button = Button.LEFT
