"""Whether a board that was read can be one that somebody plays on, and how its game stands."""

from __future__ import annotations

from typing import Final

import numpy as np

from mwagent.belief import (
    UNREAD,
    Found,
    Program,
    consistent,
    plausible,
)
from mwagent.minefield import FLAG, Board, Stage, rules
from mwagent.vision.reading import Reading

HIT: Final = 3
"""Mines that one click opens, at most: where more look so, all mines do."""


def has_mines(reading: Reading) -> bool:
    """Whether any cell can be a mine: an empty window looks like a board that is all zeros."""
    return bool(any(sign not in "012345678" for row in reading.cells for sign in row))


def sound(reading: Reading, known: Board | None, program: Program) -> bool:
    """Whether a reading makes sense as a game that goes on after the `known` board, if any."""
    return has_mines(reading) and plausible(reading, known, program) and consistent(reading)


def credible(found: Found) -> bool:
    """Whether what was found can be a board that somebody plays on."""
    reading = found.reading
    if len(reading.unknown) > UNREAD * reading.confidence.size or not has_mines(reading):
        return False
    known_skin = found.location.skin is not None
    return plausible(reading, None, Program(known_skin, stepwise=not known_skin))


def stage_of_board(board: Board) -> Stage:
    """How a game stands that shows no mines: won where no cell is left that is safe."""
    opened = board.cells < FLAG
    if not opened.any():
        return Stage.WAITING
    closed = int((~opened).sum())
    if closed in (0, board.mines) or rules.closed_are_mines(board.cells):
        return Stage.WON
    return Stage.ONGOING


def flags_gone(reading: Reading, known: Board) -> bool:
    """Whether a board of which nothing was open but marked has lost its marks: it is another."""
    marked = known.cells == FLAG
    if not marked.any() or (known.cells < FLAG).any():
        return False
    symbols = reading.symbols
    return bool(np.isin(symbols[marked], [*"#012345678"]).all())
