"""A reading that is believed becomes a sighting, and teaches how this program looks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mwagent.belief import carried_over, fresh
from mwagent.coach.credibility import HIT, stage_of_board
from mwagent.coach.followed import Followed
from mwagent.coach.moves import Change, revealed
from mwagent.coach.sighting import Sighting
from mwagent.minefield import FLAG, HIDDEN, Board, Cell, Stage, cells_where, rules
from mwagent.vision.reading import UNKNOWN, Reading


def believe(
    board: Followed, reading: Reading, hit: frozenset[Cell] = frozenset()
) -> Sighting | None:
    """Take a reading for what the board shows; None where it shows nothing new.

    `hit` are the mines that seem to have been opened.
    """
    board.odd_since = None
    board.reading = reading
    now, clock, last = board.round, board.clock, board.round.sighting
    unread = frozenset(reading.unknown)
    now.unseen = unread if last is None else unread & now.unseen
    shown = _shown(board, reading)
    stage = _stage(board, reading, shown, hit)
    board.before = board.pixels.copy()
    # What lies over a board from the first is none of its cells, and may stay.
    if fresh(reading) and (not unread or last is None) and not now.pending:
        now.closed = board.before
    times = _times(board, shown, unread)
    settled = np.ones(times.shape, bool)
    for cell in now.pending:
        settled[cell] = False
    clock.settle(settled)
    if last is not None and last.stage is stage and np.array_equal(last.board.cells, shown.cells):
        return None
    exploded = frozenset(cells_where(reading.symbols == "X"))
    now.sighting = Sighting(
        shown,
        times,
        stage,
        board.now,
        # Where more look so than one click can open, all mines do.
        frozenset[Cell]().union(*(mines for mines in (hit, exploded) if len(mines) <= HIT)),
        last is None,
        len(unread),
        reading.skin,
        board.program.stepwise,
        frozenset(now.marks.suspects),
        frozenset(now.marks.asked),
    )
    return now.sighting


def _shown(board: Followed, reading: Reading) -> Board:
    """The board of a reading, with what earlier ones have told."""
    known = board.known
    shown = carried_over(reading, known, known.mines, board.seen.flagged)
    # Whatever a program shows at the end, and writes over it: numbers stay.
    return Board(np.where(known.cells < FLAG, known.cells, shown.cells), shown.mines)


def _stage(board: Followed, reading: Reading, shown: Board, hit: frozenset[Cell]) -> Stage:
    """How the game stands; what a game that is not lost shows is learned for the next pictures."""
    seen, first = _but(shown, board.round.unseen), board.round.sighting is None
    change = Change(board.known.cells, shown.cells, board.clock.times, over=True)
    if board.round.stage is Stage.LOST:
        return Stage.LOST
    if reading.stage is Stage.LOST:
        # Mines may be shown, too, on a board of which all else was opened by hand.
        cleared = not (seen.cells == HIDDEN).any() and rules.closed_are_mines(seen.cells)
        change = change._replace(after=seen.cells)
        return Stage.WON if cleared and not (first or hit or revealed(change)) else Stage.LOST
    _learn(board, reading, shown)
    stage = stage_of_board(seen)
    return Stage.LOST if stage is Stage.WON and not first and revealed(change) else stage


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


def _times(board: Followed, shown: Board, unread: frozenset[Cell]) -> NDArray[np.float64]:
    """Since when each cell looks as it does, (rows, cols), and not as when it was known last.

    In the first picture of a round what changed most may have been the end of another.
    """
    clock, now = board.clock, board.round
    if now.sighting is None or now.looks is None or now.looks.shape != board.pixels.shape:
        now.looks = board.pixels.copy()
        return (clock.begun if now.sighting is None else clock.times).copy()
    times, new = clock.times.copy(), cells_where(shown.cells != board.known.cells)
    for cell, since in now.since.items():
        if shown.cells[cell] < FLAG:
            times[cell] = min(times[cell], since)
    for cell in {*new, *unread}:
        changed = clock.since(cell, now.looks)
        times[cell] = times[cell] if changed is None else changed
    for cell in new:
        now.looks[clock.area(cell)] = board.pixels[clock.area(cell)]
    return times
