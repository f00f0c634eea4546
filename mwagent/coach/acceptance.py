"""A reading that is believed becomes a sighting, and teaches how this program looks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mwagent.belief import carried_over, fresh, with_around
from mwagent.coach.credibility import at_most_a_few, exploded, stage_of_board
from mwagent.coach.durations import TOGETHER
from mwagent.coach.followed import Followed
from mwagent.coach.moves import Change, revealed
from mwagent.coach.sighting import Sighting
from mwagent.minefield import FLAG, HIDDEN, Board, Cell, Stage, cells_where, rules
from mwagent.vision.reading import UNKNOWN, Reading


def believe(
    board: Followed,
    reading: Reading,
    known: Board | None,
    hit: frozenset[Cell] = frozenset(),
    mines: int | None = None,
) -> Sighting | None:
    """Take a reading for what the board shows; None where it shows nothing new."""
    board.odd_since = None
    board.reading = reading
    unread = frozenset(reading.unknown)
    board.round.unseen = unread & (unread if known is None else board.round.unseen)
    if mines is None and known is not None:
        mines = known.mines
    shown = _shown(board, reading, known, mines)
    stage = _stage(board, reading, shown, known, hit)
    board.before = board.clock.picture.copy()
    pending = board.round.pending
    # What lies over a board from the first is none of its cells, and may stay.
    whole = not reading.unknown or board.round.sighting is None
    if fresh(reading) and whole and not pending:
        board.round.closed = board.before
    times = _times(board, shown, known)
    settled = np.ones(times.shape, bool)
    for cell in pending:
        settled[cell] = False
    board.clock.settle(settled)
    last = board.round.sighting
    same = last is not None and np.array_equal(last.board.cells, shown.cells)
    if same and last is not None and last.stage is stage:
        return None
    board.round.sighting = Sighting(
        shown,
        times,
        stage,
        board.now,
        at_most_a_few(hit) | exploded(reading),
        last is None,
        len(reading.unknown),
        reading.skin,
        board.program.stepwise,
        frozenset(board.round.marks.suspects),
        frozenset(board.round.marks.asked),
    )
    return board.round.sighting


def _shown(board: Followed, reading: Reading, known: Board | None, mines: int | None) -> Board:
    """The board of a reading, with what earlier ones have told."""
    shown = carried_over(reading, known, mines, board.seen.flagged)
    if known is None or known.shape != shown.shape:
        return shown
    # Whatever a program shows at the end, and writes over it: numbers stay.
    return Board(np.where(known.cells < FLAG, known.cells, shown.cells), shown.mines)


def _stage(
    board: Followed, reading: Reading, shown: Board, known: Board | None, hit: frozenset[Cell]
) -> Stage:
    """How the game stands; what a game that is not lost shows is learned for the next pictures."""
    times = board.clock.times
    if reading.stage is Stage.LOST:
        seen = _but(shown, board.round.unseen)
        won = known is not None and not hit and _cleared(seen, known, times)
        return Stage.WON if won else Stage.LOST
    _learn(board, reading, shown)
    stage = stage_of_board(_but(shown, board.round.unseen))
    if stage is Stage.WON and known is not None and known.shape == shown.shape:
        change = Change(known.cells, shown.cells, times, over=True)
        return Stage.LOST if revealed(change) else stage
    return stage


def _but(shown: Board, unseen: frozenset[Cell]) -> Board:
    """A board that is played whose cells that nobody sees count as open.

    They do not keep a game from its end.
    """
    if not (shown.cells < FLAG).any():
        return shown
    cells = shown.cells.copy()
    for cell in unseen:
        cells[cell] = 0 if cells[cell] == HIDDEN else cells[cell]
    return Board(cells, shown.mines)


def _learn(board: Followed, reading: Reading, shown: Board) -> None:
    flags = set(cells_where(shown.cells == FLAG))
    unsure = board.round.pending | (board.round.marks.first & flags)
    signs = {board.number(cell): UNKNOWN for cell in unsure}
    board.seen.remember(board.picture(), reading.filled(signs))


def _cleared(shown: Board, known: Board, times: NDArray[np.float64]) -> bool:
    """Whether mines are shown on a board of which all else was opened by hand: it is won."""
    if (shown.cells == HIDDEN).any() or not rules.closed_are_mines(shown.cells):
        return False
    return not revealed(Change(known.cells, shown.cells, times, over=True))


def _times(board: Followed, shown: Board, known: Board | None) -> NDArray[np.float64]:
    """Since when each cell looks as it does, (rows, cols).

    In the first picture of a round what changed most may have been the end of another.
    """
    clock = board.clock
    times = (clock.begun if board.round.sighting is None else clock.times).copy()
    for cell, since in board.round.since.items():
        if shown.cells[cell] < FLAG:
            times[cell] = min(times[cell], since)
    for cell in _signs(shown, known, times - clock.first > TOGETHER):
        times[cell] = clock.signed(cell, float(times[cell]))
    return times


def _signs(shown: Board, known: Board | None, again: NDArray[np.bool_]) -> list[Cell]:
    """The cells that bear a new sign, but for those that zeros beside them have opened.

    These count as well where they had changed before, `again`: they may have been open then.
    """
    if known is None or known.shape != shown.shape:
        return []
    new = shown.cells != known.cells
    zeros = new & (shown.cells == 0)
    return cells_where(new & (shown.cells <= FLAG) & (again | ~with_around(zeros)))
