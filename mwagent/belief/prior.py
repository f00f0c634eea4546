"""What must have happened for a board to look as it does, and how seldom that is."""

from __future__ import annotations

from collections.abc import Set

import numpy as np

from mwagent.minefield import FLAG, Board, Cell
from mwagent.vision.unknown.labelling import Event
from mwagent.vision.unknown.weights import WEIGHTS


def events_of(
    shape: tuple[int, int], pressed: Set[Cell], flagged: Set[Cell], since: Board | None = None
) -> list[Event]:
    """The events that a board of `shape` (rows, cols) takes on which these cells were pressed.

    Somebody else has begun the round, where we have pressed nothing; it is over, which shows mines,
    but none that we have flagged; somebody else has set flags, or opened cells `since` a board was
    believed after which nothing was clicked.
    """
    ours = np.zeros(shape, bool)
    for row, col in flagged:
        # What is read may be another board.
        ours[row : row + 1, col : col + 1] = True
    events = [
        Event("*XW", WEIGHTS.over),
        Event("*XW", WEIGHTS.over, ours.reshape(-1)),
        Event("F", WEIGHTS.foreign, ~ours.reshape(-1)),
    ]
    if since is not None and since.shape == shape:
        closed = (since.cells >= FLAG).reshape(-1)
        events.append(Event("012345678", WEIGHTS.foreign, closed))
    return events if pressed else [Event("12345678", WEIGHTS.begun), *events]
