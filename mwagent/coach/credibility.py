"""Whether a board that was read can be one that somebody plays on, or the one that was known."""

from __future__ import annotations

from typing import Final

import numpy as np

from mwagent.minefield import FLAG, HIDDEN, Board, Cell, Stage, rules
from mwagent.player.tracking import Found, Program, plausible
from mwagent.solvers import InconsistentBoardError, create
from mwagent.vision.reading import UNKNOWN, Reading

HIT: Final = 3
"""Mines that one click opens, at most: where more look so, all mines do."""
UNREAD: Final = 0.12
"""Part of the cells of a board that is found which need not be understood."""
SAME_BOARD: Final = 0.9
"""Part of the open cells that must be as they were for a board to be the one of a moment ago."""


def consistent(reading: Reading) -> bool:
    """Whether mines can lie so that every number is met; flags may be wrong."""
    cells = reading.board().cells
    try:
        create("best", {}).analyse(Board(np.where(cells == FLAG, HIDDEN, cells)))
    except InconsistentBoardError:
        return False
    return True


def credible(found: Found) -> bool:
    """Whether what was found can be a board that somebody plays on."""
    reading = found.reading
    if len(reading.unknown) > UNREAD * reading.confidence.size:
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


def exploded(reading: Reading) -> frozenset[Cell]:
    """The mines that a reading shows as opened; none where it shows all mines so."""
    return at_most_a_few(
        frozenset(
            (r, c)
            for r, row in enumerate(reading.cells)
            for c, sign in enumerate(row)
            if sign == "X"
        )
    )


def at_most_a_few(hit: frozenset[Cell]) -> frozenset[Cell]:
    """The mines that seem to be opened; none where these are too many for one click."""
    return hit if len(hit) <= HIT else frozenset()


def agree(reading: Reading, known: Board) -> bool:
    """Whether the open cells of a board are, nearly all, as they were."""
    symbols = np.array([list(row) for row in reading.cells])
    opened = (known.cells < FLAG) & (symbols != UNKNOWN) if symbols.shape == known.shape else None
    if opened is None:
        return False
    if not opened.any():
        return True
    return bool((symbols == known.cells.astype("<U1"))[opened].mean() >= SAME_BOARD)


def shut_share(reading: Reading, known: Board) -> float:
    """Part of the cells open on a board that are closed in a reading."""
    symbols = np.array([list(row) for row in reading.cells])
    if symbols.shape != known.shape:
        return 1.0
    opened = known.cells < FLAG
    return float(np.isin(symbols, ["#", "?", "F"])[opened].mean()) if opened.any() else 0.0
